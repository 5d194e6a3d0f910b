"""Step 4: the players' time, and the clock of a round."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.common.setup_fields import Choice, Field, Section, number
from tournament.common.setup_typed import Typed, switch
from tournament.settings.selectors.setup import Setup, TimeSettings, fingerprint
from tournament.settings.services.settings import change_time
from tournament.settings.views.presets import Preset
from tournament.settings.views.step import Step
from tournament.standings.gor import egf_class
from tournament.state.event import Clock, Details, TimeSystem

CLOCKS = {
    "a": (Clock(60, TimeSystem.BYO_YOMI, 30), 150),
    "b": (Clock(45, TimeSystem.BYO_YOMI, 20), 120),
    "c": (Clock(30, TimeSystem.BYO_YOMI, 20), 90),
    "fischer": (Clock(45, TimeSystem.FISCHER, fischer_seconds=20), 150),
    "canadian": (Clock(60, TimeSystem.CANADIAN, canadian_moves=15, canadian_seconds=300), 165),
    "quick": (Clock(15, TimeSystem.SUDDEN_DEATH), 40),
}
REPORT_MINUTES = 10
DAYS = ("play_by_days", "reschedule_days", "reschedule_times")


def values(settings: TimeSettings) -> dict[str, str]:
    """Return the settings as the form holds them."""
    clock = settings.clock
    return {
        "base": "",
        "system": clock.system.value,
        "basic_minutes": str(clock.basic_minutes),
        "byo_yomi_seconds": str(clock.byo_yomi_seconds),
        "canadian_moves": str(clock.canadian_moves),
        "canadian_seconds": str(clock.canadian_seconds),
        "fischer_seconds": str(clock.fischer_seconds),
        "round_minutes": _text(settings.round_minutes),
        "report_minutes": _text(settings.report_minutes),
        **{name: _text(getattr(settings, name)) for name in DAYS},
        "auto_pair": switch(settings.auto_pair),
    }


def read(typed: Typed) -> TimeSettings:
    """Return what was typed as settings."""
    try:
        system = TimeSystem(typed.text("system"))
    except ValueError:
        typed.errors["system"] = _("Choose one of the time systems.")
        system = TimeSystem.SUDDEN_DEATH
    numbers = (
        "basic_minutes",
        "byo_yomi_seconds",
        "canadian_moves",
        "canadian_seconds",
        "fischer_seconds",
    )
    clock = Clock(system=system, **{name: typed.whole(name) for name in numbers})
    return TimeSettings(
        clock,
        typed.whole_or_none("round_minutes"),
        typed.whole_or_none("report_minutes"),
        play_by_days=typed.whole_or_none("play_by_days"),
        reschedule_days=typed.whole_or_none("reschedule_days"),
        reschedule_times=typed.whole_or_none("reschedule_times"),
        auto_pair=typed.flag("auto_pair"),
    )


def save(setup: Setup, typed: Typed, seen: str) -> str:
    """Save the step; return the tournament's address."""
    settings = read(typed)
    if not typed.errors:
        change_time(tournament_id=setup.id, settings=settings, seen=seen)
    return setup.event.slug


def presets(setup: Setup, base: str) -> tuple[Preset, ...]:
    """Return clocks to start from."""
    told = (
        Preset("a", _("60 min + 30 s byo-yomi"), _("Class A of the European ratings.")),
        Preset("b", _("45 min + 20 s byo-yomi"), _("Class B: three or four rounds a day.")),
        Preset("c", _("30 min + 20 s byo-yomi"), _("Class C: five rounds a day.")),
        Preset("fischer", _("45 min + 20 s a move"), _("Fischer time, class A.")),
        Preset("canadian", _("60 min + 15 stones in 5 min"), _("Canadian overtime.")),
        Preset("quick", _("15 min"), _("Sudden death: a lightning tournament.")),
    )
    now = setup.time.clock
    return tuple(
        replace(one, current=base == one.key or (not base and CLOCKS[one.key][0] == now))
        for one in told
    )


def preset(key: str, setup: Setup) -> dict[str, str] | None:
    """Return the form of a clock to start from."""
    if key not in CLOCKS:
        return None
    clock, minutes = CLOCKS[key]
    # A clock to start from says nothing of dates: a league stays one, without a round clock.
    if setup.time.play_by_days is not None:
        return values(replace(setup.time, clock=clock)) | {"base": key}
    settings = replace(
        setup.time, clock=clock, round_minutes=minutes, report_minutes=REPORT_MINUTES
    )
    return values(settings) | {"base": key}


def more(setup: Setup, typed: Typed) -> dict[str, Any]:
    """Return the adjusted time of what is typed, and the class it is in."""
    copy = Typed(typed.values)
    clock = read(copy).clock
    if copy.errors:
        return {"adjusted": None}
    details = Details(board_size=setup.event.board_size, clock=clock, internet=setup.event.internet)
    return {"adjusted": clock.adjusted_minutes, "egf_class": egf_class(details).value}


def sections(setup: Setup) -> tuple[Section, ...]:
    """Return the form."""
    return (
        Section(
            (
                number("basic_minutes", _("Main time, in minutes")),
                Field(
                    "system",
                    _("Afterwards"),
                    kind="choice",
                    choices=(
                        Choice(
                            TimeSystem.BYO_YOMI,
                            pgettext("time system", "Byo-yomi"),
                            _("So many seconds for every single move."),
                        ),
                        Choice(
                            TimeSystem.CANADIAN,
                            pgettext("time system", "Canadian"),
                            _("A number of moves in one stretch of time, again and again."),
                        ),
                        Choice(
                            TimeSystem.FISCHER,
                            pgettext("time system", "Fischer"),
                            _("Every move adds seconds, from the first move on."),
                        ),
                        Choice(
                            TimeSystem.SUDDEN_DEATH,
                            pgettext("time system", "Nothing"),
                            _("Whoever uses up the main time loses."),
                        ),
                    ),
                ),
                number("byo_yomi_seconds", _("Byo-yomi: seconds a move")),
                number("canadian_moves", _("Canadian: moves")),
                number("canadian_seconds", _("Canadian: seconds for them")),
                number("fischer_seconds", _("Fischer: seconds a move")),
            ),
            title=_("A player’s time"),
        ),
        Section(
            (
                number(
                    "round_minutes",
                    _("Round clock, in minutes"),
                    _("It counts down on the wall and on players’ pages. Empty: no clock."),
                    required=False,
                ),
                number(
                    "report_minutes",
                    _("Minutes to report after it"),
                    _("Players are asked to report by then. Empty: no limit is shown."),
                    required=False,
                ),
            ),
            title=_("The clock of a round"),
        ),
        Section(
            (
                number(
                    "play_by_days",
                    _("Days to play a game"),
                    _(
                        "From the publishing of the round, until the end of the last day. Empty: "
                        "games are played when the round is. A round can have a date of its own."
                    ),
                    required=False,
                ),
                number(
                    "reschedule_days",
                    _("Days a game can be put off"),
                    _(
                        "Beyond the end of its round, when both players agree. Empty or 0: they "
                        "agree on a date within the round."
                    ),
                    required=False,
                ),
                number(
                    "reschedule_times",
                    _("How often a game can be put off"),
                    _("Empty: as often as both agree."),
                    required=False,
                ),
                Field(
                    "auto_pair",
                    _("Pair rounds by themselves"),
                    _(
                        "A round with an opening date is paired and published at that moment. "
                        "Otherwise you pair it before, and only the publishing is automatic."
                    ),
                    kind="switch",
                ),
            ),
            title=_("Games with a date, for leagues"),
            folded=setup.time.play_by_days is None,
        ),
    )


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


STEP = Step(
    key="time",
    title=gettext_lazy("Time"),
    lead=gettext_lazy("How long a player has for a game, and how long a round lasts."),
    first="basic_minutes",
    values=lambda setup: values(setup.time),
    sections=lambda setup, typed: sections(setup),
    save=save,
    seen=lambda setup: fingerprint(setup.time),
    presets=presets,
    preset=preset,
    more=more,
    part="settings/adjusted.html",
)
