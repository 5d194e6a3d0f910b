"""Events of the trail as JSON: by numbers, as they were written."""

from rest_framework import serializers

from adjudication.corrections.selectors.history import KINDS
from api.serializers import MomentField, PageQuery, choices


class EventShown(serializers.Serializer):
    """One thing that somebody did."""

    id = serializers.IntegerField()
    at = MomentField()
    verb = serializers.CharField(help_text="Such as `result.entered`.")
    role = serializers.CharField(help_text="A role, `system` or `superuser`.")
    name = serializers.CharField(help_text="Who did it; nothing where the name was erased.")
    round = serializers.IntegerField(source="round_number", allow_null=True)
    board = serializers.IntegerField(source="table", allow_null=True)
    players = serializers.ListField(child=serializers.IntegerField())
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    reason = serializers.CharField()
    undoes = serializers.IntegerField(allow_null=True)
    undone_by = serializers.IntegerField(allow_null=True)


class HistoryAsked(PageQuery):
    """Which events."""

    round = serializers.IntegerField(required=False, min_value=1, max_value=99)
    board = serializers.IntegerField(required=False, min_value=1, max_value=9999)
    player = serializers.IntegerField(required=False, min_value=1, max_value=99_999)
    kind = serializers.ChoiceField(required=False, choices=choices(KINDS))
