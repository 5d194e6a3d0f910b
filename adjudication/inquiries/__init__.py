"""Questions that the rules put to both players, and what their answers lead to."""
