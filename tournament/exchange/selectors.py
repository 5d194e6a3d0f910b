"""A tournament as a file for another program."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from django.db.models import Exists, FilteredRelation, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from tournament.formats.folding import folded, name_key
from tournament.formats.missing import (
    Entrant,
    FederationList,
    ListEntry,
    MissingFact,
    TournamentPlace,
    list_facts,
    lists_concerned,
    missing_facts,
)
from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS, write_with_comments
from tournament.formats.written import WrittenFile
from tournament.games.selectors import GameRow, game_rows
from tournament.models import (
    FrozenStandings,
    Game,
    GameState,
    ListedPlayer,
    ListSource,
    Player,
    RatingList,
    Registration,
    Round,
    RoundState,
    Status,
    Tournament,
)
from tournament.rounds.selectors.draws import drawn_rounds
from tournament.rounds.selectors.state import event_of, hidden_numbers, only_rounds, shown_rounds
from tournament.settings.rated import departures_of
from tournament.state.codec import from_json
from tournament.state.event import Event
from tournament.state.frozen import FrozenState, thaw_state
from tournament.state.people import Card, marks_of
from tournament.state.results import UNKNOWN
from tournament.tournaments.selectors.public import TournamentTerms

RESULT_LISTS = (Format.H9, Format.TOU, Format.AGA)
"""The formats that go to rating lists."""
_LIST_OF_COUNTRY = {"FR": Format.TOU, "US": Format.AGA}
_LIST_OF_REGISTER = {"egf_pin": Format.H9, "ffg_licence": Format.TOU}
_SOURCE_OF_LIST = {
    Format.H9: ListSource.EGF,
    Format.TOU: ListSource.FFG,
    Format.AGA: ListSource.AGA,
}


def exports(tournament_id: int) -> dict[Format, WrittenFile]:
    """Return a tournament in every format that can be written, read from the database once."""
    tournament = Tournament.objects.get(pk=tournament_id)
    whole = event_of(tournament)
    shown = _for_lists(tournament, whole)
    return {
        kind: writer.write(shown if kind in RESULT_LISTS else whole)
        for kind, writer in WRITERS.items()
    }


def export(tournament_id: int, kind: Format, base: str = "") -> WrittenFile:
    """Return a tournament in a format, with what that format cannot carry.

    ``base`` is the installation's base URL: files that have comments name the event's page, if it
    is not hidden, and in rated mode say how much departs from the federation's rules.

    Rounds in preparation, and results that only one player has reported, are left out of files for
    rating lists. Raises KeyError for a format that is only read.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    return export_of(tournament, kind, page_of(tournament, base))


def page_of(tournament: Tournament, base: str) -> str:
    """Return the URL of the event's page to name in files, or an empty string if it is hidden.

    ``base`` is the installation's base URL, empty if no page is to be named.
    """
    if not base or tournament.status not in (Status.PUBLIC, Status.ARCHIVED):
        return ""
    return base.rstrip("/") + reverse("tournament:event", args=[tournament.slug])


def event_for_lists(tournament: Tournament) -> Event:
    """Return a tournament as rating lists get it, without drafts and unconfirmed results."""
    return _for_lists(tournament, event_of(tournament, wishes=False))


def export_of(tournament: Tournament, kind: Format, page: str = "") -> WrittenFile:
    """Return a tournament that was already read in a format, as :func:`export` does."""
    event = event_for_lists(tournament) if kind in RESULT_LISTS else event_of(tournament)
    noted = departures_of(tournament).comment if WRITERS[kind].comment else ""
    if kind is Format.JSON and not tournament.by_teams:
        event = replace(event, draws=drawn_rounds(tournament.pk, event.state))
    return write_with_comments(event, kind, noted, page)


Boards = Set[tuple[int, int | None]]
"""Published rounds, each with a board that only one player has reported, or None."""


def list_of(tournament: Tournament, kind: Format, boards: Boards) -> WrittenFile:
    """Return the rating list's file for a tournament whose ``boards`` were already read."""
    return write_with_comments(_without_claims(event_of(tournament, wishes=False), boards), kind)


ENTRANT_COLUMNS = (
    *("name", "country", "egf_pin", "ffg_licence", "aga_id", "aga_expiration_date"),
    *("club", "partner", "member_ranks", "pk", "first_name", "level", "rating"),
)
"""The columns of a player that make up an entrant, in the entrant's order."""


def entrants_of(tournament_id: int) -> list[Entrant]:
    """Return the players as the lists know them, by name, in one query."""
    rows = Player.objects.filter(tournament=tournament_id, registration=Registration.FINAL)
    return entrants_in(rows.order_by("name").values("number", *ENTRANT_COLUMNS))


def entrants_in(rows: Iterable[Mapping[str, Any]]) -> list[Entrant]:
    """Return the entrants for rows with these columns, the number, and perhaps others.

    Namesakes are told apart.
    """
    rows = list(rows)
    marks = marks_of((row["pk"], row["name"], row["club"], row["number"]) for row in rows)
    return [
        replace(Entrant(*(row[name] for name in ENTRANT_COLUMNS)), mark=marks.get(row["pk"], ""))
        for row in rows
    ]


def unsettled_games(tournament_id: int, entrants: Iterable[Entrant]) -> tuple[GameRow, ...]:
    """Return the published games without a result that stands, by round and board; one query.

    The ``entrants`` are the players, with namesakes told apart.
    """
    waiting = Game.objects.of(tournament_id).exclude(round__state=RoundState.DRAFT)
    waiting = waiting.filter(state__in=(GameState.OPEN, GameState.REPORTED, GameState.DISPUTED))
    games = game_rows(waiting.order_by("round__number", "board_number"))
    marks = {entrant.id: entrant.mark for entrant in entrants if entrant.mark}
    return tuple(game.with_marks(marks) for game in games) if marks else games


def list_gaps(
    terms: Tournament | TournamentTerms, entrants: Sequence[Entrant] | None = None
) -> tuple[dict[Format, list[MissingFact]], list[Format]]:
    """Return what the federations' lists lack, and which of the lists the tournament is for.

    Two queries, or one if the ``entrants`` were already read, however many players there are and
    however long the imported lists.
    """
    starts_on = "" if terms.starts_on is None else terms.starts_on.isoformat()
    place = TournamentPlace(terms.country, terms.city, starts_on)
    if entrants is None:
        entrants = entrants_of(terms.id)
    lists = _federation_lists(entrants)
    gaps = {
        kind: [
            *missing_facts(kind, place, entrants),
            *(list_facts(kind, place, entrants, lists[kind]) if kind in lists else ()),
        ]
        for kind in sorted(RESULT_LISTS)
    }
    return gaps, lists_concerned(place, entrants)


def is_imported(kind: Format) -> bool:
    """Return whether a list of this federation was imported; without one no number was checked."""
    return _imported(kind).exists()


def imported_annotations() -> dict[str, Exists]:
    """Return the same for every federation, as annotations of a query (``imported_h9``)."""
    return {f"imported_{kind.value}": Exists(_imported(kind)) for kind in _SOURCE_OF_LIST}


def _imported(kind: Format) -> QuerySet[RatingList]:
    return RatingList.objects.filter(source=_SOURCE_OF_LIST[kind])


def _federation_lists(entrants: Sequence[Entrant]) -> dict[Format, FederationList]:
    """Return the imported lists' entries for these players, by number or by the same name.

    A federation whose list has none of them is left out: perhaps it was never imported.
    """
    numbers = {
        ListSource.EGF: {entrant.egf_pin for entrant in entrants},
        ListSource.FFG: {entrant.ffg_licence for entrant in entrants},
        ListSource.AGA: {entrant.aga_id for entrant in entrants},
    }
    wanted = Q(folded__in={folded(entrant.name) for entrant in entrants})
    for source, known in numbers.items():
        wanted |= Q(rating_list__source=source, number__in=known - {""})
    columns = ("number", "folded", "licence_status", "club")
    of_list = ("rating_list__source", "rating_list__imported_at")
    imported: dict[str, str] = {}
    by_number: dict[str, dict[str, ListEntry]] = {}
    names: dict[str, Counter[str]] = {}
    rows = ListedPlayer.objects.filter(wanted).values_list(*of_list, *columns)
    for source, imported_at, number, *entry in rows:
        name = entry[0]
        imported[source] = timezone.localdate(imported_at).isoformat()
        by_number.setdefault(source, {})[number] = ListEntry(*entry)
        names.setdefault(source, Counter())[name_key(name)] += 1
    return {
        kind: FederationList(by_number[source], names[source], imported[source])
        for kind, source in _SOURCE_OF_LIST.items()
        if source in by_number
    }


def published_event(slug: str) -> tuple[Event, int] | None:
    """Return a tournament without its rounds in preparation, and its last round.

    None if there is no such tournament.
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        return None
    shown = shown_rounds(tournament)
    event = _only(event_of(tournament), shown)
    return _as_public(event, hidden_numbers(tournament)), max(shown, default=0)


def ranked_event(slug: str) -> tuple[Event, int] | None:
    """Return the same with the public standings: frozen ones as they were."""
    found = published_event(slug)
    row = FrozenStandings.objects.filter(tournament__slug=slug).first()
    if found is None or row is None:
        return found
    event, __ = found
    state = thaw_state(from_json(FrozenState, row.content), event.state.players)
    return replace(event, state=state), row.after


def _for_lists(tournament: Tournament, event: Event) -> Event:
    """Return the event as rating lists get it, without drafts and unconfirmed results."""
    # One query: a row for every round, and more for a round with several claims.
    reported = FilteredRelation("games", condition=Q(games__state=GameState.REPORTED))
    rounds = Round.objects.filter(tournament=tournament).exclude(state=RoundState.DRAFT)
    claims = rounds.annotate(claim=reported).values_list("number", "claim__board_number")
    return _without_claims(event, set(claims))


def _without_claims(event: Event, claimed: Boards) -> Event:
    shown = _only(event, frozenset(number for number, _table in claimed))
    games = tuple(
        replace(game, result=UNKNOWN) if (game.round, game.table) in claimed else game
        for game in shown.state.games
    )
    return replace(shown, state=replace(shown.state, games=games))


def _as_public(event: Event, hidden: frozenset[int]) -> Event:
    """Return the event with numbers in place of the names hidden from the public."""
    players = tuple(
        replace(player, surname=f"#{player.id}", first_name="", card=Card(grade=player.card.grade))
        if player.id in hidden
        else player
        for player in event.state.players
    )
    return replace(event, state=replace(event.state, players=players))


def _only(event: Event, shown: frozenset[int]) -> Event:
    """Return the event with the games and byes of these rounds only."""
    return replace(event, state=only_rounds(event.state, shown))


def target_list(terms: TournamentTerms) -> Format:
    """Return the list that an event is sent to: that of its rated mode, or of its country."""
    return _LIST_OF_REGISTER.get(terms.register) or list_of_country(terms.country)


def list_of_country(country: str) -> Format:
    """Return the rating list for events in a country, by default the European one."""
    return _LIST_OF_COUNTRY.get(country, Format.H9)
