"""The side bar of a tournament's staff: every room that the visitor may enter, in groups."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.staff.visitors import Rights, rights_in

register = template.Library()


@dataclass(frozen=True, slots=True)
class Room:
    """A page of the staff: its view, its name and icon, and whether it is open to somebody.

    Pages whose addresses begin with the room's belong to it.
    """

    view: str
    title: Any
    icon: str
    open_to: Callable[[Rights], bool]


@dataclass(frozen=True, slots=True)
class Door:
    """A room as the side bar shows it; ``current`` is what ``aria-current`` says of it."""

    room: Room
    address: str
    current: str


@dataclass(frozen=True, slots=True)
class SideBar:
    """The rooms of a tournament that its visitor may enter, by groups."""

    name: str
    slug: str
    rights: Rights
    groups: tuple[tuple[Any, tuple[Door, ...]], ...]


directs, owns, enters, referees = map(attrgetter, ("directs", "owns", "enters", "referees"))


def helps(rights: Rights) -> bool:
    """Whether somebody enters results without running the tournament."""
    return rights.enters and not rights.directs


def reads_history(rights: Rights) -> bool:
    """Whether somebody may read what everybody did."""
    return rights.directs or rights.referees


def everybody(rights: Rights) -> bool:
    """Let all of the staff in."""
    return True


GROUPS = (
    (
        pgettext_lazy("group of pages", "Round"),
        (
            Room("tournament:director", _("Overview"), "layout-dashboard", directs),
            Room("tournament:current_round", _("Round"), "swords", directs),
            Room("tournament:desk", _("Enter results"), "keyboard", helps),
            Room("tournament:next_checkin", _("Check-in"), "user-check", enters),
            Room("operations:work", pgettext_lazy("page", "Activity"), "activity", directs),
        ),
    ),
    (
        pgettext_lazy("group of pages", "People"),
        (
            Room("tournament:players", _("Players"), "users", directs),
            Room("tournament:links", _("Links"), "qr-code", directs),
            Room("tournament:staff", _("Staff"), "id-card", owns),
        ),
    ),
    (
        pgettext_lazy("group of pages", "Results"),
        (
            Room("tournament:standings", _("Standings"), "list-ordered", everybody),
            Room("tournament:prizes", _("Prizes"), "trophy", directs),
            Room("adjudication:referee", _("Cases"), "scale", referees),
            Room(
                "tournament:history",
                pgettext_lazy("what everybody did", "History"),
                "history",
                reads_history,
            ),
        ),
    ),
    (
        pgettext_lazy("group of pages", "Paper and screens"),
        (
            Room("tournament:print", pgettext_lazy("on paper", "Print"), "printer", directs),
            Room("tournament:wall", _("Wall display"), "monitor", everybody),
            Room("tournament:exports", _("Files"), "file-down", directs),
        ),
    ),
    (
        pgettext_lazy("group of pages", "The event"),
        (
            Room("tournament:settings", _("Settings"), "settings", owns),
            Room("tournament:closing", _("Finish"), "flag", directs),
        ),
    ),
)


@register.simple_tag(takes_context=True)
def side_bar(context: Context) -> SideBar | None:
    """Return the side bar of the page's tournament; None to who is not of its staff."""
    visitor, terms = context.get("visitor"), _terms_of(context)
    if visitor is None or terms is None:
        return None
    rights = rights_in(visitor, terms.id)
    if not (rights.enters or rights.referees):
        return None
    path = context["request"].path
    addresses = {
        room: reverse(room.view, args=[terms.slug])
        for _title, rooms in GROUPS
        for room in rooms
        if room.open_to(rights)
    }
    around = max(filter(path.startswith, addresses.values()), key=len, default="")
    current = "page" if path == around else "true"
    groups = (
        (
            title,
            tuple(
                Door(room, addresses[room], current if addresses[room] == around else "")
                for room in rooms
                if room in addresses
            ),
        )
        for title, rooms in GROUPS
    )
    return SideBar(
        terms.name, terms.slug, rights, tuple((t, doors) for t, doors in groups if doors)
    )


def _terms_of(context: Context) -> Any:
    for name in ("terms", "page.terms", "desk.terms"):
        try:
            return template.Variable(name).resolve(context)
        except template.VariableDoesNotExist:
            continue
    return None
