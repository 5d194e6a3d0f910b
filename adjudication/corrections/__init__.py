"""Putting right what was published: corrections, the history, undoing."""
