"""A player's answer to a question."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.models import Inquiry, InquiryState
from adjudication.services.inquiries.asking import tell
from adjudication.services.inquiries.settling import settle
from adjudication.services.reports import locked_game
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Game, Verb
from tournament.services.playing import acting_player, require_player

LONGEST_WORD = 20


@transaction.atomic
def answer(
    *, inquiry_id: int, player_id: int, answer: str, data: Mapping[str, Any] | None = None
) -> Inquiry:
    """Answer a question as one of the game's players; the second answer settles it.

    ``answer`` is one of the question's words and ``data`` what goes with it. While the other
    player's answer is missing, one's own may change; the same again is no error, nor is it after
    the question was settled by it. Raises NotFound for a game that is not the player's, Conflict
    for a question that is settled or no longer asked, and UserError without an answer.
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
    if not 0 < len(answer) <= LONGEST_WORD:
        raise UserError("answer", field="answer", text=_("Choose one of the answers."))
    setattr(inquiry, f"{colour}_answer", answer)
    setattr(inquiry, f"{colour}_data", told)
    setattr(inquiry, f"{colour}_at", timezone.now())
    inquiry.save(update_fields=[f"{colour}_{name}" for name in ("answer", "data", "at")])
    by = acting_player(player_id)
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
    game = locked_game(game_id)
    inquiry = Inquiry.objects.select_related("case").get(pk=inquiry_id)
    inquiry.game = game
    return inquiry, game
