"""Stored records judged again with the present engine."""
