"""Who works at the tournament, and the links that let people in."""
