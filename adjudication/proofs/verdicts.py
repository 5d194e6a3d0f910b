"""Replaying the records of a proof: do they give the verdicts that were written down?"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from adjudication.policy.damage import reading_from
from adjudication.rules.claims import Claim, ClaimReason, ClaimWinner
from adjudication.rules.findings import Code
from adjudication.rules.grid import MAX_SIZE
from adjudication.rules.judgement import (
    IN_DOUBT,
    NOTHING_REMOVED,
    OVER_THE_BOARD,
    UNMET,
    judgement,
)
from adjudication.rules.pairing_check import PairedGame
from adjudication.rules.presets import get_ruleset
from adjudication.rules.record import RecordError
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sgf import read_record
from adjudication.rules.verdicts import outcome_of
from adjudication.rules.version import ENGINE_VERSION
from language.messages import Message
from language.messages import gettext_lazy as _

Problem = tuple[str, Message]
NOT_REPLAYED: Final = frozenset(
    {
        *(Code.NAMES_DIFFER, Code.COLOURS_SWAPPED, Code.DUPLICATE),
        *(Code.TERMS_DIFFER, Code.TERMS_NOT_SHOWN),
    }
)
"""Findings that need facts not in a proof: names, records of other games, times and dates."""
_COMPARED: Final = (
    *("rules", "options", "outcome", "computed", "findings", "decisive_move"),
    *("size", "moves", "end", "resumed", "claim"),
)
_WINNERS: Final = {
    "black": ClaimWinner.BLACK,
    "white": ClaimWinner.WHITE,
    "draw": ClaimWinner.DRAW,
    "none": ClaimWinner.NONE,
}


def check_reports(proof: Mapping[str, Any]) -> tuple[list[Problem], tuple[str, ...]]:
    """Return what does not hold in the reports, and the other engine versions that judged them."""
    problems: list[Problem] = []
    engines: dict[str, None] = {}
    terms = tuple(_terms(proof))
    for number, report in enumerate(proof["reports"]):
        where = f"reports.{number}"
        record = report["record"]
        if record is None:
            if report["verdict"] is not None:
                problems.append((f"{where}.verdict", _NO_RECORD))
            continue
        data = _bytes(record)
        if data is None:
            problems.append((f"{where}.record", _OTHER_BYTES))
            continue
        verdict = report["verdict"]
        if verdict is None:
            continue
        if verdict["engine_version"] != ENGINE_VERSION:
            engines[str(verdict["engine_version"])] = None
        for name in _differs(data, report, terms):
            problems.append((f"{where}.verdict.{name}", _OTHER_VERDICT))
    return problems, tuple(engines)


_NO_RECORD: Final = _("There is a verdict without a record.")
_OTHER_BYTES: Final = _("The record is not the one it is called: digest or size differ.")
_OTHER_VERDICT: Final = _("Replaying the record gives something else.")


def _bytes(record: Mapping[str, Any]) -> bytes | None:
    try:
        data = base64.b64decode(record["data"], validate=True)
    except (binascii.Error, ValueError):
        return None
    right = hashlib.sha256(data).hexdigest() == record["sha256"] and len(data) == record["size"]
    return data if right else None


def _terms(proof: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield handicap and komi in half-points, as they are and as they were before each correction.

    A verdict is given under the terms of its time.
    """
    game = proof["game"]
    yield game["handicap"], game["komi_half"]
    seen = {(game["handicap"], game["komi_half"])}
    for event in proof["events"]:
        for values in (event["before"], event["after"]):
            boards = values.get("boards", [values]) if isinstance(values, dict) else ()
            for board in boards if isinstance(boards, list) else ():
                if not isinstance(board, dict) or not {"handicap", "komi_half"} <= set(board):
                    continue
                terms = (board["handicap"], board["komi_half"])
                if terms not in seen:
                    seen.add(terms)
                    yield terms


def _differs(
    data: bytes, report: Mapping[str, Any], terms: tuple[tuple[int, int], ...]
) -> tuple[str, ...]:
    """Return what differs in a verdict under the terms that come closest to it."""
    found = [_difference(data, report, handicap, komi) for handicap, komi in terms]
    return min(found, key=len)


def _difference(
    data: bytes, report: Mapping[str, Any], handicap: int, komi_half: int
) -> tuple[str, ...]:
    verdict, claim = report["verdict"], report["claim"]
    size = report["board_size"]
    if not 2 <= size <= MAX_SIZE:
        raise ValueError(f"a board of {size}")
    margin = claim["margin_half"]
    names = _names(data)
    again = judgement(
        data,
        ruleset=_ruleset(verdict),
        claim=Claim(
            _WINNERS[claim["winner"]],
            ClaimReason(claim["reason"]),
            None if margin is None else margin / 2,
        ),
        dead=report["dead_stones"],
        seki=report.get("seki_stones"),
        paired=PairedGame(*names, size=size, handicap=handicap, komi=komi_half / 2),
        nothing_removed=verdict["options"].get(NOTHING_REMOVED) is True,
        over_the_board=verdict["options"].get(OVER_THE_BOARD) is True,
        doubted=verdict["options"].get(IN_DOUBT) is True,
        **reading_from(verdict.get("read_as")).as_json(),
    )
    again = json.loads(json.dumps(again))
    again["outcome"] = outcome_of(again["verdict"])
    if "outcome" not in verdict:  # the form of the first proofs
        verdict["outcome"] = outcome_of(verdict["verdict"])
    for judged in (again, verdict):
        judged["findings"] = [
            finding for finding in judged["findings"] if finding["code"] not in NOT_REPLAYED
        ]
        judged["options"] = {
            name: value for name, value in judged.get("options", {}).items() if name != UNMET
        }
    return tuple(
        name
        for name in _COMPARED
        if again.get(name, _EMPTY.get(name)) != verdict.get(name, _EMPTY.get(name))
    )


def _ruleset(verdict: Mapping[str, Any]) -> RuleSet:
    """Return a verdict's rule set, with the winner of equal scores at the time."""
    ruleset = get_ruleset(verdict["rules"])
    options = verdict["options"]
    return ruleset.with_ties_of(options["tie_winner"]) if "tie_winner" in options else ruleset


_EMPTY: Final[Mapping[str, Any]] = {"options": {}, "end": "", "resumed": False, "claim": ""}
"""The value of a column for a record that could not be read."""


def _names(data: bytes) -> tuple[str, str]:
    """Return the names in the record itself, so that there are no findings about names."""
    try:
        record = read_record(data)
    except RecordError:
        return "", ""
    return record.black_name, record.white_name
