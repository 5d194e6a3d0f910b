"""Cases that the staff opens: what no record shows."""

from collections.abc import Collection, Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.rulings import warnings_in
from adjudication.cases.services.desk import checked_note
from adjudication.cases.services.holding import acting_person
from adjudication.cases.services.locking import lock_game
from adjudication.cases.services.opening import open_case
from adjudication.cases.services.policies import policy_of
from adjudication.models import Case
from adjudication.policy.causes import BESIDE_RESULT, Cause
from adjudication.policy.decisions import Decision
from adjudication.policy.proposals import proposal_for
from adjudication.rules.presets import get_ruleset
from tournament.common.locks import held_game, open_tournament, refuse_closed
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Game, GameState, Player, Round, RoundState, Tournament

BY_STAFF: Final = (
    Cause.ABSENCE,
    Cause.LATE,
    Cause.TIME,
    Cause.ILLEGAL_MOVE,
    Cause.DISPLACED_STONE,
    Cause.EFFECTIVE_MOVE,
    Cause.DEAD_STONES,
    Cause.OBJECTION,
    Cause.WRONG_RECORD,
    Cause.OUTSIDE_HELP,
    Cause.ACCOUNT_SHARING,
    Cause.CONDUCT,
    Cause.OTHER,
)
"""What the staff may open a case for, the usual first; the others the program sees by itself."""
WITHOUT_GAME: Final = frozenset(
    {Cause.LATE, Cause.OUTSIDE_HELP, Cause.ACCOUNT_SHARING, Cause.CONDUCT, Cause.OTHER}
)
"""Causes that need no game: then players are named."""
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
    note: str,
) -> Case:
    """Open a case, or add to the one that a game has, and return it.

    With a game ``player_ids`` may name who it is about (who was late); without one they are the
    parties, and ``round_number`` says when it was. ``minutes`` says how late somebody was: what the
    tournament's table says of it is proposed. A cause that is about the result takes it off the
    table until the case is settled.

    Raises UserError (fields ``cause``, ``note``, ``players``, ``round``, ``minutes``), NotFound,
    and Conflict for a closed tournament, for a draft and where the result is final already.
    """
    why = _cause(cause)
    note = checked_note(note)
    if not note:
        raise UserError("note", field="note", text=_("Say in a few words what happened."))
    if minutes is not None and not 0 <= minutes <= LONGEST_LATE:
        raise UserError("minutes", field="minutes", text=_("Say how many minutes late."))
    if game_id is not None:
        return _of_game(tournament_id, why, game_id, frozenset(player_ids), minutes, note)
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
    note: str,
) -> Case:
    game = held_game(game_id, "black", "white")
    if game.round.tournament_id != tournament_id or game.round.state == RoundState.DRAFT:
        raise NotFound("no_game", text=_("There is no such game."))
    refuse_closed(game.round.tournament)
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
    players = [one for one in (game.black, game.white) if one.pk in player_ids]
    return open_case(
        cause=cause,
        game=game,
        proposal=_proposal(game.round.tournament, cause, players, minutes, game),
        about=players,
        minutes=minutes,
        note=note,
    )


def _cause(word: str) -> Cause:
    if word not in BY_STAFF:
        raise UserError("cause", field="cause", text=_("Choose what it is about."))
    return Cause(word)


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
) -> Decision | None:
    """Return what the tournament's rules and tables say; without a game they give no result."""
    numbers = [player.number for player in players]
    black, white = (numbers or [0])[0], 0
    if game is not None:
        black, white = game.black.number, game.white.number
    proposed = proposal_for(
        cause,
        None,
        get_ruleset(tournament.rules),
        policy_of(tournament),
        black,
        white,
        players=numbers,
        minutes=minutes,
        warnings=_warnings(players),
    )
    if proposed is not None and proposed.effect == "result" and game is None:
        return None
    return proposed


def _warnings(players: Sequence[Player]) -> int:
    """Return how many warnings stand against the one player it is about."""
    if len(players) != 1:
        return 0
    return warnings_in(players[0].tournament_id).get(players[0].pk, 0)
