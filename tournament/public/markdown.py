"""Markdown as HTML that is safe on any page."""

from functools import lru_cache
from html import unescape

import nh3
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

BELOW = 2
"""How many levels headings go down, below the names of the event and of the section."""
_LOWEST = 6
_TAGS = {
    *("p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_SCHEMES = {"http", "https", "mailto", "tel"}
_reader = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(
    ["table", "strikethrough"]
)


@lru_cache(maxsize=64)
def html_of(text: str) -> SafeString:
    """Return a text as HTML; anything that is not Markdown is shown as it was typed."""
    tokens = _reader.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(_LOWEST, int(token.tag[1]) + BELOW)}"
    drawn = _reader.renderer.render(tokens, _reader.options, {})
    clean = nh3.clean(
        drawn,
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer nofollow",
    )
    return mark_safe(clean)


def plain_summary(text: str, most: int) -> str:
    """Return the beginning of a text, without markup, in about ``most`` characters."""
    plain = " ".join(unescape(strip_tags(html_of(text))).split())
    return plain if len(plain) <= most else plain[: most - 1].rsplit(" ", 1)[0] + "…"
