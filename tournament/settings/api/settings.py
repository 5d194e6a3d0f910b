"""The settings in the API: reading all of them, changing a step."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.policy.codec import PolicyError, policy_as_json, policy_from
from adjudication.rules.presets import PRESETS
from api.permissions import OwnersChangeSettings, OwnersRead
from api.serializers import Body, HalfPointsField, ModelBody, choices
from api.viewsets import TournamentViewSet
from tournament.common.locks import locked_tournament
from tournament.common.versions import Version, version_of
from tournament.errors import UserError
from tournament.models import HandicapPolicy, PairingMethod, Tournament
from tournament.settings import services
from tournament.settings.selectors import (
    EventSettings,
    ResultSettings,
    RulingSettings,
    TimeSettings,
    event_settings,
    plain_value,
    result_settings,
    ruling_settings,
    setup_of,
    system_settings,
    time_settings,
)
from tournament.spoken import spoken
from tournament.state.codec import CodecError, from_json, to_json
from tournament.tournaments.services import LONGEST_SLUG

T = TypeVar("T")


def columns(settings: type) -> tuple[str, ...]:
    """Return the names of a step's settings."""
    return tuple(column.name for column in fields(settings))


def required(settings: type) -> dict[str, Any]:
    """Return the options of a step's columns: a step is answered whole."""
    return {name: {"required": True} for name in columns(settings)}


class ValueField(serializers.DictField):
    """A value of the core as an object; some of its members are sent to change these."""

    def to_representation(self, value: Any) -> Any:
        """Return all of its members."""
        return plain_value(value)


class EventStep(ModelBody):
    """What the tournament is called, where and when it is played, under which rules."""

    slug = serializers.CharField(max_length=LONGEST_SLUG)
    rules = serializers.ChoiceField(choices=choices(PRESETS))

    class Meta:
        """The columns of the step."""

        model = Tournament
        fields = columns(EventSettings)
        extra_kwargs = required(EventSettings)


class SystemStep(Body):
    """How rounds are paired and on what terms. Komi is in points."""

    method = serializers.ChoiceField(choices=choices(PairingMethod.values))
    handicap_policy = serializers.ChoiceField(choices=choices(HandicapPolicy.values))
    komi = HalfPointsField(source="komi_half")
    handicap_komi = HalfPointsField(source="handicap_komi_half")
    parameters = ValueField(
        help_text="As in the JSON export; what is left out of an inner object stays."
    )


class TimeStep(ModelBody):
    """The players' time, and the round's; null where there is none."""

    clock = ValueField(help_text="As in the JSON export; what is left out stays.")

    class Meta:
        """The columns of the step."""

        model = Tournament
        fields = columns(TimeSettings)
        extra_kwargs = required(TimeSettings)


class ResultsStep(ModelBody):
    """Who reports, who may change what is confirmed, whether players register themselves."""

    class Meta:
        """The columns of the step."""

        model = Tournament
        fields = columns(ResultSettings)
        extra_kwargs = required(ResultSettings)


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


class SettingsViewSet(TournamentViewSet):
    """The settings of a tournament, step by step as the pages ask for them."""

    tag = "tournaments"
    versioned = "slug"
    permission_classes = (OwnersRead | OwnersChangeSettings,)
    serializer_class = SettingsShown

    @action(detail=True, url_path="settings")
    def all_settings(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps.
        """
        return self.shown()

    @action(detail=True, url_path="settings/event", body_class=EventStep)
    def settings_of_event(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps: the ETag is for `If-Match`.
        """
        return self.shown()

    @settings_of_event.mapping.patch
    def patch_settings_of_event(self, request: Request, slug: str) -> Response:
        """Change the event.

        Change some of name, place, dates and rules.
        """
        before = self.present(event_settings)
        services.change_event(tournament_id=self.terms.id, settings=replace(before, **self.body))
        return self.shown()

    @action(detail=True, url_path="settings/system", body_class=SystemStep)
    def settings_of_system(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps: the ETag is for `If-Match`.
        """
        return self.shown()

    @settings_of_system.mapping.patch
    def patch_settings_of_system(self, request: Request, slug: str) -> Response:
        """Change the system.

        Change some of how rounds are paired, and of handicaps and komi.
        """
        change = dict(self.body)
        before = self.present(system_settings)
        if "parameters" in change:
            change["parameters"] = _read(before.parameters, change["parameters"], "parameters")
        services.change_system(tournament_id=self.terms.id, settings=replace(before, **change))
        return self.shown()

    @action(detail=True, url_path="settings/time", body_class=TimeStep)
    def settings_of_time(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps: the ETag is for `If-Match`.
        """
        return self.shown()

    @settings_of_time.mapping.patch
    def patch_settings_of_time(self, request: Request, slug: str) -> Response:
        """Change the times.

        Change some of the clocks and dates.
        """
        change = dict(self.body)
        before = self.present(time_settings)
        if "clock" in change:
            change["clock"] = _read(before.clock, change["clock"], "clock")
        services.change_time(tournament_id=self.terms.id, settings=replace(before, **change))
        return self.shown()

    @action(detail=True, url_path="settings/results", body_class=ResultsStep)
    def settings_of_results(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps: the ETag is for `If-Match`.
        """
        return self.shown()

    @settings_of_results.mapping.patch
    def patch_settings_of_results(self, request: Request, slug: str) -> Response:
        """Change who reports.

        Change who reports, what is reopened, who registers.
        """
        before = self.present(result_settings)
        services.change_results(tournament_id=self.terms.id, settings=replace(before, **self.body))
        return self.shown()

    @action(detail=True, url_path="settings/disputes", body_class=DisputesStep)
    def settings_of_disputes(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps: the ETag is for `If-Match`.
        """
        return self.shown()

    @settings_of_disputes.mapping.patch
    def patch_settings_of_disputes(self, request: Request, slug: str) -> Response:
        """Change disputes.

        Change some of what the tournament settles itself.
        """
        before = policy_as_json(self.present(ruling_settings).rulings)
        try:
            policy = policy_from(merged(before, self.body.get("rulings", {})))
        except PolicyError as error:
            raise UserError(
                "rulings", field=f"rulings.{error.field}", text=spoken(error.text)
            ) from error
        services.change_disputes(tournament_id=self.terms.id, settings=RulingSettings(policy))
        return self.shown()

    def version(self) -> Version | None:
        """Return the version of the settings, which all steps share."""
        return version_of(Tournament, pk=self.terms.id)

    def shown(self) -> Response:
        """Return the settings as they are now."""
        return self.answer(setup_of(self.terms.id))

    def present(self, read: Callable[[Tournament], T]) -> T:
        """Return a step as it is now, locked: what a call leaves out stays as others set it."""
        return read(locked_tournament(self.terms.id))


def _read(before: T, change: dict[str, Any], field: str) -> T:
    """Return a value with some of its fields changed. Raises UserError naming the wrong one."""
    kind: Callable[..., T] = type(before)
    try:
        return from_json(kind, merged(to_json(before), change))  # type: ignore[arg-type]
    except CodecError as error:
        path = f"{field}.{error.path}" if error.path else field
        raise UserError("wrong_value", field=path, text=f"{error.text}.") from error


def merged(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Return an object with some of its fields changed, inner objects likewise."""
    return before | {
        name: merged(before[name], value)
        if isinstance(value, dict) and isinstance(before.get(name), dict)
        else value
        for name, value in change.items()
    }
