"""Rounds whose moment to open has come and that wait all the same: for what, and since when.

What the program tried and could not do is told on the round itself (``Round.opening_refused``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import PlannedRound, RoundState
from tournament.selectors.public import RoundGames


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why a round waits, by a code that is stable, and since when; ``number`` is of the other."""

    code: str
    since: datetime
    number: int = 0

    @property
    def text(self) -> "str | Promise":
        """Return the reason as a sentence."""
        return _WHY[self.code] % {"number": self.number}


@dataclass(frozen=True, slots=True)
class WaitingRound:
    """A round that waits to open."""

    number: int
    waits: Waiting


_WHY = {
    "schedule_held": _("The tournament was restored, and its dates do not count yet."),
    "round_missing": _("Round %(number)d comes before it and is not prepared yet."),
    "round_before": _("Round %(number)d comes before it and is still in preparation."),
}


def waiting(
    number: int,
    opens_at: datetime | None,
    *,
    states: Mapping[int, str],
    held_at: datetime | None,
    now: datetime,
) -> Waiting | None:
    """Return why a round does not open that is neither published nor was refused.

    ``states`` are those of the rounds that there are, by their numbers. None where its moment is
    yet to come, and where nothing keeps it from opening within seconds.
    """
    if opens_at is None or opens_at > now:
        return None
    if held_at is not None:
        return Waiting("schedule_held", max(opens_at, held_at))
    drafts = [one for one, state in states.items() if state == RoundState.DRAFT and one < number]
    if drafts:
        return Waiting("round_before", opens_at, min(drafts))
    following = max(states, default=0) + 1
    return Waiting("round_missing", opens_at, following) if number > following else None


def waiting_plans(tournament_id: int, rounds: tuple[RoundGames, ...]) -> tuple[WaitingRound, ...]:
    """Return the planned rounds that wait for one before them, in one query.

    ``rounds`` are all that the tournament has.
    """
    now = timezone.now()
    states = {one.number: one.state for one in rounds}
    due = PlannedRound.objects.filter(tournament=tournament_id, opens_at__lte=now)
    found = [
        (number, waiting(number, opens_at, states=states, held_at=None, now=now))
        for number, opens_at in due.order_by("number").values_list("number", "opens_at")
    ]
    return tuple(WaitingRound(number, why) for number, why in found if why is not None)
