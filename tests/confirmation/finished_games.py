"""Counted games of the shared corpus, and what is proposed for them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from adjudication.confirmation.proposal import GAMES, PROMPT, DeadStonesProposal, propose
from adjudication.rules.presets import get_ruleset
from adjudication.rules.replay import replay_record
from adjudication.rules.scoring.territory import TerritoryOptions
from tests.rules.corpus import listing, record_of


@dataclass(frozen=True)
class Finished:
    """A counted game: its listing, its last position, who took how many, what is proposed."""

    entry: dict[str, Any]
    proposal: DeadStonesProposal

    @property
    def margin(self) -> float:
        """Return Black's lead as proposed."""
        count = self.proposal.count
        return count.black.total - count.white.total - self.entry["handicap_points_to_white"]

    @property
    def hit(self) -> bool:
        """Return whether that is the score that was recorded."""
        return self.margin == self.entry["margin"]

    @property
    def wins(self) -> bool:
        """Return whether whoever won as recorded wins as proposed."""
        recorded: float = self.entry["margin"]
        return (self.margin > 0, self.margin < 0) == (recorded > 0, recorded < 0)


def propose_for(entry: dict[str, Any], games: int = GAMES) -> Finished:
    """Replay a game and propose its dead stones as they are where somebody waits for them.

    Marks in its record, if any, are not looked at.
    """
    record = record_of(entry["file"])
    replay = replay_record(record)
    by_black, by_white = replay.prisoners_after(len(replay))
    ruleset = get_ruleset("chinese" if entry["basis"] == "area" else "japanese")
    options = TerritoryOptions(taken_by_black=by_black, taken_by_white=by_white, komi=entry["komi"])
    proposal = propose(
        replay.position, record.size, ruleset, options=options, games=games, most=PROMPT
    )
    return Finished(entry, proposal)


def counted_without_marks() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the games the issue wants 97 % of, and the rest of the counted games.

    The former have two passes, no marks, and a Monte-Carlo scorer that found the recorded score.
    """
    wanted: list[dict[str, Any]] = []
    rest: list[dict[str, Any]] = []
    for entry in listing("gold_scores.json"):
        marked = "tb-tw-marks" in entry["agree"] + entry["against"]
        found = any(scorer.startswith("mc-") for scorer in entry["agree"])
        chosen = (entry["end_passes"] or 0) >= 2 and found and not marked
        (wanted if chosen else rest).append(entry)
    return wanted, rest


def developed_on(entry: dict[str, Any]) -> bool:
    """Return whether a game is of the half whose misses were looked at when rules were changed."""
    name = f"{entry['file']}{entry['game']}"
    return sha256(name.encode()).digest()[0] % 2 == 0


def some_of(entries: Iterable[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    """Return so many entries, always the same ones."""
    chosen = list(entries)
    random.Random(7).shuffle(chosen)
    return chosen[:count]
