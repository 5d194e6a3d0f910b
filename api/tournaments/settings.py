"""Settings: reading all of them, changing a step."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.policy.codec import PolicyError, policy_as_json, policy_from
from api.http.doors import READS_SETTINGS, SETTINGS
from api.http.operations import operation
from api.http.views import TournamentView
from api.tournaments.steps import (
    DisputesStep,
    EventStep,
    ResultsStep,
    SettingsShown,
    SystemStep,
    TimeStep,
    merged,
)
from tournament.errors import UserError
from tournament.models import Tournament
from tournament.selectors.setup import (
    event_settings,
    result_settings,
    ruling_settings,
    setup_of,
    system_settings,
    time_settings,
)
from tournament.services import settings
from tournament.services.locks import locked_tournament
from tournament.spoken import spoken
from tournament.state.codec import CodecError, from_json, to_json

T = TypeVar("T")


class Settings(TournamentView):
    """All settings of a tournament."""

    @operation("Show the settings", door=READS_SETTINGS, gives=SettingsShown)
    def get(self, request: Request, slug: str) -> Response:
        """Return all steps."""
        return self.shown()

    def shown(self) -> Response:
        """Return the settings as they are now."""
        return self.given(setup_of(self.terms.id))


class Step(Settings):
    """One step of the settings; it is read with all the others."""

    @operation("Show the settings", door=READS_SETTINGS, gives=SettingsShown)
    def get(self, request: Request, slug: str) -> Response:
        """Return all steps: the ETag is for `If-Match`."""
        return self.shown()

    def present(self, read: Callable[[Tournament], T]) -> T:
        """Return a step as it is now, locked: what a call leaves out stays as others set it."""
        return read(locked_tournament(self.terms.id))


class SettingsOfEvent(Step):
    """Name, place, dates and rules."""

    @operation("Change the event", door=SETTINGS, takes=EventStep, gives=SettingsShown)
    def patch(self, request: Request, slug: str) -> Response:
        """Change some of name, place, dates and rules."""
        before = self.present(event_settings)
        settings.change_event(tournament_id=self.terms.id, settings=replace(before, **self.taken()))
        return self.shown()


class SettingsOfSystem(Step):
    """How rounds are paired."""

    @operation("Change the system", door=SETTINGS, takes=SystemStep, gives=SettingsShown)
    def patch(self, request: Request, slug: str) -> Response:
        """Change some of how rounds are paired, and of handicaps and komi."""
        taken = self.taken()
        before = self.present(system_settings)
        told = {f"{key}_half" if "komi" in key else key: taken[key] for key in taken}
        if "parameters" in told:
            told["parameters"] = _read(before.parameters, told["parameters"], "parameters")
        settings.change_system(tournament_id=self.terms.id, settings=replace(before, **told))
        return self.shown()


class SettingsOfTime(Step):
    """Clocks and dates."""

    @operation("Change the times", door=SETTINGS, takes=TimeStep, gives=SettingsShown)
    def patch(self, request: Request, slug: str) -> Response:
        """Change some of the clocks and dates."""
        told = self.taken()
        before = self.present(time_settings)
        if "clock" in told:
            told["clock"] = _read(before.clock, told["clock"], "clock")
        settings.change_time(tournament_id=self.terms.id, settings=replace(before, **told))
        return self.shown()


class SettingsOfResults(Step):
    """Who reports."""

    @operation("Change who reports", door=SETTINGS, takes=ResultsStep, gives=SettingsShown)
    def patch(self, request: Request, slug: str) -> Response:
        """Change who reports, what is reopened, who registers."""
        before = self.present(result_settings)
        settings.change_results(
            tournament_id=self.terms.id, settings=replace(before, **self.taken())
        )
        return self.shown()


class SettingsOfDisputes(Step):
    """What happens where something goes wrong."""

    @operation("Change disputes", door=SETTINGS, takes=DisputesStep, gives=SettingsShown)
    def patch(self, request: Request, slug: str) -> Response:
        """Change some of what the tournament settles itself."""
        before = policy_as_json(self.present(ruling_settings).rulings)
        try:
            policy = policy_from(merged(before, self.taken().get("rulings", {})))
        except PolicyError as error:
            raise UserError(
                "rulings", field=f"rulings.{error.field}", text=spoken(error.text)
            ) from error
        settings.change_disputes(tournament_id=self.terms.id, policy=policy)
        return self.shown()


def _read(before: T, change: dict[str, Any], field: str) -> T:
    """Return a value with some of its fields changed. Raises UserError naming the wrong one."""
    kind: Callable[..., T] = type(before)
    try:
        return from_json(kind, merged(to_json(before), change))  # type: ignore[arg-type]
    except CodecError as error:
        path = f"{field}.{error.path}" if error.path else field
        raise UserError("wrong_value", field=path, text=f"{error.text}.") from error
