"""Whether a record breaks off before its game is over, judged by the record alone."""

from __future__ import annotations

from typing import Final

from adjudication.rules.claims import Claim, ClaimReason
from adjudication.rules.findings import Code
from adjudication.rules.points import PASS
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import replay_record
from adjudication.rules.scoring.regions import find_regions
from adjudication.rules.sentences import sentence
from language.messages import Message
from language.messages import gettext_lazy as _

_STILL_OPEN: Final = 0.4
"""If this share of a board is open to both colours, the game is still in play. Of 1,900 real
records of counted games with their last passes removed, 1 in 100 ends like that, besides those that
really break off; of counted games cut at half of their moves 999 in 1,000 do, at seven tenths 8 in
10."""
_OPEN_BOARD: Final = _(
    "The record stops after move %(move)d with much of the board open, though it says that the "
    "game was counted."
)


def break_off_text(record: GameRecord, claim: Claim) -> Message | None:
    """Return how a record breaks off, None where it may be whole.

    ``claim`` is the result that the record gives. A truncated file breaks off. So does a record
    whose result was counted, on a board that nobody would count yet; missing passes alone show
    nothing, since many programs leave out the passes at the end. Two passes or marks of territory
    are an end, and a player may resign, or lose on time, at any move.
    """
    if record.truncated:
        return sentence(Code.TRUNCATED)
    counted = claim.reason in (ClaimReason.SCORE, ClaimReason.TIE)
    if not counted or record.marked or record.points[-2:] == [PASS, PASS]:
        return None
    moves = len(record.points)
    last = replay_record(record).position_after(moves)
    regions = find_regions(last, record.size)
    still_open = sum(len(region.points) for region in regions if region.owner is None)
    return _OPEN_BOARD % {"move": moves} if still_open >= _STILL_OPEN * len(last) else None
