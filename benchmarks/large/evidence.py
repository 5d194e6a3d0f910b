"""The records that players sent in, and the verdicts on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudication.rules.claims import Claim
    from adjudication.rules.record import GameRecord
    from adjudication.verdicts.services.claims import Result

DISTINCT_RECORDS = 60


@dataclass(frozen=True, slots=True)
class Shown:
    """A record with the result that it shows, and the verdict on it under a rule set."""

    data: bytes
    result: Result
    verdict: dict[str, Any]


class Evidence:
    """Real records, in turn; each is another file, with the verdict that its game has."""

    def __init__(self) -> None:
        from tests.support.field import records

        self._records: list[tuple[bytes, GameRecord, Claim]] = records(DISTINCT_RECORDS)
        self._verdicts: dict[tuple[int, str], dict[str, Any]] = {}
        self._given = 0

    def next(self, rules: str) -> Shown:
        """Return the next record, judged under a rule set."""
        from adjudication.verdicts.services.claims import result_columns

        which = self._given % DISTINCT_RECORDS
        self._given += 1
        data, record, claim = self._records[which]
        key = (which, rules)
        if key not in self._verdicts:
            self._verdicts[key] = _judged(data, record, claim, rules)
        other = data.replace(b"(;", b"(;EV[%d]" % self._given, 1)
        return Shown(other, result_columns(claim), self._verdicts[key])


def _judged(data: bytes, record: GameRecord, claim: Claim, rules: str) -> dict[str, Any]:
    from adjudication.rules.judgement import judgement
    from adjudication.rules.pairing_check import PairedGame
    from adjudication.rules.presets import get_ruleset

    paired = PairedGame(
        black_name=record.black_name or "",
        white_name=record.white_name or "",
        size=record.size,
        handicap=record.handicap or 0,
        komi=6.5,
    )
    return judgement(data, ruleset=get_ruleset(rules), claim=claim, dead=None, paired=paired)
