"""Rulings told without the names of those they are about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.policy.anonymous import BLACK, PLAYER, SOMEBODY, WHITE, Named, without_names

DUPONT = Named("Dupont", "Zoé", BLACK)
LI = Named("Li", "An", WHITE)
KIM = Named("金", "敏", SOMEBODY)
BLACKWOOD = Named("White", "Walter", BLACK)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Zoé Dupont retook the ko.", "Black retook the ko."),
        ("DUPONT zoe retook the ko.", "Black retook the ko."),
        ("Dupont's move 87 was illegal.", "Black's move 87 was illegal."),
        ("Zoé passed, then Li passed.", "Black passed, then White passed."),
        ("An  Li played an illegal move.", "White played an illegal move."),
        ("Zoe\u0301 Dupont won.", "Black won."),
        ("Duponts are many, and so is life.", "Duponts are many, and so is life."),
        ("我看见金敏在下棋", "我看见a player在下棋"),
        ("", ""),
    ],
)
def test_names_are_told_as_colours(text: str, told: str):
    assert without_names(text, (DUPONT, LI, KIM)) == told


def test_a_name_that_is_a_colour_does_not_turn_the_ruling():
    text = "Walter White played after White had passed. Walter lost."
    assert (
        without_names(text, (BLACKWOOD, LI)) == "Black played after White had passed. Black lost."
    )


def test_the_words_are_in_the_language_of_the_reader():
    assert without_names("Dupont joue.", (DUPONT,), "fr") == "Noir joue."
    assert without_names("Dupont was late.", (Named("Dupont", "Zoé", PLAYER),)) == (
        "the player was late."
    )


def test_of_two_with_one_name_the_first_gives_the_word():
    assert without_names("Dupont lost.", (DUPONT, Named("Dupont", "Ida", SOMEBODY))) == (
        "Black lost."
    )


def test_pairs_of_pair_go_are_two_people():
    pair = Named("Dupont", "Zoé", BLACK, partner="Ida Roux")
    assert (
        without_names("Roux passed. Ida Roux said so.", (pair,)) == "Black passed. Black said so."
    )


names = st.text("abcdefghijklmnopqrstuvwxyzéüñçøß", min_size=2, max_size=9).map(str.capitalize)


@given(names, names, st.sampled_from(["{} lost.", "It was {}!", "({})", "“{}”, he said"]))
def test_no_whole_name_is_left(surname: str, first: str, sentence: str):
    told = without_names(sentence.format(f"{first} {surname}"), (Named(surname, first, BLACK),))
    assert told == sentence.format("Black")


@given(st.text(max_size=60))
def test_a_text_without_names_stays_as_it_is(text: str):
    assert without_names(text, ()) == text
