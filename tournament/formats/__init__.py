"""The file formats of the field: bytes to values and back. No Django, no database, no disk."""
