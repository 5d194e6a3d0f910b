"""A referee says what was played at a damaged place of a record, or whose record it is."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.cases.services.holding import acting_person, held_case
from adjudication.cases.services.live_cases import withdraw_questions
from adjudication.cases.services.policies import policy_of
from adjudication.inquiries.services.mending import set_record_aside
from adjudication.models import InquiryKind, Submission
from adjudication.policy.damage import reading_of
from adjudication.policy.forms.damage import WRONG
from adjudication.policy.forms.results import NOT_THIS_GAME
from adjudication.rules.presets import get_ruleset
from adjudication.triage.services.asking import SETTLED
from adjudication.triage.services.readings import settle_reading
from adjudication.verdicts.selectors.damages import damaged_record_of, decided_answers
from tournament.audit.services.acting import actor
from tournament.errors import Conflict, UserError


@transaction.atomic
def decide_reading(*, case_id: int, answer: str) -> None:
    """Say in one's own case what was played where the record of its game is damaged.

    Where the record differs from the game it is said whether it is the game's at all.

    ``answer`` is one of :func:`~adjudication.verdicts.selectors.damages.decided_answers`, with the
    meaning that it has where both players give it: the record is judged again so, or set aside.
    What follows from that for the result is still to be ruled.

    Raises UserError (field ``answer``) for another word, and Conflict where the case is not one's
    own, the result is final, or the record shows no such place (any more).
    """
    case = held_case(case_id)
    game = case.game
    if game is not None and game.state in SETTLED:
        raise Conflict("game_final", text=gettext_lazy("The result is final: nothing changes it."))
    damaged = None if game is None else damaged_record_of(game.pk)
    if game is None or damaged is None:
        raise Conflict(
            "no_damage",
            text=gettext_lazy("The record no longer has such a place: look at the case again."),
        )
    tournament = game.round.tournament
    offered = decided_answers(damaged, get_ruleset(tournament.rules), policy_of(tournament))
    if answer not in {one.word for one in offered}:
        raise UserError("answer", field="answer", text=gettext_lazy("Choose one of the answers."))
    withdraw_questions(game, kind=InquiryKind(damaged.kind))
    report = Submission.objects.select_related("record").get(pk=damaged.submission_id)
    if answer in (WRONG, NOT_THIS_GAME):
        note = _("The referee has set the record aside in case %(case)s.") % {"case": case.number}
        set_record_aside(game, report, note, actor())
        return
    note = _("The referee has said in case %(case)s what was played: the record is judged again.")
    settle_reading(
        game,
        report,
        reading_of(answer, damaged.about),
        note % {"case": case.number},
        case=case,
        made_by=acting_person(case.tournament_id),
    )
