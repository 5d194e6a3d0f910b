"""One event played out from where it stands, round by round, paired by the real engine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tournament.pairing.pairing import PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.simulation.chance import uniform
from tournament.simulation.strength import Model, advantage_of, komi_of, misses_round
from tournament.standings.gor import FLOOR
from tournament.state.games import Game
from tournament.state.parameters import Method, Parameters
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState

OVER = "knock_out_over"
"""The code of the error for pairing a bracket that has been won."""
_BLACK, _WHITE, _JIGO = Result(Outcome.BLACK), Result(Outcome.WHITE), Result(Outcome.JIGO)
_DRAWLESS = (Method.KNOCK_OUT, Method.DOUBLE_ELIMINATION, Method.GROUPS)


@dataclass(frozen=True, slots=True)
class Luck:
    """Which of many events is played; its luck follows from the seed and its number."""

    seed: int
    event: int


@dataclass(frozen=True, slots=True)
class Field:
    """How strong everybody is in this event, by player id, and the model that decides games."""

    strengths: Mapping[int, float]
    model: Model


def play_out(
    state: TournamentState,
    field: Field,
    luck: Luck,
    between: Callable[[], None] = lambda: None,
) -> TournamentState:
    """Return the state with every open game decided and all planned rounds played.

    Rounds are paired as in the real event for the same state. Games without a result are played
    first; a bracket may be over before the last round. ``between`` is called between two rounds, so
    that the caller can do something else. Raises PairingError if a round cannot be paired.
    """
    state = with_decided_games(state, field, luck)
    for number in range(state.played_rounds + 1, state.parameters.scoring.rounds + 1):
        here = _present(state, field.model, luck, number)
        begun = with_paired_round(here, number, seed=luck.event)
        if begun is None:
            break
        between()
        state = with_decided_games(begun, field, luck)
    return state


def with_decided_games(state: TournamentState, field: Field, luck: Luck) -> TournamentState:
    """Return the state with a result for every game that is open."""
    if all(game.result.known for game in state.games):
        return state
    met: dict[tuple[int, int], int] = {}
    games = []
    for game in sorted(state.games, key=lambda game: game.round):
        pair = _pair(game)
        before = met.get(pair, 0)
        met[pair] = before + 1
        if not game.result.known:
            game = replace(game, result=_result(state, game, before, field, luck))
        games.append(game)
    return replace(state, games=tuple(games))


def with_paired_round(
    state: TournamentState, number: int, *, seed: int = 0
) -> TournamentState | None:
    """Return the state with a round paired and open; None if a bracket is over.

    Raises PairingError if the round cannot be paired.
    """
    try:
        return pair_round(PairingRequest(state, number, seed=seed)).seated(state)
    except PairingError as error:
        if error.code == OVER:
            return None
        raise


def _present(state: TournamentState, model: Model, luck: Luck, number: int) -> TournamentState:
    """Return the state with the players marked absent who miss this round by chance."""
    away = {
        player.id
        for player in state.players
        if player.takes_part(number)
        and misses_round(model, luck.seed, luck.event, player.id, number)
    }
    if not away:
        return state
    players = tuple(
        replace(player, absent=player.absent | {number}) if player.id in away else player
        for player in state.players
    )
    return replace(state, players=players)


def _pair(game: Game) -> tuple[int, int]:
    return min(game.players), max(game.players)


def _result(state: TournamentState, game: Game, met: int, field: Field, luck: Luck) -> Result:
    """Return the result of a game. The same two players have the same luck in every format.

    ``met`` is how often they had met before.
    """
    low, high = _pair(game)
    drawn = uniform(luck.seed, luck.event, low, high, met)
    for_black = drawn if game.black == low else 1 - drawn
    strengths = field.strengths
    chance = field.model.win_chance(
        strengths.get(game.black, FLOOR),
        strengths.get(game.white, FLOOR),
        advantage_of(game, state.parameters.komi),
    )
    # Draws are the closest games.
    if abs(for_black - chance) < field.model.jigo / 2 and may_be_drawn(state, game):
        return _JIGO
    return _BLACK if for_black < chance else _WHITE


def may_be_drawn(state: TournamentState, game: Game) -> bool:
    """Whether komi and method let a game end in a jigo."""
    rules = state.parameters
    return komi_of(game, rules.komi) % 2 == 0 and rules.method not in _DRAWLESS


def jigo_possible(rules: Parameters) -> bool:
    """Whether any game with the tournament's usual komi could end in a jigo."""
    komi = rules.komi
    whole = komi.even_half % 2 == 0 or komi.handicap_half % 2 == 0
    return whole and rules.method not in _DRAWLESS
