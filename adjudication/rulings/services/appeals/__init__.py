"""Appeals: a player asks a committee to look at a ruling again, and its majority decides."""
