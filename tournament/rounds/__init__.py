"""Rounds and their boards: pairing, drafts, publishing, the clock."""
