"""A tournament as the values that the cores use to pair, rank and write files."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from datetime import date
from typing import Any, Final

from django.db.models import QuerySet

from tournament.common.prepared import prepared
from tournament.formats.folding import name_key
from tournament.games.selectors import SETTLED
from tournament.models import (
    Absence,
    Apart,
    ApartKind,
    Game,
    HandicapPolicy,
    Player,
    Reason,
    Registration,
    Round,
    RoundState,
    Seat,
    Team,
    TeamSeat,
    Ties,
    Tournament,
    Winner,
)
from tournament.state.event import Details, Event
from tournament.state.games import Bye
from tournament.state.games import Game as GameValue
from tournament.state.parameters import KomiParameters, Method, Parameters
from tournament.state.people import Card, with_partner
from tournament.state.people import Player as PlayerValue
from tournament.state.ranks import WEAKEST, rank_text, rating_of_rank
from tournament.state.results import UNKNOWN, Decided, Outcome, Result
from tournament.state.state import TournamentState
from tournament.state.teams import Team as TeamValue
from tournament.state.teams import TeamSeat as TeamSeatValue
from tournament.state.top_group import uses_top_group, with_bar
from tournament.state.wishes import Wishes
from tournament.tournaments.selectors.settings import (
    clock_of,
    extras_of,
    parameters_of,
    team_rules_of,
)

_OUTCOMES = {
    Winner.BLACK: Outcome.BLACK,
    Winner.WHITE: Outcome.WHITE,
    Winner.DRAW: Outcome.JIGO,
    Winner.BOTH: Outcome.BOTH_LOSE,
    Winner.BOTH_WIN: Outcome.BOTH_WIN,
    Winner.NONE: Outcome.NO_RESULT,
    Winner.VOID: Outcome.VOID,
}
_DECIDED = {Reason.ABSENCE: Decided.DEFAULT, Reason.RULING: Decided.RULING}
_WINNERS = {outcome: winner for winner, outcome in _OUTCOMES.items()}
_REASONS = {
    Decided.PLAY: Reason.UNKNOWN,
    Decided.DEFAULT: Reason.ABSENCE,
    Decided.RULING: Reason.RULING,
}


def result_value(winner: str, reason: str) -> Result:
    """Return the result in a game's columns; the unknown result if they are empty."""
    if not winner:
        return UNKNOWN
    return Result(_OUTCOMES[Winner(winner)], _DECIDED.get(Reason(reason), Decided.PLAY))


def result_columns(result: Result) -> tuple[str, str]:
    """Return the winner and reason columns for a result without a margin; empty for none."""
    if not result.known:
        return "", ""
    return _WINNERS[result.outcome], _REASONS[result.decided]


_PLAYER_COLUMNS = (
    "pk",
    "number",
    "name",
    "public_name",
    "surname",
    "first_name",
    "level",
    "rating",
    "rank",
    "grade",
    "country",
    "club",
    "registration",
    "smms_correction",
    "no_handicap",
    "local",
    *(column.name for column in fields(Card) if column.name != "grade"),
)


TOURNAMENT_COLUMNS = (
    *("parameters", "method", "handicap_policy", "komi_half", "handicap_komi_half"),
    *("by_teams", "team_rules", "teammates_apart"),
)
"""The columns of a tournament that a state needs: a fifth of all."""


_AFTER_ALL: Final = 32_767
"""The largest number that a round's column holds."""


def player_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the player rows that a state needs, with names, by number; one query."""
    return _players(tournament.pk)


@prepared
def _players(tournament_id: int) -> "QuerySet[Player, dict[str, Any]]":
    found = Player.objects.filter(tournament=tournament_id).order_by("number")
    return found.values(*_PLAYER_COLUMNS)


def hidden_numbers(tournament: Tournament) -> frozenset[int]:
    """Return the numbers of the players whose names the public does not see."""
    found = Player.objects.filter(tournament=tournament, hidden=True)
    return frozenset(found.values_list("number", flat=True))


def state_of(
    tournament: Tournament,
    *,
    before: int | None = None,
    rows: list[dict[str, Any]] | None = None,
    wishes: bool = True,
) -> TournamentState:
    """Return the tournament's state, in six queries however large it is.

    With ``before`` it has only the games and byes of earlier rounds. A draft's games are included
    like any other's. Players without a rank count as the weakest, 30 kyu; players without a rating
    get that of their rank. ``rows`` are those of :func:`player_rows`, if already read; without
    ``wishes``, what only pairing needs is left out.
    """
    rows = player_rows(tournament) if rows is None else rows
    numbers = {row["pk"]: row["number"] for row in rows}
    absent: dict[int, set[int]] = defaultdict(set)
    uncounted: dict[int, set[int]] = defaultdict(set)
    for player, number, counts in _absences(tournament.pk):
        absent[player].add(number)
        if not counts:
            uncounted[player].add(number)
    end = _AFTER_ALL if before is None else before
    players = tuple(
        _player(row, frozenset(absent[row["pk"]]), frozenset(uncounted[row["pk"]])) for row in rows
    )
    return TournamentState(
        players=players,
        games=tuple(
            GameValue(
                round=row["round__number"],
                table=row["board_number"],
                black=numbers[row["black_id"]],
                white=numbers[row["white_id"]],
                result=result_value(row["winner"], row["reason"]),
                handicap=row["handicap"],
                komi_half=row["komi_half"],
                colours_known=row["colours_known"],
            )
            for row in _games(tournament.pk, end)
        ),
        byes=tuple(Bye(number, numbers[player]) for number, player in _byes(tournament.pk, end)),
        parameters=with_bar(effective_parameters(tournament), players),
        wishes=_wishes(tournament, rows, numbers) if wishes else Wishes(),
    )


@prepared
def _absences(tournament_id: int) -> "QuerySet[Absence, tuple[int, int, bool]]":
    absences = Absence.objects.filter(player__tournament=tournament_id)
    return absences.values_list("player_id", "round_number", "counts")


@prepared
def _games(tournament_id: int, before: int) -> "QuerySet[Game, Any]":
    games = Game.objects.filter(round__tournament=tournament_id, round__number__lt=before)
    return games.order_by("round__number", "board_number").values(
        "round__number",
        "board_number",
        "black_id",
        "white_id",
        "winner",
        "reason",
        "handicap",
        "komi_half",
        "colours_known",
    )


@prepared
def _byes(tournament_id: int, before: int) -> "QuerySet[Seat, tuple[int, int]]":
    seats = Seat.objects.filter(
        round__tournament=tournament_id, round__number__lt=before, game=None
    )
    return seats.order_by("round__number", "pk").values_list("round__number", "player_id")


def only_rounds(state: TournamentState, rounds: frozenset[int]) -> TournamentState:
    """Return the state with the games and byes of these rounds only."""
    return replace(
        state,
        games=tuple(game for game in state.games if game.round in rounds),
        byes=tuple(bye for bye in state.byes if bye.round in rounds),
    )


def shown_rounds(tournament: Tournament) -> frozenset[int]:
    """Return the numbers of the rounds no longer in preparation, in one query."""
    rounds = Round.objects.filter(tournament=tournament).exclude(state=RoundState.DRAFT)
    return frozenset(rounds.values_list("number", flat=True))


def open_games(tournament_id: int, *, rounds: Iterable[int]) -> int:
    """Return how many games of these rounds have no result that stands.

    A result reported by one player and not confirmed by the other counts in standings and pairings,
    but may still change.
    """
    games = Game.objects.filter(round__tournament=tournament_id, round__number__in=list(rounds))
    return games.exclude(state__in=SETTLED).count()


def effective_parameters(tournament: Tournament) -> Parameters:
    """Return the tournament's parameters, with komi and method from its own columns.

    If handicaps are not given by the rule, there are none.
    """
    parameters = parameters_of(tournament)
    handicap = parameters.handicap
    if tournament.handicap_policy != HandicapPolicy.RULE:
        handicap = replace(handicap, ceiling=0, table=())
    return replace(
        parameters,
        handicap=handicap,
        komi=KomiParameters(tournament.komi_half, tournament.handicap_komi_half),
        method=Method(tournament.method),
    )


def parameters_with_bar(tournament: Tournament) -> Parameters:
    """Return the tournament's parameters with the bar that its present players give.

    No query, unless the bar follows from a number of players and is not fixed yet.
    """
    parameters = parameters_of(tournament)
    if not uses_top_group(parameters) or parameters.scoring.top_group.fixed:
        return parameters
    return with_bar(parameters, state_of(tournament, wishes=False).players)


def _player(
    row: dict[str, object], absent: frozenset[int], uncounted: frozenset[int]
) -> PlayerValue:
    level = row["level"]
    rank = level if isinstance(level, int) else WEAKEST
    rating = row["rating"]
    return PlayerValue(
        id=int(str(row["number"])),
        surname=str(row["surname"]),
        first_name=with_partner(str(row["first_name"]), str(row["partner"])),
        rank=rank,
        rating=rating if isinstance(rating, int) else rating_of_rank(rank),
        country=str(row["country"]),
        club=str(row["club"]),
        final=row["registration"] == Registration.FINAL,
        absent=absent,
        uncounted=uncounted,
        smms_correction=int(str(row["smms_correction"])),
        card=replace(
            Card(**{column.name: str(row[column.name]) for column in fields(Card)}),
            grade=str(row["grade"]) or str(row["rank"]).upper() or rank_text(rank),
        ),
    )


def _wishes(
    tournament: Tournament, rows: list[dict[str, object]], numbers: dict[int, int]
) -> Wishes:
    pairs: dict[str, list[frozenset[int]]] = {kind: [] for kind in ApartKind.values}
    for first, second, kind in _apart(tournament.pk):
        pairs[kind].append(frozenset({numbers[first], numbers[second]}))
    teams: dict[int, set[int]] = defaultdict(set)
    if tournament.teammates_apart:
        for team, player in _seats(tournament.pk):
            teams[team].add(numbers[player])
    return Wishes(
        forbidden=frozenset(pairs[ApartKind.FORBIDDEN]).union(_sharing_a_person(rows)),
        families=tuple(pairs[ApartKind.FAMILY]),
        teams=tuple(frozenset(teams[team]) for team in sorted(teams)),
        locals_=frozenset(int(str(row["number"])) for row in rows if row["local"]),
        no_handicap=frozenset(int(str(row["number"])) for row in rows if row["no_handicap"]),
    )


def _sharing_a_person(rows: Iterable[dict[str, object]]) -> Iterator[frozenset[int]]:
    """Yield the numbers of every two entries that share a person (pair go).

    Nobody can sit on both sides of a board. Two single entries with the same name are two people.
    """
    seen: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    for row in rows:
        number, partner = int(str(row["number"])), str(row["partner"])
        for name in (f"{row['surname']} {row['first_name']}", partner):
            if not (key := name_key(name)):
                continue
            for other, paired in seen[key]:
                if other != number and (partner or paired):
                    yield frozenset({number, other})
            seen[key].append((number, bool(partner)))


@prepared
def _apart(tournament_id: int) -> "QuerySet[Apart, tuple[int, int, str]]":
    rows = Apart.objects.filter(first__tournament=tournament_id).order_by("pk")
    return rows.values_list("first_id", "second_id", "kind")


@prepared
def _seats(tournament_id: int) -> "QuerySet[TeamSeat, tuple[int, int]]":
    rows = TeamSeat.objects.filter(team__tournament=tournament_id)
    return rows.values_list("team__number", "player_id")


def event_of(tournament: Tournament, *, wishes: bool = True) -> Event:
    """Return the tournament with everything around it, in seven queries however large it is.

    Without ``wishes``, what only pairing needs is left out.
    """
    return Event(
        details=details_of(tournament),
        state=state_of(tournament, wishes=wishes),
        teams=teams_of(tournament),
        team_rules=team_rules_of(tournament),
        extras=extras_of(tournament),
        source=tournament.source,
    )


def details_of(tournament: Tournament) -> Details:
    """Return a tournament's name, place, dates and terms."""
    return Details(
        name=tournament.name,
        short_name=tournament.short_name,
        location=tournament.city,
        director=tournament.director_name,
        begins_on=_iso(tournament.starts_on),
        ends_on=_iso(tournament.ends_on),
        board_size=tournament.board_size,
        clock=clock_of(tournament),
        internet=tournament.internet,
        rules=tournament.rules,
        time_zone=tournament.time_zone,
        country=tournament.country,
        tie_winner="" if tournament.tie_winner == Ties.RULES else tournament.tie_winner,
    )


def teams_of(tournament: Tournament) -> tuple[TeamValue, ...]:
    """Return the teams as they were entered, their seats by round and board, in one query."""
    names: dict[int, tuple[int, str]] = {}
    seats: dict[int, list[TeamSeatValue]] = {}
    rows = Team.objects.filter(tournament=tournament).order_by(
        "pk", "seats__round_number", "seats__board"
    )
    for pk, number, name, round_number, board, player in rows.values_list(
        "pk",
        "number",
        "name",
        *("seats__round_number", "seats__board", "seats__player__number"),
    ):
        names[pk] = number, name
        if round_number is not None:
            seats.setdefault(pk, []).append(TeamSeatValue(round_number, board, player))
    return tuple(TeamValue(*name, tuple(seats.get(pk, ()))) for pk, name in names.items())


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""
