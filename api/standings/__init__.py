"""What comes of the games: standings, and the tournament as a file."""
