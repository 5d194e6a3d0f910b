"""The end of a tournament: the checklist, closing, the files to send."""
