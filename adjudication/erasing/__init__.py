"""Erasing a player's identity from the tournament, its cases, its mails and the API's answers."""
