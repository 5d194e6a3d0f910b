"""A large installation to measure in: many tournaments with all that years leave behind.

A quarter of the tournaments was imported with its results. In the others, of a hundred games 73
were entered by staff and 27 reported by a player, with a real record and its verdict, and confirmed
by the other; one report of fifty was contested and went to a referee. A twentieth of the
tournaments is being played: the last round has half of its results, and its cases are open.
"""
