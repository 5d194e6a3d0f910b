"""The field's file formats: from bytes to values and back. No Django, no database, no disk."""
