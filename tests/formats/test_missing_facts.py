"""What a tournament does not say yet and the list of a federation asks for."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.support.catalogues import french
from tournament.formats.folding import name_key
from tournament.formats.missing import (
    PLAYERS,
    Entrant,
    FederationList,
    ListEntry,
    TournamentPlace,
    list_facts,
    lists_concerned,
    missing_facts,
)
from tournament.formats.recognise import Format

NOWHERE, NICE = TournamentPlace("", "", ""), TournamentPlace("FR", "Nice", "2026-11-21")
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


@pytest.mark.parametrize("kind", [Format.H9, Format.TOU, Format.AGA])
def test_of_a_pair_no_number_is_asked_and_the_list_says_that_it_is_not_rated(kind: Format) -> None:
    pairs = [replace(ANA, partner="Bo"), replace(CID, member_ranks="2k, 4k")]
    (fact,) = missing_facts(kind, NICE, pairs)
    assert "2 entries are pairs" in str(fact.sentence)
    assert french(fact.sentence)
    assert list_facts(kind, NICE, pairs, FederationList({}, {name_key("Ana"): 1})) == []


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
    assert lists_concerned(TournamentPlace(country, "", ""), entrants) == lists


FOUND = FederationList(
    by_number={
        "10000001": ListEntry("ben"),
        "10000002": ListEntry("dora"),
        "1234567": ListEntry("ben", "-"),
        "17": ListEntry("ben"),
    },
    names={"ana": 1, "ben": 1},
)
ENDED = Entrant("Ben", "US", "", "", "17", "2026-10-31")


@pytest.mark.parametrize(
    ("kind", "entrants", "words"),
    [
        (Format.H9, [BEN], []),
        (Format.H9, [CID], ["somebody else's in the imported list: Cid 10000002"]),
        (Format.H9, [Entrant("Ana", "FR", "", "", "")], ["by the same name: Ana"]),
        (Format.H9, [Entrant("Ana", "FR", "99999999", "", "")], ["does not have the number"]),
        (Format.TOU, [BEN], ["no licence for this season in the imported list: Ben 1234567"]),
        (Format.AGA, [BEN], []),
        (Format.AGA, [ENDED], ["ends before the tournament: Ben 17"]),
        (Format.CSV, [CID], []),
    ],
)
def test_numbers_are_held_against_the_imported_list(
    kind: Format, entrants: Sequence[Entrant], words: list[str]
) -> None:
    facts = list_facts(kind, NICE, entrants, FOUND)
    assert len(facts) == len(words)
    for fact, word in zip(facts, words, strict=True):
        assert word in str(fact.sentence)
        assert french(fact.sentence)


def test_a_number_that_two_players_have_is_named_with_both() -> None:
    twin = replace(CID, egf_pin="10000001", ffg_licence="1234567", aga_id="17")
    for kind, code in (
        (Format.H9, "pin_twice"),
        (Format.TOU, "licence_twice"),
        (Format.AGA, "member_twice"),
    ):
        (fact,) = missing_facts(kind, NICE, [replace(BEN, id=1), replace(twin, id=2)])
        assert (fact.code, [person.id for person in fact.people]) == (code, [1, 2])
        assert "Ben, Cid" in str(fact.sentence)
        assert french(fact.sentence)


def test_what_can_be_right_is_to_be_looked_at() -> None:
    strange = [
        replace(BEN, id=1, first_name="", club="Manchester"),
        replace(CID, id=2, level=4, rating=1500, club="manchester Go Club"),
        replace(CID, egf_pin="10000003", id=3, level=4, rating=2390, club="Leeds"),
        replace(CID, egf_pin="10000004", id=4, club="Leed"),
        replace(CID, egf_pin="10000005", id=5, club="38Gr"),
        replace(CID, egf_pin="10000006", id=6, club="38Gj"),
    ]
    facts = missing_facts(Format.H9, NICE, strange)
    assert all(fact.is_remark and french(fact.sentence) for fact in facts)
    assert [(fact.code, [person.id for person in fact.people]) for fact in facts] == [
        ("no_first_name", [1]),
        ("rank_rating", [2]),
        ("clubs_alike", [3, 4]),
        ("clubs_alike", [1, 2]),
    ]


def test_clubs_are_those_of_the_french_list_which_is_of_the_season() -> None:
    found = FederationList({"1234567": ListEntry("ben", "L", "38Gr")}, {}, "2026-06-01")
    here, elsewhere, none = (
        Entrant("Ben", "FR", "", "1234567", "", club=club) for club in ("38gr", "75Op", "")
    )
    (old,) = list_facts(Format.TOU, NICE, [here], found)
    assert "173 days before" in str(old.sentence)
    assert len(list_facts(Format.TOU, NICE, [elsewhere], found)) == 2
    fresh = replace(found, imported_on="2026-11-01")
    assert list_facts(Format.TOU, NICE, [here, none], fresh) == []
    (club,) = list_facts(Format.TOU, NICE, [elsewhere], fresh)
    assert "Ben 1234567" in str(club.sentence)


def test_a_licence_for_leisure_is_told_and_one_to_compete_is_not() -> None:
    found = FederationList(
        {
            "1234567": ListEntry("ben", "C"),
            "1234568": ListEntry("ann", "L"),
            "1234569": ListEntry("eve", "-"),
        },
        {},
        "2026-11-01",
    )
    ben, ann, eve = (
        Entrant(name, "FR", "", number, "")
        for name, number in (("Ben", "1234567"), ("Ann", "1234568"), ("Eve", "1234569"))
    )
    assert list_facts(Format.TOU, NICE, [ann], found) == []
    leisure, none = list_facts(Format.TOU, NICE, [ben, ann, eve], found)
    assert [person.id for person in leisure.people] == [ben.id]
    assert [person.id for person in none.people] == [eve.id]
    assert leisure.sentence != none.sentence
    assert list_facts(Format.H9, NICE, [ben], found) == []


def test_a_name_is_the_same_in_either_order_and_without_accents() -> None:
    assert name_key("Nguyễn Văn-An") == name_key("van an NGUYEN")
    assert name_key("Smith Jo") != name_key("Smith Joan")


def test_what_a_file_would_have_wrong_of_a_player_is_told_before_the_first_game() -> None:
    wrong = Entrant("LEGRAND-SMITH john", "QQQ", "123", "77", "")
    script = Entrant("李 明", "CN", "10000003", "1234568", "")
    h9 = [fact.code for fact in missing_facts(Format.H9, NICE, [BEN, wrong, script])]
    assert h9 == ["country", "pin", "name_case", "name_script"]
    tou = [fact.code for fact in missing_facts(Format.TOU, NICE, [BEN, wrong, script])]
    assert tou == ["licence", "name_script"]
    for fact in missing_facts(Format.H9, NICE, [wrong, script]):
        assert french(fact.sentence)
