"""Importing and exporting tournaments in other programs' formats."""
