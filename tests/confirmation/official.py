"""The examples of the rule book whose boards are known, cut out as they stand."""

import json
from functools import cache
from typing import Any

from adjudication.confirmation.problem import Region
from tests.confirmation.diagrams import STATES, enclosed
from tests.support.shared import require_shared

Place = tuple[int, int]


@cache
def _examples() -> dict[str, Any]:
    text = require_shared("rules/j1989_examples.json").read_text(encoding="utf-8")
    return {example["id"]: example for example in json.loads(text)}


def board(name: str) -> tuple[list[int], int]:
    """Return the position of an example and the size of its board."""
    rows = _examples()[name]["rows"]
    return [STATES[letter] for row in rows for letter in row], len(rows)


def cut_out(name: str, inside: Place, *outer: Place, below: bool = True) -> tuple[Region, int]:
    """Return the region of an example and on which row its board begins."""
    rows = _examples()[name]["rows"]
    of = enclosed(rows, inside, *outer, below=below)
    return of, 0 if below else of.size - len(rows)
