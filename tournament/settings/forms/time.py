"""Step 4: the players' time, and the clock of a round."""

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from types import MappingProxyType
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.common.forms import Fieldsets, label_with_hint
from tournament.fields.forms import NumberField, RadioField
from tournament.models import Tournament
from tournament.settings.forms.step import Preset, SetupStepForm
from tournament.settings.selectors import TimeSettings
from tournament.standings.gor import egf_class
from tournament.state.event import Clock, Details, TimeSystem

CLOCKS: Mapping[str, tuple[Clock, int]] = MappingProxyType(
    {
        "a": (Clock(60, TimeSystem.BYO_YOMI, 30), 150),
        "b": (Clock(45, TimeSystem.BYO_YOMI, 20), 120),
        "c": (Clock(30, TimeSystem.BYO_YOMI, 20), 90),
        "fischer": (Clock(45, TimeSystem.FISCHER, fischer_seconds=20), 150),
        "canadian": (
            Clock(60, TimeSystem.CANADIAN, canadian_moves=15, canadian_seconds=300),
            165,
        ),
        "quick": (Clock(15, TimeSystem.SUDDEN_DEATH), 40),
    }
)
"""The clocks to start from, each with the minutes of a round."""
REPORT_MINUTES = 10
CLOCK = tuple(column.name for column in fields(Clock))
COLUMNS = tuple(column.name for column in fields(TimeSettings) if column.name != "clock")


def time_systems() -> list[tuple[Any, str]]:
    """Return the choices of what follows the main time."""
    return [
        (
            TimeSystem.BYO_YOMI.value,
            label_with_hint(
                pgettext("time system", "Byo-yomi"),
                _("This many seconds for a move; a period that is not used up begins anew."),
            ),
        ),
        (
            TimeSystem.CANADIAN.value,
            label_with_hint(
                pgettext("time system", "Canadian"),
                _("A number of moves in one stretch of time, again and again."),
            ),
        ),
        (
            TimeSystem.FISCHER.value,
            label_with_hint(
                pgettext("time system", "Fischer"),
                _("Every move adds seconds, from the first move on."),
            ),
        ),
        (
            TimeSystem.SUDDEN_DEATH.value,
            label_with_hint(
                pgettext("time system", "Nothing"), _("A player who uses up the main time loses.")
            ),
        ),
    ]


class TimeForm(SetupStepForm):
    """The clock of a player and of a round, and the dates to play games by."""

    key = "time"
    title = gettext_lazy("Time")
    lead = gettext_lazy("How long a player has for a game, and how long a round lasts.")
    preview = "settings/adjusted.html"
    terms: ClassVar[Mapping[str, str]] = {"system": "byo_yomi"}
    basic_minutes = NumberField(label=gettext_lazy("Main time, in minutes"))
    system = RadioField(label=gettext_lazy("Afterwards"), choices=time_systems)
    byo_yomi_seconds = NumberField(label=gettext_lazy("Byo-yomi: seconds a move"))
    byo_yomi_periods = NumberField(
        label=gettext_lazy("Byo-yomi: number of periods"),
        help_text=gettext_lazy(
            "Records that state another number are told as played with another time. Empty: not "
            "laid down, any number will do."
        ),
        required=False,
        empty_value=0,
    )
    canadian_moves = NumberField(label=gettext_lazy("Canadian: moves"))
    canadian_seconds = NumberField(label=gettext_lazy("Canadian: seconds for them"))
    fischer_seconds = NumberField(label=gettext_lazy("Fischer: seconds a move"))

    class Meta:
        """The columns of the step."""

        model = Tournament
        fields = COLUMNS
        labels = MappingProxyType(
            {
                "round_minutes": gettext_lazy("Round clock, in minutes"),
                "report_minutes": gettext_lazy("Minutes to report after it"),
                "play_by_days": gettext_lazy("Days to play a game"),
                "reschedule_days": gettext_lazy("Days a game may be postponed"),
                "reschedule_times": gettext_lazy("How often a game may be postponed"),
                "auto_pair": gettext_lazy("Pair rounds automatically"),
            }
        )
        help_texts = MappingProxyType(
            {
                "round_minutes": gettext_lazy(
                    "It counts down on the wall and on players’ pages. Empty: no clock."
                ),
                "report_minutes": gettext_lazy(
                    "Players are asked to report by then. Empty: no limit is shown."
                ),
                "play_by_days": gettext_lazy(
                    "From the publishing of the round, until the end of the last day. Empty: games "
                    "are played when the round is. A round can have a date of its own."
                ),
                "reschedule_days": gettext_lazy(
                    "Beyond the end of its round, when both players agree. Empty or 0: they agree "
                    "on a date within the round."
                ),
                "reschedule_times": gettext_lazy("Empty: as often as both agree."),
                "auto_pair": gettext_lazy(
                    "A round with an opening date is paired and published at that moment. "
                    "Otherwise you pair it before, and only the publishing is automatic."
                ),
            }
        )

    def arrange(self) -> None:
        """Unfold the dates of leagues if any are set."""
        league = self.setup.time.play_by_days is not None
        days = [name for name in COLUMNS if name not in ("round_minutes", "report_minutes")]
        self.fieldsets: Fieldsets = (  # type: ignore[misc]
            (_("A player’s time"), {"fields": CLOCK}),
            (_("The clock of a round"), {"fields": ["round_minutes", "report_minutes"]}),
            (
                _("Games with a date, for leagues"),
                {"fields": days, "classes": () if league else ("collapse",)},
            ),
        )

    def saved_values(self) -> dict[str, Any]:
        """Return the saved clock."""
        return asdict(self.setup.time.clock)

    def start_values(self, preset: str) -> dict[str, Any]:
        """Return the values of a preset clock; a league stays one, without a round clock."""
        if preset not in CLOCKS:
            return {}
        clock, minutes = CLOCKS[preset]
        if self.setup.time.play_by_days is not None:
            return asdict(clock)
        return {**asdict(clock), "round_minutes": minutes, "report_minutes": REPORT_MINUTES}

    def presets(self) -> tuple[Preset, ...]:
        """Return the clocks to start from."""
        clocks = (
            Preset("a", _("60 min + 30 s byo-yomi"), _("Class A of the European ratings.")),
            Preset("b", _("45 min + 20 s byo-yomi"), _("Class B: three or four rounds a day.")),
            Preset("c", _("30 min + 20 s byo-yomi"), _("Class C: five rounds a day.")),
            Preset("fischer", _("45 min + 20 s a move"), _("Fischer time, class A.")),
            Preset("canadian", _("60 min + 15 stones in 5 min"), _("Canadian overtime.")),
            Preset("quick", _("15 min"), _("Sudden death: a lightning tournament.")),
        )
        now = self.setup.time.clock
        return tuple(
            replace(
                clock,
                current=self.preset == clock.key
                or (not self.preset and CLOCKS[clock.key][0] == now),
            )
            for clock in clocks
        )

    @property
    def settings(self) -> TimeSettings:
        """Return the step with the form's values."""
        columns = {name: self.cleaned_data[name] for name in COLUMNS}
        return TimeSettings(self._clock(), **columns)

    def _clock(self) -> Clock:
        values = {name: self.value(name) for name in CLOCK}
        return Clock(**{**values, "system": TimeSystem(values["system"])})

    def context(self) -> dict[str, Any]:
        """Return the adjusted time of what was typed, and its class."""
        if self.errors.keys() & set(CLOCK):
            return {"adjusted": None}
        event, clock = self.setup.event, self._clock()
        details = Details(board_size=event.board_size, clock=clock, internet=event.internet)
        return {
            "adjusted": clock.adjusted_minutes,
            "egf_class": egf_class(details).value,
            "board_size": event.board_size,
        }
