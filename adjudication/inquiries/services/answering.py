"""A player's answer to a question."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.policies import policy_of
from adjudication.inquiries.services.confirming import RESULT
from adjudication.inquiries.services.limits import refuse_more_than
from adjudication.inquiries.services.settling import settle
from adjudication.models import Case, CaseState, Inquiry, InquiryKind, InquiryState
from adjudication.policy.forms.results import OTHER
from adjudication.policy.questions import final_words, put_to
from adjudication.rules.presets import get_ruleset
from adjudication.submissions.services.reports import locked_game
from adjudication.triage.services.asking import tell
from adjudication.verdicts.services.claims import claim_of, result_of
from tournament.common.locks import played_game
from tournament.errors import Conflict, NotFound, UserError
from tournament.games.services.playing import acting_player, require_player
from tournament.models import Game, Verb
from tournament.results.services.doubts import ask_about

MOST_ANSWERS = 20
"""How many answers a player can give about one game and still change one."""


@transaction.atomic
def answer(
    *,
    inquiry_id: int,
    player_id: int,
    answer: str,
    data: Mapping[str, Any] | None = None,
    sure: bool = True,
) -> Inquiry:
    """Answer a question as one of the game's players; the second answer settles it.

    ``answer`` is one of the question's words and ``data`` what goes with it. While the other
    player's answer is missing, one's own may change; the same again is no error, nor is it after
    the question was settled by it. Raises NotFound for a game that is not the player's, Conflict
    for a question that is settled or no longer asked and for an answer that was changed too often,
    and UserError without an answer or, from who is not ``sure``, for another result that no count
    gives (``result_cannot_be``).
    """
    inquiry, game = locked_inquiry(inquiry_id)
    require_player(game, player_id)
    colour = "black" if player_id == game.black_id else "white"
    said = (getattr(inquiry, f"{colour}_answer"), getattr(inquiry, f"{colour}_data"))
    told = None if data is None else dict(data)
    if answer and said == (answer, told):
        return inquiry
    if inquiry.state != InquiryState.WAITING:
        text = _("The question is no longer asked: look at the game.")
        if inquiry.state != InquiryState.WITHDRAWN:
            text = _("You have both answered: look at what came of it.")
        raise Conflict("question_settled", text=text)
    tournament = game.round.tournament
    ruleset, policy = get_ruleset(tournament.rules), policy_of(tournament)
    about = put_to(colour, inquiry.data)
    if answer not in final_words(inquiry.kind, ruleset, policy, about):
        raise UserError("answer", field="answer", text=_("Choose one of the answers."))
    if inquiry.kind == InquiryKind.OBJECTION and answer == OTHER:
        result = result_of(str((data or {}).get(RESULT, "")))
        if not sure:
            ask_about(game, result.winner, result.reason, result.margin_half)
        told = {RESULT: str(claim_of(result))}
    by = acting_player(player_id)
    if said[0]:
        refuse_more_than(MOST_ANSWERS, game, by, Verb.INQUIRY_ANSWERED)
    setattr(inquiry, f"{colour}_answer", answer)
    setattr(inquiry, f"{colour}_data", told)
    setattr(inquiry, f"{colour}_at", timezone.now())
    inquiry.save(update_fields=[f"{colour}_{name}" for name in ("answer", "data", "at")])
    # A referee who has taken the case is not to rule without having read it.
    Case.objects.filter(game=game, state=CaseState.TAKEN).told()
    after = {"colour": colour, "answer": answer}
    tell(Verb.INQUIRY_ANSWERED, inquiry, game, by=by, after=after)
    if inquiry.black_answer and inquiry.white_answer:
        settle(inquiry, game, by=by)
    return inquiry


def locked_inquiry(inquiry_id: int) -> tuple[Inquiry, Game]:
    """Return a question and its game, the game locked before the question is read.

    Raises NotFound, and Conflict when the tournament is closed.
    """
    game_id = Inquiry.objects.filter(pk=inquiry_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise NotFound("no_question", text=_("There is no such question."))
    kind = Inquiry.objects.values_list("kind", flat=True).get(pk=inquiry_id)
    # Mending a game changes who sits where: that is done under the tournament's own lock.
    mends = kind in (InquiryKind.WRONG_RECORD, InquiryKind.DAMAGED_RECORD)
    game = played_game(game_id) if mends else locked_game(game_id)
    inquiry = Inquiry.objects.select_related("case").get(pk=inquiry_id)
    inquiry.game = game
    return inquiry, game
