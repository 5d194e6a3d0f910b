"""Texts in the languages we speak, for the cores, which know no gettext."""
