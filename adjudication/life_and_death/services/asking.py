"""Asking whether stones are alive, and withdrawing the question."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.cases import decided_by_play
from adjudication.cases.services.base import OVER, acting_person, locked_case, record_case_event
from adjudication.confirmation.budget import DEFAULT_BUDGET
from adjudication.confirmation.walls import AssumeAlive
from adjudication.life_and_death.grounds import grounds_of
from adjudication.life_and_death.selectors import said_by_both, said_stones
from adjudication.life_and_death.services.jobs import confirmation_job
from adjudication.life_and_death.services.positions import (
    Position,
    agreed_dead_points,
    assumed_alive_points,
    check_area,
    disputed_points,
    position_of,
    question_of,
    stored_area,
)
from adjudication.life_and_death.sources import Source
from adjudication.models import (
    Case,
    Confirmation,
    ConfirmationState,
    GameRecordFile,
    Statement,
    Submission,
)
from adjudication.rules.points import parse_point, point_names
from adjudication.rules.version import ENGINE_VERSION
from adjudication.verdicts.services.refusals import check_key
from jobs.table import enqueue
from tournament.errors import Conflict, IdempotencyConflict, NotFound, UserError
from tournament.models import Verb

MOST = 20
"""The most confirmations in one case."""
LEAST_BUDGET, MOST_BUDGET = 1_000, 1_000_000
"""In nodes, for one question."""
_ASKED = (
    *(
        "submission_id",
        "statement_id",
        "move",
        "points",
        "agreed_dead",
        "assume",
        "alive",
        "area",
        "budget",
    ),
    "asked_by_id",
)


def ask_confirmation(
    *,
    case_id: int,
    source: Source,
    move: int | None = None,
    points: Iterable[str],
    agreed_dead: Iterable[str] = (),
    assume: str = AssumeAlive.TERRITORY,
    alive: Iterable[str] = (),
    area: Iterable[str] = (),
    budget: int = DEFAULT_BUDGET,
    idempotency_key: str,
) -> Confirmation:
    """Ask whether the chains on some points are alive, and return the question; a job answers it.

    It is about the record of ``source`` after one of its moves (None: the last). ``alive`` names
    stones of the chains that the person asking takes to be alive, ``area`` the part of the board
    beyond which nothing matters, as points and rectangles (``A1-G6``). Repeating the call
    changes nothing. The current actor is the one who asks.

    Raises UserError for input to correct (fields ``submission``, ``statement``, ``move``,
    ``points``, ``agreed_dead``, ``assume``, ``alive``, ``area``, ``budget``, and ``rules`` under
    rules without confirmation), NotFound, Conflict for a case that is over, after too many
    questions or while another is open, and IdempotencyConflict if the key was used for something
    else.
    """
    check_key(idempotency_key)
    if assume not in list(AssumeAlive):
        raise UserError("assume", field="assume", text=_("Choose what counts as alive."))
    if not LEAST_BUDGET <= budget <= MOST_BUDGET:
        raise UserError(
            "budget",
            field="budget",
            text=_("Choose from %(least)d to %(most)d positions for a question.")
            % {"least": LEAST_BUDGET, "most": MOST_BUDGET},
        )
    # Read the record and play it out before taking the case's lock.
    require_proofs(case_id)
    position = position_of(record_in(case_id, source), move)
    targets = disputed_points(position, points)
    dead = agreed_dead_points(position, agreed_dead, targets)
    walls = assumed_alive_points(position, alive, targets, dead)
    drawn = stored_area(position, area)
    check_area(position, question_of(position, targets, dead, walls, AssumeAlive(assume), drawn))
    columns: dict[str, Any] = {
        **source.columns,
        "move": position.move,
        "size": position.size,
        "position": position.text,
        "points": point_names(targets, position.size),
        "agreed_dead": point_names(dead, position.size),
        "assume": assume,
        "alive": point_names(walls, position.size),
        "grounds": _grounds(case_id, position, targets, dead, walls, AssumeAlive(assume), drawn),
        "area": drawn,
        "budget": budget,
    }
    return _ask(case_id, columns, idempotency_key)


def require_proofs(case_id: int) -> None:
    """Raise UserError if the rules of the tournament do not decide life and death by proofs."""
    case = Case.objects.filter(pk=case_id).select_related("tournament").first()
    if case is not None and not decided_by_play(case.tournament.rules):
        raise UserError(
            "no_confirmation",
            text=_("The rules of this tournament do not decide life and death by such a proof."),
        )


def record_in(case_id: int, source: Source) -> GameRecordFile | None:
    """Return the file of a record in a case about a game; None if there is none.

    It came with a report of the game, or with a statement in the case. Raises NotFound, and
    UserError (fields ``submission`` and ``statement``).
    """
    case = Case.objects.filter(pk=case_id).first()
    if case is None:
        raise NotFound("no_case", text=_("There is no such case."))
    if (source.submission_id is None) == (source.statement_id is None):
        raise UserError(
            "submission",
            field="submission",
            text=_("Name the report that the record came with, or the statement: one of them."),
        )
    if source.statement_id is not None:
        said = Statement.objects.filter(case=case, pk=source.statement_id)
        statement = said.exclude(case__game=None).select_related("record").first()
        if statement is None:
            raise UserError(
                "statement", field="statement", text=_("Choose a statement of this case.")
            )
        return statement.record
    reports = Submission.objects.filter(game=case.game_id, pk=source.submission_id or 0)
    report = reports.exclude(game=None).select_related("record").first()
    if report is None:
        raise UserError(
            "submission", field="submission", text=_("Choose a report of the game of this case.")
        )
    return report.record


def _grounds(
    case_id: int,
    position: Position,
    targets: Iterable[int],
    dead: Iterable[int],
    walls: Iterable[int],
    assume: AssumeAlive,
    area: Iterable[str],
) -> dict[str, Any]:
    question = question_of(position, targets, dead, walls, assume, area)
    both = said_by_both(said_stones(case_id), position.text, position.size).living
    agreed_alive = [parse_point(name, position.size) for name in both]
    return grounds_of(position.states, position.size, question, agreed_alive)


@transaction.atomic
def _ask(case_id: int, columns: dict[str, Any], idempotency_key: str) -> Confirmation:
    case = locked_case(case_id)
    columns["asked_by_id"] = acting_person(case.tournament_id).pk
    earlier = Confirmation.objects.filter(case=case, idempotency_key=idempotency_key).first()
    if earlier is not None:
        if any(getattr(earlier, name) != columns[name] for name in _ASKED):
            raise IdempotencyConflict(
                "idempotency_conflict",
                text=_("This form was already sent with other content: reload the page."),
            )
        return earlier
    _refuse(case)
    last = Confirmation.objects.filter(case=case).aggregate(last=Max("number"))["last"] or 0
    asked = Confirmation.objects.create(
        case=case,
        number=last + 1,
        engine_version=ENGINE_VERSION,
        idempotency_key=idempotency_key,
        **columns,
    )
    record_case_event(
        Verb.CONFIRMATION_ASKED,
        case,
        confirmation=asked.number,
        move=asked.move,
        points=asked.points,
    )
    enqueue(**confirmation_job(asked.pk))
    return asked


def _refuse(case: Case) -> None:
    """Raise Conflict if nothing more can be asked in a locked case."""
    if case.state in OVER:
        raise Conflict("case_over", text=_("This case is over and can no longer change."))
    if Confirmation.objects.filter(case=case).live().exists():
        raise Conflict(
            "confirmation_live",
            text=_("Another search of this case is not done yet: wait for it, or cancel it."),
        )
    if Confirmation.objects.filter(case=case).count() >= MOST:
        raise Conflict(
            "too_many_confirmations",
            text=_("This case already has %(most)d searches: no more are possible.")
            % {"most": MOST},
        )


@transaction.atomic
def cancel_confirmation(*, case_id: int, number: int) -> None:
    """Withdraw a question that is not answered; the answers found so far stay.

    Repeating it changes nothing. Raises NotFound, and Conflict for one that is done or was given
    up.
    """
    case = locked_case(case_id)
    acting_person(case.tournament_id)
    asked = Confirmation.objects.select_for_update().filter(case=case, number=number).first()
    if asked is None:
        raise NotFound("no_confirmation", text=_("There is no such search."))
    if asked.state == ConfirmationState.CANCELLED:
        return
    if asked.state not in ConfirmationState.live():
        raise Conflict("confirmation_over", text=_("This search has ended already."))
    if not Confirmation.objects.move(asked, ConfirmationState.CANCELLED):
        raise Conflict("confirmation_over", text=_("This search has ended already."))
    record_case_event(Verb.CONFIRMATION_CANCELLED, case, confirmation=asked.number)
