"""Reads of tokens that return plain values."""
