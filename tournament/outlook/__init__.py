"""The outlook of a running tournament: expected scores, live odds, boards that are certain."""
