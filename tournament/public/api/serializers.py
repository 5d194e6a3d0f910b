"""Standings as JSON. Values are as they are shown: points with halves, SODOS with quarters."""

from typing import Any

from rest_framework import serializers

from api.serializers import Query, SpokenField, choices
from tournament.formats.recognise import Format
from tournament.players.api.serializers import PlayerNamed
from tournament.public.selectors.standings import StandingLine, StandingsPage
from tournament.spoken import spoken
from tournament.standings.teams import TEAM_TIEBREAKS
from tournament.standings.tiebreaks import TIEBREAKS


class CriterionShown(serializers.Serializer):
    """What the table is ordered by."""

    criterion = serializers.CharField()
    words = serializers.CharField()


class CellShown(serializers.Serializer):
    """A player's round."""

    round = serializers.IntegerField()
    seat = serializers.CharField(
        source="seat.value", help_text="`black`, `white`, `bye`, `absent` or `unpaired`."
    )
    opponent = serializers.IntegerField(allow_null=True, help_text="The opponent's number.")
    sign = serializers.CharField(help_text="`+`, `-`, `=`, `?`, or nothing.")
    handicap = serializers.IntegerField()


class LineShown(PlayerNamed):
    """A player's place."""

    place = serializers.IntegerField()
    values = serializers.ListField(
        child=serializers.FloatField(), help_text="One for every criterion."
    )
    rounds = CellShown(many=True)


class TeamShown(serializers.Serializer):
    """A team's place."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    values = serializers.ListField(child=serializers.FloatField())


class TeamsShown(serializers.Serializer):
    """The table of teams."""

    criteria = serializers.ListField(child=serializers.CharField())
    lines = TeamShown(many=True)


class StandingsShown(serializers.Serializer):
    """The table after a round."""

    after = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.IntegerField())
    criteria = CriterionShown(many=True)
    lines = LineShown(many=True)
    provisional = serializers.IntegerField(
        help_text="How many games are without a result that stands."
    )
    teams = TeamsShown(allow_null=True)

    def to_representation(self, instance: StandingsPage) -> dict[str, Any]:
        """Return the table, with names as the public sees them."""
        scales = [TIEBREAKS[criterion].scale for criterion in instance.criteria]
        return {
            "after": instance.after,
            "rounds": list(instance.rounds),
            "criteria": [
                {"criterion": one.value, "words": spoken(TIEBREAKS[one].explanation)}
                for one in instance.criteria
            ],
            "lines": [_line(line, scales) for line in instance.lines],
            "provisional": instance.provisional,
            "teams": _teams(instance),
        }


class StandingsAsked(Query):
    """Which table."""

    after = serializers.IntegerField(
        required=False, min_value=0, max_value=99, help_text="After which round; else the latest."
    )


class ExportListed(serializers.Serializer):
    """A format, and what it cannot carry of this tournament."""

    format = serializers.ChoiceField(choices=choices(Format))
    lost = serializers.ListField(child=SpokenField())


def _line(line: StandingLine, scales: list[int]) -> dict[str, Any]:
    return {
        **PlayerNamed(line.player).data,
        "number": line.number,
        "place": line.place,
        "values": [value / scale for value, scale in zip(line.values, scales, strict=True)],
        "rounds": CellShown(line.cells, many=True).data,
    }


def _teams(page: StandingsPage) -> dict[str, Any] | None:
    if page.teams is None:
        return None
    scales = {one: TEAM_TIEBREAKS[one].scale for one in page.teams.criteria}
    return {
        "criteria": [one.value for one in page.teams.criteria],
        "lines": [
            {
                "place": row.place,
                "name": row.team.name,
                "values": [row.values[one] / scale for one, scale in scales.items()],
            }
            for row in page.teams.rows
        ],
    }
