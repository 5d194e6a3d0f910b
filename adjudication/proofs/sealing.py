"""What seals a proof, and how its rule set is written down."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from enum import Enum
from typing import Any, Final

from adjudication.rules.colours import LETTER
from adjudication.rules.rulesets import Cited, RuleSet

FORMAT: Final = "shinpan-proof"
VERSION: Final = 1
DIGEST: Final = "digest"
"""The name of the digest of everything else."""
_BESIDE_JUDGEMENT: Final = frozenset({"confirmation"})
"""Options that do not affect any judgement."""


def digest_of(proof: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a proof without its digest, as canonical JSON, in hexadecimal."""
    rest = {name: value for name, value in proof.items() if name != DIGEST}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def seal_proof(proof: Mapping[str, Any]) -> dict[str, Any]:
    """Return a proof in the form that JSON gives it, with the digest of all of it."""
    plain: dict[str, Any] = json.loads(json.dumps(proof))
    return {**plain, DIGEST: digest_of(plain)}


def options_of(ruleset: RuleSet) -> dict[str, Any]:
    """Return the options that affect a judgement by name, with the value and article of each."""
    cited = {field.name: getattr(ruleset, field.name) for field in fields(ruleset)}
    return {
        name: {"value": _plain(name, option.value), "article": option.article}
        for name, option in cited.items()
        if isinstance(option, Cited) and name not in _BESIDE_JUDGEMENT
    }


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if name == "tie_winner" and value is not None:
        return LETTER[value]
    return value
