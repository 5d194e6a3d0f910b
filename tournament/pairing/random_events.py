"""Made-up tournaments of a given kind: players, rounds, results; the same for the same seed.

They are for tests of this and other programs: rounds are paired by the engine and results drawn by
the EGF's expected score, with absences, byes, wins by default and jigos as in a club.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from language.messages import gettext_lazy as _
from tournament.brackets.groups import drawn_groups, qualified_seeds
from tournament.pairing import round_robin
from tournament.pairing.pairing import Board, PairingError, PairingRequest
from tournament.pairing.systems import pair_round
from tournament.standings.gor import expected_score, shift_by_handicap
from tournament.standings.group_places import group_tables
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.event import Details, Event
from tournament.state.methods import Qualification
from tournament.state.parameters import Method, Parameters, System
from tournament.state.people import Player
from tournament.state.presets import PRESETS, PRESETS_OF_METHODS
from tournament.state.ranks import rank_of_rating
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

_SURNAMES = ("Abel", "Brandt", "Costa", "Dubois", "Eriksen", "Ferrari", "Garcia", "Horvat", "Ito")
_FIRST_NAMES = ("Alex", "Bo", "Camille", "Dana", "Eli", "Fran", "Gio", "Hiro", "Ines", "Jo", "Kim")
_CLUBS = (("FR", "Pari"), ("FR", "Lyon"), ("DE", "Berl"), ("CZ", "Prah"), ("NL", "Leid"))
BRACKETS = {
    method: PRESETS_OF_METHODS[method]
    for method in (Method.KNOCK_OUT, Method.DOUBLE_ELIMINATION, Method.GROUPS)
}
"""The methods, with their parameters, that a made-up tournament may have instead of a system."""
_LOWEST, _HIGHEST = -900, 2750


@dataclass(frozen=True, slots=True)
class RandomKind:
    """What a made-up tournament is like. Chances are from 0 to 1.

    A ``method`` of :data:`BRACKETS` replaces the ``system``: then at most ``rounds`` rounds are
    played, no game is a jigo, nobody misses a round, and ``qualification`` describes the groups.
    ``mean`` and ``spread`` are those of the ratings; ``error`` is how far a player's strength on
    the day is from the rating (one standard deviation, in points). ``absent`` is the chance that a
    player misses a round, ``default`` that a game is won by default, ``jigo`` that a game with a
    whole number of points as komi is a draw.
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
    method: Method = Method.WEIGHTS
    qualification: Qualification = field(default=Qualification())

    @property
    def parameters(self) -> Parameters:
        """Return the parameters with which the tournament begins."""
        found = BRACKETS.get(self.method) or PRESETS[self.system]
        return replace(
            found,
            scoring=replace(found.scoring, rounds=self.rounds),
            method=self.method,
            qualification=self.qualification,
        )

    @property
    def title(self) -> str:
        """Return the word with which the tournament's name begins."""
        return (self.system if self.method is Method.WEIGHTS else self.method).value


def random_event(kind: RandomKind, seed: int) -> Event:
    """Return a whole tournament of a kind; the same seed gives the same one.

    Raises PairingError for a kind that cannot be paired, such as one with more rounds than a cup
    can have, or with groups so small that nobody would drop out.
    """
    if kind.players < 2:
        raise PairingError("too_few_players", _("A tournament needs two players at least."))
    random = Random(seed)
    players = tuple(_players(kind, random))
    state = TournamentState(players=players, parameters=kind.parameters)
    if kind.method is Method.GROUPS:
        state = _with_groups(state, seed)
    on_the_day = {
        player.id: min(_HIGHEST, player.rating + random.gauss(0, kind.error)) for player in players
    }
    for number in range(1, kind.rounds + 1):
        if kind.method is Method.GROUPS:
            state = _with_knock_out(state, number, random)
        try:
            pairing = pair_round(PairingRequest(state, number, seed=seed))
        except PairingError as error:
            if error.code != "knock_out_over":
                raise
            break
        state = pairing.seated(state, lambda board: _result(board, kind, on_the_day, random))
    name = f"{kind.title} {kind.players}x{kind.rounds} #{seed}"
    return Event(details=Details(name=name, short_name=name[:20]), state=state)


def _with_groups(state: TournamentState, seed: int) -> TournamentState:
    rules = state.parameters
    needed = rules.qualification.groups * (rules.qualification.best + 1)
    if len(state.players) < needed:
        raise PairingError(
            "too_few_players",
            _("Groups of which the best go on need at least %(least)d players here.")
            % {"least": needed},
        )
    drawn = replace(rules.round_robin, groups=drawn_groups(state, seed))
    return replace(state, parameters=replace(rules, round_robin=drawn))


def _with_knock_out(state: TournamentState, number: int, random: Random) -> TournamentState:
    """Return the state, with the knock-out started if its groups are over; lots break ties."""
    rules = state.parameters
    if rules.knock_out.seeds or number <= round_robin.rounds_needed(state):
        return state
    lot = [player.id for player in state.players]
    random.shuffle(lot)
    qualification = replace(rules.qualification, decided=tuple(lot))
    state = replace(state, parameters=replace(rules, qualification=qualification))
    orders = [table.order for table in group_tables(state, TIEBREAKS)]
    seeds = qualified_seeds(state, orders, number)
    knock_out = replace(rules.knock_out, seeds=seeds, first_round=number)
    return replace(state, parameters=replace(state.parameters, knock_out=knock_out))


def _players(kind: RandomKind, random: Random) -> Iterator[Player]:
    for number in range(1, kind.players + 1):
        rating = round(min(_HIGHEST, max(_LOWEST, random.gauss(kind.mean, kind.spread))))
        country, club = random.choice(_CLUBS)
        absent = {r for r in range(1, kind.rounds + 1) if random.random() < kind.absent}
        yield Player(
            id=number,
            # The number tells namesakes apart.
            surname=f"{random.choice(_SURNAMES)}{number}",
            first_name=random.choice(_FIRST_NAMES),
            rank=rank_of_rating(rating),
            rating=rating,
            country=country,
            club=club,
            absent=frozenset() if kind.method in BRACKETS else frozenset(absent),
        )


def _result(board: Board, kind: RandomKind, on_the_day: dict[int, float], random: Random) -> Result:
    opponent = shift_by_handicap(on_the_day[board.white], -board.handicap)
    chance = expected_score(on_the_day[board.black], opponent)
    drawn = random.random()
    jigo = 0 if kind.method in BRACKETS else kind.jigo
    if board.komi_half % 2 == 0 and random.random() < jigo:
        return Result(Outcome.JIGO)
    decided = Decided.DEFAULT if random.random() < kind.default else Decided.PLAY
    return Result(Outcome.BLACK if drawn < chance else Outcome.WHITE, decided)
