"""Results as the staff enters them: the page of a running round and its result line."""
