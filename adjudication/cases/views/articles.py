"""The articles at stake, in our own words, and all the others of the rule set."""

from collections.abc import Collection
from dataclasses import dataclass

from adjudication.cases.selectors.cases import QueueLine
from adjudication.policy.articles import ARTICLES, EVENT_ARTICLES, Article, articles_of
from adjudication.policy.stakes import keys_at_stake
from adjudication.rules.presets import get_ruleset
from tournament.games.words import FRENCH_TEXTS
from tournament.spoken import translated


@dataclass(frozen=True, slots=True)
class ArticleText:
    """An article in the language of the page; ``at_stake`` if the case is about it.

    ``french`` says that its number is a heading of a French text, quoted as it stands there.
    """

    key: str
    number: str
    title: str
    words: str
    at_stake: bool = False
    french: bool = False

    @property
    def titled_alone(self) -> bool:
        """Whether the title alone is enough: the tournament's own articles have no number.

        A heading of the French text is the number and, in French, also the title.
        """
        return self.key.startswith("event:") or self.number == self.title

    @property
    def label(self) -> str:
        """Return number and title."""
        return self.title if self.titled_alone else f"{self.number} · {self.title}"


def articles_for(rules: str, at_stake: Collection[str]) -> tuple[ArticleText, ...]:
    """Return all articles of a rule set and of the tournament, in their order in the texts."""
    return tuple(
        article_text(article, at_stake=article.key in at_stake)
        for article in (*articles_of(rules), *EVENT_ARTICLES)
    )


def article_keys_at_stake(rules: str, line: QueueLine) -> tuple[str, ...]:
    """Return the keys of the articles that a case is about, those of its gravest ground first."""
    ruleset = get_ruleset(rules)
    keys: list[str] = []
    for ground in sorted(line.grounds, key=lambda ground: ground.cause != line.cause):
        finding = None if ground.finding is None else ground.finding.as_stored
        keys += keys_at_stake(ground.cause, finding, ruleset, ground.clock)
    if line.proposal is not None:
        keys += line.proposal.articles
    return tuple(dict.fromkeys(key for key in keys if key in ARTICLES))


def cited_articles(keys: Collection[str]) -> tuple[ArticleText, ...]:
    """Return the articles with these keys; unknown keys (or ones no longer known) are left out."""
    return tuple(article_text(ARTICLES[key]) for key in keys if key in ARTICLES)


def article_text(article: Article, *, at_stake: bool = False) -> ArticleText:
    """Return an article in the language of the page."""
    return ArticleText(
        article.key,
        article.number,
        translated(article.title),
        translated(article.words),
        at_stake,
        article.rules in FRENCH_TEXTS,
    )
