"""A player's own page, with the questions they have to answer and what their cases need."""
