"""Checks that an archive's confirmations are readable, fit their boards, and are proven.

Readers trust a confirmation's words and play through its proofs, so the proofs are checked here, as
is every proof that comes from outside.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from adjudication.archive.services.rows import DamagedError, table_name
from adjudication.archive.services.shapes import is_text_list, is_whole_number, require
from adjudication.archive.services.tables import Rows
from adjudication.confirmation.checker import CheckError, certificate_fits, check_certificate
from adjudication.confirmation.checker.checking import CheckedCertificate
from adjudication.confirmation.checker.walk import MOST_WORK
from adjudication.confirmation.problem import KoPass, ProblemError, TargetQuestion
from adjudication.confirmation.region import check_position
from adjudication.confirmation.stored_answers import problem_key, read_move
from adjudication.confirmation.verdict import Status, UndecidedReason
from adjudication.confirmation.walls import AliveReason, AssumeAlive
from adjudication.life_and_death.grounds import PLAYERS, PROPOSED
from adjudication.life_and_death.services.asking import LEAST_BUDGET, MOST_BUDGET
from adjudication.models import (
    Case,
    Confirmation,
    ConfirmationAnswer,
    ConfirmedChain,
    SaidStones,
    Statement,
    Submission,
)
from adjudication.rules.colours import BLACK, COLOURS, EMPTY, NAME, WHITE, states_of
from adjudication.rules.grid import neighbours
from adjudication.rules.life import life_basis
from adjudication.rules.points import parse_area, parse_point
from tournament.errors import UserError

_ASSUMED = {"points", "colour", "why"}


class ProofAllowance:
    """The work left for checking proofs, in the checker's unit; None means no limit."""

    def __init__(self, left: int | None = None) -> None:
        """Start with all of it left."""
        self.left = left

    def check(self, certificate: str) -> CheckedCertificate:
        """Check a proof. Raises CheckError, and UserError if it takes more than is left."""
        limit = None if self.left is None else min(self.left, MOST_WORK)
        try:
            checked = check_certificate(certificate, most_work=limit)
        except CheckError as error:
            if limit is not None and limit < MOST_WORK and error.code == "walk.too_long":
                raise _too_long() from error
            raise
        if self.left is not None:
            self.left -= checked.work
        return checked


def _too_long() -> UserError:
    return UserError(
        "archive_proofs_too_long",
        field="file",
        text=_(
            "Checking all proofs of life and death in this archive takes too long for a web "
            "page. Restore it on the server: manage.py restore."
        ),
    )


def check_confirmations(rows: Rows, allowance: ProofAllowance) -> None:
    """Raise DamagedError if a confirmation cannot be read, or says what is not proven.

    Raises UserError if the proofs take more than the allowance permits.
    """
    games = {case.pk: case.game_id for case in rows[Case]}
    reported = {report.pk: report.game_id for report in rows.of(Submission, "game_id")}
    spoken = {said.pk: said.case_id for said in rows.of(Statement, "case_id")}

    def check_source(row: Confirmation | SaidStones) -> None:
        """Raise DamagedError if the record does not come from the game or its case."""
        if row.statement_id is None:
            require(row.submission_id is not None, "submission_id")
            require(reported.get(row.submission_id or 0) == games[row.case_id], "submission_id")
        else:
            require(row.submission_id is None, "submission_id")
            require(spoken.get(row.statement_id) == row.case_id, "statement_id")

    asked = {one.pk: one for one in rows[Confirmation]}
    keys: dict[int, set[str]] = defaultdict(set)
    for answer in rows.of(ConfirmationAnswer, "confirmation_id", "key"):
        keys[answer.confirmation_id].add(answer.key)
    checks: tuple[tuple[type[Any], Callable[[Any], None]], ...] = (
        (SaidStones, check_source),
        (SaidStones, _check_said),
        (Confirmation, check_source),
        (Confirmation, _check_asked),
        (ConfirmationAnswer, lambda one: _check_answer(one, asked[one.confirmation_id], allowance)),
        (
            ConfirmedChain,
            lambda one: _check_chain(one, asked[one.confirmation_id], keys[one.confirmation_id]),
        ),
    )
    for model, check_row in checks:
        for number, row in enumerate(rows[model], 1):
            try:
                check_row(row)
            except DamagedError as error:
                raise DamagedError(f"{table_name(model)}, {number}: {error}") from error


def _check_asked(row: Confirmation) -> None:
    try:
        states = states_of(row.position)
        check_position(states, row.size)
    except (KeyError, ProblemError) as error:
        raise DamagedError("position") from error
    require(bool(row.points) and all(states[one] for one in _points(row, row.points)), "points")
    _points(row, row.agreed_dead)
    require(all(states[one] for one in _points(row, row.alive)), "alive")
    _check_grounds(row)
    _area(row)
    require(row.assume in list(AssumeAlive), "assume")
    require(LEAST_BUDGET <= row.budget <= MOST_BUDGET, "budget")


def _check_grounds(row: Confirmation) -> None:
    """Raise DamagedError if the grounds for taking stones to be alive cannot be read."""
    grounds = row.grounds
    require(isinstance(grounds, dict) and set(grounds) <= {PLAYERS, PROPOSED}, "grounds")
    require(is_text_list(grounds.get(PLAYERS, [])), "grounds")
    proposed = grounds.get(PROPOSED, {})
    require(isinstance(proposed, dict) and all(map(_figures, proposed.values())), "grounds")
    _points(row, [*grounds.get(PLAYERS, []), *proposed])


def _check_said(row: SaidStones) -> None:
    """Raise DamagedError if what a player said is not about stones on its board."""
    try:
        states = states_of(row.position)
        check_position(states, row.size)
    except (KeyError, ProblemError) as error:
        raise DamagedError("position") from error
    for name in ("alive", "dead", "seki"):
        value = getattr(row, name)
        require(is_text_list(value) and all(states[one] for one in _points(row, value)), name)


def _check_answer(row: ConfirmationAnswer, asked: Confirmation, allowance: ProofAllowance) -> None:
    target, local = _points(asked, row.target), _points(asked, row.local)
    require(row.ko_pass in list(KoPass), "ko_pass")
    require(row.question in list(TargetQuestion), "question")
    require(not row.reason or row.reason in list(UndecidedReason), "reason")
    require(is_text_list(row.line), "line")
    try:
        for move in row.line:
            read_move(move, asked.size)
        if not row.certificate:
            return
        proven = allowance.check(row.certificate)
        everywhere = range(asked.size**2)
        ours = any(
            certificate_fits(row.certificate, states, asked.size, everywhere)
            for states in _boards(asked, target)
        )
    except ValueError as error:  # CheckError is one
        name = "certificate" if isinstance(error, CheckError) else "line"
        raise DamagedError(name) from error
    problem = proven.problem
    require(ours and problem_key(problem) == row.key and proven.winner == row.winner, "certificate")
    told = (problem.ko_pass.value, problem.question.value, problem.target, problem.local)
    require(told == (row.ko_pass, row.question, target, local), "certificate")


def _check_chain(row: ConfirmedChain, asked: Confirmation, keys: set[str]) -> None:
    states = states_of(asked.position)
    colours = {states[one] for one in _points(asked, row.chain)}
    require(len(colours) == 1 and row.colour == NAME.get(colours.pop()), "chain")
    require(row.ko_pass in list(KoPass), "ko_pass")
    require(row.status in list(Status), "status")
    require(not row.reason or row.reason in list(UndecidedReason), "reason")
    for name in ("answers", "supports"):
        value = getattr(row, name)
        require(is_text_list(value) and keys.issuperset(value), name)
    require(isinstance(row.assumptions, list), "assumptions")
    for one in row.assumptions:
        require(isinstance(one, dict) and set(one) - {"figures"} == _ASSUMED, "assumptions")
        require(_figures(one.get("figures", [])), "assumptions")
        _points(asked, one["points"])
        require(one["colour"] in COLOURS and one["why"] in list(AliveReason), "assumptions")
    require(row.too_large is None or is_whole_number(row.too_large), "too_large")


def _figures(value: object) -> bool:
    return isinstance(value, list) and all(map(is_whole_number, value))


def _boards(asked: Confirmation, target: frozenset[int]) -> Iterator[list[int]]:
    """Yield the boards that a proof about a target may be cut from.

    That is the board asked about, and the same with each player in turn holding the empty points
    around the area that was drawn, or around what a target that is unconditionally alive lives on.
    """
    states, adjacent = states_of(asked.position), neighbours(asked.size)
    yield states
    ground = life_basis(states, asked.size, min(target)) if target else frozenset()
    for area in (_area(asked), ground):
        edge = {near for point in area for near in adjacent[point]} - area
        for colour in (BLACK, WHITE) if edge else ():
            yield [
                colour if point in edge and state == EMPTY else state
                for point, state in enumerate(states)
            ]


def _area(asked: Confirmation) -> frozenset[int]:
    """Return the points of an area. Raises DamagedError."""
    require(is_text_list(asked.area) and len(asked.area) <= asked.size**2, "area")
    try:
        return parse_area(asked.area, asked.size)
    except ValueError as error:
        raise DamagedError("area") from error


def _points(asked: Confirmation | SaidStones, names: object) -> frozenset[int]:
    """Return points by their names. Raises DamagedError for anything but a list of names."""
    if not is_text_list(names) or not isinstance(names, list) or len(names) > asked.size**2:
        raise DamagedError("it names no points")
    try:
        return frozenset(parse_point(name, asked.size) for name in names)
    except ValueError as error:
        raise DamagedError("it names a point that is none") from error
