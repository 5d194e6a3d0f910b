"""The sentences about what a record's header says."""

from __future__ import annotations

from typing import Final

from adjudication.rules.findings import Code
from language.messages import Message
from language.messages import gettext_lazy as _

OF_THE_HEADER: Final[dict[Code, Message]] = {
    Code.HANDICAP_INFERRED: _(
        "Black begins with a handicap of %(handicap)s, given by the first moves or the stones on "
        "the board."
    ),
    Code.HANDICAP_DIFFERS: _("The record has a handicap of %(record)s, the game %(expected)s."),
    Code.KOMI_DIFFERS: _("The record has komi %(record)s, the game %(expected)s."),
    Code.SIZE_DIFFERS: _(
        "The record is of a %(record)sx%(record)s board; the game is played on "
        "%(expected)sx%(expected)s."
    ),
    Code.COLOURS_SWAPPED: _(
        "In the record the colours are the other way round: %(black)s is Black and %(white)s is "
        "White."
    ),
    Code.NAMES_DIFFER: _(
        "The record names other players: %(black)s (Black) and %(white)s (White)."
    ),
    Code.HANDICAP_MISSING: _(
        "The game has a handicap of %(handicap)s, but the handicap stones are not in the record: "
        "it was replayed as written, and counting it settles nothing."
    ),
    Code.KOMI_MISSING: _("The record does not give the komi; %(komi)s was used."),
    Code.RULES_UNKNOWN: _(
        "The record does not name a rule set that is known here (%(record)s). Choose one to have "
        "it checked."
    ),
    Code.RESULT_DIFFERS: _(
        "The record itself gives the result %(record)s, and %(claim)s was reported."
    ),
    Code.RESULT_UNREADABLE: _("The result in the record cannot be read: %(record)s."),
    Code.CONTRADICTORY: _(
        "The record gives %(what)s more than once, with different values: %(values)s."
    ),
    Code.VALUE_UNREADABLE: _("What the record gives as %(what)s cannot be read: %(value)s."),
}
OTHER_NAME: Final = {
    "black": _("The record names another player as Black: %(black)s."),
    "white": _("The record names another player as White: %(white)s."),
}
"""That a record which names only one player names another one than the game has, by colour."""
WHAT: Final[dict[str, Message]] = {
    "RE": _("the result"),
    "KM": _("the komi"),
    "HA": _("the handicap"),
    "RU": _("the rules"),
    "SZ": _("the board size"),
}
"""What a root property says, by its SGF name."""
HANDICAP_UNLIKE: Final = _(
    "The record says a handicap of %(record)s, but begins with one of %(shown)s."
)
USED: Final = _("%(value)s was used.")
NONE_USED: Final = _("None of them was used.")
SETTLES_NOTHING: Final = _("A count with this komi settles nothing.")
BY_NOTHING: Final = _(
    "The result in the record is a win by 0 points, which is not a win: %(record)s. Equal scores "
    "are a draw."
)
