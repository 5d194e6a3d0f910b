"""The tournament itself: creating it, and every step of setting it up."""
