"""The dates of rounds and games as the staff sets them, and the cases that more time ends."""
