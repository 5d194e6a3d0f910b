"""What may come of a tournament that runs: expected scores, live odds, boards that are certain."""
