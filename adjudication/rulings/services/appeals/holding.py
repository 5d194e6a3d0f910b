"""An appeal with its case and game locked, and who of its committee acts."""

from django.utils.translation import gettext_lazy as _

from adjudication.models import Appeal, AppealState, Case, CommitteeMember
from adjudication.rulings.services.holding import locked_case
from tournament.audit.services.persons import person_of
from tournament.errors import Conflict, NotFound
from tournament.models import Game


def locked_appeal(appeal_id: int) -> tuple[Appeal, Case, Game | None]:
    """Return an appeal that waits, with its case and game, locked. Raises NotFound and Conflict."""
    case_id = Appeal.objects.filter(pk=appeal_id).values_list("case_id", flat=True).first()
    if case_id is None:
        raise NotFound("no_appeal", text=_("There is no such appeal."))
    case, game = locked_case(case_id)
    waiting = waiting_appeal(case)
    if waiting.pk != appeal_id:
        raise _over()
    return waiting, case, game


def waiting_appeal(case: Case) -> Appeal:
    """Return the appeal of a locked case that waits for the committee. Raises Conflict."""
    waiting = Appeal.objects.filter(case=case, state=AppealState.WAITING).first()
    if waiting is None:
        raise _over()
    return waiting


def acting_member(appeal: Appeal) -> CommitteeMember:
    """Return whoever acts as a member of the committee. Raises NotFound for anybody else."""
    person = person_of(appeal.case.tournament_id)
    member = None if person is None else appeal.members.filter(person=person).first()
    if member is None:
        raise NotFound("not_a_member", text=_("You are not on the committee of this appeal."))
    return member


def _over() -> Conflict:
    return Conflict("appeal_over", text=_("The appeal is settled already: reload the page."))
