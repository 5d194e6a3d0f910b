"""Numbers as forms and addresses hold them."""

from django.utils.translation import gettext as _

from tournament.errors import UserError


def whole_number(text: str, *, most: int = 99) -> int | None:
    """Return a number from 1 to ``most`` that an address or form holds, None for anything else."""
    number = int(text) if text.isdecimal() and len(text) < 6 else 0
    return number if 1 <= number <= most else None


def first_round(text: str) -> int | None:
    """Return the first round that somebody plays; None where the form says nothing of it.

    Raises UserError for what is no round: nobody is entered for rounds that were not meant.
    """
    number = whole_number(text)
    if text and number is None:
        raise UserError(
            "from_round", field="from_round", text=_("Rounds are numbered from 1 to 99.")
        )
    return number


def key(text: str) -> int:
    """Return the key of a row that a form holds; for anything else 0, which no row has."""
    return int(text) if text.isdecimal() and len(text) < 19 else 0


def keys(texts: list[str]) -> list[int]:
    """Return the keys of rows that a form holds; what is none is left out."""
    return [int(text) for text in texts if text.isdecimal() and len(text) < 19]
