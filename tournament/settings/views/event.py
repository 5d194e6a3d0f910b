"""Step 1: what the tournament is called, where and when it is, under which rules."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.rules.presets import PRESETS
from tournament.common.setup_fields import Choice, Field, Section, number
from tournament.common.setup_typed import Typed, switch
from tournament.settings.selectors.setup import EventSettings, Setup, fingerprint
from tournament.settings.services.settings import change_event
from tournament.settings.views.step import Step
from tournament.spoken import spoken
from tournament.tournaments.services import LONGEST_SLUG

SETTLED = frozenset({"slug", "rules", "board_size"})


def values(settings: EventSettings) -> dict[str, str]:
    """Return the settings as the form holds them."""
    return {
        "name": settings.name,
        "slug": settings.slug,
        "city": settings.city,
        "starts_on": settings.starts_on.isoformat() if settings.starts_on else "",
        "ends_on": settings.ends_on.isoformat() if settings.ends_on else "",
        "director_name": settings.director_name,
        "rules": settings.rules,
        "board_size": str(settings.board_size),
        "internet": switch(settings.internet),
    }


def read(typed: Typed) -> EventSettings:
    """Return what was typed as settings."""
    return EventSettings(
        name=typed.text("name"),
        slug=typed.text("slug"),
        city=typed.text("city"),
        starts_on=typed.day("starts_on"),
        ends_on=typed.day("ends_on"),
        director_name=typed.text("director_name"),
        rules=typed.text("rules"),
        board_size=typed.whole("board_size"),
        internet=typed.flag("internet"),
    )


def save(setup: Setup, typed: Typed, seen: str) -> str:
    """Save the step; return the tournament's address."""
    settings = read(typed)
    if typed.errors:
        return setup.event.slug
    return change_event(tournament_id=setup.id, settings=settings, seen=seen).slug


def sections(*, new: bool = False) -> tuple[Section, ...]:
    """Return the form; a new tournament's address may be left to its name."""
    rules = tuple(
        Choice(key, spoken(ruleset.title), spoken(ruleset.summary))
        for key, ruleset in PRESETS.items()
    )
    slug = (
        _("Letters a to z, digits and hyphens; left empty, it is made of the name.")
        if new
        else _("Letters a to z, digits and hyphens. It is part of every public address.")
    )
    return (
        Section(
            (
                Field("name", _("Name of the tournament"), required=True, most=120),
                Field("city", _("City"), most=80),
                Field("starts_on", _("First day"), kind="date", short=True),
                Field("ends_on", _("Last day"), kind="date", short=True),
                Field(
                    "director_name",
                    _("Director"),
                    _("Your name: result files and the history of the tournament show it."),
                    most=100,
                ),
                Field("slug", _("Address of its pages"), slug, most=LONGEST_SLUG),
            )
        ),
        Section(
            (
                Field(
                    "rules",
                    _("Rule set"),
                    _("Game records are replayed under it; komi follows it unless you change it."),
                    kind="choice",
                    choices=rules,
                ),
                number("board_size", _("Board"), _("Lines each way, from 2 to 25.")),
                Field(
                    "internet",
                    _("Played on the internet"),
                    _("Ratings count such games less; nothing else changes."),
                    kind="switch",
                ),
            ),
            title=_("How games are played"),
        ),
    )


STEP = Step(
    key="event",
    title=gettext_lazy("Event"),
    lead=gettext_lazy("What it is called, where and when it is, under which rules."),
    first="name",
    values=lambda setup: values(setup.event),
    sections=lambda setup, typed: sections(),
    save=save,
    seen=lambda setup: fingerprint(setup.event),
    playing=gettext_lazy("Address, rule set and board are settled; the rest can be changed."),
    settled=lambda setup: SETTLED if setup.played else frozenset(),
)
