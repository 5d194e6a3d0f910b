"""Pages and addresses of operations."""
