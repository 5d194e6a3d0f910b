"""Step 5: who brings results in, who may change them, who may register."""

from dataclasses import fields
from types import MappingProxyType
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.common.forms import Fieldsets, label_with_hint
from tournament.fields.forms import RadioField
from tournament.models import (
    PublicBoards,
    RatedFor,
    RatingScale,
    Reopening,
    Reporting,
    Ties,
    Tournament,
)
from tournament.settings.forms.step import SetupStepForm
from tournament.settings.selectors import ResultSettings
from tournament.spoken import translated
from tournament.standings.ratings import SCALES

COLUMNS = tuple(column.name for column in fields(ResultSettings))


def reporter_choices() -> list[tuple[Any, str]]:
    """Return the choices of who may report results."""
    return [
        (
            Reporting.BOTH.value,
            label_with_hint(
                _("Players and staff"),
                _("Players report from their phones, the staff enters the rest."),
            ),
        ),
        (
            Reporting.PLAYERS.value,
            label_with_hint(_("Players"), _("Both players say the same, and the result is final.")),
        ),
        (
            Reporting.DIRECTOR.value,
            label_with_hint(
                _("Staff"), _("Players see their games; results are entered at the desk.")
            ),
        ),
    ]


def reopening_choices() -> list[tuple[Any, str]]:
    """Return the choices of until when a confirmed result may be changed."""
    return [
        (
            Reopening.NEVER.value,
            label_with_hint(Reopening.NEVER.label, _("Each with their own link; nobody else can.")),
        ),
        (
            Reopening.NEXT_ROUND.value,
            label_with_hint(
                _("Until the next round is published"),
                _("The director may, as long as no pairing depends on it."),
            ),
        ),
        (
            Reopening.ALWAYS.value,
            label_with_hint(
                _("Until the tournament is closed"),
                _("The director may at any time; the history keeps both results."),
            ),
        ),
    ]


def public_board_choices() -> list[tuple[Any, str]]:
    """Return the choices of what everybody may see of game records."""
    return [
        (
            PublicBoards.NONE.value,
            label_with_hint(
                PublicBoards.NONE.label,
                _("Only the two players and the referees see a game on a board."),
            ),
        ),
        (
            PublicBoards.MOVES.value,
            label_with_hint(
                PublicBoards.MOVES.label,
                _("What somebody wrote into a record stays with the players and the referees."),
            ),
        ),
        (
            PublicBoards.ALL.value,
            label_with_hint(
                PublicBoards.ALL.label,
                _("For records that the staff knows: chat of players may stand in them."),
            ),
        ),
    ]


def rating_scales() -> list[tuple[Any, str]]:
    """Return the rating scales for the public pages, and what to know about each."""
    scales = [
        (scale.value, label_with_hint(RatingScale(scale.value).label, translated(words.note)))
        for scale, words in SCALES.items()
    ]
    return [(RatingScale.NONE.value, RatingScale.NONE.label), *scales]


class ResultsForm(SetupStepForm):
    """Who reports, who may change a confirmed result, whether players register themselves."""

    key = "results"
    title = gettext_lazy("Results")
    lead = gettext_lazy("Who enters results, and who may change them.")
    reporting = RadioField(label=gettext_lazy("Who reports results"), choices=reporter_choices)
    reopening = RadioField(
        label=gettext_lazy("Changing a result that both players confirmed"),
        help_text=gettext_lazy(
            "A recording error can always be corrected when both players agree."
        ),
        choices=reopening_choices,
    )
    tie_winner = RadioField(
        label=gettext_lazy("Who wins when the scores are equal"),
        help_text=gettext_lazy(
            "Where one side wins, no game is drawn by counting and nobody can report a jigo. "
            "Results that there are already stay."
        ),
        choices=Ties.choices,
    )
    public_boards = RadioField(
        label=gettext_lazy("What everybody sees of a game once its result stands"),
        choices=public_board_choices,
    )
    rating_scale = RadioField(
        label=gettext_lazy("Ratings on the public pages"),
        help_text=gettext_lazy(
            "What the games make of everybody’s rating while the event is played, with the best "
            "wins and the upsets."
        ),
        choices=rating_scales,
    )
    rated_for = RadioField(
        label=gettext_lazy("Rated mode"),
        help_text=gettext_lazy(
            "While it is on, whatever departs from the federation’s rules is asked about with its "
            "clause, and the letter to the rating officer lists it."
        ),
        choices=RatedFor.choices,
    )
    fieldsets: ClassVar[Fieldsets] = (
        (
            gettext_lazy("Games on the public pages"),
            {"fields": ["public_boards", "board_delay_minutes"]},
        ),
        (gettext_lazy("Ratings"), {"fields": ["rating_scale", "rated_for"]}),
        (
            gettext_lazy("Looking ahead"),
            {"fields": ["expected_scores", "live_odds", "certain_boards"]},
        ),
        (
            gettext_lazy("Registration"),
            {"fields": ["registration_open", "register_pairs", "hide_minors"]},
        ),
    )

    class Meta:
        """The columns of the step."""

        model = Tournament
        fields = COLUMNS
        labels = MappingProxyType(
            {
                "board_delay_minutes": gettext_lazy("Minutes until it is shown"),
                "expected_scores": gettext_lazy("Show the expected score of every game"),
                "live_odds": gettext_lazy("Show live odds"),
                "certain_boards": gettext_lazy("Name boards that are certain"),
                "registration_open": gettext_lazy("Players may register themselves"),
                "register_pairs": gettext_lazy("They register in pairs (pair go)"),
                "hide_minors": gettext_lazy("Hide the names of players under age"),
            }
        )
        help_texts = MappingProxyType(
            {
                "board_delay_minutes": gettext_lazy(
                    "After its result, while its round runs; empty: at once. Once the round is "
                    "finished, all its games are shown."
                ),
                "expected_scores": gettext_lazy(
                    "Everybody sees on the page of a round, and you on yours, how even a game was "
                    "expected to be, such as 62 : 38. It never has a part in the pairing."
                ),
                "live_odds": gettext_lazy(
                    "A public page says who may still win, and what must happen for it. Nothing is "
                    "shown while the public standings are frozen."
                ),
                "certain_boards": gettext_lazy(
                    "Only the staff that pairs sees, on the page of the next round, which boards "
                    "come however the last open games end: their players can sit down already."
                ),
                "registration_open": gettext_lazy(
                    "A public page takes their entries; nobody is in the list before you approve."
                ),
                "register_pairs": gettext_lazy(
                    "The page asks for both names, ranks and clubs. The entry has the average of "
                    "the ranks."
                ),
                "hide_minors": gettext_lazy(
                    "Everybody sees a number in place of the name. The staff, the players of a "
                    "game and the files for rating lists keep it. Tick who is under age in the "
                    "list of players."
                ),
            }
        )

    @property
    def settings(self) -> ResultSettings:
        """Return the step with the form's values."""
        return ResultSettings(**{name: self.cleaned_data[name] for name in COLUMNS})
