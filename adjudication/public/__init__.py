"""What everybody may see of a round, with verdicts and rulings beside its results."""
