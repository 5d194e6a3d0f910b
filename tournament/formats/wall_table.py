"""A tournament as the rows of a wall list: who stands where, the criteria, and the cells."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from language.messages import Message, comma_list, ngettext_lazy
from tournament.formats.lost import lost_outcomes
from tournament.formats.standing import StandingRow, score_text, standings_table
from tournament.formats.wall_tokens import WallCell, tokens_of
from tournament.formats.written import first_few
from tournament.state.criteria import Criterion
from tournament.state.event import Event
from tournament.state.people import Player

_NO_COLUMN = {Criterion.CATEGORY, Criterion.RANK}
"""Criteria that are not scores; a column of them would say nothing new."""


@dataclass(frozen=True, slots=True)
class WallLine:
    """A player's row. ``row`` counts from 1 and is unique, ``place`` is shared by tied players."""

    row: int
    place: int
    player: Player
    columns: tuple[str, ...]
    tokens: tuple[WallCell, ...]


@dataclass(frozen=True, slots=True)
class WallTable:
    """The rows in final order, what their columns are, and what was left out."""

    lines: tuple[WallLine, ...]
    criteria: tuple[Criterion, ...]
    lost: tuple[Message, ...]


def wall_table(
    event: Event,
    after: int,
    *,
    most_columns: int = len(Criterion),
    everybody: bool = False,
    hide_unknown_colours: bool = True,
) -> WallTable:
    """Return the rows of ``everybody``, or of all who played a game in rounds 1 to ``after``.

    Rating lists take no line without a game, and a game by default does not count as one
    (specification of ratings, "What is known to be refused or mended by hand"): such players are
    left out and named as lost. For an opponent who is in the list, such a game is a round without
    an opponent.
    """
    state = event.state
    table = standings_table(event, after)
    games = [game for game in state.counted_games() if game.round <= after]
    played = (game for game in state.games_played() if game.round <= after)
    present = {player for game in played for player in game.players}
    paired = {player for game in games for player in game.players} | {
        bye.player for bye in state.byes if bye.round <= after
    }
    kept = [row for row in table.rows if everybody or row.player.id in present]
    rows = {row.player.id: number for number, row in enumerate(kept, 1)}
    tokens = tokens_of(state, rows, after, hide_unknown_colours=hide_unknown_colours)
    columns = [at for at, item in enumerate(table.criteria) if item not in _NO_COLUMN]
    columns = columns[:most_columns]
    gone = [] if everybody else [row for row in table.rows if row.player.id not in present]
    lost = [*lost_outcomes(event, after), *_left_out(gone, paired)]
    return WallTable(
        lines=tuple(
            WallLine(
                row=rows[row.player.id],
                place=row.place,
                player=row.player,
                columns=tuple(score_text(table.criteria[at], row.values[at]) for at in columns),
                tokens=tokens[row.player.id],
            )
            for row in kept
        ),
        criteria=tuple(table.criteria[at] for at in columns),
        lost=tuple(lost),
    )


def _left_out(gone: Sequence[StandingRow], paired: Collection[int]) -> Iterator[Message]:
    """Yield sentences on who is left out: all who were paired, and some of those who never were."""
    without_a_game = [row.player.name for row in gone if row.player.id in paired]
    never = [row.player.name for row in gone if row.player.id not in paired]
    if without_a_game:
        yield (
            ngettext_lazy(
                "%(count)d player who played no game is left out, as rating lists ask, and their "
                "games by default become rounds without an opponent: %(listed)s.",
                "%(count)d players who played no game are left out, as rating lists ask, and their "
                "games by default become rounds without an opponent: %(listed)s.",
                "count",
            )
            % {"count": len(without_a_game), "listed": comma_list(without_a_game)}
        )
    if never:
        yield (
            ngettext_lazy(
                "%(count)d player without a game or a bye is left out: %(listed)s.",
                "%(count)d players without a game or a bye are left out: %(listed)s.",
                "count",
            )
            % {"count": len(never), "listed": first_few(never)}
        )


def column_widths(table: WallTable) -> tuple[int, ...]:
    """Return the widths of the criteria's columns, at least 4 each."""
    return tuple(
        max(4, len(criterion), *(len(line.columns[at]) for line in table.lines))
        if table.lines
        else max(4, len(criterion))
        for at, criterion in enumerate(table.criteria)
    )


def column_titles(criteria: tuple[Criterion, ...], widths: tuple[int, ...]) -> str:
    """Return the titles of the columns, each over its numbers."""
    return " ".join(
        criterion.rjust(width) for criterion, width in zip(criteria, widths, strict=True)
    )
