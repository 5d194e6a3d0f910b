"""Bundles for a federation's rating officer: made, kept, and compared with the present state."""
