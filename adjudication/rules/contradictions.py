"""Contradictory root properties of a record: the same property given with different values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from adjudication.rules.claims import Claim, parse_claim
from adjudication.rules.komi import is_in_zi, written_komi
from adjudication.rules.presets import ruleset_of_record
from adjudication.rules.record import GameRecord
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.written import plain_number, plain_text


def _rules(text: str) -> Hashable:
    ruleset = ruleset_of_record(text)
    return None if ruleset is None else ruleset.key


_MEANINGS: Final[Mapping[str, Callable[[str], Hashable]]] = MappingProxyType(
    {"RE": parse_claim, "KM": written_komi, "RU": _rules, "HA": plain_number, "SZ": plain_number}
)
"""How the values of a property are read; values of the others stand for themselves."""


def contradictions(record: GameRecord) -> dict[str, tuple[str, ...]]:
    """Return the root properties that a record gives with different values, with those values.

    Keys are the SGF names; values that mean the same (``6.5`` and ``6,50``) agree.
    """
    found = {}
    for name, texts in record.repeated.items():
        unlike = {_meaning(name, text): text for text in texts}
        if len(unlike) > 1:
            found[name] = tuple(unlike.values())
    return found


def _meaning(name: str, text: str) -> Hashable:
    """Return what a value means, or the text itself if it cannot be read."""
    read = _MEANINGS.get(name)
    meant = None if read is None else read(text)
    return plain_text(text).lower() if meant is None else meant


def own_claim(record: GameRecord) -> Claim | None:
    """Return the result that a record gives, None if it gives no readable one, or two.

    A margin in zi is doubled where nothing else can be meant (:func:`margin_in_zi`).
    """
    if record.result_text is None or "RE" in contradictions(record):
        return None
    claim = parse_claim(record.result_text)
    if claim is None or claim.margin is None or not _is_in_zi(claim, record):
        return claim
    return replace(claim, margin=2 * claim.margin)


def margin_in_zi(record: GameRecord) -> bool:
    """Whether the margin of a record's result is in zi: in quarters, beside a komi in zi.

    Chinese servers write it so. With a komi in zi every such margin ends in a quarter, and no
    margin in points does.
    """
    claim = parse_claim(record.result_text or "")
    return claim is not None and _is_in_zi(claim, record)


def _is_in_zi(claim: Claim, record: GameRecord) -> bool:
    """Whether the margin of a record's result, as it is written, is in zi."""
    in_quarters = claim.margin is not None and 2 * claim.margin % 1 > 0
    return in_quarters and "KM" not in contradictions(record) and is_in_zi(record.komi_text or "")


def own_ruleset(record: GameRecord) -> RuleSet | None:
    """Return the rule set that a record names, None if it names no known one, or two."""
    if record.rules_text is None or "RU" in contradictions(record):
        return None
    return ruleset_of_record(record.rules_text)
