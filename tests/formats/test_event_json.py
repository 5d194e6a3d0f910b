"""The archive of a tournament: nothing is lost, and what is wrong is named by its path."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings

from language.messages import Message
from tests.formats.fuzz import survives
from tests.formats.strategies import any_text, events
from tests.support.catalogues import french
from tests.support.environment import times
from tournament.formats.errors import FormatError
from tournament.formats.event_json import read_json, write_json
from tournament.formats.limits import MAX_BYTES
from tournament.state.event import Details, Event
from tournament.state.games import Bye, Game
from tournament.state.people import Player
from tournament.state.state import TournamentState

SMALL = Event(
    Details(name="Open", begins_on="2026-11-21"),
    TournamentState(
        (Player(1, "A", "B", 0, absent=frozenset({2})), Player(2, "C", "D", -5)),
        (Game(1, 1, 1, 2),),
        (Bye(2, 2),),
    ),
)


@given(events(text=any_text))
@settings(max_examples=times(50, long=150), deadline=None)
def test_every_event_comes_back_as_it_was(event: Event):
    written = write_json(event)
    assert read_json(written.data) == event
    assert not written.lost
    assert write_json(read_json(written.data)) == written


def test_half_a_surrogate_pair_survives():
    event = replace(SMALL, notes=(Message("\ud800"),))
    assert read_json(write_json(event).data) == event


def test_remarks_keep_id_and_parameters():
    note = Message("Line %(line)d is odd.") % {"line": 3}
    event = replace(SMALL, notes=(note, Message("Plain")))
    data = json.loads(write_json(event).data)
    assert data["event"]["notes"][0] == {"id": "Line %(line)d is odd.", "params": {"line": 3}}
    data["event"]["notes"][1] = "Plain"
    assert read_json(json.dumps(data).encode()) == event


def changed(path: str, value: object) -> bytes:
    data = json.loads(write_json(SMALL).data)
    *way, last = (int(step) if step.isdecimal() else step for step in path.split("."))
    inner = data
    for step in way:
        inner = inner[step]
    inner[last] = value
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("path", "value", "code", "field"),
    [
        ("format", "other", "not_ours", "format"),
        ("version", 2, "version", "version"),
        ("version", "1", "not_ours", "format"),
        ("version", True, "not_ours", "format"),
        ("more", 1, "wrong_field", "more"),
        ("event", None, "wrong_field", "event"),
        ("event", [], "wrong_field", "event"),
        ("event.colour", "red", "wrong_field", "event.colour"),
        ("event.notes", "x", "wrong_field", "event.notes"),
        ("event.notes", [7], "wrong_field", "event.notes[0]"),
        ("event.notes", [{"id": "%(a)d", "more": 1}], "wrong_field", "event.notes[0]"),
        ("event.details.name", 5, "wrong_field", "event.details.name"),
        ("event.details.internet", 1, "wrong_field", "event.details.internet"),
        ("event.details.clock.system", "HOUR", "wrong_field", "event.details.clock.system"),
        ("event.details.board_size", 0, "out_of_range", "event.details.board_size"),
        ("event.state.players.1.rank", "5k", "wrong_field", "event.state.players[1].rank"),
        ("event.state.players.1.rank", 9, "out_of_range", "event.state.players[1].rank"),
        ("event.state.players.0.absent", [0], "out_of_range", "event.state.players[0].absent[0]"),
        ("event.state.players.1.id", 1, "wrong_field", "event.state"),
        ("event.state.players.1.id", 2**63, "out_of_range", "event.state.players[1].id"),
        (
            "event.state.players.1.smms_correction",
            61,
            "out_of_range",
            "event.state.players[1].smms_correction",
        ),
        (
            "event.state.parameters.scoring.bar",
            2**62,
            "out_of_range",
            "event.state.parameters.scoring.bar",
        ),
        (
            "event.state.parameters.scoring.bye_mms",
            21,
            "out_of_range",
            "event.state.parameters.scoring.bye_mms",
        ),
        (
            "event.state.parameters.handicap.ceiling",
            -1,
            "out_of_range",
            "event.state.parameters.handicap.ceiling",
        ),
        (
            "event.state.parameters.weights.club_gap",
            -1,
            "out_of_range",
            "event.state.parameters.weights.club_gap",
        ),
        (
            "event.state.parameters.weights.nx1_factor",
            10**400,
            "wrong_field",
            "event.state.parameters.weights.nx1_factor",
        ),
        ("event.state.games.0.round", 1.5, "wrong_field", "event.state.games[0].round"),
        ("event.state.games.0.round", 0, "out_of_range", "event.state.games[0].round"),
        ("event.state.games.0.black", 7, "wrong_field", "event.state"),
        (
            "event.state.games.0.result.outcome",
            "luck",
            "wrong_field",
            "event.state.games[0].result.outcome",
        ),
        (
            "event.state.parameters.weights.random",
            2**63,
            "out_of_range",
            "event.state.parameters.weights.random",
        ),
        (
            "event.state.parameters.weights.nx1_factor",
            "x",
            "wrong_field",
            "event.state.parameters.weights.nx1_factor",
        ),
    ],
)
def test_what_is_wrong_is_named_by_its_path(path: str, value: object, code: str, field: str):
    with pytest.raises(FormatError) as caught:
        read_json(changed(path, value))
    assert caught.value.code == code
    assert caught.value.field == field
    assert french(caught.value.message) != str(caught.value.message)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"   \n", "empty"),
        (b"[", "not_json"),
        (b"\xff\xfe\xfd", "not_json"),
        (b"[]", "wrong_field"),
        (b"{}", "not_ours"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a":' * 100_000, "too_deep"),
        (b'{"a": 1, "a": 2}', "twice"),
        (b'{"a": NaN}', "not_finite"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not_json"),
        (b" " * MAX_BYTES + b"{}", "too_large"),
    ],
)
def test_what_is_no_archive_is_refused(data: bytes, code: str):
    with pytest.raises(FormatError) as caught:
        read_json(data)
    assert caught.value.code == code


def test_what_is_missing_has_its_default_and_without_one_is_named():
    data = json.loads(write_json(SMALL).data)
    del data["event"]["notes"]
    del data["event"]["state"]["games"][0]["handicap"]
    assert read_json(json.dumps(data).encode()) == SMALL
    del data["event"]["state"]["games"][0]["black"]
    with pytest.raises(FormatError) as caught:
        read_json(json.dumps(data).encode())
    assert caught.value.field == "event.state.games[0].black"


@pytest.mark.parametrize("factor", [float("inf"), float("nan"), 1e300])
def test_nothing_is_written_that_could_not_be_read(factor: float):
    state = SMALL.state
    weights = replace(state.parameters.weights, nx1_factor=factor)
    event = replace(
        SMALL, state=replace(state, parameters=replace(state.parameters, weights=weights))
    )
    with pytest.raises(FormatError):
        write_json(event)


def test_a_damaged_archive_is_read_or_refused():
    assert survives(read_json, write_json(SMALL).data, 400)
