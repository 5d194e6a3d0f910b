"""Motions and votes of a committee; the motion with more than half of the votes decides."""

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.case_events import tell_case
from adjudication.cases.services.holding import move
from adjudication.cases.services.policies import policy_of
from adjudication.models import (
    Appeal,
    AppealState,
    Case,
    CaseState,
    Motion,
    RulingKind,
    Vote,
)
from adjudication.policy.decisions import Decision, decision_from
from adjudication.rulings.services.appeals.appealing import settle
from adjudication.rulings.services.appeals.holding import acting_member, locked_appeal
from adjudication.rulings.services.checking import checked
from adjudication.rulings.services.finality import set_final
from adjudication.rulings.services.ruling import write_ruling
from tournament.audit.selectors.snapshots import board_now
from tournament.errors import Conflict, NotFound
from tournament.models import Game, Verb

MOST_MOTIONS = 12


@transaction.atomic
def put_motion(*, appeal_id: int, decision: Decision) -> Motion:
    """Put another decision before the committee; return the motion.

    A member does. Raises NotFound for anybody else, UserError and Conflict as ruling does, and
    Conflict for what is before the committee already.
    """
    appeal, case, game = locked_appeal(appeal_id)
    member = acting_member(appeal)
    decision, _parties = checked(decision, case, game, policy_of(case.tournament))
    told = decision.as_json()
    there = list(appeal.motions.values_list("decision", flat=True))
    if told in there:
        raise Conflict("motion_twice", text=_("This is already before the committee."))
    if len(there) > MOST_MOTIONS:
        raise Conflict("too_many_motions", text=_("Vote on the existing motions first."))
    motion = Motion.objects.create(appeal=appeal, by=member, decision=told)
    tell_case(Verb.MOTION_MADE, case, motion=len(there))
    return motion


@transaction.atomic
def vote(*, appeal_id: int, motion_id: int) -> bool:
    """Vote for a motion as a member, instead of another one perhaps; say whether that decides.

    A motion with the votes of more than half of the members decides: the case is final, and the
    game with it. Raises NotFound for who is not on the committee and for another motion, and
    Conflict where the appeal is settled.
    """
    appeal, case, game = locked_appeal(appeal_id)
    member = acting_member(appeal)
    motion = appeal.motions.filter(pk=motion_id).first()
    if motion is None:
        raise NotFound("no_motion", text=_("There is no such motion."))
    Vote.objects.update_or_create(member=member, defaults={"motion": motion, "at": timezone.now()})
    number = appeal.motions.filter(pk__lt=motion.pk).count()
    tell_case(Verb.VOTED, case, motion=number)
    (votes,) = appeal.motions.filter(pk=motion.pk).annotate(n=Count("votes")).values_list("n")
    if 2 * votes[0] <= appeal.members.count():
        return False
    _decide(appeal, case, game, motion)
    return True


def _decide(appeal: Appeal, case: Case, game: Game | None, motion: Motion) -> None:
    settle(appeal, AppealState.DECIDED)
    if motion.decision is not None:
        assert motion.by is not None, "only to uphold is nobody's motion"
        decision = decision_from(motion.decision)
        write_ruling(case, game, decision, motion.by.person, RulingKind.APPEAL)
        return
    # The ruling stands as it is: what happened to the game since stands, too.
    move(case, CaseState.FINAL, settled_at=timezone.now())
    set_final(case)
    board = {} if game is None else board_now(game.pk)
    tell_case(Verb.APPEAL_DECIDED, case, upheld=True, **board)
