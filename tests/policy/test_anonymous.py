"""Rulings told without the names of those they are about."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudication.policy.anonymous import BLACK, PLAYER, SOMEBODY, WHITE, PersonNames, without_names
from tests.support.catalogues import catalogue

DUPONT = PersonNames("Dupont", "Zoé", BLACK)
LI = PersonNames("Li", "An", WHITE)
KIM = PersonNames("金", "敏", SOMEBODY)
BLACKWOOD = PersonNames("White", "Walter", BLACK)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Zoé Dupont retook the ko.", "Black retook the ko."),
        ("DUPONT zoe retook the ko.", "Black retook the ko."),
        ("Dupont's move 87 was illegal.", "Black's move 87 was illegal."),
        ("Zoé passed, then Li passed.", "Black passed, then White passed."),
        ("An  Li played an illegal move.", "White played an illegal move."),
        ("Zoe\u0301 Dupont won.", "Black won."),
        ("Duponts Zug war verboten.", "Black Zug war verboten."),
        ("dupont, said without a capital, may be a word.",) * 2,
        ("我看见金敏在下棋", "我看见a player在下棋"),
        ("", ""),
    ],
)
def test_names_are_told_as_colours(text: str, told: str):
    assert without_names(text, (DUPONT, LI, KIM)) == told


@pytest.mark.parametrize(
    ("surname", "first", "text", "told"),
    [
        ("Kowalska", "Halina", "Sędzia pytał Kowalską i Halinę.", "Sędzia pytał Black i Black."),
        ("Nowak", "Jan", "To ruch Nowakowi zabroniony.", "To ruch Black zabroniony."),
        ("Łąkowiecka", "Zofia", "Lakowiecka retook the ko.", "Black retook the ko."),
        ("Sørensen", "Bo", "Sorensen retook the ko.", "Black retook the ko."),
        (
            "Martin",
            "Jean-Pierre",
            "Jean Pierre passed, as Pierre said.",
            "Black passed, as Black said.",
        ),
        ("O’Brien", "Pat", "O'Brien passed.", "Black passed."),
        ("Dupont", "Zoé", "_Dupont_ and Zoé_Dupont passed.", "_Black_ and Black_Black passed."),
        ("Paul", "Li", "Lia and Paula watched Paul.", "Lia and Black watched Black."),
        ("--", "x", "a b - c -- d", "a b - c Black d"),
        ("Whit", "X", "White wins.", "White wins."),
    ],
)
def test_no_spelling_of_a_name_is_left(surname: str, first: str, text: str, told: str):
    assert without_names(text, (PersonNames(surname, first, BLACK),)) == told


def test_a_name_as_it_is_comes_before_another_with_an_ending():
    paul, paula = PersonNames("Paul", "Xi", BLACK), PersonNames("Paula", "Yi", WHITE)
    assert without_names("Paula passed before Paul.", (paul, paula)) == "White passed before Black."


def test_a_name_that_is_a_colour_does_not_turn_the_ruling():
    text = "Walter White played after White had passed. Walter lost."
    assert (
        without_names(text, (BLACKWOOD, LI)) == "Black played after White had passed. Black lost."
    )


def test_the_words_are_in_the_language_of_the_reader():
    assert without_names("Dupont joue.", (DUPONT,), catalogue("fr")) == "Noir joue."
    assert without_names("Dupont was late.", (PersonNames("Dupont", "Zoé", PLAYER),)) == (
        "the player was late."
    )


def test_of_two_with_one_name_the_first_gives_the_word():
    assert without_names("Dupont lost.", (DUPONT, PersonNames("Dupont", "Ida", SOMEBODY))) == (
        "Black lost."
    )


def test_pairs_of_pair_go_are_two_people():
    pair = PersonNames("Dupont", "Zoé", BLACK, partner="Ida Roux")
    assert (
        without_names("Roux passed. Ida Roux said so.", (pair,)) == "Black passed. Black said so."
    )


names = st.text("abcdefghijklmnopqrstuvwxyzéüñçøß", min_size=2, max_size=9).map(str.capitalize)


@given(names, names, st.sampled_from(["{} lost.", "It was {}!", "({})", "“{}”, he said"]))
def test_no_whole_name_is_left(surname: str, first: str, sentence: str):
    assume(not {surname, first} & set(re.findall(r"\w+", sentence)))
    told = without_names(
        sentence.format(f"{first} {surname}"), (PersonNames(surname, first, BLACK),)
    )
    assert told == sentence.format("Black")


@given(st.text(max_size=60))
def test_a_text_without_names_stays_as_it_is(text: str):
    assert without_names(text, ()) == text
