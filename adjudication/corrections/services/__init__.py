"""What can be done: one function and one transaction per use case."""
