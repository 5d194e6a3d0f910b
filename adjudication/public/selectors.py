"""A round as everybody may see it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from tournament.brackets.missing import missing_games
from tournament.brackets.reached import bracket_rounds_of
from tournament.brackets.walk_overs import not_given, walk_overs
from tournament.games.selectors import PlayerName, game_rows, namesake_marks
from tournament.models import Game, Round, RoundState, Seat, Tournament
from tournament.outlook.selectors import expected_scores_in
from tournament.outlook.stored import Terms
from tournament.players.selectors.players import why_too_late
from tournament.public.selectors.poster import EventPage, EventPoster, shown_poster
from tournament.public.selectors.published import EventHead, Published, published_tournament
from tournament.rounds.notes import missing_sentences, through_sentences
from tournament.rounds.selectors.ending import ending_in
from tournament.rounds.selectors.running import ClockView, clock_of
from tournament.rounds.selectors.state import parameters_with_bar
from tournament.state.event import Clock
from tournament.state.parameters import Method, Parameters
from tournament.tournaments.selectors.public import (
    RoundGames,
    TournamentTerms,
    players_of,
)
from tournament.tournaments.selectors.settings import clock_of as time_of
from tournament.tournaments.selectors.settings import parameters_of, rounds_planned


@dataclass(frozen=True, slots=True)
class TournamentFacts:
    """What is known of a tournament besides its terms.

    ``rounds`` is the least and the greatest number of rounds that it has or will have; the two
    differ only in a double elimination that is not decided.
    """

    ends_on: date | None
    director: str
    rounds: tuple[int, int]
    handicaps: str
    """How handicaps are given (:class:`~tournament.models.HandicapPolicy`)."""
    time: Clock | None
    """The time system; None if nobody has set one."""
    registration_open: bool
    prizes: bool
    closed: bool
    parameters: Parameters


@dataclass(frozen=True, slots=True)
class RoundPage:
    """One published round, with the numbers of all of them.

    ``round`` is None before the first. ``byes`` are those of ``round``, and ``missing`` says who in
    a bracket has no game in it; ``entrants`` and ``poster`` are read only if there is no round to
    show.
    """

    head: EventHead
    facts: TournamentFacts
    rounds: tuple[int, ...]
    round: RoundGames | None
    byes: tuple[PlayerName, ...]
    missing: tuple[str, ...]
    through: tuple[str, ...]
    """Who advances in a bracket without a game, and who does not play against them."""
    clock: ClockView | None
    entrants: tuple[PlayerName, ...]
    poster: EventPoster | None
    expected: Mapping[Terms, float]
    """What was expected of the games, if that is shown."""

    @property
    def terms(self) -> TournamentTerms:
        """Return the tournament."""
        return self.head.terms

    @property
    def current(self) -> bool:
        """Whether this is the latest round."""
        return self.round is None or self.round.number == self.rounds[-1]


@dataclass(frozen=True, slots=True)
class PosterPage(EventPage):
    """An event with its poster, and how games are played."""

    facts: TournamentFacts


def poster_page(slug: str) -> PosterPage | None:
    """Return the page of an event; None if there is no such tournament. Five queries.

    A bracket that has been drawn takes a few more.
    """
    found = published_tournament(slug)
    if found is None:
        return None
    facts = facts_of(found.tournament, round_range(found))
    return PosterPage(found.head, shown_poster(found), facts)


def round_page(slug: str, number: int | None = None) -> RoundPage | None:
    """Return the page of a published round, by default the latest. Four queries.

    A bracket takes four more. None if there is no such tournament or round.
    """
    found = published_tournament(slug)
    return None if found is None else round_page_of(found, number)


def round_page_of(
    found: Published, number: int | None = None, *, byes: tuple[PlayerName, ...] | None = None
) -> RoundPage | None:
    """Return the page of a round of a given tournament. Three queries.

    Only one if the caller has read the names already and passes the ``byes`` to show.
    """
    wanted = [round_ for round_ in found.rounds if number in (None, round_.number)]
    if number is not None and not wanted:
        return None
    shown = wanted[-1] if wanted else None
    tournament = found.tournament
    marks: Mapping[int, str] = {}
    if shown and byes is None:
        marks = namesake_marks(tournament.pk, public=True)
    elif shown:
        marks = {player.id: player.mark for player in found.names.values()}
    missing, through = _without_a_game(found, shown.number) if shown else ((), ())
    return RoundPage(
        head=found.head,
        facts=facts_of(tournament, round_range(found)),
        rounds=found.numbers,
        round=_games(shown, marks) if shown else None,
        byes=byes if byes is not None else _byes(shown, marks) if shown else (),
        missing=missing,
        through=through,
        clock=clock_of(shown) if shown and shown.state == RoundState.PUBLISHED else None,
        entrants=() if shown else players_of(tournament.pk, public=True),
        poster=None if shown else shown_poster(found),
        expected=_expected(found, shown),
    )


def _without_a_game(found: Published, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who in a bracket has no game in a round, as everybody reads it.

    First those who are due to meet but have no game, then those who advance because somebody does
    not play.
    """
    if not found.head.terms.bracketed:
        return (), ()
    state = found.state.before(number + 1)
    names = {player: name.name for player, name in found.names.items()}
    given = [(winner, away) for (at, winner), away in walk_overs(state).items() if at == number]
    return (
        missing_sentences(missing_games(state, number), names),
        through_sentences((*given, *not_given(state, number)), names),
    )


def round_range(found: Published) -> tuple[int, int]:
    """Return the least and the greatest number of rounds of a tournament.

    A bracket that is not drawn yet takes as many as its players need, and a decided double
    elimination has as many as it took.
    """
    tournament = found.tournament
    planned = rounds_planned(tournament), rounds_planned(tournament)
    if not found.head.terms.bracketed:
        return planned
    rules = replace(parameters_of(tournament), method=Method(tournament.method))
    if not rules.knock_out.seeds:
        return bracket_rounds_of(rules, found.players) or planned
    end = ending_in(tournament, found.state.before(found.latest + 1), found.latest)
    if end.winner is not None:
        return end.last, end.last
    least, most = bracket_rounds_of(rules, len(rules.knock_out.seeds)) or planned
    return max(least, end.last), max(most, end.last)


def facts_of(tournament: Tournament, rounds: tuple[int, int]) -> TournamentFacts:
    """Return what is known of a tournament besides its terms, and how many rounds it has."""
    parameters = parameters_with_bar(tournament)
    return TournamentFacts(
        ends_on=tournament.ends_on,
        director=tournament.director_name,
        rounds=rounds,
        handicaps=tournament.handicap_policy,
        time=time_of(tournament) if tournament.clock else None,
        registration_open=(
            tournament.registration_open
            and tournament.closed_at is None
            and not why_too_late(tournament)
        ),
        prizes=bool(tournament.prizes),
        closed=tournament.closed_at is not None,
        parameters=parameters,
    )


def _expected(found: Published, shown: Round | None) -> Mapping[Terms, float]:
    """Return what was expected of a round; nothing while standings are withheld."""
    if shown is None or found.withheld or not found.tournament.expected_scores:
        return {}
    return expected_scores_in(found.tournament.pk, shown.number)


def _games(round_: Round, marks: Mapping[int, str]) -> RoundGames:
    games = Game.objects.of(round_.tournament_id).filter(round=round_).order_by("board_number")
    shown = tuple(game.public.with_marks(marks) for game in game_rows(games))
    return RoundGames(round_.pk, round_.number, round_.state, shown)


def _byes(round_: Round, marks: Mapping[int, str]) -> tuple[PlayerName, ...]:
    seats = Seat.objects.filter(round=round_, game=None).order_by("pk")
    columns = ("player_id", "player__public_name", "player__rank", "player__club", "player__number")
    names = (PlayerName(*row) for row in seats.values_list(*columns))
    return tuple(replace(name, mark=marks.get(name.id, "")) for name in names)
