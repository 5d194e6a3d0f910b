"""What the page of articles says of the questions is what the questions do."""

import re
from itertools import product

import pytest

from adjudication.policy.policy import DEFAULT, EventPolicy, IllegalMove
from adjudication.policy.questions import (
    AnswersOutcome,
    FormKind,
    after_resumption,
    final_words,
    outcome_of,
)
from adjudication.rules.presets import PRESETS
from tests.policy.test_table import PAGE

ROW = re.compile(r"^\| `(?P<kind>[a-z_]+)` \| (?P<rules>[^|]+) \| (?P<pairs>[^|]+) \|$")
PAIR = re.compile(r"`(\w+)` \+ `(\w+)`: `(\w+)`")
OTHERWISE = re.compile(r"otherwise `(\w+)`")
AFTER = {
    AnswersOutcome.ALL_STAND: {"french", "french-ssk", "aga", "ing", "tromp-taylor"},
    AnswersOutcome.GAME_OVER: {"japanese", "japanese-strict", "nz"},
    AnswersOutcome.CASE: {"beginner", "chinese"},
}


def said_on_page(kind: str, key: str) -> tuple[dict[frozenset[str], str], str]:
    """The pairs of answers that the page names for a rule set, and what the others come to."""
    rows = [row for line in PAGE.read_text("utf-8").splitlines() if (row := ROW.match(line))]
    own = [row for row in rows if row["kind"] == kind and f"`{key}`" in row["rules"]]
    rest = [row for row in rows if row["kind"] == kind and row["rules"] in ("all", "others")]
    [row] = own or rest
    pairs = {frozenset((one, two)): came for one, two, came in PAIR.findall(row["pairs"])}
    otherwise = OTHERWISE.search(row["pairs"])
    return pairs, otherwise[1] if otherwise else ""


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("kind", FormKind)
def test_the_page_says_what_every_pair_of_answers_comes_to(kind: str, key: str) -> None:
    pairs, otherwise = said_on_page(kind, key)
    words = final_words(kind, PRESETS[key], DEFAULT)
    for black, white in product(words, words):
        came = outcome_of(kind, PRESETS[key], DEFAULT, black, white)
        assert pairs.get(frozenset((black, white)), otherwise) == came, (black, white)
    assert {word for pair in pairs for word in pair} <= set(words)


def test_the_page_is_right_about_playing_on_and_about_taking_back() -> None:
    for came, keys in AFTER.items():
        assert {key for key in PRESETS if after_resumption(PRESETS[key], DEFAULT) is came} == keys
    text = " ".join(PAGE.read_text("utf-8").split())
    for listed in ("`french`, `french-ssk`, `aga`, `ing` and `tromp-taylor`", "`beginner` and"):
        assert listed in text
    chosen = EventPolicy(illegal_move=IllegalMove.TAKE_BACK)
    back = outcome_of("illegal_move", PRESETS["nz"], chosen, "take_back", "take_back")
    assert back is AnswersOutcome.TAKE_BACK
