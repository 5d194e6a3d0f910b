"""Who cannot be on the committee of a case, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from adjudication.models import Appeal, Case, Ruling, Statement
from tournament.models import Player, TeamSeat

Text = str | Promise

PARTY = _("The case is about this player.")
RULED = _("Has ruled in this case.")
OPENED = _("Opened this case.")
SAID = _("Has made a statement in this case.")
TEAM = _("Plays in a team with one of the players.")
SAME = _("Has the same name as somebody involved: perhaps the same person.")


@dataclass(frozen=True, slots=True)
class Involved:
    """By persons, by players, and by names written small, why somebody is not free to judge."""

    persons: Mapping[int, Text]
    players: Mapping[int, Text]
    names: frozenset[str]

    def why(self, *, person_id: int | None, player_id: int | None, name: str) -> Text:
        """Return why this person cannot be on the committee, or an empty text."""
        found = self.players.get(player_id or 0) or self.persons.get(person_id or 0)
        if found:
            return found
        return SAME if player_id is None and name.strip().casefold() in self.names else ""


DONE = (RULED, PARTY, SAID, OPENED)
"""What somebody has done in a case: of several the first is the one that is told."""


@dataclass(frozen=True, slots=True)
class _Doer:
    """A person who did something in a case; ``place`` is what, in :data:`DONE`."""

    place: int
    person_id: int
    player_id: int | None
    name: str


def _doers(case_id: int) -> list[_Doer]:
    """Return who did something in a case, by what, in one query."""

    def rows(found: "QuerySet[Any]", place: int, who: str) -> "QuerySet[Any]":
        name = Coalesce(f"{who}__player__name", f"{who}__name")
        return found.values_list(Value(place), who, f"{who}__player", name)

    ruled = rows(Ruling.objects.filter(case=case_id), 0, "by")
    found = ruled.union(
        rows(Appeal.objects.filter(case=case_id), 1, "by"),
        rows(Statement.objects.filter(case=case_id), 2, "person"),
        rows(Case.objects.filter(pk=case_id, opened_by__isnull=False), 3, "opened_by"),
    )
    return sorted((_Doer(*row) for row in found), key=lambda one: one.place)


def involved_in(case_id: int) -> Involved:
    """Return who is involved in a case; in three queries."""
    parties = list(Player.everybody.filter(cases=case_id))
    persons: dict[int, Text] = {}
    doers = _doers(case_id)
    for one in doers:
        persons.setdefault(one.person_id, DONE[one.place])
    players: dict[int, Text] = dict.fromkeys((one.pk for one in parties), PARTY)
    seats = TeamSeat.objects.filter(team__seats__player__in=players)
    for player_id in seats.values_list("player", flat=True):
        players.setdefault(player_id, TEAM)
    for one in doers:
        if one.player_id is not None:
            players.setdefault(one.player_id, persons[one.person_id])
    names = {one.name for one in doers} | {one.name for one in parties}
    return Involved(persons, players, frozenset(name.strip().casefold() for name in names) - {""})
