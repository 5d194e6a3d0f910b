"""Results that the staff enters: the page of a running round and its result line."""
