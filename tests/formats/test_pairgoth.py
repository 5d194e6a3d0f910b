"""Files of pairgoth: the form rebuilt, what is kept of it, and what is refused."""

import copy
import json
from typing import Any

import pytest

from tournament.formats.errors import FormatError
from tournament.formats.pairgoth import read_pairgoth
from tournament.formats.recognise import Format, read_any, recognise_format
from tournament.state.criteria import Criterion
from tournament.state.event import TimeSystem
from tournament.state.games import Bye
from tournament.state.parameters import Basis, DrawFrom, Method, Seeding, System
from tournament.state.results import Outcome

FILE: dict[str, Any] = {
    "id": 71,
    "type": "INDIVIDUAL",
    "name": "Open",
    "shortName": "20260727-open",
    "startDate": "2026-07-27",
    "endDate": "2026-08-01",
    "director": "",
    "country": "fr",
    "location": "Ville",
    "online": False,
    "komi": 6.5,
    "rules": "JAPANESE",
    "gobanSize": 19,
    "timeSystem": {"type": "FISCHER", "mainTime": 3600, "increment": 30, "maxTime": 5400},
    "rounds": 5,
    "pairing": {
        "type": "MAC_MAHON",
        "base": {"nx1": 0.5, "dupWeight": 5.0e14, "random": 0.0, "colorBalanceWeight": 1000000.0},
        "main": {
            "catWeight": 0.0,
            "scoreWeight": 1.0e11,
            "upDownWeight": 1.0e8,
            "upDownCompensate": True,
            "upDownLowerMode": "BOTTOM",
            "upDownUpperMode": "TOP",
            "maximizeSeeding": 5000000.0,
            "firstSeedLastRound": 2,
            "firstSeed": "SPLIT_AND_RANDOM",
            "secondSeed": "SPLIT_AND_FOLD",
            "firstSeedAddCrit": "RATING",
            "secondSeedAddCrit": "NONE",
            "mmsValueAbsent": 0.5,
            "roundDownScore": True,
            "sosValueAbsentUseBase": True,
        },
        "secondary": {"barThreshold": True, "rankThreshold": 0, "winsThreshold": False},
        "geo": {"weight": 1.0e11, "mmsDiffCountry": 1, "mmsDiffClubGroup": 2, "mmsDiffClub": 3},
        "handicap": {
            "weight": 0.0, "useMMS": True, "threshold": -30, "correction": 1, "ceiling": 9,
        },
        "placement": ["MMS", "SOSM", "SOSOSM"],
        "mmFloor": -20,
        "mmBar": 3,
    },
    "tablesExclusion": ["3-4"],
    "players": [
        {
            "id": 12, "name": "Alpha", "firstname": "Jo", "rating": 2455, "rank": 4,
            "country": "ES", "club": "Pedr", "final": True, "skip": [3, 2], "egf": "13562450",
            "mmsCorrection": 1, "egc": "991",
        },
        {"id": 5, "name": "Beta", "firstname": "Al", "rating": 1800, "rank": -3, "egf": "0"},
        {"id": 9, "name": "Gamma", "firstname": "Lu", "rating": -900, "rank": -20, "final": False},
    ],
    "games": [
        [
            {"id": 2, "t": 7, "w": 5, "b": 12, "h": 2, "r": "b", "dd": 0},
            {"id": 3, "t": 0, "w": 9, "b": 0, "h": 0, "r": "w", "dd": 0},
        ],
        [{"id": 4, "t": 1, "w": 5, "b": 9, "h": 0, "r": "=", "dd": -1}],
    ],
}  # fmt: skip


def changed(*path: Any, value: Any) -> bytes:
    """Return the file with another value at a path."""
    whole: Any = copy.deepcopy(FILE)
    inner = whole
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    return json.dumps(whole).encode()


def test_what_it_holds():
    data = json.dumps(FILE).encode()
    assert recognise_format(data) is recognise_format(data, "open.tour") is Format.PAIRGOTH
    event = read_any(data, "open.tour")
    state, details = event.state, event.details
    assert (event.source, details.name, details.location, details.rules, details.country) == (
        "pairgoth", "Open", "Ville", "japanese", "FR",
    )  # fmt: skip
    clock = details.clock
    assert (clock.system, clock.basic_minutes, clock.fischer_seconds) == (
        TimeSystem.FISCHER, 60, 30,
    )  # fmt: skip
    first, second, third = state.players
    assert (first.name, first.rank, first.rating, first.absent) == ("Alpha Jo", 4, 2455, {2, 3})
    assert (first.smms_correction, first.card.egf_pin, second.card.egf_pin) == (1, "13562450", "")
    assert (second.final, third.final) == (True, False)
    assert [(game.round, game.table, game.black, game.white) for game in state.games] == [
        (1, 7, 1, 2),
        (2, 1, 3, 2),
    ]
    assert [game.result.outcome for game in state.games] == [Outcome.BLACK, Outcome.JIGO]
    assert state.games[0].handicap == 2
    assert state.byes == (Bye(1, 3),)
    parameters = state.parameters
    assert parameters.system is System.MCMAHON
    assert (parameters.scoring.bar, parameters.scoring.floor, parameters.scoring.rounds) == (
        3, -20, 5,
    )  # fmt: skip
    assert (parameters.scoring.absent_mms, parameters.komi.even_half) == (1, 13)
    assert (parameters.handicap.basis, parameters.handicap.threshold) == (Basis.MMS, -30)
    weights = parameters.weights
    assert (weights.rematch, weights.score) == (5 * 10**14, 10**11)
    assert (weights.upper_mode, weights.lower_mode) == (DrawFrom.TOP, DrawFrom.BOTTOM)
    assert (weights.phase_1.extra, weights.phase_2.extra) == (Criterion.RATING, None)
    assert weights.phase_2.seeding is Seeding.FOLD
    (note,) = event.notes
    for gone in ("tables", "other registers", "the most time"):
        assert gone in str(note)


def test_a_file_as_the_program_saves_it_after_an_event():
    """Line ends in numbers, ``_`` for spaces in names, ``xxxx`` for no club, no limit."""
    whole = copy.deepcopy(FILE)
    del whole["id"], whole["director"], whole["tablesExclusion"], whole["players"][0]["egc"]
    whole["timeSystem"]["maxTime"] = 0
    whole["pairing"]["secondary"]["secWeight"] = 1.0e11
    whole["players"][0].update(name="Alpha_de_Beta", firstname="Jo_An", egf="13562450\n")
    whole["players"][1].update(club="xxxx", egf="\n")
    event = read_pairgoth(json.dumps(whole).encode())
    first, second, _ = event.state.players
    assert (first.surname, first.first_name) == ("Alpha de Beta", "Jo An")
    assert (first.card.egf_pin, second.card.egf_pin) == ("13562450", "")
    assert (first.club, second.club, event.notes) == ("Pedr", "", ())


def test_minutes_of_older_files_and_other_systems():
    assert (
        read_pairgoth(changed("timeSystem", "mainTime", value=60)).details.clock.basic_minutes == 60
    )
    swiss = read_pairgoth(changed("pairing", value={"type": "SWISS", "placement": ["NBW", "SOSW"]}))
    assert swiss.state.parameters.system is System.SWISS
    robin = read_pairgoth(changed("pairing", value={"type": "ROUND_ROBIN"}))
    assert robin.state.parameters.method is Method.ROUND_ROBIN
    odd = read_pairgoth(changed("pairing", "placement", value=["MMS", "WHAT"]))
    assert odd.state.parameters.criteria == (Criterion.MMS,)
    assert any("WHAT" in str(note) for note in odd.notes)


def test_a_pair_is_one_entrant():
    whole = copy.deepcopy(FILE) | {
        "type": "PAIRGO",
        "teams": [
            {"id": 1, "name": "Us", "players": [12, 5]},
            {"id": 2, "name": "Them", "players": [9]},
        ],
        "games": [[{"id": 1, "t": 1, "w": 1, "b": 2, "h": 0, "r": "w"}]],
    }
    us, them = read_pairgoth(json.dumps(whole).encode()).state.players
    assert (us.surname, us.first_name, us.rank, us.rating) == (
        "Us", "Alpha Jo & Beta Al", 1, 2128,
    )  # fmt: skip
    assert them.rank == -20
    assert [entrant.card.member_ranks for entrant in (us, them)] == ["5d, 3k", ""]


@pytest.mark.parametrize(
    ("teams", "field"),
    [
        ([{"id": 1, "players": [12, 5, 9]}], "teams[0].players"),
        ([{"id": 1, "players": [12, 12]}], "teams[0].players"),
        ([{"id": 1, "players": [12]}, {"id": 2, "players": [5, 12]}], "teams[1].players"),
        ([{"id": 1, "players": [12]}, {"id": 1, "players": [5]}], "teams[1].id"),
        ([{"id": 0, "players": [12]}], "teams[0].id"),
        ([{"id": 1, "players": []}], "teams[0].players"),
    ],
)
def test_a_pair_that_cannot_be_names_its_field(teams, field):
    whole = copy.deepcopy(FILE) | {"type": "PAIRGO", "teams": teams, "games": []}
    with pytest.raises(FormatError) as caught:
        read_pairgoth(json.dumps(whole).encode())
    assert caught.value.field == field


def test_a_player_sits_down_once_a_round():
    event = read_pairgoth(changed("games", 0, 1, value={"id": 3, "w": 12, "b": 9, "r": "w"}))
    assert len(event.state.games) == 2
    assert any("left out" in str(note) for note in event.notes)


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("players", 1, "id"), 12, "players[1].id"),
        (("players", 1, "rank"), "strong", "players[1].rank"),
        (("players", 0, "skip"), "3", "players[0].skip"),
        (("games", 0, 0, "w"), 99, "games[0][0].w"),
        (("games", 0, 0, "r"), "q", "games[0][0].r"),
        (("games", 0, 0), [], "games[0][0]"),
        (("games", 0), {}, "games[0]"),
        (("games",), "none", "games"),
        (("komi",), 1e300, "komi"),
        (("komi",), 10**400, "komi"),
        (("rounds",), True, "rounds"),
        (("pairing", "type"), "CUP", "pairing.type"),
        (("pairing", "base"), 3, "pairing.base"),
        (("pairing", "main", "firstSeed"), "X", "pairing.main.firstSeed"),
        (("timeSystem", "mainTime"), -1, "timeSystem.mainTime"),
        (("type",), "TEAM3", "type"),
    ],
)
def test_what_cannot_be_read_names_its_field(path, value, field):
    with pytest.raises(FormatError) as caught:
        read_any(changed(*path, value=value), "x.tour")
    assert caught.value.field == field


def test_what_is_no_file_of_pairgoth():
    for data in (b"{}", b"[]", b"{", b'{"a": 1, "a": 2}', b"[" * 100_000):
        with pytest.raises(FormatError):
            read_any(data, "x.tour")
    assert recognise_format(b"{}") is Format.JSON
