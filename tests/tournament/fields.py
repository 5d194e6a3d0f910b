"""Tournaments of many players or teams, ready to be paired, and what came of it."""

from adjudication.result_entry.services import enter_result
from tests.factories import TournamentFactory
from tournament.models import Game, HandicapPolicy, Player, TeamSeat, Tournament
from tournament.players.services.arrangements import add_team, play_by_teams
from tournament.players.services.players import add_players
from tournament.rounds.services.rounds import finish_round, publish_round
from tournament.state.codec import to_json
from tournament.state.presets import MCMAHON

RANKS = ("3d", "2d", "1d", "1k", "2k", "3k", "4k", "5k", "6k", "8k", "10k", "12k")


def event(count: int, **columns: object) -> Tournament:
    """Return a McMahon tournament with handicaps and this many players."""
    columns = {"parameters": to_json(MCMAHON), **columns}
    tournament = TournamentFactory(handicap_policy=HandicapPolicy.RULE, komi_half=13, **columns)
    add_players(
        tournament_id=tournament.pk,
        entries=[Player(surname=f"P{n:02}", rank=RANKS[n % len(RANKS)]) for n in range(count)],
    )
    return tournament


def ids(tournament: Tournament) -> list[int]:
    return list(tournament.players.order_by("number").values_list("pk", flat=True))


def pairs(tournament: Tournament, number: int = 1) -> set[frozenset[int]]:
    games = Game.objects.filter(round__tournament=tournament, round__number=number)
    return {frozenset(pair) for pair in games.values_list("black_id", "white_id")}


def play(tournament: Tournament, number: int) -> None:
    """Publish a round and let the lower number win every game."""
    round_ = tournament.rounds.get(number=number)
    publish_round(round_id=round_.pk)
    for game in round_.games.all():
        winner = "black" if game.black_id < game.white_id else "white"
        enter_result(game_id=game.pk, winner=winner)
    finish_round(round_id=round_.pk)


def teams(boards: int = 3, count: int = 4, apart: bool = False) -> tuple[Tournament, list[int]]:
    """Return a tournament of teams of some boards, and its players' ids by number."""
    tournament = event(boards * count)
    players = ids(tournament)
    play_by_teams(tournament_id=tournament.pk, boards=boards, apart=apart)
    for team in range(count):
        add_team(
            tournament_id=tournament.pk,
            name=f"Team {team + 1}",
            player_ids=players[team * boards : (team + 1) * boards],
        )
    return tournament, players


def team_pairs(tournament: Tournament, number: int) -> list[tuple[int, int, int, int]]:
    """Return of every game both teams and both boards."""
    seats = {
        player: (team, board)
        for player, team, board in TeamSeat.objects.filter(round_number=number).values_list(
            "player_id", "team__number", "board"
        )
    }
    games = Game.objects.filter(round__tournament=tournament, round__number=number)
    return [(*seats[game.black_id], *seats[game.white_id]) for game in games]
