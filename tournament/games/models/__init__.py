"""The models of games."""
