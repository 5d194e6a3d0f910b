"""Standings, pairings and the cross table for spreadsheets and programs."""

import csv
import io
import json

import pytest
from hypothesis import given, settings

from tests.formats.strategies import states
from tests.support.catalogues import catalogue
from tournament.formats.spreadsheets import (
    crosstable_csv,
    pairings_csv,
    pairings_json,
    standings_csv,
    standings_json,
)
from tournament.formats.standing import scale_of, score_text
from tournament.state.criteria import Criterion
from tournament.state.event import Details, Event
from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters
from tournament.state.people import Player
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

EVENT = Event(
    Details("Open"),
    TournamentState(
        (
            Player(71, "Doe", "Zoé", 0, country="FR", club="38Gr"),
            Player(72, "=HYPERLINK(1)", "@x", 0, club="+1"),
            Player(73, "Roe", "-", -1),
        ),
        (
            Game(1, 1, 72, 71, Result(Outcome.JIGO)),
            Game(2, 1, 73, 71, Result(Outcome.WHITE, Decided.DEFAULT), handicap=1),
        ),
        (Bye(1, 73),),
        Parameters(criteria=(Criterion.MMS, Criterion.SOSM, Criterion.RATING)),
    ),
)


def rows(data: bytes) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_standings_for_people():
    table = rows(standings_csv(EVENT).data)
    assert table[0][:6] == ["Place", "Surname", "First name", "Rank", "Country", "Club"]
    assert table[0][6:] == ["MMS", "SOSM", "Rating"]
    assert table[1] == ["1", "Doe", "Zoé", "1D", "FR", "38Gr", "31.5", table[1][7], "0"]
    dangerous = next(row for row in table if "HYPERLINK" in row[1])
    assert dangerous[1:3] == ["'=HYPERLINK(1)", "'@x"]
    assert dangerous[5] == "+1"
    assert rows(standings_csv(EVENT, catalogue=catalogue("fr")).data)[0][1] == "Nom"


def test_standings_for_programs():
    data = json.loads(standings_json(EVENT, after=1).data)
    assert data["after_round"] == 1
    assert data["criteria"][0] == {"name": "MMS", "scale": 2}
    assert data["criteria"][2] == {"name": "Rating", "scale": 1}
    first = data["rows"][0]
    assert set(first) == {"place", "surname", "first_name", "rank", "country", "club", "scores"}
    assert {type(value) for value in first["scores"].values()} == {int}
    by_name = {row["surname"]: row for row in data["rows"]}
    assert by_name["Doe"]["scores"]["MMS"] == 61
    assert by_name["Roe"]["scores"]["MMS"] == 60


def test_pairings():
    table = rows(pairings_csv(EVENT, 1).data)
    assert table[1] == ["1", "Doe Zoé", "1D", "'=HYPERLINK(1) @x", "1D", "0", "7.5", "jigo"]
    assert table[2] == ["", "Roe -", "1K", "", "", "", "", "bye"]
    table = rows(pairings_csv(EVENT, 2, catalogue("fr")).data)
    assert table[1][5:] == ["1", "0.5", "Blanc gagne par défaut"]
    data = json.loads(pairings_json(EVENT, 2).data)
    (game,) = data["games"]
    assert (game["komi"], data["komi_scale"], game["handicap"]) == (1, 2, 1)
    assert (game["outcome"], game["decided"]) == ("white", "default")
    assert game["white"]["surname"] == "Doe"
    assert json.loads(pairings_json(EVENT, 1).data)["byes"][0]["surname"] == "Roe"


def test_the_cross_table():
    table = rows(crosstable_csv(EVENT).data)
    assert table[0][6:8] == ["R1", "R2"]
    by_name = {row[2]: row for row in table[1:]}
    numbers = {name: row[0] for name, row in by_name.items()}
    doe, roe = by_name["Doe Zoé"], by_name["Roe -"]
    assert doe[6:8] == [f"{numbers[chr(39) + '=HYPERLINK(1) @x']}=/w0", f"{numbers['Roe -']}+!w1"]
    assert roe[6] == "0+"
    assert sorted(numbers.values()) == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("criterion", "value", "text"),
    [
        *((Criterion.MMS, 63, "31.5"), (Criterion.MMS, 62, "31"), (Criterion.NBW, -1, "-0.5")),
        *((Criterion.SODOSM, 7, "1.75"), (Criterion.SODOSW, 6, "1.5"), (Criterion.RATING, 7, "7")),
    ],
)
def test_scores_are_decimals(criterion: Criterion, value: int, text: str):
    assert score_text(criterion, value) == text
    assert float(text) * scale_of(criterion) == value


@given(states())
@settings(max_examples=40, deadline=None)
def test_tables_of_any_tournament(state: TournamentState):
    event = Event(Details(), state)
    assert len(rows(standings_csv(event).data)) == len(state.players) + 1
    assert len(rows(crosstable_csv(event).data)) == len(state.players) + 1
    assert len(json.loads(standings_json(event).data)["rows"]) == len(state.players)
    for number in range(1, state.played_rounds + 1):
        games = [game for game in state.games if game.round == number]
        assert len(json.loads(pairings_json(event, number).data)["games"]) == len(games)
