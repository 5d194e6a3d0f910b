"""The moves of the game, and the states they lead to (J1989 Art. 7.2 made exact).

A move is a play, a pass or a pass for a ko. A play is never suicide. It takes a ko if it takes
exactly one stone and stands alone, its only liberty being where that stone was: then the opponent
may not play there while that would take exactly one stone, until they have passed for that ko or
the point is occupied. A player to move in a state that is bad for them may not pass, since their
opponent would pass, too, and end the play; a player without a move has lost. A state is good for
the owner while an original stone of the target stands or, in Q1 and Q2, while a new stone of theirs
stands on a local point.
"""

from __future__ import annotations

from typing import Final

from adjudication.confirmation.problem import PASS_MOVE, Move, MoveKind, TargetQuestion
from adjudication.confirmation.state import OWNER_TURN, Tables
from adjudication.confirmation.static import (
    ATTACKER_WINS,
    OPEN,
    OWNER_WINS,
    benson,
    cannot_live,
    flood,
)
from adjudication.rules.colours import EMPTY

PASS: Final = -1
LIFT: Final = -2
"""A pass for all kos; LIFT - 1 - place names one."""

Numbers = tuple[int, int]
"""Lower bounds on how much is left to prove and to disprove."""

INFINITE: Final = 1 << 40
PROVEN: Final[Numbers] = (0, INFINITE)
DISPROVEN: Final[Numbers] = (INFINITE, 0)
UNKNOWN: Final[Numbers] = (1, 1)

_INNER_POINT: Final = 4
"""How much each point out of the attacker's reach adds to their estimate, in a region with room."""


class Moves:
    """The moves of one problem; ``numbers_of`` says what a static result means for its prover."""

    def __init__(self, tables: Tables) -> None:
        """Keep the tables."""
        self.tables = tables
        owner_proves = tables.prover_turn == OWNER_TURN
        self.numbers_of: dict[int, Numbers] = {
            OPEN: UNKNOWN,
            OWNER_WINS: PROVEN if owner_proves else DISPROVEN,
            ATTACKER_WINS: DISPROVEN if owner_proves else PROVEN,
        }
        weight = _INNER_POINT if _has_room(tables) else 0
        steps = [1 + weight * count for count in range(tables.inside.bit_count() + 1)]
        self._guesses = [(1, step) if owner_proves else (step, 1) for step in steps]
        """The estimates of what is left to prove and to disprove, by a state's number of inner
        points."""
        self.unproven = frozenset(self._guesses)

    def move(self, code: int) -> Move:
        """Return the move that a code stands for."""
        if code >= 0:
            return Move(MoveKind.PLAY, self.tables.point(code))
        if code == PASS:
            return PASS_MOVE
        if code == LIFT:
            return Move(MoveKind.KO_PASS)
        return Move(MoveKind.KO_PASS, self.tables.point(LIFT - 1 - code))

    def expand(self, key: int, table: dict[int, Numbers]) -> tuple[list[int], list[int]]:
        """Return the codes of all moves of a state, and the keys of the states they lead to.

        States that are not in ``table`` yet are added with their static result, or a guess: in a
        region with room, the more points are out of reach of the stones that the attacker has for
        good, the more they have left to do. Guesses only decide what is looked at first. Moves are
        sorted by promise: those that take stones, those near the target, those next to stones, all
        others; passes come last or first.
        """
        tables = self.tables
        width, full, inside = tables.width, tables.full, tables.inside
        shift_owner, shift_attacker, shift_still, shift_bans, shift_their_bans = tables.shifts
        owner, attacker = key >> shift_owner & full, key >> shift_attacker & full
        standing = key >> shift_still & full
        owner_bans, attacker_bans = key >> shift_bans & full, key >> shift_their_bans
        turn = key & 1
        if turn:
            mine, theirs, my_bans, their_bans = owner, attacker, owner_bans, attacker_bans
            my_wall, their_wall = tables.owner_wall, tables.attacker_wall
        else:
            mine, theirs, my_bans, their_bans = attacker, owner, attacker_bans, owner_bans
            my_wall, their_wall = tables.attacker_wall, tables.owner_wall
        empty = inside & ~mine & ~theirs
        beside_empty = empty << 1 | empty >> 1 | empty << width | empty >> width

        # Chains of mine to which a stone may always be joined.
        safe = mine & my_wall
        if safe:
            safe = flood(safe, mine, width)
        rest = mine & ~safe
        while rest:
            chain = flood(rest & -rest, rest, width)
            rest ^= chain
            free = (chain << 1 | chain >> 1 | chain << width | chain >> width) & empty
            if free & (free - 1):
                safe |= chain
        # Chains of theirs with one liberty, by that liberty.
        takes: dict[int, int] = {}
        rest = theirs & their_wall
        rest = theirs & ~flood(rest, theirs, width) if rest else theirs
        while rest:
            chain = flood(rest & -rest, rest, width)
            rest ^= chain
            free = (chain << 1 | chain >> 1 | chain << width | chain >> width) & empty
            if not free & (free - 1):
                takes[free] = takes.get(free, 0) | chain
        taking = 0
        for free in takes:
            taking |= free
        beside_safe = safe << 1 | safe >> 1 | safe << width | safe >> width
        legal = empty & (beside_empty | beside_safe | my_wall | taking)

        question_zero = tables.question is TargetQuestion.Q0
        target, local, other_local = tables.target, tables.local, tables.other_local
        joined = attacker & tables.attacker_wall
        if joined:
            joined = flood(joined, attacker, width)
        joined |= joined << 1 | joined >> 1 | joined << width | joined >> width
        joined |= tables.attacker_wall
        inner = inside & ~joined
        guesses = self._guesses
        guess = guesses[inner.bit_count()]
        attacker_wins = self.numbers_of[ATTACKER_WINS]
        owner_wins = self.numbers_of[OWNER_WINS]
        codes: list[int] = []
        children: list[int] = []
        focus = standing | local
        focus |= focus << 1 | focus >> 1 | focus << width | focus >> width
        stones = mine | theirs
        stones = stones << 1 | stones >> 1 | stones << width | stones >> width
        first = legal & taking
        rest = legal ^ first
        second = rest & focus
        rest ^= second
        third = rest & stones
        for group in (first, second, third, rest ^ third):
            while group:
                place = group & -group
                group ^= place
                new_mine, new_theirs = mine | place, theirs
                new_my_bans, new_their_bans = my_bans & ~place, their_bans & ~place
                new_standing = standing
                taken = takes.get(place)
                if taken:
                    if not taken & (taken - 1):
                        if place & my_bans:
                            continue
                        near = place << 1 | place >> 1 | place << width | place >> width
                        if not (near & (mine | empty) or place & my_wall):
                            new_their_bans |= taken
                    new_theirs = theirs ^ taken
                    if not turn:
                        new_standing &= ~taken
                if turn:
                    new_owner, new_attacker = new_mine, new_theirs
                    child = (
                        new_mine << shift_owner
                        | new_theirs << shift_attacker
                        | new_standing << shift_still
                        | new_my_bans << shift_bans
                        | new_their_bans << shift_their_bans
                    )
                else:
                    new_owner, new_attacker = new_theirs, new_mine
                    child = (
                        1
                        | new_theirs << shift_owner
                        | new_mine << shift_attacker
                        | new_standing << shift_still
                        | new_their_bans << shift_bans
                        | new_my_bans << shift_their_bans
                    )
                codes.append(place.bit_length() - 1)
                children.append(child)
                if child in table:
                    continue
                still = new_standing & target
                counts = still | new_owner & other_local & ~new_standing
                if not counts and question_zero:
                    table[child] = attacker_wins
                elif counts and benson(tables, new_owner, new_attacker) & counts:
                    table[child] = owner_wins
                elif turn or not place & joined:
                    table[child] = guess
                elif cannot_live(tables, new_attacker, still if question_zero else local):
                    table[child] = attacker_wins
                else:
                    near = place << 1 | place >> 1 | place << width | place >> width
                    table[child] = guesses[(inner & ~near).bit_count()]

        # A pass changes no stones: what was open stays open. If repetition helps the attacker,
        # their passes come first.
        passes: list[tuple[int, int]] = []
        if my_bans:
            board = owner << shift_owner | attacker << shift_attacker
            board |= standing << shift_still | 1 - turn
            lifted: list[tuple[int, int, int]] = []
            if not tables.each:
                lifted.append((LIFT, 0, 0 if tables.both else their_bans))
            else:
                group = my_bans
                while group:
                    place = group & -group
                    group ^= place
                    lifted.append((LIFT - place.bit_length(), my_bans ^ place, their_bans))
            for code, new_my_bans, new_their_bans in lifted:
                if turn:
                    child = board | new_my_bans << shift_bans | new_their_bans << shift_their_bans
                else:
                    child = board | new_their_bans << shift_bans | new_my_bans << shift_their_bans
                passes.append((code, child))
        good = bool(standing & target or owner & other_local & ~standing)
        if good is bool(turn):
            passes.append((PASS, key ^ 1))
        first_of_all = not turn and not question_zero
        for number, (code, child) in enumerate(passes):
            spot = number if first_of_all else len(codes)
            codes.insert(spot, code)
            children.insert(spot, child)
            if child not in table:
                table[child] = guess
        return codes, children


def _has_room(tables: Tables) -> bool:
    """Return whether a quarter of a region is empty at the start; if not, kos are what matters."""
    stones = tables.problem.region.stones
    return 4 * stones.count(EMPTY) >= len(stones)
