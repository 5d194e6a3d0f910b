"""The questions put to both players, by kind, and what their answers lead to."""
