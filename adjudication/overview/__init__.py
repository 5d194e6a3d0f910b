"""The director's overview: what to do next, all rounds, and what went wrong."""
