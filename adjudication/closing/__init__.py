"""The end of a tournament: the checklist, closing, and the files to send."""
