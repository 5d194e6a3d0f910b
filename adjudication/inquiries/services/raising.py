"""A player says that something is wrong with his game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.policies import policy_of
from adjudication.inquiries.services.limits import refuse_more_than
from adjudication.inquiries.services.notes import clean_note
from adjudication.inquiries.services.referring import refer, referee_has
from adjudication.models import Case, InquiryKind
from adjudication.policy.causes import BESIDE_RESULT, Cause
from adjudication.policy.policy import FirstStep
from adjudication.rules.presets import get_ruleset
from adjudication.submissions.services.reports import locked_game
from adjudication.triage.services.asking import ask
from adjudication.triage.services.reports_again import with_record
from adjudication.verdicts.selectors.claimed import claimed
from adjudication.verdicts.services.repetitions import Evidence, Looked, forbidden, look
from tournament.errors import Conflict, UserError
from tournament.games.services.playing import acting_player, require_player
from tournament.models import Game, GameState, Player, Verb

ASKED: Final[Mapping[Cause, InquiryKind]] = MappingProxyType(
    {
        Cause.CYCLE: InquiryKind.NO_RESULT,
        Cause.EFFECTIVE_MOVE: InquiryKind.EFFECTIVE_MOVE,
        Cause.DISPLACED_STONE: InquiryKind.DISPLACED_STONE,
        Cause.ILLEGAL_MOVE: InquiryKind.ILLEGAL_MOVE,
    }
)
"""What both players are asked of a matter that one of them raises."""
RAISED: Final = (*ASKED, Cause.ABSENCE, Cause.TIME, Cause.CONDUCT, Cause.OTHER)
"""What a player can raise himself."""
MOST_RAISED = 10
"""How many matters of one game a player can raise."""
RECORD_SHOWS_NONE: Final = "record_shows_none"
"""The code of the question whether a repetition is meant that a complete record does not show."""
FINAL = (GameState.CONFIRMED, GameState.RULED)


@transaction.atomic
def raise_matter(
    *,
    game_id: int,
    player_id: int,
    cause: Cause,
    note: str = "",
    data: Mapping[str, Any] | None = None,
    sure: bool = True,
) -> Case:
    """Say what is wrong with a game as one of its players; return the case that takes it up.

    The tournament says whether both players are asked first; what a referee works on is
    his. A matter of the result takes the result off the table; ``data`` says where, or how long the
    opponent was waited for (``{"move": 57}``, ``{"point": "Q16"}``, ``{"minutes": 30}``).

    That a position came back is a claim, which is checked against the records at hand: what they
    show goes with the question. Where a complete one shows no repetition it is a referee's,
    labelled so, and takes no result off the table. Under rules that forbid repetitions it is the
    claim of an illegal move.

    Raises NotFound for a game that is not the player's, UserError for a matter that needs a note
    and has none and, from who is not ``sure``, for a repetition that a complete record does not
    show (``record_shows_none``), and Conflict for a matter of a result that is final, and for
    somebody who has raised MOST_RAISED.
    """
    note = clean_note(note)
    game = locked_game(game_id)
    require_player(game, player_id)
    _require_raisable(game, cause, note)
    by = acting_player(player_id)
    refuse_more_than(MOST_RAISED, game, by, Verb.CASE_OPENED, Verb.CASE_JOINED)
    looked = look(game) if cause is Cause.CYCLE else Looked(Evidence.UNKNOWN)
    refuted = looked.evidence is Evidence.REFUTED
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
    if cause is Cause.CYCLE and forbidden(get_ruleset(game.round.tournament.rules)):
        cause, note = Cause.ILLEGAL_MOVE, " · ".join(filter(None, [_repeated(), note]))
    kind = ASKED.get(cause)
    with_players = (
        kind is not None
        and game.state != GameState.ENTERED
        and not referee_has(game)
        and policy_of(game.round.tournament).step(cause) is FirstStep.ASK
        and not refuted
    )
    told = dict(data or {})
    shown = looked.finding if looked.evidence is Evidence.SHOWN else None
    report = with_record(game)
    submission_id = None if report is None else report.pk
    if shown is not None:
        submission_id = looked.submission_id
    case = refer(
        game,
        cause,
        by=by,
        submission_id=submission_id,
        finding=shown or _finding(told, refuted=refuted),
        note=_where(told, note),
        about=_missing(game, player_id) if cause is Cause.ABSENCE else None,
        minutes=told.get("minutes"),
        claimed=True,
        asked=with_players,
        locks=not refuted,
    )
    if with_players and kind is not None:
        told |= {"by": "black" if player_id == game.black_id else "white", "note": note}
        if submission_id is not None:
            told["submission"] = submission_id
        if shown is not None:
            told["finding"] = shown
        ask(game=game, kind=kind, data=told, case=case, by=by)
    return case


def _require_raisable(game: Game, cause: Cause, note: str) -> None:
    if cause not in RAISED:
        raise UserError("matter", field="matter", text=_("Choose what is the matter."))
    if cause in (Cause.OTHER, Cause.CONDUCT, Cause.ILLEGAL_MOVE) and not note:
        raise UserError("note", field="note", text=_("Say in a few words what it is about."))
    if game.state in FINAL and cause not in BESIDE_RESULT:
        text = _("Both players have confirmed the result: what is found now changes nothing.")
        if game.state == GameState.RULED:
            text = _("The referee has ruled: you may appeal against the ruling.")
        raise Conflict(f"game_{game.state}", text=text)


def _repeated() -> str:
    return gettext("The same position came back.")


def _missing(game: Game, player_id: int) -> Player:
    """Return the opponent, who did not come."""
    return game.white if player_id == game.black_id else game.black


def _finding(told: Mapping[str, Any], *, refuted: bool) -> dict[str, Any] | None:
    """Return what a player says they saw, where it names a move or a record says otherwise."""
    if "move" not in told and not refuted:
        return None
    return claimed(told.get("move"), refuted=refuted)


def _where(told: Mapping[str, Any], note: str) -> str:
    """Return the note with the point or move that goes with it."""
    places = [str(told[name]) for name in ("move", "point") if told.get(name)]
    return " · ".join([*places, note] if note else places)
