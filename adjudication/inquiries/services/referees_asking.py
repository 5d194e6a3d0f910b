"""A referee asks both players: their answers may settle the case, or make it easier to decide."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.case_events import tell_case
from adjudication.cases.services.holding import FREE, held_case, move
from adjudication.models import CaseState, InquiryKind
from adjudication.rules.presets import get_ruleset
from adjudication.triage.services.asking import SETTLED, ask
from adjudication.triage.services.dead_stones import last_reports, stones_of_both
from adjudication.verdicts.services.repetitions import forbidden
from tournament.errors import Conflict, UserError
from tournament.models import Verb


@transaction.atomic
def ask_players(*, case_id: int, kind: str) -> None:
    """Put one of the rules' questions to both players of one's own case.

    The case is with the players until both have answered; then it comes back, unless it is settled
    by that. Raises UserError (field ``kind``) for a case without a game or an unknown question, and
    Conflict where it is not one's own or the result is final.
    """
    case = held_case(case_id)
    if case.game is None or kind not in InquiryKind.values:
        raise UserError("kind", field="kind", text=_("Choose what to ask."))
    if case.game.state in SETTLED:
        raise Conflict("game_final", text=_("The result is final: nothing is asked any more."))
    if kind == InquiryKind.DEAD_STONES and case.game.stones_stay_since is not None:
        raise Conflict(
            "stones_stay",
            text=_("Play was resumed over dead stones: none is removed any more."),
        )
    if kind == InquiryKind.NO_RESULT and forbidden(get_ruleset(case.tournament.rules)):
        raise UserError(
            "kind",
            field="kind",
            text=_("Under these rules a repetition is forbidden: no game ends without result."),
        )
    data: dict[str, Any] = {"submission": case.submission_id, "finding": _finding(case.grounds)}
    data = {name: value for name, value in data.items() if value is not None}
    if kind == InquiryKind.DEAD_STONES:
        data |= stones_of_both(case.game, last_reports(case.game))
    ask(game=case.game, kind=kind, data=data, case=case)
    move(case, CaseState.ASKED, **FREE)
    tell_case(Verb.CASE_ASKED, case, question=kind)


def _finding(grounds: list[Mapping[str, Any]]) -> object:
    return next((one["finding"] for one in grounds if one["finding"]), None)
