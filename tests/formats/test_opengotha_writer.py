"""Events of every kind are written, and what does not come back is said."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from tests.formats import strategies
from tests.formats.opengotha_files import file, game
from tests.support.catalogues import french
from tests.support.environment import times
from tournament.formats.opengotha import read_opengotha, write_opengotha
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion
from tournament.state.event import Details, Event, Extra
from tournament.state.games import Bye, Game
from tournament.state.parameters import (
    HandicapRow,
    HandicapRule,
    KomiParameters,
    Method,
    Parameters,
    ScoringParameters,
)
from tournament.state.people import Card, Player
from tournament.state.ranks import rank_text
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.teams import Team, TeamSeat
from tournament.state.wishes import Wishes

PEOPLE = tuple(
    Player(number, surname, "Jo", rank=-5, rating=1600)
    for number, surname in enumerate(("Alpha", "Beta", "Gamma", "Delta"), 1)
)


def event_of(*games: Game, **changes) -> Event:
    return Event(Details(name="Cup"), TournamentState(PEOPLE, games, **changes))


def lost(event: Event) -> str:
    return "\n".join(str(text) for text in write_opengotha(event).lost)


def carried(event: Event) -> Event:
    """Return what an OpenGotha file can carry of an event; players are numbered from 1."""
    state, parameters = event.state, event.state.parameters
    ids = {player.id: number for number, player in enumerate(state.players, 1)}
    criteria = dict.fromkeys(c for c in parameters.criteria if not TIEBREAKS[c].ours)
    weights = parameters.weights
    return replace(
        event,
        details=replace(
            event.details, rules="", clock=replace(event.details.clock, byo_yomi_periods=0)
        ),
        state=TournamentState(
            tuple(
                replace(
                    player,
                    id=ids[player.id],
                    card=replace(player.card, grade=player.card.grade or rank_text(player.rank)),
                    uncounted=frozenset(),
                )
                for player in state.players
            ),
            tuple(
                replace(
                    game,
                    black=ids[game.black],
                    white=ids[game.white],
                    komi_half=None,
                    result=Result(
                        Outcome.JIGO
                        if game.result.outcome is Outcome.NO_RESULT
                        else game.result.outcome,
                        Decided.DEFAULT if game.result.by_default else Decided.PLAY,
                    ),
                )
                for game in state.counted_games()
            ),
            tuple(Bye(bye.round, ids[bye.player]) for bye in state.byes),
            replace(
                parameters,
                criteria=tuple(criteria),
                komi=KomiParameters(parameters.komi.even_half),
                handicap=replace(parameters.handicap, table=()),
                method=Method.WEIGHTS,
                weights=replace(
                    weights, phase_1=known(weights.phase_1), phase_2=known(weights.phase_2)
                ),
            ),
        ),
        team_rules=replace(
            event.team_rules, criteria=tuple(dict.fromkeys(event.team_rules.criteria))
        ),
        extras=(),
        source="opengotha",
        notes=(),
    )


def known(phase):
    return replace(phase, extra=None) if phase.extra and TIEBREAKS[phase.extra].ours else phase


@settings(max_examples=times(50, long=150), deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies.states(), strategies.team_rules, strategies.clocks)
def test_any_event_comes_back_but_for_what_is_said(state, rules, clock):
    event = Event(
        Details("Cup & <Cup>", "c", "Łódź", "“D”\t\n", clock=clock), state, team_rules=rules
    )
    written = write_opengotha(event)
    again = read_opengotha(written.data)
    expected = carried(event)
    if any("apart only by name" in str(text) for text in written.lost):
        expected, again = without_names(expected), without_names(again)
    if any("not allowed in XML" in str(text) for text in written.lost):
        expected, again = without_groups(expected), without_groups(again)
    assert replace(again, extras=(), notes=()) == expected
    if expected.details == event.details and expected.state == event.state:
        assert written.lost == ()


def without_names(event: Event) -> Event:
    people = tuple(replace(player, first_name="") for player in event.state.players)
    return replace(event, state=replace(event.state, players=people))


def without_groups(event: Event) -> Event:
    parameters = event.state.parameters
    bare = replace(parameters, weights=replace(parameters.weights, clubs_groups=()))
    return replace(event, state=replace(event.state, parameters=bare))


@settings(max_examples=times(30, long=100), deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies.events())
def test_whatever_is_in_an_event_the_file_can_be_read(event):
    written = write_opengotha(replace(event, source="opengotha"))
    again = read_opengotha(written.data)
    assert len(again.state.players) == len(event.state.players)
    assert len(again.state.games) == len(event.state.counted_games())


def test_who_has_left_for_good_makes_no_rounds():
    gone = replace(PEOPLE[0], absent=frozenset(range(3, 100)))
    event = event_of()
    assert "rounds" not in lost(replace(event, state=replace(event.state, players=(gone,))))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            event_of(Game(1, 1, 1, 2, Result(Outcome.NO_RESULT))),
            "Games without result, written as jigo: 1.",
        ),
        (event_of(Game(1, 1, 1, 2, Result(Outcome.VOID))), "Games that do not count, left out: 1."),
        (
            event_of(Game(1, 1, 1, 2, Result(Outcome.BLACK, Decided.RULING))),
            "Games decided by the referee, written as played: 1.",
        ),
        (
            event_of(Game(1, 1, 1, 2, komi_half=3)),
            "Games with a komi of their own, which is left out: 1.",
        ),
        (event_of(Game(21, 1, 1, 2)), "There are 21 rounds and OpenGotha can have 20"),
        (event_of(byes=(Bye(1, 1), Bye(1, 2))), "Round 1 has more than one bye"),
        (event_of(wishes=Wishes(no_handicap=frozenset({1}))), "has no pairing wishes"),
        (event_of(parameters=Parameters(criteria=(Criterion.EGF_DC,))), "EGF-DC"),
        (event_of(parameters=Parameters(criteria=tuple(Criterion)[:8])), "Rating, CUSSW left out"),
        (event_of(parameters=Parameters(method=Method.MANUAL)), "another method"),
        (
            event_of(parameters=Parameters(komi=KomiParameters(13, 0))),
            "no komi for games with a handicap",
        ),
        (
            event_of(parameters=Parameters(handicap=HandicapRule(table=(HandicapRow(1, 2, 1),)))),
            "no handicap table",
        ),
        (
            event_of(parameters=Parameters(scoring=ScoringParameters(rounds=25))),
            "There are 25 rounds",
        ),
        (Event(Details(rules="french"), TournamentState(())), "the rules"),
        (
            Event(Details(), TournamentState((PEOPLE[0], replace(PEOPLE[0], id=9)))),
            "written as Alpha Jo (2)",
        ),
        (
            Event(Details(name="a\0b"), TournamentState(())),
            "Characters that are not allowed in XML",
        ),
        (
            Event(Details(), TournamentState((replace(PEOPLE[0], club="Grenoble"),))),
            "clubs to 4 letters",
        ),
        (
            Event(Details(), TournamentState((replace(PEOPLE[0], rating=3100),))),
            "limited to -900 to 2949",
        ),
        (
            Event(Details(), TournamentState(()), teams=(Team(1, "T", (TeamSeat(1, 1, 7),)),)),
            "a seat of somebody who is not a player",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_file_cannot_carry_is_said(event, sentence):
    told = lost(event)
    assert sentence in told
    assert told.count("\n") == 0
    assert all(str(text) != french(text) for text in write_opengotha(event).lost)


def test_nothing_is_lost_of_an_ordinary_event():
    event = event_of(Game(1, 1, 1, 2, Result(Outcome.WHITE), handicap=2, komi_half=1))
    assert lost(event) == ""


def test_two_players_of_one_name_keep_their_games():
    twins = tuple(Player(number, "Li", "Wei", rank=0) for number in (1, 2, 3, 4))
    games = (Game(1, 1, 1, 2), Game(1, 2, 3, 4), Game(2, 1, 1, 3))
    again = read_opengotha(write_opengotha(Event(Details(), TournamentState(twins, games))).data)
    assert again.state.games == games
    assert len({player.name for player in again.state.players}) == 4


def test_kept_parts_go_with_their_player_and_never_to_another():
    people = ['<Player name="A" shoe="43"/>', '<Player name="B" shoe="38"/>']
    event = read_opengotha(file(people))
    state = replace(event.state, players=event.state.players[1:])
    data = write_opengotha(replace(event, state=state)).data
    assert b'shoe="38"' in data
    assert b'shoe="43"' not in data


def test_kept_parts_of_another_format_are_not_written():
    extra = Extra(("Foreign",), (("a", "b"),))
    data = write_opengotha(Event(Details(), TournamentState(()), extras=(extra,), source="h9")).data
    assert b"Foreign" not in data


def test_kept_parts_cannot_break_the_file():
    extras = tuple(
        Extra(path, ((name, "\0<"),))
        for path in ((), ("a b",), ("Players", "Player[7]"), ("", "x"), ("ok", "[3]"))
        for name in ("fine", "not fine", "#text", "<")
    )
    event = Event(Details(), TournamentState(()), extras=extras, source="opengotha")
    written = write_opengotha(event)
    read_opengotha(written.data)
    assert any("names that are not allowed in XML" in str(text) for text in written.lost)


def test_the_file_has_all_that_the_program_expects():
    data = write_opengotha(event_of(Game(1, 1, 1, 2))).data.decode()
    assert data.startswith('<?xml version="1.0" encoding="UTF-8"')
    for part in (
        'dataVersion="201"',
        'whitePlayer="BETAJO"',
        'result="RESULT_UNKNOWN"',
        'participating="11111111111111111111"',
        'genMMZero="30K"',
        'paiMaSeedSystem2="SPLITANDSLIP"',
        "<DPParameterSet ",
        "<PublishParameterSet ",
        "<TeamGeneralParameterSet ",
        'komi="7.5"',
    ):
        assert part in data
    assert data.count("<PlacementCriterion ") == 12


def test_a_card_without_a_grade_is_written_with_the_rank():
    event = Event(Details(), TournamentState((replace(PEOPLE[0], card=Card()),)))
    assert b'grade="5K"' in write_opengotha(event).data


def test_a_small_file_comes_back():
    event = read_opengotha(file(games=[game(1, "ALPHAANN", "BETABO")]))
    again = read_opengotha(write_opengotha(event).data)
    assert replace(again, notes=()) == replace(event, notes=())
