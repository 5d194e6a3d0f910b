"""Settings: reading all of them, changing a step."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.policy.codec import PolicyError, policy_as_json, policy_from
from api.permissions import (
    OwnersChangeSettings,
    OwnersRead,
)
from api.viewsets import TournamentViewSet
from tournament.common.locks import locked_tournament
from tournament.errors import UserError
from tournament.models import Tournament
from tournament.settings.api.steps import (
    DisputesStep,
    EventStep,
    ResultsStep,
    SettingsShown,
    SystemStep,
    TimeStep,
    merged,
)
from tournament.settings.selectors.setup import (
    event_settings,
    result_settings,
    ruling_settings,
    setup_of,
    system_settings,
    time_settings,
)
from tournament.settings.services import settings
from tournament.spoken import spoken
from tournament.state.codec import CodecError, from_json, to_json

T = TypeVar("T")


class SettingsViewSet(TournamentViewSet):
    """The settings of a tournament, step by step as the pages ask for them."""

    tag = "tournaments"
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
        settings.change_event(tournament_id=self.terms.id, settings=replace(before, **self.body))
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
        told = dict(self.body)
        before = self.present(system_settings)
        if "parameters" in told:
            told["parameters"] = _read(before.parameters, told["parameters"], "parameters")
        settings.change_system(tournament_id=self.terms.id, settings=replace(before, **told))
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
        told = dict(self.body)
        before = self.present(time_settings)
        if "clock" in told:
            told["clock"] = _read(before.clock, told["clock"], "clock")
        settings.change_time(tournament_id=self.terms.id, settings=replace(before, **told))
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
        settings.change_results(tournament_id=self.terms.id, settings=replace(before, **self.body))
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
        settings.change_disputes(tournament_id=self.terms.id, policy=policy)
        return self.shown()

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
