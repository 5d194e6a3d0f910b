"""The findings of confirmation in the words of the rules, for players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from adjudication.confirmation.consistency import ConflictKind, VerdictConflict
from adjudication.confirmation.exploring import LineEnd, LineStep
from adjudication.confirmation.problem import KoPass, MoveKind, QuestionWinner, TargetQuestion
from adjudication.confirmation.verdict import Status, UndecidedReason
from adjudication.confirmation.walls import AliveReason
from adjudication.rules.colours import BLACK
from adjudication.rules.points import listed_points, point_name
from language.messages import Message, ngettext_lazy
from language.messages import gettext_lazy as _

LIFE: Final = "j1989:7.1"
KO: Final = "j1989:7.2"
"""The articles that these sentences rest on, by their keys in the policy's texts."""

_STATUS: Final = {
    Status.UNCAPTURABLE: ngettext_lazy(
        "%(stones)s is alive: %(enemy)s cannot take it, even moving first (Art. 7.1).",
        "%(stones)s are alive: %(enemy)s cannot take them, even moving first (Art. 7.1).",
        "count",
    ),
    Status.ALIVE_BY_RECAPTURE: ngettext_lazy(
        "%(stones)s is alive: %(enemy)s can take it, but then %(owner)s can play a new stone there "
        "that cannot be taken (Art. 7.1).",
        "%(stones)s are alive: %(enemy)s can take them, but then %(owner)s can play a new stone "
        "there that cannot be taken (Art. 7.1).",
        "count",
    ),
    Status.ALIVE_BY_ENABLING: ngettext_lazy(
        "%(stones)s is alive: %(enemy)s can take it, but that lets %(owner)s play a new stone "
        "nearby that cannot be taken (Art. 7.1).",
        "%(stones)s are alive: %(enemy)s can take them, but that lets %(owner)s play a new stone "
        "nearby that cannot be taken (Art. 7.1).",
        "count",
    ),
    Status.DEAD: ngettext_lazy(
        "%(stones)s is dead: %(enemy)s can take it, and %(owner)s gets no new stone in return that "
        "cannot be taken (Art. 7.1).",
        "%(stones)s are dead: %(enemy)s can take them, and %(owner)s gets no new stone in return "
        "that cannot be taken (Art. 7.1).",
        "count",
    ),
    Status.CAPTURABLE: ngettext_lazy(
        "%(enemy)s can take %(the_stones)s: this is proven. Whether %(owner)s then gets a new "
        "stone that cannot be taken is open (Art. 7.1).",
        "%(enemy)s can take %(the_stones)s: this is proven. Whether %(owner)s then gets a new "
        "stone that cannot be taken is open (Art. 7.1).",
        "count",
    ),
    Status.UNDECIDED: ngettext_lazy(
        "Whether %(the_stones)s is alive is not decided.",
        "Whether %(the_stones)s are alive is not decided.",
        "count",
    ),
}
_REASON: Final = {
    UndecidedReason.BUDGET: _(
        "The search ended without an answer: it reached the limit of positions it may look at."
    ),
    UndecidedReason.MEMORY: _(
        "The search ended without an answer: it reached the limit of positions it may keep in "
        "memory."
    ),
    UndecidedReason.REGION_TOO_LARGE: _(
        "The part of the board that matters is too large to search: too few of the stones around "
        "it are known or agreed to be alive."
    ),
    UndecidedReason.NOT_CHECKED: _(
        "A proof was found, but the second program did not accept it, so it counts for nothing. "
        "Please report this."
    ),
}
_QUESTION: Final = {
    TargetQuestion.Q0: _("Can %(enemy)s take %(the_stones)s?"),
    TargetQuestion.Q1: _(
        "If %(enemy)s takes %(the_stones)s, does %(owner)s get a new stone there that cannot be "
        "taken?"
    ),
    TargetQuestion.Q2: _(
        "If %(enemy)s takes %(the_stones)s, does %(owner)s get a new stone there or nearby that "
        "cannot be taken?"
    ),
}
_YES, _NO = _("Yes"), _("No")
_OPEN: Final = _("Not decided")
_READING: Final = {
    KoPass.BOTH: _(
        "A pass for a ko lets both players retake theirs: the reading that example 16 of the "
        "commentary requires."
    ),
    KoPass.EACH: _(
        "A pass for a ko lets a player retake only the ko they name: the letter of Article 7.2."
    ),
    KoPass.ALL: _("A pass for a ko lets a player retake all of their kos."),
}
_WHY: Final = {
    AliveReason.BENSON: ngettext_lazy(
        "%(stones)s is alive whatever is played: this is proven.",
        "%(stones)s are alive whatever is played: this is proven.",
        "count",
    ),
    AliveReason.TERRITORY: ngettext_lazy(
        "%(stones)s is taken to be alive: nobody disputes it, and the territory around it does not "
        "depend on what is in dispute.",
        "%(stones)s are taken to be alive: nobody disputes them, and the territory around them "
        "does not depend on what is in dispute.",
        "count",
    ),
    AliveReason.AGREED: ngettext_lazy(
        "%(stones)s is taken to be alive, because the referee who asked assumes it.",
        "%(stones)s are taken to be alive, because the referee who asked assumes it.",
        "count",
    ),
    AliveReason.PLAYERS: ngettext_lazy(
        "%(stones)s is taken to be alive: both players say that it is.",
        "%(stones)s are taken to be alive: both players say that they are.",
        "count",
    ),
    AliveReason.PROPOSED: ngettext_lazy(
        "%(stones)s is taken to be alive by the referee who asked. It stays in %(lived)s of "
        "%(games)s random games.",
        "%(stones)s are taken to be alive by the referee who asked. They stay in %(lived)s of "
        "%(games)s random games.",
        "count",
    ),
    AliveReason.AREA: ngettext_lazy(
        "%(stones)s is taken to be alive, because the referee who asked drew the area so that it "
        "does not lie in it.",
        "%(stones)s are taken to be alive, because the referee who asked drew the area so that "
        "they do not all lie in it.",
        "count",
    ),
}
_WHY_ALL: Final = {
    AliveReason.BENSON: _("Alive whatever is played; this is proven:"),
    AliveReason.TERRITORY: _(
        "Taken to be alive; nobody disputes them, and their territory does not depend on what is "
        "in dispute:"
    ),
    AliveReason.AGREED: _("Taken to be alive, because the referee who asked assumes it:"),
    AliveReason.PLAYERS: _("Taken to be alive; both players say that they are:"),
    AliveReason.AREA: _(
        "Taken to be alive, because they do not all lie in the area that the referee who asked "
        "drew:"
    ),
}
_EDGE: Final = ngettext_lazy(
    "The empty point %(points)s at the edge of the area counts as held by %(holder)s, because the "
    "referee who asked drew it so: nothing escapes there.",
    "The empty points %(points)s at the edge of the area count as held by %(holder)s, because the "
    "referee who asked drew it so: nothing escapes there.",
    "count",
)
_CONFLICT: Final = {
    ConflictKind.BOTH_DEAD: _(
        "%(one)s and %(other)s are both dead, because in each question the opponent moves first. "
        "But they are next to each other, and only one side can be taken: whoever moves first "
        "takes the other. A move was still to be played here; do not count both as dead."
    ),
    ConflictKind.EDGE: _(
        "%(one)s and %(other)s are both dead only because each time the opponent holds the same "
        "points at the edge of the area. Do not count both as dead: draw the area larger."
    ),
    ConflictKind.ASSUMED: _(
        "The answer about %(the_one)s takes it for granted that %(the_other)s live, and by another "
        "answer these are dead. Do not use both."
    ),
}
_END: Final = {
    LineEnd.CAPTURED: _("The stones are taken."),
    LineEnd.LIVES: _("%(owner)s now has stones there with two eyes, which nobody can take."),
    LineEnd.CANNOT_LIVE: _(
        "What is left there is too small for two eyes: %(enemy)s fills it in and takes everything."
    ),
    LineEnd.NO_MOVE: _("%(loser)s has no move left, and passing leads to this end."),
}
_GUARDED: Final = _(
    "Nothing takes %(enemy)s's stones around what is left, and whatever %(loser)s plays, there or "
    "elsewhere, %(enemy)s has an answer."
)
_AGAIN: Final = _(
    "This position has occurred before: %(loser)s can go round in circles forever, but that does "
    "not help."
)
_MOVE: Final = {
    MoveKind.PLAY: _("%(colour)s plays %(point)s"),
    MoveKind.PASS: _("%(colour)s passes"),
    MoveKind.KO_PASS: _("%(colour)s passes for the ko"),
}
_NAMED_KO: Final = _("%(colour)s passes for the ko at %(point)s")
_TAKES: Final = ngettext_lazy(
    "%(move)s and takes the stone at %(points)s",
    "%(move)s and takes %(count)d stones at %(points)s",
    "count",
)
_BAN: Final = _("%(move)s; %(other)s may retake at %(ko)s only after a pass for this ko (Art. 7.2)")
_COLOUR: Final = (_("White"), _("Black"))
_BLACK_STONES: Final = ngettext_lazy(
    "The black stone at %(point)s", "The %(count)d black stones at %(point)s", "count"
)
_WHITE_STONES: Final = ngettext_lazy(
    "The white stone at %(point)s", "The %(count)d white stones at %(point)s", "count"
)
_THE_BLACK_STONES: Final = ngettext_lazy(
    "the black stone at %(point)s", "the %(count)d black stones at %(point)s", "count"
)
_THE_WHITE_STONES: Final = ngettext_lazy(
    "the white stone at %(point)s", "the %(count)d white stones at %(point)s", "count"
)


def colour_name(colour: int) -> Message:
    """Return a player's name by colour."""
    return _COLOUR[colour == BLACK]


def chain_name(chain: Collection[int], colour: int, size: int) -> Message:
    """Return a chain's name, by its first point: ``The 7 black stones at A1``."""
    return _stones(_BLACK_STONES if colour == BLACK else _WHITE_STONES, chain, size)


def chain_name_within(chain: Collection[int], colour: int, size: int) -> Message:
    """Return a chain's name for use within a sentence."""
    return _stones(_THE_BLACK_STONES if colour == BLACK else _THE_WHITE_STONES, chain, size)


def status_text(status: Status, chain: Collection[int], colour: int, size: int) -> Message:
    """Return a verdict in the words of J1989 Art. 7.1."""
    return _about(_STATUS[status], chain, colour, size)


def question_text(
    question: TargetQuestion, chain: Collection[int], colour: int, size: int
) -> Message:
    """Return the question about a chain, in the words of J1989 Art. 7.1."""
    return _about(_QUESTION[question], chain, colour, size)


def answer_text(question: TargetQuestion, winner: QuestionWinner | None) -> Message:
    """Return yes, no or not decided: Q0 asks about the attacker, the others about the owner."""
    if winner is None:
        return _OPEN
    asked_for = QuestionWinner.ATTACKER if question is TargetQuestion.Q0 else QuestionWinner.OWNER
    return _YES if winner is asked_for else _NO


def reason_text(reason: UndecidedReason) -> Message:
    """Return why something is undecided."""
    return _REASON[reason]


def reading_text(reading: KoPass) -> Message:
    """Return what a reading of J1989 Art. 7.2 says about the pass for a ko, and whose it is."""
    return _READING[reading]


def assumption_text(
    why: AliveReason,
    chain: Collection[int],
    colour: int,
    size: int,
    figures: Sequence[int] = (),
) -> Message:
    """Return why a chain counts as alive, or points as held, without being in question.

    ``figures``, for a proposed wall, are the number of random games in which it stayed, and of all
    games.
    """
    if why is AliveReason.EDGE:
        points = listed_points(chain, size)
        return _EDGE % {"points": points, "holder": colour_name(colour), "count": len(chain)}
    lived, games, *_rest = figures or (0, 0)
    return _about(_WHY[why], chain, colour, size, lived=str(lived), games=str(games))


def assumptions_text(why: AliveReason) -> Message:
    """Return why the chains of a list count as alive without being in question.

    Not for proposed walls, each of which has figures of its own.
    """
    return _WHY_ALL[why]


def conflict_text(conflict: VerdictConflict, size: int) -> Message:
    """Return why two verdicts cannot both be used."""
    one, other = conflict.one, conflict.other
    return _CONFLICT[conflict.kind] % {
        "one": chain_name(one.points, one.colour, size),
        "other": chain_name(other.points, other.colour, size),
        "the_one": chain_name_within(one.points, one.colour, size),
        "the_other": chain_name_within(other.points, other.colour, size),
    }


def end_text(end: LineEnd, owner: int, loser: int) -> Message:
    """Return why a line is over."""
    return _with_names(_END[end], owner, loser=loser)


def guarded_text(owner: int, loser: int) -> Message:
    """Return why the winner only has to answer in an area."""
    return _with_names(_GUARDED, owner, loser=loser)


def repetition_text(owner: int, loser: int) -> Message:
    """Return what it means that a line repeats an earlier state."""
    return _with_names(_AGAIN, owner, loser=loser)


def step_text(step: LineStep, size: int) -> Message:
    """Return a move of a line as a sentence: what is played, taken, and may not be retaken yet."""
    kind, __, ko_named = step.move.partition(" ")
    colour = colour_name(step.colour)
    if step.point is not None:
        point = point_name(step.point, size)
        move = _MOVE[MoveKind.PLAY] % {"colour": colour, "point": point}
    elif ko_named:
        move = _NAMED_KO % {"colour": colour, "point": ko_named}
    else:
        move = _MOVE[MoveKind(kind)] % {"colour": colour}
    if step.taken:
        move = _TAKES % {
            "move": move,
            "count": len(step.taken),
            "points": listed_points(step.taken, size),
        }
    if step.retakes_after_pass is not None:
        move = _BAN % {
            "move": move,
            "other": colour_name(3 - step.colour),
            "ko": point_name(step.retakes_after_pass, size),
        }
    return _("%(sentence)s.") % {"sentence": move}


def _about(text: Message, chain: Collection[int], colour: int, size: int, **more: str) -> Message:
    return text % {
        **more,
        "owner": colour_name(colour),
        "enemy": colour_name(3 - colour),
        "stones": chain_name(chain, colour, size),
        "the_stones": chain_name_within(chain, colour, size),
        "count": len(chain),
    }


def _with_names(text: Message, owner: int, loser: int) -> Message:
    return text % {
        "owner": colour_name(owner),
        "enemy": colour_name(3 - owner),
        "loser": colour_name(loser),
    }


def _stones(text: Message, chain: Collection[int], size: int) -> Message:
    return text % {"count": len(chain), "point": point_name(min(chain), size)}
