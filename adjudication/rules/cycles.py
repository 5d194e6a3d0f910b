"""What kind of repetition a cycle is (J: Art. 12, commentary 1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adjudication.rules.colours import BLACK, WHITE, opponent
from adjudication.rules.repetition import Recurrence
from adjudication.rules.replay import Replay


class CycleKind(StrEnum):
    """The kinds of cycles that are told apart."""

    TRIPLE_KO = "triple_ko"
    FOUR_OR_MORE_KOS = "four_or_more_kos"
    ROTATING_KO = "rotating_ko"
    ETERNAL_LIFE = "eternal_life"
    SENDING_TWO_RETURNING_ONE = "sending_two_returning_one"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Cycle:
    """A whole-board repetition.

    ``move`` brought the position back; ``first`` is the first move that produced it (0: the start),
    ``length`` the number of moves since it last stood on the board, ``prisoners`` Black's prisoners
    less White's over those moves. ``same_player`` says whether the same player is to move.
    """

    move: int
    first: int
    length: int
    prisoners: int
    kind: CycleKind
    same_player: bool


def cycle_closed_by(replay: Replay, recurrence: Recurrence) -> Cycle:
    """Return the cycle that a recurrence closes."""
    move = recurrence.move
    first, latest = recurrence.created_by_mover, recurrence.latest_by_mover
    same = first is not None
    if not same:
        first, latest = recurrence.created_by_opponent, recurrence.latest_by_opponent
    # Every position arises from a play or is the start position, which has a creator too.
    assert first is not None
    assert latest is not None
    takes: dict[int, list[int]] = {BLACK: [0], WHITE: [0]}
    kos = set()
    for number in range(latest + 1, move + 1):
        stones = replay.captured.get(number)
        if stones:
            mover = replay.colours[number - 1]
            taker = opponent(mover) if number in replay.suicides else mover
            takes[taker].append(len(stones))
            if len(stones) == 1:
                kos.add(frozenset((stones[0], replay.points[number - 1])))
    black, white = takes[BLACK], takes[WHITE]
    return Cycle(
        move,
        first,
        move - latest,
        sum(black) - sum(white),
        _kind(black, white, len(kos), move - latest),
        same,
    )


def _kind(black: list[int], white: list[int], kos: int, length: int) -> CycleKind:
    """Tell the kind from what each side takes per move, the kos fought over, and the length.

    In eternal life each side takes two stones in one place, with four moves to a cycle; if two
    stones are taken in several places, or kos are fought in between, it is a rotating ko.
    """
    largest = max(black + white)
    if largest == 1 and sum(black) == sum(white):
        if kos == 3:
            return CycleKind.TRIPLE_KO
        return CycleKind.FOUR_OR_MORE_KOS if kos > 3 else CycleKind.OTHER
    if largest == 2 and {sum(black), sum(white)} == {1, 2}:
        return CycleKind.SENDING_TWO_RETURNING_ONE
    if largest == 2 and sum(black) == sum(white):
        if kos == 0 and length == 4:
            return CycleKind.ETERNAL_LIFE
        return CycleKind.ROTATING_KO
    return CycleKind.OTHER
