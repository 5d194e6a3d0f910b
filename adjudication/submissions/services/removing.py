"""Taking a record out of a game: a wrong one, or one of a result that no longer stands."""

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.rulings import records_held
from adjudication.cases.services.disputes import withdraw_record_question
from adjudication.models import (
    Case,
    CaseState,
    InquiryState,
    RemovedAs,
    Submission,
    SubmissionState,
)
from adjudication.rules.marks import NamedStones
from adjudication.triage.services.reports import create_report, recreate_report
from adjudication.verdicts.services.claims import claim_of_submission
from tournament.audit.services.recording import record
from tournament.common.locks import held_game, refuse_if_closed
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Game, GameState, Verb

LONGEST_WHY = 500
SET_ASIDE: Final = (RemovedAs.OTHER_GAME, RemovedAs.INVENTED, RemovedAs.DAMAGED)
"""The reasons for which the staff sets aside a record that a player stands by: it is wrong."""


@transaction.atomic
def remove_record(
    *, game_id: int, submission_id: int, note: str, why: str = RemovedAs.NOT_WANTED
) -> None:
    """Take a record out of what counts for a game; the reason stays in the history.

    It is one that the staff brought, or that came with a report whose result no longer stands; for
    a reason in :data:`SET_ASIDE` it may be any record. What a player reported with it goes on
    counting without it. Nothing is deleted: the record is no longer shown or compared with
    anything, does not keep another one out, and what it showed is no longer a ground of a case or a
    proposal. Removing it twice is no error.

    Raises NotFound if the game has no such record, UserError without a reason (field ``note``) or
    for an unknown one (``why``), and Conflict for the record of a result that a player stands by
    unless it is said to be wrong, while a ruling on the game is not final, and in a closed
    tournament.
    """
    game = held_game(game_id, players=True)
    refuse_if_closed(game.round.tournament)
    note = " ".join(note.split())
    if not note or len(note) > LONGEST_WHY:
        text = _("Say in a few words why the record is removed: it stays in the history.")
        raise UserError("note", field="note", text=text)
    if why not in RemovedAs.values:
        raise UserError("why", field="why", text=_("Choose what is wrong with the record."))
    report = game.submissions.filter(pk=submission_id, record__isnull=False).first()
    if report is None:
        raise NotFound("no_such_record", text=_("There is no such record of this game."))
    if report.removed_at is not None:
        return
    _refuse_while_ruled(game)
    if why in SET_ASIDE:
        _keep_the_claim(game, report)
        withdraw_record_question(game)
        drop_what_it_showed(game, report, why)
    else:
        _refuse_standing(game, report)
    Submission.objects.filter(pk=report.pk).update(removed_at=timezone.now(), removed_as=why)
    record(
        Verb.RECORD_REMOVED,
        tournament_id=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        players=sorted((game.black.number, game.white.number)),
        reason=note,
    )


def _refuse_while_ruled(game: Game) -> None:
    """Refuse while players may appeal, or a committee decides, based on what the record shows."""
    if records_held(game.pk):
        raise Conflict(
            "record_ruled",
            text=_(
                "A ruling on this game is not final yet: its records stay until then, for the "
                "players and for an appeal."
            ),
        )


def _refuse_standing(game: Game, report: Submission) -> None:
    claimed = (report.claim_winner, report.claim_reason, report.claim_margin_half)
    stands = claimed == (game.winner, game.reason, game.margin_half)
    if report.state != SubmissionState.CONFIRMED or (stands and report.imported_at is None):
        raise Conflict(
            "record_stands",
            text=_(
                "A player stands by this record: undo or rule on the result first, or say what is "
                "wrong with it."
            ),
        )


def _keep_the_claim(game: Game, report: Submission) -> None:
    """Let a player's claim stand without the record it came with, unless another report has it."""
    standing = game.submissions.filter(pk=report.pk).standing().exists()
    if not standing:
        return
    if report.state != SubmissionState.CONFIRMED:
        if game.state in (GameState.REPORTED, GameState.DISPUTED):
            note = _("A referee has set the record aside.")
            recreate_report(game, report, note, record=None, named=NamedStones(), resumed=False)
        return
    same = (
        game.submissions.standing()
        .exclude(pk=report.pk)
        .filter(
            claim_winner=report.claim_winner,
            claim_reason=report.claim_reason,
            claim_margin_half=report.claim_margin_half,
        )
    )
    if not same.exists():
        create_report(
            game,
            claim_of_submission(report),
            player_id=report.player_id,
            record=None,
            named=NamedStones(),
            state=SubmissionState.CONFIRMED,
        )


def drop_what_it_showed(game: Game, report: Submission, why: str) -> None:
    """Mark what a record brought up in the cases of its game, and withdraw proposals based on it.

    A case that was waiting only for the players' answer about it goes back to the referees.
    """
    for case in Case.objects.live().select_for_update().filter(game=game):
        grounds = [
            ground | {"set_aside": why}
            if ground["finding"] and ground["submission"] == report.pk
            else ground
            for ground in case.grounds
        ]
        waits = case.inquiries.filter(state=InquiryState.WAITING).exists()
        state = CaseState(case.state)
        if state == CaseState.ASKED and not waits:
            state = CaseState.OPEN
        changed = {} if grounds == case.grounds else {"grounds": grounds, "proposal": None}
        if changed or state != case.state:
            Case.objects.move(case, state, **changed)
