"""The forms for questions to players, for matters they raise, and for play that went on."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from adjudication.cases.services.opening import LONGEST_LATE
from adjudication.inquiries.services.raising import LAST_MOVE, LONGEST_NOTE, WHOSE_TIME
from adjudication.policy.causes import ClockMatter
from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.points import example_point
from adjudication.submissions.forms import (
    LARGEST_ID,
    LONGEST_DEAD,
    LONGEST_PROPOSAL,
)
from adjudication.verdicts.services.refusals import LONGEST_KEY
from tournament.common.causes import clock_choices
from tournament.common.forms import Form, PressedField, UndrawnWidget
from tournament.errors import UserError
from tournament.fields.forms import CutField, NumberField, PointField, TextField
from tournament.games import words
from tournament.games.models.result import WRITE_MARGIN
from tournament.games.selectors import GameRow
from tournament.results.forms import margin_field

BELONGS = _(
    "Write the point where the stone belongs, such as %(point)s: columns go from A, without the "
    "letter I."
)

COLOURS = (("black", _("Black resigned")), ("white", _("White resigned")))


class _WordsField(forms.Field):
    """A list of words that were answered before."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[str]:
        """Return the words."""
        return list(value or ())


class QuestionForm(Form):
    """An answer to one step of a question; ``path`` has the answers to the steps before."""

    inquiry = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    path = _WordsField(required=False)
    answer = CutField(20)
    before = CutField(20)
    """The player's answer when they opened the page."""
    change = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)
    """The question on the page, if it is one they have answered, or is not the first."""
    result = CutField(20)
    """The result that the answer may end the game with, as the page asked about it."""


EQUAL_SCORES: Final[Mapping[int | None, tuple[Promise, str]]] = MappingProxyType(
    {
        None: (_("A draw (jigo)"), "Draw"),
        BLACK: (_("The scores are equal: Black wins"), "B+="),
        WHITE: (_("The scores are equal: White wins"), "W+="),
    }
)
"""The name of equal scores and the claim they make, by who wins them."""


class OtherResultForm(Form):
    """The right result, according to a player who objects to the reported one.

    ``tie_winner`` is the colour that wins equal scores; ``draws`` says whether the game's komi
    allows them.
    """

    winner = forms.ChoiceField(label=_("Who won?"), error_messages={"required": _("Say who won.")})
    how = forms.ChoiceField(
        label=_("How?"),
        required=False,
        choices=[
            ("", _("by points")),
            ("R", _("by resignation")),
            ("T", _("on time")),
        ],
    )
    margin = margin_field(_("By how many points?"))
    sure = CutField(20, widget=UndrawnWidget)
    """The result that the page asked about because no count gives it."""
    doubtful = ""
    """The result that the page asks about, to be confirmed by ticking a box."""

    def __init__(
        self,
        *args: Any,
        game: GameRow,
        tie_winner: int | None = None,
        draws: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.equal = EQUAL_SCORES[tie_winner]
        colours = {
            "black": (pgettext_lazy("player", "Black"), game.black.name),
            "white": (pgettext_lazy("player", "White"), game.white.name),
        }
        self.fields["winner"].choices = [  # type: ignore[attr-defined]
            ("", _("Choose")),
            *(
                (colour, format_lazy("{}{} {}", word, _(":"), name))
                for colour, (word, name) in colours.items()
            ),
            *([("draw", self.equal[0])] if draws else []),
        ]

    def clean(self) -> dict[str, Any]:
        """Return the data, with the result as players write it in ``claim``."""
        data = self.cleaned_data
        letter = {"black": "B", "white": "W"}.get(data.get("winner", ""), "")
        if data.get("winner") == "draw" or data.get("how"):
            self.errors.pop("margin", None)
            data["claim"] = f"{letter}+{data['how']}" if letter else self.equal[1]
        elif "margin" not in self.errors:
            half = data["margin"]
            if half is None:
                self.add_error("margin", WRITE_MARGIN)
            else:
                data["claim"] = f"{letter}+{half / 2:g}"
        return data

    def ask(self, doubt: UserError) -> None:
        """Ask whether the result is meant all the same."""
        self.doubtful = self.cleaned_data["claim"]
        self.refuse(UserError(doubt.code, field="margin", text=doubt.text))


class ChosenMatterForm(Form):
    """Which of the matters on the page to raise."""

    matter = forms.ChoiceField()

    def __init__(self, *args: Any, words: list[str], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["matter"].choices = [(word, word) for word in words]  # type: ignore[attr-defined]


class TakeBackForm(Form):
    """Which case a player withdraws, as the page asked about it."""

    case = forms.IntegerField(min_value=1, max_value=LARGEST_ID, widget=forms.HiddenInput)


class LateForm(Form):
    """The case in which a player agrees to have lost on time, and the game's version as shown."""

    case = forms.IntegerField(min_value=1, max_value=LARGEST_ID, widget=forms.HiddenInput)
    version = forms.IntegerField(min_value=0, max_value=LARGEST_ID, widget=forms.HiddenInput)


NOBODYS: Final = "nobody"
"""The word for a clock matter that is about neither player in particular."""


class MatterForm(Form):
    """What is wrong with a game: where or how long, as ``place`` asks, and what happened."""

    move = NumberField(
        label=_("At which move? (if you know it)"),
        required=False,
        min_value=1,
        max_value=LAST_MOVE,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            _("Write the number of the move, or leave it empty."),
        ),
    )
    minutes = NumberField(
        label=_("How many minutes have you waited? (if you know it)"),
        required=False,
        min_value=0,
        max_value=LONGEST_LATE,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"),
            _("Write a number of minutes, such as 30, or leave it empty."),
        ),
    )
    clock = forms.ChoiceField(
        label=_("What happened with the clock?"),
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose what happened with the clock.")},
    )
    whose = forms.ChoiceField(
        label=_("Whose clock?"),
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Say whose clock it is about.")
        ),
    )
    note = TextField(
        required=False,
        max_length=LONGEST_NOTE,
        error_messages={
            "required": _("Say in a few words what it is about."),
        },
        rows=2,
    )
    record = forms.FileField(
        label=_("A record of the game that shows it (optional)"),
        required=False,
        allow_empty_file=True,
        help_text=_("An SGF file. It is replayed, and the referee and your opponent see it."),
        error_messages={"too_large": _("The file is larger than a game record may be (512 kB).")},
        widget=forms.FileInput(attrs={"accept": ".sgf,application/x-go-sgf"}),
    )
    sure = PressedField()
    """Whether it is meant although a complete record of the game does not show it."""

    def __init__(
        self,
        *args: Any,
        word: str,
        place: str = "",
        needs_note: bool = False,
        confidential: bool = False,
        checked: bool = False,
        size: int,
        game: GameRow,
        **options: Any,
    ) -> None:
        super().__init__(*args, **{"auto_id": f"{word}-%s", **options})
        if place == "point":
            example = {"point": example_point(size)}
            text = BELONGS % example
            point = PointField(
                label=_("Where does the stone belong? (such as %(point)s)") % example,
                size=size,
                error_messages={"required": text, "point": text},
                widget=forms.TextInput(
                    attrs={"autocapitalize": "characters", "autocomplete": "off"}
                ),
            )
            self.fields = {"point": point, **self.fields}
        asked = {"clock", "whose"} if place == "clock" else {place}
        for name in {"move", "minutes", "clock", "whose"} - asked:
            del self.fields[name]
        if place == "clock":
            fields: Any = self.fields
            fields["clock"].choices = clock_choices()
            fields["whose"].choices = [
                *(
                    (colour, f"{player.name} ({words.colour(colour)})")
                    for colour, player in (("black", game.black), ("white", game.white))
                ),
                (NOBODYS, _("Both clocks, or neither")),
            ]
        if not checked:
            del self.fields["record"]
        note = self.fields["note"]
        note.required = needs_note
        note.label = _("What happened?") if needs_note else _("What happened? (optional)")
        note.help_text = _("Your opponent and the referee read this.")
        if confidential:
            note.help_text = _(
                "The referees, the director and, on appeal, the committee read this. The other "
                "player does not read this, only what the referee writes about it."
            )

    def clean(self) -> dict[str, Any]:
        """Return the data; require whose time ran out, if somebody's is said to have."""
        data = self.cleaned_data
        if data.get("whose") == NOBODYS:
            if data.get("clock") and data["clock"] != ClockMatter.WRONG:
                self.add_error("whose", str(WHOSE_TIME))
            data["whose"] = ""
        return data

    def clean_record(self) -> UploadedFile | None:
        """Return the file, if there is one. Raises ValidationError if it is too large."""
        upload: UploadedFile | None = self.cleaned_data["record"]
        if upload is not None and (upload.size or 0) > MAX_RECORD_BYTES:
            raise ValidationError(self.fields["record"].error_messages["too_large"])
        return upload


class PlayedOnForm(Form):
    """How play went on after a stop: the moves so far, the tap or button, the dead stones."""

    step = CutField(20)
    inquiry = forms.IntegerField(required=False, min_value=0, max_value=LARGEST_ID)
    base = forms.IntegerField(required=False, min_value=0, max_value=LARGEST_ID)
    """The report with the record that play went on from."""
    key = CutField(LONGEST_KEY)
    moves = CutField(4000)
    point = CutField(10, strip=True)
    tap = CutField(4)
    dead = CutField(LONGEST_DEAD)
    seki = CutField(LONGEST_DEAD)
    proposal = CutField(LONGEST_PROPOSAL)


class WholeRecordForm(Form):
    """A record of the whole game, including the moves after the stop."""

    record = forms.FileField(
        label=_("A record of the whole game, with the moves after the stop"),
        error_messages=dict.fromkeys(
            ("required", "empty", "too_large"),
            _("Choose the record of the whole game, at most 512 kB."),
        ),
        widget=forms.FileInput(attrs={"accept": ".sgf,application/x-go-sgf"}),
    )
    upload_dead = forms.CharField(
        label=_("One stone of every dead chain, or “none”"),
        required=False,
        max_length=LONGEST_DEAD,
        widget=forms.TextInput(attrs={"autocapitalize": "characters"}),
    )
    upload_seki = forms.CharField(
        label=_("One stone of every chain in seki, if there are any"),
        required=False,
        max_length=LONGEST_DEAD,
        widget=forms.TextInput(attrs={"autocapitalize": "characters"}),
    )
    resigned = forms.ChoiceField(
        label=_("Did somebody resign?"),
        required=False,
        choices=[("", _("No, we both passed")), *COLOURS],
    )

    def clean_record(self) -> UploadedFile:
        """Return the file. Raises ValidationError if it is too large."""
        upload: UploadedFile = self.cleaned_data["record"]
        if (upload.size or 0) > MAX_RECORD_BYTES:
            raise ValidationError(self.fields["record"].error_messages["too_large"])
        return upload
