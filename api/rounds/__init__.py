"""Rounds: pairing with its reasons, publishing, boards, results, the clock."""
