"""Rounds: pair, change, publish, results as they come in."""
