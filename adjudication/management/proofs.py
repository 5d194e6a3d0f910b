"""Checking files that are proofs of games: one result object a file, as records have."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from adjudication.proofs.checking import LARGEST, ProofError, check_proof
from language.localtext import LocalText

HOLDS, DIFFERS, UNREADABLE = "holds", "differs", "unreadable"
_WORDS = {
    HOLDS: LocalText("holds", "tient"),
    DIFFERS: LocalText("does not hold", "ne tient pas"),
    UNREADABLE: LocalText("unreadable", "illisible"),
}
_COUNTS = LocalText("{records} records, {events} events", "{records} parties, {events} événements")


def check_file(path: Path, language: str) -> dict[str, Any]:
    """Check one file. What cannot be read becomes an ``unreadable`` object, never an exception."""
    try:
        with path.open("rb") as stream:
            found = check_proof(stream.read(LARGEST + 1))
    except ProofError as error:
        return _unreadable(path, error.code, error.text.get(language))
    except OSError as error:
        reason = LocalText(
            f"The file cannot be read: {error.strerror or error}.",
            f"Le fichier ne peut pas être lu : {error.strerror or error}.",
        )
        return _unreadable(path, "io_error", reason.get(language))
    return {
        "file": str(path),
        "status": "ok",
        "error": None,
        "verdict": HOLDS if found.holds else DIFFERS,
        "state": found.state,
        "records": found.records,
        "events": found.events,
        "engines": list(found.engine),
        "problems": [
            {"where": where, "message": text.get(language)} for where, text in found.problems
        ],
        "notes": [text.get(language) for text in found.notes],
    }


def _unreadable(path: Path, code: str, message: str) -> dict[str, Any]:
    return {
        "file": str(path),
        "status": "error",
        "error": {"code": code, "message": message},
        "verdict": UNREADABLE,
        "problems": [],
        "notes": [],
    }


def proof_lines(result: Mapping[str, Any], language: str) -> str:
    """Return a result as lines for people: what holds, and below it what does not."""
    word = _WORDS[result["verdict"]].get(language)
    error = cast("Mapping[str, str] | None", result["error"])
    if error is not None:
        return f"{result['file']}: {word} ({error['code']}): {error['message']}"
    counts = _COUNTS.get(language).format(records=result["records"], events=result["events"])
    lines = [f"{result['file']}: {word} ({result['state']}; {counts})"]
    lines += [f"  {one['where']}: {one['message']}" for one in result["problems"]]
    lines += [f"  {note}" for note in result["notes"]]
    return "\n".join(lines)
