"""Players: registration, check-in, rating lists, teams."""
