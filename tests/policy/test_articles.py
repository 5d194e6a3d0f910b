"""The articles in our own words: complete, told apart, and found by whoever cites them."""

from dataclasses import fields

import pytest

from adjudication.policy.articles import (
    ARTICLES,
    EVENT_ARTICLES,
    Article,
    ArticleTopic,
    article_of,
    articles_about,
    articles_cited,
    articles_of,
)
from adjudication.rules.presets import PRESETS
from adjudication.rules.rulesets import Cited, RuleSet
from tests.support.catalogues import french
from tests.support.shared import require_shared

JAPANESE_CLAUSES = [
    *("1", "2", "3", "4", "5", "6", "7.1", "7.2", "8", "9.1", "9.2", "9.3"),
    *("10.1", "10.2", "10.3", "10.4", "11", "12", "13.1", "13.2", "14"),
]
TOLD = ("french", "french-ssk", "nz", "japanese", "japanese-strict", "beginner")


def cited_by(ruleset: RuleSet) -> list[str]:
    options = [getattr(ruleset, field.name) for field in fields(ruleset)]
    return [one.article for one in options if isinstance(one, Cited) and one.article]


def test_every_clause_of_the_japanese_rules_is_told() -> None:
    assert [one.number for one in articles_of("japanese")] == [
        f"Art. {number}" for number in JAPANESE_CLAUSES
    ]


@pytest.mark.parametrize("key", TOLD)
def test_whatever_an_option_cites_is_found(key: str) -> None:
    for cited in cited_by(PRESETS[key]):
        found = article_of(key, cited)
        assert found is not None, cited
        assert found in articles_of(key)


def test_rule_sets_with_one_text_share_its_articles() -> None:
    assert articles_of("french") == articles_of("french-ssk")
    assert articles_of("japanese") == articles_of("japanese-strict")
    texts = [articles_of(key) for key in ("french", "nz", "japanese", "beginner")]
    assert all(texts)
    assert len({one for text in texts for one in text}) == sum(map(len, texts))


@pytest.mark.parametrize("key", sorted(set(PRESETS) - set(TOLD)))
def test_a_text_that_is_not_told_has_no_article_and_is_given_no_other_texts(key: str) -> None:
    assert articles_of(key) == ()
    assert [article_of(key, cited) for cited in cited_by(PRESETS[key])] == [None] * len(
        cited_by(PRESETS[key])
    )


def test_an_unknown_rule_set_has_none() -> None:
    assert articles_of("chess") == ()
    assert article_of("chess", "Art. 14") is None


@pytest.mark.parametrize(
    ("key", "cited", "expected"),
    [
        ("japanese", "Art. 14", ["j1989:14"]),
        ("japanese", "Art. 6, Art. 14", ["j1989:6", "j1989:14"]),
        ("japanese", "Art. 9", ["j1989:9.1", "j1989:9.2", "j1989:9.3"]),
        ("japanese", "Art. 1", ["j1989:1"]),
        ("japanese", "j1989:12, event:no-result", ["j1989:12", "event:no-result"]),
        ("french", "Capture", ["french:capture.1", "french:capture.2"]),
        ("nz", "Coup (a)", ["nz:move.a"]),
        ("nz", "Art. 14", []),
        ("beginner", "Répétition interdite (ko)", ["beginner:ko"]),
    ],
)
def test_a_citation_means_these_clauses(key: str, cited: str, expected: list[str]) -> None:
    assert [one.key for one in articles_cited(key, cited)] == expected
    first = article_of(key, cited)
    assert (first.key if first else None) == next(iter(expected), None)


def test_of_a_heading_the_clause_on_the_matter_is_preferred() -> None:
    for topic, key in (
        (ArticleTopic.END, "french:end.2"),
        (ArticleTopic.DISPUTE, "french:end.5"),
        (ArticleTopic.KOMI, "french:end.6"),
        (ArticleTopic.SUICIDE, "french:end.1"),
    ):
        found = article_of("french", "Fin de la partie", topic)
        assert found is not None
        assert found.key == key
    assert article_of("french", None, ArticleTopic.END) is None


def test_articles_about_come_in_the_order_asked() -> None:
    found = articles_about(
        PRESETS["japanese"], ArticleTopic.ILLEGAL, ArticleTopic.RESUMPTION, ArticleTopic.ILLEGAL
    )
    assert [one.key for one in found] == ["j1989:14", "j1989:9.3"]


@pytest.mark.parametrize("key", ARTICLES)
def test_an_article_is_told_in_both_languages(key: str) -> None:
    article = ARTICLES[key]
    assert article.key == key
    assert key.startswith(f"{article.rules}:")
    for text in (article.title, article.words):
        assert str(text).strip() == str(text) != ""
        assert french(text).strip() == french(text) != ""
    assert str(article.words) != french(article.words)
    assert str(article.words).endswith(".")
    assert french(article.words).endswith(".")
    assert len(str(article.words)) <= 420
    assert len(french(article.words)) <= 480


def test_no_two_articles_of_a_text_have_one_number() -> None:
    for text in (*(articles_of(key) for key in TOLD), EVENT_ARTICLES):
        assert len({one.number for one in text}) == len(text)


def test_every_topic_that_the_event_may_have_to_settle_is_there() -> None:
    said = {topic for one in EVENT_ARTICLES for topic in one.topics}
    assert said >= {
        ArticleTopic.ABSENCE,
        ArticleTopic.LATE,
        ArticleTopic.TIME,
        ArticleTopic.CONDUCT,
        ArticleTopic.OUTSIDE_HELP,
        ArticleTopic.ACCOUNT_SHARING,
        ArticleTopic.WARNINGS,
        ArticleTopic.APPEAL,
        ArticleTopic.RECORD,
        ArticleTopic.ILLEGAL,
        ArticleTopic.DISPUTE,
        ArticleTopic.DISPLACED_STONE,
        ArticleTopic.CYCLE,
        ArticleTopic.FINAL,
    }


LONGEST_SHARED = 7
"""Words in a row that may also stand in a rule text: set phrases of the game, no more."""


def words_of(text: str) -> list[str]:
    plain = "".join(c if c.isalnum() else " " for c in text.lower())
    return plain.split()


@pytest.mark.parametrize("article", ARTICLES.values(), ids=ARTICLES)
def test_no_sentence_is_copied(article: Article) -> None:
    texts = sorted(require_shared("rules/seeds").glob("*.txt"))
    assert texts
    ours = words_of(french(article.words))
    runs = {
        " ".join(ours[at : at + LONGEST_SHARED]) for at in range(len(ours) - LONGEST_SHARED + 1)
    }
    for text in texts:
        theirs = f" {' '.join(words_of(text.read_text('utf-8')))} "
        assert [run for run in runs if f" {run} " in theirs] == []
