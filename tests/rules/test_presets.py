"""The rule sets as data: options and articles, komi, compensation, ties (SPEC 1.7, 1.9)."""

from dataclasses import fields

import pytest

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.presets import PRESETS, UnknownRuleSet, get_ruleset, ruleset_of_record
from adjudication.rules.rulesets import (
    TIE_ARTICLE,
    Cited,
    ConfirmationMethod,
    Ko,
    Scoring,
    TieWinner,
)
from adjudication.rules.verdicts import Verdict
from language.messages import Message
from tests.rules.builders import game, judge, with_ko
from tests.support.catalogues import french

KEYS = (
    *("french", "french-ssk", "nz", "japanese", "japanese-strict"),
    *("beginner", "aga", "chinese", "ing", "tromp-taylor"),
)
KOMI = {
    "french": (7.5, 0.5),
    "french-ssk": (7.5, 0.5),
    "nz": (7.0, 0.0),
    "japanese": (6.5, 0.5),
    "japanese-strict": (6.5, 0.5),
    "beginner": (0.0, 0.0),
    "aga": (7.5, 0.5),
    "chinese": (7.5, 0.0),
    "ing": (8.0, 0.0),
    "tromp-taylor": (7.5, 7.5),
}
COMPENSATION = {"french": 3, "french-ssk": 3, "aga": 3, "chinese": 4}
KO = {
    "french": Ko.NATURAL_SITUATIONAL,
    "french-ssk": Ko.SITUATIONAL,
    "nz": Ko.SITUATIONAL,
    "aga": Ko.SITUATIONAL,
    "ing": Ko.POSITIONAL,
    "tromp-taylor": Ko.POSITIONAL,
}
TERRITORY = {"japanese", "japanese-strict", "beginner"}
SUICIDE = {"nz", "ing", "tromp-taylor"}
# Conventions, not sentences of the text (SPEC 1.1, 1.5b, 1.7, 1.9): the article is None.
TEXT_IS_SILENT = {
    *("illegal_move_loses", "confirmed_is_final", "text_is_strict", "tie_winner", "compensation"),
    *("dead_stone_points", "komi", "handicap_form", "resumption", "unresolved", "long_cycle"),
    "confirmation",
}
READ_TO_THE_LETTER = ("french", "french-ssk", "nz", "japanese", "japanese-strict", "beginner")


def test_the_keys_in_the_order_of_a_form() -> None:
    assert tuple(PRESETS) == KEYS
    assert all(get_ruleset(key).key == key for key in KEYS)


def test_an_unknown_key_names_those_there_are() -> None:
    with pytest.raises(UnknownRuleSet, match="french, french-ssk"):
        get_ruleset("mahjong")
    assert issubclass(UnknownRuleSet, ValueError)


@pytest.mark.parametrize("key", KEYS)
def test_every_option_is_cited(key: str) -> None:
    ruleset = PRESETS[key]
    options = {f.name for f in fields(ruleset)} - {"key", "title", "summary", "text"}
    assert len(options) >= 17
    for name in options:
        option = getattr(ruleset, name)
        assert isinstance(option, Cited), name
        assert option.article is None or option.article.strip() == option.article != ""
        if key in READ_TO_THE_LETTER and name not in TEXT_IS_SILENT | {"dame_policy"}:
            assert option.article is not None, name
    assert ruleset.text


@pytest.mark.parametrize("key", KEYS)
def test_titles_in_both_languages(key: str) -> None:
    for text in (PRESETS[key].title, PRESETS[key].summary):
        assert isinstance(text, Message)
        assert str(text)
        assert french(text)
        assert str(text) != french(text)


def test_titles_tell_the_rule_sets_apart() -> None:
    assert len({str(r.title) for r in PRESETS.values()}) == len(KEYS)
    assert len({french(r.title) for r in PRESETS.values()}) == len(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_komi(key: str) -> None:
    even, handicap = KOMI[key]
    ruleset = PRESETS[key]
    assert ruleset.komi_for(0) == even
    assert [ruleset.komi_for(n) for n in (1, 2, 9)] == [handicap] * 3


@pytest.mark.parametrize("key", KEYS)
def test_compensation_for_four_stones(key: str) -> None:
    assert PRESETS[key].compensation_for(4) == COMPENSATION.get(key, 0)
    assert PRESETS[key].compensation_for(1) == 0
    assert PRESETS[key].compensation_for(0) == 0


@pytest.mark.parametrize("key", KEYS)
def test_ko_scoring_and_suicide(key: str) -> None:
    ruleset = PRESETS[key]
    assert ruleset.ko.value is KO.get(key, Ko.SIMPLE)
    assert (ruleset.scoring.value is Scoring.TERRITORY) == (key in TERRITORY)
    assert ruleset.suicide.value is (key in SUICIDE)
    assert ruleset.illegal_move_loses.value is key.startswith("japanese")
    assert ruleset.confirmed_is_final.value is key.startswith("japanese")


@pytest.mark.parametrize("key", KEYS)
def test_life_is_decided_by_hypothetical_play_under_the_japanese_rules(key: str) -> None:
    option = PRESETS[key].confirmation
    japanese = key.startswith("japanese")
    assert (option.value is ConfirmationMethod.HYPOTHETICAL_PLAY) == japanese
    assert option.article == ("Art. 7.2" if japanese else None)


def test_black_wins_ties_under_ing_only() -> None:
    """Handicap 0, eight points more for Black on the board, komi 8."""
    rows = ["X.XX", "XXXX", "XXOO", "XXO."]
    assert {key for key in KEYS if PRESETS[key].tie_winner.value is not None} == {"ing"}
    assert PRESETS["ing"].tie_winner.value == BLACK
    record = game(rows, "B pass W pass", result_text="B+")
    tied = judge(record, "ing", dead=[], komi=8)
    assert tied.computed is not None
    assert tied.computed.black.total == tied.computed.white.total == 12
    assert tied.computed.result == "B+="
    assert tied.verdict == "confirmed"
    drawn = judge(record, "french", dead=[], komi=8)
    assert drawn.computed is not None
    assert drawn.computed.result == "jigo"
    assert drawn.verdict == "contradicted"


@pytest.mark.parametrize(
    ("written", "key"),
    [
        *(("Japanese", "japanese"), ("japanese", "japanese"), (" JAPANESE ", "japanese")),
        *(("Korean", "japanese"), ("Chinese", "chinese"), ("Old Chinese", "chinese")),
        *(("AGA", "aga"), ("aga", "aga"), ("NZ", "nz"), ("New Zealand", "nz")),
        *(("new  zealand", "nz"), ("French", "french"), ("GOE", "ing"), ("Ing", "ing")),
        *(("Tromp/Taylor", "tromp-taylor"), ("tromp / taylor", "tromp-taylor")),
        *(("Tromp-Taylor", "tromp-taylor"), ("TT--", "tromp-taylor"), ("New-Zealand", "nz")),
        *(("français", "french"), ("FFG", "french"), ("Règle française", "french")),
        *(("Japanese rules", "japanese"), ("ＡＧＡ", "aga"), ("AGA Rules", "aga")),
    ],
)
def test_rules_as_records_write_them(written: str, key: str) -> None:
    found = ruleset_of_record(written)
    assert found is not None
    assert found.key == key


@pytest.mark.parametrize(
    "written",
    ["", "TT++", "Territory", "jp", "Japanese or Chinese", "?", "0", "rules", "AGA (button)"],
)
def test_rules_that_nobody_knows(written: str) -> None:
    assert ruleset_of_record(written) is None


def test_a_rule_set_is_frozen() -> None:
    with pytest.raises(AttributeError):
        PRESETS["nz"].key = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        PRESETS["new"] = with_ko("PSK", suicide=True)  # type: ignore[index]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("winner", TieWinner)
def test_a_tournament_says_who_wins_ties(key: str, winner: TieWinner) -> None:
    """Handicap 0, eight points more for Black on the board under area scoring, komi as needed."""
    rows = ["X.XX", "XXXX", "XXOO", "XXO."]
    ruleset = PRESETS[key].with_ties(winner)
    by_rules = PRESETS[key].tie_winner.value
    wins = {TieWinner.BLACK: BLACK, TieWinner.WHITE: WHITE, TieWinner.NOBODY: None}
    colour = wins.get(winner, by_rules)
    assert ruleset.tie_winner.value == colour
    changed = colour != by_rules
    assert (ruleset.tie_winner.article == TIE_ARTICLE) == changed
    assert PRESETS[key].with_ties_of(ruleset.options(0)["tie_winner"]) == ruleset
    komi = 8 if ruleset.scoring.value is Scoring.AREA else 0
    tied = adjudicate(
        game(rows, "B pass W pass"), ruleset=ruleset, claim="jigo", dead=[], komi=komi, handicap=0
    )
    assert tied.computed is not None
    assert tied.computed.black.total == tied.computed.white.total
    expected = {None: "jigo", BLACK: "B+=", WHITE: "W+="}[colour]
    assert tied.computed.result == expected
    assert tied.verdict is (Verdict.CONFIRMED if colour is None else Verdict.CONTRADICTED)
    (found,) = (one for one in tied.findings if one.code.startswith("score."))
    assert ("In this tournament there are no draws" in str(found.text)) == (
        changed and colour is not None
    )
    if changed and colour is not None:
        assert found.article == TIE_ARTICLE
