"""Forms that correct a game or a round that was published, and what each of them asks for."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Self
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from adjudication.corrections.selectors.correcting import (
    GameNow,
    PlayedGame,
    RoundNow,
    SeatedPlayer,
)
from adjudication.corrections.selectors.history import HistoryFilter, HistoryPage
from adjudication.corrections.services import corrections
from tournament.audit.forms import ReasonField
from tournament.common.forms import Form, KeyField, PageForm, PressedField, UndrawnWidget, Words
from tournament.common.versions import StaleVersion
from tournament.fields.forms import NumberField
from tournament.games import words
from tournament.models import AuditEvent, GameState, Reason, Result, Winner
from tournament.results.forms import HOW_WON, ResultForm
from tournament.rounds.forms import TermsFields

OPEN = "open"
"""Given instead of a winner if no result is known."""
_ARGUMENTS = {
    "margin": "margin_half",
    "handicap": "handicap",
    "komi": "komi_half",
    "table": "board_number",
    "black": "black_id",
    "white": "white_id",
    "first": "first_id",
    "second": "second_id",
    "player": "player_id",
    "note": "note",
}
"""The services' names for the fields of these forms."""
_CHOOSE = gettext_lazy("Choose a player")
_FIELDS = {argument: field for field, argument in _ARGUMENTS.items()}


class StepForm(Form):
    """What to correct (``mend``), and which button of its page was pressed."""

    mend = forms.CharField(required=False)
    step = forms.ChoiceField(
        choices=[(step, step) for step in ("preview", "confirm", "edit")], required=False
    )

    def __init__(self, data: QueryDict, *, kinds: Iterable[str]) -> None:
        super().__init__(data)
        self.full_clean()
        mend = self.cleaned_data.get("mend", "")
        self.kind = mend if mend in kinds else ""
        self.goes_back = self.cleaned_data.get("step") == "edit"
        self.confirms = self.cleaned_data.get("step") == "confirm"

    def form_of(
        self,
        forms_of: Mapping[str, "type[CorrectionForm]"],
        data: QueryDict | None,
        now: GameNow | RoundNow,
    ) -> "CorrectionForm":
        """Return the form of this kind, with what was sent or is to be changed once more."""
        kind = forms_of[self.kind]
        if self.goes_back:
            return kind(now=now).show_typed(data)
        return kind(data, now=now, confirms=self.confirms)


class SeatField(forms.TypedChoiceField):
    """One of the players of a round, by key."""

    def __init__(self, *, nobody: Words = _CHOOSE, **options: Any) -> None:
        wrong = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose a player."))
        options = {"coerce": int, "empty_value": None, "error_messages": wrong, **options}
        super().__init__(**options)
        self.nobody = nobody

    def offer(self, players: Iterable[SeatedPlayer]) -> None:
        """Offer these as choices."""
        self.choices = [("", self.nobody), *((seat.player.id, _seated(seat)) for seat in players)]


def _seated(seat: SeatedPlayer) -> str:
    """Return a player's name and where they sit."""
    place = _("board %(board)s") % {"board": seat.table} if seat.table else ""
    if seat.bye:
        place = pgettext("of a round", "bye")
    return " – ".join(filter(None, (words.player(seat.player), place)))


_BLACK = SeatField(label=pgettext_lazy("player", "Black"))
_WHITE = SeatField(label=pgettext_lazy("player", "White"))


class ServiceFields(PageForm):
    """A form whose fields are a service's arguments under other names."""

    service_fields = _FIELDS
    # Without it, browsers forget what was typed into a field when going back.
    autocomplete: ClassVar[dict[str, str]] = dict.fromkeys(_ARGUMENTS, "on")

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the service's arguments."""
        cleaned = self.cleaned_data
        found = {_ARGUMENTS[name]: cleaned[name] for name in _ARGUMENTS if name in cleaned}
        return found | (cleaned["result"].columns() if "result" in cleaned else {})


class CorrectionForm(ServiceFields, Form):
    """A correction, and the reason for it.

    It carries the version of the game or round that was shown. If that has changed, the form is
    refused once and comes back with what was typed and the version that the page now shows.
    """

    version = forms.CharField(widget=forms.HiddenInput, required=False)
    note = ReasonField()
    offers: ClassVar[str] = "players"
    """Whom its fields offer: all players of the round, or those who are ``free``."""

    def __init__(
        self, *args: Any, now: GameNow | RoundNow, confirms: bool = False, **options: Any
    ) -> None:
        self.now, self.confirms = now, confirms
        super().__init__(*args, **options)
        self.initial["version"] = now.version
        self.order_fields([name for name in self.fields if name != "note"])
        for field in self.fields.values():
            if isinstance(field, SeatField):
                round_ = now.round if isinstance(now, GameNow) else now
                field.offer(getattr(round_, self.offers))

    def show_typed(self, data: QueryDict | None) -> Self:
        """Show what was typed before, for the game or round as it is now."""
        super().typed(data)
        self.initial["version"] = self.now.version
        return self

    def version_of(self, now: GameNow | RoundNow) -> object:
        """Return the version of everything that the preview covers."""
        return now.version

    @property
    def current(self) -> object:
        """Return the version that must have been seen; whoever confirms saw it in the preview."""
        return self.version_of(self.now) if self.confirms else self.now.version

    def show_version(self, version: object) -> None:
        """Carry this version when the form is rendered again."""
        self.data: Any = self.data.copy()
        self.data["version"] = str(version)

    def clean(self) -> dict[str, Any]:
        """Return what was sent. Raises ValidationError if another version had been shown."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.pop("version", "") != str(self.current):
            stale = StaleVersion()
            self.status = 409
            self.show_version(self.now.version)
            raise ValidationError(stale.text, code=stale.code)
        return cleaned

    @property
    def change(self) -> Callable[[], AuditEvent]:
        """Return a callable that makes the correction."""
        correct, arguments = self.service, {**self.target, **self.arguments}
        return lambda: correct(**arguments)

    @property
    def target(self) -> dict[str, int]:
        """Return what is corrected."""
        if isinstance(self.now, GameNow):
            return {"game_id": self.now.game.id}
        return {"round_id": self.now.id}

    @property
    def service(self) -> Callable[..., AuditEvent]:
        """Return the service that makes the correction."""
        return SERVICES[type(self)]


class ResultCorrection(CorrectionForm, ResultForm):
    """The right result, or none if it is not known."""

    def __init__(self, *args: Any, now: GameNow, **options: Any) -> None:
        game = now.game
        outcomes = outcomes_of(now)
        if game.state not in (GameState.OPEN, GameState.CONFIRMED):
            outcomes.append((OPEN, _("Nobody knows yet: the game is open again")))
        initial = {"winner": game.winner, "reason": game.reason, "margin": game.margin_half}
        super().__init__(*args, now=now, outcomes=outcomes, initial=initial, **options)

    @property
    def service(self) -> Callable[..., AuditEvent]:
        """Return the service; if no result is known, it opens the game again."""
        known = "result" in self.cleaned_data
        return corrections.correct_result if known else corrections.withdraw_result

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the result and the reason, or only the reason."""
        if "result" in self.cleaned_data:
            return super().arguments
        return {"note": self.cleaned_data["note"]}


class SettleForm(ResultForm):
    """The result that settles a waiting report, as asked on the page of its round.

    ``version`` is that of the game as the page showed it; ``desk`` says that it was the page for
    those who only enter results.
    """

    version = forms.IntegerField(widget=forms.HiddenInput)
    desk = PressedField()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, outcomes=Winner.choices, **options)


class ColoursCorrection(CorrectionForm):
    """The colours were the other way round."""


class TermsCorrection(CorrectionForm, TermsFields):
    """The terms that the game was really played on."""

    def __init__(self, *args: Any, now: GameNow, **options: Any) -> None:
        game = now.game
        initial = {"handicap": game.handicap, "komi": game.komi_half, "table": game.board_number}
        super().__init__(*args, now=now, initial=initial, **options)
        self.fields["handicap"].label = _("Handicap (0 even, 1 no komi, else stones)")
        self.fields["table"].label = _("Board number (exchanged with the board that has it)")

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the terms that change; a new handicap brings its usual komi."""
        found = super().arguments
        if found["handicap"] == self.initial["handicap"] and found["komi_half"] is not None:
            found["handicap"] = None
        if found["komi_half"] == self.initial["komi"] and found["handicap"] is None:
            found["komi_half"] = None
        return found


class PlayersCorrection(CorrectionForm):
    """Who really played."""

    black, white = _BLACK, _WHITE

    def __init__(self, *args: Any, now: GameNow, **options: Any) -> None:
        initial = {"black": now.game.black.id, "white": now.game.white.id}
        super().__init__(*args, now=now, initial=initial, **options)


class RemovalForm(CorrectionForm):
    """The game was not played at all."""


class ExchangeForm(CorrectionForm):
    """Two players swap places."""

    first = SeatField(label=gettext_lazy("First player"))
    second = SeatField(label=gettext_lazy("Second player"))

    def version_of(self, now: GameNow | RoundNow) -> object:
        """Return the version of the round with those of the two players' games."""
        assert isinstance(now, RoundNow)
        chosen = (self.cleaned_data.get(name) for name in ("first", "second"))
        return now.version_with([player for player in chosen if player])


class PairingForm(CorrectionForm, TermsFields):
    """A pairing that was missing."""

    black, white = _BLACK, _WHITE
    offers = "free"


class ByeForm(CorrectionForm):
    """Who has the bye."""

    player = SeatField(
        label=gettext_lazy("Player"), nobody=pgettext_lazy("has the bye", "nobody"), required=False
    )
    offers = "free"


SERVICES: dict[type[CorrectionForm], Callable[..., AuditEvent]] = {
    ColoursCorrection: corrections.correct_colours,
    TermsCorrection: corrections.correct_terms,
    PlayersCorrection: corrections.correct_players,
    RemovalForm: corrections.remove_game,
    ExchangeForm: corrections.swap_in_round,
    PairingForm: corrections.add_game,
    ByeForm: corrections.set_bye,
}
GAME_FORMS: dict[str, type[CorrectionForm]] = {
    "result": ResultCorrection,
    "colours": ColoursCorrection,
    "terms": TermsCorrection,
    "players": PlayersCorrection,
    "remove": RemovalForm,
}
ROUND_FORMS: dict[str, type[CorrectionForm]] = {
    "swap": ExchangeForm,
    "add": PairingForm,
    "bye": ByeForm,
}


def outcomes_of(now: GameNow) -> list[tuple[str, Words]]:
    """Return the outcomes to choose from, with the players' names."""
    return [
        (Winner.BLACK, _("%(name)s won (Black)") % {"name": now.game.black.name}),
        (Winner.WHITE, _("%(name)s won (White)") % {"name": now.game.white.name}),
        (Winner.DRAW, _("Draw (jigo)")),
        (Winner.BOTH, _("Both lose")),
        (Winner.BOTH_WIN, _("Both win")),
        (Winner.NONE, _("No result")),
        (Winner.VOID, _("Void: the game does not count")),
    ]


class ProposalForm(ServiceFields, ResultForm):
    """Another result for a game that both players confirmed, as the director proposes it.

    ``withdraw`` takes back the waiting ``proposal``.
    """

    note = ReasonField()

    def __init__(self, *args: Any, now: GameNow, **options: Any) -> None:
        super().__init__(*args, outcomes=outcomes_of(now), **options)


class SlipForm(ServiceFields, ResultForm):
    """What a game's result really was, according to one of its players.

    ``draws`` says whether it can be a draw. The page asks for points only for a win by points: a
    number left over from an earlier answer is ignored for any other.
    """

    note = ReasonField()
    step = forms.CharField(widget=UndrawnWidget, required=False)
    sure = forms.CharField(widget=UndrawnWidget, required=False)

    def __init__(
        self, *args: Any, played: PlayedGame, player_id: int, draws: bool, **options: Any
    ) -> None:
        game = played.game
        mine = game.colour_of(player_id)
        theirs = words.other_colour(mine)
        opponent = game.white if mine == "black" else game.black
        won = {"name": opponent.name, "colour": words.colour(theirs)}
        outcomes = [
            (mine, _("I won (%(colour)s)") % {"colour": words.colour(mine)}),
            (theirs, _("%(name)s won (%(colour)s)") % won),
        ]
        if draws:
            outcomes.append((Winner.DRAW, _("Draw (jigo)")))
        super().__init__(*args, outcomes=outcomes, how=(("", _("Choose")), *HOW_WON[:4]), **options)

    def clean(self) -> dict[str, Any]:
        """Check that a win says how the game was won."""
        said = self.cleaned_data
        if said.get("winner") == Winner.DRAW or said.get("reason") not in ("", Reason.SCORE):
            self.errors.pop("margin", None)
            self.cleaned_data["margin"] = None
        cleaned = super().clean()
        result = cleaned.get("result")
        if result and result.winner == Winner.DRAW:
            cleaned["result"] = Result(Winner.DRAW, Reason.SCORE)
        elif result and result.reason == Reason.UNKNOWN:
            self.add_error("reason", _("Say how the game was won."))
        return cleaned

    @property
    def goes_back(self) -> bool:
        """Whether to go back and change what was typed."""
        return self["step"].value() == "edit"

    @property
    def confirmed_result(self) -> str:
        """Return the result in the form used for the one that was asked about."""
        return str(self.cleaned_data["result"])

    @property
    def is_sure(self) -> bool:
        """Whether the result was read over together with what speaks against it."""
        return bool(self.cleaned_data["sure"] == self.confirmed_result)


class AnswerForm(Form):
    """An answer to a ``proposal``, by the button that was pressed."""

    step = forms.ChoiceField(choices=[(step, step) for step in ("agree", "refuse", "withdraw")])
    proposal = KeyField()


_WANTED: dict[str, Any] = {"required": False, "min_value": 1, "max_value": 32767}


class FilterForm(Form):
    """Which steps of the history to show; values that it does not know are ignored."""

    round = forms.IntegerField(label=gettext_lazy("Round"), widget=forms.Select, **_WANTED)
    player = forms.IntegerField(label=gettext_lazy("Player"), widget=forms.Select, **_WANTED)
    kind = forms.ChoiceField(
        label=pgettext_lazy("kind of event", "About"),
        required=False,
        choices=(
            ("", pgettext_lazy("kind of event", "everything")),
            ("results", pgettext_lazy("kind of event", "Results")),
            ("pairings", pgettext_lazy("kind of event", "Boards")),
            ("rounds", pgettext_lazy("kind of event", "Rounds")),
            ("players", pgettext_lazy("kind of event", "Players")),
            ("cases", pgettext_lazy("kind of event", "Cases")),
            ("links", pgettext_lazy("kind of event", "Links")),
            ("tournament", pgettext_lazy("kind of event", "Tournament")),
        ),
    )
    sort = forms.ChoiceField(
        label=gettext_lazy("Order"),
        required=False,
        choices=(
            ("", pgettext_lazy("order", "Newest first")),
            ("at", pgettext_lazy("order", "Oldest first")),
            ("where", gettext_lazy("Round and board")),
            ("who", pgettext_lazy("order", "Who did it")),
            ("what", pgettext_lazy("order", "What was done")),
        ),
    )
    board = NumberField(label=gettext_lazy("Board"), **_WANTED)
    page = forms.IntegerField(widget=UndrawnWidget, **_WANTED)
    done = KeyField()

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query)
        self.full_clean()
        self.values: dict[str, Any] = {name: self.cleaned_data.get(name) for name in self.fields}
        self.errors.clear()
        if not self.values["board"]:
            self.fields["board"].widget = UndrawnWidget()

    def offer(self, page: HistoryPage) -> None:
        """Offer the rounds and players that are in the history as choices."""
        rounds = ((number, str(number)) for number in page.rounds)
        choices: dict[str, Any] = {
            "round": [("", pgettext("rounds", "all")), *rounds],
            "player": [("", pgettext("players", "all")), *page.names.items()],
        }
        for name, offered in choices.items():
            widget: Any = self.fields[name].widget
            widget.choices = offered

    @property
    def wanted(self) -> HistoryFilter:
        """Return the filter that was asked for."""
        values = self.values
        return HistoryFilter(
            round_number=values["round"],
            table=values["board"],
            player=values["player"],
            kind=values["kind"] or "",
            sort=values["sort"] or "",
        )

    @property
    def query(self) -> str:
        """Return the filter as query parameters."""
        names = ("round", "board", "player", "kind", "sort")
        return urlencode({name: self.values[name] for name in names if self.values[name]})
