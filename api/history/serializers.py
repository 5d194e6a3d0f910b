"""Events of the trail as JSON: by numbers, as they were written."""

from typing import Any

from rest_framework import serializers

from api.http.fields import Paged, choices
from tournament.selectors.history import KINDS, Event


class EventShown(serializers.Serializer):
    """One thing that somebody did."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    verb = serializers.CharField(help_text="Such as `result.entered`.")
    role = serializers.CharField(help_text="A role, `system` or `superuser`.")
    name = serializers.CharField(help_text="Who did it; nothing where the name was erased.")
    round = serializers.IntegerField(allow_null=True)
    board = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=serializers.IntegerField())
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    reason = serializers.CharField()
    undoes = serializers.IntegerField(allow_null=True)
    undone_by = serializers.IntegerField(allow_null=True)

    def to_representation(self, instance: Event) -> dict[str, Any]:
        """Return an event."""
        same = (
            "id", "verb", "role", "name", "before", "after", "reason", "undoes",
            "undone_by",
        )  # fmt: skip
        return {
            **{name: getattr(instance, name) for name in same},
            "at": instance.at.isoformat(),
            "round": instance.round_number,
            "board": instance.table,
            "players": list(instance.players),
        }


class HistoryAsked(Paged):
    """Which events."""

    round = serializers.IntegerField(required=False, min_value=1, max_value=99)
    board = serializers.IntegerField(required=False, min_value=1, max_value=9999)
    player = serializers.IntegerField(required=False, min_value=1, max_value=99_999)
    kind = serializers.ChoiceField(required=False, choices=choices(KINDS))
