"""A record that does not fit its game or is damaged: what is done where both players agree."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from adjudication.cases.services.live_cases import settle_with_result
from adjudication.cases.services.locking import unlock_game
from adjudication.inquiries.services.referring import refer
from adjudication.models import Inquiry, InquiryKind, Submission
from adjudication.policy.causes import Cause
from adjudication.policy.damage import reading_of
from adjudication.policy.forms.results import DIFFERS, MENDED, OURS, mended_by
from adjudication.records.models import bytes_of
from adjudication.rules.findings import Code
from adjudication.rules.pairing_check import PairedGame, check_pairing
from adjudication.rules.presets import get_ruleset
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.sgf import read_record
from adjudication.triage.services.readings import (
    keep_reading,
    settle_matter_of_record,
    settle_reading,
)
from adjudication.triage.services.reports_again import (
    lay,
    open_again,
    pending,
    put,
    set_aside,
    with_record,
)
from adjudication.verdicts.services.claims import Result, claimed_in
from tournament.audit.services.acting import Actor
from tournament.audit.services.changes import GameChange
from tournament.models import Game, GameState, Verb, Winner
from tournament.rounds.services.boards import force_terms, seat
from tournament.rounds.services.games import check_terms

_OTHER: dict[str, str] = {Winner.BLACK: Winner.WHITE, Winner.WHITE: Winner.BLACK}


def mend(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Give a locked game the colours, handicap and komi of its record, and judge it again.

    Who won has still won. The tournament and the round are locked with the game. Where the record
    shows nothing to mend, or something else than the question showed, it goes to the referee.
    """
    report = _reported(inquiry, game)
    record = None if report is None else _read(report)
    if report is None or record is None:
        refer(game, Cause.WRONG_RECORD, inquiry=inquiry, by=by)
        return
    change = GameChange(game)
    note = _("Both players agree: the game is mended by its record.")
    # Who says that moves are handicap stones has said nothing of colours and komi.
    about = MENDED if inquiry.kind == InquiryKind.WRONG_RECORD else {Code.HANDICAP_DIFFERS}
    different = _differences(record, game, about)
    if DIFFERS in inquiry.data and different != mended_by(inquiry.data[DIFFERS]):
        refer(game, Cause.WRONG_RECORD, inquiry=inquiry, by=by)
        return
    swapped = Code.COLOURS_SWAPPED in different
    if swapped:
        seat(game, game.white_id, game.black_id, game.handicap, game.komi_half)
        game.refresh_from_db(fields=["black", "white"])
    differing = _differences(record, game, about)
    handicap = differing.get(Code.HANDICAP_DIFFERS)
    komi_half = differing.get(Code.KOMI_DIFFERS)
    if not swapped and handicap is None and komi_half is None:
        refer(game, Cause.WRONG_RECORD, inquiry=inquiry, by=by)
        return
    check_terms(handicap=handicap, komi_half=komi_half)
    # The record says the komi, or it stays: it does not follow from the handicap here.
    force_terms(
        game,
        handicap=handicap,
        komi_half=game.komi_half if komi_half is None else komi_half,
        board_number=None,
    )
    claimed = claimed_in(report)
    if inquiry.kind == InquiryKind.WRONG_RECORD:
        said = reading_of(OURS, inquiry.data)
        keep_reading(game, report, said, inquiry=inquiry, by=by)
    if swapped:
        winner = _OTHER.get(claimed.winner, claimed.winner)
        claimed = Result(winner, claimed.reason, claimed.margin_half)
    _again(game, report, claimed, note, with_its_record=True)
    change.record(Verb.RECORD_MENDED, reason=note, by=by)
    settle_with_result(game, note, by=by)


def drop_record(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Set the record of a locked game aside: it is not of this game. The result stays."""
    note = _("Both players say that the record is of another game.")
    if inquiry.kind == InquiryKind.DAMAGED_RECORD:
        note = _("Both players say that the record is wrong.")
    set_record_aside(game, _reported(inquiry, game), note, by)


def set_record_aside(game: Game, report: Submission | None, note: str, by: Actor) -> None:
    """Set the record of a report on a locked game aside, and end what was asked about it.

    A result that waits stays on the table without it; of two that differ both are reported anew.
    """
    if report is None:
        unlock_game(game, by=by)
    elif pending(game) is None:
        # Both had reported, and not the same: they report anew.
        open_again(game, note, by=by)
    else:
        change = GameChange(game)
        _again(game, report, claimed_in(report), note, with_its_record=False)
        change.record(Verb.RESULT_REPORTED, reason=note, by=by)
    settle_with_result(game, note, by=by)


def judge_again(inquiry: Inquiry, game: Game, by: Actor) -> None:
    """Have the record of a locked game judged again, read as both players say.

    Whose record it is that was sent for two games remains to be decided by a referee.
    """
    report = _reported(inquiry, game)
    said = reading_of(inquiry.black_answer, inquiry.data)
    note = _("Both players say what was played: the record is judged again.")
    if inquiry.kind == InquiryKind.WRONG_RECORD:
        note = _("Both players say that it is the record of this game: it is judged again.")
    if report is not None:
        settle_reading(game, report, said, note, inquiry=inquiry, by=by)
    settle_matter_of_record(game, note, by=by)
    if (inquiry.data.get("finding") or {}).get("code") == Code.DUPLICATE:
        refer(game, Cause.DUPLICATE_RECORD, inquiry=inquiry, by=by, locks=False)


def _again(
    game: Game, report: Submission, claimed: Result, note: str, *, with_its_record: bool
) -> None:
    """Put a report on the table once more, with its record or without."""
    set_aside(game, note)
    again = put(
        game,
        claimed,
        player_id=report.player_id,
        record=report.record if with_its_record else None,
        dead=report.dead_stones if with_its_record else None,
        resumed=report.resumed and with_its_record,
    )
    lay(game, GameState.REPORTED, claimed, again)


def _reported(inquiry: Inquiry, game: Game) -> Submission | None:
    """Return the report whose record it is about."""
    asked = inquiry.data.get("submission")
    found = Submission.objects.filter(game=game, pk=asked, record__isnull=False).first()
    return found or with_record(game)


def _read(report: Submission) -> GameRecord | None:
    if report.record is None:
        return None
    try:
        return read_record(bytes_of(report.record))
    except RecordError:
        return None


def _differences(record: GameRecord, game: Game, codes: Collection[Code]) -> dict[Code, int]:
    """Return what in a record differs from the pairing and is mended, of these codes.

    As :func:`~adjudication.policy.forms.results.mended_by` has it.
    """
    tournament = game.round.tournament
    paired = PairedGame(
        black_name=game.black.name,
        white_name=game.white.name,
        size=tournament.board_size,
        handicap=game.handicap,
        komi=game.komi_half / 2,
    )
    against = check_pairing(record, paired, get_ruleset(tournament.rules))
    return mended_by(
        {"code": one.code, "detail": one.detail} for one in against if one.code in codes
    )
