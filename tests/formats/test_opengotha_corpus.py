"""Every real and every synthetic file is read, and comes back the same when it is written."""

import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace

import pytest

from tests.formats.opengotha_files import index, label, paths
from tests.support.environment import some
from tests.support.shared import require_shared
from tournament.formats.opengotha import read_opengotha, write_opengotha

CORPUS = paths("corpus/tournaments/opengotha")
SERIES = paths("corpus/tournaments/series")
SYNTHETIC = paths("pairing/synthetic")
ORACLES = [path for path in paths("pairing/opengotha") if "macmahon" not in path.name]
CHANGED = {
    "Game@blackPlayer",
    "Game@whitePlayer",
    "ByePlayer@player",
    "Player@rank",
    "Player@rating",
    "GeneralParameterSet@size",
}
"""Attributes that may come back otherwise: each is named in a note when it was read."""


def left_out(event) -> int:
    return sum("left out" in str(note) and "A game" in str(note) for note in event.notes)


def test_the_corpus_is_there():
    require_shared("corpus/tournaments/opengotha")
    assert (len(CORPUS), len(SERIES), len(SYNTHETIC), len(ORACLES)) == (142, 405, 100, 3)


@pytest.mark.parametrize("path", CORPUS, ids=label)
def test_counts_are_those_of_the_index(path):
    entry = index()[path.name]
    event = read_opengotha(path.read_bytes())
    state = event.state
    assert len(state.players) == entry["players"]
    assert len(state.games) + left_out(event) == entry["games"]
    assert len(state.byes) == entry["bye"]
    assert state.parameters.scoring.rounds == int(entry["nr"])
    assert len(event.teams) == entry["teams"]
    if left_out(event):
        return
    assert max((game.round for game in state.games), default=0) == entry["rounds"]
    results = Counter(
        game.result.meaning.opengotha + "_BYDEF" * game.result.by_default for game in state.games
    )
    assert results == entry["res"]
    assert Counter(str(game.handicap) for game in state.games) == entry["hc"]
    criteria = [criterion.value for criterion in state.parameters.criteria]
    assert criteria == entry["crit"][: len(criteria)]


@pytest.mark.by_turns
@pytest.mark.parametrize(
    "path",
    some(CORPUS + SYNTHETIC + ORACLES, every=2) + some(SERIES, every=10),
    ids=label,
)
def test_what_is_read_written_and_read_is_the_same(path):
    data = path.read_bytes()
    first = read_opengotha(data)
    written = write_opengotha(first)
    second = read_opengotha(written.data)
    assert replace(second, notes=()) == replace(first, notes=())
    assert written.lost == ()
    assert write_opengotha(second).data == written.data
    if not left_out(first):
        gone = {name for name, _ in attributes(data) - attributes(written.data)}
        assert gone <= CHANGED


def attributes(data: bytes) -> Counter[tuple[str, str]]:
    return Counter(
        (f"{element.tag}@{name}", value)
        for element in ElementTree.fromstring(data).iter()
        for name, value in element.attrib.items()
    )


@pytest.mark.parametrize("path", SYNTHETIC, ids=label)
def test_a_synthetic_file_is_read_without_a_remark(path):
    assert read_opengotha(path.read_bytes()).notes == ()


def test_a_file_of_3_46_gets_what_its_generation_did_not_write():
    event = read_opengotha(require_shared("pairing/opengotha/frioul-2018.xml").read_bytes())
    weights = event.state.parameters.weights
    assert weights.phase_2.seeding.value == "SPLITANDSLIP"
    assert weights.clubs_group_gap == 2
    assert any("paiMaSeedSystem2 is missing" in str(note) for note in event.notes)
    assert len(event.state.players) == 58


def test_players_of_a_turkish_computer_are_found():
    require_shared("corpus/tournaments/opengotha")
    turkish = [path for path in CORPUS if "METU" in path.name]
    assert turkish
    for path in turkish:
        event = read_opengotha(path.read_bytes())
        assert any("spelt differently" in str(note) for note in event.notes)
        assert not left_out(event)
