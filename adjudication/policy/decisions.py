"""What a referee or a committee decides, as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from adjudication.policy.policy import EventPolicy, NoResult
from adjudication.rules.claims import Claim
from adjudication.rules.colours import NAME
from language.messages import ENGLISH, Catalogue, Message, Number, message_from, pgettext_lazy
from language.messages import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A penalty for one player, given by their number in the tournament.

    ``kind`` is warning, points, time or time_back; ``points_half`` are half-points in the game,
    ``seconds`` are time on the clock.
    """

    player: int
    kind: str
    points_half: int | None = None
    seconds: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class BoardCount:
    """A count on the board that a decision rests on: both totals in points, and who wins by it.

    ``winner`` is black, white or draw; if somebody wins on equal totals, that is by the rules.
    ``dead`` and ``seki`` have the first stone of every chain; ``owners`` has the points counted
    for an owner set by hand, by black, white and nobody. ``verdicts`` are the numbers of the case's
    confirmations of life and death. ``unlike_both`` has the first stone of every chain that is
    counted as neither player says, ``differing`` of every chain on which the players differed.
    ``record`` is the SHA-256 of the record whose board it is, empty if that was not stored.
    """

    black: float
    white: float
    winner: str
    dead: tuple[str, ...] = ()
    seki: tuple[str, ...] = ()
    owners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    verdicts: tuple[int, ...] = ()
    unlike_both: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
    record: str = ""

    @property
    def margin_half(self) -> int | None:
        """Return the winning margin in half-points; None for a draw or equal totals."""
        return int(2 * abs(self.black - self.white)) or None

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values for JSON; :func:`board_count_from` reads them."""
        return asdict(self) | {
            "dead": list(self.dead),
            "seki": list(self.seki),
            "owners": {owner: list(points) for owner, points in self.owners.items()},
            "verdicts": list(self.verdicts),
            "unlike_both": list(self.unlike_both),
            "differing": list(self.differing),
        }


def board_count_from(value: object) -> BoardCount:
    """Return the count that :meth:`BoardCount.as_json` gave. Raises ValueError for others."""
    if not isinstance(value, Mapping) or not set(value) <= set(BoardCount.__dataclass_fields__):
        raise ValueError("no count")
    owners = value.get("owners", {})
    if not isinstance(owners, Mapping) or not set(owners) <= {"black", "white", "nobody"}:
        raise ValueError("owners")
    if not all(_is_total(value.get(name)) for name in ("black", "white")):
        raise ValueError("no totals")
    if value.get("winner") not in _COUNTED:
        raise ValueError("winner")
    return BoardCount(
        black=float(value["black"]),
        white=float(value["white"]),
        winner=value["winner"],
        dead=_names(value.get("dead", ())),
        seki=_names(value.get("seki", ())),
        owners={str(owner): _names(points) for owner, points in owners.items()},
        verdicts=_numbers(value.get("verdicts", ())),
        unlike_both=_names(value.get("unlike_both", ())),
        differing=_names(value.get("differing", ())),
        record=_text(value.get("record", "")),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    return value


def _is_total(value: object) -> bool:
    """Whether a value is a number of points (``nan`` is not); komi may make it negative."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return -_MOST_POINTS <= value <= _MOST_POINTS


_MOST_POINTS: Final = 1000


def _numbers(value: object) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not all(type(number) is int for number in value):
        raise ValueError("no numbers")
    return tuple(value)


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise ValueError("no points")
    return tuple(value)


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision. ``effect`` is result, replay, resume or nothing.

    Winner, reason and margin (in half-points) go with a result. ``resume_move`` is the number of
    the last move that stands, in the record with the SHA-256 ``resume_record`` if a record has that
    move. ``articles`` are keys of :mod:`adjudication.policy.articles`, and ``finding`` is the code
    the decision rests on. ``heard`` says how those concerned were heard in person; ``counted`` is
    the count on the board that the reasons give, if they do.
    """

    effect: str
    winner: str = ""
    reason: str = ""
    margin_half: int | None = None
    resume_move: int | None = None
    resume_record: str = ""
    articles: tuple[str, ...] = ()
    finding: str = ""
    reasons: str = ""
    penalties: tuple[PenaltyGiven, ...] = ()
    heard: str = ""
    counted: BoardCount | None = None
    made_of: Message | None = None
    """The message that a motion's reasons are, if they were left as they were proposed."""

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values for JSON; :func:`decision_from` reads them."""
        values = asdict(replace(self, made_of=None)) | {
            "articles": list(self.articles),
            "penalties": [asdict(penalty) for penalty in self.penalties],
            "counted": None if self.counted is None else self.counted.as_json(),
        }
        del values["made_of"]
        return values if self.made_of is None else values | {"made_of": self.made_of.as_json()}


def same_outcome(one: Decision, other: Decision) -> bool:
    """Return whether two decisions give the same result and the same penalties.

    Reasons, articles and the wording of penalties may differ.
    """
    return _outcome(one) == _outcome(other)


def _outcome(decision: Decision) -> tuple[object, ...]:
    penalties = sorted(
        (penalty.player, penalty.kind, penalty.points_half or 0, penalty.seconds or 0)
        for penalty in decision.penalties
    )
    result = (decision.winner, decision.reason, decision.margin_half)
    position = (decision.resume_move, decision.resume_record)
    return (decision.effect, result, position, penalties)


def decision_by_points(claim: Claim, articles: tuple[str, ...], finding: str = "") -> Decision:
    """Return the decision that gives a game this result: a win by points, or a draw."""
    colour = claim.winner.colour
    return Decision(
        "result",
        "draw" if colour is None else NAME[colour],
        "score",
        margin_half=None if colour is None else round((claim.margin or 0) * 2),
        articles=articles,
        finding=finding,
    )


def decision_from(value: Mapping[str, Any]) -> Decision:
    """Return the decision that :meth:`Decision.as_json` gave. Raises TypeError and ValueError."""
    given = dict(value)
    if given.get("counted") is not None:
        given["counted"] = board_count_from(given["counted"])
    if given.get("made_of") is not None:
        given["made_of"] = message_from(given["made_of"])
    given["articles"] = tuple(given.get("articles", ()))
    given["penalties"] = tuple(PenaltyGiven(**penalty) for penalty in given.get("penalties", ()))
    return Decision(**given)


_COUNTED: Final = {"black": 1, "white": -1, "draw": 0}
"""The sign of the count on the board, for each outcome that a count can have."""
_TURNED: Final = {
    "black": _("The count on the board stays %(count)d. With the penalty Black wins."),
    "white": _("The count on the board stays %(count)d. With the penalty White wins."),
    "draw": _("The count on the board stays %(count)d. With the penalty nobody is ahead."),
}
_EVEN: Final = {
    "black": _(
        "The count on the board stays %(count)d. With the penalty the scores are equal, and Black "
        "wins equal scores."
    ),
    "white": _(
        "The count on the board stays %(count)d. With the penalty the scores are equal, and White "
        "wins equal scores."
    ),
    "draw": _TURNED["draw"],
}
_HEARD: Final = _("Heard in person before this ruling: %(how)s")
_JIGO: Final = pgettext_lazy("a result", "jigo")
_AHEAD: Final = {
    "black": _("Black by %(points)s"),
    "white": _("White by %(points)s"),
}


def lead_half(decision: Decision, *, black: int, white: int) -> int | None:
    """Return Black's lead in half-points, after penalties in points.

    Negative if White leads. ``black`` and ``white`` are the players' numbers. None if nothing was
    counted: penalties in points cannot turn a win by resignation, on time or by ruling. A win on
    equal scores was counted.
    """
    if decision.effect != "result" or decision.reason not in ("score", "tie"):
        return None
    if decision.winner not in _COUNTED:
        return None
    if not decision.margin_half and decision.reason != "tie" and decision.winner != "draw":
        return None
    ahead = _COUNTED[decision.winner] * (decision.margin_half or 0)
    for penalty in decision.penalties:
        if penalty.kind == "points" and penalty.points_half:
            ahead -= penalty.points_half * {black: 1, white: -1}.get(penalty.player, 0)
    return ahead


def with_penalties(
    decision: Decision,
    *,
    black: int,
    white: int,
    equal: str = "draw",
    catalogue: Catalogue = ENGLISH,
) -> Decision:
    """Return the decision with the winner that its penalties in points make.

    The count on the board stays what it is, with the penalties beside it: if a penalty only narrows
    or widens a win, the margin stays. If it gives the game to the other player or to nobody, no
    margin on the board would go with that outcome: the game is then decided by ruling, and the
    reasons end with the count. ``equal`` is who wins equal scores, or ``draw``; they get the game
    if a penalty makes the scores equal. Applying it twice changes nothing.
    """
    ahead = lead_half(decision, black=black, white=white)
    if ahead is None or not any(
        penalty.points_half and penalty.player in (black, white)
        for penalty in decision.penalties
        if penalty.kind == "points"
    ):
        return decision
    winner = "black" if ahead > 0 else "white" if ahead < 0 else equal
    if winner == decision.winner:
        return decision
    texts = _TURNED if ahead else _EVEN
    told = (texts[winner] % {"count": _count(decision)}).render(catalogue)
    reasons = f"{decision.reasons}\n\n{told}" if decision.reasons else told
    return replace(decision, winner=winner, reason="ruling", margin_half=None, reasons=reasons)


def _count(decision: Decision) -> Message:
    """Return the count on the board in words."""
    ahead = _AHEAD.get(decision.winner)
    if ahead is None or decision.reason == "tie":
        return _JIGO
    return ahead % {"points": Number(f"{(decision.margin_half or 0) / 2:g}")}


def with_hearing(decision: Decision, catalogues: Sequence[Catalogue] = (ENGLISH,)) -> Decision:
    """Return the decision with reasons that say how those concerned were heard in person, if so.

    They say it in the language of the first catalogue. If they already say it, in the language
    of any catalogue, they stay as they are.
    """
    how = " ".join(decision.heard.split())
    sentences = [(_HEARD % {"how": how}).render(catalogue) for catalogue in catalogues]
    if not how or any(sentence in decision.reasons for sentence in sentences):
        return replace(decision, heard=how)
    reasons = f"{decision.reasons.strip()}\n\n{sentences[0]}"
    return replace(decision, heard=how, reasons=reasons)


def with_no_result(decision: Decision, policy: EventPolicy) -> Decision:
    """Return what the tournament makes of a game without result: itself, void, or a new game."""
    if decision.effect != "result" or decision.winner != "none":
        return decision
    if policy.no_result is NoResult.REPLAY:
        return replace(decision, effect="replay", winner="", reason="")
    if policy.no_result is NoResult.VOID:
        return replace(decision, winner="void", reason="ruling")
    return decision
