"""What our own columns refuse, with messages that say what to write instead."""

import unicodedata
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ValidationError
from django.core.validators import (
    EmailValidator,
    MaxValueValidator,
    MinValueValidator,
    URLValidator,
)
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from adjudication.rules.accounts import AccountError, parse_accounts
from tournament.spoken import translated
from tournament.state.categories import CategoriesError, parse_categories
from tournament.state.ranks import STRONGEST, WEAKEST, RankError, parse_rank, parse_ranks, rank_text

# Control characters (including NUL, which PostgreSQL refuses) and lone surrogates.
REFUSED = frozenset({"Cc", "Cs"})
# Overrides and isolates of the writing direction would reverse text beside a name on a page.
# Left-to-right and right-to-left marks and joiners belong to the spelling of names and stay.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Blank letters and symbols: Hangul fillers, and the Braille pattern without dots.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def validate_readable(text: str) -> None:
    """Refuse characters that no keyboard types, and a text of which nothing is visible."""
    if any(unicodedata.category(sign) in REFUSED or sign in TURNING for sign in text):
        raise ValidationError(UNREADABLE, code="unreadable_text")
    if text.strip() and not any(map(_is_visible, text)):
        raise ValidationError(
            _("This contains no visible characters: write it again."), code="invisible_text"
        )


def validate_readable_lines(text: str) -> None:
    """Refuse the same in a text of several lines."""
    for line in text.splitlines():
        validate_readable(line.replace("\t", " "))


def _is_visible(sign: str) -> bool:
    """Whether a character is visible by itself: a letter, digit, symbol or sign, and not blank."""
    return unicodedata.category(sign)[0] in "LNSP" and sign not in _BLANK


RANK_SENTENCE = format_lazy(
    _("Write a rank such as 12k, 3d or 2p, from {weakest} to {strongest}."),
    weakest=rank_text(WEAKEST).lower(),
    strongest=rank_text(STRONGEST).lower(),
)
"""The message for a text that is not a rank."""
RANKS_SENTENCE = _("Write the ranks of two players or more, such as 2k, 4k.")
"""The message for a text that is not the ranks of several players."""
UNREADABLE = _("Write this without control characters.")
"""The message for a text with invisible characters."""
TOO_LONG = _("Write at most %(limit_value)d characters: this text has %(show_value)d.")
"""The message for a text that is too long, as Django's validators fill it in."""
COUNTRY_SENTENCE = _("Write the name of a country or its code, such as France or FR.")
"""The message for a text that is not a country."""


def validate_rank(text: str) -> None:
    """Refuse a text that is not a rank."""
    try:
        parse_rank(text)
    except RankError:
        raise ValidationError(RANK_SENTENCE, code="rank") from None


def validate_ranks(text: str) -> None:
    """Refuse a text that is not the ranks of several players."""
    try:
        parse_ranks(text)
    except RankError:
        raise ValidationError(RANKS_SENTENCE, code="ranks") from None


def validate_accounts(text: str) -> None:
    """Refuse a text that does not name accounts on servers."""
    try:
        parse_accounts(text)
    except AccountError as error:
        raise ValidationError(translated(error.text), code="accounts") from None


def validate_categories(text: str) -> None:
    """Refuse too many categories of a player, and categories that are too long."""
    try:
        parse_categories(text)
    except CategoriesError as error:
        raise ValidationError(translated(error.text), code="categories") from None


_email = EmailValidator(
    _("Write an e-mail address as name@example.org, or leave it empty."), code="email"
)


def validate_email(text: str) -> None:
    """Refuse a text that is not an e-mail address."""
    _email(text)


_web_address = URLValidator(
    schemes=["http", "https"],
    message=_("Write a web address as https://example.org, or leave it empty."),
    code="web_address",
)


def validate_web_address(text: str) -> None:
    """Refuse a text that is not the URL of a page."""
    _web_address(text)


def validate_time_zone(text: str) -> None:
    """Refuse a text that is not the name of a time zone."""
    try:
        ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValidationError(
            _("Write a time zone as Europe/Paris or UTC."), code="time_zone"
        ) from None


def number_range(least: int, most: int, text: Any = "") -> list[Any]:
    """Return the validators of a number from ``least`` to ``most``, with a single message."""
    text = text or number_sentence(least, most)
    return [MinValueValidator(least, text), MaxValueValidator(most, text)]


def number_sentence(least: Any, most: Any) -> Any:
    """Return the message for a number that is not from ``least`` to ``most``."""
    return format_lazy(_("Write a whole number from {least} to {most}."), least=least, most=most)
