"""What was decided, for everybody: rulings of all tournaments, and the proof of a game."""
