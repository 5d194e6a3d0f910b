"""Asking for a comparison of formats, playing it out, and sharing it."""
