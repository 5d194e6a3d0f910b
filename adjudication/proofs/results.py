"""Whether the result in the table follows from what was confirmed, entered or ruled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from language.messages import Message
from language.messages import gettext_lazy as _

Problem = tuple[str, Message]
Result = tuple[str, str, int | None]
NOTHING: Final[Result] = ("", "", None)


def result_problems(proof: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong with the game's result."""
    game = proof["game"]
    result = _result(game)
    state = game["state"]
    if state in ("open", "disputed"):
        if result != NOTHING:
            yield "game", _NONE_YET
        return
    grounds = {
        "reported": lambda: _claims(proof["reports"], "pending"),
        "entered": lambda: _entered(proof, result),
        "confirmed": lambda: _confirmed(proof),
        "ruled": lambda: _ruled(proof["cases"]),
    }.get(state)
    if grounds is None or result not in set(grounds()):
        yield "game", _NOT_FROM_THAT
    if game["final"] and state != "ruled":
        yield "game.final", _NOT_FROM_THAT
    if game["final"] and not any(
        case["state"] == "final" and result in set(_ruled([case])) for case in proof["cases"]
    ):
        yield "game.final", _NOT_FINAL
    if state == "confirmed" and game["confirmed_at"] is None:
        yield "game.confirmed_at", _NOT_FROM_THAT
    yield from _rulings(proof["cases"])


_NONE_YET: Final = _("The game has no result in its state, but one is told.")
_NOT_FROM_THAT: Final = _(
    "The result does not follow from what was reported, confirmed, entered or ruled."
)
_NOT_FINAL: Final = _("The result is called final, but the case is not.")
_TWO_STAND: Final = _("Which of the rulings stands does not go together.")


def _result(columns: Mapping[str, Any]) -> Result:
    return columns["winner"], columns["reason"], columns["margin_half"]


def _claims(reports: Iterable[Mapping[str, Any]], state: str) -> Iterator[Result]:
    for report in reports:
        if report["state"] == state:
            yield _result(report["claim"])


def _confirmed(proof: Mapping[str, Any]) -> Iterator[Result]:
    """Yield the results that both players confirmed, or that the policy let the staff correct."""
    yield from _claims(proof["reports"], "confirmed")
    for error in proof["recording_errors"]:
        if error["state"] == "agreed" and error["black_agreed_at"] and error["white_agreed_at"]:
            yield _result(error)
    yield from _in_events(proof, "confirmed")


def _entered(proof: Mapping[str, Any], result: Result) -> Iterator[Result]:
    """Yield the results entered by the staff; an imported one may have no event of its own."""
    found = list(_in_events(proof, "entered"))
    yield from found or [result]


def _in_events(proof: Mapping[str, Any], state: str) -> Iterator[Result]:
    """Yield the results that the game had in a state after an event."""
    pair = {proof["game"]["black"], proof["game"]["white"]}
    for event in proof["events"]:
        after = event["after"]
        boards = after.get("boards", [after]) if isinstance(after, dict) else ()
        for board in boards if isinstance(boards, list) else ():
            if not isinstance(board, dict) or board.get("state") != state:
                continue
            if {board.get("black"), board.get("white")} == pair:
                yield board.get("winner", ""), board.get("reason", ""), board.get("margin_half")


def _ruled(cases: Iterable[Mapping[str, Any]]) -> Iterator[Result]:
    """Yield the results of the rulings that stand."""
    for case in cases:
        over = {ruling["supersedes"] for ruling in case["rulings"]}
        for ruling in case["rulings"]:
            if ruling["effect"] == "result" and ruling["number"] not in over:
                yield _result(ruling)


def _rulings(cases: Iterable[Mapping[str, Any]]) -> Iterator[Problem]:
    for number, case in enumerate(cases):
        numbers = [ruling["number"] for ruling in case["rulings"]]
        over = [ruling["supersedes"] for ruling in case["rulings"]]
        in_order = numbers == list(range(1, len(numbers) + 1))
        if not in_order or over != [None, *numbers][: len(over)]:
            yield f"cases.{number}.rulings", _TWO_STAND
