"""Standings as JSON. Values are as they are shown: points with halves, SODOS with quarters."""

from typing import Any

from rest_framework import serializers

from api.http.fields import Question, choices
from api.players.serializers import PlayerNamed
from language.localtext import LocalText
from tournament.formats.recognise import Format
from tournament.selectors.standings import StandingLine, StandingsPage
from tournament.spoken import spoken
from tournament.standings.crosstable import Cell
from tournament.standings.metrics import METRICS
from tournament.standings.team_metrics import TEAM_METRICS


class CriterionShown(serializers.Serializer):
    """What the table is ordered by."""

    criterion = serializers.CharField()
    words = serializers.CharField()


class CellShown(serializers.Serializer):
    """A player's round."""

    round = serializers.IntegerField()
    seat = serializers.CharField(help_text="`black`, `white`, `bye`, `absent` or `unpaired`.")
    opponent = serializers.IntegerField(allow_null=True, help_text="The opponent's number.")
    sign = serializers.CharField(help_text="`+`, `-`, `=`, `?`, or nothing.")
    handicap = serializers.IntegerField()

    def to_representation(self, instance: Cell) -> dict[str, Any]:
        """Return a cell."""
        return {
            "round": instance.round,
            "seat": instance.seat.value,
            "opponent": instance.opponent,
            "sign": instance.sign,
            "handicap": instance.handicap,
        }


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
        scales = [METRICS[criterion].scale for criterion in instance.criteria]
        return {
            "after": instance.after,
            "rounds": list(instance.rounds),
            "criteria": [
                {"criterion": one.value, "words": spoken(METRICS[one].explanation)}
                for one in instance.criteria
            ],
            "lines": [_line(line, scales) for line in instance.lines],
            "provisional": instance.provisional,
            "teams": _teams(instance),
        }


class StandingsAsked(Question):
    """Which table."""

    after = serializers.IntegerField(
        required=False, min_value=0, max_value=99, help_text="After which round; else the latest."
    )


class ExportListed(serializers.Serializer):
    """A format, and what it cannot carry of this tournament."""

    format = serializers.ChoiceField(choices=choices(Format))
    lost = serializers.ListField(child=serializers.CharField())

    def to_representation(self, instance: tuple[Format, tuple[LocalText, ...]]) -> dict[str, Any]:
        """Return a format."""
        kind, lost = instance
        return {"format": kind.value, "lost": [spoken(sentence) for sentence in lost]}


def _line(line: StandingLine, scales: list[int]) -> dict[str, Any]:
    return {
        **PlayerNamed().to_representation(line.player),
        "number": line.number,
        "place": line.place,
        "values": [value / scale for value, scale in zip(line.values, scales, strict=True)],
        "rounds": [CellShown().to_representation(cell) for cell in line.cells],
    }


def _teams(page: StandingsPage) -> dict[str, Any] | None:
    if page.teams is None:
        return None
    scales = {one: TEAM_METRICS[one].scale for one in page.teams.criteria}
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
