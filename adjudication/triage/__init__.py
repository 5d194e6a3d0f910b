"""What follows from a report or a verdict: nothing, a question to both players, or a case."""
