"""A tournament as plain values, shared by the pairing, the standings and every file format.

Frozen dataclasses, enums and integers; no clock, no files, no Django. Rounds and tables are counted
from 1. Scores called X2 are doubled integers (a win is 2), komi is in half-points.
"""
