"""The report for the American rating system."""

from collections import Counter

import pytest
from hypothesis import given, settings

from tests.formats.fuzz import survives
from tests.formats.strategies import results, states
from tests.support.environment import times
from tests.support.shared import require_shared
from tournament.formats.aga import read_aga, write_aga
from tournament.formats.errors import FormatError
from tournament.formats.opengotha.reader import read_opengotha
from tournament.state.event import Details, Event
from tournament.state.games import Bye, Game
from tournament.state.people import Card, Player
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

BLACK, WHITE = Result(Outcome.BLACK), Result(Outcome.WHITE)
PEOPLE = (
    Player(1, "Doe", "Jane", 2, card=Card(aga_id="99998")),
    Player(2, "Roe", "Rick", -5),
    Player(3, "Noe", "Kim", 0, card=Card(aga_id="77")),
    Player(4, "Poe", "Al", 0, card=Card(aga_id="77")),
    Player(5, "Loe", "Ed", 0),
)


def report(*games: Game, byes: tuple[Bye, ...] = ()) -> tuple[str, list[str]]:
    details = Details("Open", location="Boston, MA", begins_on="2026-11-21", ends_on="2026-11-22")
    written = write_aga(Event(details, TournamentState(PEOPLE, games, byes)))
    return written.data.decode(), [str(text) for text in written.lost]


def test_a_report():
    text, lost = report(
        Game(1, 1, 2, 1, WHITE, handicap=5),
        Game(1, 2, 3, 4, BLACK, handicap=1),
        Game(2, 1, 1, 3, komi_half=13),
    )
    assert text.splitlines() == [
        *("TOURNEY Open, Boston, MA", "start=11/21/2026", "finish=11/22/2026", "rules=AGA", ""),
        *("PLAYERS", "99998\tDoe, Jane\t3D", "99999\tRoe, Rick\t5K", "77\tNoe, Kim\t1D"),
        *("99997\tPoe, Al\t1D", "", "GAMES 1", "99998\t99999\tW\t5\t0"),
        *("99997\t77\tB\t0\t0", "", "GAMES 2", "77\t99998\t?\t0\t6", "", "END"),
    ]
    told = "\n".join(lost)
    for sentence in (
        "1 player without a game in the report is left out: Loe Ed.",
        "Poe Al has the same AGA number (77) as another player",
        "AGA numbers that look made up or are not valid: Doe Jane.",
        "The place contains a comma",
        "1 game is not done",
        "These details of players are left out: ratings.",
        "table numbers",
        "6 is 6.5",
        "made-up",
    ):
        assert sentence in told
    assert len(lost) == len(set(lost)) == 9


@pytest.mark.parametrize(
    "result",
    [
        *(Result(Outcome.JIGO), Result(Outcome.BOTH_WIN), Result(Outcome.BOTH_LOSE)),
        *(Result(Outcome.NO_RESULT), Result(Outcome.VOID), Result(Outcome.WHITE, Decided.DEFAULT)),
    ],
)
def test_what_the_report_has_no_word_for_is_left_out_and_told(result: Result):
    text, lost = report(Game(1, 1, 1, 2, result), byes=(Bye(1, 3),))
    assert "Doe" not in text
    assert "1 bye is left out: the report lists only games." in lost
    assert "Roe Rick against Doe Jane" in lost[0]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Game(1, 1, 2, 1, WHITE), None),
        (Game(1, 1, 2, 1, WHITE, komi_half=13), None),
        (Game(1, 1, 2, 1, WHITE, handicap=3), None),
        (Game(1, 1, 2, 1, WHITE, handicap=1), None),
        (Game(1, 1, 2, 1, WHITE, komi_half=1), "1 even game without komi looks the same"),
        (Game(1, 1, 2, 1, WHITE, komi_half=0), "1 even game without komi looks the same"),
        (Game(1, 1, 2, 1, WHITE, komi_half=14), "The komi of 1 game is rounded"),
        (Game(1, 1, 2, 1, WHITE, handicap=3, komi_half=0), "The komi of 1 game is rounded"),
    ],
)
def test_komi_that_comes_back_otherwise_is_told(game: Game, told: str | None):
    event = Event(Details("Open"), TournamentState(PEOPLE, (game,)))
    written = write_aga(event)
    lost = [str(text) for text in written.lost]
    assert [text for text in lost if told and text.startswith(told)] or not told
    (found,) = read_aga(written.data).state.games
    same = found.handicap == game.handicap and not any("komi" in text for text in lost)
    assert same == (told is None)


@pytest.mark.parametrize(("surname", "written"), [("Aki", "Aki"), ("de la Cruz", "de la Cruz,")])
def test_a_name_without_a_first_name_comes_back(surname: str, written: str):
    people = (Player(1, surname, "", 0), PEOPLE[1])
    data = write_aga(Event(Details("Open"), TournamentState(people, (Game(1, 1, 1, 2),)))).data
    assert f"\t{written}\t" in data.decode()
    player = read_aga(data).state.players[0]
    assert (player.surname, player.first_name) == (surname, "")


@pytest.mark.parametrize("name", ["Open, Paris", "Open", "A, B, C"])
@pytest.mark.parametrize("place", ["", "Lyon"])
def test_a_name_with_a_comma_comes_back(name: str, place: str):
    details = Details(name, location=place)
    data = write_aga(Event(details, TournamentState(PEOPLE, (Game(1, 1, 1, 2),)))).data
    assert read_aga(data).details.name == name
    assert read_aga(data).details.location == place


def games_of(event: Event) -> Counter:
    names = {player.id: (player.surname, player.first_name) for player in event.state.players}
    return Counter(
        (game.round, names[game.black], names[game.white], game.result.outcome, game.handicap)
        for game in event.state.games
        if game.result.meaning.aga and not game.result.by_default
    )


@given(states(result=results((Outcome.BLACK, Outcome.WHITE, Outcome.UNKNOWN, Outcome.JIGO))))
@settings(max_examples=times(20, long=60), deadline=None)
def test_games_come_back(state: TournamentState):
    event = Event(Details(name="x"), state)
    wanted = games_of(event)
    if not wanted:
        return
    found = games_of(read_aga(write_aga(event).data))
    even = [game for game in state.games if not game.handicap]
    whole = [g.komi_half if g.komi_half is not None else 15 for g in even]
    if all(half > 1 or half < -1 for half in (*whole, state.parameters.komi.even_half)):
        assert found == wanted


@pytest.mark.parametrize("name", ["frioul-2018.xml", "notsimplemm.xml", "simpleswiss.xml"])
def test_real_tournaments_come_back(name: str):
    event = read_opengotha(require_shared(f"pairing/opengotha/{name}").read_bytes())
    assert games_of(read_aga(write_aga(event).data)) == games_of(event)


REPORT = (
    "TOURNEY Open, Boston, MA\n\tstart=11/21/2026\n\tfinish=11/22/2026\n\trules=AGA\n\n"
    "PLAYERS\n123 Doe, Jane 3.5\n456 Roe, Rick  5k\n\nGAMES 1 (w b winner handi komi)\n"
    "123 456 W 5 0\n\nGAMES 2\n456 123 b 0 7\nEND\nwhatever\n"
)


def test_a_report_by_hand():
    event = read_aga(REPORT.encode())
    assert (event.details.name, event.details.location) == ("Open, Boston", "MA")
    assert (event.details.begins_on, event.details.rules) == ("2026-11-21", "aga")
    assert [player.rank for player in event.state.players] == [2, -5]
    assert [game.komi_half for game in event.state.games] == [None, None]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("123 456 W 5 0", "123 456 X 5 0", "bad_line", 11),
        ("123 456 W 5 0", "124 456 W 5 0", "unknown_player", 11),
        ("123 456 W 5 0", "123 123 W 5 0", "same_player", None),
        ("456 Roe", "123 Roe", "bad_line", 8),
        ("Rick  5k", "Rick  strong", "bad_line", 8),
        ("GAMES 2", "GAMES 0", "bad_line", 13),
        ("GAMES 2", "GAMES 1", "player_busy", None),
        ("PLAYERS", "PEOPLE", "bad_line", 6),
        ("TOURNEY", "END", "no_players", None),
    ],
)
def test_what_is_wrong_is_told(old: str, new: str, code: str, line: int | None):
    text = REPORT.replace(old, new)
    if code == "no_players":
        text = f"END\n{text}"
    with pytest.raises(FormatError) as caught:
        read_aga(text.encode())
    assert (caught.value.code, caught.value.line) == (code, line)


def test_damaged_reports_are_read_or_refused():
    assert survives(read_aga, REPORT.encode(), 500)
