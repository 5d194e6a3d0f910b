"""Rendering messages of the cores, and moments, in the active language."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.conf import settings
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext, trans_real

from language.messages import BETWEEN_CLAUSES, Catalogue, Message
from tournament.errors import UserError
from tournament.formats.errors import FormatError


def translated(message: Message) -> str:
    """Return a message in the active language, which is the request's or the command's."""
    return message.render(translation)


def stored_note(note: str | Promise) -> str:
    """Return a note as it is stored: one of the program's own as its English message id."""
    with translation.override("en"):
        return str(note)


def note_text(note: str) -> str:
    """Return a stored note for its reader; text that somebody wrote stays as it is."""
    return translation.gettext(note) if note else ""


def join_clauses(texts: Iterable[str]) -> str:
    """Return the clauses of a sentence, joined with the active language's separator."""
    return translated(BETWEEN_CLAUSES).join(texts)


def shorten_list(names: Sequence[str], most: int) -> str:
    """Return the first names or other texts of a list, and how many more there are."""
    text = ", ".join(names[:most])
    more = len(names) - most
    if more <= 0:
        return text
    return ngettext("%(first)s and %(more)d more", "%(first)s and %(more)d more", more) % {
        "first": text,
        "more": more,
    }


def moment_text(moment: datetime) -> str:
    """Return a moment in words: its day, its time and the time zone (config/formats)."""
    return date_format(timezone.localtime(moment), "MOMENT_FORMAT")


def active_language() -> str:
    """Return the code of the reader's language, or the installation's if none is active."""
    return get_language() or settings.LANGUAGE_CODE


def catalogues() -> tuple[Catalogue, ...]:
    """Return the catalogues of all languages, the active one first."""
    active = active_language()
    codes = sorted(dict(settings.LANGUAGES), key=lambda code: code != active)
    return tuple(catalogue(code) for code in codes)


def catalogue(language: str) -> Catalogue:
    """Return the catalogue of one language."""
    found: Catalogue = trans_real.translation(language)
    return found


def in_every_language(message: Message) -> dict[str, str]:
    """Return a message in each of the product's languages, by their codes."""
    return {code: message.render(catalogue(code)) for code, name in settings.LANGUAGES}


def renders_as(message: Message, text: str) -> bool:
    """Whether a text is this message in any of the product's languages."""
    return " ".join(text.split()) in (
        " ".join(told.split()) for told in in_every_language(message).values()
    )


def file_error(error: FormatError) -> UserError:
    """Return the error for a file that cannot be read: where, what, and what to do."""
    return UserError(error.code, field="file", text=error.message)
