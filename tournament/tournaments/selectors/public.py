"""What the public sees: the tournaments, their rounds, games and players."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType

from django.db.models import Count, OuterRef, QuerySet, Subquery

from adjudication.rules.presets import get_ruleset
from adjudication.rules.rulesets import RuleSet
from tournament.brackets.reached import BRACKETS
from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none
from tournament.games.progress import GameCounts, count_stages
from tournament.games.selectors import GameRow, PlayerName, game_rows, with_marks
from tournament.models import (
    Game,
    PairingMethod,
    Player,
    RatedFor,
    RatingScale,
    Round,
    RoundState,
    Seat,
    Status,
    Ties,
    Tournament,
)

SHOWN = (Status.PUBLIC, Status.ARCHIVED)
"""The condition for a tournament that everybody sees."""


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """A tournament and what its games are played on. Komi is in half-points."""

    id: int
    name: str
    slug: str
    rules: str
    board_size: int
    komi_half: int
    city: str
    country: str
    starts_on: date | None
    time_zone: str
    status: str
    closed: bool = False
    internet: bool = False
    """Whether its games are played on servers, not on boards."""
    tie_winner: str = Ties.RULES
    rating_scale: str = RatingScale.NONE
    """Which scale its pages estimate ratings on."""
    odds: bool = False
    """Whether its pages say who can still win."""
    ends_on: date | None = None
    register: str = ""
    """The column with a player's number at the federation whose rules it is rated by."""
    bracketed: bool = False
    """Whether it has a bracket to show: a knock-out of players."""
    grouped: bool = False
    """Whether its players are in groups that qualify into a knock-out."""

    @property
    def ruleset(self) -> RuleSet:
        """Return the rule set as this tournament plays it. Raises UnknownRuleSet."""
        return get_ruleset(self.rules).with_ties(self.tie_winner)

    @property
    def rated(self) -> bool:
        """Whether its pages estimate ratings."""
        return self.rating_scale != RatingScale.NONE

    @property
    def hidden(self) -> bool:
        """Whether only its own staff and players see it."""
        return self.status not in SHOWN


TERMS = (
    *("name", "slug", "rules", "board_size", "komi_half", "city", "country", "starts_on"),
    "ends_on",
    *("time_zone", "status", "closed_at", "internet", "tie_winner"),
    *("rating_scale", "live_odds", "method", "by_teams", "rated_for"),
)
"""The columns that :func:`terms_of` needs: a third of all."""


@dataclass(frozen=True, slots=True)
class TournamentCard:
    """A tournament in the list of all, with its number of players and latest published round."""

    terms: TournamentTerms
    players: int
    round_number: int | None
    ends_on: date | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class RoundOutline:
    """One round without its games: how many are at each stage, and who has a bye, by name.

    ``shut`` says that its date for reporting has passed.
    """

    id: int
    number: int
    state: str
    counts: GameCounts
    byes: tuple[str, ...] = ()
    shut: bool = False


@dataclass(frozen=True, slots=True)
class RoundGames:
    """One round with its games by board, and the names of the players who have the bye."""

    id: int
    number: int
    state: str
    games: tuple[GameRow, ...]
    byes: tuple[str, ...] = ()

    @property
    def known(self) -> int:
        """Return how many games have a result: reported, entered, confirmed or ruled."""
        return sum(bool(game.winner) for game in self.games)

    @property
    def counts(self) -> GameCounts:
        """Return how many games are at each stage."""
        return count_stages(game.state for game in self.games)

    @property
    def unreported(self) -> tuple[GameRow, ...]:
        """Return the games that nobody has reported yet, by board."""
        return tuple(game for game in self.games if game.state == "open")


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """A tournament's public page: newest round first; players by number."""

    terms: TournamentTerms
    rounds: tuple[RoundGames, ...]
    players: tuple[PlayerName, ...]


def tournament_cards() -> tuple[TournamentCard, ...]:
    """Return all public tournaments, newest first, without counting their players.

    Only some are shown at a time: :func:`player_counts` counts the players of those.
    """
    shown = Tournament.objects.filter(status__in=SHOWN)
    return _cards(shown.order_by("-starts_on", "-created_at", "-pk"))


def tournament_cards_after(
    *, after: int | None, limit: int, closed: bool | None = None, city: str | None = None
) -> tuple[TournamentCard, ...]:
    """Return up to ``limit`` tournaments, newest first, that follow the one with the id ``after``.

    ``closed`` and ``city`` filter them.
    """
    found = Tournament.objects.filter(status__in=SHOWN).order_by("-pk")
    if after is not None:
        found = found.filter(pk__lt=after)
    if closed is not None:
        found = found.filter(closed_at__isnull=not closed)
    if city is not None:
        found = found.filter(city__iexact=city)
    return _counted(_cards(found[:limit]))


def tournament_card(tournament_id: int) -> TournamentCard | None:
    """Return one tournament as in the list of all, or None if there is none."""
    return next(iter(_counted(_cards(Tournament.objects.filter(pk=tournament_id)))), None)


def player_counts(tournament_ids: Iterable[int]) -> dict[int, int]:
    """Return the number of players of each tournament; those without players are left out."""
    found = Player.objects.filter(tournament__in=list(tournament_ids)).order_by()
    counted = found.values("tournament").annotate(count=Count("pk"))
    return {row["tournament"]: row["count"] for row in counted}


def _counted(cards: tuple[TournamentCard, ...]) -> tuple[TournamentCard, ...]:
    counts = player_counts(card.terms.id for card in cards)
    return tuple(replace(card, players=counts.get(card.terms.id, 0)) for card in cards)


def _cards(tournaments: "QuerySet[Tournament]") -> tuple[TournamentCard, ...]:
    """Return tournaments in one query, without the number of their players."""
    shown = Round.objects.filter(
        tournament=OuterRef("pk"), state__in=[RoundState.PUBLISHED, RoundState.FINISHED]
    )
    found = tournaments.annotate(latest=Subquery(shown.order_by("-number").values("number")[:1]))
    return tuple(
        TournamentCard(
            terms=terms_of(tournament),
            players=0,
            round_number=tournament.latest,
            ends_on=tournament.ends_on,
            closed=tournament.closed_at is not None,
        )
        for tournament in found
    )


def tournament_terms(slug: str) -> TournamentTerms | None:
    """Return a tournament's name and terms, or None if there is no such tournament."""
    return _terms(_with_terms(slug))


def terms_of_game(game_id: int) -> TournamentTerms | None:
    """Return the terms of a game's tournament, or None if there is no such game."""
    return _terms(_with_terms_of_game(game_id))


@prepared
def _with_terms(slug: str) -> "QuerySet[Tournament]":
    return Tournament.objects.filter(slug=slug).only(*TERMS)


@prepared
def _with_terms_of_game(game_id: int) -> "QuerySet[Tournament]":
    return Tournament.objects.filter(rounds__games=game_id).only(*TERMS)


def _terms(tournaments: list[Tournament]) -> TournamentTerms | None:
    found = one_or_none(tournaments)
    return terms_of(found) if found else None


def tournament_page(slug: str) -> TournamentPage | None:
    """Return the public page of a tournament, or None if there is no such tournament.

    Rounds still in preparation are left out.
    """
    terms = tournament_terms(slug)
    if terms is None:
        return None
    rounds = rounds_of(terms.id, drafts=False, public=True)
    return TournamentPage(terms, rounds, players_of(terms.id, public=True))


def round_outlines(tournament_id: int, *, drafts: bool) -> tuple[RoundOutline, ...]:
    """Return the rounds of a tournament, newest first, in two queries that read no rows of games.

    Names are given as the staff sees them.
    """
    by_state = _rounds(tournament_id, drafts=drafts).values_list(
        "pk", "number", "state", "shut_at", "games__state"
    )
    rows: dict[int, tuple[int, str, bool]] = {}
    states: dict[int, Counter[str]] = {}
    for pk, number, state, shut_at, game_state, count in by_state.annotate(count=Count("games")):
        rows[pk] = number, state, shut_at is not None
        states.setdefault(pk, Counter())[game_state] = count
    byes = _byes_of(list(rows), "player__name")
    return tuple(
        RoundOutline(pk, number, state, count_stages(states[pk].elements()), byes[pk], shut)
        for pk, (number, state, shut) in rows.items()
    )


def rounds_of(tournament_id: int, *, drafts: bool, public: bool = False) -> tuple[RoundGames, ...]:
    """Return the rounds of a tournament with their games, newest first, in three queries.

    With ``public``, names that the public does not see are hidden.
    """
    rows = list(_rounds(tournament_id, drafts=drafts).values_list("pk", "number", "state"))
    games: dict[int, list[GameRow]] = {pk: [] for pk, _, _ in rows}
    query = Game.objects.of(tournament_id).filter(round__in=list(games)).order_by("board_number")
    for game in game_rows(query):
        games[game.round_id].append(game.public if public else game)
    byes = _byes_of(list(games), "player__public_name" if public else "player__name")
    return tuple(
        RoundGames(pk, number, state, tuple(games[pk]), byes[pk]) for pk, number, state in rows
    )


def games_in(tournament_id: int, round_ids: Sequence[int]) -> tuple[GameRow, ...]:
    """Return the games of some rounds, by board; no query if there are no rounds."""
    games = Game.objects.of(tournament_id).filter(round__in=round_ids)
    return game_rows(games.order_by("board_number"))


def _rounds(tournament_id: int, *, drafts: bool) -> "QuerySet[Round]":
    rounds = Round.objects.filter(tournament=tournament_id).order_by("-number")
    return rounds if drafts else rounds.exclude(state=RoundState.DRAFT)


def _byes_of(round_ids: Sequence[int], name: str) -> dict[int, tuple[str, ...]]:
    """Return the names of the players with a bye, by round."""
    byes: dict[int, list[str]] = {pk: [] for pk in round_ids}
    seats = Seat.objects.filter(round__in=round_ids, game=None).order_by("pk")
    for round_id, player in seats.values_list("round_id", name):
        byes[round_id].append(player)
    return {pk: tuple(names) for pk, names in byes.items()}


def players_of(tournament_id: int, *, public: bool = False) -> tuple[PlayerName, ...]:
    """Return a tournament's players by number; with ``public``, as the public sees them."""
    found = Player.objects.filter(tournament=tournament_id).order_by("number")
    columns = ("pk", "public_name" if public else "name", "rank", "club", "number")
    return with_marks(PlayerName(*row) for row in found.values_list(*columns))


def members_of(tournament_id: int) -> dict[int, tuple[str, str]]:
    """Return each pair's second player and the ranks of both, by the number of the entry.

    Rengo teams have ranks only. Entries whose names the public does not see are left out. One
    query.
    """
    found = Player.objects.filter(tournament=tournament_id, hidden=False)
    found = found.exclude(member_ranks="", partner="")
    rows = found.values_list("number", "partner", "member_ranks")
    return {number: (partner, ranks) for number, partner, ranks in rows}


_REGISTERS: Mapping[str, str] = MappingProxyType(
    {RatedFor.EGF: "egf_pin", RatedFor.FFG: "ffg_licence"}
)


def terms_of(tournament: Tournament) -> TournamentTerms:
    """Return a tournament's name and terms as a plain value."""
    return TournamentTerms(
        id=tournament.pk,
        name=tournament.name,
        slug=tournament.slug,
        rules=tournament.rules,
        board_size=tournament.board_size,
        komi_half=tournament.komi_half,
        city=tournament.city,
        country=tournament.country,
        starts_on=tournament.starts_on,
        time_zone=tournament.time_zone,
        status=tournament.status,
        closed=tournament.closed_at is not None,
        internet=tournament.internet,
        tie_winner=tournament.tie_winner,
        rating_scale=tournament.rating_scale,
        odds=tournament.live_odds,
        ends_on=tournament.ends_on,
        register=_REGISTERS.get(tournament.rated_for, ""),
        bracketed=tournament.method in BRACKETS and not tournament.by_teams,
        grouped=tournament.method == PairingMethod.GROUPS and not tournament.by_teams,
    )
