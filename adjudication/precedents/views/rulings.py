"""What was ruled before, for everybody: looked for, and one by one. No player is named."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication.cases.views.articles import article_text
from adjudication.policy.articles import ARTICLES
from adjudication.precedents.selectors import LawTerms, law_terms, public_ruling, search_rulings
from adjudication.precedents.views.telling import finding_title, told_ruling
from tournament.common.causes import cause_title
from tournament.games import words
from tournament.staff.access import frame

FIELDS = ("rules", "cause", "finding", "article")
LONGEST_WORDS = 100


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to look for; ``count`` is how many rulings have it."""

    value: str
    label: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Filter:
    """One list of things to look for."""

    name: str
    label: str
    options: tuple[Option, ...]


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """Look for rulings by rule set, cause, finding, article and words."""
    asked = {name: _typed(request, name) for name in (*FIELDS, "words")}
    number = request.GET.get("page", "")
    found = search_rulings(
        **asked,
        page=int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1,
        language=get_language() or "en",
    )
    terms = law_terms()
    query = {name: value for name, value in asked.items() if value}
    context = {
        **frame(request),
        "filters": _filters(terms, asked),
        "words": asked["words"],
        "asked": query,
        "any": bool(terms.rules),
        "found": found,
        "rulings": [told_ruling(line) for line in found.lines],
        "newer": _address(query, found.number - 1) if found.number > 1 else "",
        "older": _address(query, found.number + 1) if found.number < found.pages else "",
    }
    return render(request, "precedents/rulings.html", context)


@require_safe
def ruling(request: HttpRequest, ruling_id: int) -> HttpResponse:
    """Show one ruling that nothing changes any more."""
    line = public_ruling(ruling_id, get_language() or "en")
    if line is None:
        raise Http404
    context = {**frame(request), "ruling": told_ruling(line), "line": line}
    return render(request, "precedents/ruling.html", context)


def _typed(request: HttpRequest, name: str) -> str:
    """Return what is looked for; what nobody types, such as NUL, is nothing."""
    text = request.GET.get(name, "")[:LONGEST_WORDS]
    return text if text.isprintable() else ""


def _address(query: dict[str, str], page: int) -> str:
    return f"?{urlencode({**query, 'page': page})}"


def _filters(terms: LawTerms, asked: dict[str, str]) -> tuple[Filter, ...]:
    def options(counts: dict[str, int], label: object, chosen: str) -> tuple[Option, ...]:
        assert callable(label)
        found = [Option(key, label(key), count, key == chosen) for key, count in counts.items()]
        return tuple(sorted(found, key=lambda one: one.label.casefold()))

    articles = {key: count for key, count in terms.articles.items() if key in ARTICLES}
    order = {key: place for place, key in enumerate(ARTICLES)}
    cited = tuple(
        Option(key, _article(key), articles[key], key == asked["article"])
        for key in sorted(articles, key=order.__getitem__)
    )
    return (
        Filter("rules", _("Rules"), options(dict(terms.rules), words.rules_title, asked["rules"])),
        Filter(
            "cause",
            _("What it was about"),
            options(dict(terms.causes), cause_title, asked["cause"]),
        ),
        Filter(
            "finding",
            _("What was found"),
            options(dict(terms.findings), finding_title, asked["finding"]),
        ),
        Filter("article", _("Article"), cited),
    )


def _article(key: str) -> str:
    article = ARTICLES[key]
    label = article_text(article).label
    return label if key.startswith("event:") else f"{words.rules_title(article.rules)} · {label}"
