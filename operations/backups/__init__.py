"""Backups of the whole installation: made while it runs, verified, restored."""
