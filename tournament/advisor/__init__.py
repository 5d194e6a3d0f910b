"""The format advisor: formats compared for the players of a tournament before it begins."""
