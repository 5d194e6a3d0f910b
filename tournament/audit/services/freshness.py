"""Raising the counters from which open pages learn that something changed, without an event."""

from tournament.audit import queries
from tournament.common.locks import hold_trail


def pages_changed(tournament_id: int, *, public: bool = False) -> None:
    """Tell a tournament's open pages that something changed, in the transaction of the change.

    Events do so by themselves; verdicts and jobs call this. ``public`` is for what everybody may
    see. It takes the last of all locks: call it last.
    """
    hold_trail(tournament_id)
    queries.raise_counters(tournament_id, public=public)
