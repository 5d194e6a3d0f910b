"""What a bare record's header means: komi, handicap, rule set and claim (SPEC 1.9)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from adjudication.rules.claims import Claim, is_no_claim, parse_claim, wins_by_zero
from adjudication.rules.colours import BLACK
from adjudication.rules.contradictions import contradictions, own_claim, own_ruleset
from adjudication.rules.findings import Code, Finding
from adjudication.rules.header_words import (
    BY_NOTHING,
    HANDICAP_UNLIKE,
    NONE_USED,
    SETTLES_NOTHING,
    USED,
    WHAT,
)
from adjudication.rules.komi import is_in_zi, parse_komi
from adjudication.rules.opening import entered_move_count, handicap_shown
from adjudication.rules.record import GameRecord
from adjudication.rules.rulesets import HandicapForm, RuleSet, Scoring
from adjudication.rules.sentences import (
    BY_MOVES,
    INCOMPLETE,
    OTHER_HANDICAP,
    TWO_SIZES,
    points_text,
    sentence,
)
from adjudication.rules.turns import black_plays_first, handicap_passes
from language.messages import Message, join_messages


class Unset:
    """The type of the default that means "take it from the record"."""


FROM_RECORD: Final = Unset()


@dataclass(slots=True)
class SettledHeader:
    """What the header came to: the values to use and the findings about it.

    ``komi`` is None only if neither a rule set nor a value was given. ``excuse`` says why the moves
    accuse nobody, None if they may accuse somebody: the record lacks the handicap stones that it
    announces, Black's first moves give a handicap that is not the caller's, or it gives two board
    sizes. ``unsettled`` says that a count settles nothing: the record contradicts itself about a
    value that is used, lacks handicap stones, or gives a komi that cannot be read. ``unread`` says
    that it gives a result that cannot be read. ``black_run`` is the number of black moves in a row
    that a handicap explains, ``entered`` the number of moves at the start that enter a position.
    ``in_zi`` says that the record gives its komi in zi (one zi is two points).
    """

    ruleset: RuleSet | None
    komi: float | None
    handicap: int
    claim: Claim | None
    excuse: Message | None = None
    unsettled: bool = False
    unread: bool = False
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
) -> SettledHeader:
    """Settle the header; what the caller gives takes precedence over the record.

    ``answered`` are the numbers of moves about which somebody said what happened there. Raises
    ValueError for a claim whose words are no result.
    """
    found: list[Finding] = []
    named = ruleset is not None
    ruleset = ruleset or _own_ruleset(record, found)
    key = ruleset.key if ruleset else None
    shown = handicap_shown(record, ruleset, answered, terms=handicap)
    announced = record.handicap or 0
    inferred = shown if announced < 2 else None
    stones = (inferred or announced) if handicap is None else handicap
    header = SettledHeader(ruleset, komi, stones, None, findings=found)
    header.in_zi = _in_zi(record, ruleset)
    given = {
        "RU": named,
        "RE": not isinstance(claim, Unset),
        "KM": komi is not None,
        "HA": handicap is not None,
    }
    _settle_contradictions(record, header, unused={name for name in given if given[name]})
    if record.handicap is None and (record.handicap_text or "").strip():
        found.append(_unreadable("HA", record.handicap_text or "", key, str(stones)))
    if komi is None:
        header.komi = _komi(record, ruleset, stones, found)
        if ruleset is not None and _komi_is_unreadable(record):
            header.unsettled = True
    elif ruleset is not None:
        found += komi_differs(record, komi, ruleset)
    header.claim = _claim(record, claim, key, found)
    if isinstance(claim, Unset) and header.claim is None:
        header.unread = not is_no_claim(record.result_text or "")
    most = max(stones, announced, inferred or 0)
    header.black_run = most - record.placed if most >= 2 else 0
    header.entered = entered_move_count(record, most)
    if handicap is not None:
        differs = handicap_differs(record, shown, handicap, key)
        if differs is not None:
            # White's passes are legal in any game, and placed stones are not moves.
            header.excuse = OTHER_HANDICAP if differs.asks else None
            found.append(differs)
    elif inferred is not None:
        text = sentence(Code.HANDICAP_INFERRED, handicap=inferred)
        detail = {"handicap": inferred}
        found.append(Finding(Code.HANDICAP_INFERRED, key, text, detail=detail))
    if stones >= 2 and header.excuse is None:
        _check_handicap(record, ruleset, header)
    if shown is not None and announced >= 2 and shown > announced:
        _contradicts_its_stones(record, shown, header, used=handicap is None)
    if "SZ" in contradictions(record):
        header.excuse, header.unsettled = TWO_SIZES, True
    return header


def _own_ruleset(record: GameRecord, found: list[Finding]) -> RuleSet | None:
    """Return the rule set that the record names, with a finding if it names an unknown one."""
    ruleset = own_ruleset(record)
    if ruleset is None:
        text = sentence(Code.RULES_UNKNOWN, record=record.rules_text or "RU")
        found.append(Finding(Code.RULES_UNKNOWN, None, text))
    return ruleset


def handicap_differs(
    record: GameRecord, shown: int | None, expected: int, key: str | None
) -> Finding | None:
    """Return the finding that a record has another handicap than the game, if it does.

    A handicap of 1 is no stone, so it equals none. ``shown`` is the handicap at the start of the
    record (:func:`handicap_shown`). If Black's first moves make it up, the finding is a question:
    the second may have been played out of turn.
    """
    differing = [number for number in (shown, record.handicap) if number is not None]
    if shown is not None and (record.handicap or 0) < 2:
        differing = [shown]
    expected_stones = expected if expected >= 2 else 0
    differing = [
        number for number in differing if (number if number >= 2 else 0) != expected_stones
    ]
    if not differing:
        return None
    written = differing[0]
    text = sentence(Code.HANDICAP_DIFFERS, record=written, expected=expected)
    detail = {"record": written, "expected": expected}
    if shown is None or any(record.start) or record.colours[1] != BLACK:
        return Finding(Code.HANDICAP_DIFFERS, key, text, detail=detail)
    return Finding(
        Code.HANDICAP_DIFFERS,
        key,
        join_messages([text, BY_MOVES]),
        uncertain=True,
        asks=True,
        detail={**detail, "move": 2},
    )


def komi_in_record(record: GameRecord, ruleset: RuleSet | None = None) -> float | None:
    """Return the komi that a record gives, in points; None if it gives none.

    It may be in zi if the record's own rules or the ``ruleset`` count area.
    """
    area = any(one and one.scoring.value is Scoring.AREA for one in (ruleset, own_ruleset(record)))
    return None if record.komi_text is None else parse_komi(record.komi_text, area=area)


def komi_differs(record: GameRecord, expected: float, ruleset: RuleSet) -> list[Finding]:
    """Return the finding that a record gives another komi than the game's, if it does."""
    komi = komi_in_record(record, ruleset)
    if komi is None or komi == expected:
        return []
    told = {"record": points_text(komi), "expected": points_text(expected)}
    text = sentence(Code.KOMI_DIFFERS, **told)
    detail = {"record": komi, "expected": expected}
    return [Finding(Code.KOMI_DIFFERS, ruleset.key, text, detail=detail)]


def _settle_contradictions(
    record: GameRecord, header: SettledHeader, unused: Collection[str]
) -> None:
    """Report contradictory root properties; ``unused`` are those that were not needed.

    Of two komi or handicaps the first is used, and then the count settles nothing.
    """
    key = header.ruleset.key if header.ruleset else None
    for name, texts in contradictions(record).items():
        text = sentence(Code.CONTRADICTORY, what=WHAT[name], values=", ".join(texts)[:80])
        if name not in unused:
            taken = NONE_USED if name in ("RE", "RU") else USED % {"value": texts[0][:40]}
            text = join_messages([text, taken])
            if name in ("KM", "HA"):
                text = join_messages([text, SETTLES_NOTHING])
                header.unsettled = True
        detail = {"property": name, "values": [text[:80] for text in texts]}
        header.findings.append(Finding(Code.CONTRADICTORY, key, text, detail=detail))


def _contradicts_its_stones(
    record: GameRecord, shown: int, header: SettledHeader, *, used: bool
) -> None:
    """Report more handicap stones, or passes in their place, than HA says.

    HA is used for the count (``used``) if the caller gives no handicap; if White gets points for
    the stones, the count then settles nothing.
    """
    ruleset, announced = header.ruleset, record.handicap or 0
    text = HANDICAP_UNLIKE % {"record": announced, "shown": shown}
    if used:
        text = join_messages([text, USED % {"value": announced}])
    if (
        used
        and ruleset is not None
        and ruleset.compensation_for(shown) != ruleset.compensation_for(announced)
    ):
        text = join_messages([text, SETTLES_NOTHING])
        header.unsettled = True
    detail = {"property": "HA", "values": [str(announced), str(shown)]}
    key = ruleset.key if ruleset else None
    header.findings.append(Finding(Code.CONTRADICTORY, key, text, detail=detail))


def _unreadable(name: str, value: str, key: str | None, used: str) -> Finding:
    """Return the finding that a root value cannot be read, and what was used instead."""
    text = sentence(Code.VALUE_UNREADABLE, what=WHAT[name], value=value.strip()[:80])
    detail = {"property": name, "value": value.strip()[:80]}
    return Finding(
        Code.VALUE_UNREADABLE, key, join_messages([text, USED % {"value": used}]), detail=detail
    )


def _in_zi(record: GameRecord, ruleset: RuleSet | None) -> bool:
    """Whether a record gives its komi in zi, as Chinese servers do."""
    if ruleset is None or ruleset.scoring.value is not Scoring.AREA or record.komi_text is None:
        return False
    return is_in_zi(record.komi_text)


def _komi(
    record: GameRecord, ruleset: RuleSet | None, handicap: int, found: list[Finding]
) -> float | None:
    """Return KM, or else the rule set's own komi, with a finding that says so."""
    area = ruleset is not None and ruleset.scoring.value is Scoring.AREA
    written = (record.komi_text or "").strip()
    if written:
        value = parse_komi(written, area=area)
        if value is not None:
            return value
    if ruleset is None:
        return None
    value = ruleset.komi_for(handicap)
    article = ruleset.komi.article
    text = sentence(Code.KOMI_MISSING, komi=points_text(value))
    if written:
        text = join_messages(
            [
                sentence(Code.VALUE_UNREADABLE, what=WHAT["KM"], value=written[:80]),
                USED % {"value": points_text(value)},
                SETTLES_NOTHING,
            ],
        )
    finding = Finding(Code.KOMI_MISSING, ruleset.key, text, article=article, detail={"komi": value})
    found.append(finding)
    return value


def _komi_is_unreadable(record: GameRecord) -> bool:
    """Whether a record gives a komi, but none that can be read."""
    written = (record.komi_text or "").strip()
    return bool(written) and parse_komi(written, area=False) is None


def _claim(
    record: GameRecord,
    claim: Claim | str | Unset | None,
    key: str | None,
    found: list[Finding],
) -> Claim | None:
    """Return the claim to check, with a finding where the record's result cannot be read."""
    if isinstance(claim, Unset):
        written = record.result_text
        if written is None or is_no_claim(written) or "RE" in contradictions(record):
            return None
        read = own_claim(record)
        if read is None:
            text = sentence(Code.RESULT_UNREADABLE, record=written[:80])
            if wins_by_zero(written):
                text = BY_NOTHING % {"record": written[:80]}
            found.append(Finding(Code.RESULT_UNREADABLE, key, text))
        return read
    if isinstance(claim, str):
        parsed = parse_claim(claim)
        if parsed is None:
            raise ValueError(f"{claim!r} is no result: write W+3.5, B+R, B+T, B+F, jigo or void")
        return parsed
    return claim


def _check_handicap(record: GameRecord, ruleset: RuleSet | None, header: SettledHeader) -> None:
    """Report a handicap that the record announces but does not show, or shows differently."""
    key = ruleset.key if ruleset else None
    stones = header.handicap
    if record.placed < stones:
        missing = stones - record.placed
        by_plays = black_plays_first(record.colours, record.points, missing)
        by_passes = not record.placed and handicap_passes(record.colours, record.points, stones)
        if not by_plays and not by_passes:
            header.excuse, header.unsettled = INCOMPLETE, True
            text = sentence(Code.HANDICAP_MISSING, handicap=stones)
            detail = {"handicap": stones, "placed": record.placed}
            header.findings.append(Finding(Code.HANDICAP_MISSING, key, text, detail=detail))
    elif ruleset is not None and ruleset.handicap_form.value is HandicapForm.WHITE_PASSES:
        text = sentence(Code.SETUP_HANDICAP)
        header.findings.append(
            Finding(Code.SETUP_HANDICAP, key, text, article=ruleset.handicap_form.article)
        )
