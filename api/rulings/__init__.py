"""Rulings: of a case, foreseen, made and revised; and those that everybody may read."""
