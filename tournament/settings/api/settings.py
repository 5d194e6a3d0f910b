"""The settings in the API: reading all of them, changing a step."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.policy.codec import PolicyError, policy_as_json, policy_from_json
from adjudication.rules.presets import PRESETS
from api.permissions import OwnersChangeSettings, OwnersRead
from api.problems import rules_departure
from api.serializers import Body, HalfPointsField, ModelBody, SureBody, choices
from api.viewsets import TournamentViewSet
from tournament.common.locks import locked_tournament
from tournament.common.versions import Version, version_of
from tournament.errors import UserError
from tournament.models import HandicapPolicy, PairingMethod, Tournament
from tournament.settings import services
from tournament.settings.rated import clause_text, new_departures
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
from tournament.spoken import translated
from tournament.state.codec import CodecError, from_json, to_json
from tournament.tournaments.services import LONGEST_SLUG

T = TypeVar("T")


def setting_names(settings: type) -> tuple[str, ...]:
    """Return the names of a step's settings."""
    return tuple(column.name for column in fields(settings))


def required_kwargs(settings: type) -> dict[str, Any]:
    """Return the options that make a step's columns required, because a step is returned whole."""
    return {name: {"required": True} for name in setting_names(settings)}


class ValueField(serializers.DictField):
    """A value of the core as an object; sending some of its members changes just these."""

    def to_representation(self, value: Any) -> Any:
        """Return all of its members."""
        return plain_value(value)


class EventStep(ModelBody):
    """The tournament's name, place, dates and rules."""

    slug = serializers.CharField(max_length=LONGEST_SLUG)
    rules = serializers.ChoiceField(choices=choices(PRESETS))

    class Meta:
        """The columns of the step."""

        model = Tournament
        fields = setting_names(EventSettings)
        extra_kwargs = required_kwargs(EventSettings)


class EventChange(SureBody, EventStep):
    """Settings of the step to change."""

    class Meta(EventStep.Meta):
        """The columns of the step, and a confirmation of departures."""

        fields = (*setting_names(EventSettings), "sure")


class SystemStep(Body):
    """How rounds are paired, and on what terms. Komi is in points."""

    method = serializers.ChoiceField(choices=choices(PairingMethod.values))
    handicap_policy = serializers.ChoiceField(choices=choices(HandicapPolicy.values))
    komi = HalfPointsField(source="komi_half")
    handicap_komi = HalfPointsField(source="handicap_komi_half")
    parameters = ValueField(
        help_text="As in the JSON export; what is left out of an inner object stays."
    )


class SystemChange(SureBody, SystemStep):
    """Settings of the step to change."""


class TimeStep(ModelBody):
    """The time of players and of rounds; null where there is none."""

    clock = ValueField(help_text="As in the JSON export; what is left out stays.")

    class Meta:
        """The columns of the step."""

        model = Tournament
        fields = setting_names(TimeSettings)
        extra_kwargs = required_kwargs(TimeSettings)


class TimeChange(SureBody, TimeStep):
    """Settings of the step to change."""

    class Meta(TimeStep.Meta):
        """The columns of the step, and a confirmation of departures."""

        fields = (*setting_names(TimeSettings), "sure")


class ResultsStep(ModelBody):
    """Who reports, who may change a confirmed result, whether players register themselves."""

    class Meta:
        """The columns of the step."""

        model = Tournament
        fields = setting_names(ResultSettings)
        extra_kwargs = required_kwargs(ResultSettings)


class ResultsChange(SureBody, ResultsStep):
    """Settings of the step to change."""

    class Meta(ResultsStep.Meta):
        """The columns of the step, and a confirmation of departures."""

        fields = (*setting_names(ResultSettings), "sure")


class DisputesStep(Body):
    """What the tournament itself decides about things that go wrong."""

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

    @action(detail=True, url_path="settings/event", body_class=EventChange)
    def settings_of_event(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps; use the ETag for `If-Match`.
        """
        return self.shown()

    @settings_of_event.mapping.patch
    def patch_settings_of_event(self, request: Request, slug: str) -> Response:
        """Change the event.

        Change some of the name, place, dates and rules.
        """
        return self.changed(services.change_event, event_settings, self.body)

    @action(detail=True, url_path="settings/system", body_class=SystemChange)
    def settings_of_system(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps; use the ETag for `If-Match`.
        """
        return self.shown()

    @settings_of_system.mapping.patch
    def patch_settings_of_system(self, request: Request, slug: str) -> Response:
        """Change the system.

        Change some of the settings of pairing, handicaps and komi.
        """
        return self.changed(services.change_system, system_settings, self.body)

    @action(detail=True, url_path="settings/time", body_class=TimeChange)
    def settings_of_time(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps; use the ETag for `If-Match`.
        """
        return self.shown()

    @settings_of_time.mapping.patch
    def patch_settings_of_time(self, request: Request, slug: str) -> Response:
        """Change the times.

        Change some of the clocks and dates.
        """
        return self.changed(services.change_time, time_settings, self.body)

    @action(detail=True, url_path="settings/results", body_class=ResultsChange)
    def settings_of_results(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps; use the ETag for `If-Match`.
        """
        return self.shown()

    @settings_of_results.mapping.patch
    def patch_settings_of_results(self, request: Request, slug: str) -> Response:
        """Change who reports.

        Change who reports, until when results may be reopened, and who registers.
        """
        return self.changed(services.change_results, result_settings, self.body)

    @action(detail=True, url_path="settings/disputes", body_class=DisputesStep)
    def settings_of_disputes(self, request: Request, slug: str) -> Response:
        """Show the settings.

        Return all steps; use the ETag for `If-Match`.
        """
        return self.shown()

    @settings_of_disputes.mapping.patch
    def patch_settings_of_disputes(self, request: Request, slug: str) -> Response:
        """Change disputes.

        Change some of what the tournament itself decides.
        """
        row = locked_tournament(self.terms.id)
        before = policy_as_json(ruling_settings(row).rulings)
        try:
            policy = policy_from_json(merge_fields(before, self.body.get("rulings", {})))
        except PolicyError as error:
            raise UserError(
                "rulings", field=f"rulings.{error.field}", text=translated(error.text)
            ) from error
        services.change_disputes(tournament_id=self.terms.id, settings=RulingSettings(policy))
        return self.shown()

    def version(self) -> Version | None:
        """Return the version of the settings, which all steps share."""
        return version_of(Tournament, pk=self.terms.id)

    def shown(self) -> Response:
        """Return the settings as they are now."""
        return self.answer(setup_of(self.terms.id))

    def changed(
        self,
        change: Callable[..., Tournament],
        read: Callable[[Tournament], Any],
        sent: Mapping[str, Any],
    ) -> Response:
        """Change a step and return all steps; fields that a call leaves out keep their values.

        Raises a problem, which rolls the change back, for new departures in rated mode unless they
        are confirmed.
        """
        sent = dict(sent)
        sure = sent.pop("sure", False)
        row = locked_tournament(self.terms.id)
        before = read(row)
        for name in ("parameters", "clock"):
            if name in sent:
                sent[name] = _read(getattr(before, name), sent[name], name)
        saved = change(tournament_id=row.pk, settings=replace(before, **sent))
        clauses = () if sure else new_departures(row, saved)
        if clauses:
            raise rules_departure((clause.key, clause_text(clause)) for clause in clauses)
        return self.shown()


def _read(before: T, change: dict[str, Any], field: str) -> T:
    """Return a value with some fields changed. Raises UserError naming the wrong one."""
    kind: Callable[..., T] = type(before)
    try:
        return from_json(kind, merge_fields(to_json(before), change))  # type: ignore[arg-type]
    except CodecError as error:
        path = f"{field}.{error.path}" if error.path else field
        raise UserError("wrong_value", field=path, text=f"{error.text}.") from error


def merge_fields(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Return an object with some fields changed, inner objects likewise."""
    return before | {
        name: merge_fields(before[name], value)
        if isinstance(value, dict) and isinstance(before.get(name), dict)
        else value
        for name, value in change.items()
    }
