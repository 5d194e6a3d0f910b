"""The board of a record as a ruling counts it: its dead stones, those in seki, and the count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from adjudication.board.page import Marks, named_chains, named_points
from adjudication.policy.decisions import BoardCount
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.counting import count_with_owners
from adjudication.rules.findings import Finding
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.scoring.count import Count
from tournament.games.selectors import GameRow
from tournament.models import Winner

_OWNERS = {Winner.BLACK.value: BLACK, Winner.WHITE.value: WHITE, "nobody": EMPTY}


@dataclass(frozen=True, slots=True)
class RuledBoard:
    """A board as it was counted; ``owners`` has the points that count for somebody.

    The owner of a point that counts for nobody is EMPTY. ``findings`` are what the rules core finds
    odd in the count.
    """

    dead: frozenset[int]
    seki: frozenset[int]
    owners: Mapping[int, int]
    counted: Count
    findings: tuple[Finding, ...]

    @property
    def territory(self) -> dict[int, int]:
        """Return the owners of the points that count for somebody."""
        return {
            **dict.fromkeys(self.counted.black_territory, BLACK),
            **dict.fromkeys(self.counted.white_territory, WHITE),
        }

    @property
    def marks(self) -> Marks:
        """Return the marks with which to draw the end of the game."""
        return Marks(dead=self.dead, territory=self.territory, seki=self.seki)


def as_counted(
    said: BoardCount, position: Sequence[int], size: int
) -> tuple[frozenset[int], frozenset[int], dict[int, int]]:
    """Return the dead stones of a count, those in seki, and the owners of its points.

    ``position`` is the board that was counted; the owner of a point that counts for nobody is
    EMPTY.
    """
    dead, seki = (named_chains(names, position, size) for names in (said.dead, said.seki))
    owners = {
        point: _OWNERS[owner]
        for owner, names in said.owners.items()
        for point in named_points(names, size)
    }
    return dead, seki, owners


def ruled_board(
    said: BoardCount, replay: Replay, record: GameRecord, game: GameRow, ruleset: RuleSet
) -> RuledBoard:
    """Return the final board of a record as a ruling on its game counts it."""
    dead, seki, owners = as_counted(said, replay.position, record.size)
    counted, findings = count_with_owners(
        replay,
        record,
        ruleset,
        dead=dead,
        seki=seki,
        owners=owners,
        komi=game.komi_half / 2,
        handicap=game.handicap,
    )
    return RuledBoard(dead, seki, owners, counted, tuple(findings))
