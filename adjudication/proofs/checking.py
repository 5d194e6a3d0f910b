"""Checking a proof again with nothing but the file and the rules core."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from adjudication.proofs.results import result_problems
from adjudication.proofs.sealing import DIGEST, FORMAT, VERSION, digest_of, options_of
from adjudication.proofs.verdicts import check_reports
from adjudication.rules.presets import UnknownRuleSet, get_ruleset
from adjudication.rules.rulesets import TIE_ARTICLE
from adjudication.rules.version import ENGINE_VERSION
from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.chain import ChainLink, digest_of_reason
from tournament.formats.chain import digest_of as digest_of_link

LARGEST: Final = 64 * 1024 * 1024
"""The most bytes of a proof that are read."""
_LINK: Final = (
    *("sequence", "at", "verb", "actor", "actor_role", "round_number", "table", "players"),
    *("before", "after", "undoes", "reason_digest", "previous"),
)


class ProofError(ValueError):
    """A file that is no proof at all."""

    def __init__(self, code: str, text: Message) -> None:
        super().__init__(str(text))
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """The result of checking: what does not hold, by its place, and what is worth knowing.

    ``engine`` are the engine versions that judged, as far as they are not the present one.
    """

    problems: tuple[tuple[str, Message], ...]
    notes: tuple[Message, ...]
    records: int
    events: int
    state: str
    engine: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Return whether everything holds."""
        return not self.problems


def check_proof(data: bytes) -> ProofCheck:
    """Check a proof and return what was found. Raises ProofError if it is none."""
    proof = _read(data)
    problems: list[tuple[str, Message]] = []
    notes: list[Message] = []
    if digest_of(proof) != proof.get(DIGEST):
        problems.append(
            (
                DIGEST,
                _("The file has been changed: its digest is that of another content."),
            )
        )
    engine: tuple[str, ...] = ()
    try:
        problems += _rules(proof)
        found, engine = check_reports(proof)
        problems += found
        problems += _events(proof)
        problems += result_problems(proof)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        problems.append(
            (
                "shape",
                _("A part of the proof cannot be read (%(name)s: %(error)s).")
                % {"name": type(error).__name__, "error": str(error)},
            )
        )
    notes += [
        _("Judged by version %(version)s of the rules engine; this is version %(here)s.")
        % {"version": version, "here": ENGINE_VERSION}
        for version in engine
    ]
    return ProofCheck(
        problems=tuple(problems),
        notes=tuple(notes),
        records=_count(proof, "reports", "record"),
        events=len(proof["events"]) if isinstance(proof.get("events"), list) else 0,
        state=str(proof["game"].get("state", "")) if isinstance(proof.get("game"), dict) else "",
        engine=engine,
    )


def _read(data: bytes) -> dict[str, Any]:
    if len(data) > LARGEST:
        raise ProofError(
            "too_large",
            _("The file is too large for a proof."),
        )
    try:
        proof = json.loads(
            data, object_pairs_hook=_once, parse_float=_finite, parse_constant=_finite
        )
    except (ValueError, RecursionError) as error:
        raise ProofError(
            "not_json",
            _("This is no proof of a game: it is no JSON."),
        ) from error
    if not isinstance(proof, dict) or proof.get("format") != FORMAT:
        raise ProofError(
            "not_a_proof",
            _("This is no proof of a game: get it from the page of the game."),
        )
    if type(proof.get("version")) is not int or proof["version"] != VERSION:
        raise ProofError(
            "other_version",
            _("The proof was written by another version of this program: check it with that one."),
        )
    return proof


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object. Raises ValueError if a name is given twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("said twice")
    return found


def _finite(text: str) -> float:
    """Return a number. Raises ValueError if it is not finite."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _rules(proof: Mapping[str, Any]) -> Iterator[tuple[str, Message]]:
    rules = proof["rules"]
    try:
        ruleset = get_ruleset(rules["key"])
    except UnknownRuleSet:
        yield (
            "rules.key",
            _("The rule set is not known here."),
        )
        return
    ties = rules["options"].get("tie_winner") or {}
    if ties.get("article") == TIE_ARTICLE:  # the tournament has said so
        ruleset = ruleset.with_ties_of(ties["value"])
    here = json.loads(json.dumps(options_of(ruleset)))
    for name in sorted({*here, *rules["options"]}):
        if here.get(name) != rules["options"].get(name):
            yield (
                f"rules.options.{name}",
                _("This option of the rule set is another one here."),
            )


def _events(proof: Mapping[str, Any]) -> Iterator[tuple[str, Message]]:
    last: Mapping[str, Any] | None = None
    for number, event in enumerate(proof["events"]):
        where = f"events.{number}"
        link = ChainLink(**{name: event[name] for name in _LINK})
        if digest_of_link(link) != event["digest"]:
            yield (
                where,
                _("The event is not the one that was written down."),
            )
        reason, salt = event["reason"], event["reason_salt"]
        if (reason or salt) and digest_of_reason(salt, reason) != event["reason_digest"]:
            yield (
                f"{where}.reason",
                _("The reason was another one."),
            )
        if last is not None and (
            event["sequence"] <= last["sequence"]
            or (event["sequence"] == last["sequence"] + 1 and event["previous"] != last["digest"])
        ):
            yield (
                where,
                _("The event does not follow the one before it."),
            )
        last = event


def _count(proof: Mapping[str, Any], name: str, part: str) -> int:
    rows = proof.get(name)
    if not isinstance(rows, list):
        return 0
    return sum(1 for row in rows if isinstance(row, dict) and row.get(part))
