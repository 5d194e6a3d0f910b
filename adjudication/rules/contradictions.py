"""Contradictory root properties of a record: the same property given with different values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Final

from adjudication.rules.claims import Claim, parse_claim
from adjudication.rules.komi import written_komi
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
    """Return the result that a record gives, None if it gives no readable one, or two."""
    if record.result_text is None or "RE" in contradictions(record):
        return None
    return parse_claim(record.result_text)


def own_ruleset(record: GameRecord) -> RuleSet | None:
    """Return the rule set that a record names, None if it names no known one, or two."""
    if record.rules_text is None or "RU" in contradictions(record):
        return None
    return ruleset_of_record(record.rules_text)
