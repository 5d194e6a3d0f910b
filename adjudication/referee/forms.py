"""The forms of the referee's pages: opening a case, and the buttons of one."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from adjudication.cases.selectors.referees import Colleague
from adjudication.cases.services.opening import BY_STAFF, LONGEST_LATE
from adjudication.cases.views import words as case_words
from adjudication.models import Case, InquiryKind, Statement
from adjudication.policy.causes import Cause, ClockMatter
from tournament.common.causes import cause_title, clock_choices
from tournament.common.forms import Form
from tournament.fields.forms import NumberField, TextField
from tournament.games.selectors import PlayerName
from tournament.tournaments.selectors.public import RoundGames

NOTE = Case._meta.get_field("settled_note").max_length


class QueueForm(Form):
    """Which part of the queue to show."""

    show = forms.CharField(required=False)

    def part(self, parts: Sequence[str]) -> str:
        """Return the part that is asked for, or else the first one."""
        wanted = self["show"].value()
        return wanted if wanted in parts else parts[0]


class WhereForm(Form):
    """Where something happened, as a link to the form gives it."""

    board, round = forms.CharField(required=False), forms.CharField(required=False)


class OpenCaseForm(Form):
    """What happened, where, and who it is about."""

    service_fields: ClassVar = {"game": "board"}

    cause = forms.ChoiceField(
        label=_("What is it about?"),
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose what it is about.")),
    )
    board = forms.TypedChoiceField(
        label=_("At which board?"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_(
            "Lateness, conduct, outside help, account sharing and other matters may be about "
            "players without a board."
        ),
        error_messages={"invalid_choice": _("There is no such game.")},
    )
    players = forms.TypedMultipleChoiceField(
        label=_("Who is it about?"),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "With a board: who was late, absent or out of time. Tick nobody when it is about both."
        ),
        error_messages={"invalid_choice": _("There is no such player.")},
    )
    minutes = NumberField(
        label=_("How many minutes late?"),
        required=False,
        min_value=0,
        max_value=LONGEST_LATE,
        error_messages=dict.fromkeys(
            ("min_value", "max_value"), _("Say how many minutes late, such as 15.")
        ),
    )
    clock = forms.ChoiceField(
        label=_("What happened with the clock?"),
        required=False,
        error_messages={"invalid_choice": _("Choose what happened with the clock.")},
    )
    round = forms.TypedChoiceField(
        label=_("In which round, if at no board?"),
        required=False,
        coerce=int,
        empty_value=None,
        error_messages={"invalid_choice": _("There is no such round.")},
    )
    note = TextField(
        label=_("What happened, in a few words"),
        help_text=_("The players will read it."),
        max_length=NOTE,
        rows=3,
        error_messages={"required": _("Say in a few words what happened.")},
    )

    def __init__(
        self,
        *args: Any,
        rounds: Sequence[RoundGames],
        players: Iterable[PlayerName],
        grace: int,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        fields: Any = self.fields
        fields["cause"].choices = [(cause.value, cause_title(cause)) for cause in BY_STAFF]
        fields["clock"].choices = [("", _("Something else")), *clock_choices()]
        games = {game.id: game for round_ in rounds for game in round_.games}
        boards = [
            (
                _("Round %(number)s") % {"number": round_.number},
                [(game.id, _board(game)) for game in round_.games],
            )
            for round_ in rounds
        ]
        fields["board"].choices = [("", _("at no board")), *boards]
        fields["round"].choices = [
            ("", "–"),
            *((round_.number, str(round_.number)) for round_ in rounds),
        ]
        fields["players"].choices = _people(players)
        game = games.get(_number(self["board"].value()))
        if game is not None:
            fields["players"].widget.choices = _people((game.black, game.white))
        fields["minutes"].help_text = ngettext(
            "The grace period is %(count)s minute.",
            "The grace period is %(count)s minutes.",
            grace,
        ) % {"count": grace}

    def clean(self) -> dict[str, Any]:
        """Return the data; if a clock is said to have fallen, require one player, out of time."""
        data = self.cleaned_data
        fell = data.get("clock") and data["clock"] != ClockMatter.WRONG
        about_time = data.get("cause") == Cause.TIME and data.get("board")
        if fell and about_time and len(data.get("players", ())) != 1:
            self.add_error("players", _("Say whose time ran out."))
        return data


def _board(game: Any) -> str:
    return f"{game.board_number}: {game.black.name} – {game.white.name}"


def _people(players: Iterable[PlayerName]) -> list[tuple[int, str]]:
    return [
        (player.id, f"{player.name} ({player.rank})" if player.rank else player.name)
        for player in players
    ]


def _number(value: Any) -> int:
    text = str(value or "")
    return int(text) if text.isdecimal() and len(text) < 19 else 0


class ActionForm(Form):
    """Which button of a case was pressed, and on which page."""

    what = forms.CharField(required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["from"] = forms.CharField(required=False)


class HandOverForm(Form):
    """Which other referee to hand a case over to."""

    to = forms.TypedChoiceField(
        label=_("To whom?"),
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose another referee.")),
    )

    def __init__(self, *args: Any, colleagues: Iterable[Colleague], **options: Any) -> None:
        super().__init__(*args, **options)
        field: Any = self.fields["to"]
        field.choices = [
            (
                other.link_id,
                f"{other.name} ({other.role_label})"
                if other.name
                else case_words.staff_name("", other.role),
            )
            for other in colleagues
        ]


class SettleForm(Form):
    """Why there is no ruling."""

    note = forms.CharField(
        label=_("Why is there no ruling? This is kept in the history."),
        max_length=NOTE,
        error_messages={"required": _("Say in a few words why there is no ruling.")},
    )


class AskForm(Form):
    """What to ask the players."""

    kind = forms.ChoiceField(
        label=_("What do you want to ask them?"),
        choices=InquiryKind.choices,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose what to ask.")),
    )

    def offer(self, kinds: Iterable[InquiryKind]) -> None:
        """Offer these questions as choices."""
        field: Any = self.fields["kind"]
        field.choices = [(kind.value, case_words.inquiry_title(kind)) for kind in kinds]


class ReadingForm(Form):
    """What was played where the record is damaged, or whether the record is of the game.

    ``whose`` says that it is the latter.
    """

    answer = forms.CharField(label=_("What was it?"), required=False, widget=forms.RadioSelect)
    whose = False

    def offer(self, kind: str, answers: Iterable[tuple[str, str | Promise]]) -> None:
        """Offer these answers to a question of this kind as choices."""
        field: Any = self.fields["answer"]
        field.widget.choices = list(answers)
        self.whose = kind == InquiryKind.WRONG_RECORD
        if self.whose:
            field.label = InquiryKind.WRONG_RECORD.label


class SayForm(Form):
    """What a referee writes down in a case; sending the same ``key`` again changes nothing."""

    text = TextField(
        label=_("What did you see, or what does a witness say? Name the witness."),
        required=False,
        max_length=Statement._meta.get_field("text").max_length,
    )
    key = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["key"] = uuid4().hex
