"""Opening a case (the staff can, too), or adding to the one that a game already has."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.rulings import warnings_in
from adjudication.cases.services.actions import checked_note
from adjudication.cases.services.base import (
    acting_person,
    next_number,
    policy_of,
    record_case_event,
)
from adjudication.cases.services.disputes import lock_game
from adjudication.models import Case, CaseState
from adjudication.policy.causes import BESIDE_RESULT, SEVERITY, Cause, ClockMatter
from adjudication.policy.decisions import Decision
from adjudication.policy.proposals import proposal_for
from tournament.audit.models import AuditEvent, Topic
from tournament.audit.services.current_actor import Actor
from tournament.audit.services.outbox import announce
from tournament.audit.services.persons import person_of
from tournament.common.locks import held_game, open_tournament, refuse_if_closed
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Game, GameState, Player, Round, RoundState, Tournament, Verb

BY_STAFF: Final = (
    Cause.ABSENCE,
    Cause.LATE,
    Cause.TIME,
    Cause.ILLEGAL_MOVE,
    Cause.DISPLACED_STONE,
    Cause.EFFECTIVE_MOVE,
    Cause.DEAD_STONES,
    Cause.COUNT_LOST,
    Cause.OBJECTION,
    Cause.WRONG_RECORD,
    Cause.OUTSIDE_HELP,
    Cause.ACCOUNT_SHARING,
    Cause.CONDUCT,
    Cause.OTHER,
)
"""What the staff may open a case for, the usual first; the program detects the other causes."""
WITHOUT_GAME: Final = frozenset(
    {Cause.LATE, Cause.OUTSIDE_HELP, Cause.ACCOUNT_SHARING, Cause.CONDUCT, Cause.OTHER}
)
"""Causes that need no game: without one, players must be named."""
LONGEST_LATE = 24 * 60


@transaction.atomic
def open_by_staff(
    *,
    tournament_id: int,
    cause: str,
    game_id: int | None = None,
    round_number: int | None = None,
    player_ids: Sequence[int] = (),
    minutes: int | None = None,
    clock: str = "",
    note: str,
) -> Case:
    """Open a case, or add to the one that a game has, and return it.

    With a game, ``player_ids`` may name whom it is about (who was late); without one they are the
    parties, and ``round_number`` says when it was. ``minutes`` says how late somebody was, and the
    tournament's table of lateness gives the proposal. ``clock`` says what happened with a clock (a
    :class:`ClockMatter`, or nothing). A cause that is about the result suspends it until the case
    is settled.

    Raises UserError (fields ``cause``, ``note``, ``players``, ``round``, ``minutes``, ``clock``),
    NotFound, and Conflict for a closed tournament, for a draft and for a result that is already
    final.
    """
    why = _cause(cause)
    note = checked_note(note)
    if not note:
        raise UserError("note", field="note", text=_("Say in a few words what happened."))
    if minutes is not None and not 0 <= minutes <= LONGEST_LATE:
        raise UserError("minutes", field="minutes", text=_("Say how many minutes late."))
    matter = clock_matter(why, clock)
    if game_id is not None:
        return _of_game(tournament_id, why, game_id, frozenset(player_ids), minutes, matter, note)
    tournament = open_tournament(tournament_id)
    acting_person(tournament_id)
    if why not in WITHOUT_GAME:
        raise UserError("game", field="game", text=_("Choose the board it happened at."))
    players = _players(tournament_id, frozenset(player_ids))
    if not players:
        raise UserError("players", field="players", text=_("Say which players it is about."))
    return open_case(
        cause=why,
        tournament_id=tournament_id,
        round_=_round(tournament, round_number),
        players=players,
        proposal=_proposal(tournament, why, players, minutes),
        about=players,
        minutes=minutes,
        note=note,
    )


def _of_game(
    tournament_id: int,
    cause: Cause,
    game_id: int,
    player_ids: Collection[int],
    minutes: int | None,
    clock: ClockMatter | None,
    note: str,
) -> Case:
    game = held_game(game_id, players=True)
    if game.round.tournament_id != tournament_id or game.round.state == RoundState.DRAFT:
        raise NotFound("no_game", text=_("There is no such game."))
    refuse_if_closed(game.round.tournament)
    acting_person(tournament_id)
    if not set(player_ids) <= {game.black_id, game.white_id}:
        raise UserError("players", field="players", text=_("Choose players of this board."))
    if cause not in BESIDE_RESULT:
        if game.state == GameState.CONFIRMED or game.final:
            raise Conflict(
                "game_confirmed",
                text=_("The result of this game is final: a case can now only be about conduct."),
            )
        lock_game(game)
    players = [player for player in (game.black, game.white) if player.pk in player_ids]
    return open_case(
        cause=cause,
        game=game,
        proposal=_proposal(game.round.tournament, cause, players, minutes, game, clock),
        about=players,
        minutes=minutes,
        clock=clock,
        note=note,
    )


def _cause(word: str) -> Cause:
    if word not in BY_STAFF:
        raise UserError("cause", field="cause", text=_("Choose what it is about."))
    return Cause(word)


def clock_matter(cause: Cause, word: str) -> ClockMatter | None:
    """Return what happened with a clock, or None. Raises UserError (field ``clock``)."""
    if not word:
        return None
    if cause is not Cause.TIME or word not in set(ClockMatter):
        raise UserError("clock", field="clock", text=_("Choose what happened with the clock."))
    return ClockMatter(word)


def _round(tournament: Tournament, number: int | None) -> Round | None:
    if number is None:
        return None
    round_ = tournament.rounds.exclude(state=RoundState.DRAFT).filter(number=number).first()
    if round_ is None:
        raise UserError("round", field="round", text=_("There is no such round."))
    return round_


def _players(tournament_id: int, player_ids: Collection[int]) -> list[Player]:
    rows = Player.objects.filter(tournament=tournament_id, pk__in=player_ids).order_by("number")
    players = list(rows)
    if len(players) != len(player_ids):
        raise NotFound("no_player", text=_("There is no such player."))
    return players


def _proposal(
    tournament: Tournament,
    cause: Cause,
    players: Sequence[Player],
    minutes: int | None,
    game: Game | None = None,
    clock: ClockMatter | None = None,
) -> Decision | None:
    """Return what the tournament's rules and tables propose; without a game, no result."""
    numbers = [player.number for player in players]
    black, white = (numbers or [0])[0], 0
    if game is not None:
        black, white = game.black.number, game.white.number
    proposed = proposal_for(
        cause,
        None,
        tournament.ruleset,
        policy_of(tournament),
        black,
        white,
        players=numbers,
        minutes=minutes,
        warnings=_warnings(players),
        clock=clock,
    )
    if proposed is not None and proposed.effect == "result" and game is None:
        return None
    return proposed


def _warnings(players: Sequence[Player]) -> int:
    """Return the number of standing warnings of the one player it is about."""
    if len(players) != 1:
        return 0
    return warnings_in(players[0].tournament_id).get(players[0].pk, 0)


@transaction.atomic
def open_case(
    *,
    cause: Cause,
    game: Game | None = None,
    round_: Round | None = None,
    tournament_id: int | None = None,
    players: Iterable[Player] = (),
    submission_id: int | None = None,
    finding: Mapping[str, Any] | None = None,
    proposal: Decision | None = None,
    note: str = "",
    asked: bool = False,
    about: Iterable[Player] = (),
    minutes: int | None = None,
    clock: ClockMatter | None = None,
    by: Actor | None = None,
) -> Case:
    """Open a case and return it; if the game has one without a ruling, add a ground to that.

    ``game`` is locked and comes with its round; its players are the parties. Without a game,
    ``tournament_id`` and ``players`` say where it was and whom it is about. ``finding`` is in the
    form that verdicts keep. ``asked`` leaves the case with the players first. ``about``,
    ``minutes`` and ``clock`` are kept with the ground: who was late, by how much, and what happened
    with a clock. A ground that is already there is not added again. Changing the game's state is up
    to the caller (:mod:`.disputes`).
    """
    if game is not None:
        round_ = game.round
    if round_ is not None:
        tournament_id = round_.tournament_id
    assert tournament_id is not None, "a game, a round or a tournament"
    opener = person_of(tournament_id, by)
    ground: dict[str, Any] = {
        "cause": str(cause),
        "at": timezone.now().isoformat(),
        "submission": submission_id,
        "finding": None if finding is None else dict(finding),
        "note": note,
        "players": sorted(player.number for player in about),
        "minutes": minutes,
        "clock": None if clock is None else str(clock),
        "by": None if opener is None or opener.player is None else opener.player.number,
    }
    state = CaseState.ASKED if asked else CaseState.OPEN
    if game is not None:
        # What comes up after a ruling is a new matter: the old case is closed or before a
        # committee.
        live = Case.objects.undecided().select_for_update().filter(game=game).first()
        if live is not None:
            return _joined(live, ground, proposal, state, by)
    case = Case.objects.create(
        tournament_id=tournament_id,
        number=next_number(tournament_id),
        game=game,
        round=round_,
        cause=str(cause),
        severity=SEVERITY[cause],
        grounds=[ground],
        proposal=None if proposal is None else proposal.as_json(),
        submission_id=submission_id,
        state=state,
        opened_by=opener,
    )
    case.parties.set(list(players) if game is None else [game.black_id, game.white_id])
    _tell(Verb.CASE_OPENED, case, ground, by)
    return case


def _joined(
    case: Case,
    ground: dict[str, Any],
    proposal: Decision | None,
    state: CaseState,
    by: Actor | None,
) -> Case:
    """Add a ground to a case: the gravest names it, one for a referee takes it from the players."""

    def matter(joined: Mapping[str, Any]) -> object:
        finding = joined["finding"]
        # Both players may send the record that shows it, but each one's claim is their own.
        if finding is not None and not finding.get("said"):
            return joined["cause"], finding["code"], finding.get("move")
        return {name: value for name, value in joined.items() if name != "at"}

    if any(matter(joined) == matter(ground) for joined in case.grounds):
        return case
    changes: dict[str, Any] = {"grounds": [*case.grounds, ground]}
    severity = SEVERITY[Cause(ground["cause"])]
    if severity > case.severity:
        changes |= {"cause": ground["cause"], "severity": severity}
        if ground["submission"] is not None:
            changes["submission_id"] = ground["submission"]
        if proposal is not None:
            changes["proposal"] = proposal.as_json()
    elif severity == case.severity and case.proposal is None and proposal is not None:
        changes["proposal"] = proposal.as_json()  # a record now shows what was only claimed
    newly_late = _says_late(ground) and not any(
        _says_late(joined) and joined["by"] == ground["by"] for joined in case.grounds
    )
    stays = case.state != CaseState.ASKED
    if Case.objects.move(case, CaseState(case.state) if stays else state, **changes):
        case.refresh_from_db()
        event = _tell(Verb.CASE_JOINED, case, ground, by)
        if newly_late:
            announce(Topic.LATE_SAID, tournament_id=case.tournament_id, event=event.pk)
    return case


def _says_late(ground: Mapping[str, Any]) -> bool:
    """Whether a ground is a player's claim that the other one ran out of time."""
    return (
        ground["cause"] == Cause.TIME
        and ground.get("clock") == ClockMatter.FELL
        and ground.get("by") is not None
        and len(ground["players"]) == 1
        and ground["by"] not in ground["players"]
    )


def _tell(verb: Verb, case: Case, ground: Mapping[str, Any], by: Actor | None) -> AuditEvent:
    finding = ground["finding"] or {}
    return record_case_event(
        verb,
        case,
        note=ground["note"],
        by=by,
        cause=ground["cause"],
        finding=finding.get("code", ""),
        move=finding.get("move"),
    )
