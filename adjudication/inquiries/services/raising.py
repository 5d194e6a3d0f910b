"""What a player raises about a game: a matter, or an objection to the result."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.cases.selectors.cases import (
    BOTH_TAKEN_BACK,
    TAKEN_BACK,
    grounds_of,
    live_case_of,
    own_part,
    raised_by,
    was_taken_back,
)
from adjudication.cases.services.base import policy_of, record_case_event
from adjudication.cases.services.disputes import (
    settle_without_ruling,
    unlock_game,
    withdraw_questions,
)
from adjudication.cases.services.opening import clock_matter
from adjudication.cases.services.statements import bring_record
from adjudication.inquiries.services.asking import is_with_referee, refer_to_referee
from adjudication.models import Case, CaseState, Inquiry, InquiryKind, InquiryState
from adjudication.policy.asking import repetition_forbidden
from adjudication.policy.causes import BESIDE_RESULT, RAISED, SEVERITY, Cause, ClockMatter
from adjudication.policy.policy import FirstStep
from adjudication.records.services import check_record, uploads_record_first
from adjudication.rules.showing import Shows
from adjudication.submissions.services.reports import locked_game
from adjudication.triage.selectors import WithdrawalRefusal, inquiries_of, why_not_withdrawable
from adjudication.triage.services.playing_on import resumption_of
from adjudication.triage.services.questions import ask_both_players
from adjudication.triage.services.reports import (
    apply_result,
    create_report,
    pending_report,
    report_with_record,
    set_aside,
)
from adjudication.verdicts.selectors.at_hand import records_at_hand
from adjudication.verdicts.selectors.shown import shown_by_records
from adjudication.verdicts.selectors.verdicts import claimed_finding, is_refuted
from adjudication.verdicts.services.claims import claim_of_submission
from adjudication.verdicts.services.refusals import is_reportable
from adjudication.verdicts.services.repetitions import (
    RepetitionEvidence,
    RepetitionFinding,
    repetition_in_records,
)
from tournament.audit.selectors.snapshots import board_now
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.persons import person_of
from tournament.audit.services.recording import record
from tournament.common.cleaning import check_length
from tournament.common.versions import StaleVersion
from tournament.errors import Conflict, NotFound, UserError
from tournament.fields.models import max_length_of
from tournament.games.services import acting_player, require_player
from tournament.models import AuditEvent, Game, GameState, Player, Verb
from tournament.spoken import translated


def refuse_more_than(most: int, game: Game, by: Actor, *verbs: Verb) -> None:
    """Raise Conflict if a player has already done these things to a game as often as allowed."""
    person = person_of(game.round.tournament_id, by)
    done = AuditEvent.objects.filter(
        tournament=game.round.tournament_id,
        round_number=game.round.number,
        table=game.board_number,
        verb__in=verbs,
        actor="" if person is None else person.uid,
    )
    if done.count() >= most:
        raise Conflict(
            "too_often",
            text=_("You have written about this game too often: tell the referee."),
        )


# --- The notes of players ---


LONGEST_NOTE = max_length_of(AuditEvent, "reason")
LAST_MOVE = 1999
"""The highest move number that a player can give."""


def clean_note(note: str) -> str:
    """Return a note as one line. Raises UserError (field ``note``) if it is too long."""
    note = " ".join("".join(c if c.isprintable() else " " for c in note).split())
    check_length(note, LONGEST_NOTE, field="note", code="note_too_long")
    return note


# --- A player says that something is wrong with their game ---


ASKED: Final[Mapping[Cause, InquiryKind]] = MappingProxyType(
    {
        Cause.CYCLE: InquiryKind.NO_RESULT,
        Cause.EFFECTIVE_MOVE: InquiryKind.EFFECTIVE_MOVE,
        Cause.DISPLACED_STONE: InquiryKind.DISPLACED_STONE,
        Cause.ILLEGAL_MOVE: InquiryKind.ILLEGAL_MOVE,
    }
)
"""What both players are asked about a matter that one of them raises."""
MOST_RAISED = 10
"""How many matters a player can raise about one game."""
RECORD_SHOWS_NONE: Final = "record_shows_none"
"""The code for asking whether something is meant that a complete record does not show."""
OWN_TIME: Final = "own_time_ran_out"
"""The code for asking players whose own time ran out whether to report their loss instead."""
WHOSE_TIME: Final = gettext_lazy("Say whose time ran out.")
FINAL = (GameState.CONFIRMED, GameState.RULED)


@uploads_record_first
@transaction.atomic
def raise_matter(
    *,
    game_id: int,
    player_id: int,
    cause: Cause,
    note: str = "",
    data: Mapping[str, Any] | None = None,
    sure: bool = True,
    record_bytes: bytes | None = None,
    filename: str = "",
) -> Case:
    """Say what is wrong with a game as one of its players; return the case that takes it up.

    The tournament decides whether both players are asked first; if a referee is already working on
    the case, the matter is theirs. A matter that affects the result suspends it. ``data`` says
    where it was, how long the opponent was waited for, or what happened with whose clock
    (``{"move": 57}``, ``{"point": "Q16"}``, ``{"minutes": 30}``, ``{"clock": "passing", "whose":
    "black"}``).

    Before anybody is asked, the claim is checked against the records at hand, including the one
    that comes with it (``record_bytes``, which becomes a statement in the case). If a complete
    record shows no repetition, the claim of one goes to a referee, labelled as refuted, and
    suspends no result. Under rules that forbid repetition, it is the claim of an illegal move. A
    claim of an illegal move is asked about even if a complete record does not show it, because no
    record has a move that was taken back at the board.

    Raises NotFound for a game that is not the player's. Raises UserError for a matter that needs a
    note and has none, for one of time without a word of what happened to whose clock, for a record
    that is empty or too large and, if the player is not ``sure``, for a repetition or an illegal
    move that complete records do not show (``record_shows_none``) and for their own time that ran
    out while they can still report their loss (``own_time_ran_out``). Raises Conflict for a matter
    that affects a final result, and after MOST_RAISED matters.
    """
    note = clean_note(note)
    if record_bytes is not None:
        check_record(record_bytes)
    also = () if record_bytes is None else (record_bytes,)
    game = locked_game(game_id)
    require_player(game, player_id)
    _require_raisable(game, cause, note)
    if cause is Cause.TIME and not note and record_bytes is None:
        _require_clock_said(data or {})
    if not sure:
        _lead_to_report(game, player_id, cause, data or {})
    by = acting_player(player_id)
    refuse_more_than(MOST_RAISED, game, by, Verb.CASE_OPENED, Verb.CASE_JOINED)
    looked = (
        repetition_in_records(game, also=also)
        if cause is Cause.CYCLE
        else RepetitionFinding(RepetitionEvidence.UNKNOWN)
    )
    refuted = looked.evidence is RepetitionEvidence.REFUTED
    if refuted and not sure:
        raise UserError(
            RECORD_SHOWS_NONE,
            field="sure",
            text=_(
                "The record of this game was replayed to its end: no position comes back in it. If "
                "you say so all the same, your opponent and the referee read it together with "
                "this, and the result stays as it is until the referee has looked at it."
            ),
        )
    if cause is Cause.ILLEGAL_MOVE and not sure:
        _require_shown(game, data or {}, also)
    repeated = cause is Cause.CYCLE and repetition_forbidden(game.round.tournament.ruleset)
    if repeated:
        cause = Cause.ILLEGAL_MOVE
    kind = ASKED.get(cause)
    with_players = (
        kind is not None
        and game.state != GameState.ENTERED
        and not is_with_referee(game)
        and policy_of(game.round.tournament).step(cause) is FirstStep.ASK
        and not refuted
    )
    told = dict(data or {})
    shown = looked.finding if looked.evidence is RepetitionEvidence.SHOWN else None
    report = report_with_record(game)
    submission_id = None if report is None else report.pk
    if shown is not None:
        submission_id = looked.submission_id
    case = refer_to_referee(
        game,
        cause,
        by=by,
        submission_id=submission_id,
        finding=shown or _finding(told, refuted=refuted, repeated=repeated),
        note=note,
        about=_meant(game, player_id, cause, told.get("whose", "")),
        minutes=told.get("minutes"),
        clock=clock_matter(cause, told.get("clock", "")),
        claimed=True,
        asked=with_players,
        locks=not refuted,
    )
    if with_players and kind is not None:
        told |= {"by": game.colour_of(player_id), "note": note}
        if submission_id is not None:
            told["submission"] = submission_id
        if shown is not None:
            told["finding"] = shown
        ask_both_players(game=game, kind=kind, data=told, case=case, by=by)
    if record_bytes is not None:
        bring_record(case, player_id=player_id, record_bytes=record_bytes, filename=filename)
    return case


def _require_shown(game: Game, told: Mapping[str, Any], also: Iterable[bytes]) -> None:
    """Raise UserError if all records at hand are complete and none shows an illegal move."""
    shown = shown_by_records(game, Cause.ILLEGAL_MOVE, told, records_at_hand(game, also))
    if not shown or any(one.shows is not Shows.NO for one in shown):
        return
    raise UserError(
        RECORD_SHOWS_NONE,
        field="sure",
        text="{} {}".format(
            translated(shown[0].text),
            _(
                "If it was played all the same, say so: your opponent and the referee read this "
                "together with what the record shows."
            ),
        ),
    )


def _lead_to_report(game: Game, player_id: int, cause: Cause, told: Mapping[str, Any]) -> None:
    """Raise UserError if a player says that their own time ran out but can still report their loss.

    A case would lock the game for a referee, while a report only needs the opponent's yes.
    """
    own = told.get("clock") == ClockMatter.FELL and told.get("whose") == game.colour_of(player_id)
    if cause is not Cause.TIME or not own or not is_reportable(game):
        return
    raise UserError(
        OWN_TIME,
        field="sure",
        text=_(
            "If your time ran out, you have lost on time, and no referee is needed: report that "
            "result, or confirm it if your opponent has reported it. If a referee is to look at "
            "the clock all the same, they and your opponent read what you send here."
        ),
    )


def _require_raisable(game: Game, cause: Cause, note: str) -> None:
    if cause not in RAISED:
        raise UserError("matter", field="matter", text=_("Choose what is wrong."))
    if cause in (Cause.OTHER, Cause.CONDUCT, Cause.ILLEGAL_MOVE) and not note:
        raise UserError("note", field="note", text=_("Say in a few words what it is about."))
    if game.state in FINAL and cause not in BESIDE_RESULT:
        text = _("Both players have confirmed the result: what is found now changes nothing.")
        if game.state == GameState.RULED:
            text = _("The referee has ruled: you may appeal against the ruling.")
        raise Conflict(f"game_{game.state}", text=text)


def _require_clock_said(told: Mapping[str, Any]) -> None:
    """Raise UserError if nothing but the word *time* is said, or not whose time ran out."""
    clock = told.get("clock")
    if not clock:
        text = _("Choose what happened with the clock, or say it in a few words.")
        raise UserError("clock", field="clock", text=text)
    if clock != ClockMatter.WRONG and not told.get("whose"):
        raise UserError("whose", field="whose", text=WHOSE_TIME)


def _meant(game: Game, player_id: int, cause: Cause, whose: str) -> Player | None:
    """Return the one player that a matter is about: who did not come, or whose clock it is."""
    if cause is Cause.ABSENCE:
        return game.white if player_id == game.black_id else game.black
    if cause is Cause.TIME:
        return {"black": game.black, "white": game.white}.get(whose)
    return None


def _finding(told: Mapping[str, Any], *, refuted: bool, repeated: bool) -> dict[str, Any] | None:
    """Return what a player says they saw, if it names a place or is qualified by the records.

    ``repeated`` says that it is a repetition, under rules that forbid it.
    """
    if not refuted and not repeated and not {"move", "point"} & told.keys():
        return None
    return claimed_finding(told.get("move"), told.get("point"), refuted=refuted, repeated=repeated)


# --- Withdrawing what one has raised ---


STAYS: Final[Mapping[WithdrawalRefusal, Promise]] = MappingProxyType(
    {
        WithdrawalRefusal.OVER: gettext_lazy("The case is over or ruled: look at what came of it."),
        WithdrawalRefusal.AT_WORK: gettext_lazy(
            "A referee is working on this case: tell them that you take it back."
        ),
        WithdrawalRefusal.MORE: gettext_lazy(
            "This case is also about things that you did not bring up: write in it what you take "
            "back."
        ),
        WithdrawalRefusal.ANSWERED: gettext_lazy(
            "Your opponent has answered the question: answer it, too, or write in the case that "
            "you take back what you said."
        ),
    }
)
"""Why players cannot withdraw what they raised, as they read it."""


@transaction.atomic
def withdraw_matter(*, game_id: int, case_id: int, player_id: int) -> None:
    """Withdraw what one raised about a game: its case is settled, and the game is as before.

    If the opponent raised something in the same case, that stays: the case goes on with it, and
    ends once they withdraw it, too. This is possible only while the case is about nothing else,
    nobody is working on it and the opponent has not answered what is withdrawn. Its questions are
    withdrawn, and a result that nothing suspends any more is restored. Withdrawing twice is no
    error. Raises NotFound for a game or a case that is not the player's, and Conflict with one of
    :data:`STAYS`.
    """
    game = locked_game(game_id)
    require_player(game, player_id)
    case = Case.objects.select_for_update(of=("self",)).filter(pk=case_id, game=game).first()
    if case is None:
        raise NotFound("no_case", text=_("There is no such case."))
    black = player_id == game.black_id
    colour, number = ("black", game.black.number) if black else ("white", game.white.number)
    if was_taken_back(case) and raised_by(grounds_of(case)) == number:
        return
    by = acting_player(player_id)
    if _withdrew_before(case, number, by):
        return
    live = live_case_of(game.pk)
    if live is None or live.id != case.pk:
        raise Conflict(WithdrawalRefusal.OVER, text=STAYS[WithdrawalRefusal.OVER])
    stays = why_not_withdrawable(live, inquiries_of(game.pk), number=number, colour=colour)
    if stays is not None:
        raise Conflict(stays, text=STAYS[stays])
    if own_part(live.grounds, number):
        _withdraw_part(case, game, number, by)
        return
    person = person_of(case.tournament_id, by)
    earlier = _parts_withdrawn(case).exclude(actor="" if person is None else person.uid)
    settle_without_ruling(case, BOTH_TAKEN_BACK if earlier.exists() else TAKEN_BACK, by=by)
    withdraw_questions(game, case=case)
    if case.about_result:
        unlock_game(game, by=by)


def _withdrew_before(case: Case, number: int, by: Actor) -> bool:
    """Whether a player has withdrawn their part of a case, and has raised nothing in it since."""
    if any(ground["by"] == number for ground in case.grounds):
        return False
    person = person_of(case.tournament_id, by)
    return _parts_withdrawn(case).filter(actor="" if person is None else person.uid).exists()


def _parts_withdrawn(case: Case) -> QuerySet[AuditEvent]:
    """Return the events by which players took their parts out of a case that went on."""
    return AuditEvent.objects.filter(
        tournament=case.tournament_id, verb=Verb.CASE_WITHDRAWN, after__case=case.number
    )


def _withdraw_part(case: Case, game: Game, number: int, by: Actor) -> None:
    """Take what a player raised out of a locked case, which goes on with what the other one raised.

    It is as urgent as what is left of it. A result is restored if only the withdrawn part suspended
    it.
    """
    colour = "black" if number == game.black.number else "white"
    withdrawn = [ground for ground in case.grounds if ground["by"] == number]
    left = [ground for ground in case.grounds if ground["by"] != number]
    gravest = max(left, key=lambda ground: SEVERITY[Cause(ground["cause"])])
    mine = Inquiry.objects.filter(case=case, state=InquiryState.WAITING, data__by=colour)
    kinds = set(mine.values_list("kind", flat=True))
    withdraw_questions(game, case=case, data__by=colour)
    for ground in left:
        kind = ASKED.get(Cause(ground["cause"]))
        if kind in kinds and not is_refuted(ground["finding"]):
            _ask_of_other(case, game, ground, kind)
    state = CaseState(case.state)
    waits = Inquiry.objects.filter(case=case, state=InquiryState.WAITING).exists()
    if state == CaseState.ASKED and kinds and not waits and resumption_of(game) is None:
        state = CaseState.OPEN
    cause = Cause(gravest["cause"])
    changes = {"grounds": left, "cause": cause, "severity": SEVERITY[cause]}
    if not Case.objects.move(case, state, **changes):
        raise StaleVersion
    case.refresh_from_db()
    record_case_event(
        Verb.CASE_WITHDRAWN, case, by=by, withdrawn=[ground["cause"] for ground in withdrawn]
    )
    if any(map(_suspends, withdrawn)) and not any(map(_suspends, left)):
        unlock_game(game, by=by)


def _suspends(ground: Mapping[str, Any]) -> bool:
    """Whether a ground that a player raised suspends the result of its game."""
    return ground["cause"] not in BESIDE_RESULT and not is_refuted(ground["finding"])


def _ask_of_other(case: Case, game: Game, ground: Mapping[str, Any], kind: InquiryKind) -> None:
    """Ask both players about what the other one raised, too, once the first question is gone."""
    black = ground["by"] == game.black.number
    finding = ground["finding"] or {}
    places = {"move": finding.get("move"), "point": (finding.get("detail") or {}).get("point")}
    data = {
        **{name: place for name, place in places.items() if place is not None},
        **({} if ground["submission"] is None else {"submission": ground["submission"]}),
        "by": "black" if black else "white",
        "note": ground["note"],
    }
    asker = acting_player(game.black_id if black else game.white_id)
    ask_both_players(game=game, kind=kind, data=data, case=case, by=asker)


# --- Objecting to a result before it is confirmed ---


@transaction.atomic
def object_to_result(*, game_id: int, player_id: int, note: str = "") -> Inquiry | None:
    """Object to the result that stands as one of the game's players; return the question to both.

    A report no longer counts as anybody's consent: its record is judged afresh, and both players
    state the result again. Objecting twice is no error. A result that the staff entered stays, and
    the matter goes to the referee (None is returned), as it does if the tournament says so.

    Raises NotFound for a game that is not the player's, UserError for a note that is too long, and
    Conflict if there is no result to object to, or it is confirmed or ruled.
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
        refer_to_referee(game, Cause.OBJECTION, by=by, note=note)
        return None
    waiting = pending_report(game)
    if waiting is None:
        raise _nothing()
    if policy_of(game.round.tournament).step(Cause.OBJECTION) is not FirstStep.ASK:
        refer_to_referee(game, Cause.OBJECTION, by=by, submission_id=waiting.pk, note=note)
        return None
    told = board_now(game.pk)
    set_aside(game, gettext_lazy("There is an objection: both players confirm again."))
    claimed = claim_of_submission(waiting)
    again = create_report(
        game,
        claimed,
        player_id=waiting.player_id,
        record=waiting.record,
        named=waiting.named_stones,
        resumed=waiting.resumed,
    )
    apply_result(game, GameState.REPORTED, claimed, again)
    # The result itself has not changed: the event says who objected.
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
    case = refer_to_referee(
        game, Cause.OBJECTION, by=by, submission_id=again.pk, note=note, asked=True
    )
    data = {
        "submission": again.pk,
        "by": game.colour_of(player_id),
        "note": note,
    }
    return ask_both_players(game=game, kind=InquiryKind.OBJECTION, data=data, case=case, by=by)


def _require_result(state: str) -> None:
    texts = {
        GameState.CONFIRMED: _("Both players have confirmed the result: it is final."),
        GameState.RULED: _("The referee has ruled: you may appeal against the ruling."),
        GameState.DISPUTED: _("The result is already suspended: look at the game."),
    }
    if state == GameState.OPEN:
        raise _nothing()
    if state in texts:
        raise Conflict(f"game_{state}", text=texts[GameState(state)])


def _nothing() -> Conflict:
    return Conflict("nothing_reported", text=_("No result has been reported yet: report yours."))
