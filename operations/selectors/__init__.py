"""Reads of operations, as plain values."""
