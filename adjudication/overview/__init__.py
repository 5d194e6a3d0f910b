"""The director's overview: what is to be done next, all rounds, and what went wrong."""
