"""The heads of tables: each is a link that sorts by its column, by the table's address."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournament.common.tables import Column, Table
from tournament.templatetags.terms import tip

register = template.Library()


@register.simple_tag
def table_heads(table: Table) -> SafeString:
    """Draw the heads of the columns that a table shows."""
    return format_html_join("", "{}", ((_head(table, one),) for one in table.heads))


def _head(table: Table, column: Column) -> SafeString:
    """Draw a head; its link sorts by the column and, pressed again, turns the order round."""
    title = column.title
    if column.word:
        title = format_html('<abbr title="{}">{}</abbr>', column.word, title)
    about = tip(f"{table.name}-{column.name}", column.title, column.about) if column.about else ""
    if column.value is None:
        return format_html('<th scope="col" class="{}">{}{}</th>', column.kind, about, title)
    is_sorted = table.sort.removeprefix("-") == column.name
    falling = table.sort.startswith("-")
    turned = column.name if falling else f"-{column.name}"
    query = table.asked.copy()
    query["sort"] = turned if is_sorted else column.first
    aria = ("descending" if falling else "ascending") if is_sorted else "none"
    return format_html(
        '<th scope="col" class="{}" aria-sort="{}">{}<a href="?{}">{}</a></th>',
        column.kind,
        aria,
        about,
        query.urlencode(),
        title,
    )
