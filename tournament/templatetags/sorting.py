"""The headings of tables, each a link that sorts by its column through the query string."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.common.tables import Column, Table
from tournament.templatetags.terms import tip

register = template.Library()


@register.simple_tag
def table_heads(table: Table) -> SafeString:
    """Draw the headings of the columns that a table shows."""
    return format_html_join("", "{}", ((_head(table, one),) for one in table.heads))


@register.simple_tag
def table_orders(table: Table) -> SafeString:
    """Draw the same links for a list without rows."""
    links = format_html_join(
        " ",
        '<a href="?{}" aria-current="{}">{}{}</a>',
        (
            (query, "true" if aria else "false", one.title, _ARROWS[aria])
            for one in table.heads
            for query, aria in (_sort_query(table, one),)
        ),
    )
    return format_html(
        '<nav class="orders" aria-label="{}"><span aria-hidden="true">{}</span> {}</nav>',
        _("Order"),
        _("Order"),
        links,
    )


_ARROWS = {"": "", "ascending": " ▴", "descending": " ▾"}


def _sort_query(table: Table, column: Column) -> tuple[str, str]:
    """Return the query that sorts by a column, or reverses it, and its current order."""
    is_sorted = table.sort.removeprefix("-") == column.name
    falling = table.sort.startswith("-")
    query = table.asked.copy()
    turned = column.name if falling else f"-{column.name}"
    query["sort"] = turned if is_sorted else column.first
    return query.urlencode(), ("descending" if falling else "ascending") if is_sorted else ""


def _head(table: Table, column: Column) -> SafeString:
    """Draw a heading; its link sorts by the column and, pressed again, reverses the order."""
    title = column.title
    if column.word:
        title = format_html('<abbr title="{}">{}</abbr>', column.word, title)
    about = tip(f"{table.name}-{column.name}", column.title, column.about) if column.about else ""
    if column.value is None:
        return format_html('<th scope="col" class="{}">{}{}</th>', column.kind, about, title)
    query, aria = _sort_query(table, column)
    return format_html(
        '<th scope="col" class="{}" aria-sort="{}">{}<a href="?{}">{}</a></th>',
        column.kind,
        aria or "none",
        about,
        query,
        title,
    )
