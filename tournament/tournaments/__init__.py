"""The tournament itself as a row: its settings, its state, what the public may see of it."""
