"""A player's answer to a question, and what both players' answers settle."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.cases.services.base import policy_of
from adjudication.cases.services.disputes import settle_with_result, unlock_game
from adjudication.inquiries.services.agreements import (
    RESULT,
    confirm,
    correct_by_record,
    drop_record,
    end_without_result,
    judge_again,
    marker_by,
    marks_shown,
)
from adjudication.inquiries.services.asking import is_with_referee, refer_to_referee
from adjudication.inquiries.services.raising import refuse_more_than
from adjudication.models import Case, CaseState, Inquiry, InquiryKind, InquiryState
from adjudication.policy.causes import OF_RECORD, Cause
from adjudication.policy.forms.after_stop import AGAIN
from adjudication.policy.forms.results import OTHER
from adjudication.policy.questions import (
    LEFT_TO_PLAYERS,
    AnswersOutcome,
    final_words,
    outcome_of,
    subject_for,
)
from adjudication.submissions.services.reports import locked_game
from adjudication.triage.models import HELD, OUTCOME
from adjudication.triage.services.dead_stones import end_differently, last_reports
from adjudication.triage.services.questions import record_question_event
from adjudication.triage.services.reports import reopen_game
from adjudication.triage.services.resumption import EstablishedBy, establish_stones_stay
from adjudication.verdicts.services.claims import claim_of, result_columns
from adjudication.verdicts.services.refusals import refuse_before_new_verdict
from adjudication.verdicts.services.repetitions import is_void_agreement
from tournament.audit.models import Topic
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.outbox import announce
from tournament.common.locks import played_game
from tournament.errors import Conflict, NotFound, UserError
from tournament.games.services import acting_player, require_player
from tournament.models import Game, Verb, Winner
from tournament.results.services.results import refuse_if_drawn, refuse_impossible

MOST_ANSWERS = 20
"""How many answers about one game a player can give and still change one."""
ANSWERED_MEANWHILE = "answered_meanwhile"
"""The code of the refusal to replace an answer that its player has not seen since."""


@transaction.atomic
def answer(
    *,
    inquiry_id: int,
    player_id: int,
    answer: str,
    data: Mapping[str, Any] | None = None,
    sure: bool = True,
    before: str | None = None,
) -> Inquiry:
    """Answer a question as one of the game's players; the second answer settles it.

    ``answer`` is one of the question's words, ``data`` is what comes with it. As long as the other
    player has not answered, a player may change their answer; giving the same one again is no
    error, even after it has settled the question. ``before`` is the player's answer when they
    looked at the question, empty for none: a different answer given since is not replaced unseen
    (Conflict ``answered_meanwhile``). Raises NotFound for a game that is not the player's, Conflict
    for a question that is settled or no longer asked and for an answer changed too often, and
    UserError for a missing or unknown answer and, if the player is not ``sure``, for another result
    that no count gives (``result_cannot_be``).
    """
    inquiry, game = locked_inquiry(inquiry_id)
    require_player(game, player_id)
    colour = game.colour_of(player_id)
    said = (getattr(inquiry, f"{colour}_answer"), getattr(inquiry, f"{colour}_data"))
    told = None if data is None else dict(data)
    if answer and said == (answer, told):
        return inquiry
    if inquiry.state != InquiryState.WAITING:
        text = _("The question is no longer asked: look at the game.")
        if inquiry.state != InquiryState.WITHDRAWN:
            text = _("You have both answered: see what follows.")
        raise Conflict("question_settled", text=text)
    if before is not None and before != said[0]:
        raise Conflict(
            ANSWERED_MEANWHILE,
            text=_("You have answered this already: look at your answer before you change it."),
        )
    tournament = game.round.tournament
    ruleset, policy = tournament.ruleset, policy_of(tournament)
    about = subject_for(colour, inquiry.data)
    if answer not in final_words(inquiry.kind, ruleset, policy, about):
        raise UserError("answer", field="answer", text=_("Choose one of the answers."))
    if inquiry.kind == InquiryKind.OBJECTION and answer == OTHER:
        result = result_columns(str((data or {}).get(RESULT, "")))
        refuse_if_drawn(game, result.winner, result.reason)
        if not sure:
            refuse_impossible(game, result.winner, result.reason, result.margin_half)
        told = {RESULT: str(claim_of(result))}
    by = acting_player(player_id)
    if said[0]:
        refuse_more_than(MOST_ANSWERS, game, by, Verb.INQUIRY_ANSWERED)
    setattr(inquiry, f"{colour}_answer", answer)
    setattr(inquiry, f"{colour}_data", told)
    setattr(inquiry, f"{colour}_at", timezone.now())
    inquiry.save(update_fields=[f"{colour}_{name}" for name in ("answer", "data", "at")])
    # A referee who has taken the case must not rule without having read this.
    Case.objects.filter(game=game, state=CaseState.TAKEN).raise_version()
    after = {"colour": colour, "answer": answer}
    record_question_event(Verb.INQUIRY_ANSWERED, inquiry, game, by=by, after=after)
    if inquiry.black_answer and inquiry.white_answer:
        settle(inquiry, game, by=by)
    return inquiry


def locked_inquiry(inquiry_id: int) -> tuple[Inquiry, Game]:
    """Return a question and its game; the game is locked before the question is read.

    Raises NotFound, and Conflict if the tournament is closed.
    """
    game_id = Inquiry.objects.filter(pk=inquiry_id).values_list("game_id", flat=True).first()
    if game_id is None:
        raise NotFound("no_question", text=_("There is no such question."))
    kind = Inquiry.objects.values_list("kind", flat=True).get(pk=inquiry_id)
    # Correcting a game may swap its seats, which is done under the tournament's own lock.
    mends = kind == InquiryKind.WRONG_RECORD
    game = played_game(game_id) if mends else locked_game(game_id)
    inquiry = Inquiry.objects.select_related("case").get(pk=inquiry_id)
    inquiry.game = game
    return inquiry, game


# --- What both players' answers lead to ---


Effect = Callable[[Inquiry, Game, Actor], None]

CAUSES: Mapping[str, Cause] = MappingProxyType(
    {
        InquiryKind.NO_RESULT: Cause.CYCLE,
        InquiryKind.WRONG_RECORD: Cause.WRONG_RECORD,
        InquiryKind.DEAD_STONES: Cause.DEAD_STONES,
        InquiryKind.EFFECTIVE_MOVE: Cause.EFFECTIVE_MOVE,
        InquiryKind.DISPLACED_STONE: Cause.DISPLACED_STONE,
        InquiryKind.OBJECTION: Cause.OBJECTION,
        InquiryKind.ILLEGAL_MOVE: Cause.ILLEGAL_MOVE,
        InquiryKind.DAMAGED_RECORD: Cause.DAMAGED_RECORD,
    }
)
"""The subject of a question, as a case's cause."""


FINAL = frozenset({AnswersOutcome.CONFIRM, AnswersOutcome.NO_RESULT})
"""The outcomes that make a result final, or may do so."""
MAY_END = frozenset({InquiryKind.NO_RESULT, InquiryKind.OBJECTION, InquiryKind.DEAD_STONES})
"""The questions that may lead to one of these outcomes."""


def settle(inquiry: Inquiry, game: Game, *, by: Actor) -> None:
    """Settle a question that both players of a locked game have answered; carry out the outcome.

    If a referee is working on the case meanwhile, nothing is carried out: they see what both said,
    and rule. Raises Conflict if a result would become final while a damaged record is still to be
    judged as both players read it.
    """
    same_data = inquiry.black_data == inquiry.white_data
    outcome = _come_to(inquiry, game, inquiry.black_answer, inquiry.white_answer, same=same_data)
    same = inquiry.black_answer == inquiry.white_answer
    inquiry.state = InquiryState.AGREED if same else InquiryState.DIFFERENT
    inquiry.settled_at = timezone.now()
    held = is_with_referee(game)
    if outcome in FINAL and not held:
        refuse_before_new_verdict(game)
    inquiry.data = {**inquiry.data, OUTCOME: HELD if held else str(outcome)}
    Inquiry.objects.filter(pk=inquiry.pk).become(
        inquiry.state, settled_at=inquiry.settled_at, data=inquiry.data
    )
    told = {
        "black_said": inquiry.black_answer,
        "white_said": inquiry.white_answer,
        "outcome": str(outcome),
    }
    event = record_question_event(Verb.INQUIRY_SETTLED, inquiry, game, by=by, after=told)
    if not held:
        tournament_id = game.round.tournament_id
        announce(Topic.QUESTION_SETTLED, tournament_id=tournament_id, event=event.pk)
        _EFFECTS[outcome](inquiry, game, by)


def may_follow(inquiry: Inquiry, game: Game, colour: str, word: str) -> frozenset[str]:
    """Return what one player's answer may lead to, whatever the other player says.

    The values are the outcomes of :func:`settle`. An answer that the other player has already given
    makes no difference: nobody should find that out before answering themselves.
    """
    if is_with_referee(game):
        return frozenset({HELD})
    tournament, other = game.round.tournament, "white" if colour == "black" else "black"
    words = final_words(
        inquiry.kind,
        tournament.ruleset,
        policy_of(tournament),
        subject_for(other, inquiry.data),
    )
    answers = [{colour: word, other: theirs} for theirs in words]
    # Each outcome is compared with the records only once: if marks are accepted, this player's
    # answer alone says whose they are.
    blacks = {
        _by_the_rules(inquiry, game, said["black"], said["white"], same=True): said["black"]
        for said in answers
    }
    return frozenset(
        str(_by_the_facts(inquiry, game, outcome, black)) for outcome, black in blacks.items()
    )


def _come_to(inquiry: Inquiry, game: Game, black: str, white: str, *, same: bool) -> AnswersOutcome:
    """Return what both answers come to; ``same`` says whether the data with them is the same."""
    outcome = _by_the_rules(inquiry, game, black, white, same=same)
    return _by_the_facts(inquiry, game, outcome, black)


def _by_the_rules(
    inquiry: Inquiry, game: Game, black: str, white: str, *, same: bool
) -> AnswersOutcome:
    """Return the outcome of both answers by the rules, whatever the records show."""
    tournament = game.round.tournament
    policy = policy_of(tournament)
    return outcome_of(
        inquiry.kind, tournament.ruleset, policy, black, white, same=same, about=inquiry.data
    )


def _by_the_facts(
    inquiry: Inquiry, game: Game, outcome: AnswersOutcome, black: str
) -> AnswersOutcome:
    """Return an outcome as corrected by the game's records; ``black`` is Black's answer."""
    if outcome is AnswersOutcome.NO_RESULT and is_void_agreement(game, Winner.NONE):
        return AnswersOutcome.CASE  # a record says otherwise, or the rules have no such ending
    if outcome in LEFT_TO_PLAYERS and end_differently(game, last_reports(game).values()):
        return AnswersOutcome.CASE  # neither answer says from which position
    accepts = outcome is AnswersOutcome.CONFIRM and inquiry.kind == InquiryKind.DEAD_STONES
    if accepts and marks_shown(inquiry, game, marker_by(black)) is None:
        return AnswersOutcome.CASE  # there are none, or no longer those in the question
    return outcome


def _to_the_referee(inquiry: Inquiry, game: Game, by: Actor) -> None:
    outcome = AnswersOutcome(inquiry.data[OUTCOME])
    # One player's word about a record does not suspend a result that both may stand by.
    locks = CAUSES[inquiry.kind] not in OF_RECORD
    refer_to_referee(
        game, CAUSES[inquiry.kind], inquiry=inquiry, by=by, outcome=outcome, locks=locks
    )


def _with_the_players(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Leave the game locked: the players enter how they played on, or count all stones.

    The case waits for that, whatever else it is about: what they report then settles it. If both
    say that they have already played on, or the rules count all stones at once, it is established
    now that no stone is removed any more; if they are yet to play on, it is established once they
    have.
    """
    if inquiry.data[OUTCOME] == AnswersOutcome.ALL_STAND:
        establish_stones_stay(game, EstablishedBy.PLAYERS, by=by)
    case = Case.objects.undecided().select_for_update().filter(game=game).first()
    if case is not None and case.state == CaseState.OPEN:
        Case.objects.move(case, CaseState.ASKED)


def _go_on(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Let the game go on, or have both mark the dead stones again; reports are set aside."""
    note = gettext_lazy("Both players agree that the game goes on.")
    if inquiry.kind == InquiryKind.DEAD_STONES:
        # It stays with the case: what there is to do now is told where the game is shown.
        note = gettext_lazy("The players went back to marking the dead stones.")
        marked = any(inquiry.data.get(colour) is not None for colour in ("black", "white"))
        if marked and AGAIN not in (inquiry.black_answer, inquiry.white_answer):
            note = gettext_lazy(
                "Neither insisted on their marks: the players went back to marking the dead stones."
            )
    reopen_game(game, note, by=by)
    settle_with_result(game, note, by=by)


def _take_back(inquiry: Inquiry, game: Game, by: Actor) -> None:
    note = gettext_lazy("Both players take the move back: the game goes on before it.")
    reopen_game(game, note, by=by)
    settle_with_result(game, note, by=by)


def _game_over(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Go back to confirming: what was reported waits again."""
    unlock_game(game, by=by)
    note = gettext_lazy("Both players say that the game is over as it stands.")
    settle_with_result(game, note, by=by)


_EFFECTS: Mapping[AnswersOutcome, Effect] = MappingProxyType(
    {
        AnswersOutcome.GO_ON: _go_on,
        AnswersOutcome.RESUME: _with_the_players,
        AnswersOutcome.ALL_STAND: _with_the_players,
        AnswersOutcome.NO_RESULT: end_without_result,
        AnswersOutcome.BOTH_LOSE: _to_the_referee,
        AnswersOutcome.FORFEIT: _to_the_referee,
        AnswersOutcome.CASE: _to_the_referee,
        AnswersOutcome.GAME_OVER: _game_over,
        AnswersOutcome.MEND: correct_by_record,
        AnswersOutcome.DROP_RECORD: drop_record,
        AnswersOutcome.CONFIRM: confirm,
        AnswersOutcome.TAKE_BACK: _take_back,
        AnswersOutcome.JUDGE_AGAIN: judge_again,
    }
)
