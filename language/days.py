"""A day in a sentence, in each language's own form: ``1 October 2026``, ``1 octobre 2026``."""

from datetime import date
from typing import Final

from language.messages import Message, pgettext_lazy

_DAY: Final = pgettext_lazy("a day in a sentence", "%(day)d %(month)s %(year)d")
_MONTHS: Final = (
    pgettext_lazy("month in a date", "January"),
    pgettext_lazy("month in a date", "February"),
    pgettext_lazy("month in a date", "March"),
    pgettext_lazy("month in a date", "April"),
    pgettext_lazy("month in a date", "May"),
    pgettext_lazy("month in a date", "June"),
    pgettext_lazy("month in a date", "July"),
    pgettext_lazy("month in a date", "August"),
    pgettext_lazy("month in a date", "September"),
    pgettext_lazy("month in a date", "October"),
    pgettext_lazy("month in a date", "November"),
    pgettext_lazy("month in a date", "December"),
)


def day_text(day: date) -> Message:
    """Return a day as pages write it, for the cores' sentences."""
    return _DAY % {"day": day.day, "month": _MONTHS[day.month - 1], "year": day.year}
