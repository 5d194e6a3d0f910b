"""The settings of a tournament, step by step as the pages ask for them."""

from typing import Any

from rest_framework import serializers

from adjudication.rules.presets import PRESETS
from api.serializers import Body, HalfPointsField, choices
from tournament.models import HandicapPolicy, PairingMethod, Reopening, Reporting
from tournament.settings.selectors.setup import plain_value


class ValueField(serializers.DictField):
    """A value of the core as an object; some of its members are sent to change these."""

    def to_representation(self, value: Any) -> Any:
        """Return all of its members."""
        return plain_value(value)


class EventStep(Body):
    """What the tournament is called, where and when it is played, under which rules."""

    name = serializers.CharField(max_length=120)
    slug = serializers.CharField(max_length=60)
    city = serializers.CharField(max_length=80, allow_blank=True)
    starts_on = serializers.DateField(allow_null=True)
    ends_on = serializers.DateField(allow_null=True)
    director_name = serializers.CharField(max_length=120, allow_blank=True)
    rules = serializers.ChoiceField(choices=choices(PRESETS))
    board_size = serializers.IntegerField(min_value=2, max_value=25)
    internet = serializers.BooleanField()


class SystemStep(Body):
    """How rounds are paired and on what terms. Komi is in points."""

    method = serializers.ChoiceField(choices=choices(PairingMethod.values))
    handicap_policy = serializers.ChoiceField(choices=choices(HandicapPolicy.values))
    komi = HalfPointsField(source="komi_half")
    handicap_komi = HalfPointsField(source="handicap_komi_half")
    parameters = ValueField(
        help_text="As in the JSON export; what is left out of an inner object stays."
    )


class TimeStep(Body):
    """The players' time, and the round's; null where there is none."""

    clock = ValueField(help_text="As in the JSON export; what is left out stays.")
    round_minutes = serializers.IntegerField(allow_null=True, min_value=1, max_value=1440)
    report_minutes = serializers.IntegerField(allow_null=True, min_value=0, max_value=1440)
    play_by_days = serializers.IntegerField(allow_null=True, min_value=1, max_value=365)
    reschedule_days = serializers.IntegerField(allow_null=True, min_value=0, max_value=365)
    reschedule_times = serializers.IntegerField(allow_null=True, min_value=0, max_value=100)
    auto_pair = serializers.BooleanField()


class ResultsStep(Body):
    """Who reports, who may change what is confirmed, whether players register themselves."""

    reporting = serializers.ChoiceField(choices=choices(Reporting.values))
    reopening = serializers.ChoiceField(choices=choices(Reopening.values))
    registration_open = serializers.BooleanField()
    hide_minors = serializers.BooleanField()


class DisputesStep(Body):
    """What the tournament settles itself where something goes wrong."""

    rulings = ValueField(help_text="What is left out stays.")


class SettingsShown(serializers.Serializer):
    """All settings of a tournament."""

    event = EventStep()
    system = SystemStep()
    time = TimeStep()
    results = ResultsStep()
    disputes = DisputesStep()
    played = serializers.IntegerField(help_text="The last round that was published; 0 for none.")


def merged(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Return an object with some of its fields changed, inner objects likewise."""
    return before | {
        name: merged(before[name], value)
        if isinstance(value, dict) and isinstance(before.get(name), dict)
        else value
        for name, value in change.items()
    }
