"""Players: entering, finding, checking in, withdrawing."""
