"""What a tournament does not say yet and the list of a federation asks for."""

from collections.abc import Sequence

import pytest

from tests.support.catalogues import french
from tournament.formats.missing import (
    PLAYERS,
    Entrant,
    Place,
    concerned,
    missing_facts,
)
from tournament.formats.recognise import Format

NOWHERE, NICE = Place("", "", ""), Place("FR", "Nice", "2026-11-21")
ANA = Entrant("Ana", "", "", "", "")
BEN = Entrant("Ben", "FR", "10000001", "1234567", "17")
CID = Entrant("Cid", "DE", "10000002", "", "")


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Format.H9, ["country", "city", "starts_on"]),
        (Format.TOU, ["city", "starts_on"]),
        (Format.AGA, ["city", "starts_on"]),
        (Format.CSV, []),
    ],
)
def test_each_list_asks_for_its_facts_of_the_event(kind: Format, fields: list[str]) -> None:
    assert [fact.where for fact in missing_facts(kind, NOWHERE, [BEN])] == fields
    assert missing_facts(kind, NICE, [BEN]) == []


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Format.H9, ["country of 1 player: Ana", "EGF PIN of 1 player"]),
        (Format.TOU, ["FFG licence of 1 player: Ana"]),
        (Format.AGA, ["AGA numbers of 2 players: Ana, Cid"]),
    ],
)
def test_each_list_asks_for_its_facts_of_the_players(kind: Format, words: list[str]) -> None:
    facts = missing_facts(kind, NICE, [ANA, BEN, CID])
    assert {fact.where for fact in facts} == {PLAYERS}
    assert len(facts) == len(words)
    for fact, word in zip(facts, words, strict=True):
        assert word in str(fact.sentence)
        assert french(fact.sentence)


@pytest.mark.parametrize(
    ("country", "entrants", "lists"),
    [
        ("", [ANA], [Format.H9]),
        ("DE", [CID], [Format.H9]),
        ("FR", [ANA], [Format.H9, Format.TOU]),
        ("US", [ANA], [Format.AGA]),
        ("US", [CID], [Format.H9, Format.AGA]),
        ("", [BEN], [Format.H9, Format.TOU, Format.AGA]),
    ],
)
def test_the_country_and_the_numbers_say_which_lists_are_meant(
    country: str, entrants: Sequence[Entrant], lists: list[Format]
) -> None:
    assert concerned(Place(country, "", ""), entrants) == lists
