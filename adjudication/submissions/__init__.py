"""Results as players report them, the opponent's answer, and the verdict on the record."""
