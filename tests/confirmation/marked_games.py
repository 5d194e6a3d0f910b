"""Real games under Japanese rules whose record says what both players called territory."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from adjudication.confirmation.walls import assumed_walls
from adjudication.rules.chains import Chain, chains_of
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.replay import replay_record
from adjudication.rules.scoring.territory import dead_by_marks
from tests.rules.corpus import corpus, listing, record_of


class Marked(NamedTuple):
    """A finished game: its file in the corpus, its last position, and what was called dead."""

    file: str
    size: int
    position: list[int]
    dead: frozenset[int]

    def searched(self) -> list[Chain]:
        """Return the chains that are not alive anyway, nor taken to be by their territory."""
        walls = assumed_walls(self.position, self.size, self.dead)
        safe = {point for wall in walls for point in wall.points}
        return [one for one in chains_of(self.position, self.size) if one.points.isdisjoint(safe)]


@cache
def marked_files() -> tuple[str, ...]:
    """Return the files of all such games."""
    found = []
    for path in sorted((corpus() / "sgf").rglob("*.sgf")):
        written = path.read_bytes()
        if not (b"TB[" in written or b"TW[" in written):  # without reading all of it
            continue
        file = path.relative_to(corpus()).as_posix()
        try:
            record = record_of(file)
        except RecordError:
            continue
        if _is_one(record):
            found.append(file)
    return tuple(found)


def some_files(count: int) -> list[str]:
    """Return so many of them, always the same ones; the first of more are those of fewer."""
    files = list(marked_files())
    random.Random(7).shuffle(files)
    return files[:count]


def marked_game(file: str) -> Marked:
    """Return one of them, played to its end."""
    record = record_of(file)
    replay = replay_record(record)
    position = list(replay.position)
    dead = dead_by_marks(position, record.black_marks, record.white_marks)
    return Marked(file, record.size, position, dead)


def counted_games(step: int = 1) -> Iterator[Marked]:
    """Yield every ``step``-th game, under any rules, whose marks give the score it ended with."""
    lists = ("gold_scores.json", "gold_seki_or_false_eye.json")
    entries = [
        entry for name in lists for entry in listing(name) if "tb-tw-marks" in entry["agree"]
    ]
    assert len(entries) == 737
    for entry in entries[::step]:
        yield marked_game(entry["file"])


def _is_one(record: GameRecord) -> bool:
    japanese = (record.rules_text or "").strip().lower() == "japanese"
    return japanese and bool(record.black_marks or record.white_marks)
