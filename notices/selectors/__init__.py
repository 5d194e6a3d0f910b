"""Reads of webhooks and mails that return plain values."""
