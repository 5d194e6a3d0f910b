"""Template tags of the cases."""
