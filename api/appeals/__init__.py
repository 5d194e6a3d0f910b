"""Appeals: of players, and the committee that decides them."""
