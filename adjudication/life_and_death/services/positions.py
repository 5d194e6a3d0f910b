"""The position that a confirmation is about, and what is asked about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from adjudication.confirmation.problem import ProblemError
from adjudication.confirmation.region import chain_of_target, check_position
from adjudication.confirmation.walls import AssumeAlive
from adjudication.life_and_death.ahead import QuestionAhead, question_ahead
from adjudication.life_and_death.question import LifeQuestion, Tap
from adjudication.models import GameRecordFile
from adjudication.records.models import file_bytes
from adjudication.rules.colours import EMPTY, position_text
from adjudication.rules.points import example_point, parse_area, parse_point, point_names
from adjudication.rules.record import RecordError
from adjudication.rules.replay import replay_record
from adjudication.rules.sgf import read_record
from tournament.errors import UserError

MOST_CHAINS = 20
"""Per confirmation; each chain is searched by both readings."""


@dataclass(frozen=True, slots=True)
class Position:
    """A board after a move of a record; ``states`` has the state of every point."""

    size: int
    move: int
    states: tuple[int, ...]

    @property
    def text(self) -> str:
        """Return the position as one letter of ``.XO`` for each point, in reading order."""
        return position_text(self.states)


def position_of(record: GameRecordFile | None, move: int | None = None) -> Position:
    """Return the position after a move of a record, or after the last one for None.

    Raises UserError (fields ``submission`` and ``move``) if there is no record or no such move, or
    if no hypothetical play can start from the position.
    """
    if record is None:
        raise UserError(
            "no_record",
            field="submission",
            text=_("There is no game record with this report: choose one that has."),
        )
    try:
        game = read_record(file_bytes(record))
    except RecordError as error:
        raise UserError(
            "no_final_position",
            field="submission",
            text=_("The game record cannot be read, so there is no final position."),
        ) from error
    replay = replay_record(game)
    move = len(replay) if move is None else move
    if not 0 <= move <= len(replay):
        raise UserError(
            "move",
            field="move",
            text=ngettext(
                "The record has %(moves)d move: choose it.",
                "The record has %(moves)d moves: choose one of them.",
                len(replay),
            )
            % {"moves": len(replay)},
        )
    states = replay.position_after(move)
    try:
        check_position(states, game.size)
    except ProblemError as error:
        raise UserError(
            error.code,
            field="move",
            text=_("A chain on this board has no liberty: choose another move."),
        ) from error
    return Position(game.size, move, tuple(states))


def disputed_points(position: Position, names: Iterable[str]) -> list[int]:
    """Return the points that name the chains to ask about, each once, in reading order.

    Raises UserError (field ``points``).
    """
    points = _points(position, names, "points")
    chains = set()
    for point in points:
        try:
            chains.add(chain_of_target(position.states, position.size, (point,)))
        except ProblemError as error:
            raise UserError(
                error.code,
                field="points",
                text=_("There is no stone at %(point)s.")
                % {"point": point_names([point], position.size)[0]},
            ) from error
    if not chains:
        raise UserError(
            "points",
            field="points",
            text=_("Say which stones it is about: a point of each, like %(example)s.")
            % {"example": example_point(position.size)},
        )
    if len(chains) > MOST_CHAINS:
        raise UserError(
            "too_many_points",
            field="points",
            text=_("Ask about at most %(most)d chains at once.") % {"most": MOST_CHAINS},
        )
    return points


def agreed_dead_points(
    position: Position, names: Iterable[str], points: Iterable[int]
) -> list[int]:
    """Return the stones that nobody disputes are dead, each once, in reading order.

    Stones in question and points without a stone are left out. Raises UserError (field
    ``agreed_dead``).
    """
    asked = _chains(position, points)
    named = _points(position, names, "agreed_dead")
    return [point for point in named if position.states[point] != EMPTY and point not in asked]


def assumed_alive_points(
    position: Position,
    names: Iterable[str],
    points: Iterable[int],
    dead: Iterable[int],
    *,
    field: str = "alive",
) -> list[int]:
    """Return points of the chains that the person asking takes to be alive, in reading order.

    Each point is there once. Raises UserError (``field``) for a point without a stone, and for
    stones that are asked about (``points``) or agreed to be ``dead``.
    """
    asked, lost = _chains(position, points), _chains(position, dead)
    named = _points(position, names, field)
    for point in named:
        if position.states[point] == EMPTY:
            text = _("There is no stone at %(point)s.")
        elif point in asked:
            text = _("The stones at %(point)s are asked about: they are not taken to be alive.")
        elif point in lost:
            text = _("The stones at %(point)s cannot be taken to be both alive and dead.")
        else:
            continue
        name = point_names([point], position.size)[0]
        raise UserError(field, field=field, text=text % {"point": name})
    return named


def stored_area(position: Position, names: Iterable[str]) -> list[str]:
    """Return the parts of an area as they are stored. Raises UserError (field ``area``)."""
    found = []
    for name in dict.fromkeys(names):
        try:
            parse_area([name], position.size)
        except ValueError as error:
            raise UserError(
                "area",
                field="area",
                text=NO_PART % {"point": name[:20]},
            ) from error
        found.append(name.upper())
    return found


def check_area(position: Position, question: LifeQuestion) -> None:
    """Raise UserError (field ``area``) if the area of a question cannot be searched."""
    if question.area:
        refuse_area(question_ahead(position.states, position.size, question), position.size)


def refuse_area(ahead: QuestionAhead, size: int) -> None:
    """Raise UserError (field ``area``) for the first chain that an area cannot be searched for."""
    for one in ahead.targets:
        if one.refused is not None:
            text = area_refused(one.refused, size)
            raise UserError(one.refused.code, field="area", text=text) from one.refused


def area_refused(error: ProblemError, size: int) -> str:
    """Return what is wrong with an area, naming the stones that it is about."""
    return str(_AREA_REFUSED[error.code]) % {"points": ", ".join(point_names(error.points, size))}


def question_of(
    position: Position,
    asked: Iterable[int],
    dead: Iterable[int],
    alive: Iterable[int],
    assume: AssumeAlive,
    area: Iterable[str],
) -> LifeQuestion:
    """Return the question for points that name chains, and for an area as it was drawn."""
    named = {Tap.ASKED: asked, Tap.DEAD: dead, Tap.ALIVE: alive}
    stones = {tap: frozenset(_chains(position, points)) for tap, points in named.items()}
    return LifeQuestion(stones, assume, tuple(area))


NO_PART: Final = _("%(point)s is no part of this board: write two corners, like A1-G6.")
_AREA_REFUSED: Final = {
    "area.target": _(
        "The area has to hold all stones that are asked about, also those at %(points)s."
    ),
    "area.dead": _(
        "The area cuts through stones that are agreed to be dead, at %(points)s: draw it around "
        "them."
    ),
    "area.dead_beside": _(
        "Stones that are agreed to be dead lie just outside the area, at %(points)s: draw it "
        "around them, or so that it does not touch them."
    ),
    "region.no_liberty": _(
        "This area is too small: it leaves the stones at %(points)s without a liberty."
    ),
}
"""What is wrong with an area, by the code of a ProblemError."""


def _chains(position: Position, points: Iterable[int]) -> set[int]:
    """Return the stones of the chains on some points."""
    found: set[int] = set()
    for point in points:
        if point not in found:
            found |= chain_of_target(position.states, position.size, (point,))
    return found


def _points(position: Position, names: Iterable[str], field: str) -> list[int]:
    found = set()
    for name in names:
        try:
            found.add(parse_point(name, position.size))
        except ValueError as error:
            raise UserError(
                field,
                field=field,
                text=_("%(point)s is not a point on this board.") % {"point": name[:20]},
            ) from error
    return sorted(found)
