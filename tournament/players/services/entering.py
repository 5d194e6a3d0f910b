"""Entering players knowingly: who looks like somebody entered already is asked about first."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.changes import ParticipationChange
from tournament.common.locks import open_tournament
from tournament.errors import Conflict, UserError
from tournament.models import Absence, Player, Verb
from tournament.players.selectors.twins import Twin, Twins
from tournament.players.services.players import LAST_ROUND, add_players

BATCH = 500


@dataclass(frozen=True, slots=True)
class Newcomer:
    """What is entered of a player, a row not saved yet, and the rounds without them."""

    entry: Player
    absent: frozenset[int] = frozenset()


class KnownAlready(Conflict):
    """Somebody looks like an entry there is: ``twins`` by the place among the newcomers."""

    def __init__(self, twins: dict[int, tuple[Twin, ...]]) -> None:
        super().__init__(
            "player_known",
            field="surname",
            text=_("Somebody like this is in the list already: look at the entry below first."),
        )
        self.twins = twins


def rounds_before(number: int) -> frozenset[int]:
    """Return the rounds that somebody misses who comes for this one. Raises UserError."""
    if not 1 <= number <= LAST_ROUND:
        raise UserError("from_round", field="from_round", text=_("Choose one of the rounds."))
    return frozenset(range(1, number))


@transaction.atomic
def enter_players(
    *,
    tournament_id: int,
    newcomers: Sequence[Newcomer],
    knowingly: Collection[int] = (),
) -> list[Player]:
    """Enter players with the rounds they miss, all or nobody.

    ``knowingly`` are the places of those that are entered whoever they look like. Raises NotFound
    without the tournament, UserError for an entry that cannot be, and KnownAlready.
    """
    tournament = open_tournament(tournament_id)
    known = Twins(tournament.pk)
    twins = {
        place: found
        for place, newcomer in enumerate(newcomers)
        if place not in knowingly and (found := known.of(newcomer.entry))
    }
    if twins:
        raise KnownAlready(twins)
    rows = add_players(
        tournament_id=tournament.pk, entries=[newcomer.entry for newcomer in newcomers]
    )
    late = [row.pk for row, one in zip(rows, newcomers, strict=True) if one.absent]
    change = ParticipationChange(tournament.pk, player__in=late)
    Absence.objects.bulk_create(
        (
            Absence(player=row, round_number=number)
            for row, newcomer in zip(rows, newcomers, strict=True)
            for number in sorted(newcomer.absent)
        ),
        batch_size=BATCH,
    )
    change.record(Verb.PARTICIPATION)
    return rows
