"""Damaged places in a record, and how it is read once somebody has said what was played there.

A record can be damaged without anybody being at fault (SPEC 1.9, "Damage is not guilt"): what it
cannot tell is asked, and the answers are given to every judgement of that record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudication.policy.forms.damage import PASS, PASSES, PLAYED
from adjudication.policy.forms.results import OURS
from adjudication.rules.findings import Code

_NO_PROOF: Final = frozenset(
    {Code.SETUP_MID_GAME, Code.TRUNCATED, Code.SETUP_ILLEGAL, Code.HANDICAP_MISSING}
)
"""What keeps a record from proving anything whatever is answered."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a record is read that is damaged or differs from its game.

    The numbers are those of moves of the record as it is written. Before each of
    ``unwritten_passes`` the other player passed; the moves of ``played_so`` were played as they
    stand there, out of turn or where it is not allowed. ``of_this_game`` tells that the record is
    of the game that it was sent for, whatever its header says.
    """

    unwritten_passes: tuple[int, ...] = ()
    played_so: tuple[int, ...] = ()
    of_this_game: bool = False

    def __bool__(self) -> bool:
        return bool(self.unwritten_passes or self.played_so or self.of_this_game)

    def joined(self, later: Reading) -> Reading:
        """Return this reading with what was said later; of one move the last word counts."""
        passes = {*self.unwritten_passes, *later.unwritten_passes} - {*later.played_so}
        played = {*self.played_so, *later.played_so} - {*later.unwritten_passes}
        ours = self.of_this_game or later.of_this_game
        return Reading(tuple(sorted(passes)), tuple(sorted(played)), ours)

    def fitting(self, colours: Sequence[int]) -> Reading:
        """Return what of it can be said of moves of these colours.

        A pass can only be missing between two moves of one colour.
        """
        count = len(colours)
        return Reading(
            tuple(
                number
                for number in self.unwritten_passes
                if 2 <= number <= count and colours[number - 1] == colours[number - 2]
            ),
            tuple(number for number in self.played_so if 1 <= number <= count),
            self.of_this_game,
        )

    def as_json(self) -> dict[str, Any]:
        """Return it as plain values for JSON; :func:`reading_from` reads them."""
        return {
            "unwritten_passes": list(self.unwritten_passes),
            "played_so": list(self.played_so),
            "of_this_game": self.of_this_game,
        }


AS_WRITTEN: Final = Reading()


def reading_from(value: Mapping[str, Any] | None) -> Reading:
    """Return the reading that :meth:`Reading.as_json` gave; None is the record as written."""
    if not value:
        return AS_WRITTEN
    return Reading(
        tuple(value["unwritten_passes"]),
        tuple(value["played_so"]),
        value["of_this_game"],
    )


@dataclass(frozen=True, slots=True)
class Damage:
    """The first place where a record is damaged, and the numbers of all moves like it."""

    finding: Mapping[str, Any]
    moves: tuple[int, ...]

    def about(self, submission_id: int) -> dict[str, Any]:
        """Return what a question about it is about: the report whose record shows it, and where."""
        return {
            "submission": submission_id,
            "finding": dict(self.finding),
            "moves": list(self.moves),
        }


def damage_in(findings: Sequence[Mapping[str, Any]]) -> Damage | None:
    """Return the first damage in findings, as verdicts keep them; None where there is none to ask.

    A finding that ``asks`` is one that somebody who was there can explain. Only moves out of turn
    are alike: the program that wrote the record may leave out every pass.
    """
    codes = {finding["code"] for finding in findings}
    if codes & _NO_PROOF:
        return None
    found = [finding for finding in findings if finding.get("asks")]
    if not found:
        return None
    first = min(found, key=lambda finding: _move(finding) or 0)
    moves = () if first["code"] != Code.TURN else _moves(found, Code.TURN)
    return Damage(first, moves or _moves([first], first["code"]))


def _move(finding: Mapping[str, Any]) -> int | None:
    """Return the number of the move that a finding asks about, if it is one."""
    move = finding.get("move") or (finding.get("detail") or {}).get("move")
    return int(move) if move else None


def _moves(findings: Sequence[Mapping[str, Any]], code: str) -> tuple[int, ...]:
    of_code = [finding for finding in findings if finding["code"] == code]
    return tuple(sorted({finding["move"] for finding in of_code if finding.get("move")}))


def reading_of(word: str, about: Mapping[str, Any]) -> Reading:
    """Return what an answer to a question about a record says of how it is read.

    ``about`` is what the question was about (:mod:`adjudication.policy.forms.damage` and
    ``results``). An answer that says nothing of how to read the record leaves it as written.
    """
    if word == OURS:
        return Reading(of_this_game=True)
    move = _move(about.get("finding") or {})
    if not move:
        return AS_WRITTEN
    if word == PASSES:
        return Reading(unwritten_passes=tuple(about.get("moves") or (move,)))
    if word == PASS:
        return Reading(unwritten_passes=(move,))
    return Reading(played_so=(move,)) if word == PLAYED else AS_WRITTEN
