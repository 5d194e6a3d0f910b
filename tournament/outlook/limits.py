"""Limits on looking ahead: the time of a job, the number of events, the size of the field."""

FIRST_SECONDS = 1.2
"""After this long the first odds of new results are stored and shown."""
SLICE_SECONDS = 2.0
"""After this long the next job continues, behind any that are more urgent."""
LOOKS_UP = 0.25
"""How often, in seconds, work that only makes odds surer checks whether something newer waits."""
EXACT_SECONDS = 4.0
"""Every way an event can end is looked at only if that takes no longer than about this."""
EVENTS = 500
"""How many events are played on from the results as they stand."""
FAIRLY_SURE = 100
"""Open pages are told after this many, between the first and the last."""
EARLIER_EVENTS = 200
"""How many for the chart's lines, from the results after an earlier round."""
CERTAIN_SECONDS = 60.0
"""Boards are not called certain if it takes longer than this to find out."""
MOST_PLAYERS = 400
"""No odds are worked out for larger fields."""
