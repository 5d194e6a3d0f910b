"""The API of appeals."""
