"""Whoever calls: what the token is, and what it may do."""
