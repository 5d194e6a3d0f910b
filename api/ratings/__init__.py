"""Rating lists: who is on them."""
