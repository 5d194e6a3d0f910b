"""The reference program's weights and pairings, read from the shared data."""

from collections.abc import Iterator
from pathlib import Path

from tests.support.shared import require_shared
from tournament.formats.opengotha import read_opengotha
from tournament.state.state import TournamentState

SYNTHETIC = [f"f{number:03d}" for number in range(100)]
REAL = [("simpleswiss", number) for number in range(1, 8)] + [
    ("notsimplemm", number) for number in range(1, 6)
]
BLOCK = 12

WeightRow = tuple[str, str, list[int], int]
"""Two names, nine components and their total."""


def synthetic_state(name: str) -> TournamentState:
    return _state(require_shared(f"pairing/synthetic/{name}.xml"))


def real_state(name: str) -> TournamentState:
    return _state(require_shared(f"pairing/opengotha/{name}.xml"))


def synthetic_weights(name: str) -> Iterator[tuple[int, WeightRow]]:
    for cells in _rows(f"pairing/synthetic/{name}.weights.tsv"):
        yield int(cells[0]), (cells[1], cells[2], list(map(int, cells[3:12])), int(cells[12]))


def synthetic_pairs(name: str) -> dict[int, list[tuple[str, str, int]]]:
    """White, Black and the handicap, by round."""
    rounds: dict[int, list[tuple[str, str, int]]] = {}
    for number, white, black, handicap in _rows(f"pairing/synthetic/{name}.pair.tsv"):
        rounds.setdefault(int(number), []).append((white, black, int(handicap)))
    return rounds


def real_weights(name: str, number: int) -> Iterator[WeightRow]:
    path = require_shared(f"pairing/opengotha/{name}_weights_R{number}.txt")
    values = [
        line.partition("=")[2] for line in path.read_text("utf-8").splitlines() if "=" in line
    ]
    for start in range(0, len(values), BLOCK):
        one, other, *numbers = values[start : start + BLOCK]
        *components, total = map(int, numbers)
        yield one, other, components, total


def _state(path: Path) -> TournamentState:
    return read_opengotha(path.read_bytes()).state


def _rows(relative: str) -> Iterator[list[str]]:
    for line in require_shared(relative).read_text("utf-8").splitlines():
        yield line.split("\t")
