"""Reading the shared corpus of real games in the tests."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.presets import get_ruleset, ruleset_of_record
from adjudication.rules.record import GameRecord
from adjudication.rules.sgf import read_record
from adjudication.rules.verdicts import Report
from tests.support.shared import require_shared


@cache
def corpus() -> Path:
    """Return the folder of the corpus; without it the calling module is skipped."""
    return require_shared("corpus")


def listing(name: str) -> Any:
    """Return one of the corpus's JSON files."""
    return json.loads((corpus() / name).read_text("utf-8"))


def record_of(file: str) -> GameRecord:
    """Read one record, its path relative to the corpus."""
    return read_record((corpus() / file).read_bytes())


def judge_entry(entry: dict[str, Any]) -> Report:
    """Judge a counted game by its own RU, else as its listing says it was counted."""
    record = record_of(entry["file"])
    usual = get_ruleset("chinese" if entry["basis"] == "area" else "japanese")
    return adjudicate(record, ruleset=ruleset_of_record(record.rules_text or "") or usual)
