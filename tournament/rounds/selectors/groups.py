"""The groups of a tournament that qualify into a knock-out: their tables, and what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.brackets.tables import unplayed_games, walk_overs
from tournament.games.selectors import PlayerName
from tournament.models import PairingMethod, Tournament
from tournament.pairing.round_robin import rounds_needed
from tournament.rounds.selectors.state import open_games, player_rows, state_of
from tournament.standings.group_places import GroupTable, group_tables
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.standings.writing import scaled_text
from tournament.state.methods import Grouping
from tournament.state.state import TournamentState


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A player of a group: the place, the values in words, and whether they have qualified."""

    place: int
    player: PlayerName
    values: tuple[str, ...]
    through: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A group as it stands: its letter, the names of its criteria, and its players."""

    letter: str
    criteria: tuple[str, ...]
    lines: tuple[GroupLine, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """Players whom no criterion separates, the values they share, and their places."""

    letter: str
    place: int
    players: tuple[PlayerName, ...]
    values: str


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A game of a group that was not played; in a walk-over the ``first`` player has the point."""

    round: int
    first: PlayerName
    second: PlayerName


@dataclass(frozen=True, slots=True)
class GroupProgress:
    """How far the groups are.

    ``rounds`` is how many they take (0 before they are drawn), ``played`` how many have boards, and
    ``missing`` are the games before the knock-out that have no result that stands.
    """

    rounds: int
    played: int
    missing: int

    @property
    def over(self) -> bool:
        """Whether the groups are drawn and every game before the knock-out has its result."""
        return 0 < self.rounds <= self.played and not self.missing


@dataclass(frozen=True, slots=True)
class GroupsPage:
    """The groups, and how far they are; while games are missing nothing counts as a tie yet.

    ``players`` are those who would be drawn, ``count`` is how many groups there will be and
    ``best`` how many of each go on. ``started`` says that the knock-out is drawn, ``playing`` that
    it has boards. ``unplayed`` are games of the table for which nobody has a point.
    """

    version: int
    players: int
    count: int
    best: int
    pots: bool
    groups: tuple[Group, ...]
    ties: tuple[Tie, ...]
    progress: GroupProgress
    started: bool
    playing: bool
    walk_overs: tuple[Unplayed, ...]
    unplayed: tuple[Unplayed, ...]


def groups_page(tournament_id: int) -> GroupsPage | None:
    """Return the groups of a tournament, in about ten queries, or None if it has none."""
    tournament = Tournament.objects.get(pk=tournament_id)
    if tournament.method != PairingMethod.GROUPS or tournament.by_teams:
        return None
    rows = player_rows(tournament)
    state = state_of(tournament, rows=rows, wishes=False)
    names = {
        row["number"]: PlayerName(row["pk"], row["name"], row["rank"], row["club"], row["number"])
        for row in rows
    }
    rules = state.parameters
    tables = group_tables(state, TIEBREAKS)
    started, progress = bool(rules.knock_out.seeds), group_progress(tournament_id, state)
    return GroupsPage(
        version=tournament.version,
        players=sum(player.final for player in state.players),
        count=rules.qualification.groups,
        best=rules.qualification.best,
        pots=rules.round_robin.grouping is Grouping.POTS,
        groups=groups_of(state, tables, names),
        ties=tuple(
            tie
            for number, table in enumerate(tables if progress.over else ())
            for tie in _ties(number, table, names)
        ),
        progress=progress,
        started=started,
        playing=started and state.played_rounds >= rules.knock_out.first_round,
        walk_overs=tuple(
            Unplayed(bye.round, names[bye.player], names[away]) for bye, away in walk_overs(state)
        ),
        unplayed=tuple(
            Unplayed(due.round, *(names[player] for player in due.players))
            for due in unplayed_games(state)
        ),
    )


def group_progress(tournament_id: int, state: TournamentState) -> GroupProgress:
    """Return how far a tournament's groups are, with one query; ``state`` is the tournament's."""
    rules, played = state.parameters, state.played_rounds
    before = rules.knock_out.first_round - 1 if rules.knock_out.seeds else played
    return GroupProgress(
        rounds_needed(state) if rules.round_robin.groups else 0,
        played,
        open_games(tournament_id, rounds=range(1, before + 1)),
    )


def groups_of(
    state: TournamentState, tables: Sequence[GroupTable], names: Mapping[int, PlayerName]
) -> tuple[Group, ...]:
    """Return the tables of the groups as they are shown."""
    seeds = frozenset(state.parameters.knock_out.seeds)
    return tuple(
        Group(
            letter_of(number),
            tuple(criterion.value for criterion in table.criteria),
            tuple(
                GroupLine(
                    row.place,
                    names[row.player],
                    tuple(
                        scaled_text(value, TIEBREAKS[criterion].scale)
                        for criterion, value in zip(table.criteria, row.values, strict=True)
                    ),
                    row.player in seeds,
                )
                for row in table.rows
            ),
        )
        for number, table in enumerate(tables)
    )


def letter_of(number: int) -> str:
    """Return the letter that names a group: A, B, C ..."""
    return chr(ord("A") + number)


def _ties(number: int, table: GroupTable, names: Mapping[int, PlayerName]) -> list[Tie]:
    rows = {row.player: row for row in table.rows}
    return [
        Tie(
            letter_of(number),
            rows[tied[0]].place,
            tuple(names[player] for player in tied),
            ", ".join(
                f"{criterion.value} {scaled_text(value, TIEBREAKS[criterion].scale)}"
                for criterion, value in zip(table.criteria, rows[tied[0]].values, strict=True)
            ),
        )
        for tied in table.ties
    ]
