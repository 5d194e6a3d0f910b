"""Setting a tournament up, step by step."""
