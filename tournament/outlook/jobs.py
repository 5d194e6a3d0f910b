"""How long a look ahead works, and how surely."""

SLICE_SECONDS = 2.0
"""After this long the next job goes on, behind whoever is more urgent."""
EXACT_SECONDS = 4.0
"""Every way in which an event can end is looked at only where that takes no longer, about."""
EVENTS = 500
"""So many events are played on from the results as they stand."""
EARLIER_EVENTS = 200
"""So many for the line of the chart, from the results after an earlier round."""
CERTAIN_SECONDS = 60.0
"""Boards of which that takes longer to say are not called certain."""
MOST_PLAYERS = 400
"""In larger fields no odds are worked out."""
