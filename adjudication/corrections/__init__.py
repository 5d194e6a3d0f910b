"""What was published and is put right: corrections, the history, undoing."""
