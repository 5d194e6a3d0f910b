"""Rulings of referees, and appeals against them."""
