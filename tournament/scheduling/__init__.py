"""When rounds and games of a league are played."""
