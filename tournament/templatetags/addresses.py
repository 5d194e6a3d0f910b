"""Absolute URLs for what leaves the page, such as social cards, and URLs as text to read."""

import re

from django import template
from django.template import Context
from django.urls import reverse

from tournament.common.addresses import absolute_url
from tournament.public.selectors.published import EventHead

register = template.Library()


@register.simple_tag(takes_context=True)
def absolute_address(context: Context, path: str) -> str:
    """Return the absolute URL of a page of this installation."""
    return absolute_url(context["request"], path)


@register.simple_tag(takes_context=True)
def picture_address(context: Context, head: EventHead) -> str:
    """Return the absolute URL of an event's picture, or else of its card."""
    slug = head.terms.slug
    if head.picture:
        path = f"{reverse('tournament:picture', args=[slug])}?v={head.picture[:12]}"
    else:
        path = reverse("tournament:card", args=[slug])
    return absolute_url(context["request"], path)


@register.filter
def parts_of_address(address: str) -> list[str]:
    """Return the parts of a URL, so that narrow lines break between them and not in mid-word."""
    return re.split(r"(?<=[/?&])(?=[^/])", address)
