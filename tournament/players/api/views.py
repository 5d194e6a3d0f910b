"""Players of a tournament: the list, entries, who withdraws."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import WholeList
from api.permissions import (
    AnybodyReads,
    DirectorsChangePlayers,
    DirectorsRead,
    StaffReadsNames,
)
from api.problems import Problem, invalid, no_such_thing
from api.viewsets import TournamentViewSet
from tournament.errors import UserError
from tournament.models import Player
from tournament.players.api.finding import player_id
from tournament.players.api.serializers import (
    EntryChange,
    EntryShown,
    FromRound,
    NewPlayer,
    NewPlayers,
    PlayerNamed,
    PlayersAsked,
)
from tournament.players.selectors.players import player_entries, player_entry
from tournament.players.services.entering import KnownAlready, Newcomer, enter_players
from tournament.players.services.players import change_player, clean_entry, withdraw_player
from tournament.players.services.removing import remove_player
from tournament.tournaments.selectors.public import players_of


class PlayerViewSet(TournamentViewSet):
    """The players of a tournament, by their numbers, and their entries."""

    permission_classes = (AnybodyReads | DirectorsChangePlayers,)
    lookup_url_kwarg, lookup_value_converter = "number", "int"
    serializer_class = PlayerNamed
    serializer_classes = {"create": EntryShown}
    body_classes = {"create": NewPlayer}
    query_classes = {"list": PlayersAsked}
    list_actions = ("list", "players_in_bulk")
    pagination_key = "number"

    def list(self, request: Request, slug: str) -> Response:
        """List players.

        Return the players by number; hidden names are shown to the staff alone.
        """
        asked = self.query
        players = players_of(self.terms.id, public=not self.may(StaffReadsNames))
        found = (
            one
            for one in players
            if asked.get("club") in (None, one.club) and asked.get("rank") in (None, one.rank)
        )
        return self.answer_list(found)

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

        Enter players under the next free numbers: all of them, or nobody.
        """
        return self.answer_list(_entered(self.terms.id, self.body["players"], many=True))

    def retrieve(self, request: Request, slug: str, number: int) -> Response:
        """Show a player.

        Return the player as results name him.
        """
        players = players_of(self.terms.id, public=not self.may(StaffReadsNames))
        found = next((one for one in players if one.number == number), None)
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

        Change some fields; boards and results stay as they are.
        """
        change_player(player_id=player_id(self.terms.id, number), **self.body)
        return self.answer(self._entry(number))

    @player_entered.mapping.delete
    def delete_player_entered(self, request: Request, slug: str, number: int) -> Response:
        """Remove a player.

        Remove an entry as if it had never been; who was paired can only withdraw.
        """
        remove_player(player_id=player_id(self.terms.id, number))
        return self.answer()

    @action(detail=True, methods=["post"], serializer_class=None, body_class=FromRound)
    def withdrawal(self, request: Request, slug: str, number: int) -> Response:
        """Withdraw a player.

        Take the player out of the tournament from a round on.
        """
        withdraw_player(
            player_id=player_id(self.terms.id, number), from_round=self.body["from_round"]
        )
        return self.answer()

    def _entry(self, number: int) -> Player:
        entry = player_entry(self.terms.id, player_id(self.terms.id, number))
        if entry is None:
            raise no_such_thing()
        return entry


def _entered(tournament_id: int, told: list[dict[str, Any]], *, many: bool = False) -> list[Player]:
    """Enter players; return their entries. Raises a 409 that names who is known.

    Of many every wrong field is named, by its place: a 400.
    """
    newcomers, knowingly = [], set()
    for place, one in enumerate(told):
        one = dict(one)
        absent = frozenset(one.pop("absent", ()))
        if one.pop("knowingly", False):
            knowingly.add(place)
        newcomers.append(Newcomer(Player(**one), absent))
    if many:
        _refuse_wrong(newcomers)
    try:
        rows = enter_players(tournament_id=tournament_id, newcomers=newcomers, knowingly=knowingly)
    except KnownAlready as error:
        raise Problem(
            409,
            error.code,
            _("Somebody like this is entered already; `knowingly` enters him all the same."),
            errors=[
                {
                    "field": f"players.{place}.surname" if many else "surname",
                    "code": error.code,
                    "detail": ", ".join(f"{twin.number}: {twin.name}" for twin in twins),
                }
                for place, twins in error.twins.items()
            ],
        ) from error
    entries = player_entries(tournament_id, [row.pk for row in rows])
    return [entries[row.pk] for row in rows]


def _refuse_wrong(newcomers: list[Newcomer]) -> None:
    errors = []
    for place, newcomer in enumerate(newcomers):
        try:
            clean_entry(newcomer.entry)
        except UserError as error:
            field = f"players.{place}.{error.field or 'surname'}"
            errors.append({"field": field, "code": error.code, "detail": str(error.text)})
    if errors:
        raise invalid(errors)
