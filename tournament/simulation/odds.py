"""Who may still win a running event: exactly if little is left, else by playing it on.

Strengths follow from ratings and the results so far (:mod:`tournament.simulation.learning`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from tournament.simulation.figures import NOTHING, Figure, share_of
from tournament.simulation.learning import update_beliefs
from tournament.simulation.must import Ending, WinningConditions, what_must_happen
from tournament.simulation.outcomes import (
    count_endings,
    open_games,
    outcomes_of,
    possible_endings,
    seat_of,
)
from tournament.simulation.playing import Field, Luck, jigo_possible, play_out, with_paired_round
from tournament.simulation.strength import Model, advantage_of, beliefs_of, chance_of
from tournament.standings.table import standings
from tournament.state.games import Game
from tournament.state.results import Outcome
from tournament.state.state import TournamentState

MOST_LEAVES = 2048
"""Up to this many ways for the rest to go are all looked at; beyond that it is played at random."""

WinChance = Callable[[int, int, float], float]
"""Black's chance against White with an advantage; players are ids."""


@dataclass(slots=True)
class Tally:
    """How a player fared in many events.

    ``first`` is the sum of shares of first place, ``prize`` how often they won a prize. ``won`` and
    ``lost`` say how often their next game ended so, the other two are the shares of first place
    then.
    """

    first: float = 0.0
    prize: float = 0.0
    won: float = 0.0
    first_if_won: float = 0.0
    lost: float = 0.0
    first_if_lost: float = 0.0


@dataclass(frozen=True, slots=True)
class Odds:
    """Every player's chance to win and to be among the first ``prizes``, by id.

    ``exact`` says that every way was looked at: the intervals then have no width, and ``must`` says
    what has to happen for each player to win. All who share a place with a prize count as having
    one; players who share first place have a share of it. ``if_won`` and ``if_lost`` are the
    chances to win after winning or losing the player's next game, from no events if there is none.
    """

    win: Mapping[int, Figure]
    prize: Mapping[int, Figure]
    exact: bool
    prizes: int
    if_won: Mapping[int, Figure]
    if_lost: Mapping[int, Figure]
    must: Mapping[int, WinningConditions]


@dataclass
class Forecast:
    """What came of a state in ``events`` that were played on from it, or in every possible way.

    ``tallies`` are by player id. A stored forecast can be continued.
    """

    state: TournamentState
    prizes: int
    exact: bool = False
    events: int = 0
    tallies: dict[int, Tally] = field(default_factory=dict)
    endings: list[Ending] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Give every player a tally."""
        for player in self.state.players:
            self.tallies.setdefault(player.id, Tally())

    def add(self, ended: TournamentState, chance: float = 1.0) -> None:
        """Count an event that has ended, weighted by its chance if not all are equally likely."""
        first, among = _shares_and_prizes(ended, self.prizes)
        self.events += 1
        for player, share in first.items():
            self.tallies[player].first += chance * share
        for player in among:
            self.tallies[player].prize += chance
        played = [game for game in ended.games if seat_of(game) not in self._known]
        for player, won in _next_games(played).items():
            tally, share = self.tallies[player], first.get(player, 0.0)
            if won:
                tally.won += chance
                tally.first_if_won += chance * share
            else:
                tally.lost += chance
                tally.first_if_lost += chance * share
        if self.exact:
            self.endings.append(Ending(frozenset(first), tuple(played)))

    def odds(self) -> Odds:
        """Return the chances."""
        must = what_must_happen(self.endings, self.tallies) if self.exact else {}
        return odds_from(
            self.tallies, prizes=self.prizes, events=self.events, exact=self.exact, must=must
        )

    @cached_property
    def _known(self) -> frozenset[tuple[int, int, int]]:
        return frozenset(seat_of(game) for game in self.state.games if game.result.known)


def odds_from(
    tallies: Mapping[int, Tally],
    *,
    prizes: int,
    events: int,
    exact: bool,
    must: Mapping[int, WinningConditions],
) -> Odds:
    """Return the odds that follow from tallies, over ``events`` events or every possible way."""

    def figure(part: float, whole: float) -> Figure:
        if not whole:
            return NOTHING
        if exact:
            chance = part / whole
            return Figure(chance, chance, chance, events)
        return share_of(part / whole, round(whole))

    whole = 1.0 if exact else float(events)
    of = tallies.items()
    return Odds(
        {player: figure(tally.first, whole) for player, tally in of},
        {player: figure(tally.prize, whole) for player, tally in of},
        exact=exact,
        prizes=prizes,
        if_won={player: figure(tally.first_if_won, tally.won) for player, tally in of},
        if_lost={player: figure(tally.first_if_lost, tally.lost) for player, tally in of},
        must=must,
    )


def odds(
    state: TournamentState, *, model: Model, prizes: int = 3, events: int = 1000, seed: int = 0
) -> Odds:
    """Return the odds given the results in a state.

    Raises PairingError if a round to come cannot be paired.
    """
    if ways_left(state) is not None:
        return exact_forecast(state, model=model, prizes=prizes).odds()
    forecast = Forecast(state, prizes)
    for ended in simulate_endings(state, model=model, events=range(events), seed=seed):
        forecast.add(ended)
    return forecast.odds()


def simulate_endings(
    state: TournamentState,
    *,
    model: Model,
    events: Iterable[int],
    seed: int = 0,
    between: Callable[[], None] = lambda: None,
) -> Iterator[TournamentState]:
    """Yield the ends of events played on from a state; each follows from its number and seed.

    ``between`` is as in :func:`~tournament.simulation.playing.play_out`. Raises PairingError if a
    round to come cannot be paired.
    """
    beliefs = update_beliefs(beliefs_of(state.players, model), state, model)
    for event in events:
        strengths = Field(beliefs.drawn(seed, event), model)
        yield play_out(state, strengths, Luck(seed, event), between)


def ways_left(state: TournamentState) -> int | None:
    """Return an upper bound on the ways the rest can go; None if there are too many."""
    count = count_endings(state)
    rules = state.parameters
    outcomes = 3 if jigo_possible(rules) else 2
    for number in range(state.played_rounds + 1, rules.scoring.rounds + 1):
        if count > MOST_LEAVES:
            break
        count *= outcomes ** (sum(player.takes_part(number) for player in state.players) // 2)
    return count if count <= MOST_LEAVES else None


def exact_forecast(state: TournamentState, *, model: Model, prizes: int) -> Forecast:
    """Return what comes of a state in every way it can go.

    Raises PairingError if a round cannot be paired.
    """
    forecast = Forecast(state, prizes, exact=True)
    for ended, chance in every_end(state, model=model):
        forecast.add(ended, chance)
    return forecast


def every_end(state: TournamentState, *, model: Model) -> Iterator[tuple[TournamentState, float]]:
    """Yield every way the event can end, with its chance.

    The chances of games are the expected ones, as far as strengths are known. Raises PairingError
    if a round cannot be paired.
    """
    beliefs = update_beliefs(beliefs_of(state.players, model), state, model)

    @cache
    def wins(black: int, white: int, advantage: float) -> float:
        return chance_of(beliefs, model, black, white, advantage)

    return _leaves(state, wins, model.jigo, 1.0)


def _leaves(
    state: TournamentState, wins: WinChance, drawn: float, chance: float
) -> Iterator[tuple[TournamentState, float]]:
    last = state.parameters.scoring.rounds
    for ended in possible_endings(state):
        here = chance * _chance(ended, state, wins, drawn)
        number = ended.played_rounds + 1
        following = with_paired_round(ended, number) if number <= last else None
        if following is None:
            yield ended, here
        elif open_games(following):
            yield from _leaves(following, wins, drawn, here)
        else:
            yield following, here


def _shares_and_prizes(state: TournamentState, prizes: int) -> tuple[dict[int, float], set[int]]:
    """Return the shares of first place, and who has a prize."""
    places = standings(state).places.tolist()
    ids = [player.id for player in state.players]
    taking = [player.final for player in state.players]
    winners = [
        player
        for player, place, final in zip(ids, places, taking, strict=True)
        if place == 1 and final
    ]
    among = {
        player
        for player, place, final in zip(ids, places, taking, strict=True)
        if place <= prizes and final
    }
    return {player: 1 / len(winners) for player in winners}, among


def _next_games(games: Iterable[Game]) -> dict[int, bool]:
    """Return whether each player won the first of their games among these; a draw is left out."""
    rounds: dict[int, int] = {}
    won: dict[int, bool] = {}
    for game in games:
        for player in game.players:
            if game.round < rounds.get(player, game.round + 1):
                rounds[player] = game.round
                won.pop(player, None)
                if game.result.outcome in (Outcome.BLACK, Outcome.WHITE):
                    by_black = game.result.outcome is Outcome.BLACK
                    won[player] = by_black == (player == game.black)
    return won


def _chance(
    ended: TournamentState, before: TournamentState, wins: WinChance, drawn: float
) -> float:
    """Return how likely it was that the open games would end so."""
    komi = before.parameters.komi
    chance = 1.0
    for game, was in zip(ended.games, before.games, strict=True):
        if was.result.known:
            continue
        jigo = drawn if Outcome.JIGO in outcomes_of(before, game) else 0.0
        if game.result.outcome is Outcome.JIGO:
            chance *= jigo
        else:
            black = wins(game.black, game.white, advantage_of(game, komi))
            chance *= (black if game.result.outcome is Outcome.BLACK else 1 - black) * (1 - jigo)
    return chance
