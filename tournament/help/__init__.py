"""Help for the three who use the product, and the words of the game and of tournaments."""
