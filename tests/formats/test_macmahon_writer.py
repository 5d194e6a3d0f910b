"""Events of every kind are written for MacMahon, and what does not come back is said."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings

from tests.formats import strategies
from tests.support.environment import times
from tests.support.shared import require_shared
from tournament.formats.macmahon import read_macmahon
from tournament.formats.macmahon_writer import write_macmahon
from tournament.formats.recognise import Format, recognise_format
from tournament.state.criteria import Criterion
from tournament.state.event import Details, Event
from tournament.state.games import Bye, Game
from tournament.state.parameters import Basis, HandicapRule, Parameters, ScoringParameters
from tournament.state.people import Card, Player
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

PEOPLE = (
    Player(1, "Alpha", "Jo", 8, 2700, "FR", "Paris", card=Card(grade="2P", egf_pin="10000001")),
    Player(2, "Beta", "Jo", -5, 1600, absent=frozenset({1, 3}), card=Card(grade="5K")),
    Player(3, "Gamma & Co", "<Jo>", 0, 2100, final=False, card=Card(grade="1D")),
    Player(4, "Delta", "Jo", 1, 2200, smms_correction=1, card=Card(grade="2D")),
)
PARAMETERS = Parameters(
    scoring=ScoringParameters(rounds=4, floor=-20, bar=3, round_down=False),
    criteria=(Criterion.MMS, Criterion.SOSM, Criterion.SOSOSM),
    handicap=HandicapRule(Basis.RANK, threshold=-3, correction=2, ceiling=7),
)


def again(event: Event) -> Event:
    return read_macmahon(write_macmahon(event).data)


def told(event: Event) -> str:
    return "\n".join(map(str, write_macmahon(event).lost))


def test_what_macmahon_knows_comes_back():
    games = tuple(
        Game(number, number, 1, 2, Result(outcome), handicap=number)
        for number, outcome in enumerate(
            (Outcome.BLACK, Outcome.WHITE, Outcome.JIGO, Outcome.BOTH_LOSE, Outcome.BOTH_WIN), 1
        )
    )
    more = (
        Game(6, 1, 1, 2),
        Game(7, 1, 2, 1, Result(Outcome.WHITE, Decided.DEFAULT)),
    )
    state = TournamentState(PEOPLE, games + more, (Bye(1, 3), Bye(2, 4)), PARAMETERS)
    event = Event(Details(name="Cup & <Open>", board_size=13), state)
    found = again(event)
    assert recognise_format(write_macmahon(event).data) is Format.MACMAHON
    assert (found.details.name, found.details.board_size) == ("Cup & <Open>", 13)
    assert found.state.players == PEOPLE
    assert found.state.games == games + more
    assert found.state.byes == state.byes
    parameters = found.state.parameters
    assert parameters.scoring == PARAMETERS.scoring
    assert parameters.criteria == PARAMETERS.criteria
    assert parameters.handicap == PARAMETERS.handicap


def test_wins_stay_wins():
    criteria = (Criterion.NBW, Criterion.SOSW, Criterion.SODOSW)
    parameters = replace(PARAMETERS, criteria=criteria)
    state = TournamentState(PEOPLE, parameters=parameters)
    assert again(Event(Details(), state)).state.parameters.criteria == criteria


def test_the_sample_is_the_same_again():
    sample = read_macmahon(require_shared("pairing/opengotha/macmahon39-sample.xml").read_bytes())
    found = again(sample)
    assert (found.details, found.state) == (sample.details, sample.state)


def test_what_has_no_place_is_said():
    games = (
        Game(1, 1, 1, 2, Result(Outcome.VOID)),
        Game(1, 2, 3, 4, Result(Outcome.NO_RESULT)),
        Game(2, 1, 1, 2, Result(Outcome.BLACK, Decided.RULING), komi_half=3),
    )
    criteria = (Criterion.MMS, Criterion.EGF_DC, Criterion.SOSM)
    state = TournamentState(PEOPLE, games, (), replace(PARAMETERS, criteria=criteria))
    event = Event(Details(name="Cup", country="FR", begins_on="2026-11-21", rules="french"), state)
    words = told(event)
    for lost in ("void", "no result", "referee", "komi", "the country", "the dates", "the rules"):
        assert lost in words, lost
    assert Criterion.EGF_DC.value in words
    found = again(event)
    assert [game.result for game in found.state.games] == [
        Result(Outcome.JIGO),
        Result(Outcome.BLACK),
    ]
    assert found.state.parameters.criteria == (Criterion.MMS, Criterion.SOSM)


@settings(max_examples=times(40, long=400), suppress_health_check=[HealthCheck.too_slow])
@given(strategies.events(text=strategies.letters))
def test_whatever_is_written_is_read(event: Event):
    found = again(event).state
    numbers = {player.id: number for number, player in enumerate(event.state.players, 1)}
    assert [player.name for player in found.players] == [
        player.name for player in event.state.players
    ]
    assert [player.rank for player in found.players] == [
        player.rank for player in event.state.players
    ]
    counted = [game for game in event.state.games if game.result.outcome is not Outcome.VOID]
    assert {(game.round, *game.players, game.handicap) for game in found.games} == {
        (game.round, *(numbers[player] for player in game.players), game.handicap)
        for game in counted
    }
