"""The position that a confirmation is about, and what of it is asked."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from adjudication.confirmation.problem import ProblemError
from adjudication.confirmation.region import chain_of_target, check_position
from adjudication.models import GameRecordFile
from adjudication.records.models import bytes_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.points import parse_point, point_names
from adjudication.rules.record import RecordError
from adjudication.rules.replay import replay_record
from adjudication.rules.sgf import read_record
from tournament.errors import UserError

MOST_CHAINS = 20
"""Of one confirmation: each is searched by both readings."""
_LETTERS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
_STATES = {letter: state for state, letter in _LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Position:
    """A board after a move of a record. ``states`` has the state of every point."""

    size: int
    move: int
    states: tuple[int, ...]

    @property
    def text(self) -> str:
        """Return a letter of ``.XO`` for every point, in reading order."""
        return "".join(_LETTERS[state] for state in self.states)


def states_of(text: str) -> list[int]:
    """Return the states that :attr:`Position.text` tells."""
    return [_STATES[letter] for letter in text]


def position_of(record: GameRecordFile | None, move: int | None = None) -> Position:
    """Return the position after a move of a record, after the last for None.

    Raises UserError (fields ``submission`` and ``move``) where there is none, or one that no
    hypothetical play can begin from.
    """
    if record is None:
        raise UserError(
            "no_record",
            field="submission",
            text=_("There is no game record with this report: choose one that has."),
        )
    try:
        game = read_record(bytes_of(record))
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


def disputed(position: Position, names: Iterable[str]) -> list[int]:
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
            text=_("Say which stones it is about: a point of each, like Q16."),
        )
    if len(chains) > MOST_CHAINS:
        raise UserError(
            "too_many_points",
            field="points",
            text=_("Ask about at most %(most)d chains at once.") % {"most": MOST_CHAINS},
        )
    return points


def agreed(position: Position, names: Iterable[str], points: Iterable[int]) -> list[int]:
    """Return the stones that nobody disputes to be dead, each once, in reading order.

    What is asked about is not among them, nor are points without a stone. Raises UserError (field
    ``agreed_dead``).
    """
    asked: set[int] = set()
    for point in points:
        asked |= chain_of_target(position.states, position.size, (point,))
    named = _points(position, names, "agreed_dead")
    return [
        chain_point
        for chain_point in named
        if position.states[chain_point] != EMPTY and chain_point not in asked
    ]


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
