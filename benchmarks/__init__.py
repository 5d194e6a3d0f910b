"""Measurements, each a command to run again; none of them is a test."""
