"""Made-up tournaments of a given kind, the same for a seed: players, rounds, results.

For tests of this and other programs: rounds are paired by the engine, results drawn by the EGF's
expected score, with absences, byes, wins by default and jigos as a club would have them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from language.messages import gettext_lazy as _
from tournament.pairing.pairing import Board, Pairing, PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.standings.gor import expected_score, shifted
from tournament.state.event import Details, Event
from tournament.state.games import Bye, Game
from tournament.state.parameters import System
from tournament.state.people import Player
from tournament.state.presets import PRESETS
from tournament.state.ranks import rank_of_rating
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

_SURNAMES = ("Abel", "Brandt", "Costa", "Dubois", "Eriksen", "Ferrari", "Garcia", "Horvat", "Ito")
_FIRST_NAMES = ("Alex", "Bo", "Camille", "Dana", "Eli", "Fran", "Gio", "Hiro", "Ines", "Jo", "Kim")
_CLUBS = (("FR", "Pari"), ("FR", "Lyon"), ("DE", "Berl"), ("CZ", "Prah"), ("NL", "Leid"))
_LOWEST, _HIGHEST = -900, 2750


@dataclass(frozen=True, slots=True)
class RandomKind:
    """What a made-up tournament is like. Chances are from 0 to 1.

    ``mean`` and ``spread`` are those of the ratings; ``error`` is how far a player's strength on
    the day is from the rating (one standard deviation, in points). ``absent`` is the chance of a
    player to miss a round, ``default`` that a game is won by default, ``jigo`` that one without a
    half point of komi is a draw.
    """

    system: System = System.MCMAHON
    players: int = 32
    rounds: int = 5
    mean: int = 1500
    spread: int = 450
    error: int = 80
    absent: float = 0.05
    default: float = 0.01
    jigo: float = 0.03


def random_event(kind: RandomKind, seed: int) -> Event:
    """Return a whole tournament of a kind; the same seed gives the same one.

    Raises PairingError for a kind that cannot be paired, such as more rounds than a cup can have.
    """
    if kind.players < 2:
        raise PairingError("too_few_players", _("A tournament needs two players at least."))
    random = Random(seed)
    parameters = PRESETS[kind.system]
    parameters = replace(parameters, scoring=replace(parameters.scoring, rounds=kind.rounds))
    players = tuple(_players(kind, random))
    state = TournamentState(players=players, parameters=parameters)
    on_the_day = {
        player.id: min(_HIGHEST, player.rating + random.gauss(0, kind.error)) for player in players
    }
    for number in range(1, kind.rounds + 1):
        pairing = pair_round(PairingRequest(state, number, seed=seed))
        state = _played(state, pairing, kind, on_the_day, random)
    name = f"{kind.system.value} {kind.players}x{kind.rounds} #{seed}"
    return Event(details=Details(name=name, short_name=name[:20]), state=state)


def _players(kind: RandomKind, random: Random) -> Iterator[Player]:
    for number in range(1, kind.players + 1):
        rating = round(min(_HIGHEST, max(_LOWEST, random.gauss(kind.mean, kind.spread))))
        country, club = random.choice(_CLUBS)
        absent = {r for r in range(1, kind.rounds + 1) if random.random() < kind.absent}
        yield Player(
            id=number,
            # A number tells those apart whose names are alike.
            surname=f"{random.choice(_SURNAMES)}{number}",
            first_name=random.choice(_FIRST_NAMES),
            rank=rank_of_rating(rating),
            rating=rating,
            country=country,
            club=club,
            absent=frozenset(absent),
        )


def _played(
    state: TournamentState,
    pairing: Pairing,
    kind: RandomKind,
    on_the_day: dict[int, float],
    random: Random,
) -> TournamentState:
    games = [
        Game(
            round=pairing.round,
            table=board.table,
            black=board.black,
            white=board.white,
            result=_result(board, kind, on_the_day, random),
            handicap=board.handicap,
            komi_half=board.komi_half,
        )
        for board in pairing.boards
    ]
    byes = () if pairing.bye is None else (Bye(pairing.round, pairing.bye),)
    return replace(state, games=(*state.games, *games), byes=(*state.byes, *byes))


def _result(board: Board, kind: RandomKind, on_the_day: dict[int, float], random: Random) -> Result:
    opponent = shifted(on_the_day[board.white], -board.handicap)
    chance = expected_score(on_the_day[board.black], opponent)
    drawn = random.random()
    if board.komi_half % 2 == 0 and random.random() < kind.jigo:
        return Result(Outcome.JIGO)
    decided = Decided.DEFAULT if random.random() < kind.default else Decided.PLAY
    return Result(Outcome.BLACK if drawn < chance else Outcome.WHITE, decided)
