"""What every writer has in common."""

from dataclasses import fields

import pytest

from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS
from tournament.state.event import Details, Event
from tournament.state.games import Game
from tournament.state.people import Card, Player
from tournament.state.ranks import rating_of_rank
from tournament.state.results import Outcome, Result
from tournament.state.state import TournamentState

VALUES = {"grade": "2P", "rating_origin": "EGF : 2100", "egf_pin": "10000001", "aga_id": "77777"}
SPECIAL = {"grade": "grades of professionals", "rating_origin": "ratings"}


@pytest.mark.parametrize("entry", fields(Card), ids=lambda entry: entry.name)
@pytest.mark.parametrize("kind", WRITERS)
def test_no_field_of_a_card_is_dropped_without_a_word(kind: Format, entry):
    value = VALUES.get(entry.name, "Qwz")
    rating = rating_of_rank(0)
    players = (
        Player(1, "Doe", "Jane", 0, rating, card=Card(**{entry.name: value})),
        Player(2, "Roe", "Rick", 0, rating),
    )
    games = (Game(1, 1, 1, 2, Result(Outcome.BLACK)),)
    written = WRITERS[kind].write(Event(Details(name="Open"), TournamentState(players, games)))
    told = "\n".join(map(str, written.lost))
    words = SPECIAL.get(entry.name, str(entry.metadata["words"]))
    assert (value.encode() in written.data) != (words in told), told
