"""The page of articles: every one has a row that says what is done and names tests that exist."""

import ast
import re
from functools import cache

import pytest

from adjudication.policy.articles import ARTICLES, articles_of
from tests.support.environment import REPOSITORY

PAGE = REPOSITORY / "docs" / "articles.md"
PENDING: frozenset[str] = frozenset()
"""Tests that the page names and that are not written yet."""

ROW = re.compile(r"^\| `(?P<key>[a-z0-9]+:[a-z0-9.-]+)` \|(?P<cells>.*)\|$")
NAMED = re.compile(r"`(?P<path>[a-z0-9_/]+\.py)::(?P<name>\w+)`")


def rows() -> dict[str, list[str]]:
    """The cells of every row after the first, by the key of its article."""
    found: dict[str, list[str]] = {}
    for line in PAGE.read_text("utf-8").splitlines():
        match = ROW.match(line)
        if match:
            assert match["key"] not in found, f"{match['key']} has two rows"
            found[match["key"]] = [cell.strip() for cell in match["cells"].split("|")]
    return found


@cache
def names_in(path: str) -> frozenset[str]:
    """The names of the tests in a file, without running it."""
    file = REPOSITORY / "tests" / path
    if not file.is_file():
        return frozenset()
    tree = ast.parse(file.read_text("utf-8"))
    return frozenset(
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_every_article_has_its_row_in_the_order_of_its_text() -> None:
    assert list(rows()) == list(ARTICLES)


@pytest.mark.parametrize("key", ARTICLES)
def test_a_row_says_its_number_what_is_done_and_by_which_tests(key: str) -> None:
    number, does, shown = rows()[key]
    assert re.match(rf"{re.escape(ARTICLES[key].number)}(?!\w)", number)
    assert len(does) > 10
    assert does.endswith(".")
    named = [(match["path"], match["name"]) for match in NAMED.finditer(shown)]
    assert named
    assert ", ".join(f"`{path}::{name}`" for path, name in named) == shown
    missing = {
        f"{path}::{name}"
        for path, name in named
        if name not in names_in(path) and f"{path}::{name}" not in PENDING
    }
    assert missing == set()


def test_the_list_of_what_is_missing_is_no_longer_than_it_must_be() -> None:
    named = {match.group().strip("`") for match in NAMED.finditer(PAGE.read_text("utf-8"))}
    assert named >= PENDING
    there = {one for one in PENDING if one.split("::")[1] in names_in(one.split("::")[0])}
    assert there == set()


def test_every_text_is_on_the_page() -> None:
    on_page = set(rows())
    for ruleset in ("japanese", "french", "nz", "beginner"):
        keys = {article.key for article in articles_of(ruleset)}
        assert keys
        assert keys <= on_page
