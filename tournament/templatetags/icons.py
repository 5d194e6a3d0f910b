"""Icons and stones inline in a page, sized like the text around them; icons in its colour too."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
SPRITE = "img/icons.svg"
"""A file with one symbol per icon; its ids are Lucide's names of the icons."""


@register.simple_tag
def icon(name: str) -> SafeString:
    """Draw an icon beside its words: it says nothing that they do not."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static(SPRITE), name
    )


@register.simple_tag
def stone(colour: str) -> SafeString:
    """Draw the stone of ``black`` or ``white`` beside a name or the colour's word."""
    return format_html('<span class="stone {}" aria-hidden="true"></span>', colour)
