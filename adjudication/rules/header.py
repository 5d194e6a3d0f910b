"""What a bare record's header means: komi, handicap, rule set and claim (SPEC 1.9)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from adjudication.rules.claims import Claim, parse_claim, says_nothing
from adjudication.rules.findings import Code, Finding
from adjudication.rules.presets import ruleset_of_record
from adjudication.rules.record import GameRecord
from adjudication.rules.rulesets import HandicapForm, RuleSet, Scoring
from adjudication.rules.sentences import points_text, sentence
from adjudication.rules.turns import black_plays_first, handicap_passes

_KOMI: Final = re.compile(r"[+-]?(\d{1,5}(\.\d{0,6})?|\.\d{1,6})", re.ASCII)
# Chinese servers write komi in zi, of which one is two points.
_ZI: Final = frozenset({3.25, 3.75})
MAX_KOMI: Final = 400.0


class Unset:
    """The type of the default that means "take it from the record"."""


FROM_RECORD: Final = Unset()


@dataclass(slots=True)
class Header:
    """What the header came to: the values to use and the findings about it.

    ``komi`` is None only when neither a rule set nor a value was to be had. ``incomplete`` tells
    that the record lacks the handicap stones it announces.
    """

    ruleset: RuleSet | None
    komi: float | None
    handicap: int
    claim: Claim | None
    incomplete: bool = False
    findings: list[Finding] = field(default_factory=list)


def read_header(
    record: GameRecord,
    ruleset: RuleSet | None,
    claim: Claim | str | Unset | None,
    komi: float | None,
    handicap: int | None,
) -> Header:
    """Settle what the caller and the record say. What the caller gives comes before the record.

    Raises ValueError for a claim in words that say no result.
    """
    found: list[Finding] = []
    if ruleset is None:
        ruleset = ruleset_of_record(record.rules_text or "")
        if ruleset is None:
            shown = record.rules_text or "RU"
            text = sentence(Code.RULES_UNKNOWN, record=shown)
            found.append(Finding(Code.RULES_UNKNOWN, None, text))
    key = ruleset.key if ruleset else None
    stones = handicap if handicap is not None else (record.handicap or 0)
    header = Header(ruleset, komi, stones, None, findings=found)
    if komi is None:
        header.komi = _komi(record, ruleset, stones, found)
    header.claim = _claim(record, claim, key, found)
    if stones >= 2:
        _check_handicap(record, ruleset, header)
    return header


def parse_komi(text: str, *, area: bool) -> float | None:
    """Return a KM value in points, or None where it is no number a komi can be.

    Hundredths are divided out, and under area rules zi are doubled (SPEC 1.9).
    """
    stripped = text.strip().replace(",", ".")
    if not _KOMI.fullmatch(stripped):
        return None
    value = float(stripped)
    if abs(value) >= 100:
        value /= 100
    if area and abs(value) in _ZI:
        value *= 2
    return value if abs(value) <= MAX_KOMI else None


def _komi(
    record: GameRecord, ruleset: RuleSet | None, handicap: int, found: list[Finding]
) -> float | None:
    """Return KM, else the rule set's own komi with a finding that says so."""
    area = ruleset is not None and ruleset.scoring.value is Scoring.AREA
    if record.komi_text is not None:
        value = parse_komi(record.komi_text, area=area)
        if value is not None:
            return value
    if ruleset is None:
        return None
    value = ruleset.komi_for(handicap)
    text = sentence(Code.KOMI_MISSING, komi=points_text(value))
    found.append(
        Finding(
            Code.KOMI_MISSING,
            ruleset.key,
            text,
            article=ruleset.komi.article,
            detail={"komi": value},
        )
    )
    return value


def _claim(
    record: GameRecord,
    claim: Claim | str | Unset | None,
    key: str | None,
    found: list[Finding],
) -> Claim | None:
    """Return the claim to check, with a finding where the record's result cannot be read."""
    if isinstance(claim, Unset):
        written = record.result_text
        if written is None or says_nothing(written):
            return None
        read = parse_claim(written)
        if read is None:
            text = sentence(Code.RESULT_UNREADABLE, record=written[:80])
            found.append(Finding(Code.RESULT_UNREADABLE, key, text))
        return read
    if isinstance(claim, str):
        parsed = parse_claim(claim)
        if parsed is None:
            raise ValueError(f"{claim!r} is no result: write W+3.5, B+R, B+T, B+F, jigo or void")
        return parsed
    return claim


def _check_handicap(record: GameRecord, ruleset: RuleSet | None, header: Header) -> None:
    """Report a handicap that the record announces but does not show, or shows in another way."""
    key = ruleset.key if ruleset else None
    stones = header.handicap
    if record.placed < stones:
        missing = stones - record.placed
        by_plays = black_plays_first(record.colours, record.points, missing)
        by_passes = not record.placed and handicap_passes(record.colours, record.points, stones)
        if not by_plays and not by_passes:
            header.incomplete = True
            text = sentence(Code.HANDICAP_MISSING, handicap=stones)
            detail = {"handicap": stones, "placed": record.placed}
            header.findings.append(Finding(Code.HANDICAP_MISSING, key, text, detail=detail))
    elif ruleset is not None and ruleset.handicap_form.value is HandicapForm.WHITE_PASSES:
        text = sentence(Code.SETUP_HANDICAP)
        header.findings.append(
            Finding(Code.SETUP_HANDICAP, key, text, article=ruleset.handicap_form.article)
        )
