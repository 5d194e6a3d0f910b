"""What the public may know of a tournament: its published rounds, and the resulting state.

Read once and passed on, so that a page that shows several parts of it does not query again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from tournament.brackets.walk_overs import not_given, walk_overs
from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none
from tournament.games.progress import STAGES, GameCounts
from tournament.games.selectors import PlayerName, appealed_boards, with_marks
from tournament.models import (
    FrozenStandings,
    Game,
    GameState,
    Registration,
    Round,
    RoundState,
    Team,
    Tournament,
)
from tournament.rounds.selectors.state import only_rounds, player_rows, state_of
from tournament.state.codec import from_json
from tournament.state.frozen import FrozenState, thaw_state
from tournament.state.state import TournamentState
from tournament.tournaments.selectors.public import TournamentTerms, terms_of

_PLAYERS = Count("players", filter=~Q(players__registration=Registration.REQUESTED))
"""How many players take part in a tournament."""
_PAIRS = Count(
    "players",
    filter=~Q(players__registration=Registration.REQUESTED) & ~Q(players__partner=""),
)
"""How many of them are pairs."""
_COUNTS = {stage.key: Count("games", filter=Q(games__state__in=stage.states)) for stage in STAGES}
"""How many games of a round are at each stage."""


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """The latest round: how many of its games are done, with a confirmed result."""

    number: int
    done: int
    games: int

    @property
    def percent(self) -> int:
        """Return the percentage that is done, from 0 to 100."""
        return 100 * self.done // self.games if self.games else 100


@dataclass(frozen=True, slots=True)
class Banner:
    """The director's announcement, and since when it is up."""

    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EventHead:
    """The header of every public page of a tournament; ``round`` is None before the first.

    ``picture`` is the digest of the poster or logo, empty if there is none. ``pairs`` says that
    pairs take part, in which case ``players`` counts those.
    """

    terms: TournamentTerms
    ends_on: date | None
    players: int
    pairs: bool
    round: RoundProgress | None
    banner: Banner | None
    picture: str


_POSTER = {
    "banner": F("poster__banner"),
    "banner_at": F("poster__banner_at"),
    "picture": F("poster__picture__sha256"),
}
"""What the header shows of the poster, which may not exist."""


def _head_of(tournament: Any, round_: RoundProgress | None) -> EventHead:
    banner = Banner(tournament.banner, tournament.banner_at) if tournament.banner else None
    return EventHead(
        terms_of(tournament),
        tournament.ends_on,
        tournament.player_count,
        tournament.pair_count == tournament.player_count
        if tournament.player_count
        else tournament.register_pairs,
        round_,
        banner,
        tournament.picture or "",
    )


@dataclass(frozen=True, eq=False)
class Published:
    """A tournament with its published rounds in order.

    ``players`` is how many take part. ``counts`` gives the stages of the games, by round: an
    unconfirmed result counts in standings, but may still change. ``progress`` is that of the latest
    round.
    """

    tournament: Tournament
    rounds: tuple[Round, ...]
    players: int
    has_teams: bool
    counts: Mapping[int, GameCounts]
    progress: RoundProgress | None

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the rounds."""
        return tuple(round_.number for round_ in self.rounds)

    @property
    def latest(self) -> int:
        """Return the number of the latest round; 0 before the first."""
        return self.rounds[-1].number if self.rounds else 0

    @property
    def latest_with_results(self) -> int:
        """Return the latest round with a known result, else the first; 0 before the first.

        A round of walk-overs only has nothing to wait for.
        """
        counts = self.counts
        known = [n for n in self.numbers if counts[n].known or not counts[n].total]
        return max(known or self.numbers[:1], default=0)

    @property
    def frozen(self) -> FrozenStandings | None:
        """Return the standings that the public sees instead of those from the results so far."""
        found: FrozenStandings | None = getattr(self.tournament, "frozen_standings", None)
        return found

    @property
    def withheld(self) -> bool:
        """Return whether results are known that the public standings do not include yet."""
        frozen = self.frozen
        return frozen is not None and not (frozen.final and frozen.after >= self.latest)

    @cached_property
    def ranked(self) -> TournamentState:
        """Return what the public standings follow from: the frozen copy, or else the state."""
        row = self.frozen
        if row is None:
            return self.state
        return thaw_state(from_json(FrozenState, row.content), self.state.players)

    @property
    def ranked_numbers(self) -> tuple[int, ...]:
        """Return the rounds after which there are public standings."""
        last = self.frozen.after if self.frozen else self.latest
        return tuple(number for number in self.numbers if number <= last)

    @cached_property
    def unconfirmed(self) -> frozenset[tuple[int, int]]:
        """Return rounds and player numbers of the games that only one player has reported.

        One query if there are any, otherwise none.
        """
        if not any(counts.reported for counts in self.counts.values()):
            return frozenset()
        games = Game.objects.of(self.tournament.pk).filter(
            state=GameState.REPORTED, round__number__in=self.numbers
        )
        rows = games.values_list("round__number", "black__number", "white__number")
        return frozenset((number, player) for number, *players in rows for player in players)

    @cached_property
    def appealed(self) -> tuple[tuple[int, int], ...]:
        """Return the round and board of each game decided by a ruling that is under appeal.

        One query if any game was decided by a ruling, otherwise none.
        """
        if not any(round_.ruled for round_ in self.rounds):  # type: ignore[attr-defined]
            return ()
        return appealed_boards(self.tournament.pk)

    @cached_property
    def head(self) -> EventHead:
        """Return the header of every page."""
        return _head_of(self.tournament, self.progress)

    @cached_property
    def state(self) -> TournamentState:
        """Return the players and the published rounds as one value; four queries, only once."""
        state = state_of(
            self.tournament, before=self.latest + 1, rows=self._player_rows, wishes=False
        )
        return only_rounds(state, frozenset(self.numbers))

    def paired_from(self) -> TournamentState:
        """Return the same with the wishes, as used for pairing and for looking ahead."""
        state = state_of(self.tournament, before=self.latest + 1, rows=self._player_rows)
        return only_rounds(state, frozenset(self.numbers))

    def walk_overs(self, after: int) -> Mapping[tuple[int, int], int]:
        """Return the absent player of each walk-over, by round and winner; empty for teams."""
        return {} if self.tournament.by_teams else walk_overs(self.ranked.before(after + 1))

    def not_given(self, number: int) -> Mapping[int, int]:
        """Return who goes on in a bracket without having been given the bye, and who is absent."""
        if self.tournament.by_teams:
            return {}
        return dict(not_given(self.ranked.before(number + 1), number))

    @cached_property
    def names(self) -> dict[int, PlayerName]:
        """Return the players by number, as the public sees them; read with the state."""
        people = (
            PlayerName(row["pk"], row["public_name"], row["rank"], row["club"], row["number"])
            for row in self._player_rows
        )
        return {player.number: player for player in with_marks(people)}

    @cached_property
    def _player_rows(self) -> list[dict[str, Any]]:
        return player_rows(self.tournament)


def published_tournament(slug: str) -> Published | None:
    """Return what the public may know of a tournament, in two queries, or None if there is none."""
    tournament = one_or_none(_tournament(slug))
    if tournament is None:
        return None
    rounds = tuple(_rounds(tournament.pk))
    counts = {
        round_.number: GameCounts(**{name: getattr(round_, name) for name in _COUNTS})
        for round_ in rounds
    }
    latest = rounds[-1].number if rounds else 0
    return Published(
        tournament=tournament,
        rounds=rounds,
        players=tournament.player_count,
        has_teams=tournament.has_teams,
        counts=counts,
        progress=RoundProgress(latest, counts[latest].done, counts[latest].total)
        if rounds
        else None,
    )


@prepared
def _tournament(slug: str) -> "QuerySet[Tournament, Any]":
    teams = Team.objects.filter(tournament=OuterRef("pk"))
    return (
        Tournament.objects.filter(slug=slug)
        .select_related("frozen_standings")
        .defer("frozen_standings__content")  # read where players are ranked
        .annotate(player_count=_PLAYERS, pair_count=_PAIRS, has_teams=Exists(teams), **_POSTER)
    )


@prepared
def _rounds(tournament_id: int) -> "QuerySet[Round]":
    rounds = Round.objects.filter(tournament=tournament_id).exclude(state=RoundState.DRAFT)
    ruled = Count("games", filter=Q(games__state=GameState.RULED))
    return rounds.annotate(**_COUNTS, ruled=ruled).order_by("number")


def event_head(slug: str) -> EventHead | None:
    """Return only the header, in one query, or None if there is no such tournament."""
    found = one_or_none(_with_head(slug))
    if found is None:
        return None
    progress = RoundProgress(found.latest, found.done, found.game_count) if found.latest else None
    return _head_of(found, progress)


@prepared
def _with_head(slug: str) -> "QuerySet[Tournament, Any]":
    shown = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=RoundState.DRAFT)
    latest = shown.order_by("-number")
    return Tournament.objects.filter(slug=slug).annotate(
        **_POSTER,
        player_count=_PLAYERS,
        pair_count=_PAIRS,
        latest=Subquery(latest.values("number")[:1]),
        done=Subquery(latest.annotate(count=_COUNTS["done"]).values("count")[:1]),
        game_count=Subquery(latest.annotate(count=Count("games")).values("count")[:1]),
    )
