"""False eyes in a count: points that the dead stones leave to a player who has to fill them.

Area rules count such a point either way, so that both readings agree on the winner as a rule, and
territory rules do not count it: who names only the dead stones is one point off.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _

from adjudication.confirmation.territory import shapes_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.counting import count_as_set
from adjudication.rules.points import listed
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import RuleSet, Scoring
from adjudication.verdicts.services.claims import Result
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import Reason

NOBODY_SAID: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class FalseEyes:
    """Points of a count that are false eyes by the looks of them, in words.

    ``turns`` tells that the other player wins without them.
    """

    text: str
    turns: bool

    def concerns(self, result: Result | None) -> bool:
        """Whether a result that is claimed hangs on them: its points, or who wins."""
        if result is None:
            return True
        return result.reason == Reason.SCORE and (result.margin_half is not None or self.turns)


def false_eyes(
    replay: Replay,
    record: GameRecord,
    game: GameRow,
    ruleset: RuleSet,
    *,
    dead: frozenset[int],
    seki: frozenset[int],
    owners: Mapping[int, int] = NOBODY_SAID,
) -> FalseEyes | None:
    """Return which points of the end of a record are false eyes, and its count without them.

    ``dead`` and ``seki`` are whole chains, ``owners`` points that count otherwise than they lie.
    None where no false eye counts, and where areas are counted.
    """
    if ruleset.scoring.value is not Scoring.TERRITORY:
        return None
    filled = shapes_of(replay.position, replay.size, dead).fillings
    if not filled:
        return None
    counted, without = (
        count_as_set(
            replay,
            record,
            ruleset,
            dead=dead,
            seki=seki,
            owners=counts_for,
            komi=game.komi_half / 2,
            handicap=game.handicap,
        )[0]
        for counts_for in (owners, {**owners, **dict.fromkeys(filled, EMPTY)})
    )
    if counted.result == without.result:
        return None
    texts = {
        BLACK: _(
            "By the looks of it Black has to fill %(points)s in the end: a false eye, which is no "
            "territory."
        ),
        WHITE: _(
            "By the looks of it White has to fill %(points)s in the end: a false eye, which is no "
            "territory."
        ),
    }
    sentences = [
        text % {"points": listed(points, replay.size)}
        for colour, text in texts.items()
        if (points := [point for point, owner in filled.items() if owner == colour])
    ]
    sentences.append(
        _("If so, the count is %(result)s.") % {"result": words.core_result(without.result)}
    )
    return FalseEyes(" ".join(sentences), turns=counted.claim.winner != without.claim.winner)
