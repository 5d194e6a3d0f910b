"""The tournament as a row: its settings, its state, and what the public may see of it."""
