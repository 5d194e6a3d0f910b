"""Help for directors, players and referees, and the terms of the game and of tournaments."""
