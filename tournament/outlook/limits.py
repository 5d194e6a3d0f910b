"""Limits of looking ahead: the time of a job, the number of events, the size of the field."""

FIRST_SECONDS = 1.2
"""After this long the first odds of new results are kept and shown."""
SLICE_SECONDS = 2.0
"""After this long the next job goes on, behind whoever is more urgent."""
LOOKS_UP = 0.25
"""After so many seconds work that only makes odds surer looks whether something newer waits."""
EXACT_SECONDS = 4.0
"""Every way in which an event can end is looked at only where that takes no longer, about."""
EVENTS = 500
"""So many events are played on from the results as they stand."""
FAIRLY_SURE = 100
"""Open pages are told after so many, between the first and the last."""
EARLIER_EVENTS = 200
"""So many for the line of the chart, from the results after an earlier round."""
CERTAIN_SECONDS = 60.0
"""Boards of which that takes longer to say are not called certain."""
MOST_PLAYERS = 400
"""In larger fields no odds are worked out."""
