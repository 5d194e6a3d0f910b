"""Webhooks of a tournament: what is told to which address, and what became of it."""
