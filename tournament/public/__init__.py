"""What everybody may see, and each player's own page."""
