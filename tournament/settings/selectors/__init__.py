"""Reads that return plain values."""
