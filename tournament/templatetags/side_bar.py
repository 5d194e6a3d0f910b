"""The side bar of a tournament's staff: every page open to the visitor, in groups."""

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
class StaffPage:
    """A page of the staff: its view, its name and icon, and to whom it is open.

    Pages whose URLs begin with the room's belong to it, and those below the director's page that
    begin with one of ``also``. ``needs`` names what a tournament's terms must have, for pages that
    not all tournaments have. ``about`` says in a sentence what is done there; ``words`` are
    synonyms by which it can be found too.
    """

    view: str
    title: Any
    icon: str
    open_to: Callable[[Rights], bool]
    about: Any
    words: Any
    also: tuple[str, ...] = ()
    needs: str = ""

    def in_use(self, terms: Any, rights: Rights) -> bool:
        """Return whether a tournament has the page and it is open to the visitor."""
        return self.open_to(rights) and (not self.needs or getattr(terms, self.needs, False))


@dataclass(frozen=True, slots=True)
class SideBarLink:
    """A room as the side bar shows it; ``current`` is its ``aria-current``."""

    page: StaffPage
    address: str
    current: str


@dataclass(frozen=True, slots=True)
class SideBar:
    """The rooms of a tournament open to its visitor, in groups."""

    name: str
    slug: str
    rights: Rights
    groups: tuple[tuple[Any, tuple[SideBarLink, ...]], ...]


directs, owns, enters, referees = map(attrgetter, ("directs", "owns", "enters", "referees"))


def only_enters_results(rights: Rights) -> bool:
    """Return whether somebody enters results without running the tournament."""
    return rights.enters and not rights.directs


def reads_history(rights: Rights) -> bool:
    """Return whether somebody may read the history."""
    return rights.directs or rights.referees


def everybody(rights: Rights) -> bool:
    """Return True: all staff may enter."""
    return True


GROUPS = (
    (
        pgettext_lazy("group of pages", "Round"),
        (
            StaffPage(
                "tournament:director",
                _("Overview"),
                "layout-dashboard",
                directs,
                _("What comes next, and how far every round is."),
                _("what comes next, start, clock"),
            ),
            StaffPage(
                "tournament:current_round",
                _("Round"),
                "swords",
                directs,
                _("Pair, publish and close rounds; enter results."),
                _(
                    "pair, pairing, draw, draft, publish a round, boards, enter results, close "
                    "a round, round clock, exchange players, why this pairing"
                ),
                also=("games/",),
            ),
            StaffPage(
                "tournament:desk",
                _("Enter results"),
                "keyboard",
                only_enters_results,
                _("Enter results at the desk."),
                _("type results, result line, boards"),
            ),
            StaffPage(
                "tournament:next_checkin",
                _("Check-in"),
                "user-check",
                enters,
                _("Note who is here before a round."),
                _("who is here, present, absent, missing, door"),
            ),
        ),
    ),
    (
        pgettext_lazy("group of pages", "People"),
        (
            StaffPage(
                "tournament:players",
                _("Players"),
                "users",
                directs,
                _("Register, import, change and withdraw players."),
                _(
                    "register, enter players, import a list, paste, load a file, CSV, "
                    "spreadsheet, rating list, registrations received, withdraw, absent, "
                    "teams, wishes, pairs that shall not meet"
                ),
            ),
            StaffPage(
                "tournament:links",
                _("Links"),
                "qr-code",
                directs,
                _("Give players the links by which they report."),
                _("private links, QR codes, badges, access, lost link, report from the phone"),
            ),
            StaffPage(
                "tournament:staff",
                _("Staff"),
                "id-card",
                owns,
                _("Invite directors, referees and helpers."),
                _(
                    "invite, assistant, helper, referee, director, revoke a link, tokens for "
                    "programs, API"
                ),
                also=("tokens/",),
            ),
        ),
    ),
    (
        pgettext_lazy("group of pages", "Results"),
        (
            StaffPage(
                "tournament:standings",
                _("Standings"),
                "list-ordered",
                everybody,
                _("Places, points and tie-breaks."),
                _("ranking, places, table, tie-breaks, crosstable, winner"),
            ),
            StaffPage(
                "tournament:groups",
                _("Groups"),
                "table",
                directs,
                _("Draw the groups, and start the knock-out after them."),
                _("draw, pots, qualify, play-off, groups stage"),
                needs="grouped",
            ),
            StaffPage(
                "tournament:prizes",
                _("Prizes"),
                "trophy",
                directs,
                _("Say what is won, and see by whom."),
                _("awards, winners, categories"),
            ),
            StaffPage(
                "adjudication:referee",
                _("Cases"),
                "scale",
                referees,
                _("Disputes, rulings and appeals."),
                _("disputes, rulings, appeals, referee, illegal move, somebody is late, conduct"),
            ),
            StaffPage(
                "tournament:history",
                pgettext_lazy("what everybody did", "History"),
                "history",
                reads_history,
                _("Who did what, and when."),
                _("undo, who did what, changes, audit trail, correct a mistake"),
            ),
        ),
    ),
    (
        pgettext_lazy("group of pages", "Paper and screens"),
        (
            StaffPage(
                "tournament:print",
                pgettext_lazy("on paper", "Print"),
                "printer",
                directs,
                _("Pairings, slips, badges and standings on paper."),
                _("paper, PDF, slips, pairing sheet, badges, notice board, poster"),
            ),
            StaffPage(
                "tournament:wall",
                _("Wall display"),
                "monitor",
                everybody,
                _("The round and the standings on a large screen."),
                _("projector, screen, television, hall"),
            ),
            StaffPage(
                "tournament:exports",
                _("Files"),
                "file-down",
                directs,
                _("Result files for federations, and backups."),
                _(
                    "export, download, send to the federation, h9, TOU, OpenGotha, archive, "
                    "backup, bundle, rating officer, correction"
                ),
                also=("records/", "bundles/"),
            ),
        ),
    ),
    (
        pgettext_lazy("group of pages", "The event"),
        (
            StaffPage(
                "tournament:settings",
                _("Settings"),
                "settings",
                owns,
                _("Rules, rounds, pairing, clock, dates and e-mails."),
                _(
                    "rules, komi, handicap, number of rounds, bar, floor, dates, registration, "
                    "e-mail, committee, country, time zone, hide, publish, duplicate, delete, "
                    "odds, expected scores, boards that are certain"
                ),
                also=("dates/", "mails/", "webhooks/"),
            ),
            StaffPage(
                "tournament:poster",
                _("Page of the event"),
                "megaphone",
                directs,
                _("Announce something; place, programme, fees and sponsors."),
                _(
                    "announcement, banner, place, map, programme, timetable, description, poster, "
                    "logo, organiser, fees, sponsors, calendar"
                ),
            ),
            StaffPage(
                "operations:work",
                pgettext_lazy("page", "Activity"),
                "activity",
                directs,
                _("What the program does by itself, and what failed."),
                _("work in the background, jobs, failed, try again, programs"),
            ),
            StaffPage(
                "tournament:closing",
                _("Finish"),
                "flag",
                directs,
                _("Check what is left to do, and close the tournament."),
                _("close the tournament, end, final standings, archive, reopen"),
            ),
        ),
    ),
)


@register.simple_tag(takes_context=True)
def side_bar(context: Context) -> SideBar | None:
    """Return the side bar of the page's tournament, or None for visitors not on its staff."""
    visitor, terms = context.get("visitor"), _terms_of(context)
    if visitor is None or terms is None:
        return None
    rights = rights_in(visitor, terms.id)
    if not (rights.enters or rights.referees):
        return None
    path = context["request"].path
    rooms = [room for _title, found in GROUPS for room in found if room.in_use(terms, rights)]
    addresses = {room: reverse(room.view, args=[terms.slug]) for room in rooms}
    around = _room_of(path, addresses, reverse("tournament:director", args=[terms.slug]))
    current = "page" if around and path == addresses[around] else "true"
    groups = (
        (
            title,
            tuple(
                SideBarLink(room, addresses[room], current if room is around else "")
                for room in rooms
                if room in addresses
            ),
        )
        for title, rooms in GROUPS
    )
    return SideBar(
        terms.name, terms.slug, rights, tuple((t, doors) for t, doors in groups if doors)
    )


def _room_of(path: str, addresses: dict[StaffPage, str], start: str) -> StaffPage | None:
    """Return the room that a page belongs to; ``start`` is the URL above most of them."""
    begins = {address: room for room, address in addresses.items()}
    begins |= {f"{start}{part}": room for room in addresses for part in room.also}
    around = [one for one in begins if path.startswith(one) and (one != start or path == start)]
    return begins[max(around, key=len)] if around else None


def _terms_of(context: Context) -> Any:
    for name in ("terms", "page.terms", "desk.terms"):
        try:
            return template.Variable(name).resolve(context)
        except template.VariableDoesNotExist:
            continue
    return None
