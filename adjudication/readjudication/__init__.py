"""Judging stored records again with the present engine."""
