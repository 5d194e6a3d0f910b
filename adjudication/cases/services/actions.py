"""What a referee does with a case before deciding it. The current actor does each of them.

A case is held for as long as the tournament's settings say, and every action on it restarts the
time; once it is up, another referee may take the case over. All functions raise NotFound, and
Conflict if the case is over or ruled, if somebody else works on it, or if the tournament is closed.
"""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.base import (
    FREE,
    acting_person,
    held_case,
    lease_columns,
    locked_case,
    move_case,
    record_case_event,
    refuse_if_over,
    taken_error,
)
from adjudication.cases.services.disputes import (
    settle_without_ruling,
    unlock_game,
    withdraw_disowned,
    withdraw_questions,
)
from adjudication.models import Case, CaseState, InquiryState
from tournament.audit.services.current_actor import SUPERUSER, Actor
from tournament.audit.services.freshness import pages_changed
from tournament.audit.services.persons import person_of
from tournament.audit.services.recording import LONGEST_REASON
from tournament.common.cleaning import check_line
from tournament.errors import UserError
from tournament.models import AccessLink, Person, Role, Verb

REFEREES = (Role.DIRECTOR, Role.REFEREE, SUPERUSER)
"""Who works on cases: the roles of a :class:`~tournament.models.Person`."""


@transaction.atomic
def take_case(*, case_id: int) -> None:
    """Take a case, to settle it. Taking one's own case again restarts its time."""
    case = locked_case(case_id)
    person = acting_person(case.tournament_id)
    refuse_if_over(case.state)
    if case.state == CaseState.TAKEN and case.taken_by_id == person.pk:
        _keep(case)
        return
    if case.lease_until is not None and case.lease_until > timezone.now():
        raise taken_error(case)
    move_case(case, CaseState.TAKEN, taken_by=person, **lease_columns(case))
    record_case_event(Verb.CASE_TAKEN, case)


@transaction.atomic
def keep_case(*, case_id: int) -> None:
    """Restart the time of one's own case. Nothing is written to the trail."""
    _keep(held_case(case_id))


def _keep(case: Case) -> None:
    """Restart the time of a locked case, so that a ruling being written can go on."""
    Case.objects.filter(pk=case.pk).update(**lease_columns(case))
    pages_changed(case.tournament_id)


@transaction.atomic
def return_case(*, case_id: int, note: str = "") -> None:
    """Give one's own case back for any referee to take, or to the players if they are asked."""
    note = checked_note(note)
    case = held_case(case_id)
    asked = case.inquiries.filter(state=InquiryState.WAITING).exists()
    move_case(case, CaseState.ASKED if asked else CaseState.OPEN, **FREE)
    record_case_event(Verb.CASE_RETURNED, case, note=note)


@transaction.atomic
def hand_over(
    *, case_id: int, link_id: int | None = None, person_id: int | None = None, note: str = ""
) -> None:
    """Hand one's own case over to another referee of the tournament, whose time starts now.

    The referee is given by their link or as a person. Raises UserError (field ``person``) for
    anybody who is not a referee of this tournament.
    """
    note = checked_note(note)
    case = held_case(case_id)
    links = AccessLink.objects.usable().filter(tournament=case.tournament_id, role__in=REFEREES)
    if link_id is not None:
        link = links.filter(pk=link_id).first()
        person_id = None if link is None else _person(link).pk
    rows = Person.objects.filter(tournament=case.tournament_id, role__in=REFEREES, erased_at=None)
    other = rows.filter(Q(link=None) | Q(link__in=links)).filter(pk=person_id or 0).first()
    if other is None or other.pk == case.taken_by_id:
        raise UserError("person", field="person", text=_("Choose another referee."))
    move_case(case, CaseState.TAKEN, taken_by=other, **lease_columns(case))
    record_case_event(Verb.CASE_HANDED, case, note=note, to=other.uid)


def _person(link: AccessLink) -> Person:
    """Return the person who holds a link, created if they have done nothing here yet."""
    holder = Actor(role=link.role, name=link.label, link_id=link.pk)
    person = person_of(link.tournament_id, holder)
    assert person is not None, "a link is somebody's"
    return person


@transaction.atomic
def settle_case(*, case_id: int, note: str) -> None:
    """End one's own case without a ruling because there is nothing (left) to decide.

    The reported result is restored. If the players had reported different results, or objected to a
    result they themselves had reported, they report again. Raises UserError if there is no note.
    """
    note = checked_note(note)
    if not note:
        raise UserError("note", field="note", text=_("Say in a few words why there is no ruling."))
    case = held_case(case_id)
    settle_without_ruling(case, note)
    if case.game is not None:
        withdraw_questions(case.game)
        withdraw_disowned(case, case.game)
        unlock_game(case.game)


def checked_note(note: str) -> str:
    """Return a note as a single line. Raises UserError (field ``note``) if it is too long."""
    note = " ".join(note.split())
    check_line(note, LONGEST_REASON, field="note", code="note")
    return note
