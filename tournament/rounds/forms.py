"""Forms of a round: pairing it, changing its draft by hand, publishing it, its clock."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.common.forms import Form, KeyField, KeysField, PressedField, UndrawnWidget
from tournament.errors import UserError
from tournament.formats.folding import folded
from tournament.games import words
from tournament.models import Game
from tournament.rounds.selectors.drafts import DraftPage, DraftPlayer

_COLUMNS: Any = {name: Game._meta.get_field(name) for name in ("handicap", "komi_half")}
_BOARD: Any = Game._meta.get_field("board_number")


def _words(*words: str) -> list[tuple[str, str]]:
    return [(word, word) for word in words]


class LongSelect(forms.Select):
    """A choice among hundreds, rendered without a template for each option.

    ``drawn`` are its options rendered with none selected, shared by several choices among the same.
    """

    drawn: SafeString | None = None

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the choice."""
        chosen = "" if value is None else str(value)
        options = self.drawn if self.drawn and not chosen else drawn_options(self.choices, chosen)
        attributes = flatatt({**self.build_attrs(self.attrs, attrs), "name": name})
        return format_html("<select{}>{}</select>", attributes, options)


def drawn_options(choices: Iterable[tuple[Any, Any]], chosen: str = "") -> SafeString:
    """Return the rendered options of a choice, one of them selected."""
    return format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((key, " selected" if str(key) == chosen else "", text) for key, text in choices),
    )


class DraftChoiceField(KeyField):
    """The key of a player or a board of a draft.

    The service refuses one that is not in it: somebody may have removed it meanwhile.
    """

    def __init__(self, *, empty: Any, wrong: Any, **options: Any) -> None:
        errors = dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong)
        options = {"widget": LongSelect, "required": True, "error_messages": errors, **options}
        super().__init__(**options)
        self.empty = empty

    def offer(self, choices: Iterable[tuple[int, str]], drawn: SafeString | None = None) -> None:
        """Offer these choices."""
        widget: Any = self.widget
        widget.choices, widget.drawn = [("", self.empty), *choices], drawn


class DraftSeatField(DraftChoiceField):
    """The key of a player to be moved."""

    def __init__(self, **options: Any) -> None:
        super().__init__(empty=_("Choose a player"), wrong=_("Choose a player."), **options)


class TermsFields(Form):
    """Handicap, komi and board number; an empty field means the usual value."""

    terms: ClassVar[Mapping[str, str]] = {"handicap": "handicap", "komi": "komi"}
    # Anybody who changes something else would also send the column's own value.
    handicap = _COLUMNS["handicap"].formfield(
        label=_("Handicap (0 even, 1 no komi, else stones; empty: as usual)"),
        empty_value=None,
        initial=None,
    )
    komi = _COLUMNS["komi_half"].formfield(label=_("Komi (empty: as usual)"), required=False)
    table = _BOARD.formfield(label=_("Board number (empty: the first free one)"), required=False)


class DraftForm(Form):
    """A change to the draft of a round, at the ``version`` that was looked at."""

    version = forms.CharField(required=False, widget=forms.HiddenInput({"id": False}))


class PairForm(DraftForm):
    """Pair the round; with ``keep``, only the players without a board."""

    keep = PressedField()


class StateForm(DraftForm):
    """Publish the round or take it back; ``sure`` publishes it despite any warnings."""

    step = forms.ChoiceField(choices=_words("publish", "withdraw"))
    sure = PressedField()


class DraftActionForm(DraftForm):
    """Which change to make to a draft."""

    action = forms.CharField()


class ChangeForm(DraftForm):
    """A change of the draft by hand, drawn on the draft's page."""

    FIELDS: ClassVar[dict[str, str]] = {"komi_half": "komi", "board_number": "table"}

    def offer(self, page: DraftPage) -> None:
        """Offer the players and boards of the current draft, whichever version was seen before."""
        self.initial["version"] = page.version
        if self.is_bound:
            self.data: Any = self.data.copy()
            self.data["version"] = str(page.version)

    def refuse(self, error: UserError) -> None:
        """Note the service's error beside the field of the argument it names."""
        error.field = self.FIELDS.get(error.field or "", error.field)
        super().refuse(error)

    def _offer_players(self, players: Iterable[DraftPlayer]) -> None:
        names = sorted((player.name for player in players), key=lambda name: folded(name.name))
        choices = [(name.id, words.player(name)) for name in names]
        fields = [field for field in self.fields.values() if isinstance(field, DraftSeatField)]
        drawn = drawn_options([("", fields[0].empty), *choices])
        for field in fields:
            field.offer(choices, drawn)


class ChosenForm(ChangeForm):
    """An action on the boards that are chosen in the table."""

    game = KeysField(
        label=_("Boards"),
        required=True,
        error_messages={"required": _("Choose at least one board.")},
    )

    @property
    def chosen(self) -> list[int]:
        """Return the chosen boards that still exist."""
        field: Any = self.fields["game"]
        found: list[int] = field.to_python(self["game"].value())
        return found


class BoardsForm(ChosenForm):
    """Boards to lock, to remove, or to exchange the colours of."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": "boards-%s", **options})


class SwapForm(ChangeForm):
    """Two players who change places."""

    first = DraftSeatField(label=_("First player"))
    second = DraftSeatField(label=_("Second player"))

    def offer(self, page: DraftPage) -> None:
        """Offer everybody who takes part."""
        super().offer(page)
        self._offer_players(page.players)


class SeatForm(ChangeForm):
    """Two players for a board."""

    SEATS: ClassVar = ("black", "white")
    black = DraftSeatField(label=pgettext_lazy("player", "Black"))
    white = DraftSeatField(label=pgettext_lazy("player", "White"))

    def offer(self, page: DraftPage) -> None:
        """Offer the players without a place; if there are only two, they are already chosen."""
        super().offer(page)
        self._offer_players(page.free)
        if len(page.unpaired) == len(self.SEATS):
            for name, player in zip(self.SEATS, page.unpaired, strict=True):
                self.initial[name] = player.name.id


class DraftByeForm(ChangeForm):
    """Who gets the bye."""

    player = DraftSeatField(label=_("Player"))

    def offer(self, page: DraftPage) -> None:
        """Offer the players without a place."""
        super().offer(page)
        self._offer_players(page.free)


class NoByeForm(DraftByeForm):
    """Nobody gets the bye: whoever has it loses their place."""

    player = DraftSeatField(label=_("Player"), required=False)


class TermsForm(ChosenForm, TermsFields):
    """The terms of boards; fields left empty stay as they are."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["handicap"].label = _("Handicap")
        self.fields["komi"].label = _("Komi")
        self.fields["table"].label = _("Table")

    def clean(self) -> dict[str, Any]:
        """Check that no two boards get the same number."""
        cleaned: dict[str, Any] = self.cleaned_data
        if cleaned.get("table") and len(cleaned.get("game", ())) > 1:
            self.add_error("table", _("A table is for one board: choose only one."))
        return cleaned


class ClockForm(Form):
    """A button of the clock; two of them need minutes."""

    step = forms.ChoiceField(
        choices=_words("start", "pause", "resume", "reset", "set", "add"), widget=UndrawnWidget
    )
    minutes = forms.IntegerField(
        label=_("Minutes"),
        help_text=_("What is left on the clock from now; before the start, its whole length."),
        required=False,
        widget=forms.NumberInput({"class": "short", "min": 1, "max": 1440}),
        error_messages={"invalid": _("Write the minutes as a whole number.")},
    )

    def clean(self) -> dict[str, Any]:
        """Require minutes where they are needed."""
        cleaned = self.cleaned_data
        if cleaned.get("step") in ("set", "add") and cleaned.get("minutes", 0) is None:
            self.add_error("minutes", _("Write the minutes as a whole number."))
        return cleaned
