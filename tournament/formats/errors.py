"""The error that readers raise for a file they cannot read: what is wrong, and where."""

from collections.abc import Mapping
from types import MappingProxyType

from language.messages import Message, comma_list
from language.messages import gettext_lazy as _


class FormatError(ValueError):
    """A file that cannot be read: what is wrong, where, and what to do.

    ``code`` is stable, ``text`` is a sentence or two for people. ``line`` counts from 1 and
    ``field`` names the element, attribute or column (``Game@roundNumber``); each is None if nothing
    more precise than the whole file is known.
    """

    def __init__(
        self, code: str, text: Message, line: int | None = None, field: str | None = None
    ) -> None:
        self.code = code
        self.text = text
        self.line = line
        self.field = field
        super().__init__(str(self.message))

    @property
    def message(self) -> Message:
        """Return on one line where and what is wrong."""
        return with_location(self.text, self.line, self.field)


FIELDS: Mapping[str, Message] = MappingProxyType(
    {
        "surname": _("Surname"),
        "first_name": _("First name"),
        "name": _("Name"),
        "first_last": _("Name, first name first"),
        "rank": _("Rank"),
        "partner_rank": _("Partner’s rank (pair go)"),
        "grade": _("Grade"),
        "rating": _("Rating"),
        "ffg_rating": _("Rating (FFG scale)"),
        "aga_rating": _("Rating (AGA scale)"),
        "rating_origin": _("Where the rating is from"),
        "club": _("Club"),
        "country": _("Country"),
        "egf_pin": _("EGF PIN"),
        "ffg_licence": _("FFG licence"),
        "ffg_licence_status": _("State of the FFG licence"),
        "aga_id": _("AGA number"),
        "aga_expiration_date": _("AGA membership until"),
        "accounts": _("Accounts on servers"),
        "partner": _("Partner (pair go)"),
        "member_ranks": _("Ranks of both players (pair go), or of all (rengo)"),
        "categories": _("Categories for prizes"),
        "participation": _("Rounds played"),
        "absent": _("Rounds missed"),
        "registration": _("Preliminary or final"),
        "smms_correction": _("Correction of the starting score"),
        "email": _("E-mail"),
        "namesake": _("Which of several of one name"),
        "result": _("Result"),
    }
)
"""Columns as people call them; XML elements and attributes keep their names from the file."""


def _field_name(field: str) -> Message | str:
    number = field.removeprefix("round ")
    if number != field and number.isdecimal():
        return _("round %(number)d") % {"number": int(number)}
    return FIELDS.get(field, field)


def with_location(text: Message, line: int | None = None, field: str | None = None) -> Message:
    """Return a sentence preceded by the line and the field it is about."""
    where: list[Message | str] = []
    if line is not None:
        where.append(_("line %(line)d") % {"line": line})
    if field is not None:
        where.append(_field_name(field))
    if not where:
        return text
    return _("%(where)s: %(text)s") % {"where": comma_list(where), "text": text}
