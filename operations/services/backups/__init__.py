"""Backups of the whole installation: taken while it runs, looked at before they count, restored."""
