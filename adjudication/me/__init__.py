"""A player's own page, with what is asked of them and what their cases need."""
