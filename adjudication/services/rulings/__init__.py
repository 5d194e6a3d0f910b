"""Rulings: deciding a case, what that does to the game, and when it is final."""
