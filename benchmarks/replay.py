"""How fast a record is read, replayed and judged, against sgfmill alone in the same run.

    python -m benchmarks.replay [FOLDER] [--games 1000] [--rounds 7] [--counted] [--chart FILE]

Three ways over the same 19x19 records, in turn within every round, on one core:

- ``sgfmill``: ``Sgf_game.from_bytes``, ``get_setup_and_moves``, ``Board.play`` for every move
- ``sgfmill + superko``: the same with a set of all positions, compared after every play
- ``shinpan``: bytes to verdict under the Japanese and the New Zealand rules (basic ko with cycle
  detection; suicide, situational superko), count and findings included

``--counted`` takes games whose players marked their territory, which is counted as well; sgfmill
counts nothing. Then the replay of the moves alone: ``Board.play`` against the kernel with its
repetition search. Prints medians over the rounds, of processor time, and the ratios round by round.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from sgfmill import boards, sgf, sgf_moves

from adjudication import SPEED
from adjudication.files import find_records
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import JAPANESE, NZ
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.replay import replay_moves
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sgf import read_record
from benchmarks.charts import bar_chart
from speed import SpeedState

Plays = list[tuple[str, tuple[int, int] | None]]
DEFAULT_FOLDER = Path(__file__).resolve().parents[2] / "shared" / "corpus" / "sgf" / "kgs_6d"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--counted", action="store_true", help="only games with territory as the players marked it"
    )
    parser.add_argument("--chart", type=Path, metavar="FILE", help="write the ratios as a chart")
    options = parser.parse_args()
    if not options.folder.is_dir():
        sys.exit(f"no such folder: {options.folder}; give one with SGF files of 19x19 games")
    files, records = _games(options.folder, options.games, counted=options.counted)
    if not files:
        sys.exit("no game that both programs replay was found there")
    moves = sum(len(record.points) for record in records)
    print(
        f"{len(files)} games of 19x19, {moves} moves, {options.rounds} rounds, milliseconds a game"
    )

    whole: dict[str, Callable[[], object]] = {
        "sgfmill": lambda: [_sgfmill(data) for data in files],
        "sgfmill + superko": lambda: [_sgfmill_superko(data) for data in files],
        "shinpan (japanese)": lambda: [_shinpan(data, JAPANESE) for data in files],
        "shinpan (nz)": lambda: [_shinpan(data, NZ) for data in files],
    }
    times = _measure(whole, options.rounds)
    _print(times, len(files), 1e3)
    bars = {
        "Japanese rules": _ratio(times, "sgfmill", "shinpan (japanese)"),
        "New Zealand rules": _ratio(times, "sgfmill", "shinpan (nz)"),
    }
    _ratio(times, "sgfmill + superko", "shinpan (nz)")

    print("\nreplay alone, microseconds a move")
    prepared = [_setup(data) for data in files]
    alone: dict[str, Callable[[], object]] = {
        "Board.play": lambda: [_play_all(board.copy(), plays) for board, plays in prepared],
        "shinpan replay": lambda: [
            replay_moves(r.size, r.start, r.colours, r.points) for r in records
        ],
    }
    times = _measure(alone, options.rounds)
    _print(times, moves, 1e6)
    bars["the moves alone"] = _ratio(times, "Board.play", "shinpan replay")
    if options.chart:
        drawing = bar_chart(
            f"Times as fast as sgfmill, {_how()}",
            "How many times as fast a record is judged as sgfmill reads and plays it, by rule set",
            bars,
            axis="sgfmill reads and plays the same bytes; median, least, most",
        )
        options.chart.write_text(drawing, encoding="utf-8")


def _how() -> str:
    return "compiled" if SPEED.state is SpeedState.COMPILED else "plain Python"


def _games(folder: Path, wanted: int, *, counted: bool) -> tuple[list[bytes], list[GameRecord]]:
    """Return 19x19 games that both programs replay without an error, as bytes and as records."""
    files: list[bytes] = []
    records: list[GameRecord] = []
    for path in find_records([folder]):
        data = path.read_bytes()
        try:
            record = read_record(data)
            board, plays = _setup(data)
            _play_all(board, plays)
        except (RecordError, ValueError):
            continue
        if record.size == 19 and not record.edits and (record.marked or not counted):
            files.append(data)
            records.append(record)
        if len(files) == wanted:
            break
    return files, records


def _setup(data: bytes) -> tuple[boards.Board, Plays]:
    board, plays = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(data))
    return board, plays


def _play_all(board: boards.Board, plays: Plays) -> None:
    for colour, point in plays:
        if point is not None:
            board.play(*point, colour)


def _sgfmill(data: bytes) -> None:
    board, plays = _setup(data)
    _play_all(board, plays)


def _sgfmill_superko(data: bytes) -> int:
    """Replay with the plainest superko test there is: all positions so far in a set."""
    board, plays = _setup(data)
    seen = {tuple(map(tuple, board.board))}
    repeated = 0
    for colour, point in plays:
        if point is None:
            continue
        board.play(*point, colour)
        position = tuple(map(tuple, board.board))
        repeated += position in seen
        seen.add(position)
    return repeated


def _shinpan(data: bytes, ruleset: RuleSet) -> object:
    return adjudicate(read_record(data), ruleset=ruleset).as_dict()


def _measure(ways: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Run every way once per round, in turn, after one round that is not counted."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds + 1):
        for name, run in ways.items():
            started = time.process_time()
            run()
            if number:
                times[name].append(time.process_time() - started)
    return times


def _print(times: dict[str, list[float]], units: int, scale: float) -> None:
    for name, values in times.items():
        print(f"  {name:<20} {statistics.median(values) / units * scale:8.3f}")


def _ratio(times: dict[str, list[float]], slow: str, fast: str) -> list[float]:
    """Print how many times as fast one is, round by round, and return it."""
    ratios = sorted(a / b for a, b in zip(times[slow], times[fast], strict=True))
    print(
        f"  {slow} / {fast}: median {statistics.median(ratios):.2f}"
        f" (min {ratios[0]:.2f}, max {ratios[-1]:.2f})"
    )
    return ratios


if __name__ == "__main__":
    main()
