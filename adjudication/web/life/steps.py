"""A line of a proof ready to show: the board, the steps, what happened, and what could happen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from adjudication.confirmation.exploring import Step
from adjudication.confirmation.problem import MoveKind, Winner
from adjudication.confirmation.words import (
    again_text,
    colour_name,
    end_text,
    guarded_text,
    step_text,
)
from adjudication.rules.colours import EMPTY
from adjudication.rules.points import parse_point
from adjudication.web.board.page import drawn, position_in_words
from adjudication.web.board.svg import Drawing, Sign
from adjudication.web.life.proofs import Played
from tournament.spoken import spoken


@dataclass(frozen=True, slots=True)
class Link:
    """A link with what stands on it; ``here`` where it leads to what is shown already."""

    id: str
    label: str
    sign: str
    address: str
    here: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A move of the line in words. ``proof`` tells that the proof answers it."""

    text: str
    address: str
    here: bool
    proof: bool


@dataclass(frozen=True, slots=True)
class PlayPage:
    """What the page shows of a line. ``choices`` are the loser's moves, as links."""

    svg: SafeString
    caption: str
    rows: tuple[str, ...]
    small: bool
    steps: tuple[Link, ...]
    told: tuple[Told, ...]
    loser: str
    winner: str
    choices: tuple[Link, ...]
    end: str
    guarded: str
    again: str
    start: bool
    own: bool
    back: str
    """The address without the loser's last move; empty on the principal line."""
    main: str
    """The address of the principal line where this one left it."""


def page_of(
    shown: Played,
    position: Sequence[int],
    size: int,
    target: frozenset[int],
    winner: Winner,
) -> PlayPage:
    """Return a line of a proof about ``target`` on a board, ready to show."""
    owner = position[min(target)]
    loser = owner if winner is Winner.ATTACKER else 3 - owner
    explored, at = shown.explored, shown.at
    steps = explored.steps
    board, numbers, standing = _after(position, steps[:at], target)
    choices = _choices(shown)
    caption = spoken(step_text(steps[at - 1], size)) if at else _("Before the first move.")
    if at:
        caption = _("Move %(number)s: %(text)s") % {"number": at, "text": caption}
    drawing = Drawing(
        size=size,
        position=board,
        label=caption,
        signs=dict.fromkeys(standing, Sign.TRIANGLE),
        numbers=numbers,
        links={
            parse_point(move, size): _address([*shown.before, move])
            for move in shown.legal
            if not _is_pass(move)
        },
    )
    return PlayPage(
        svg=drawn(drawing),
        caption=caption,
        rows=position_in_words(board, size),
        small=size <= 9,
        steps=_steps(shown),
        told=tuple(
            Told(
                text=spoken(step_text(step, size)),
                address=_at(shown, number),
                here=number == at,
                proof=step.answers,
            )
            for number, step in enumerate(steps, 1)
        ),
        loser=spoken(colour_name(loser)),
        winner=spoken(colour_name(3 - loser)),
        choices=choices,
        end=spoken(end_text(explored.end, owner, loser))
        if shown.whole and explored.end is not None
        else "",
        guarded=spoken(guarded_text(owner, loser))
        if shown.whole and explored.guarded and explored.end is None
        else "",
        again=spoken(again_text(owner, loser)) if shown.whole and explored.again else "",
        start=at == 0,
        own=shown.own,
        back=_address(shown.choices[:-1]) if shown.own else "",
        main=f"?{urlencode({'at': shown.fork})}#play" if shown.own else "",
    )


def _choices(shown: Played) -> tuple[Link, ...]:
    return tuple(
        Link(
            id=f"what-{move.replace(' ', '-')}",
            label=_choice_text(move),
            sign="",
            address=_address([*shown.before, move]),
            here=False,
        )
        for move in shown.legal
    )


def _choice_text(move: str) -> str:
    kind, _space, named = move.partition(" ")
    if kind == MoveKind.PASS:
        return _("a pass")
    if kind == MoveKind.KO_PASS:
        if named:
            return _("a pass for the ko at %(point)s") % {"point": named}
        return _("a pass for the ko")
    return move


def _is_pass(move: str) -> bool:
    return move.partition(" ")[0] in (MoveKind.PASS, MoveKind.KO_PASS)


def _steps(shown: Played) -> tuple[Link, ...]:
    at, last = shown.at, len(shown.explored.steps)
    wanted = (
        ("first", 0, _("Start"), "|◀"),
        ("previous", at - 1, _("Previous move"), "◀"),
        ("next", at + 1, _("Next move"), "▶"),
        ("last", last, _("End"), "▶|"),
    )
    return tuple(
        Link(f"step-{name}", label, sign, _at(shown, target), here=target == at)
        for name, number, label, sign in wanted
        for target in [max(0, min(last, number))]
    )


def _at(shown: Played, number: int) -> str:
    """Return the address of this line after some of its moves."""
    if not shown.own:
        return f"?{urlencode({'at': number})}#play"
    return f"?{urlencode({'moves': ','.join(shown.choices), 'at': number})}#play"


def _address(choices: Sequence[str]) -> str:
    return f"?{urlencode({'moves': ','.join(choices)})}#play"


def _after(
    position: Sequence[int], steps: Sequence[Step], target: frozenset[int]
) -> tuple[list[int], dict[int, int], set[int]]:
    """Return the board after moves, the numbers of those that stand, and what stands of a target.

    A new stone where one was taken has its number and is not of the target.
    """
    board, standing = list(position), set(target)
    numbers: dict[int, int] = {}
    for number, step in enumerate(steps, 1):
        for gone in step.taken:
            board[gone] = EMPTY
            numbers.pop(gone, None)
            standing.discard(gone)
        if step.point is not None:
            board[step.point] = step.colour
            numbers[step.point] = number
    return board, numbers, standing
