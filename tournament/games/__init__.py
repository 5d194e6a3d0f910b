"""A board of a round: its players, terms, result, and how it changes."""
