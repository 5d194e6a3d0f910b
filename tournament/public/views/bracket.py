"""The brackets of a knock-out: who meets whom, who went on, and why, in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.brackets.sheet import BracketPart, Meeting, Side, match_sentence
from tournament.games.selectors import PlayerName
from tournament.models import PairingMethod
from tournament.public.selectors.bracket import bracket_page
from tournament.spoken import translated
from tournament.staff.visitors import frame, not_found


@dataclass(frozen=True, slots=True)
class SideRow:
    """A player of a match, or where they will come from, in words."""

    player: PlayerName | None
    origin: str
    won: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """A match as it is drawn: its board, if it has one, both sides, and a description in words."""

    board: int | None
    unplayed: str
    """What there is in place of a game."""
    sides: tuple[SideRow, ...]
    words: str


@dataclass(frozen=True, slots=True)
class PartRow:
    """A bracket: its title, and its rounds with their numbers."""

    title: str
    columns: tuple[tuple[int, tuple[MeetingRow, ...]], ...]


@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the brackets of a knock-out."""
    page = bracket_page(slug)
    if page is None:
        return not_found(request)
    sheet = page.sheet
    context = {
        "page": page,
        "terms": page.terms,
        "parts": [_part(part, page.names) for part in sheet.parts],
        "winner": page.names[sheet.winner] if sheet.winner is not None else None,
        "problem": translated(sheet.problem) if sheet.problem else "",
        "double": page.published.tournament.method == PairingMethod.DOUBLE_ELIMINATION,
    }
    return render(request, "public/bracket.html", {**frame(request), **context})


def _part(part: BracketPart, names: Mapping[int, PlayerName]) -> PartRow:
    return PartRow(
        translated(part.title),
        tuple(
            (column.round, tuple(_meeting(meeting, names) for meeting in column.meetings))
            for column in part.columns
        ),
    )


def _meeting(meeting: Meeting, names: Mapping[int, PlayerName]) -> MeetingRow:
    sides = [_side(side, meeting, names) for side in (meeting.first, meeting.second) if side]
    if meeting.second is None:
        said = _("goes through")
        if meeting.walk_over:
            said = _("does not play")
        elif meeting.missing:
            said = _("has no game")
        sides.append(SideRow(None, said, won=False, lost=False))
    words = match_sentence(meeting, lambda player: names[player].name)
    return MeetingRow(
        meeting.table,
        _unplayed(meeting),
        tuple(sides),
        translated(words) if words else "",
    )


def _unplayed(meeting: Meeting) -> str:
    """Return the words in place of a board."""
    if meeting.missing:
        return _("No game")
    if not meeting.walk_over:
        return ""
    if meeting.second is not None and meeting.winner is None:
        return _("Nobody plays")
    return _("Walk-over, not given yet") if meeting.not_given else _("Walk-over")


def _side(side: Side, meeting: Meeting, names: Mapping[int, PlayerName]) -> SideRow:
    player = None if side.player is None else names[side.player]
    decided = meeting.winner is not None and meeting.second is not None
    won = decided and side.player == meeting.winner
    return SideRow(player, translated(side.origin), won=won, lost=decided and not won)
