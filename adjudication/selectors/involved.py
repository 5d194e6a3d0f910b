"""Who cannot be on the committee of a case, and why."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Value
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from adjudication.models import Appeal, Case, Ruling, Statement
from tournament.models import Person, Player, TeamSeat

Text = str | Promise

PARTY = _("The case is about this player.")
RULED = _("Has ruled in this case.")
OPENED = _("Has brought this case up.")
SAID = _("Has made a statement in this case.")
TEAM = _("Plays in a team with one of the players.")
SAME = _("Has the name of somebody who is involved: perhaps the same person.")


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


def _who_did(case_id: int) -> list[tuple[int, int]]:
    """Return the persons who did something in a case, with its place in :data:`DONE`, by place."""
    ruled = Ruling.objects.filter(case=case_id).values_list(Value(0), "by")
    appealed = Appeal.objects.filter(case=case_id).values_list(Value(1), "by")
    said = Statement.objects.filter(case=case_id).values_list(Value(2), "person")
    opened = Case.objects.filter(pk=case_id, opened_by__isnull=False)
    found = ruled.union(appealed, said, opened.values_list(Value(3), "opened_by"))
    return sorted(found)


def involved_in(case_id: int) -> Involved:
    """Return who is involved in a case; in four queries."""
    parties = list(Player.everybody.filter(cases=case_id))
    persons: dict[int, Text] = {}
    for place, key in _who_did(case_id):
        persons.setdefault(key, DONE[place])
    players: dict[int, Text] = dict.fromkeys((one.pk for one in parties), PARTY)
    seats = TeamSeat.objects.filter(team__seats__player__in=players)
    for player_id in seats.values_list("player", flat=True):
        players.setdefault(player_id, TEAM)
    people = Person.objects.filter(pk__in=persons).select_related("player")
    names = {one.player.name if one.player else one.name for one in people}
    for one in people:
        if one.player_id is not None:
            players.setdefault(one.player_id, persons[one.pk])
    names |= {one.name for one in parties}
    return Involved(persons, players, frozenset(name.strip().casefold() for name in names) - {""})
