"""The case of a game whose result comes in another way: over with it, or in its way.

A case is about the result where one of its grounds is; a result then waits for a referee once he
has taken the case, and settles it before.
"""

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.models import Case, CaseState, Inquiry, InquiryState
from adjudication.policy.causes import BESIDE_RESULT, Cause
from tournament.errors import Conflict
from tournament.models import Game, Verb
from tournament.services.acting import Actor
from tournament.services.audit import record

LONGEST_NOTE = 500


def refuse_held_case(game: Game) -> None:
    """Raise Conflict where a result of a locked game is a referee's to decide."""
    case = Case.objects.live().filter(game=game).first()
    if case is None or not about_result(case):
        return
    lapsed = case.lease_until is not None and case.lease_until <= timezone.now()
    if case.state in (CaseState.ASKED, CaseState.OPEN) or lapsed:
        return
    raise Conflict(
        "case_taken",
        text=_("A referee works on the case of this game: its result is decided there."),
    )


def settle_with_result(game: Game, note: str, *, by: Actor | None = None) -> None:
    """End the case of a locked game that has its result now, and what its players are asked.

    A case that is about something else, as conduct, goes on.
    """
    withdraw_questions(game)
    case = Case.objects.live().select_for_update().filter(game=game).first()
    if case is None or case.state in (CaseState.RULED, CaseState.APPEALED):
        return
    if about_result(case) or _only_missing(case):
        end(case, note, by=by)


def withdraw_questions(game: Game) -> None:
    """Ask the players of a locked game no more."""
    Inquiry.objects.filter(Q(game=game) & Q(state=InquiryState.WAITING)).update(
        state=InquiryState.WITHDRAWN, settled_at=timezone.now()
    )


def end(case: Case, note: str, *, by: Actor | None = None) -> None:
    """Settle a locked case without a ruling. Raises Conflict where somebody was quicker."""
    settled = Case.objects.move(
        case,
        CaseState.SETTLED,
        taken_by=None,
        lease_until=None,
        settled_at=timezone.now(),
        settled_note=note[:LONGEST_NOTE],
    )
    if not settled:
        raise Conflict("case_changed", text=_("Somebody else changed the case: reload the page."))
    case.refresh_from_db(fields=["state", "version", "settled_at", "settled_note"])
    record(
        Verb.CASE_SETTLED,
        tournament_id=case.tournament_id,
        round_number=None if case.round is None else case.round.number,
        table=None if case.game is None else case.game.board_number,
        players=sorted(case.parties.values_list("number", flat=True)),
        after={"case": case.number, "cause": case.cause},
        reason=note,
        by=by,
    )


def about_result(case: Case) -> bool:
    """Whether one of a case's grounds takes the result of its game off the table."""
    return any(Cause(ground["cause"]) not in BESIDE_RESULT for ground in case.grounds)


def _only_missing(case: Case) -> bool:
    return all(ground["cause"] == Cause.NOT_REPORTED for ground in case.grounds)
