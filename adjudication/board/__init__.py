"""A game on a board: SVG and the data to step through it."""
