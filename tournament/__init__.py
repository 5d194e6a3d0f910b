"""The tournament: players, rounds, games, private links and the results they carry."""
