"""The end of a tournament: what is still missing, files for others."""
