"""Calls and forms that take effect only once, even if sent again: their keys and answers."""
