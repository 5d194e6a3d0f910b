"""A line of moves beside its board: the links through it, and its moves in words."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class LineLink:
    """A link and its text; ``here`` says that it leads to what is already shown."""

    id: str
    label: str
    sign: str
    address: str
    here: bool


@dataclass(frozen=True, slots=True)
class LineMove:
    """A move of the line in words. ``proof`` says that it is a proof's answer."""

    text: str
    address: str
    here: bool
    proof: bool = False


def links_through(at: int, last: int, address: Callable[[int], str]) -> tuple[LineLink, ...]:
    """Return the links that step through a line of ``last`` moves, of which ``at`` are shown."""
    wanted = (
        ("first", 0, _("Start"), "|◀"),
        ("previous", at - 1, _("Previous move"), "◀"),
        ("next", at + 1, _("Next move"), "▶"),
        ("last", last, _("End"), "▶|"),
    )
    return tuple(
        LineLink(f"step-{name}", label, sign, address(target), here=target == at)
        for name, number, label, sign in wanted
        for target in [max(0, min(last, number))]
    )
