"""A game's proof: everything its result rests on, in one file checked without a database."""
