"""The forms for life and death: asking about a group, setting a count, saying what is alive."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final
from uuid import uuid4

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.confirmation.budget import DEFAULT_BUDGET
from adjudication.confirmation.walls import AssumeAlive
from adjudication.life_and_death.boards import MarkedBoard, board_after, board_named, usual_board
from adjudication.life_and_death.counting import (
    ALIVE,
    DEAD,
    DECIDED,
    OWNERS,
    PROPOSED,
    SEKI,
    CountSetting,
)
from adjudication.life_and_death.question import LifeQuestion, Tap
from adjudication.life_and_death.services.asking import MOST_BUDGET
from adjudication.life_and_death.services.positions import NO_PART
from adjudication.life_and_death.sources import Source
from adjudication.rules.chains import chain_by_point, chains_of
from adjudication.rules.colours import EMPTY
from adjudication.rules.points import OFF_BOARD, example_point, parse_area, parse_point
from adjudication.rules.scoring.regions import chain_at
from adjudication.submissions.views.chains import says_none
from tournament.common.forms import Form, PressedField, UndrawnWidget

BUDGETS: Final = (DEFAULT_BUDGET, MOST_BUDGET // 2, MOST_BUDGET)
"""The choices offered to the referee, in positions for each question."""
LONGEST: Final = 2000
"""How many characters of a field are read."""
ASSUMED: Final = (
    (
        AssumeAlive.TERRITORY,
        gettext_lazy("Undisputed groups with their own territory, and what is proven"),
    ),
    (AssumeAlive.NONE, gettext_lazy("Only what is proven to be alive")),
)
NO_STONE: Final = gettext_lazy("No stone stands at %(points)s. Write points as %(example)s.")
BUDGET_MISSING: Final = gettext_lazy("Choose how far it is searched.")


class GroupsInput(forms.CheckboxSelectMultiple):
    """Checkboxes for the groups on the board; a choice's label is a group, the value one text."""

    template_name = "life_and_death/groups.html"

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
        """Return the names that are ticked, separated by spaces."""
        return " ".join(data.getlist(name))

    def format_value(self, value: Any) -> list[str]:
        """Return the names that are ticked."""
        return str(value or "").upper().split()


class ConfirmationForm(Form):
    """A question about the position after one of a record's moves, ``shown``.

    The initial values come from the address; whatever it leaves out is filled in. ``question`` is
    the resulting question on that board.
    """

    submission = forms.CharField(required=False, widget=forms.HiddenInput({"id": False}))
    move = forms.CharField(required=False, widget=forms.HiddenInput({"id": False}))
    points = forms.CharField(
        label=gettext_lazy("Which groups are in dispute?"),
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
    alive = forms.CharField(
        label=gettext_lazy("Which other stones do you take to be alive?"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput({"autocapitalize": "characters"}),
        help_text=gettext_lazy(
            "One stone of every such chain. The verdict lists them as assumed by you."
        ),
    )
    area = forms.CharField(
        label=gettext_lazy("Does only a part of the board matter?"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput({"autocapitalize": "characters"}),
        help_text=gettext_lazy(
            "Two opposite corners, like A1-G6, or several such parts; empty for the whole board. "
            "Stones that do not all lie in it count as alive, and nothing escapes at its edge: "
            "the verdict lists that as assumed by you."
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
        widget=forms.RadioSelect({"form": "ask"}),
        help_text=gettext_lazy(
            "More takes longer, and may decide what less leaves open; it never turns one verdict "
            "into another."
        ),
        error_messages=dict.fromkeys(("required", "invalid_choice"), BUDGET_MISSING),
    )
    key = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    show = PressedField()

    def __init__(self, *args: Any, boards: tuple[MarkedBoard, ...], **options: Any) -> None:
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
        self.question = self._question(self.shown)
        self._fill_in(self.shown)

    def text(self, name: str) -> str:
        """Return the content of a field."""
        if self.is_bound and name in self.fields:
            data: Any = self.data
            return " ".join(data.getlist(name))[:LONGEST]
        return str(self.initial.get(name) or "")[:LONGEST]

    def _shown(self, boards: tuple[MarkedBoard, ...]) -> MarkedBoard | None:
        """Return the board of the record and the move that the form names."""
        wanted, move = self.text("submission"), self.text("move")
        board = board_named(boards, wanted) or usual_board(boards)
        if board is None:
            return None
        return board_after(board, int(move)) if _is_number(move) else board

    def _question(self, shown: MarkedBoard) -> LifeQuestion:
        """Return the question, by default with what all players marked and the usual values."""
        asked = _stones_of(self.text("points").split(), shown)
        dead = self.text("agreed_dead")
        # As long as the form says nothing, use what both players said.
        named = _stones_of(_names(self.text("alive")), shown)
        alive = (named or (frozenset() if dead.strip() else shown.both_living)) - asked
        lost = (
            _stones_of(_dead_names(dead), shown)
            if dead.strip()
            else shown.agreed_dead - shown.differing - alive
        )
        area = [part for part in _names(self.text("area")) if _is_part(part, shown)]
        assume, corner = self.text("assume"), _point(self.text("corner"), shown)
        question = LifeQuestion(
            {Tap.ASKED: asked, Tap.DEAD: lost - asked, Tap.ALIVE: alive - lost},
            AssumeAlive(assume) if assume in list(AssumeAlive) else AssumeAlive.TERRITORY,
            tuple(area),
            None if corner == OFF_BOARD else corner,
        )
        tapped = _point(self.text("tap"), shown)
        if tapped == OFF_BOARD or self.is_bound:
            return question
        return question.after_tap(shown.position, shown.size, tapped, self.tap)

    @property
    def tap(self) -> Tap:
        """Return what a tap on the board sets."""
        wanted = str(self.initial.get("as") or "")
        return Tap(wanted) if wanted in list(Tap) else Tap.ASKED

    def _fill_in(self, shown: MarkedBoard) -> None:
        """Fill in the fields with the question."""
        told = self.question.words(shown.position, shown.size)
        self.initial = {
            **self.initial,
            **{name: told.get(name, "") for name in ("points", "agreed_dead", "alive", "area")},
            "assume": told["assume"],
            "budget": self.text("budget") or DEFAULT_BUDGET,
            "key": uuid4().hex,
        }

    @property
    def only_shown(self) -> bool:
        """Whether the board is only to be shown as filled in, and nothing prevents that."""
        shows = self.is_bound and "show" in self.data
        return shows and not set(self.errors) - {"points", "budget"}

    def clean_submission(self) -> Source:
        """Return the source of the record. Raises ValidationError for one that is not shown."""
        text = self.cleaned_data["submission"]
        if self.shown is None or text != self.shown.source.key:
            raise forms.ValidationError(_("That record is no longer there: choose another one."))
        return self.shown.source

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
        """Return points with stones. Raises ValidationError if one is empty."""
        return self._stones(_dead_names(self.cleaned_data["agreed_dead"]))

    def clean_alive(self) -> list[str]:
        """Return points with stones. Raises ValidationError if one is empty."""
        return self._stones(_names(self.cleaned_data["alive"]))

    def clean_area(self) -> list[str]:
        """Return the parts of the area. Raises ValidationError if one cannot be read."""
        names = _names(self.cleaned_data["area"])
        for name in names:
            if self.shown is not None and not _is_part(name, self.shown):
                raise forms.ValidationError(NO_PART, params={"point": name[:20]})
        return names

    def _stones(self, names: list[str]) -> list[str]:
        if self.shown is None:
            return names
        wrong = [name for name in names if not _is_stone(name, self.shown)]
        if wrong:
            raise _not_at(wrong, self.shown, str(NO_STONE))
        return names


class CountForm(Form):
    """What a board is counted with, as the address gives it, and what the count starts from.

    ``shown`` is the final position of the record that is named; otherwise of the one that the
    players spoke of, or of the first. ``setting`` is None if the fields are empty or invalid.
    """

    report = forms.CharField(required=False, widget=forms.HiddenInput({"id": False}))
    begin = forms.CharField(required=False, widget=UndrawnWidget)
    tap = forms.CharField(required=False, widget=UndrawnWidget)
    sets = forms.CharField(required=False, widget=UndrawnWidget)
    written = forms.BooleanField(required=False, widget=UndrawnWidget)
    decided, proposed = (
        forms.CharField(required=False, max_length=LONGEST, widget=forms.HiddenInput({"id": False}))
        for _field in range(2)
    )
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

    def __init__(self, data: Any, *, boards: tuple[MarkedBoard, ...], territory: bool) -> None:
        super().__init__(data)
        wanted = str(data.get("report") or "")
        self.shown = board_named(boards, wanted) or usual_board(boards)
        if not territory:
            del self.fields[SEKI]

    @property
    def setting(self) -> CountSetting | None:
        """Return the setting that the fields describe; None if they are empty or invalid."""
        names = [name for name in (DEAD, SEKI, *OWNERS) if name in self.fields]
        if not any(self.data.get(name) for name in names):
            return None
        if self.shown is None or not self.is_valid():
            return None
        values = self.cleaned_data
        dead = values[DEAD]
        seki = values.get(SEKI, frozenset()) - dead
        return CountSetting(
            dead,
            seki,
            {point: owner for name, owner in OWNERS.items() for point in values[name]},
            # The chains a referee writes down are decided; one left alive may be an oversight.
            values[DECIDED] | (dead | seki if values["written"] else frozenset()),
            frozenset() if values["written"] else values[PROPOSED],
        )

    @property
    def tap_state(self) -> str:
        """Return the state that a tap gives a group: dead, or in seki where that matters."""
        return SEKI if SEKI in self.fields and self.data.get("sets") == SEKI else DEAD

    @property
    def point(self) -> int | None:
        """Return the point that was tapped, or None."""
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

    def clean_decided(self) -> frozenset[int]:
        """Return the stones of the chains that the referee has set; unknown names are ignored."""
        return self._known_chains(DECIDED)

    def clean_proposed(self) -> frozenset[int]:
        """Return the stones of the chains that a proposal is sure of; unknown names are ignored."""
        return self._known_chains(PROPOSED)

    def _known_chains(self, field: str) -> frozenset[int]:
        names = _names(self.cleaned_data[field])
        if self.shown is None:
            return frozenset()
        return _stones_of([name for name in names if _is_stone(name, self.shown)], self.shown)

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
            raise _not_at(wrong, self.shown, str(NO_STONE))
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
            text = _("%(points)s is no empty point. Write points as %(example)s.")
            raise _not_at(wrong, self.shown, text)
        return frozenset(points.values())


class SaidForm(Form):
    """Which stones of a board a player takes to be alive, dead, or in seki.

    ``stones`` has whole chains by these three states; if the form says nothing, they are what the
    player said before. Under area scoring (no ``territory``) seki is no state of its own: the
    stones in it count, and so do their eyes.
    """

    STATES: ClassVar[tuple[str, ...]] = (ALIVE, DEAD, SEKI)

    report = forms.CharField(required=False, widget=forms.HiddenInput({"id": False}))
    tap = forms.CharField(required=False, widget=UndrawnWidget)
    alive, dead, seki = (
        forms.CharField(
            label=label,
            required=False,
            max_length=LONGEST,
            widget=forms.TextInput({"autocapitalize": "characters", "autocomplete": "off"}),
        )
        for label in (
            gettext_lazy("Alive: one stone of every chain, or “none”"),
            gettext_lazy("Dead: one stone of every chain, or “none”"),
            gettext_lazy("In seki: one stone of every chain, or “none”"),
        )
    )
    show = PressedField()

    def __init__(
        self, data: Any, *, shown: MarkedBoard, player_id: int, territory: bool = True
    ) -> None:
        self.states = self.STATES if territory else (ALIVE, DEAD)
        said = shown.said_of(player_id)
        told = {name: str(data.get(name) or "") for name in (*self.STATES, "tap", "report")}
        if not territory:
            told[SEKI] = ""
        if not any(told[state] for state in self.STATES) and said is not None:
            told |= {state: " ".join(getattr(said, state)) for state in self.STATES}
        super().__init__({**told, **({"show": "on"} if "show" in data else {})})
        self.shown = shown
        self.stones = {state: _stones_of(_dead_names(told[state]), shown) for state in self.STATES}
        self.stones[ALIVE] -= self.stones[SEKI]
        self.stones[DEAD] -= self.stones[ALIVE] | self.stones[SEKI]
        point = _point(told["tap"], shown) if told["tap"] else OFF_BOARD
        if point != OFF_BOARD and shown.position[point] != EMPTY:
            self._tap(chain_at(shown.position, shown.size, point))

    def _tap(self, chain: frozenset[int]) -> None:
        """Move a chain on to its next state: alive, dead, in seki, then not spoken of."""
        now = next((state for state in self.states if chain <= self.stones[state]), "")
        order = (*self.states, "")
        self.stones = self.having(chain, order[(order.index(now) + 1) % len(order)])

    def having(self, chain: frozenset[int], state: str) -> dict[str, frozenset[int]]:
        """Return the statement with a chain in the given state; an empty state leaves it out."""
        return {
            name: stones | chain if name == state else stones - chain
            for name, stones in self.stones.items()
        }

    def clean_alive(self) -> list[str]:
        """Return points with stones. Raises ValidationError if one is empty."""
        return self._named("alive")

    def clean_dead(self) -> list[str]:
        """Return points with stones. Raises ValidationError if one is empty."""
        return self._named("dead")

    def clean_seki(self) -> list[str]:
        """Return points with stones. Raises ValidationError if one is empty."""
        return self._named("seki")

    def _named(self, name: str) -> list[str]:
        names = _dead_names(self.cleaned_data[name])
        wrong = [one for one in names if not _is_stone(one, self.shown)]
        if wrong:
            raise _not_at(wrong, self.shown, str(NO_STONE))
        return names


def next_budget(budget: int) -> int | None:
    """Return the next larger budget, or None."""
    return next((known for known in BUDGETS if known > budget), None)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _not_at(wrong: list[str], shown: MarkedBoard, text: str) -> forms.ValidationError:
    """Return the error that these points are not what a field asks for, with an example."""
    params = {"points": ", ".join(wrong[:5]), "example": example_point(shown.size)}
    return forms.ValidationError(text, params=params)


def _dead_names(text: str) -> list[str]:
    return [] if says_none(text) else _names(text)


def _names(text: str) -> list[str]:
    return [name.upper() for name in text.replace(",", " ").replace(";", " ").split()]


def _is_part(text: str, shown: MarkedBoard) -> bool:
    try:
        return bool(parse_area([text], shown.size))
    except ValueError:
        return False


def _point(name: str, shown: MarkedBoard) -> int:
    """Return the point of a name; OFF_BOARD if it names none."""
    try:
        return parse_point(name, shown.size)
    except ValueError:
        return OFF_BOARD


def _is_stone(name: str, shown: MarkedBoard) -> bool:
    point = _point(name, shown)
    return point >= 0 and shown.position[point] != EMPTY


def _stones_of(names: Iterable[str], shown: MarkedBoard) -> frozenset[int]:
    """Return the stones of all chains that are named; points without a stone are ignored."""
    chains = chain_by_point(chains_of(shown.position, shown.size))
    points = (_point(name, shown) for name in names)
    return frozenset().union(*(chains[point].points for point in points if point in chains))
