"""Tooltips from the glossary: a button beside a word opens its meaning.

It opens a popover, by mouse, finger or keyboard, without any script.
"""

from django import template
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.help.glossary import BY_KEY
from tournament.templatetags.icons import icon

register = template.Library()


def tip(key: str, word: str | Promise, meaning: str | Promise) -> SafeString:
    """Draw the button and its popover; ``key`` makes it unique on the page."""
    return format_html(
        '<button type="button" class="term" popovertarget="tip-{}" aria-label="{}">{}</button>'
        '<span popover id="tip-{}" class="tip"><strong>{}</strong> {}</span>',
        key,
        _("What does “%(word)s” mean?") % {"word": word},
        icon("circle-question-mark"),
        key,
        word,
        meaning,
    )


@register.simple_tag
def explain(field: BoundField) -> str:
    """Explain the glossary term in a field's label, if its form names one."""
    term = BY_KEY.get(getattr(field.form, "terms", {}).get(field.name, ""))
    return tip(field.html_name, term.word, term.meaning) if term else ""
