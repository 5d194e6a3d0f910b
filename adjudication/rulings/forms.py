"""The forms for rulings, votes and committees, and for what players write in their case."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, cast
from uuid import uuid4

from django import forms
from django.core import signing
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.appeals import Candidate
from adjudication.cases.views.articles import ArticleText
from adjudication.models import Appeal, Effect, Penalty, PenaltyKind, Ruling, Statement
from adjudication.policy.causes import ClockMatter
from adjudication.policy.decisions import (
    BoardCount,
    Decision,
    PenaltyGiven,
    board_count_from,
)
from adjudication.policy.forms.clock import ClockFinding, ClockOutcome
from adjudication.policy.forms.illegal_move import IllegalMoveFinding, IllegalMoveOutcome
from adjudication.rulings.services.appeals import room_for_reasons
from adjudication.rulings.services.checking import (
    LAST_MOVE,
    LONGEST_NOTE,
    MOST_POINTS_HALF,
    MOST_SECONDS,
)
from language.messages import Message, message_from
from tournament.common.forms import Form, PressedField, UndrawnWidget
from tournament.common.pictures import MOST_PICTURES
from tournament.common.versions import StaleVersion
from tournament.errors import UserError
from tournament.fields.forms import (
    FilesField,
    FilesInput,
    HalfPointsField,
    LineField,
    NumberField,
    TextField,
    set_plain_error_messages,
)
from tournament.fields.models import max_length_of
from tournament.games.models.result import MARGIN_HALVES, MARGIN_WITHOUT_POINTS, WRITE_MARGIN
from tournament.games.selectors import GameRow, PlayerName
from tournament.models import AuditEvent, Reason, Winner
from tournament.results.forms import margin_field
from tournament.spoken import renders_as, translated

EFFECTS: Final = (
    (Effect.RESULT, _("It gets a result")),
    (Effect.REPLAY, _("It is played again from the beginning")),
    (Effect.RESUME, _("It goes on from an earlier position")),
    (Effect.NOTHING, _("Nothing changes for the game")),
)
WINNERS: Final = (
    (Winner.DRAW, _("Draw (jigo)")),
    (Winner.BOTH, _("Both lose")),
    (Winner.NONE, _("No result")),
    (Winner.VOID, _("Void: the game does not count")),
    (Winner.BOTH_WIN, _("Both win")),
)
"""The outcomes without a single winner."""
REASONS: Final = (
    (Reason.RULING, _("By this ruling")),
    (Reason.FORFEIT, _("By forfeit")),
    (Reason.TIME, _("On time")),
    (Reason.ABSENCE, _("By absence")),
    (Reason.RESIGNATION, _("By resignation")),
    (Reason.SCORE, _("By points")),
    (Reason.TIE, _("By equal scores")),
)
COUNTED: Final = {one: one.label for one in (Winner.BLACK, Winner.WHITE, Winner.DRAW)}
"""The outcomes that a count can have."""
OF_EACH: Final = ("warn", "points", "time", "back", "why")
"""The fields that exist once per player; the name ends with the player's number (``warn-3``)."""
LAST_MOVE_MISSING: Final = _("Write the number of the last move that stands; 0 is the beginning.")
_NATURAL: Final = {Winner.BOTH: Reason.BOTH_LOSE, Winner.NONE: Reason.VOID}
"""The reasons for outcomes without a winner; any others are by ruling."""


class ClockField(forms.CharField):
    """A time of some minutes, in seconds: ``5`` is 300, ``2:30`` is 150."""

    _CLOCK = re.compile(r"(\d{1,4})(?::([0-5]\d))?", re.ASCII)

    def __init__(self, **options: Any) -> None:
        attrs = {"class": "short", "placeholder": "2:30"}
        super().__init__(max_length=7, required=False, widget=forms.TextInput(attrs), **options)

    def clean(self, value: Any) -> int | None:
        """Return the time in seconds. Raises ValidationError."""
        text = str(super().clean(value))
        match = self._CLOCK.fullmatch(text)
        seconds = int(match[1]) * 60 + int(match[2] or 0) if match else 0
        if text and not 0 < seconds <= MOST_SECONDS:
            raise forms.ValidationError(
                _("Write minutes, such as 5, or minutes and seconds, such as 2:30."), code="clock"
            )
        return seconds or None

    def prepare_value(self, value: Any) -> Any:
        """Return a time in the form it is typed."""
        if not isinstance(value, int):
            return value
        minutes, rest = divmod(value, 60)
        return f"{minutes}:{rest:02}" if rest else str(minutes)


class WinnersInput(forms.RadioSelect):
    """Radio buttons for who wins; rare outcomes are folded away unless chosen or in error."""

    template_name = "referee/winners.html"

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """Return the context with the options in two groups."""
        context = super().get_context(name, value, attrs)
        widget = context["widget"]
        options = [option for _group, found, _index in widget["optgroups"] for option in found]
        rare = [option for option in options if option["value"] in dict(WINNERS)]
        widget["usual"] = [option for option in options if option not in rare]
        widget["rare"] = rare
        wrong = "aria-invalid" in widget["attrs"]
        widget["open"] = wrong or any(option["selected"] for option in rare)
        return context


class ArticlesInput(forms.CheckboxSelectMultiple):
    """Checkboxes for articles with their text; a choice's label is an :class:`ArticleText`."""

    template_name = "referee/articles.html"


class ArticlesField(forms.MultipleChoiceField):
    """Articles, in the order of the texts; any that no longer exist are left out."""

    widget = ArticlesInput

    def to_python(self, value: Any) -> list[str]:
        """Return the keys of the articles that are ticked."""
        ticked, choices = (
            super().to_python(value),
            cast(list[tuple[str, ArticleText]], self.choices),
        )
        return [key for key, _article in choices if key in ticked]


def _points(label: str | Promise, most: int, error: Any) -> HalfPointsField:
    limits = [MinValueValidator(1, error), MaxValueValidator(most, error)]
    return HalfPointsField(
        label=label, required=False, validators=limits, error_messages={"points": error}
    )


@dataclass(frozen=True, slots=True)
class PlayerFields:
    """The fields for one player, beside the result."""

    player: PlayerName
    fields: tuple[BoundField, ...]

    @property
    def open(self) -> bool:
        """Whether any of the fields is filled in, or has an error."""
        return any(field.errors or field.value() for field in self.fields)


LONGEST_MADE_OF = 20_000
_SALT = "reasons that were proposed"
_COUNT_SALT = "count of a board"


def signed_reasons(message: Message) -> str:
    """Return proposed reasons for a field of the form, signed because the form sends them back."""
    return signing.dumps(message.as_json(), salt=_SALT, compress=True)


def signed_count(count: BoardCount) -> str:
    """Return the count of a board for a field of the form, also signed."""
    return signing.dumps(count.as_json(), salt=_COUNT_SALT, compress=True)


def _message_in(signed: str) -> Message | None:
    """Return the message that :func:`signed_reasons` signed; None for anything else."""
    try:
        return message_from(signing.loads(signed, salt=_SALT))
    except (signing.BadSignature, ValueError):
        return None


def _count_in(signed: str) -> BoardCount | None:
    """Return the count that :func:`signed_count` signed; None for anything else."""
    try:
        return board_count_from(signing.loads(signed, salt=_COUNT_SALT))
    except (signing.BadSignature, ValueError):
        return None


class RulingForm(Form):
    """A ruling about ``parties``, and about a game if there is one.

    ``noted`` asks why it is decided again. ``records`` are the names of the records that the game
    can go on from, by SHA-256. ``version`` is that of the case when the form was made. ``nothing``
    says what follows for the game if no effect is chosen, unless nothing simply changes.
    """

    service_fields: ClassVar = {"margin_half": "margin", "result": "winner"}

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    since = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    """The number of the case's events when the form was made; later ones are pointed out."""
    finding = forms.CharField(
        required=False,
        max_length=Ruling._meta.get_field("finding").max_length,
        widget=forms.HiddenInput,
    )
    made_of = forms.CharField(required=False, max_length=LONGEST_MADE_OF, widget=forms.HiddenInput)
    """The proposed reasons, as a message (:func:`signed_reasons`)."""
    count = forms.CharField(required=False, max_length=LONGEST_MADE_OF, widget=forms.HiddenInput)
    """The count of the board that the reasons began with (:func:`signed_count`)."""
    asked = forms.CharField(required=False, max_length=400, widget=forms.HiddenInput)
    """The codes of the doubts asked about before the decision is made, separated by spaces."""
    note = forms.CharField(
        label=_("Why is it decided again? This is kept in the history."),
        max_length=AuditEvent._meta.get_field("reason").max_length,
        error_messages={"required": _("Say why in a few words: it is kept in the history.")},
    )
    effect = forms.ChoiceField(
        label=_("What happens to the game?"), choices=EFFECTS, widget=forms.RadioSelect
    )
    winner = forms.ChoiceField(label=_("The result"), required=False, widget=WinnersInput)
    reason = forms.ChoiceField(
        label=_("How is it decided?"),
        choices=REASONS,
        required=False,
        error_messages={"invalid_choice": _("Say how it was decided.")},
    )
    margin = margin_field(_("Points on the board, if by points"))
    resume_move = NumberField(
        label=_("Number of the last move that stands (0 is the beginning)"),
        required=False,
        min_value=0,
        max_value=LAST_MOVE,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), LAST_MOVE_MISSING),
    )
    resume_record = forms.ChoiceField(
        label=_("The record by which it goes on"),
        required=False,
        widget=forms.RadioSelect,
        help_text=_("The records of this game differ: the players read which one you mean."),
        error_messages={
            "invalid_choice": _(
                "The record that you chose is no longer among those of this game: look at the "
                "position again."
            )
        },
    )
    reasons = TextField(
        label=_("Reasons, for the players and for everybody who looks this up later"),
        max_length=Ruling._meta.get_field("reasons").max_length,
        rows=5,
        help_text=_(
            "Write Black and White, not names: the reasons can be found by other referees."
        ),
        error_messages={"required": _("Give your reasons in a few words.")},
    )
    heard = forms.CharField(
        label=_("Heard in person before this ruling: who, when and by whom (optional)"),
        required=False,
        max_length=LONGEST_NOTE,
        help_text=_(
            "Leave it empty if nobody was heard. These words become part of the ruling: "
            "write Black and White, not names."
        ),
    )
    articles = ArticlesField(
        label=_("The articles it rests on"),
        required=False,
        help_text=_("Tick what your ruling rests on. What the case is about comes first."),
    )
    step = forms.ChoiceField(
        choices=[(step, step) for step in ("preview", "confirm", "edit", "look")],
        required=False,
        widget=UndrawnWidget,
    )

    def __init__(
        self,
        *args: Any,
        game: GameRow | None,
        parties: Sequence[PlayerName],
        articles: Iterable[ArticleText],
        noted: bool,
        records: Mapping[str, str] = MappingProxyType({}),
        nothing: str = "",
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self._parties = parties
        if nothing:
            effect: Any = self.fields["effect"]
            effect.choices = [*EFFECTS[:-1], (Effect.NOTHING, nothing)]
        choices: Any = self.fields["articles"]
        choices.choices = [(article.key, article) for article in articles]
        self.fields["effect"].error_messages |= dict.fromkeys(
            ("required", "invalid_choice"), _("Say what happens to the game.")
        )
        if game is None:
            for name in ("effect", "winner", "reason", "margin", "resume_move"):
                del self.fields[name]
            del self.fields["resume_record"]
        else:
            winner: Any = self.fields["winner"]
            winner.choices = [
                (Winner.BLACK, _("%(name)s (Black) wins") % {"name": game.black.name}),
                (Winner.WHITE, _("%(name)s (White) wins") % {"name": game.white.name}),
                *WINNERS,
            ]
            by: Any = self.fields["resume_record"]
            by.choices = list(records.items())
            # A chosen record that is gone is an error, even if there is nothing left to choose
            # from.
            if len(records) < 2 and self.data.get("resume_record", "") in ("", *records):
                del self.fields["resume_record"]
        if not noted:
            del self.fields["note"]
        for player in parties:
            self.fields |= dict(zip(_names(player.number), _of_each(), strict=True))

    @property
    def players(self) -> Iterator[PlayerFields]:
        """Yield the fields of each player."""
        for player in self._parties:
            yield PlayerFields(player, tuple(self[name] for name in _names(player.number)))

    @property
    def pressed(self) -> str:
        """Return the step whose button was pressed."""
        return str(self.data.get("step", ""))

    def clean_version(self) -> int:
        """Return the version; if it is missing, one that no case has."""
        version: int | None = self.cleaned_data["version"]
        return -1 if version is None else version

    def clean(self) -> dict[str, Any]:
        """Check what belongs together, and drop what does not belong to the effect."""
        effect = self.cleaned_data.get("effect")
        if effect != Effect.RESULT:
            self._pass_over("winner", "reason", "margin")
        elif "winner" not in self.errors:
            self._clean_result()
        if effect != Effect.RESUME:
            self._pass_over("resume_move", "resume_record")
        elif self.cleaned_data.get("resume_move", 0) is None:
            self.add_error("resume_move", LAST_MOVE_MISSING)
        for player in self._parties:
            *given, why = _names(player.number)
            if self.cleaned_data.get(why) and not any(map(self.cleaned_data.get, given)):
                self.add_error(why, _("Say what this player gets, or empty this field."))
        return self.cleaned_data

    def _clean_result(self) -> None:
        winner, reason = (self.cleaned_data.get(name, "") for name in ("winner", "reason"))
        if not winner:
            self.add_error("winner", _("Say how the game ends."))
        elif winner not in (Winner.BLACK, Winner.WHITE):
            self._pass_over("margin")
            said = {Reason.ABSENCE} | ({Reason.SCORE} if winner == Winner.DRAW else set())
            natural = _NATURAL.get(Winner(winner), Reason.RULING)
            self.cleaned_data["reason"] = reason if reason in said else natural
        elif "margin" not in self.errors and "reason" not in self.errors:
            margin = self.cleaned_data["margin"]
            reason = reason or (Reason.RULING if margin is None else Reason.SCORE)
            self.cleaned_data["reason"] = reason
            if reason == Reason.SCORE and margin is None:
                self.add_error("margin", WRITE_MARGIN)
            elif reason != Reason.SCORE and margin is not None:
                self.add_error("margin", MARGIN_WITHOUT_POINTS)

    def _pass_over(self, *names: str) -> None:
        for name in names:
            self.errors.pop(name, None)
            self.cleaned_data.pop(name, None)

    @property
    def decision(self) -> Decision:
        """Return the decision that was typed."""
        values = self.cleaned_data
        return Decision(
            effect=values.get("effect", Effect.NOTHING),
            winner=values.get("winner", ""),
            reason=values.get("reason", ""),
            margin_half=values.get("margin"),
            resume_move=values.get("resume_move"),
            resume_record=values.get("resume_record", ""),
            articles=tuple(values["articles"]),
            finding=values["finding"],
            reasons=values["reasons"],
            penalties=tuple(
                penalty for player in self._parties for penalty in self._penalties(player.number)
            ),
            heard=values["heard"],
            counted=_count_in(values["count"]) if values.get("effect") == Effect.RESULT else None,
        )

    @property
    def proposed(self) -> Message | None:
        """Return the reasons that the form was opened with; None if none were proposed."""
        return _message_in(self.cleaned_data["made_of"])

    @property
    def as_proposed(self) -> bool:
        """Whether the reasons are the proposed ones, in any language."""
        proposed = self.proposed
        return proposed is not None and renders_as(proposed, self.cleaned_data["reasons"])

    def _penalties(self, number: int) -> Iterator[PenaltyGiven]:
        warned, points, time, back, note = (self.cleaned_data[name] for name in _names(number))
        if warned:
            yield PenaltyGiven(number, PenaltyKind.WARNING, note=note)
        if points:
            yield PenaltyGiven(number, PenaltyKind.POINTS, points, note=note)
        if time:
            yield PenaltyGiven(number, PenaltyKind.TIME, seconds=time, note=note)
        if back:
            yield PenaltyGiven(number, PenaltyKind.TIME_BACK, seconds=back, note=note)

    def reword(self, message: Message) -> None:
        """Replace proposed reasons by others, unless somebody has changed them."""
        self.data = data = cast(QueryDict, self.data).copy()
        data["reasons"], data["made_of"] = translated(message), signed_reasons(message)
        self.full_clean()

    def typed(self, data: QueryDict | None) -> Self:
        """Show what was typed before; proposed reasons appear in the active language."""
        super().typed(data)
        if data is not None:
            self.initial["articles"] = data.getlist("articles")
            proposed = _message_in(data.get("made_of", ""))
            if proposed is not None and renders_as(proposed, data.get("reasons", "")):
                self.initial["reasons"] = translated(proposed)
        return self

    def speak(self) -> None:
        """Put proposed reasons that nobody has changed into the active language."""
        proposed = self.proposed if self.is_valid() else None
        if proposed is not None and self.as_proposed:
            self.reword(proposed)

    def ask(self, codes: Iterable[str]) -> None:
        """Store the doubts asked about the decision; the button beside them confirms it."""
        self.data = data = cast(QueryDict, self.data).copy()
        data["asked"] = " ".join(codes)

    def look_again(self, version: int, since: int) -> None:
        """Keep what was typed, now that its author has seen this version of the case.

        ``since`` is the number of the case's events that they have seen.
        """
        self.data = data = cast(QueryDict, self.data).copy()
        data["version"], data["since"] = str(version), str(since)


def _names(number: int) -> tuple[str, ...]:
    return tuple(f"{name}-{number}" for name in OF_EACH)


def _of_each() -> tuple[forms.Field, ...]:
    """Return the fields for one player, in the order of OF_EACH."""
    points = _("Write points above 0, whole or half ones, such as 0.5 or 2.")
    return (
        forms.BooleanField(label=_("Warning"), required=False),
        _points(_("Points off"), MOST_POINTS_HALF, points),
        ClockField(label=_("Minutes off the clock")),
        ClockField(label=_("Minutes back on the clock")),
        forms.CharField(
            label=_("What for, in a few words"),
            required=False,
            max_length=Penalty._meta.get_field("note").max_length,
        ),
    )


def form_values(decision: Decision) -> dict[str, Any]:
    """Return the form's values for a decision, so that the form can start from it."""
    values: dict[str, Any] = {
        "effect": decision.effect,
        "winner": decision.winner,
        "reason": decision.reason,
        "margin": decision.margin_half,
        "resume_move": decision.resume_move,
        "resume_record": decision.resume_record,
        "reasons": decision.reasons,
        "finding": decision.finding,
        "heard": decision.heard,
        "articles": list(decision.articles),
    }
    if decision.counted is not None:
        values["count"] = signed_count(decision.counted)
    names = {
        PenaltyKind.WARNING: "warn",
        PenaltyKind.POINTS: "points",
        PenaltyKind.TIME: "time",
        PenaltyKind.TIME_BACK: "back",
    }
    for penalty in decision.penalties:
        name = names[PenaltyKind(penalty.kind)]
        values[f"{name}-{penalty.player}"] = penalty.points_half or penalty.seconds or True
        if penalty.note:
            values[f"why-{penalty.player}"] = penalty.note
    return values


class StartForm(Form):
    """What to fill in the form of a ruling with, as query parameters.

    ``illegal`` to ``move`` are a referee's answers about an illegal move; ``clock``, ``offender``
    and ``matter`` are those about time that ran out. ``winner`` to ``count`` are a count that the
    referee has set on a board, and ``board`` is the query of that board's page in the case.
    """

    outcome = forms.CharField(required=False)
    illegal = forms.ChoiceField(
        choices=[(end.value, "") for end in IllegalMoveOutcome], required=False
    )
    offender = forms.ChoiceField(choices=[("black", ""), ("white", "")], required=False)
    move = forms.IntegerField(required=False, min_value=1, max_value=LAST_MOVE)
    clock = forms.ChoiceField(choices=[(end.value, "") for end in ClockOutcome], required=False)
    matter = forms.ChoiceField(choices=[(one.value, "") for one in ClockMatter], required=False)
    proposed = forms.BooleanField(required=False)
    winner = forms.ChoiceField(choices=[*COUNTED.items()], required=False)
    reason = forms.ChoiceField(choices=REASONS, required=False)
    margin = forms.IntegerField(required=False, min_value=1, max_value=MARGIN_HALVES[1])
    articles = forms.Field(required=False, widget=forms.MultipleHiddenInput)
    made_of, count = (
        forms.CharField(required=False, max_length=LONGEST_MADE_OF) for _field in range(2)
    )
    board = forms.CharField(required=False)

    @property
    def counted(self) -> dict[str, Any]:
        """Return the values for the form of a ruling that give the count; empty without one."""
        if not self.is_valid() or not self.cleaned_data["winner"]:
            return {}
        values = self.cleaned_data
        reasons = _message_in(values["made_of"])
        return {
            "effect": Effect.RESULT,
            "winner": values["winner"],
            "reason": values["reason"] or Reason.SCORE,
            "margin": values["margin"],
            "articles": list(values["articles"] or ()),
            "reasons": "" if reasons is None else translated(reasons),
            "made_of": values["made_of"],
            "count": values["count"],
        }

    @property
    def counted_at(self) -> str:
        """Return the query of the board's page, if there is a count; otherwise empty."""
        board = str(self["board"].value() or "")
        return board if self.counted and board.startswith("?") else ""

    @property
    def guided(self) -> str:
        """Return what the guided questions came to, or an empty text."""
        return str(self["outcome"].value() or "")

    @property
    def established(self) -> IllegalMoveFinding | ClockFinding | None:
        """Return what the referee found about an illegal move or a clock, if they were asked."""
        if not self.is_valid():
            return None
        values = self.cleaned_data
        if values["clock"]:
            return self._of_clock(ClockOutcome(values["clock"]))
        if not values["illegal"]:
            return None
        end, offender = IllegalMoveOutcome(values["illegal"]), values["offender"]
        if not offender and end not in (IllegalMoveOutcome.NOT_SHOWN, IllegalMoveOutcome.TOO_LATE):
            return None
        return IllegalMoveFinding(end, offender, values["move"])

    def _of_clock(self, end: ClockOutcome) -> ClockFinding | None:
        """Return what the referee found about a clock; None if no answers lead to it."""
        late = self.cleaned_data["offender"]
        matter = ClockMatter(self.cleaned_data["matter"] or ClockMatter.FELL)
        found = ClockFinding(end, late, matter)
        return found if found.can_be else None

    @property
    def taken(self) -> bool:
        """Whether to fill in what is proposed."""
        return bool(self["proposed"].value())


class GuideForm(Form):
    """The answers so far, of Black, of White and of the referee, as query parameters."""

    black, white, referee = (
        forms.Field(required=False, widget=forms.MultipleHiddenInput) for _ in "bwr"
    )

    def said(self, side: str, most: int) -> list[str]:
        """Return the answers of one side, in order."""
        return list(self[side].value() or ())[:most]


class VoteForm(Form):
    """The motion that a committee member votes for, with reasons if it upholds the ruling."""

    motion = forms.IntegerField(min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    reasons = TextField(
        label=_("Why is the ruling upheld?"),
        help_text=_("The players read it, below what other members wrote."),
        required=False,
        max_length=max_length_of(Appeal, "reasons"),
    )

    def __init__(self, *args: Any, written: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        if written:
            room, given = room_for_reasons(written), self.fields["reasons"]
            left = _("Characters left:")
            self.fields["reasons"] = TextField(
                label=given.label,
                help_text=f"{given.help_text} {left} {number_format(room, force_grouping=True)}",
                required=False,
                max_length=room,
            )
            set_plain_error_messages(self.fields["reasons"])


class CloseVoteForm(Form):
    """Why a vote is closed before every member of the committee has voted."""

    note = TextField(
        label=_("Why is the vote closed before everybody has voted?"),
        help_text=_("The players read it."),
        max_length=max_length_of(Appeal, "closing_note"),
        rows=2,
        error_messages={
            "required": _(
                "Say why the vote is closed before everybody has voted: the players read it."
            )
        },
    )


class CommitteeActForm(Form):
    """Which button a committee member pressed on an appeal: it may close the vote."""

    close = PressedField()


class CandidatesInput(forms.CheckboxSelectMultiple):
    """Checkboxes for people; those who cannot be on the committee are disabled, with the reason."""

    template_name = "referee/candidates.html"

    def create_option(self, name: str, value: Any, label: Any, *args: Any, **options: Any) -> Any:
        """Return the option; its label is a candidate."""
        option = super().create_option(name, value, label, *args, **options)
        if label.why_not:
            option["attrs"]["disabled"] = True
        return option


class CommitteeForm(Form):
    """Who decides an appeal. ``people`` are the candidates, by player, link or person."""

    who = forms.MultipleChoiceField(
        label=_("Who is on the committee?"),
        required=False,
        widget=CandidatesInput,
        error_messages={"invalid_choice": _("Choose the members from the list.")},
    )
    note = LineField(
        label=_("Why does somebody leave it?"),
        help_text=_("Needed where a member is replaced. The players read it."),
        required=False,
        max_length=max_length_of(Appeal, "closing_note"),
    )

    def __init__(self, *args: Any, people: Iterable[Candidate], **options: Any) -> None:
        by_key = {_key_of(candidate): candidate for candidate in people}
        members = [key for key, candidate in by_key.items() if candidate.member]
        stay = [key for key in members if not by_key[key].why_not]
        super().__init__(*args, initial={"who": stay}, **options)
        field: Any = self.fields["who"]
        staff, players = (
            [item for item in by_key.items() if (item[1].player_id is not None) == of_players]
            for of_players in (False, True)
        )
        field.choices = [(_("The staff"), staff), (_("Players"), players)]
        if not members:
            del self.fields["note"]

    def clean_who(self) -> dict[str, list[int]]:
        """Return the keys of the people who are ticked, by the names of the service's arguments."""
        found: dict[str, list[int]] = {"person_ids": [], "link_ids": [], "player_ids": []}
        for value in sorted(set(self.cleaned_data["who"])):
            kind, _dash, key = value.partition("-")
            found[f"{kind}_ids"].append(int(key))
        return found

    def refuse(self, error: UserError) -> None:
        """Show an error about the committee."""
        error.field = error.field if error.field in self.fields else "who"
        super().refuse(error)


def _key_of(candidate: Candidate) -> str:
    if candidate.player_id is not None:
        return f"player-{candidate.player_id}"
    if candidate.link_id is not None:
        return f"link-{candidate.link_id}"
    return f"person-{candidate.person_id}"


class _OfCase(Form):
    """A form on a player's page of a case; it is refused if another case has come up since."""

    case = forms.IntegerField(required=False, widget=forms.HiddenInput({"id": False}))

    def __init__(self, *args: Any, case_id: int, **options: Any) -> None:
        self._case_id = case_id
        super().__init__(*args, **options)
        self.initial["case"] = case_id

    def clean_case(self) -> int:
        """Return the case. Raises ValidationError if it is not the one the page is about."""
        if self.cleaned_data["case"] != self._case_id:
            stale = StaleVersion()
            raise forms.ValidationError(stale.text, code=stale.code)
        return self._case_id


class StatementForm(_OfCase):
    """What a player writes in their case; sending the same ``key`` again changes nothing."""

    text = TextField(
        label=_("In your own words"),
        required=False,
        max_length=Statement._meta.get_field("text").max_length,
        rows=5,
    )
    pictures = FilesField(
        label=_("Up to 3 pictures (optional)"),
        required=False,
        most=MOST_PICTURES,
        allow_empty_file=True,
        widget=FilesInput({"accept": "image/*"}),
        error_messages={"most": _("Send at most 3 pictures.")},
    )
    record = forms.FileField(
        label=_("A game record (optional)"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ".sgf,application/x-go-sgf"}),
    )
    key = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, of_game: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["key"] = uuid4().hex
        if of_game:
            self.fields["pictures"].label = _("Up to 3 pictures of the board (optional)")

    def ask_again(self) -> None:
        """Give the form a new key, so that what was written can be sent as another statement."""
        self.data = data = cast(QueryDict, self.data).copy()
        data["key"] = uuid4().hex


class AppealForm(_OfCase):
    """Why the committee should decide otherwise."""

    appeal = TextField(
        label=_("Why should the committee decide otherwise?"),
        max_length=Appeal._meta.get_field("text").max_length,
        error_messages={"required": _("Say why the committee should decide otherwise.")},
    )

    def refuse(self, error: UserError) -> None:
        """Show an error about the appeal."""
        error.field = "appeal"
        super().refuse(error)
