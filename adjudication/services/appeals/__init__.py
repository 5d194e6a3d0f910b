"""Appeals: a committee of those not involved decides by majority, for good."""
