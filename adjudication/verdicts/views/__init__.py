"""Pieces of pages that show what a record or a claim says."""
