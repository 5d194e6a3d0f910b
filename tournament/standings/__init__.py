"""Scores, tie-breaks and final order."""
