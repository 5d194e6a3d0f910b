"""What can be done: one use case per function, one transaction each."""
