"""What is announced, delivered and mailed, and who wants it."""
