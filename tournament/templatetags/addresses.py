"""Addresses of pages as others reach them, for what leaves the page."""

from django import template
from django.template import Context

from tournament.common.addresses import absolute

register = template.Library()


@register.simple_tag(takes_context=True)
def absolute_address(context: Context, path: str) -> str:
    """Return the whole address of a page of this installation."""
    return absolute(context["request"], path)
