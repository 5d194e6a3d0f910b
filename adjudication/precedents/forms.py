"""The form with which anybody can search earlier rulings."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from adjudication.cases.views.articles import article_text
from adjudication.policy.articles import ARTICLES
from adjudication.precedents.selectors import LONGEST_SEARCH, SearchTerms
from adjudication.precedents.words import finding_title
from tournament.common.causes import cause_title
from tournament.common.forms import Form, UndrawnWidget
from tournament.fields.forms import CutField
from tournament.games.words import rules_title

Choices = list[tuple[str, str]]


class SearchForm(Form):
    """A search for rulings by rule set, cause, finding, article and words."""

    rules = CutField(LONGEST_SEARCH, label=_("Rules"), widget=forms.Select)
    cause = CutField(LONGEST_SEARCH, label=_("What it was about"), widget=forms.Select)
    finding = CutField(LONGEST_SEARCH, label=_("What was found"), widget=forms.Select)
    article = CutField(LONGEST_SEARCH, label=_("Article"), widget=forms.Select)
    words = CutField(LONGEST_SEARCH, label=_("Words in the reasons"))
    sort = CutField(LONGEST_SEARCH, label=_("Order"), widget=forms.Select)
    page = CutField(5, widget=UndrawnWidget)

    def clean_page(self) -> int:
        """Return the page of the results; anything that is not a number means the first."""
        text = self.cleaned_data["page"]
        return int(text) if text.isascii() and text.isdigit() else 1

    def offer(self, terms: SearchTerms) -> None:
        """Offer everything that rulings have as choices, with the number of such rulings."""
        cited = {key: terms.articles[key] for key in ARTICLES if key in terms.articles}
        for name, choices in (
            ("rules", _by_label(terms.rules, rules_title)),
            ("cause", _by_label(terms.causes, cause_title)),
            ("finding", _by_label(terms.findings, finding_title)),
            ("article", _choices(cited, _article_label)),
        ):
            widget: Any = self.fields[name].widget
            widget.choices = [("", pgettext("ruling", "Any")), *choices]
        order: Any = self.fields["sort"].widget
        order.choices = [
            ("", pgettext("order", "Newest first")),
            ("date", pgettext("order", "Oldest first")),
            *((name, self.fields[name].label) for name in ("rules", "cause", "finding")),
            ("tournament", _("Tournament")),
        ]

    @property
    def search_terms(self) -> dict[str, str]:
        """Return the search terms that were given, without the page."""
        self.full_clean()
        return {
            name: value for name, value in self.cleaned_data.items() if value and name != "page"
        }

    def address(self, page: int) -> str:
        """Return the address of a page of the results."""
        return f"?{urlencode({**self.search_terms, 'page': page})}"


def _choices(counts: Mapping[str, int], label: Callable[[str], str]) -> Choices:
    return [(key, f"{label(key)} ({count})") for key, count in counts.items()]


def _by_label(counts: Mapping[str, int], label: Callable[[str], str]) -> Choices:
    return sorted(_choices(counts, label), key=lambda choice: choice[1].casefold())


def _article_label(key: str) -> str:
    article = ARTICLES[key]
    label = article_text(article).label
    return label if key.startswith("event:") else f"{rules_title(article.rules)} · {label}"
