"""Players: registration, check-in, rating lists, teams, erasing a person."""
