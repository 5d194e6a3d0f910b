"""Whether a page is shown again because something is wrong: its title and focus say so."""

from typing import Any

from django import template
from django.forms import BaseFormSet
from django.template import Context

from tournament.common.forms import PageForm

register = template.Library()
BY_HAND = ("errors", "error", "wrong")
"""The context variables for errors on pages that draw their forms by hand."""


@register.simple_tag(takes_context=True)
def refused(context: Context) -> bool:
    """Whether a form of the page was refused."""
    page = context.flatten()
    return any(page.get(name) for name in BY_HAND) or _has_refused(page)


def _has_refused(value: Any) -> bool:
    if isinstance(value, PageForm):
        return value.status >= 400
    if isinstance(value, BaseFormSet):
        return value.is_bound and value.total_error_count() > 0
    if isinstance(value, dict):
        return any(map(_has_refused, value.values()))
    return isinstance(value, list | tuple) and any(map(_has_refused, value))
