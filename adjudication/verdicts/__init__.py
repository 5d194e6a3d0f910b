"""What the machine says about a game's record, and about what players claim."""
