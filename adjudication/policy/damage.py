"""Damaged places in a record, and how it is read once somebody has said what was played there.

A record can be damaged without anybody being at fault (SPEC 1.9, "Damage is not guilt"): the
players are asked what it cannot tell, and every judgement of the record is given their answers.
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
"""Findings that keep a record from proving anything, whatever the answers."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read a record that is damaged or differs from its game.

    The numbers are those of the record's moves as it is written. The other player passed before
    each of ``unwritten_passes``; the moves of ``played_so`` were played as they stand, out of turn
    or where that is not allowed. ``of_this_game`` says that the record is of the game it was sent
    for, whatever its header says.
    """

    unwritten_passes: tuple[int, ...] = ()
    played_so: tuple[int, ...] = ()
    of_this_game: bool = False

    def __bool__(self) -> bool:
        return bool(self.unwritten_passes or self.played_so or self.of_this_game)

    def joined_with(self, later: Reading) -> Reading:
        """Return this reading joined with a later one, which wins where both speak of a move."""
        passes = {*self.unwritten_passes, *later.unwritten_passes} - {*later.played_so}
        played = {*self.played_so, *later.played_so} - {*later.unwritten_passes}
        ours = self.of_this_game or later.of_this_game
        return Reading(tuple(sorted(passes)), tuple(sorted(played)), ours)

    def limited_to(self, colours: Sequence[int]) -> Reading:
        """Return the part of the reading that can hold for moves of these colours.

        A pass can be missing only between two moves of the same colour.
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
    """Return the reading that :meth:`Reading.as_json` gave; None means the record as written."""
    if not value:
        return AS_WRITTEN
    return Reading(
        tuple(value["unwritten_passes"]),
        tuple(value["played_so"]),
        value["of_this_game"],
    )


@dataclass(frozen=True, slots=True)
class Damage:
    """The first damaged place of a record, and the numbers of all moves damaged like it."""

    finding: Mapping[str, Any]
    moves: tuple[int, ...]

    def as_subject(self, submission_id: int) -> dict[str, Any]:
        """Return the subject of a question about it: the report whose record shows it and where."""
        return {
            "submission": submission_id,
            "finding": dict(self.finding),
            "moves": list(self.moves),
        }


def damage_in(findings: Sequence[Mapping[str, Any]]) -> Damage | None:
    """Return the first damage among the findings of a verdict; None if there is none to ask about.

    A finding that ``asks`` is one that somebody who was there can explain. Only moves out of turn
    are grouped: the program that wrote the record may leave out every pass.
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
    """Return the number of the move that a finding asks about, or None."""
    move = finding.get("move") or (finding.get("detail") or {}).get("move")
    return int(move) if move else None


def _moves(findings: Sequence[Mapping[str, Any]], code: str) -> tuple[int, ...]:
    of_code = [finding for finding in findings if finding["code"] == code]
    return tuple(sorted({finding["move"] for finding in of_code if finding.get("move")}))


def reading_of(word: str, about: Mapping[str, Any]) -> Reading:
    """Return what an answer to a question about a record says about how to read it.

    ``about`` is what the question was about (:mod:`adjudication.policy.forms.damage` and
    ``results``). An answer that says nothing about it leaves the record as written.
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
