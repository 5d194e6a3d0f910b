"""The exact answer to a small question: every state there is, and a fixpoint over them.

Plain and slow on purpose, with no shortcut: no static result, no ordering of moves, boards as
strings of characters. What is fast is compared with this. The prover wins the least set of states
that holds those where the game has ended for him, those of his own with a move into it and those of
the refuter with no move out of it; all other states, endless play too, are the refuter's.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from adjudication.confirmation.problem import (
    PASS_MOVE,
    KoPass,
    Move,
    MoveKind,
    Problem,
    QuestionWinner,
    TargetQuestion,
)
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.grid import neighbours

LETTERS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
MOST_STATES = 20_000


class State(NamedTuple):
    """Points are told by their place in the region."""

    board: str
    bans: tuple[frozenset[int], frozenset[int]]  # of Black, of White
    standing: frozenset[int]
    mover: int


class Played(NamedTuple):
    """What a play does to a board."""

    board: str
    taken: frozenset[int]
    takes_a_ko: bool


@dataclass(frozen=True)
class Solution:
    """Who wins, among how many states, and how: a move for each of his states that he reaches."""

    winner: QuestionWinner
    states: int
    strategy: dict[str, Move]


def _mask(points) -> int:
    return sum(1 << point for point in points)


def put(board: str, place: int, letter: str) -> str:
    """Return the board with one point changed."""
    return board[:place] + letter + board[place + 1 :]


def key(state: State) -> str:
    """Return the name of a state in a certificate."""
    stones = [
        _mask(place for place, letter in enumerate(state.board) if letter == LETTERS[colour])
        for colour in (BLACK, WHITE)
    ]
    masks = [*stones, _mask(state.bans[0]), _mask(state.bans[1]), _mask(state.standing)]
    return ":".join(["b" if state.mover == BLACK else "w", *(f"{mask:x}" for mask in masks)])


class Game:
    """The hypothetical play about one problem."""

    def __init__(self, problem: Problem) -> None:
        region = problem.region
        self.problem = problem
        self.owner, self.attacker = problem.owner, problem.attacker
        places = {point: place for place, point in enumerate(region.points)}
        table = neighbours(region.size)
        self.near = [[places[n] for n in table[p] if n in places] for p in region.points]
        self.by_wall = {
            BLACK: {places[p] for p in region.points if set(table[p]) & region.black_walls},
            WHITE: {places[p] for p in region.points if set(table[p]) & region.white_walls},
        }
        self.target = frozenset(places[point] for point in problem.target)
        self.local = frozenset(places[point] for point in problem.local)

    def root(self) -> State:
        board = "".join(LETTERS[state] for state in self.problem.region.stones)
        mine = {place for place in self.local if board[place] == LETTERS[self.owner]}
        return State(board, (frozenset(), frozenset()), frozenset(mine), self.attacker)

    # --- What a state is ---

    def captured(self, state: State) -> bool:
        return not state.standing & self.target

    def good_for_owner(self, state: State) -> bool:
        if not self.captured(state):
            return True
        if self.problem.question is TargetQuestion.Q0:
            return False
        mine = LETTERS[self.owner]
        return any(state.board[place] == mine for place in self.local - state.standing)

    def ended(self, state: State) -> bool:
        return self.problem.question is TargetQuestion.Q0 and self.captured(state)

    # --- Plays ---

    def chain(self, board: str, first: int) -> set[int]:
        chain, letter = {first}, board[first]
        todo = [first]
        while todo:
            for near in self.near[todo.pop()]:
                if board[near] == letter and near not in chain:
                    chain.add(near)
                    todo.append(near)
        return chain

    def liberties(self, board: str, chain: set[int]) -> set[int]:
        return {near for place in chain for near in self.near[place] if board[near] == "."}

    def breathes(self, board: str, chain: set[int], colour: int) -> bool:
        if not chain.isdisjoint(self.by_wall[colour]):
            return True
        return any(board[near] == "." for place in chain for near in self.near[place])

    def play(self, board: str, colour: int, place: int) -> Played | None:
        """Return what a play does, None when it is suicide."""
        other = 3 - colour
        board = put(board, place, LETTERS[colour])
        taken: set[int] = set()
        for near in self.near[place]:
            if board[near] == LETTERS[other] and near not in taken:
                chain = self.chain(board, near)
                if not self.breathes(board, chain, other):
                    taken |= chain
        for captive in taken:
            board = put(board, captive, ".")
        own = self.chain(board, place)
        if not self.breathes(board, own, colour):
            return None
        ko = (
            len(taken) == 1
            and own == {place}
            and place not in self.by_wall[colour]
            and self.liberties(board, own) == taken
        )
        return Played(board, frozenset(taken), ko)

    # --- Moves ---

    def moves(self, state: State) -> list[tuple[Move, State]]:
        """Return every move of who is to move with what it leads to; none where all has ended."""
        if self.ended(state):
            return []
        points = self.problem.region.points
        found: list[tuple[Move, State]] = []
        mover, other = state.mover, 3 - state.mover
        for place, letter in enumerate(state.board):
            played = self.play(state.board, mover, place) if letter == "." else None
            if played is None:
                continue
            bans = {mover: set(state.bans[mover - 1]), other: set(state.bans[other - 1])}
            if place in bans[mover] and len(played.taken) == 1:
                continue
            bans[mover].discard(place)
            bans[other].discard(place)
            if played.takes_a_ko:
                bans[other] |= played.taken
            both = frozenset(bans[BLACK]), frozenset(bans[WHITE])
            after = State(played.board, both, state.standing - played.taken, other)
            found.append((Move(MoveKind.PLAY, points[place]), after))
        found += self._ko_passes(state)
        if (mover == self.owner) == self.good_for_owner(state):
            found.append((PASS_MOVE, State(state.board, state.bans, state.standing, other)))
        return found

    def _ko_passes(self, state: State) -> list[tuple[Move, State]]:
        mover, reading = state.mover, self.problem.ko_pass
        own = state.bans[mover - 1]

        def after(bans: tuple[frozenset[int], frozenset[int]]) -> State:
            return State(state.board, bans, state.standing, 3 - mover)

        def with_own(left: frozenset[int]) -> State:
            black, white = state.bans
            return after((left, white) if mover == BLACK else (black, left))

        if not own:
            return []
        if reading is KoPass.EACH:
            points = self.problem.region.points
            return [
                (Move(MoveKind.KO_PASS, points[place]), with_own(own - {place}))
                for place in sorted(own)
            ]
        left = with_own(frozenset())
        if reading is KoPass.BOTH:
            left = after((frozenset(), frozenset()))
        return [(Move(MoveKind.KO_PASS), left)]


@dataclass(frozen=True)
class Explored:
    """All states that can be reached, their moves, and those that the prover wins."""

    game: Game
    root: State
    moves: dict[State, list[tuple[Move, State]]]
    won: dict[State, int]

    @property
    def winner(self) -> QuestionWinner:
        prover = self.game.problem.prover
        refuter = (
            QuestionWinner.OWNER if prover is QuestionWinner.ATTACKER else QuestionWinner.ATTACKER
        )
        return prover if self.root in self.won else refuter


def explore(
    problem: Problem, limit: int = MOST_STATES, bound: Mapping[str, Move] | None = None
) -> Explored | None:
    """Return every state and who wins it; None where there are more than ``limit``.

    ``bound`` are states in which no other move than this one may be played: a strategy gives
    nothing away when its player wins all the same. A move that is not allowed leaves none at all.
    """
    game = Game(problem)
    root = game.root()
    moves: dict[State, list[tuple[Move, State]]] = {}
    before: dict[State, list[State]] = {root: []}
    todo = deque([root])
    while todo:
        state = todo.popleft()
        moves[state] = game.moves(state)
        only = bound.get(key(state)) if bound else None
        if only is not None:
            moves[state] = [found for found in moves[state] if found[0] == only]
        for _, after in moves[state]:
            if after not in before:
                if len(before) >= limit:
                    return None
                before[after] = []
                todo.append(after)
            before[after].append(state)
    return Explored(game, root, moves, _won_by_prover(game, moves, before))


def solve(
    problem: Problem, limit: int = MOST_STATES, bound: Mapping[str, Move] | None = None
) -> Solution | None:
    """Return who wins and how; None where there are more than ``limit`` states."""
    found = explore(problem, limit, bound)
    if found is None:
        return None
    strategy = _strategy(found.game, found.root, found.moves, found.won)
    return Solution(found.winner, len(found.moves), strategy)


def _prover_colour(game: Game) -> int:
    return game.attacker if game.problem.prover is QuestionWinner.ATTACKER else game.owner


def _won_by_prover(game: Game, moves, before) -> dict[State, int]:
    """Return the states that the prover wins, each with the order in which it was found."""
    prover = _prover_colour(game)
    open_moves = {state: len(found) for state, found in moves.items()}
    won: dict[State, int] = {}
    todo: deque[State] = deque()

    def win(state: State) -> None:
        if state not in won:
            won[state] = len(won)
            todo.append(state)

    for state, found in moves.items():
        if not found and (game.ended(state) or state.mover != prover):
            win(state)
    while todo:
        state = todo.popleft()
        for earlier in before[state]:
            open_moves[earlier] -= 1
            if earlier.mover == prover or open_moves[earlier] == 0:
                win(earlier)
    return won


def _strategy(game: Game, root: State, moves, won: dict[State, int]) -> dict[str, Move]:
    """Return the winner's moves: the prover's towards his end, the refuter's out of the set."""
    prover = _prover_colour(game)
    winner = prover if root in won else 3 - prover
    strategy: dict[str, Move] = {}
    seen, todo = {root}, deque([root])
    while todo:
        state = todo.popleft()
        choices = moves[state]
        if state.mover == winner and choices:
            if winner == prover:
                wins = [choice for choice in choices if choice[1] in won]
                choices = [min(wins, key=lambda choice: won[choice[1]])]
            else:
                choices = [next(choice for choice in choices if choice[1] not in won)]
            strategy[key(state)] = choices[0][0]
        for _, after in choices:
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return strategy
