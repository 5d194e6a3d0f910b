"""What a bare record's header means: komi, handicap, rule set and claim (SPEC 1.9)."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from adjudication.rules.claims import Claim, parse_claim, says_nothing
from adjudication.rules.colours import BLACK
from adjudication.rules.findings import Code, Finding
from adjudication.rules.opening import entered_as_moves, handicap_by_moves
from adjudication.rules.presets import ruleset_of_record
from adjudication.rules.record import GameRecord
from adjudication.rules.rulesets import HandicapForm, RuleSet, Scoring
from adjudication.rules.sentences import BY_MOVES, joined, points_text, sentence
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
    that the record lacks the handicap stones it announces, ``other_handicap`` that Black's
    first moves give another handicap than the caller's. ``black_run`` is how many black moves in a
    row a handicap explains, ``entered`` how many moves at the start enter a position. ``in_zi``
    tells that the record gives its komi in zi, of which one is two points.
    """

    ruleset: RuleSet | None
    komi: float | None
    handicap: int
    claim: Claim | None
    incomplete: bool = False
    other_handicap: bool = False
    black_run: int = 0
    entered: int = 0
    in_zi: bool = False
    findings: list[Finding] = field(default_factory=list)


def read_header(
    record: GameRecord,
    ruleset: RuleSet | None,
    claim: Claim | str | Unset | None,
    komi: float | None,
    handicap: int | None,
    answered: Collection[int] = (),
) -> Header:
    """Settle what the caller and the record say. What the caller gives comes before the record.

    ``answered`` are numbers of moves about which somebody said what happened there. Raises
    ValueError for a claim in words that say no result.
    """
    found: list[Finding] = []
    if ruleset is None:
        ruleset = ruleset_of_record(record.rules_text or "")
        if ruleset is None:
            shown = record.rules_text or "RU"
            text = sentence(Code.RULES_UNKNOWN, record=shown)
            found.append(Finding(Code.RULES_UNKNOWN, None, text))
    key = ruleset.key if ruleset else None
    by_moves = handicap_by_moves(record, ruleset, answered, terms=handicap)
    announced = record.handicap or 0
    stones = (by_moves or announced) if handicap is None else handicap
    header = Header(ruleset, komi, stones, None, findings=found)
    header.in_zi = _in_zi(record, ruleset)
    if komi is None:
        header.komi = _komi(record, ruleset, stones, found)
    header.claim = _claim(record, claim, key, found)
    most = max(stones, announced, by_moves or 0)
    header.black_run = most - record.placed if most >= 2 else 0
    header.entered = entered_as_moves(record, most)
    if by_moves is not None:
        _check_handicap_by_moves(record, by_moves, handicap, key, header)
    if stones >= 2 and not header.other_handicap:
        _check_handicap(record, ruleset, header)
    return header


def handicap_differs(
    record: GameRecord, by_moves: int | None, expected: int, key: str | None
) -> Finding | None:
    """Return the finding that a record has another handicap than was expected, if it does.

    A handicap of 1 is no stone, so it does not differ from none. One that is given ``by_moves``
    (:func:`handicap_by_moves`) of Black is a question: the second may have been played out of turn.
    """
    written = record.handicap if by_moves is None else by_moves
    if written is None:
        return None
    if (written if written >= 2 else 0) == (expected if expected >= 2 else 0):
        return None
    text = sentence(Code.HANDICAP_DIFFERS, record=written, expected=expected)
    detail = {"record": written, "expected": expected}
    if by_moves is None or record.colours[1] != BLACK:
        return Finding(Code.HANDICAP_DIFFERS, key, text, detail=detail)
    return Finding(
        Code.HANDICAP_DIFFERS,
        key,
        joined(text, BY_MOVES),
        uncertain=True,
        asks=True,
        detail={**detail, "move": 2},
    )


def _check_handicap_by_moves(
    record: GameRecord, by_moves: int, expected: int | None, key: str | None, header: Header
) -> None:
    """Report a handicap that the first moves give: as inferred, or as other than the caller's."""
    if expected is None:
        text = sentence(Code.HANDICAP_INFERRED, handicap=by_moves)
        detail = {"handicap": by_moves}
        header.findings.append(Finding(Code.HANDICAP_INFERRED, key, text, detail=detail))
        return
    differs = handicap_differs(record, by_moves, expected, key)
    if differs is not None:
        header.other_handicap = differs.asks  # White's passes are legal in any game
        header.findings.append(differs)


def parse_komi(text: str, *, area: bool) -> float | None:
    """Return a KM value in points, or None where it is no number a komi can be.

    Hundredths are divided out, and under area rules zi are doubled (SPEC 1.9).
    """
    value = _written_komi(text)
    if value is None:
        return None
    if area and abs(value) in _ZI:
        value *= 2
    return value if abs(value) <= MAX_KOMI else None


def _written_komi(text: str) -> float | None:
    """Return the number that a KM value is, hundredths divided out."""
    stripped = text.strip().replace(",", ".")
    if not _KOMI.fullmatch(stripped):
        return None
    value = float(stripped)
    return value / 100 if abs(value) >= 100 else value


def _in_zi(record: GameRecord, ruleset: RuleSet | None) -> bool:
    """Whether a record gives its komi in zi, as Chinese servers do."""
    if ruleset is None or ruleset.scoring.value is not Scoring.AREA or record.komi_text is None:
        return False
    written = _written_komi(record.komi_text)
    return written is not None and abs(written) in _ZI


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
