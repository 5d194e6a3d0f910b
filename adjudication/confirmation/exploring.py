"""Playing through a proof: what happens if the loser of a question plays here, or there.

A certificate has the winner's answer to whatever the loser does. The board and the rules are the
checker's: what is shown comes from the engine that accepted the proof, not from the one that found
it. Where a line is over, moves of both players can be played on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adjudication.confirmation.certificate import move_text
from adjudication.confirmation.checker.reading import (
    KO_PASS,
    NAMED_KO,
    PASS,
    CertifiedClaim,
    CheckerState,
    read_claim,
)
from adjudication.confirmation.checker.walk import AreaWalk, Walk
from adjudication.confirmation.problem import Move, MoveKind, QuestionWinner, TargetQuestion
from adjudication.rules.colours import BLACK, EMPTY, WHITE

MOST_MOVES: Final = 200
"""The most moves of the loser's that are played through."""


class ExploreError(ValueError):
    """A move that cannot be played there: ``move`` is its text, ``number`` its place from 1."""

    def __init__(self, number: int, move: str) -> None:
        """Keep both."""
        super().__init__(f"move {number}, {move}, is not allowed there")
        self.number, self.move = number, move


class LineEnd(StrEnum):
    """Why nothing more has to be played."""

    CAPTURED = "captured"
    """The target is off the board, and nothing else was asked."""
    LIVES = "lives"
    """The owner has stones there that nobody can take, whatever is played (Benson 1976)."""
    CANNOT_LIVE = "cannot_live"
    """What is left inside is too small for two eyes, and all of it can be filled."""
    NO_MOVE = "no_move"
    """The loser can only pass, and a pass would end the line."""


@dataclass(frozen=True, slots=True)
class LineStep:
    """One move: its player, its text as in a certificate, and the points of the stones it took.

    ``retakes_after_pass`` is the point that the opponent may retake only after a pass for the ko.
    """

    colour: int
    move: str
    point: int | None
    taken: tuple[int, ...]
    answers: bool
    """The move is the winner's and comes from the proof."""
    onward: bool = False
    """The move was played after the proof was over."""
    retakes_after_pass: int | None = None


@dataclass(frozen=True, slots=True)
class ExploredLine:
    """Where a line leads to.

    ``states`` are the region's points as they are now; ``bans`` the points that each colour may not
    retake yet. ``moves`` are the moves that the loser has here, none if the line is over (``end``):
    then ``onward`` are the moves of ``mover``, about which the proof says nothing. ``again`` says
    that this very state occurred before on this line, which can go round for ever.
    """

    steps: tuple[LineStep, ...]
    states: Mapping[int, int]
    mover: int
    bans: Mapping[int, tuple[int, ...]]
    moves: tuple[str, ...]
    end: LineEnd | None
    again: bool
    guarded: bool = False
    """The winner only has to answer what is played in an area."""
    onward: tuple[str, ...] = ()


def explore(
    certificate: str | CertifiedClaim, choices: Sequence[str] = (), onward: Sequence[str] = ()
) -> ExploredLine:
    """Play through a certificate: ``choices`` are the loser's moves, the winner's come from it.

    To play through it more than once, read it once (``read_claim``). Choices are texts as
    :func:`~adjudication.confirmation.certificate.move_text` writes them; none may be left over when
    the line ends. ``onward`` are moves of both players in turn after that; if the proof ends
    because the position speaks for itself, they show why. Raises CheckError for a text that is no
    certificate or lacks an answer, and ExploreError for a move that is not allowed, numbered across
    both lists.
    """
    claim = read_claim(certificate) if isinstance(certificate, str) else certificate
    line = _Line(claim)
    for number, choice in enumerate(choices, 1):
        step = None if number > MOST_MOVES or line.end else line.allowed().get(choice)
        if step is None:
            raise ExploreError(number, choice)
        line.go(step)
    for number, move in enumerate(onward, len(choices) + 1):
        step = None if number > MOST_MOVES else line.allowed_onward().get(move)
        if step is None:
            raise ExploreError(number, move)
        line.go_onward(step)
    return line.explored()


def choices_of(line: Sequence[Move], winner: QuestionWinner, size: int) -> tuple[str, ...]:
    """Return the loser's moves in a line of both players, which the attacker begins."""
    first = 1 if winner is QuestionWinner.ATTACKER else 0
    return tuple(move_text(move, size) for move in line[first::2])


class _Line:
    """A line that is being played, by the checker's rules."""

    def __init__(self, claim: CertifiedClaim) -> None:
        self.claim = claim
        self.walk = Walk(claim)
        self.points = claim.problem.region.points
        self.size = claim.problem.region.size
        self.node = self.walk.root()
        self.steps: list[LineStep] = []
        self.seen = [self.node]
        self.end: LineEnd | None = None
        self.area: AreaWalk | None = None
        self._answer()

    def allowed(self) -> dict[str, int]:
        """Return the loser's moves by their texts."""
        if self.end:
            return {}
        return {self._text(step): step for step, _ in self.walk.all_steps(self.node)}

    def go(self, step: int) -> None:
        """Play one of the loser's moves, and the winner's answer."""
        self._play(step, answers=False)
        self._answer()

    def allowed_onward(self) -> dict[str, int]:
        """Return the moves of the player to move after the end, by text; a pass is always one."""
        if not self.end:
            return {}
        found = {self._text(step): step for step, _ in self.walk.all_steps(self.node)}
        return {**found, MoveKind.PASS.value: PASS}

    def go_onward(self, step: int) -> None:
        """Play a move for the player to move after the line is over; nobody answers it."""
        self._play(step, answers=False, onward=True)

    def explored(self) -> ExploredLine:
        """Return where the line leads."""
        node = self.node
        moves = tuple(self.allowed())
        return ExploredLine(
            steps=tuple(self.steps),
            states=dict(zip(self.points, node.board, strict=False)),
            mover=node.mover,
            bans={
                BLACK: self._on_board(node.bans_black),
                WHITE: self._on_board(node.bans_white),
            },
            moves=moves,
            end=self.end if moves or self.end else LineEnd.NO_MOVE,
            again=node in self.seen[:-1],
            guarded=self.area is not None,
            onward=tuple(self.allowed_onward()),
        )

    def _answer(self) -> None:
        """Play the winner's move if it is their turn, unless the line is over."""
        walk = self.walk
        while self.end is None and self.node.mover == walk.winner:
            step = self._reply()
            if step is None or self._captured():
                self.end = self._ended() or self._fail()
                return
            self._play(step, answers=True)
        self.end = self.end or self._ended()
        if self.end is None:
            self.area = walk.area_guarded(self.node) or self.area

    def _reply(self) -> int | None:
        """Return the winner's move, in the whole region or in the area that is left to guard."""
        step = self.claim.moves.get(self.node)
        if step is None and self.area is not None:
            step = self.area.moves.get(self.area.restricted_to_area(self.node))
        return step

    def _play(self, step: int, *, answers: bool, onward: bool = False) -> None:
        before = self.node
        after = self.walk.after_step(before, step)
        if onward and step == PASS:
            after = before._replace(mover=3 - before.mover)
        if after is None:
            self._fail()
        assert after is not None
        other = 3 - before.mover
        new = set(_bans(after, other)) - set(_bans(before, other))
        taken = [cell for cell, state in enumerate(before.board) if state == other]
        self.steps.append(
            LineStep(
                colour=before.mover,
                move=self._text(step),
                point=self.points[step] if step >= 0 else None,
                taken=tuple(self.points[cell] for cell in taken if after.board[cell] == EMPTY),
                answers=answers,
                onward=onward,
                retakes_after_pass=self.points[new.pop()] if new else None,
            )
        )
        self.node = after
        self.seen.append(after)

    def _captured(self) -> bool:
        asked = self.walk.question is TargetQuestion.Q0
        return asked and self.walk.target.isdisjoint(self.node.standing)

    def _ended(self) -> LineEnd | None:
        """Return why the line is over for the loser, if it is."""
        if self._captured():
            return LineEnd.CAPTURED
        if not self.walk.is_decided(self.node):
            return None
        attacks = self.walk.winner == self.walk.attacker
        return LineEnd.CANNOT_LIVE if attacks else LineEnd.LIVES

    def _fail(self) -> LineEnd:
        """Let the checker raise the error in the certificate here. Raises CheckError."""
        self.walk.run()
        raise AssertionError("the checker accepts what has no answer")

    def _text(self, step: int) -> str:
        if step >= 0:
            return move_text(Move(MoveKind.PLAY, self.points[step]), self.size)
        if step == PASS:
            return MoveKind.PASS.value
        point = None if step == KO_PASS else self.points[NAMED_KO - step]
        return move_text(Move(MoveKind.KO_PASS, point), self.size)

    def _on_board(self, cells: bytes) -> tuple[int, ...]:
        return tuple(self.points[cell] for cell in cells)


def _bans(node: CheckerState, colour: int) -> bytes:
    return node.bans_black if colour == BLACK else node.bans_white
