"""What players are asked about their game, and what they can do in its case."""
