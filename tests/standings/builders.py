"""Small tournaments for the tests of the standings."""

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import strategies as st

from tournament.state.criteria import Criterion
from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters, ScoringParameters
from tournament.state.people import Player
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

BLACK, WHITE, JIGO = Result(Outcome.BLACK), Result(Outcome.WHITE), Result(Outcome.JIGO)


def player(number: int, rank: int = 0, **more: object) -> Player:
    """A player whose name sorts as the number does."""
    return Player(number, f"Name{number:03d}", "First", rank, 2100 + 100 * rank, **more)  # type: ignore[arg-type]


def state_of(
    count: int,
    games: Iterable[Game] = (),
    byes: Iterable[Bye] = (),
    criteria: Iterable[Criterion] = (Criterion.NBW,),
    **scoring: object,
) -> TournamentState:
    """A tournament of players 1, 2 ... of equal rank."""
    return TournamentState(
        tuple(player(number) for number in range(1, count + 1)),
        tuple(games),
        tuple(byes),
        Parameters(scoring=ScoringParameters(**scoring), criteria=tuple(criteria)),  # type: ignore[arg-type]
    )


def wins(*pairs: tuple[int, int], decided: Decided = Decided.PLAY) -> list[Game]:
    """Games that the first of each pair wins, each in a round of its own."""
    result = Result(Outcome.BLACK, decided)
    return [Game(number, 1, one, other, result) for number, (one, other) in enumerate(pairs, 1)]


def results() -> st.SearchStrategy[Result]:
    return st.builds(
        Result,
        st.sampled_from([Outcome.BLACK, Outcome.WHITE] * 4 + list(Outcome)),
        st.sampled_from([Decided.PLAY] * 4 + list(Decided)),
    )


def scorings() -> st.SearchStrategy[ScoringParameters]:
    half_points = st.integers(0, 3)
    return st.builds(
        ScoringParameters,
        rounds=st.integers(1, 6),
        floor=st.integers(-20, -5),
        bar=st.integers(-3, 4),
        categories=st.sampled_from([(), (0,), (1, -4)]),
        absent_nbw=half_points,
        absent_mms=half_points,
        bye_nbw=half_points,
        bye_mms=half_points,
        round_down=st.booleans(),
        unplayed_as_half_point=st.booleans(),
    )


@st.composite
def states(draw: st.DrawFn, most: int = 8, rounds: int = 6) -> TournamentState:
    """A tournament with any pairs, results, absences, byes, scoring and criteria."""
    count = draw(st.integers(0, most))
    players = tuple(
        replace(
            player(number, draw(st.integers(-12, 5))),
            surname=draw(st.sampled_from(["Ax", "Äx", "Bx", "\U0001f600x", "\uffe0x"])),
            final=draw(st.booleans()),
            absent=draw(st.frozensets(st.integers(1, rounds), max_size=3)),
            uncounted=draw(st.frozensets(st.integers(1, rounds), max_size=2)),
            smms_correction=draw(st.integers(-1, 1)),
        )
        for number in range(1, count + 1)
    )
    games: list[Game] = []
    byes: list[Bye] = []
    ids = [one.id for one in players]
    for number in range(1, draw(st.integers(0, rounds)) + 1):
        order = draw(st.permutations(ids))
        paired = draw(st.integers(0, count // 2))
        for table in range(paired):
            black, white = order[2 * table], order[2 * table + 1]
            handicap = draw(st.sampled_from([0, 0, 1, 4]))
            games.append(Game(number, table + 1, black, white, draw(results()), handicap))
        if 2 * paired < count and draw(st.booleans()):
            byes.append(Bye(number, order[2 * paired]))
    criteria = draw(
        st.lists(
            st.sampled_from([*Criterion, *[Criterion.DC, Criterion.SDC, Criterion.EGF_DC] * 4]),
            max_size=5,
            unique=True,
        )
    )
    parameters = Parameters(scoring=draw(scorings()), criteria=tuple(criteria))
    return TournamentState(players, tuple(games), tuple(byes), parameters)
