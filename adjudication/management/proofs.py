"""Checks files that are proofs of games: one result object per file, as for records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from adjudication.proofs.checking import LARGEST, ProofError, check_proof
from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.spoken import translated

HOLDS, DIFFERS, UNREADABLE = "holds", "differs", "unreadable"
_WORDS = {HOLDS: _("holds"), DIFFERS: _("does not hold"), UNREADABLE: _("unreadable")}
_COUNTS = _("%(records)d records, %(events)d events")


def check_file(path: Path) -> dict[str, Any]:
    """Check one file. If it cannot be read, return an ``unreadable`` object; never raise."""
    try:
        with path.open("rb") as stream:
            found = check_proof(stream.read(LARGEST + 1))
    except ProofError as error:
        return _unreadable(path, error.code, error.text)
    except OSError as error:
        why = _("The file cannot be read: %(why)s.") % {"why": error.strerror or str(error)}
        return _unreadable(path, "io_error", why)
    return {
        "file": str(path),
        "status": "ok",
        "error": None,
        "verdict": HOLDS if found.holds else DIFFERS,
        "state": found.state,
        "records": found.records,
        "events": found.events,
        "engines": list(found.engine),
        "problems": [{"where": where, "message": text} for where, text in found.problems],
        "notes": list(found.notes),
    }


def _unreadable(path: Path, code: str, message: Message) -> dict[str, Any]:
    return {
        "file": str(path),
        "status": "error",
        "error": {"code": code, "message": message},
        "verdict": UNREADABLE,
        "problems": [],
        "notes": [],
    }


def proof_lines(result: Mapping[str, Any]) -> str:
    """Return a result as lines for people: what holds, then what does not."""
    word = translated(_WORDS[result["verdict"]])
    error = cast("Mapping[str, Any] | None", result["error"])
    if error is not None:
        return f"{result['file']}: {word} ({error['code']}): {translated(error['message'])}"
    counts = translated(_COUNTS % {"records": result["records"], "events": result["events"]})
    lines = [f"{result['file']}: {word} ({result['state']}; {counts})"]
    lines += [
        f"  {problem['where']}: {translated(problem['message'])}" for problem in result["problems"]
    ]
    lines += [f"  {translated(note)}" for note in result["notes"]]
    return "\n".join(lines)
