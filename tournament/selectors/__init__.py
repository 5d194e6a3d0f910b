"""Reads: one function a question, plain frozen values as the answer, so no template can query."""
