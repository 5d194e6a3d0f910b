"""The tournament itself: creating it, and every step of its setup."""
