"""The games of one round for everybody: by board, and by name for who looks for himself."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.cases.selectors.rulings import PenaltyLine, provisional_rulings
from adjudication.cases.views.ruled import penalty_badges
from adjudication.verdicts.views.badges import Badge, provisional_badge, state_badge, verdict_badge
from tournament.common.addresses import PLACEHOLDER
from tournament.formats.folding import folded
from tournament.games import words
from tournament.games.selectors.games import GameRow, PlayerName
from tournament.models import GameState, Winner


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A game by its board. ``find`` is what a name is looked for in."""

    board: int
    black: PlayerName
    white: PlayerName
    stones: str
    result: str
    href: str
    label: str
    badges: tuple[Badge, ...]
    black_won: bool
    white_won: bool
    find: str
    plays_at: datetime | None
    """When its players meet, while it is still to be played."""


@dataclass(frozen=True, slots=True)
class NameLine:
    """A player of the round: where he sits, with which colour and against whom."""

    player: PlayerName
    board: int | None
    colour: str
    opponent: PlayerName | None
    stones: str
    result: str
    href: str
    find: str


NONE: Mapping[int, tuple[PenaltyLine, ...]] = {}
"""No penalties, where a list does not tell them."""
NO_STATES: Mapping[int, str] = {}
"""No rulings that may still change."""
_UNSAID = (GameState.OPEN, GameState.ENTERED, GameState.CONFIRMED)
"""That a game is still being played, or has its result, needs no word on every line."""


def board_lines(
    games: Iterable[GameRow],
    verdicts: Mapping[int, str],
    penalties: Mapping[int, tuple[PenaltyLine, ...]] = NONE,
    provisional: Mapping[int, str] = NO_STATES,
    *,
    closed: bool = False,
) -> list[BoardLine]:
    """Return the lines of games in their order.

    ``verdicts`` are those of records, ``penalties`` what stands beside results and ``provisional``
    the states of the cases whose rulings may still change, by game; ``closed`` is the tournament.
    """
    address = reverse("adjudication:game", args=[PLACEHOLDER])
    label = _("Board %(number)s, %(black)s against %(white)s")
    return [
        BoardLine(
            board=game.board_number,
            black=game.black,
            white=game.white,
            stones=_stones(game),
            result=words.game_result(game),
            href=address.replace(str(PLACEHOLDER), str(game.id)),
            label=label
            % {
                "number": game.board_number,
                "black": game.black.name,
                "white": game.white.name,
            },
            badges=(
                *_badges(
                    game,
                    provisional_badge(provisional.get(game.id, ""), closed=closed),
                    verdicts.get(game.id, ""),
                ),
                *penalty_badges(penalties.get(game.id, ())),
            ),
            black_won=game.winner == Winner.BLACK,
            white_won=game.winner == Winner.WHITE,
            find=f"{folded(game.black.name)} {folded(game.white.name)}",
            plays_at=game.plays_at if game.state == GameState.OPEN else None,
        )
        for game in games
    ]


def provisional_of(games: Iterable[GameRow]) -> Mapping[int, str]:
    """Return the states of the cases whose rulings may still change, asked for where one can be."""
    ruled = [game.id for game in games if game.state == GameState.RULED]
    return provisional_rulings(ruled) if ruled else {}


def name_lines(games: Iterable[GameRow], byes: Iterable[PlayerName]) -> list[NameLine]:
    """Return a line for everybody who has a game or the bye, by name."""
    address = reverse("adjudication:game", args=[PLACEHOLDER])
    lines = [
        NameLine(
            player=player,
            board=game.board_number,
            colour=words.colour(colour),
            opponent=opponent,
            stones=_stones(game),
            result=words.game_result(game),
            href=address.replace(str(PLACEHOLDER), str(game.id)),
            find=folded(player.name),
        )
        for game in games
        for player, colour, opponent in (
            (game.black, "black", game.white),
            (game.white, "white", game.black),
        )
    ]
    lines.extend(NameLine(one, None, "", None, "", "", "", folded(one.name)) for one in byes)
    return sorted(lines, key=lambda line: (line.find, line.player.name, line.player.id))


def _badges(game: GameRow, provisional: Badge | None, verdict: str) -> Iterator[Badge]:
    if game.state not in _UNSAID:
        yield state_badge(game.state)
    if provisional is not None:
        yield provisional
    told = verdict_badge(verdict)
    if told is not None:
        yield told


def _stones(game: GameRow) -> str:
    if game.handicap < 2:
        return ""
    return ngettext("%(count)d handicap stone", "%(count)d handicap stones", game.handicap) % {
        "count": game.handicap
    }
