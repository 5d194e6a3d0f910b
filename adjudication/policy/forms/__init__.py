"""The questions that are put to both players, kind by kind, and what answers lead to."""
