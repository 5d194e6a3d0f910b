"""Results as the staff enters them, and slips in confirmed results."""
