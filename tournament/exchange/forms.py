"""Forms for other programs' files: a list of players, a whole tournament."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from adjudication.rules.presets import PRESETS
from tournament.common.forms import Form, PressedField, UndrawnWidget
from tournament.errors import UserError
from tournament.exchange.preview import MOST_COLUMNS
from tournament.exchange.verification import MOST_KILOBYTES
from tournament.formats.player_columns import COLUMNS
from tournament.games.words import rules_title
from tournament.players.forms import RoundField


class _ColumnsWidget(UndrawnWidget):
    """Reads ``column<n>`` and ``guess<n>``, which the preview draws for each column."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[int, str]:
        """Return what columns hold, by column number, where that differs from the guess."""
        chosen = ((n, data.get(f"column{n}"), data.get(f"guess{n}")) for n in range(MOST_COLUMNS))
        return {n: column for n, column, guess in chosen if column not in (None, guess)}


class ColumnsField(forms.Field):
    """What the director says that columns hold; None for a column to leave out."""

    widget = _ColumnsWidget

    def to_python(self, value: Any) -> dict[int, str | None]:
        """Return what columns hold, by column number."""
        return {
            number: column if column in COLUMNS else None
            for number, column in (value or {}).items()
        }


class _TicksWidget(UndrawnWidget, forms.MultipleHiddenInput):
    """Reads the checkboxes that the preview draws."""


class TicksField(forms.Field):
    """The values of all ticked checkboxes of one name."""

    widget = _TicksWidget

    def to_python(self, value: Any) -> frozenset[str]:
        """Return the values."""
        return frozenset(value or ())


class ImportForm(Form):
    """A list of players, pasted or as a file, and what was entered in its preview."""

    text = forms.CharField(
        label=_("Rows, one player each"),
        help_text=_(
            "Columns may be separated by tabs, semicolons or commas. Titles such as Surname; First "
            "name; Rank; Club; Country; EGF PIN are understood in many languages."
        ),
        strip=False,
        required=False,
        widget=forms.Textarea(attrs={"class": "record", "rows": 12, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        help_text=_(
            "CSV, or a tournament file of OpenGotha, MacMahon, pairgoth, EGF (h9), FFG (tou), AGA "
            "or Shinpan: its players are imported."
        ),
        allow_empty_file=True,
        required=False,
    )
    from_round = RoundField(label=_("They play from round"))
    enter = PressedField()
    columns = ColumnsField(required=False)
    anyway = TicksField(required=False)
    conflict_status = 400

    def __init__(self, *args: Any, rounds: Iterable[int], next_round: int, **options: Any) -> None:
        super().__init__(*args, initial={"from_round": next_round}, **options)
        if next_round > 1:
            field: Any = self.fields["from_round"]
            field.offer(rounds)

    def show_text(self, text: str) -> None:
        """Put a file's contents into the field for pasting."""
        data: Any = self.data
        self.data = {**data.dict(), "text": text}

    def refuse(self, error: UserError) -> None:
        """Note an error beside the list, whichever way it was given."""
        uploaded = bool(self.files)
        if error.field not in self.fields or (error.field == "file" and not uploaded):
            error.field = "text"
        super().refuse(error)


class FileForm(Form):
    """The file of a whole tournament."""

    file = forms.FileField(
        label=_("File of the tournament"),
        help_text=_(
            "OpenGotha or MacMahon XML, a .tour file of pairgoth, EGF results (h9), FFG results "
            "(tou), an AGA report, or JSON from Shinpan. The format is detected."
        ),
        allow_empty_file=True,
        error_messages={"required": _("Choose a file.")},
    )


class FileToVerifyForm(FileForm):
    """A file that is read and forgotten."""

    saves: ClassVar[bool] = False

    def __init__(self, *args: Any, **options: Any) -> None:
        """Say in advance how large a file may be."""
        super().__init__(*args, **options)
        field: Any = self.fields["file"]
        most = _("At most %(most)d kB.") % {"most": MOST_KILOBYTES}
        field.help_text = format_lazy("{} {}", field.help_text, most)


class TournamentFileForm(FileForm):
    """A tournament written by another program."""

    rules = forms.ChoiceField(
        label=_("Rules, if the file does not say"),
        help_text=_(
            "Choose the rules that were played. Without a choice, a file that names none counts "
            "as Japanese with a komi of 6.5 points, else as French."
        ),
        choices=lambda: [
            ("", _("As the file says, or by its komi")),
            *((key, rules_title(key)) for key in sorted(PRESETS)),
        ],
        required=False,
    )
