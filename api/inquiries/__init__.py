"""What players are asked about their games, what they answer, and what they raise themselves."""
