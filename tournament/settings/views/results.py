"""Step 5: who brings results in, who may change them, who may register."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.common.setup_fields import Choice, Field, Section
from tournament.common.setup_typed import Typed, switch
from tournament.models import Reopening, Reporting
from tournament.settings.selectors.setup import ResultSettings, Setup, fingerprint
from tournament.settings.services.settings import change_results
from tournament.settings.views.step import Step


def values(settings: ResultSettings) -> dict[str, str]:
    """Return the settings as the form holds them."""
    return {
        "reporting": settings.reporting,
        "reopening": settings.reopening,
        "registration_open": switch(settings.registration_open),
        "hide_minors": switch(settings.hide_minors),
    }


def save(setup: Setup, typed: Typed, seen: str) -> str:
    """Save the step; return the tournament's address."""
    settings = ResultSettings(
        reporting=typed.text("reporting"),
        reopening=typed.text("reopening"),
        registration_open=typed.flag("registration_open"),
        hide_minors=typed.flag("hide_minors"),
    )
    change_results(tournament_id=setup.id, settings=settings, seen=seen)
    return setup.event.slug


def sections() -> tuple[Section, ...]:
    """Return the form."""
    return (
        Section(
            (
                Field(
                    "reporting",
                    _("Who reports results"),
                    kind="choice",
                    choices=(
                        Choice(
                            Reporting.BOTH,
                            _("Players and staff"),
                            _("Players report from their phones, the staff enters the rest."),
                        ),
                        Choice(
                            Reporting.PLAYERS,
                            _("Players"),
                            _("Both players say the same, and the result is final."),
                        ),
                        Choice(
                            Reporting.DIRECTOR,
                            _("Staff"),
                            _("Players see their games; results are entered at the desk."),
                        ),
                    ),
                ),
                Field(
                    "reopening",
                    _("Changing a result that both players confirmed"),
                    _("A mistake in writing can always be mended when both players agree."),
                    kind="choice",
                    choices=(
                        Choice(
                            Reopening.NEVER,
                            _("Never"),
                            _("Only both players together can, each with his own link."),
                        ),
                        Choice(
                            Reopening.NEXT_ROUND,
                            _("Until the next round is published"),
                            _("The director may, as long as no pairing depends on it."),
                        ),
                        Choice(
                            Reopening.ALWAYS,
                            _("Until the tournament is closed"),
                            _("The director may at any time; the history keeps both results."),
                        ),
                    ),
                ),
            )
        ),
        Section(
            (
                Field(
                    "registration_open",
                    _("Players may register themselves"),
                    _(
                        "A public page takes their entries; nobody is in the list before you "
                        "approve."
                    ),
                    kind="switch",
                ),
                Field(
                    "hide_minors",
                    _("Hide the names of players under age"),
                    _(
                        "Everybody sees a number in place of the name. The staff, the players of "
                        "a game and the files for rating lists keep it. Tick who is under age in "
                        "the list of players."
                    ),
                    kind="switch",
                ),
            ),
            title=_("Registration"),
        ),
    )


STEP = Step(
    key="results",
    title=gettext_lazy("Results"),
    lead=gettext_lazy("Who brings results in, and who may change them."),
    first="reporting",
    values=lambda setup: values(setup.results),
    sections=lambda setup, typed: sections(),
    save=save,
    seen=lambda setup: fingerprint(setup.results),
)
