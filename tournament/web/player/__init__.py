"""A player's own pages, and the way in through a private link."""
