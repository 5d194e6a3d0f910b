"""From the cells of a row to a player, or to which cell is wrong and why."""

import re
from collections.abc import Mapping
from dataclasses import replace

from adjudication.rules.accounts import AccountError, accounts_text, parse_accounts
from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.formats.countries import NOBODY, CountryError, country_code
from tournament.formats.limits import MAX_ROUNDS
from tournament.formats.player_columns import CARD_COLUMNS, Column
from tournament.formats.rating_lists import HIGHEST, LOWEST, egf_rating_of_aga
from tournament.standings.ratings import FFG_SHIFT
from tournament.state.categories import CategoriesError, plain_categories
from tournament.state.people import Card, Player, with_partner
from tournament.state.ranges import LARGEST_CORRECTION
from tournament.state.ranks import (
    RankError,
    parse_rank,
    parse_ranks,
    plain_rank,
    plain_ranks,
    rank_of_rating,
    rating_of_rank,
    rounded_average,
)

_TRUE = {"", "fin", "final", "yes", "y", "oui", "o", "ja", "j", "si", "1", "true", "x", "ok"}
_FALSE = {"pre", "prelim", "preliminary", "no", "n", "non", "nein", "0", "false"}


class BadCellError(ValueError):
    """A cell that cannot be read: its column and why."""

    def __init__(self, field: str, why: Message) -> None:
        super().__init__(str(why))
        self.field, self.why = field, why


def player_of(number: int, cells: Mapping[str, str], rounds: int) -> Player:
    """Return the player of a row; ``number`` becomes the id. Raises BadCellError.

    The rank may be missing if there is a rating, or the ranks of the players of a pair; a missing
    rating is computed from the rank. If there is a partner's rank, the rank is that of the first
    player, and the pair gets the average.
    """
    surname, first_name = _names(cells)
    rating, origin = _rating(cells)
    rank = _rank(cells, rating)
    if rating is None:
        rating, origin = rating_of_rank(rank), "INI"
    return Player(
        id=number,
        surname=surname,
        first_name=with_partner(first_name, _single_spaces(cells.get("partner", ""))),
        rank=rank,
        rating=rating,
        country=_country(cells.get(Column.COUNTRY, "")),
        club=cells.get(Column.CLUB, ""),
        final=_final(cells.get(Column.REGISTRATION, "")),
        absent=_absent(cells, rounds),
        smms_correction=_number(cells, Column.CORRECTION, -LARGEST_CORRECTION, LARGEST_CORRECTION)
        or 0,
        card=replace(
            Card(**{column: cells.get(column, "") for column in CARD_COLUMNS}),
            grade=_grade(cells),
            rating_origin=cells.get("rating_origin", origin),
            egf_pin=_digits(cells, "egf_pin"),
            aga_id=_digits(cells, "aga_id"),
            accounts=_accounts(cells.get("accounts", "")),
            partner=_single_spaces(cells.get("partner", "")),
            member_ranks=_member_ranks(cells),
            categories=_categories(cells.get("categories", "")),
        ),
    )


def _accounts(text: str) -> str:
    try:
        return accounts_text(parse_accounts(text))
    except AccountError as error:
        raise BadCellError("accounts", error.text) from None


def _categories(text: str) -> str:
    try:
        return plain_categories(text)
    except CategoriesError as error:
        raise BadCellError("categories", error.text) from None


def _member_ranks(cells: Mapping[str, str]) -> str:
    text = cells.get("member_ranks", "")
    if not text and cells.get(Column.PARTNER_RANK):
        return ", ".join(_ranks_of_pair(cells))
    try:
        return plain_ranks(text) if text else ""
    except RankError:
        raise BadCellError(
            "member_ranks",
            _("“%(text)s” is not the ranks of several players. Write them as 2k, 4k.")
            % {"text": text},
        ) from None


def _ranks_of_pair(cells: Mapping[str, str]) -> tuple[str, str]:
    """Return the ranks of both players of a pair, if each has a column."""
    own = cells.get(Column.RANK, "")
    if not own:
        text = _("The partner’s rank is there, and that of the first player is not: fill in both.")
        raise BadCellError(Column.RANK.value, text)
    return _plain_rank(cells, Column.RANK), _plain_rank(cells, Column.PARTNER_RANK)


def _plain_rank(cells: Mapping[str, str], column: Column) -> str:
    try:
        return plain_rank(cells[column])
    except RankError:
        raise BadCellError(column.value, _no_rank(cells[column])) from None


def _no_rank(text: str) -> Message:
    return _("%(text)r is not a rank. Write 30k to 1k, 1d to 9d or 1p to 9p.") % {"text": text[:40]}


def _names(cells: Mapping[str, str]) -> tuple[str, str]:
    surname = _single_spaces(cells.get(Column.SURNAME, ""))
    first_name = _single_spaces(cells.get(Column.FIRST_NAME, ""))
    whole = cells.get(Column.NAME, "") or cells.get(Column.FIRST_LAST, "")
    if not surname and whole:
        surname, taken = split_name(whole, first_name_first=bool(cells.get(Column.FIRST_LAST)))
        first_name = first_name or taken
    if not surname or not any(char.isalpha() for char in surname + first_name):
        raise BadCellError(
            "name",
            _("The surname is missing. Fill it in."),
        )
    return surname, first_name


def _single_spaces(text: str) -> str:
    return " ".join(text.split())


def split_name(text: str, *, first_name_first: bool = False) -> tuple[str, str]:
    """Return the surname and first name in a cell that has both.

    ``Last, First`` and ``LAST First`` (or ``First LAST``) show which is which. Otherwise the
    surname is the first word, or the last one if ``first_name_first``.
    """
    surname, comma, first_name = text.partition(",")
    if comma:
        return _single_spaces(surname), _single_spaces(first_name)
    words = text.split()
    loud = [word for word in words if len(word) > 1 and word.isupper()]
    if loud and len(loud) < len(words):
        quiet = [word for word in words if word not in loud]
        return " ".join(loud), " ".join(quiet)
    if first_name_first and words:
        return words[-1], " ".join(words[:-1])
    return " ".join(words[:1]), " ".join(words[1:])


def _rating(cells: Mapping[str, str]) -> tuple[int | None, str]:
    """Return the rating on the EGF scale and its origin; None if there is no rating."""
    egf = _number(cells, Column.RATING, LOWEST, HIGHEST)
    if egf is not None:
        return egf, "MAN"
    ffg = _number(cells, Column.FFG_RATING, -9999, HIGHEST - FFG_SHIFT)
    if ffg is not None and ffg > -9999:
        return max(LOWEST, ffg + FFG_SHIFT), f"FFG : {ffg}"
    text = cells.get(Column.AGA_RATING, "").replace(",", ".")
    if not text:
        return None, ""
    if not re.fullmatch(r"[+-]?\d{1,2}(\.\d{1,6})?", text):
        raise BadCellError(Column.AGA_RATING.value, _no_number(text))
    return egf_rating_of_aga(float(text)), f"AGA : {text}"


def _rank(cells: Mapping[str, str], rating: int | None) -> int:
    text = cells.get(Column.RANK, "") or cells.get("grade", "")
    members = _member_ranks(cells)
    if members and (not text or cells.get(Column.PARTNER_RANK)):
        return rounded_average(parse_ranks(members))
    if not text and rating is not None:
        return rank_of_rating(rating)
    try:
        return parse_rank(text)
    except RankError:
        raise BadCellError(
            Column.RANK.value,
            _no_rank(text)
            if text
            else _("There is no rank and no rating. Give a rank such as 5k or 2d."),
        ) from None


def _grade(cells: Mapping[str, str]) -> str:
    if cells.get(Column.PARTNER_RANK):
        return ""  # the rank in the list is that of one of the two
    text = cells.get("grade", cells.get(Column.RANK, ""))
    return text.replace(" ", "").upper()[:10]


def _country(text: str) -> str:
    """Return the code of a country; empty for signs such as ``XX`` that lists write for none."""
    if text.lower() in NOBODY:
        return ""
    try:
        return country_code(text)
    except CountryError:
        raise BadCellError(
            Column.COUNTRY.value,
            _("%(text)r is not a country. Write its name or its code, such as France or FR.")
            % {"text": text[:40]},
        ) from None


def _final(text: str) -> bool:
    word = text.strip().lower()
    if word in _TRUE:
        return True
    if word in _FALSE:
        return False
    raise BadCellError(
        Column.REGISTRATION.value,
        _("%(text)r is not a registration status. Write FIN (final) or PRE (preliminary).")
        % {"text": text[:40]},
    )


def _no_number(text: str) -> Message:
    return _("%(text)r is not a number. Correct it or leave it empty.") % {"text": text[:40]}


def _number(cells: Mapping[str, str], column: str, low: int, high: int) -> int | None:
    """Return a number rounded to an integer; None for an empty cell."""
    text = cells.get(column, "").replace(",", ".")
    if not text:
        return None
    if not re.fullmatch(r"[+-]?\d{1,5}(\.\d{1,6})?", text):
        raise BadCellError(column, _no_number(text))
    number = round(float(text))
    if not low <= number <= high:
        raise BadCellError(
            column,
            _("%(text)s is not between %(low)d and %(high)d.")
            % {"text": text, "low": low, "high": high},
        )
    return number


def _digits(cells: Mapping[str, str], column: str) -> str:
    text = cells.get(column, "").replace(" ", "")
    if text and not re.fullmatch(r"[0-9]{1,12}", text):
        raise BadCellError(column, _no_number(text))
    return text


def _absent(cells: Mapping[str, str], rounds: int) -> frozenset[int]:
    """Return the rounds that a player does not take part in."""
    absent = _round_list(cells, Column.ABSENT)
    text = cells.get(Column.PARTICIPATION, "").replace(" ", "")
    if re.fullmatch(r"[01]{2,100}", text):
        return absent | {number for number, bit in enumerate(text, 1) if bit == "0"}
    if text and text.lower() not in ("all", "toutes", "alle", "x", "*"):
        return absent | set(range(1, rounds + 1)) - _round_list(cells, Column.PARTICIPATION)
    return absent


def _round_list(cells: Mapping[str, str], column: str) -> frozenset[int]:
    """Return the rounds of a list such as ``1 3-5`` or ``1,2``."""
    text = cells.get(column, "")
    rounds: set[int] = set()
    for part in re.split(r"[\s,;/+]+", text.strip()):
        found = re.fullmatch(r"[rR]?(\d{1,3})(?:-(\d{1,3}))?", part)
        first = int(found[1]) if found else 0
        last = int(found[2]) if found and found[2] else first
        if part and not 1 <= first <= last <= MAX_ROUNDS:
            raise BadCellError(
                column,
                _(
                    "%(text)r is not a list of rounds. Write 1 3 5, or 10111 for one digit per "
                    "round."
                )
                % {"text": text[:40]},
            )
        if part:
            rounds |= set(range(first, last + 1))
    return frozenset(rounds)
