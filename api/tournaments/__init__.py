"""Tournaments: what they are called, what they are played on, their settings."""
