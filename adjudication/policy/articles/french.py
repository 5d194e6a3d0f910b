"""The articles of this text in our own words."""

from __future__ import annotations

from typing import Final

from adjudication.policy.articles.article import Article

ARTICLES: Final[tuple[Article, ...]] = ()
