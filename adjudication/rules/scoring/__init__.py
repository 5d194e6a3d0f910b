"""Counting a finished game: area, territory, and the letter of Article 8."""
