"""What a correction would do, before it is done."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.corrections.selectors.effects import Moved
from adjudication.corrections.selectors.history import names_of
from adjudication.corrections.services.trying import Change, foresee
from adjudication.corrections.views.event_sentences import event_sentence
from tournament.standings.effects import PairedFrom

MOST_MOVES = 12


@dataclass(frozen=True, slots=True)
class Preview:
    """The sentence that will be in the history, who moves, and what was paired from the old.

    ``more`` is the number of players whose moves are not told.
    """

    sentence: str
    moves: tuple[str, ...]
    more: int
    paired: tuple[str, ...]


def preview(tournament_id: int, round_number: int, change: Change) -> Preview:
    """Try a change out and tell what comes of it. Raises what the change raises."""
    names = names_of(tournament_id)
    event, effects = foresee(change, tournament_id=tournament_id, round_number=round_number)
    return Preview(
        sentence=event_sentence(event, names),
        moves=tuple(move_line(one) for one in effects.moved[:MOST_MOVES]),
        more=max(0, len(effects.moved) - MOST_MOVES),
        paired=tuple(paired_line(one) for one in effects.paired if one.tables),
    )


def move_line(one: Moved) -> str:
    """Return what happens to one player's place, in a sentence."""
    values = {"name": one.player.name, "was": one.place_before, "now": one.place_after}
    if one.place_before == one.place_after:
        return _("%(name)s: stays at place %(now)s, with another score") % values
    return _("%(name)s: from place %(was)s to %(now)s") % values


def paired_line(one: PairedFrom) -> str:
    """Return which boards of a later round were paired from the old values, in a sentence."""
    boards = ", ".join(str(table) for table in one.tables)
    return ngettext(
        "Round %(number)s is already paired from what was known: board %(boards)s.",
        "Round %(number)s is already paired from what was known: boards %(boards)s.",
        len(one.tables),
    ) % {"number": one.round, "boards": boards}
