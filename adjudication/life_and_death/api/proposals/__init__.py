"""The API of proposals for the end of a game."""
