"""Game records in bulk, brought by the staff."""
