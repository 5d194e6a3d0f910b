"""Who may still win an event that is running: exactly where little is left, else by playing on.

Strengths are those that ratings and results so far tell (:mod:`tournament.simulation.learning`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property

from tournament.simulation.figures import NOTHING, Figure, share_of
from tournament.simulation.learning import learned
from tournament.simulation.must import Ending, Must, what_must_happen
from tournament.simulation.outcomes import endings, open_games, outcomes_of, seat_of, ways
from tournament.simulation.playing import Field, Luck, jigo_possible, paired, played_out
from tournament.simulation.strength import Model, advantage_of, beliefs_of, chance_of
from tournament.standings.table import standings
from tournament.state.games import Game
from tournament.state.results import Outcome
from tournament.state.state import TournamentState

MOST_LEAVES = 2048
"""Ways in which what is left can go, all of which are looked at; beyond it is played at random."""

WinChance = Callable[[int, int, float], float]
"""Black's chance against White with an advantage; players are ids."""


@dataclass(slots=True)
class Tally:
    """What came of a player in many events.

    ``first`` are shares of first place, ``prize`` how often they were among the prizes. ``won`` and
    ``lost`` are how often their next game ended so, the other two the shares of first place then.
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

    ``exact`` says that every way was looked at: the intervals have no width then, and ``must`` says
    what has to happen for somebody to win. Of who shares a place that ends within the prizes, each
    counts as in; who shares first place has a share of it. ``if_won`` and ``if_lost`` are the
    chances to win after the player's next game, from no event where there is none.
    """

    win: Mapping[int, Figure]
    prize: Mapping[int, Figure]
    exact: bool
    prizes: int
    if_won: Mapping[int, Figure]
    if_lost: Mapping[int, Figure]
    must: Mapping[int, Must]


@dataclass
class Forecast:
    """What came of a state in the ``events`` that were played on from it, or in all its ways.

    ``tallies`` are by player id. One that is kept can be gone on with.
    """

    state: TournamentState
    prizes: int
    exact: bool = False
    events: int = 0
    tallies: dict[int, Tally] = field(default_factory=dict)
    endings: list[Ending] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin with nothing for whoever has nothing yet."""
        for player in self.state.players:
            self.tallies.setdefault(player.id, Tally())

    def add(self, ended: TournamentState, chance: float = 1.0) -> None:
        """Count an event that came to its end, with its weight where not all are alike."""
        first, among = _placed(ended, self.prizes)
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
    must: Mapping[int, Must],
) -> Odds:
    """Return the chances that follow from tallies, of so many events or of all ways."""

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
    """Return the odds after the results that a state has.

    Raises PairingError where a round to come cannot be paired.
    """
    if ways_left(state) is not None:
        return exact_forecast(state, model=model, prizes=prizes).odds()
    forecast = Forecast(state, prizes)
    for ended in played_on(state, model=model, events=range(events), seed=seed):
        forecast.add(ended)
    return forecast.odds()


def played_on(
    state: TournamentState,
    *,
    model: Model,
    events: Iterable[int],
    seed: int = 0,
    between: Callable[[], None] = lambda: None,
) -> Iterator[TournamentState]:
    """Yield the ends of events played on from a state, each the same for its number and seed.

    ``between`` as in :func:`~tournament.simulation.playing.played_out`. Raises PairingError where a
    round to come cannot be paired.
    """
    beliefs = learned(beliefs_of(state.players, model), state, model)
    for event in events:
        strengths = Field(beliefs.drawn(seed, event), model)
        yield played_out(state, strengths, Luck(seed, event), between)


def ways_left(state: TournamentState) -> int | None:
    """Return in how many ways, at most, what is left can go; None where these are too many."""
    count = ways(state)
    rules = state.parameters
    outcomes = 3 if jigo_possible(rules) else 2
    for number in range(state.played_rounds + 1, rules.scoring.rounds + 1):
        if count > MOST_LEAVES:
            break
        count *= outcomes ** (sum(player.takes_part(number) for player in state.players) // 2)
    return count if count <= MOST_LEAVES else None


def exact_forecast(state: TournamentState, *, model: Model, prizes: int) -> Forecast:
    """Return what comes of a state in every way in which it can go.

    Raises PairingError where a round cannot be paired.
    """
    forecast = Forecast(state, prizes, exact=True)
    for ended, chance in every_end(state, model=model):
        forecast.add(ended, chance)
    return forecast


def every_end(state: TournamentState, *, model: Model) -> Iterator[tuple[TournamentState, float]]:
    """Yield every way in which the event can end, with its chance.

    Chances of games are those that are expected of them, as far as strengths are known. Raises
    PairingError where a round cannot be paired.
    """
    beliefs = learned(beliefs_of(state.players, model), state, model)

    @cache
    def wins(black: int, white: int, advantage: float) -> float:
        return chance_of(beliefs, model, black, white, advantage)

    return _leaves(state, wins, model.jigo, 1.0)


def _leaves(
    state: TournamentState, wins: WinChance, drawn: float, chance: float
) -> Iterator[tuple[TournamentState, float]]:
    last = state.parameters.scoring.rounds
    for ended in endings(state):
        here = chance * _chance(ended, state, wins, drawn)
        number = ended.played_rounds + 1
        following = paired(ended, number) if number <= last else None
        if following is None:
            yield ended, here
        elif open_games(following):
            yield from _leaves(following, wins, drawn, here)
        else:
            yield following, here


def _placed(state: TournamentState, prizes: int) -> tuple[dict[int, float], set[int]]:
    """Return the shares of first place, and who is within the prizes."""
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
    """Return of everybody whether they won the first of these games they have, unless drawn."""
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
    """Return how likely it is that the open games ended so."""
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
