"""A whole tournament as one file, and the proof of a single game."""
