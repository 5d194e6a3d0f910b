"""A game's proof: all that its result rests on, in one file that is checked without a database."""
