"""Boards of a draft, ready to show."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.games import words
from tournament.rounds.selectors.drafts import Drafted, DraftPage
from tournament.rounds.selectors.preparation import DoorCount


@dataclass(frozen=True, slots=True)
class Side:
    """A player of a board: the name, rank and score beside it, and where it says why."""

    id: int
    name: str
    about: str
    why: str


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A board as the draft shows it: Black and White, komi in points, and what is wrong with it."""

    game_id: int
    table: int
    label: str
    sides: tuple[Side, Side]
    handicap: int
    komi: str
    locked: bool
    warnings: tuple[str, ...]


def draft_lines(page: DraftPage, slug: str) -> tuple[DraftLine, ...]:
    """Return the lines of a draft's boards, by table."""
    violations = {
        "rematch": _("they have met before"),
        "forbidden": _("they are not to meet"),
        "family": _("they are of one family"),
        "team": _("they are of one team"),
    }
    # One address is made and the numbers put in: resolving it for every player takes longer than
    # everything else of the line.
    address = reverse("tournament:why", args=[slug, page.number, 0])[: -len("0/")]
    label = _("Board %(board)d")
    # The same few scores and komi stand in many lines.
    points = cache(words.half_points)

    def side(one: Drafted) -> Side:
        about = f"{one.name.rank} · {points(one.score_x2)}"
        return Side(one.name.id, one.name.name, about, f"{address}{one.number}/")

    return tuple(
        DraftLine(
            game_id=board.game_id,
            table=board.table,
            label=label % {"board": board.table},
            sides=(side(board.black), side(board.white)),
            handicap=board.handicap,
            komi=points(board.komi_half),
            locked=board.locked,
            warnings=tuple(violations[name] for name in board.violated),
        )
        for board in page.boards
    )


def player_options(players: Iterable[Drafted]) -> str:
    """Return players as the options of a choice, to be shown more than once."""
    return format_html_join("", '<option value="{}">{}</option>', _choices(players))


def board_options(lines: Iterable[DraftLine]) -> str:
    """Return boards as the options of a choice."""
    rows = ((one.game_id, one.table, one.sides[0].name, one.sides[1].name) for one in lines)
    return format_html_join("", '<option value="{}">{}: {} – {}</option>', rows)


def _choices(players: Iterable[Drafted]) -> Iterator[tuple[int, str]]:
    return ((one.name.id, words.player(one.name)) for one in players)


def publish_warnings(page: DraftPage, door: DoorCount) -> list[str]:
    """Return what speaks against publishing a draft as it is, each in a sentence."""
    unhappy = sum(bool(board.violated) for board in page.boards)
    counts = (
        (
            unhappy,
            ngettext(
                "%(count)d board goes against a wish or seats players who have met before.",
                "%(count)d boards go against a wish or seat players who have met before.",
                unhappy,
            ),
        ),
        (
            len(page.unpaired),
            ngettext(
                "%(count)d player takes part and has neither a board nor the bye.",
                "%(count)d players take part and have neither a board nor the bye.",
                len(page.unpaired),
            ),
        ),
        (
            len(door.missing) if door.used else 0,
            ngettext(
                "%(count)d player has not been checked in.",
                "%(count)d players have not been checked in.",
                len(door.missing),
            ),
        ),
        (
            len(page.earlier),
            ngettext(
                "%(count)d game of an earlier round is still without a result that stands.",
                "%(count)d games of earlier rounds are still without a result that stands.",
                len(page.earlier),
            ),
        ),
    )
    return [text % {"count": count} for count, text in counts if count]
