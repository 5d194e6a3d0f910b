"""Tournaments of all kinds for property tests."""

from hypothesis import strategies as st

from language.messages import Message
from tournament.state.criteria import Criterion, TeamCriterion
from tournament.state.event import Clock, Details, Event, Extra, TimeSystem
from tournament.state.games import Bye, Game
from tournament.state.parameters import (
    Basis,
    ClubsGroup,
    DrawFrom,
    HandicapRow,
    HandicapRule,
    KomiParameters,
    Method,
    Parameters,
    ScoringParameters,
    Seeding,
    SeedPhase,
    Weights,
)
from tournament.state.people import Card, Player
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.teams import Team, TeamRules, TeamSeat
from tournament.state.wishes import Wishes

any_text = st.text(max_size=12)
letters = st.text("abcdefzABCXYZéàüßøŁłőİ-'", min_size=1, max_size=9).filter(
    lambda text: any(char.isalpha() for char in text) and text[0].isalpha()
)
halves = st.integers(-40, 40)
small = st.integers(0, 10**12)


@st.composite
def players(draw, number: int, rounds: int, text=letters):
    absent = draw(st.frozensets(st.integers(1, max(1, rounds)), max_size=rounds))
    return Player(
        id=number,
        surname=draw(text),
        first_name=draw(text),
        rank=draw(st.integers(-30, 8)),
        rating=draw(st.integers(-900, 2949)),
        country=draw(st.sampled_from(["", "FR", "DE", "PL"])),
        club=draw(st.sampled_from(["", "38Gr", "Wars", "B"])),
        final=draw(st.booleans()),
        absent=absent,
        uncounted=absent & draw(st.frozensets(st.integers(1, max(1, rounds)), max_size=rounds)),
        smms_correction=draw(st.integers(-2, 2)),
        card=draw(
            st.builds(
                Card,
                grade=st.sampled_from(["", "2P", "5K"]),
                rating_origin=st.sampled_from(["", "MAN", "EGF : 2100"]),
                egf_pin=st.sampled_from(["", f"1{number:07}"]),
                ffg_licence=st.sampled_from(["", f"9{number:06}"]),
                ffg_licence_status=st.sampled_from(["", "L", "-"]),
                aga_id=st.sampled_from(["", str(number)]),
                aga_expiration_date=st.sampled_from(["", "7/2/2008"]),
            )
        ),
    )


@st.composite
def results(draw, outcomes=tuple(Outcome)):
    outcome = draw(st.sampled_from(outcomes))
    kinds = [Decided.PLAY] if outcome is Outcome.UNKNOWN else list(Decided)
    return Result(outcome, draw(st.sampled_from(kinds)))


@st.composite
def played(draw, ids: list[int], rounds: int, result=None):
    games: list[Game] = []
    byes: list[Bye] = []
    for number in range(1, rounds + 1):
        order = draw(st.permutations(ids))
        count = draw(st.integers(0, len(ids) // 2))
        for table in range(1, count + 1):
            black, white = order[2 * table - 2 : 2 * table]
            games.append(
                Game(
                    round=number,
                    table=table,
                    black=black,
                    white=white,
                    result=draw(result if result is not None else results()),
                    handicap=draw(st.integers(0, 9)),
                    komi_half=draw(st.none() | halves),
                    colours_known=draw(st.booleans()),
                )
            )
        if len(order) > 2 * count and draw(st.booleans()):
            byes.append(Bye(number, order[-1]))
    return tuple(games), tuple(byes)


categories = st.lists(st.integers(-30, 8), max_size=3).map(tuple)
scorings = st.builds(
    ScoringParameters,
    rounds=st.integers(1, 20),
    floor=st.integers(-30, -1),
    bar=st.integers(0, 8),
    categories=categories,
    absent_nbw=st.integers(0, 2),
    absent_mms=st.integers(0, 2),
    bye_nbw=st.integers(0, 2),
    bye_mms=st.integers(0, 2),
    round_down=st.booleans(),
    unplayed_as_half_point=st.booleans(),
)
phases = st.builds(
    SeedPhase, st.sampled_from(Seeding), st.none() | st.sampled_from(list(Criterion))
)
weights = st.builds(
    Weights,
    nx1_factor=st.floats(-10, 10),
    rematch=small,
    deterministic=st.booleans(),
    upper_mode=st.sampled_from(DrawFrom),
    phase_1=phases,
    phase_2=phases,
    clubs_groups=st.lists(
        st.builds(ClubsGroup, any_text, st.frozensets(any_text, max_size=3)), max_size=2
    ).map(tuple),
)
all_parameters = st.builds(
    Parameters,
    scoring=scorings,
    criteria=st.lists(st.sampled_from(list(Criterion)), max_size=6).map(tuple),
    handicap=st.builds(
        HandicapRule,
        basis=st.sampled_from(Basis),
        threshold=st.integers(-30, 8),
        correction=st.integers(-1, 3),
        ceiling=st.integers(0, 9),
        table=st.lists(
            st.builds(HandicapRow, st.integers(0, 9), st.integers(0, 9), halves), max_size=2
        ).map(tuple),
    ),
    komi=st.builds(KomiParameters, even_half=halves, handicap_half=halves),
    weights=weights,
    method=st.sampled_from(Method),
)
clocks = st.builds(
    Clock,
    basic_minutes=st.integers(0, 600),
    system=st.sampled_from(TimeSystem),
    byo_yomi_seconds=st.integers(0, 600),
    byo_yomi_periods=st.integers(0, 9),
    canadian_moves=st.integers(0, 50),
    canadian_seconds=st.integers(0, 900),
    fischer_seconds=st.integers(0, 60),
)


@st.composite
def wishes(draw, ids: list[int]):
    groups = st.frozensets(st.sampled_from(ids), max_size=3) if ids else st.just(frozenset())
    return Wishes(
        forbidden=draw(st.frozensets(groups, max_size=3)),
        families=tuple(draw(st.lists(groups, max_size=2))),
        teams=tuple(draw(st.lists(groups, max_size=2))),
        locals_=draw(groups),
        no_handicap=draw(groups),
        family_weight=draw(small),
    )


@st.composite
def states(draw, text=letters, result=None, parameters=all_parameters, most: int = 7):
    rounds = draw(st.integers(0, 4))
    ids = draw(st.lists(st.integers(1, 10**6), unique=True, max_size=most))
    people = tuple(draw(players(number, rounds, text)) for number in ids)
    games, byes = draw(played(ids, rounds, result))
    return TournamentState(people, games, byes, draw(parameters), draw(wishes(ids)))


seats = st.builds(TeamSeat, st.integers(1, 9), st.integers(1, 9), st.integers(1, 99))
teams = st.builds(Team, st.integers(1, 99), any_text, st.lists(seats, max_size=3).map(tuple))
team_rules = st.builds(
    TeamRules, st.integers(1, 9), st.lists(st.sampled_from(TeamCriterion), max_size=4).map(tuple)
)
extras = st.builds(
    Extra,
    st.lists(any_text, max_size=3).map(tuple),
    st.lists(st.tuples(any_text, any_text), max_size=3).map(tuple),
)


@st.composite
def events(draw, text=any_text, result=None):
    return Event(
        details=draw(
            st.builds(
                Details,
                name=any_text,
                short_name=any_text,
                location=any_text,
                director=any_text,
                begins_on=st.sampled_from(["", "2026-11-21"]),
                ends_on=st.sampled_from(["", "2026-11-22"]),
                board_size=st.integers(5, 19),
                clock=clocks,
                internet=st.booleans(),
                rules=st.sampled_from(["", "french"]),
            )
        ),
        state=draw(states(text, result)),
        teams=draw(st.lists(teams, max_size=2).map(tuple)),
        team_rules=draw(team_rules),
        extras=draw(st.lists(extras, max_size=2).map(tuple)),
        source=draw(any_text),
        notes=tuple(draw(st.lists(any_text.map(Message), max_size=2))),
    )
