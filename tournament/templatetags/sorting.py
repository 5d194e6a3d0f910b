"""Column heads that are links: they sort a table by its address."""

from django import template
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_block_tag
def sort_head(content: SafeString, asked: QueryDict, first: str, kind: str = "") -> SafeString:
    """Draw the head of a column, with a link that sorts by it and, pressed again, turns it round.

    ``asked`` is what the address asks for, ``sort`` among it: the name of a column, falling with a
    hyphen before it. ``first`` is the column in the direction that it is sorted in first.
    """
    column, now = first.removeprefix("-"), str(asked["sort"])
    is_sorted, falling = now.removeprefix("-") == column, now.startswith("-")
    turned = column if falling else f"-{column}"
    query = asked.copy()
    query["sort"] = turned if is_sorted else first
    aria = ("descending" if falling else "ascending") if is_sorted else "none"
    return format_html(
        '<th scope="col" class="{}" aria-sort="{}"><a href="?{}">{}</a></th>',
        kind,
        aria,
        query.urlencode(),
        content,
    )
