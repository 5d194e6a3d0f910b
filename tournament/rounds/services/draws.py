"""Drawing a round: pairing its players automatically."""

import secrets

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from jobs.metric_hooks import timed
from tournament.audit.services.changes import RoundChange
from tournament.common.locks import open_tournament
from tournament.errors import NotFound, UserError
from tournament.models import Draw, Game, Player, Round, Seat, Verb
from tournament.pairing.digest import input_digest
from tournament.pairing.pairing import Pairing, PairingError, PairingRequest
from tournament.pairing.proof import bound_of
from tournament.pairing.systems import pair_round
from tournament.pairing.teams import TeamPairing, pair_teams
from tournament.rounds.selectors.certain import kept_bye, kept_in
from tournament.rounds.selectors.draws import pack_request, stored_boards
from tournament.rounds.selectors.state import state_of, teams_of
from tournament.rounds.services.boards import clear_boards, refuse_second_bye, seats_at
from tournament.rounds.services.rounds import round_to_prepare, settle_bar
from tournament.state.teams import Team
from tournament.tournaments.selectors.settings import team_rules_of

BATCH = 500
SEED_BITS = 31


@transaction.atomic
def draw_round(
    *,
    tournament_id: int,
    round_number: int | None = None,
    bye_id: int | None = None,
    seed: int | None = None,
    keep_all: bool = False,
) -> Draw:
    """Pair a round in preparation, in one transaction, and keep how it was done.

    Without ``round_number`` it is the round in preparation, or else the next. Locked boards stay;
    with ``keep_all`` every board does, and only players without one are paired; the bye stays too,
    unless its player is needed to make an even number. ``bye_id`` is the player who gets the bye. A
    ``seed`` matters only where the parameters ask for a draw by lot.

    Raises NotFound; Conflict for a round that is not in preparation, for one that follows a round
    still in preparation, and for a second bye by hand; and UserError if the round cannot be paired.
    """
    tournament = open_tournament(tournament_id)
    round_ = round_to_prepare(tournament, round_number)
    change = RoundChange(round_)
    if not keep_all:
        clear_boards(round_)
    numbers = dict(Player.objects.filter(tournament=tournament).values_list("pk", "number"))
    if bye_id is not None:
        if bye_id not in numbers:
            raise NotFound(
                "no_player", field="bye", text=_("The player is not in this tournament.")
            )
        refuse_second_bye(bye_id, round_)
    if seed is not None and not 0 <= seed < 2**SEED_BITS:
        raise UserError("seed", field="seed", text=_("A seed is a number from 0 to 2147483647."))
    if round_.number == 1:
        settle_bar(tournament, again=True)
    state = state_of(tournament, before=round_.number)
    seats, boards = kept_in(round_.seats.all())
    bye = None if bye_id is None else numbers[bye_id]
    if bye is None and not tournament.by_teams:
        bye = kept_bye(seats, state, round_.number)
    request = PairingRequest(
        state=state,
        round=round_.number,
        seed=secrets.randbits(SEED_BITS) if seed is None else seed,
        bye=bye,
        fixed=boards,
        reserved=frozenset(tournament.reserved_tables),
    )
    teams = teams_of(tournament) if tournament.by_teams else ()
    rules = team_rules_of(tournament)
    try:
        with timed("draw"):
            if teams:
                paired = pair_teams(request, teams, rules)
                pairing, byes = paired.pairing, _team_byes(paired, teams)
            else:
                pairing = pair_round(request)
                byes = [*pairing.byes]
    except PairingError as error:
        raise UserError(error.code, text=error.text) from error
    if not pairing.boards and not byes:
        raise UserError(
            "nobody_to_pair",
            text=_("There is nobody to pair: enter players, say who takes part, or seat them."),
        )
    players = {number: pk for pk, number in numbers.items()}
    bound = None if teams else bound_of(request, pairing)
    _write(round_, pairing, byes, players)
    change.record(Verb.ROUND_PAIRED)
    return Draw.objects.create(
        round=round_,
        engine_version=pairing.engine_version,
        seed=pairing.seed,
        digest=input_digest(request, teams, rules),
        request=pack_request(request, teams, rules),
        boards=stored_boards(pairing),
        bye_number=pairing.bye,
        total=str(pairing.total),
        bound="" if bound is None else str(bound),
    )


def _team_byes(paired: TeamPairing, teams: tuple[Team, ...]) -> list[int]:
    """Return all players of the teams that have the bye or a walk-over: each player has it."""
    seated = {
        player
        for team in teams
        if team.number == paired.bye or team.number in paired.walk_overs
        for player in team.players(paired.pairing.round).values()
    }
    return [player for player in paired.pairing.unpaired if player in seated]


def _write(round_: Round, pairing: Pairing, byes: list[int], players: dict[int, int]) -> None:
    """Create the boards that do not exist yet, and the byes."""
    round_.seats.filter(game=None).delete()
    games = Game.objects.bulk_create(
        (
            Game(
                round=round_,
                board_number=board.table,
                black_id=players[board.black],
                white_id=players[board.white],
                handicap=board.handicap,
                komi_half=board.komi_half,
            )
            for board in pairing.boards
            if not board.fixed
        ),
        batch_size=BATCH,
    )
    Seat.objects.bulk_create(
        (seat for game in games for seat in seats_at(game, game.black_id, game.white_id)),
        batch_size=BATCH,
    )
    Seat.objects.bulk_create(Seat(round=round_, player_id=players[bye]) for bye in byes)
