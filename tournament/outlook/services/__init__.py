"""Working out the outlook, in slices."""
