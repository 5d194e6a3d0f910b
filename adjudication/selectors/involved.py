"""Who cannot be on the committee of a case, and why."""

from collections.abc import Mapping
from dataclasses import dataclass

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


def involved_in(case_id: int) -> Involved:
    """Return who is involved in a case; in six queries."""
    parties = list(Player.everybody.filter(cases=case_id))
    persons: dict[int, Text] = {}
    opened = Case.objects.filter(pk=case_id).values_list("opened_by", flat=True)
    # The first that holds is the one that is told.
    for keys, why in (
        (Ruling.objects.filter(case=case_id).values_list("by", flat=True), RULED),
        (Appeal.objects.filter(case=case_id).values_list("by", flat=True), PARTY),
        (Statement.objects.filter(case=case_id).values_list("person", flat=True), SAID),
        (opened, OPENED),
    ):
        for key in keys:
            if key is not None:
                persons.setdefault(key, why)
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
