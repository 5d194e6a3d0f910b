"""Players in the API: entries, participation, check-in, requests, rating lists."""

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import WholeList
from api.permissions import (
    AnybodyReads,
    DirectorsChangePlayers,
    DirectorsRead,
    StaffChecksIn,
    StaffReadsNames,
)
from api.problems import ProblemDetails, invalid_fields, no_such_thing
from api.serializers import Query, WithMore, choices
from api.viewsets import TournamentViewSet
from tournament.common.versions import Version, version_of
from tournament.errors import UserError
from tournament.games.api import PlayerNamed, player_keys
from tournament.games.selectors import player_ids
from tournament.models import ListSource, Player
from tournament.players.api.serializers import (
    CheckInShown,
    EntryChange,
    EntryShown,
    Here,
    NewPlayer,
    NewPlayers,
    Numbers,
    ParticipationShown,
    PlayerListed,
    PlayersAsked,
    Plays,
    Requests,
    RequestShown,
    Withdrawal,
    WithdrawalShown,
)
from tournament.players.selectors.check_in import check_in_list
from tournament.players.selectors.duplicates import repeated_names
from tournament.players.selectors.players import (
    player_entries,
    player_entry,
    players_grid,
)
from tournament.players.selectors.rating_lists import RatedPlayer, rank_of, search_players
from tournament.players.selectors.requests import requests_of
from tournament.players.services.check_in import check_in
from tournament.players.services.players import (
    Newcomer,
    PossibleDuplicate,
    change_unless_duplicate,
    check_round,
    clean_entry,
    enter_players,
    remove_player,
    set_absent,
    set_participation,
    withdraw_player,
)
from tournament.players.services.requests import approve_requests, refuse_requests
from tournament.tournaments.selectors.public import players_of
from tournament.tournaments.selectors.settings import absence_halves, absences_rounded


def player_id(tournament_id: int, number: int) -> int:
    """Return the key of the player in the URL. Raises a 404 if there is none."""
    found = player_ids(tournament_id).get(number)
    if found is None:
        raise no_such_thing()
    return found


class PlayerViewSet(TournamentViewSet):
    """The players of a tournament, by their numbers, and their entries."""

    permission_classes = (AnybodyReads | DirectorsChangePlayers,)
    lookup_url_kwarg, lookup_value_converter = "number", "int"
    versioned = "number"
    serializer_class = PlayerNamed
    serializer_classes = {"list": PlayerListed, "create": EntryShown}
    body_classes = {"create": NewPlayer}
    query_classes = {"list": PlayersAsked}
    list_actions = ("list", "players_in_bulk")
    pagination_key = "number"

    def list(self, request: Request, slug: str) -> Response:
        """List players.

        Return the players by number; only the staff see hidden names.
        """
        asked = self.query
        players = players_of(self.terms.id, public=not self.may(StaffReadsNames))
        found = (
            player
            for player in players
            if asked.get("club") in (None, player.club) and asked.get("rank") in (None, player.rank)
        )
        if "expand" not in asked:
            return self.answer_list(found)
        self.demand(DirectorsRead)
        page = self.window.of(found, attrgetter("number"))
        entries = player_entries(self.terms.id, (player.id for player in page))
        return self.answer_list(
            WithMore(player, entry=entries[player.id]) for player in page if player.id in entries
        )

    def create(self, request: Request, slug: str) -> Response:
        """Enter a player.

        Enter a player under the next free number.
        """
        (entry,) = _entered(self.terms.id, [self.body])
        return self.answer(entry, location=f"{request.path}{entry.number}/entry/")

    @action(
        detail=False,
        methods=["post"],
        url_path="bulk",
        serializer_class=EntryShown,
        body_class=NewPlayers,
        pagination_class=WholeList,
        success_status=201,
        most_bytes=1024 * 1024,
    )
    def players_in_bulk(self, request: Request, slug: str) -> Response:
        """Enter many players.

        Enter players under the next free numbers, all or none.
        """
        return self.answer_list(_entered(self.terms.id, self.body["players"], many=True))

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """Show a player.

        Return the player as results name them.
        """
        players = players_of(self.terms.id, public=not self.may(StaffReadsNames))
        found = next((player for player in players if player.number == number), None)
        if found is None:
            raise no_such_thing()
        return self.answer(found)

    @action(
        detail=True,
        url_path="entry",
        permission_classes=(DirectorsRead | DirectorsChangePlayers,),
        serializer_class=EntryShown,
        body_class=EntryChange,
    )
    def player_entered(self, request: Request, slug: str, number: int) -> Response:
        """Show an entry.

        Return the entry.
        """
        return self.answer(self._entry(number))

    @player_entered.mapping.patch
    def patch_player_entered(self, request: Request, slug: str, number: int) -> Response:
        """Change an entry.

        Change some fields; boards and results stay as they are. A name or register number that
        somebody else has is refused with `player_known` until `knowingly` is sent.
        """
        try:
            change_unless_duplicate(player_id=player_id(self.terms.id, number), **self.body)
        except PossibleDuplicate as error:
            text = _("Another player is like this; `knowingly` changes the entry anyway.")
            raise _known(error, text, {0: "surname"}) from error
        return self.answer(self._entry(number))

    @player_entered.mapping.delete
    def delete_player_entered(self, request: Request, slug: str, number: int) -> Response:
        """Remove a player.

        Remove an entry as if it had never existed; a player who was paired can only withdraw.
        """
        remove_player(player_id=player_id(self.terms.id, number))
        return self.answer()

    @action(
        detail=True,
        methods=["post"],
        serializer_class=WithdrawalShown,
        body_class=Withdrawal,
    )
    def withdrawal(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw a player.

        Take the player out of the tournament from a round on, and return what the missed rounds
        score.
        """
        entry = self._entry(number)
        first, counts = self.body["from_round"], self.body["counts"]
        withdraw_player(player_id=entry.pk, from_round=first, counts=counts)
        halves = absence_halves(entry.tournament) if counts else 0
        return self.answer(
            {
                "from_round": first,
                "counts": counts,
                "missed_round": halves / 2,
                "rounded_down": absences_rounded(entry.tournament),
            }
        )

    def version(self) -> Version | None:
        """Return the version of the player's entry."""
        return version_of(Player, tournament=self.terms.id, number=self.kwargs["number"])

    def _entry(self, number: int) -> Player:
        entry = player_entry(self.terms.id, player_id(self.terms.id, number))
        if entry is None:
            raise no_such_thing()
        return entry


def _entered(tournament_id: int, told: list[dict[str, Any]], *, many: bool = False) -> list[Player]:
    """Enter players; return their entries. Raises a 409 that names known players.

    With ``many``, every invalid field is named by its place: a 400.
    """
    newcomers, knowingly = [], set()
    for place, given in enumerate(told):
        given = dict(given)
        absent = frozenset(given.pop("absent", ()))
        if given.pop("knowingly", False):
            knowingly.add(place)
        newcomers.append(Newcomer(Player(**given), absent))
    if many:
        _refuse_wrong(newcomers)
        _refuse_twice(newcomers, knowingly)
    try:
        rows = enter_players(tournament_id=tournament_id, newcomers=newcomers, knowingly=knowingly)
    except PossibleDuplicate as error:
        fields = {place: f"players.{place}.surname" if many else "surname" for place in error.twins}
        text = _("A player like this is already entered; `knowingly` enters them anyway.")
        raise _known(error, text, fields) from error
    entries = player_entries(tournament_id, [row.pk for row in rows])
    return [entries[row.pk] for row in rows]


def _refuse_twice(newcomers: Sequence[Newcomer], knowingly: Collection[int]) -> None:
    """Raise a 409 for anybody who appears twice in one call, as for those already entered."""
    twice = repeated_names(newcomer.entry for newcomer in newcomers)
    errors = [
        {
            "field": f"players.{place}.surname",
            "code": "player_known",
            "detail": f"players.{before}",
        }
        for place, before in twice.items()
        if place not in knowingly
    ]
    if errors:
        text = _("A player like this stands in it before; `knowingly` enters them anyway.")
        raise ProblemDetails(409, "player_known", text, errors=errors)


def _known(error: PossibleDuplicate, text: str, fields: Mapping[int, str]) -> ProblemDetails:
    """Return the problem that names known players, by the field of each place."""
    return ProblemDetails(
        409,
        error.code,
        text,
        errors=[
            {
                "field": fields[place],
                "code": error.code,
                "detail": ", ".join(f"{twin.number}: {twin.name}" for twin in twins),
            }
            for place, twins in error.twins.items()
        ],
    )


def _refuse_wrong(newcomers: list[Newcomer]) -> None:
    errors = []
    for place, newcomer in enumerate(newcomers):
        try:
            clean_entry(newcomer.entry)
        except UserError as error:
            field = f"players.{place}.{error.field or 'surname'}"
            errors.append({"field": field, "code": error.code, "detail": str(error.text)})
    if errors:
        raise invalid_fields(errors)


LARGEST_FIELD = 100_000


class ParticipationViewSet(TournamentViewSet):
    """Who takes part in which round."""

    permission_classes = (DirectorsRead | DirectorsChangePlayers,)
    serializer_class = ParticipationShown
    list_actions = ("list", "participation")

    @action(detail=True, pagination_key="number")
    def participation(self, request: Request, slug: str) -> Response:
        """List who takes part.

        Return every player with their rounds, by number.
        """
        grid = players_grid(self.terms.id, size=LARGEST_FIELD)
        return self.answer_list(grid.lines)

    @action(
        detail=True,
        methods=["put"],
        url_path="rounds/<int:round_number>/absent",
        serializer_class=None,
        body_class=Numbers,
    )
    def absent(self, request: Request, slug: str, round_number: int) -> Response:
        """Set who is absent.

        Set who does not take part: these players and nobody else.
        """
        set_absent(
            tournament_id=self.terms.id,
            round_number=round_number,
            player_ids=player_keys(self.terms.id, self.body["players"], "players"),
        )
        return self.answer()

    @action(
        detail=True,
        methods=["put"],
        url_path="players/<int:number>/rounds/<int:round_number>",
        serializer_class=None,
        body_class=Plays,
    )
    def players_round(
        self, request: Request, slug: str, number: int, round_number: int
    ) -> Response:
        """Set whether a player takes part.

        Idempotent.
        """
        set_participation(
            player_id=player_id(self.terms.id, number),
            round_number=round_number,
            plays=self.body["plays"],
        )
        return self.answer()


class CheckInViewSet(TournamentViewSet):
    """Who is here for a round."""

    permission_classes = (StaffChecksIn,)
    lookup_url_kwarg, lookup_value_converter = "number", "int"
    serializer_class = CheckInShown
    serializer_classes = {"update": None}
    body_classes = {"update": Here}
    pagination_key = "number"

    def list(self, request: Request, slug: str, round_number: int) -> Response:
        """List who is here.

        Return every player at the door of a round, by number.
        """
        check_round(round_number)
        lines = sorted(
            check_in_list(self.terms.id, round_number).lines, key=lambda line: line.number
        )
        return self.answer_list(lines)

    def update(self, request: Request, slug: str, round_number: int, number: int) -> Response:
        """Check a player in.

        Note that a player is here, or is not.
        """
        check_in(
            tournament_id=self.terms.id,
            player_id=player_id(self.terms.id, number),
            round_number=round_number,
            here=self.body["here"],
        )
        return self.answer()


class RegistrationRequestViewSet(TournamentViewSet):
    """Who asks to take part."""

    permission_classes = (DirectorsRead | DirectorsChangePlayers,)
    serializer_class = RequestShown

    def list(self, request: Request, slug: str) -> Response:
        """List requests.

        Return the pending requests, in the order in which they were made.
        """
        return self.answer_list(requests_of(self.terms.id))

    @action(detail=False, methods=["post"], serializer_class=None, body_class=Requests)
    def approval(self, request: Request, slug: str) -> Response:
        """Approve requests.

        Enter those who asked, all or none.
        """
        approve_requests(tournament_id=self.terms.id, player_ids=self.body["requests"])
        return self.answer()

    @action(detail=False, methods=["post"], serializer_class=None, body_class=Requests)
    def refusal(self, request: Request, slug: str) -> Response:
        """Refuse requests.

        Remove requests, all or none.
        """
        refuse_requests(tournament_id=self.terms.id, player_ids=self.body["requests"])
        return self.answer()


class RatedShown(serializers.Serializer):
    """A player of a rating list, with what an entry needs."""

    source = serializers.CharField()
    number = serializers.CharField(help_text="The federation's own.")
    surname = serializers.CharField()
    first_name = serializers.CharField()
    country = serializers.CharField()
    club = serializers.CharField()
    rank = serializers.SerializerMethodField(help_text="Empty where the list gives none.")
    rating = serializers.IntegerField(allow_null=True)

    def get_rank(self, found: RatedPlayer) -> str:
        """Return the rank, or the one that matches the rating."""
        return rank_of(found)


class RatedAsked(Query):
    """The search."""

    name = serializers.CharField(max_length=80, help_text="Parts of the name, accents or not.")
    source = serializers.ChoiceField(required=False, choices=choices(ListSource.values))
    country = serializers.CharField(required=False, max_length=3)


class RatingSearchViewSet(TournamentViewSet):
    """Players of the rating lists, for those who enter players: no tournament owns the lists."""

    counted = False
    permission_classes = (DirectorsRead,)
    serializer_class = RatedShown
    tag = "ratings"
    list_actions = ("list", "rating_search")

    @action(
        detail=True, url_path="rating-search", query_class=RatedAsked, pagination_class=WholeList
    )
    def rating_search(self, request: Request, slug: str) -> Response:
        """Search rating lists.

        Return at most 30 players whose name contains every word, best first.
        """
        asked = self.query
        return self.answer_list(
            search_players(
                asked["name"], source=asked.get("source", ""), country=asked.get("country", "")
            )
        )
