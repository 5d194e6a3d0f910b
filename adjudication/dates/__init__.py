"""The dates of rounds and games that the staff sets, and the cases that more time ends."""
