"""Sentences of the cores in the language of whoever reads them."""

import re

from django.utils.functional import lazy
from django.utils.translation import get_language

from language.localtext import LocalText
from tournament.errors import UserError
from tournament.formats.errors import FormatError

_BEFORE_MARK = re.compile(r" (?=[:;?!»])|(?<=«) ")


def spoken(text: LocalText) -> str:
    """Return a sentence in the language of the request, now.

    In French no line breaks before a colon and its like.
    """
    language = get_language() or "en"
    said = text.get(language)
    return _BEFORE_MARK.sub("\N{NO-BREAK SPACE}", said) if language.startswith("fr") else said


lazily_spoken = lazy(spoken, str)
"""The same, decided when the sentence is shown, for errors that travel."""

_message = lazy(lambda error: error.message(get_language() or "en"), str)


def file_error(error: FormatError) -> UserError:
    """Return what a person is told of a file that cannot be read: where, what, what to do."""
    return UserError(error.code, field="file", text=_message(error))
