"""Tournaments from and to the files of other programs."""
