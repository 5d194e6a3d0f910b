"""Mending what was entered, undoing it, and the record of both."""
