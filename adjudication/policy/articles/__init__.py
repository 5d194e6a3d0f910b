"""The articles of all rule texts in our own words, and the clauses that a tournament adds.

Keys are ``text:number``, as ``j1989:9.3`` or ``event:late``. Rule sets with the same text
(:attr:`RuleSet.text`) share its articles; a text that is not told here has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from adjudication.policy.articles import beginner, event, french, j1989, nz
from adjudication.policy.articles.article import Article, ArticleTopic
from adjudication.rules import presets
from adjudication.rules.rulesets import RuleSet

__all__ = [
    "ARTICLES",
    "EVENT_ARTICLES",
    "Article",
    "ArticleTopic",
    "article_of",
    "articles_about",
    "articles_cited",
    "articles_of",
]

EVENT_ARTICLES: Final = event.ARTICLES
"""What the tournament itself settles, whatever the rule set."""

_BY_TEXT: Final[Mapping[str, tuple[Article, ...]]] = MappingProxyType(
    {
        presets.JAPANESE.text: j1989.ARTICLES,
        presets.FRENCH.text: french.ARTICLES,
        presets.NZ.text: nz.ARTICLES,
        presets.BEGINNER.text: beginner.ARTICLES,
    }
)

ARTICLES: Final[Mapping[str, Article]] = MappingProxyType(
    {article.key: article for text in (*_BY_TEXT.values(), EVENT_ARTICLES) for article in text}
)
"""Every article by its key, grouped by text."""


def articles_of(ruleset_key: str) -> tuple[Article, ...]:
    """Return the articles of a rule set's text in order; none for an unknown rule set."""
    ruleset = presets.PRESETS.get(ruleset_key)
    return _BY_TEXT.get(ruleset.text, ()) if ruleset else ()


def articles_cited(ruleset_key: str, cited: str) -> tuple[Article, ...]:
    """Return every clause that a citation refers to, in order (``Art. 6, Art. 14`` refers to two).

    A heading or an article refers to all its clauses; a key such as ``event:late`` to itself.
    """
    found = [
        article
        for name in cited.split(", ")
        for article in (
            [ARTICLES[name]]
            if name in ARTICLES
            else [article for article in articles_of(ruleset_key) if article.is_cited_as(name)]
        )
    ]
    return tuple(dict.fromkeys(found))


def article_of(ruleset_key: str, cited: str | None, *topics: ArticleTopic) -> Article | None:
    """Return the first clause that a citation refers to; None if it refers to nothing told here.

    If there are several, as under a heading, one on these topics is preferred.
    """
    found = articles_cited(ruleset_key, cited) if cited else ()
    fitting = [article for article in found if article.topics.intersection(topics)]
    return next(iter((*fitting, *found)), None)


def articles_about(ruleset: RuleSet, *topics: ArticleTopic) -> tuple[Article, ...]:
    """Return what a rule set's text says on these topics, in the order of the topics."""
    found = [
        article
        for topic in topics
        for article in articles_of(ruleset.key)
        if topic in article.topics
    ]
    return tuple(dict.fromkeys(found))
