"""The tokens of a tournament's staff."""
