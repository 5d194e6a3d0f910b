"""Working out what may come, in slices."""
