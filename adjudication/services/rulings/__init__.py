"""Rulings: what a referee decides, what it does to the game, and when it is final."""
