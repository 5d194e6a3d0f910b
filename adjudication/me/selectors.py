"""What a player sees of their own tournament: the game to play, and those played."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, Value
from django.utils import timezone

from tournament.brackets.elimination import WaitsFor, waiting_in
from tournament.brackets.missing import missing_games
from tournament.brackets.reached import WITH_WALK_OVERS
from tournament.brackets.walk_overs import walk_overs
from tournament.games.selectors import SETTLED, GameRow, game_rows, namesake_marks
from tournament.models import Absence, Game, Player, Round, RoundState, Seat
from tournament.public.selectors.frozen import current_place
from tournament.public.selectors.standings import FrozenNote, standings_page
from tournament.rounds.notes import MOST_NAMES
from tournament.rounds.selectors.ending import last_round_of
from tournament.rounds.selectors.running import ClockView, clock_of
from tournament.rounds.selectors.state import state_of
from tournament.spoken import shorten_list
from tournament.state.event import Clock
from tournament.state.parameters import Parameters, System
from tournament.state.people import distinct_names, name_with_mark
from tournament.tournaments.selectors.public import TournamentTerms, terms_of
from tournament.tournaments.selectors.settings import clock_of as time_of
from tournament.tournaments.selectors.settings import parameters_of


@dataclass(frozen=True, slots=True)
class FreeRound:
    """A round in which a player has no game, and why.

    ``why`` is ``bye`` or ``absent``, ``won`` or ``lost`` by walk-over, ``due`` if their match of
    the bracket has no board yet, or a value of WaitsFor. ``opponents`` are those they were or are
    to meet.
    """

    number: int
    why: str
    opponents: str = ""

    @property
    def waits(self) -> bool:
        """Whether the player is still in the bracket and has nobody to meet."""
        return self.why in set(WaitsFor)


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's page.

    ``round_number`` is the latest published round, ``current`` their game in it, ``free`` why they
    have none, if that is known. ``next_number`` is the round in preparation, or None.
    ``playing_next`` says whether they take part in the round after the latest. ``free_rounds`` are
    their earlier rounds without a game. ``closed`` says whether the tournament can no longer
    change. ``bye_half`` is what a bye is worth, in half-points.
    """

    terms: TournamentTerms
    name: str
    """A name that nobody else in the tournament has."""
    number: int
    rank: str
    club: str
    reporting: str
    rounds: int
    round_number: int | None
    round_state: str
    current: GameRow | None
    past: tuple[GameRow, ...]
    free: FreeRound | None
    free_rounds: tuple[FreeRound, ...]
    next_number: int | None
    playing_next: bool
    withdrawn: bool
    finished: bool
    closed: bool
    clock: ClockView | None
    time: Clock | None
    """The time system, if the tournament has set one."""
    report_until: datetime | None
    bye_half: int
    shut: frozenset[int]
    """The games without a result that they can no longer report."""
    dates: tuple[datetime, ...]
    """When rounds and games are played and rounds close; the page changes as each passes."""

    @property
    def staff_only(self) -> bool:
        """Whether only the staff enters results."""
        return self.reporting == "director"


def player_page(*, tournament_id: int, player_id: int) -> PlayerPage:
    """Return a player's page; a round in preparation is only mentioned by its number.

    Six queries; more while a double elimination is not over, and four more for a player who had no
    game in a round of a bracket or a table.
    """
    found = Player.objects.filter(tournament=tournament_id).select_related("tournament")
    player = found.get(pk=player_id)
    tournament = player.tournament
    parameters = parameters_of(tournament)
    rounds = list(Round.objects.filter(tournament=tournament_id).order_by("number"))
    shown = [round_ for round_ in rounds if round_.state != RoundState.DRAFT]
    latest = shown[-1] if shown else None
    marks = namesake_marks(tournament_id)
    rows = game_rows(
        Game.objects.filter(Q(black=player_id) | Q(white=player_id))
        .exclude(round__state=RoundState.DRAFT)
        .order_by("-round__number")
    )
    games = tuple(game.with_marks(marks) for game in rows) if marks else rows
    played = {game.round_number for game in games}
    byes, absent = _without_a_game(player_id)
    free = {
        round_.number: FreeRound(round_.number, "bye")
        for round_ in shown
        if round_.number in byes - played
    }
    for round_ in shown:
        if round_.number in absent - played:
            free.setdefault(round_.number, FreeRound(round_.number, "absent"))
    if tournament.method in WITH_WALK_OVERS and {round_.number for round_ in shown} - played:
        free |= {found.number: found for found in _of_bracket(player, shown, played, [*free])}
    closed = tournament.closed_at is not None
    current = None if latest is None or closed else _current(games, latest)
    at = latest.number if latest else 0
    last = last_round_of(tournament)
    total = max(last, rounds[-1].number if rounds else 0)
    to_come = range(at + 1, total + 1)
    finished = closed or _all_played(latest, last)
    draft = next((round_.number for round_ in rounds if round_.state == RoundState.DRAFT), None)
    return PlayerPage(
        terms=terms_of(tournament),
        name=name_with_mark(player.name, marks.get(player_id, "")),
        number=player.number,
        rank=player.rank,
        club=player.club,
        reporting=tournament.reporting,
        rounds=total,
        round_number=at or None,
        round_state=latest.state if latest else "",
        current=current,
        past=tuple(game for game in games if game != current),
        free=free.get(at),
        free_rounds=tuple(
            found
            for number, found in sorted(free.items(), reverse=True)
            if number != at or finished
        ),
        next_number=draft,
        playing_next=at + 1 not in absent,
        withdrawn=bool(to_come) and absent.issuperset(to_come),
        finished=finished and (current is None or current.state in SETTLED),
        closed=closed,
        clock=clock_of(latest) if latest and latest.state == RoundState.PUBLISHED else None,
        time=time_of(tournament) if tournament.clock else None,
        report_until=latest.report_until if latest else None,
        bye_half=_bye_half(parameters),
        shut=_shut(games, shown),
        dates=tuple(
            date
            for date in (
                *(date for round_ in shown for date in (round_.play_by, round_.closes_at)),
                *(date for game in games for date in (game.play_by, game.plays_at)),
            )
            if date is not None
        ),
    )


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A player's place in the public standings, and out of how many; ``now`` as on their card.

    ``appealed`` are the rounds and boards whose result is that of a ruling under appeal.
    """

    place: int
    of: int
    frozen: FrozenNote | None
    now: int | None
    appealed: tuple[tuple[int, int], ...] = ()


def place_of(*, slug: str, player_id: int) -> PlaceShown | None:
    """Return a player's place in the latest standings, or None."""
    page = standings_page(slug, with_results=True)
    if page is None:
        return None
    for line in page.lines:
        if line.player.id == player_id:
            now = current_place(page.published, line.number, line.place) if page.frozen else None
            return PlaceShown(line.place, len(page.lines), page.frozen, now, page.appealed)
    return None


def _without_a_game(player_id: int) -> tuple[set[int], set[int]]:
    """Return the rounds in which a player has the bye, and those that they miss. One query."""
    byes = Seat.objects.filter(player=player_id, game=None).values_list(
        "round__number", Value("bye")
    )
    misses = Absence.objects.filter(player=player_id).values_list("round_number", Value("absent"))
    found: dict[str, set[int]] = {"bye": set(), "absent": set()}
    for number, why in byes.union(misses):
        found[why].add(number)
    return found["bye"], found["absent"]


def _of_bracket(
    player: Player, shown: Sequence[Round], played: Container[int], free: Container[int]
) -> Iterator[FreeRound]:
    """Yield the rounds of a bracket or a table that were decided without a game or still lack one.

    Rounds in which the player waits are included, unless they are ``free`` for another reason.
    """
    if player.tournament.by_teams:
        return
    latest, mine = shown[-1].number, player.number
    state = state_of(player.tournament, before=latest + 1, wishes=False)
    names = distinct_names(state.players)
    for (number, winner), away in walk_overs(state).items():
        if mine in (winner, away) and number not in played:
            won = winner == mine
            yield FreeRound(number, "won" if won else "lost", names[away if won else winner])
    for match in missing_games(state, latest):
        if mine in match and latest not in played:
            others = [names[other] for other in match if other != mine]
            yield FreeRound(latest, "due", shorten_list(others, MOST_NAMES))
    for round_ in shown:
        if round_.number not in played and round_.number not in free:
            waits = waiting_in(state, round_.number).get(mine)
            if waits is not None:
                yield FreeRound(round_.number, waits)


def _current(games: tuple[GameRow, ...], latest: Round) -> GameRow | None:
    """Return the game of the latest round, as long as there is something to do or see in it."""
    for game in games:
        if game.round_number == latest.number and (
            latest.state == RoundState.PUBLISHED or game.state not in SETTLED
        ):
            return game
    return None


def _shut(games: Iterable[GameRow], rounds: Iterable[Round]) -> frozenset[int]:
    """Return the games of closed rounds that were not postponed beyond the closing."""
    now = timezone.now()
    closed = {
        round_.number
        for round_ in rounds
        if round_.closes_at is not None and (round_.shut_at is not None or round_.closes_at <= now)
    }
    return frozenset(
        game.id
        for game in games
        if game.round_number in closed and (game.play_by is None or game.play_by <= now)
    )


def _all_played(latest: Round | None, last: int) -> bool:
    """Whether the tournament's last round is closed."""
    return latest is not None and latest.state == RoundState.FINISHED and latest.number >= last


def _bye_half(parameters: Parameters) -> int:
    scoring = parameters.scoring
    return scoring.bye_mms if parameters.system is System.MCMAHON else scoring.bye_nbw
