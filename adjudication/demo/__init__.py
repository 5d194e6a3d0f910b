"""The demo tournaments: who plays, what was played, and the game records."""
