"""The forms of a player's report: the result, the record with its dead stones, the answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from adjudication.models import RemovedAs
from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.records.services import LONGEST_FILENAME
from adjudication.result_entry.forms import CHOOSE_RESULT, SeenGameForm
from adjudication.rules.points import PASS, example_point, parse_any_point
from adjudication.rules.servers import game_link
from adjudication.submissions.services.answers import LONGEST_NOTE
from adjudication.submissions.services.removing import LONGEST_WHY, SET_ASIDE
from adjudication.submissions.services.server_records import Choice
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import SubmissionView
from adjudication.verdicts.services.claims import WINNERS
from adjudication.verdicts.services.refusals import LONGEST_KEY
from tournament.common.forms import Form, PressedField
from tournament.fields.forms import (
    CutField,
    FilesField,
    FilesInput,
    HalfPointsField,
    LineField,
    TextField,
)
from tournament.games.models.result import WRITE_MARGIN, Result
from tournament.models import Reason, Winner
from tournament.results.forms import margin_field

LONGEST_DEAD = 2000
"""For the fields with dead stones and stones in seki; one stone of each chain is enough."""
DEAD_TOO_LONG = _("This is too long: one stone of each dead chain is enough.")
SEKI_TOO_LONG = _("This is too long: one stone of each chain in seki is enough.")
LARGEST_ID = 2**63 - 1
TAP_SEKI = "seki"
"""The value that makes a tap mark a group as in seki; otherwise a tap marks it as dead."""
REASONS = (Reason.SCORE, Reason.RESIGNATION, Reason.TIME, Reason.TIE, Reason.UNKNOWN)
"""The ways a player can say a game was won."""
LETTERS = pgettext_lazy("the letters of Black and White before a margin", "BW")
_REPORT = r"^[0-9]{1,18}(-[0-9]{1,18})?\Z"
LONGEST_PROPOSAL = 6000
_RECORD_BEGINS = re.compile(r"\(\s*;")
_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S", re.IGNORECASE)


def refuse_address(text: str) -> None:
    """Raise ValidationError for pasted text that has an address in place of a game record."""
    if _RECORD_BEGINS.search(text):
        return
    link = game_link(text)
    if link is not None:
        raise forms.ValidationError(
            _(
                "This is the address of game %(number)s on %(server)s. Nothing is fetched from "
                "there: download the game as SGF and send the file, or paste what is in it."
            )
            % {"number": link.number, "server": link.server.name}
        )
    if _ADDRESS.search(text):
        raise forms.ValidationError(
            _(
                "This is an address. Nothing is fetched from there: download the game as SGF and "
                "send the file, or paste what is in it."
            )
        )


class RecordForm(Form):
    """A game record, its dead stones and those in seki, and the button that was pressed."""

    step = CutField(20)
    record = FilesField(
        required=False,
        allow_empty_file=True,
        most_bytes=MAX_RECORD_BYTES,
        error_messages={"too_large": _("The file is larger than a game record may be (512 kB).")},
    )
    paste = forms.CharField(required=False, strip=False, validators=[refuse_address])
    drop = PressedField()
    dead = forms.CharField(
        required=False,
        strip=False,
        max_length=LONGEST_DEAD,
        error_messages={"max_length": DEAD_TOO_LONG},
    )
    seki = forms.CharField(
        required=False,
        strip=False,
        max_length=LONGEST_DEAD,
        error_messages={"max_length": SEKI_TOO_LONG},
    )
    point = CutField(3)
    """The stone that was tapped."""
    tap = CutField(4)
    """What a tap marks a group as: dead, or in seki (:data:`TAP_SEKI`)."""
    adding = PressedField()
    """Whether the marks come from a page that adds a record."""
    carried = CutField(64)
    """The name of the record that is already attached."""
    filename = CutField(LONGEST_FILENAME)
    key = CutField(LONGEST_KEY)
    proposal = CutField(LONGEST_PROPOSAL)
    """The dead stones that were proposed (:mod:`adjudication.submissions.views.proposing`)."""
    marks = CutField(20)
    """The id of the opponent's report, if the form was opened to mark other dead stones."""
    points = CutField(20)
    """The id of the opponent's report, if its winner is right but its points are not."""
    lost = CutField(20)
    """How the player who opens the form says that they lost, to be filled in: on time."""
    server = CutField(20)
    """The id of a record that a server's program sent for the game."""


class MarginField(HalfPointsField):
    """A margin, possibly with the winner and the unit: ``B+3,5`` and ``3½ points`` are both 7.

    ``B`` is read as in the active language, Black or *blanc*; other names and letters are read as
    in any language.
    """

    WINNER = re.compile(r"\s*(b|black|noir|n|w|white|blanc)\s*\+", re.IGNORECASE)
    UNIT = re.compile(r"\s*(points?|pts?\.?)\s*\Z", re.IGNORECASE)

    @classmethod
    def winner_in(cls, value: Any) -> str:
        """Return who won according to the letter before a margin; empty if there is none."""
        found = cls.WINNER.match(value) if isinstance(value, str) else None
        if found is None:
            return ""
        said = found[1].lower()
        if said == "b":
            return Winner.WHITE if str(LETTERS)[1].lower() == said else Winner.BLACK
        return Winner.BLACK if said in ("black", "noir", "n") else Winner.WHITE

    def to_python(self, value: Any) -> int | None:
        """Return the margin in half-points. Raises ValidationError."""
        if isinstance(value, str):
            value = self.UNIT.sub("", self.WINNER.sub("", value))
        return super().to_python(value)


class ReportForm(RecordForm):
    """A report: the result, with or without a record, and what its page was showing."""

    winner = forms.ChoiceField(
        choices=[(winner, winner.label) for winner in WINNERS],
        error_messages={
            "required": _("Say who won."),
            "invalid_choice": _("Say who won."),
        },
    )
    reason = forms.ChoiceField(
        choices=[(reason, reason.label) for reason in REASONS],
        required=False,
        error_messages={"invalid_choice": _("Say how the game was won.")},
    )
    margin = margin_field(form_class=MarginField)
    expects = CutField(20)
    """The report that was waiting when the page was shown."""
    version = forms.IntegerField(required=False, min_value=0, max_value=LARGEST_ID)
    """The game's version at that time."""
    seats = CutField(40)
    """Which player had which colour at that time."""
    sure = CutField(40)
    """The result that the page asked about."""

    def clean(self) -> dict[str, Any]:
        """Return the result: a win without a count has no margin, and a draw is by count."""
        data = self.cleaned_data
        written = MarginField.winner_in(self["margin"].data)
        if written and written != data.get("winner") and data.get("reason") == Reason.SCORE:
            self.errors.pop("margin", None)
            self.add_error("margin", self._other_winner(written))
        if data.get("winner") in (Winner.DRAW, Winner.NONE):
            self._set("reason", Reason.SCORE if data["winner"] == Winner.DRAW else Reason.VOID)
            self._set("margin", None)
        elif not data.get("reason"):
            self._set("margin", None)
            if "reason" not in self.errors:
                self.add_error("reason", _("Say how the game was won."))
        elif data["reason"] != Reason.SCORE:
            self._set("margin", None)
        elif "margin" in data and data["margin"] is None:
            self.add_error("margin", WRITE_MARGIN)
        elif self.has_error("margin", "min_value") and not self._half_points():
            self.errors.pop("margin")
            self.add_error("margin", _("Nobody wins with equal scores: that is a draw (jigo)."))
        return data

    def _other_winner(self, written: str) -> str:
        """Return the error, naming both, for a margin with another winner than was chosen."""
        texts: dict[tuple[str, str], Any] = {
            (Winner.BLACK, Winner.WHITE): _(
                "You chose that Black won, but “%(written)s” says that White did. Which is right? "
                "Choose again who won, or write the points alone, such as 6.5."
            ),
            (Winner.WHITE, Winner.BLACK): _(
                "You chose that White won, but “%(written)s” says that Black did. Which is right? "
                "Choose again who won, or write the points alone, such as 6.5."
            ),
        }
        chosen = str(self.cleaned_data.get("winner") or "")
        text = texts.get((chosen, written), WRITE_MARGIN)
        return str(text) % {"written": str(self["margin"].data).strip()}

    def _half_points(self) -> Any:
        return self.fields["margin"].to_python(self["margin"].data)

    def _set(self, name: str, value: Any) -> None:
        self.errors.pop(name, None)
        self.cleaned_data[name] = value


class ShownForm(Form):
    """The report to answer that a game's page showed first, or that a mail announced."""

    shown = CutField(40)


class ComparedForm(Form):
    """Which two records of a game are compared, and at which difference."""

    one = CutField(40)
    other = CutField(40)
    at = forms.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)


class RightRecordForm(Form):
    """Which record of a game is right, by its name on the page, with the game's version there."""

    record = forms.RegexField(r"^(report|statement)-[0-9]{1,18}\Z")
    version = forms.IntegerField(required=False, min_value=0, max_value=LARGEST_ID)

    def clean_record(self) -> dict[str, int]:
        """Return the report or statement that the record came with, in the form services take."""
        kind, _hyphen, key = self.cleaned_data["record"].partition("-")
        return {"submission_id" if kind == "report" else "statement_id": int(key)}


class TriedPointForm(Form):
    """The next point to play in a line that is being tried out."""

    point = forms.CharField(
        widget=forms.TextInput(
            attrs={"size": 4, "autocomplete": "off", "autocapitalize": "characters"}
        ),
    )

    def __init__(self, *args: Any, size: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.size = size
        example = {"point": example_point(size)}
        self.fields["point"].label = _("Or type a point, like %(point)s") % example

    def clean_point(self) -> int:
        """Return the point with this name on the board, or a pass."""
        name = self.cleaned_data["point"]
        if name.casefold() in ("pass", _("Pass").casefold()):
            return PASS
        try:
            return parse_any_point(name, self.size)
        except ValueError as error:
            text = _("%(point)s is not a point on this board.") % {"point": name[:20]}
            raise forms.ValidationError(text) from error


class AnswerForm(Form):
    """Which report is answered, by its id and the game's version as a page showed them.

    ``seen`` is the report that the page was opened with; ``sure`` is the one that the page asked
    about because no count gives its result.
    """

    submission = forms.RegexField(_REPORT)
    seen = CutField(40)
    sure = CutField(40)

    def report(self, page: GamePage) -> SubmissionView | None:
        """Return the report that the form names, if it is on this game."""
        self.is_valid()
        named = "submission" in self.cleaned_data
        return page.submission(int(self._parts()[0])) if named else None

    @property
    def version(self) -> int:
        """Return the game's version as shown; -1, which no game has, if the form does not say."""
        version = self._parts()[1]
        return int(version) if version else -1

    def repeats(self, name: str) -> bool:
        """Whether a field names the report that is being answered."""
        return bool(self.cleaned_data[name] == self.cleaned_data["submission"])

    def _parts(self) -> tuple[str, str]:
        report_id, _hyphen, version = self.cleaned_data["submission"].partition("-")
        return report_id, version


class ContestForm(AnswerForm):
    """Why a report is contested."""

    about_dead_stones = PressedField()
    note = TextField(
        label=_("What do you want to say about it? (optional)"),
        help_text=_("Your opponent and the referee read this."),
        required=False,
        max_length=LONGEST_NOTE,
    )


class ServerRecordsForm(Form):
    """Records of games on servers, as files or pasted text."""

    files = FilesField(  # type: ignore[assignment]
        label=_("SGF files (up to 200), or zip archives of many"),
        help_text=_("As OGS, KGS, Fox or Pandanet export them."),
        required=False,
        allow_empty_file=True,
        widget=FilesInput(attrs={"accept": ".sgf,.zip,application/zip"}),
    )
    paste = forms.CharField(
        label=_("Or paste a record"),
        required=False,
        strip=False,
        max_length=MAX_RECORD_BYTES,
        validators=[refuse_address],
        widget=forms.Textarea({"rows": 3, "cols": False, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        """Require at least one record."""
        data = self.cleaned_data
        if not self.errors and not data.get("files") and not data.get("paste", "").strip():
            self.add_error("files", _("Choose records or a zip archive, or paste a record."))
        return data


class _ChosenField(forms.Field):
    """The records that are ticked, each with the game and version that stood beside it."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[Choice]:
        """Return the choices; values that are not choices are left out."""
        found = (_CHOICE.fullmatch(text) for text in value or ())
        return [Choice(*map(int, choice.groups())) for choice in found if choice]


_CHOICE = re.compile(r"(\d{1,18})-(\d{1,18})-(\d{1,9})", re.ASCII)


class ChosenRecordsForm(Form):
    """Which of the records shown are to be recorded or removed: one, or all."""

    chosen = _ChosenField(required=False)
    record = PressedField()
    remove = PressedField()
    remove_one = forms.IntegerField(required=False, min_value=1, max_value=LARGEST_ID)


class BringForm(Form):
    """Game records for results that stand, and whether results are entered from them."""

    files = FilesField(  # type: ignore[assignment]
        label=_("SGF files (up to 200), or zip archives of many"),
        help_text=_(
            "A name such as r3-b12.sgf says round and board; without that, the names of the two "
            "players in the record do."
        ),
        allow_empty_file=True,
        error_messages={"required": _("Choose records or a zip archive.")},
        widget=FilesInput(attrs={"accept": ".sgf,.zip,application/zip"}),
    )
    enter = forms.BooleanField(
        label=_("If a game has no result yet, enter the result of its record"),
        help_text=_(
            "Not from a record that breaks off, counts to another result, names other players, has "
            "the colours the other way round, or has the moves of another board: it is named, and "
            "you enter the result by hand."
        ),
        required=False,
    )


WON = (Result(Winner.BLACK), Result(Winner.WHITE))


class BroughtResultForm(SeenGameForm):
    """The result of a game whose record is in doubt, for the board as it was shown."""

    result = forms.ChoiceField(error_messages=CHOOSE_RESULT)

    def __init__(self, *args: Any, said: Iterable[Result] = (), **options: Any) -> None:
        """Take the results that records of the game give, if they can be chosen besides who won."""
        super().__init__(*args, **options)
        offered = (*said, *WON)
        self._results = {str(result): result for result in offered}
        self.fields["result"].choices = [(code, code) for code in self._results]  # type: ignore[attr-defined]

    @property
    def chosen(self) -> Result:
        """Return the result that was chosen."""
        return self._results[self.cleaned_data["result"]]


class RemovalAskedForm(Form):
    """The reason for removing a record that a link suggests; an unknown word suggests none."""

    why = CutField(20)


class RemoveRecordForm(Form):
    """The reason for removing a record of a game, and an explanation.

    ``unwanted`` says that nobody stands by it: it may be removed without being wrong.
    """

    why = forms.ChoiceField(
        label=_("What is wrong with it?"),
        choices=RemovedAs.choices,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Choose what is wrong with the record.")
        ),
    )
    note = LineField(label=_("Why is it removed?"), max_length=LONGEST_WHY)

    def __init__(self, *args: Any, unwanted: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not unwanted:
            field: Any = self.fields["why"]
            field.choices = [(why.value, why.label) for why in SET_ASIDE]
