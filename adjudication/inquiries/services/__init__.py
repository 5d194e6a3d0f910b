"""The use cases: one function and one transaction each."""
