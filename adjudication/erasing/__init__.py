"""Erasing who a player is: from the tournament, its cases, its mails and the API's answers."""
