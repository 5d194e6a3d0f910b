"""Objecting to a result before it is confirmed: the record is replayed, and both confirm anew."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.cases.services.policies import policy_of
from adjudication.inquiries.services.notes import clean_note
from adjudication.inquiries.services.referring import refer
from adjudication.models import Inquiry, InquiryKind
from adjudication.policy.causes import Cause
from adjudication.policy.policy import FirstStep
from adjudication.submissions.services.reports import locked_game
from adjudication.triage.services.asking import ask
from adjudication.triage.services.reports_again import lay, pending, put, set_aside
from adjudication.verdicts.services.claims import claimed_in
from tournament.audit.selectors.snapshots import board_now
from tournament.audit.services.recording import record
from tournament.errors import Conflict
from tournament.games.services.playing import acting_player, require_player
from tournament.models import GameState, Verb


@transaction.atomic
def object_to_result(*, game_id: int, player_id: int, note: str = "") -> Inquiry | None:
    """Object to the result on the table as one of the game's players; return what both are asked.

    What was reported no longer counts as anybody's consent: its record is judged afresh, and both
    say anew what the result is. Twice is no error. A result that the staff wrote down stays, and
    the matter is the referee's (None is returned), as it is where the tournament says so.

    Raises NotFound for a game that is not the player's, UserError for a note that is too long, and
    Conflict where there is no result to object to, or where it is confirmed or ruled.
    """
    note = clean_note(note)
    game = locked_game(game_id)
    require_player(game, player_id)
    asked = Inquiry.objects.filter(game=game, kind=InquiryKind.OBJECTION, state="waiting").first()
    if asked is not None:
        return asked
    _require_result(game.state)
    by = acting_player(player_id)
    if game.state == GameState.ENTERED:
        refer(game, Cause.OBJECTION, by=by, note=note)
        return None
    waiting = pending(game)
    if waiting is None:
        raise _nothing()
    if policy_of(game.round.tournament).step(Cause.OBJECTION) is not FirstStep.ASK:
        refer(game, Cause.OBJECTION, by=by, submission_id=waiting.pk, note=note)
        return None
    told = board_now(game.pk)
    set_aside(game, _("There is an objection: both players confirm anew."))
    claimed = claimed_in(waiting)
    again = put(
        game,
        claimed,
        player_id=waiting.player_id,
        record=waiting.record,
        dead=waiting.dead_stones,
        resumed=waiting.resumed,
    )
    lay(game, GameState.REPORTED, claimed, again)
    # The result on the table is the same: who objected is what there is to tell.
    record(
        Verb.RESULT_OBJECTED,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=sorted([game.black.number, game.white.number]),
        before=told,
        after=board_now(game.pk),
        reason=note,
        by=by,
    )
    case = refer(game, Cause.OBJECTION, by=by, submission_id=again.pk, note=note, asked=True)
    data = {
        "submission": again.pk,
        "by": "black" if player_id == game.black_id else "white",
        "note": note,
    }
    return ask(game=game, kind=InquiryKind.OBJECTION, data=data, case=case, by=by)


def _require_result(state: str) -> None:
    texts = {
        GameState.CONFIRMED: gettext_lazy("Both players have confirmed the result: it is final."),
        GameState.RULED: gettext_lazy("The referee has ruled: you may appeal against the ruling."),
        GameState.DISPUTED: gettext_lazy("The result is off the table already: look at the game."),
    }
    if state == GameState.OPEN:
        raise _nothing()
    if state in texts:
        raise Conflict(f"game_{state}", text=texts[GameState(state)])


def _nothing() -> Conflict:
    return Conflict(
        "nothing_reported", text=gettext_lazy("No result has been reported yet: report yours.")
    )
