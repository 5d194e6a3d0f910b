"""What can be done: one use case a function, one transaction each."""
