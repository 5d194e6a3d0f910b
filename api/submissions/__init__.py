"""Reports of players: results, records, answers, and the verdicts on them."""
