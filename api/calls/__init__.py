"""Calls and forms that are done once, whatever is sent again: their keys and answers."""
