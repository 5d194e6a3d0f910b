"""The form that asks whether a group is alive: which position, which stones, how far."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.board.page import drawn, position_in_words
from adjudication.board.svg import Drawing, Sign
from adjudication.confirmation.budget import DEFAULT_BUDGET
from adjudication.confirmation.walls import Assume
from adjudication.life_and_death.boards import Standing, after, named
from adjudication.life_and_death.counting import DEAD, OWNERS, SEKI, Setting
from adjudication.life_and_death.services.asking import MOST_BUDGET
from adjudication.rules.chains import chain_by_point, chains_of
from adjudication.rules.colours import EMPTY
from adjudication.rules.points import OFF_BOARD, parse_point
from adjudication.submissions.views.chains import says_none
from tournament.common.forms import Form, Undrawn

BUDGETS: Final = (DEFAULT_BUDGET, MOST_BUDGET // 2, MOST_BUDGET)
"""Offered to the referee, in positions for each question."""
LONGEST: Final = 2000
"""Characters of a field that are read."""
ASSUMED: Final = (
    (
        Assume.TERRITORY,
        gettext_lazy("Undisputed groups with their own territory, and what is proven"),
    ),
    (Assume.NONE, gettext_lazy("Only what is proven to be alive")),
)
NO_STONE: Final = gettext_lazy("No stone stands at %(points)s. Write points as C3 or Q16.")
BUDGET_MISSING: Final = gettext_lazy("Choose how far it is searched.")


class GroupsInput(forms.RadioSelect):
    """The groups on the board; a choice's label is a group."""

    template_name = "life_and_death/groups.html"


class ConfirmationForm(Form):
    """What is asked of the position of one record after one of its moves, ``shown``.

    It is opened with what an address says; what that leaves out is filled in.
    """

    submission = forms.CharField(required=False, widget=forms.HiddenInput({"id": False}))
    move = forms.CharField(required=False, widget=forms.HiddenInput({"id": False}))
    points = forms.CharField(
        label=gettext_lazy("Which group is in dispute?"),
        max_length=LONGEST,
        widget=GroupsInput,
        error_messages={"required": gettext_lazy("Choose the group that is in dispute.")},
    )
    agreed_dead = forms.CharField(
        label=gettext_lazy("Which other stones are dead without dispute?"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput({"autocapitalize": "characters"}),
        help_text=gettext_lazy(
            "One stone of every dead chain, or “none”. What all players marked stands here "
            "already; the group in dispute is left out."
        ),
    )
    assume = forms.ChoiceField(
        label=gettext_lazy("What counts as alive around it?"),
        choices=ASSUMED,
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Choose what counts as alive.")
        ),
    )
    budget = forms.TypedChoiceField(
        label=gettext_lazy("How far is it searched?"),
        coerce=int,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "More takes longer, and may decide what less leaves open; it never turns one verdict "
            "into another."
        ),
        error_messages=dict.fromkeys(("required", "invalid_choice"), BUDGET_MISSING),
    )
    key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, boards: tuple[Standing, ...], **options: Any) -> None:
        super().__init__(*args, **options)
        fields: Any = self.fields
        fields["budget"].choices = [
            (
                budget,
                _("%(count)s positions a question")
                % {"count": number_format(budget, force_grouping=True)},
            )
            for budget in BUDGETS
        ]
        self.shown = self._shown(boards)
        if self.shown is None:
            return
        fields["points"].widget.choices = [(group.name, group) for group in self.shown.groups()]
        self._fill_in(self.shown)

    def text(self, name: str) -> str:
        """Return what stands in a field."""
        values = self.data if self.is_bound else self.initial
        return str(values.get(name) or "")[:LONGEST]

    def _shown(self, boards: tuple[Standing, ...]) -> Standing | None:
        """Return the board that the form is about: of the record and the move it names."""
        if not boards:
            return None
        wanted, move = self.text("submission"), self.text("move")
        board = next((board for board in boards if str(board.report.id) == wanted), boards[0])
        return after(board, int(move)) if _is_number(move) else board

    def _fill_in(self, shown: Standing) -> None:
        """Say what is not said yet: what all players marked, and what is usual."""
        self.disputed = _stones_of(self.text("points").split(), shown)
        dead = self.text("agreed_dead")
        if not dead.strip():
            agreed = shown.agreed - shown.differing - self.disputed
            dead = named(agreed, shown.position, shown.size)
        self.dead = _stones_of(_dead_names(dead), shown) - self.disputed
        chosen = (group.name for group in shown.groups() if group.chain.points & self.disputed)
        usual = {
            "points": next(chosen, ""),
            "agreed_dead": dead,
            "assume": self.text("assume") or Assume.TERRITORY,
            "budget": self.text("budget") or DEFAULT_BUDGET,
            "key": uuid4().hex,
        }
        self.initial = {**self.initial, **usual}

    def board(self, shown: Standing) -> dict[str, Any]:
        """Return how the position is drawn, said in words, and given to the browser's module."""
        drawing = Drawing(
            size=shown.size,
            position=shown.position,
            label=_("The position; what is in dispute has a triangle, what is dead is pale."),
            dead=self.dead,
            signs=dict.fromkeys(self.disputed, Sign.TRIANGLE),
        )
        return {
            "svg": drawn(drawing),
            "rows": position_in_words(shown.position, shown.size),
            "small": shown.size <= 9,
            "data": shown.data(),
        }

    def clean_submission(self) -> int:
        """Return the report. Raises ValidationError for one that is not shown."""
        text = self.cleaned_data["submission"]
        if self.shown is None or text != str(self.shown.report.id):
            raise forms.ValidationError(_("Choose the record again: that one is not there."))
        return int(text)

    def clean_move(self) -> int:
        """Return the move. Raises ValidationError for one that the record does not have."""
        text = self.cleaned_data["move"]
        if self.shown is None or not _is_number(text) or int(text) != self.shown.move:
            raise forms.ValidationError(
                _("Give the number of a move of this record, from 0 to %(last)s."),
                params={"last": 0 if self.shown is None else len(self.shown.replay)},
            )
        return int(text)

    def clean_points(self) -> list[str]:
        """Return the points that are asked about."""
        return str(self.cleaned_data["points"]).split()

    def clean_agreed_dead(self) -> list[str]:
        """Return points with stones. Raises ValidationError where one is empty."""
        names = _dead_names(self.cleaned_data["agreed_dead"])
        wrong = [name for name in names if self.shown and not _is_stone(name, self.shown)]
        if wrong:
            raise forms.ValidationError(NO_STONE, params={"points": ", ".join(wrong[:5])})
        return names


class CountForm(Form):
    """What a board is counted with, as an address has it, and where that begins from.

    ``shown`` is the end of the record that it names, the first one otherwise. ``setting`` is what
    stands in it, None where nothing does.
    """

    report = forms.CharField(required=False, widget=forms.HiddenInput({"id": False}))
    begin = forms.CharField(required=False, widget=Undrawn)
    tap = forms.CharField(required=False, widget=Undrawn)
    dead, seki, nobody, black, white = (
        forms.CharField(
            label=label,
            required=False,
            max_length=LONGEST,
            widget=forms.TextInput({"autocapitalize": "characters", "autocomplete": "off"}),
        )
        for label in (
            gettext_lazy("Dead: one stone of every chain, or “none”"),
            gettext_lazy("In seki: one stone of every chain"),
            gettext_lazy("Empty points that count for nobody"),
            gettext_lazy("Empty points that count for Black"),
            gettext_lazy("Empty points that count for White"),
        )
    )

    def __init__(self, data: Any, *, boards: tuple[Standing, ...], territory: bool) -> None:
        super().__init__(data)
        wanted = str(data.get("report") or "")
        self.shown = next((board for board in boards if str(board.report.id) == wanted), None)
        if self.shown is None:
            self.shown = next(iter(boards), None)
        if not territory:
            del self.fields[SEKI]

    @property
    def setting(self) -> Setting | None:
        """Return what the fields say; None where they are empty, or not to be understood."""
        names = [name for name in (DEAD, SEKI, *OWNERS) if name in self.fields]
        if not any(self.data.get(name) for name in names):
            return None
        if self.shown is None or not self.is_valid():
            return None
        values = self.cleaned_data
        dead = values[DEAD]
        return Setting(
            dead,
            values.get(SEKI, frozenset()) - dead,
            {point: owner for name, owner in OWNERS.items() for point in values[name]},
        )

    @property
    def point(self) -> int | None:
        """Return the point that is tapped; None for none."""
        if self.shown is None:
            return None
        point = _point(str(self.data.get("tap") or ""), self.shown)
        return None if point == OFF_BOARD else point

    def clean_dead(self) -> frozenset[int]:
        """Return the stones of all chains that are named."""
        return self._chains(DEAD)

    def clean_seki(self) -> frozenset[int]:
        """Return the stones of all chains that are named."""
        return self._chains(SEKI)

    def clean_nobody(self) -> frozenset[int]:
        """Return empty points."""
        return self._empty("nobody")

    def clean_black(self) -> frozenset[int]:
        """Return empty points."""
        return self._empty("black")

    def clean_white(self) -> frozenset[int]:
        """Return empty points."""
        return self._empty("white")

    def _chains(self, name: str) -> frozenset[int]:
        names = _dead_names(self.cleaned_data[name])
        if self.shown is None:
            return frozenset()
        wrong = [name for name in names if not _is_stone(name, self.shown)]
        if wrong:
            raise forms.ValidationError(NO_STONE, params={"points": ", ".join(wrong[:5])})
        return _stones_of(names, self.shown)

    def _empty(self, name: str) -> frozenset[int]:
        names = _dead_names(self.cleaned_data[name])
        if self.shown is None:
            return frozenset()
        points = {name: _point(name, self.shown) for name in names}
        wrong = [
            name
            for name, point in points.items()
            if point == OFF_BOARD or self.shown.position[point] != EMPTY
        ]
        if wrong:
            raise forms.ValidationError(
                _("%(points)s is no empty point. Write points as C3 or Q16."),
                params={"points": ", ".join(wrong[:5])},
            )
        return frozenset(points.values())


def larger(budget: int) -> int | None:
    """Return the next larger budget, or None where there is none."""
    return next((known for known in BUDGETS if known > budget), None)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _dead_names(text: str) -> list[str]:
    if says_none(text):
        return []
    return [name.upper() for name in text.replace(",", " ").replace(";", " ").split()]


def _point(name: str, shown: Standing) -> int:
    """Return a point by its name; one off the board for what is none."""
    try:
        return parse_point(name, shown.size)
    except ValueError:
        return OFF_BOARD


def _is_stone(name: str, shown: Standing) -> bool:
    point = _point(name, shown)
    return point >= 0 and shown.position[point] != EMPTY


def _stones_of(names: Iterable[str], shown: Standing) -> frozenset[int]:
    """Return the stones of all chains that are named, as far as any stand there."""
    chains = chain_by_point(chains_of(shown.position, shown.size))
    points = (_point(name, shown) for name in names)
    return frozenset().union(*(chains[point].points for point in points if point in chains))
