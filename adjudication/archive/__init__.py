"""A whole tournament as one file, and the proof of one game."""
