"""The categories of players: however they are written, each once, and not too many."""

import pytest

from tournament.state.categories import (
    LONGEST_CATEGORIES,
    LONGEST_CATEGORY,
    MOST_CATEGORIES,
    CategoriesError,
    category_key,
    plain_categories,
)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("woman,  U12 , first   tournament", "woman, U12, first tournament"),
        ("Woman;U12\nwoman,Ｕ12,", "Woman, U12"),
        (" , ;", ""),
        ("Débutante", "Débutante"),
    ],
)
def test_categories_are_read_however_they_are_written(text, plain):
    assert plain_categories(text) == plain
    assert plain_categories(plain) == plain


def test_case_and_width_make_no_other_category():
    assert category_key(" First  Tournament") == category_key("first tournament")
    assert category_key("Ｕ12") == category_key("u12")
    assert category_key("U12") != category_key("U16")


def test_categories_are_few_and_short():
    longest = [f"{number}{'x' * (LONGEST_CATEGORY - 1)}" for number in range(MOST_CATEGORIES)]
    assert len(plain_categories(";".join(longest))) == LONGEST_CATEGORIES
    for text in (",".join([*longest, "y"]), f"{longest[0]}y"):
        with pytest.raises(CategoriesError):
            plain_categories(text)
