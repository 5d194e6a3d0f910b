"""Players of a tournament: the list, entries, who withdraws."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.http.doors import NAMES, PLAYERS, READING
from api.http.operations import ANYBODY, operation
from api.http.problems import Problem, invalid, no_such_thing
from api.http.views import TournamentView
from api.players.finding import player_id
from api.players.serializers import (
    EntryChange,
    EntryShown,
    FromRound,
    NewPlayer,
    NewPlayers,
    PlayerNamed,
    PlayersAsked,
)
from tournament.errors import UserError
from tournament.selectors.players import PlayerEntry, player_entries, player_entry
from tournament.selectors.public import players_of
from tournament.services.entering import KnownAlready, Newcomer, enter_players
from tournament.services.players import Entry, change_player, checked_entry, withdraw_player
from tournament.services.removing import remove_player


class Players(TournamentView):
    """The players of a tournament."""

    @operation("List players", door=ANYBODY, asks=PlayersAsked, gives=PlayerNamed, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return the players by number; hidden names are shown to the staff alone."""
        asked = self.asked()
        players = players_of(self.terms.id, public=not self.may(NAMES))
        found = (
            one
            for one in players
            if asked.get("club") in (None, one.club) and asked.get("rank") in (None, one.rank)
        )
        return self.listed(found, lambda one: one.number)

    @operation("Enter a player", door=PLAYERS, takes=NewPlayer, gives=EntryShown, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Enter a player under the next free number."""
        (number, entry) = _entered(self.terms.id, [self.taken()])[0]
        return self.given((number, entry), location=f"{request.path}{number}/entry/")


class PlayersInBulk(TournamentView):
    """Many players at once."""

    most_bytes = 1024 * 1024

    @operation(
        "Enter many players",
        door=PLAYERS,
        takes=NewPlayers,
        gives=EntryShown,
        many=True,
        status=201,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Enter players under the next free numbers: all of them, or nobody."""
        return self.all_given(_entered(self.terms.id, self.taken()["players"], many=True))


class Player(TournamentView):
    """One player."""

    @operation("Show a player", door=ANYBODY, gives=PlayerNamed)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the player as results name him."""
        players = players_of(self.terms.id, public=not self.may(NAMES))
        found = next((one for one in players if one.number == number), None)
        if found is None:
            raise no_such_thing()
        return self.given(found)


class PlayerEntered(TournamentView):
    """All that was entered of one player."""

    @operation("Show an entry", door=READING, gives=EntryShown)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return the entry."""
        return self.given((number, self._entry(number)))

    @operation("Change an entry", door=PLAYERS, takes=EntryChange, gives=EntryShown)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change some fields; boards and results stay as they are."""
        change_player(player_id=player_id(self.terms.id, number), **self.taken())
        return self.given((number, self._entry(number)))

    @operation("Remove a player", door=PLAYERS, status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Remove an entry as if it had never been; who was paired can only withdraw."""
        remove_player(player_id=player_id(self.terms.id, number))
        return self.given(None)

    def _entry(self, number: int) -> PlayerEntry:
        entry = player_entry(self.terms.id, player_id(self.terms.id, number))
        if entry is None:
            raise no_such_thing()
        return entry


class Withdrawal(TournamentView):
    """A player who leaves."""

    @operation("Withdraw a player", door=PLAYERS, takes=FromRound, status=204)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take the player out of the tournament from a round on."""
        withdraw_player(
            player_id=player_id(self.terms.id, number), from_round=self.taken()["from_round"]
        )
        return self.given(None)


def _entered(
    tournament_id: int, told: list[dict[str, Any]], *, many: bool = False
) -> list[tuple[int, PlayerEntry]]:
    """Enter players; return them by their numbers. Raises a 409 that names who is known.

    Of many every wrong field is named, by its place: a 400.
    """
    newcomers, knowingly = [], set()
    for place, one in enumerate(told):
        one = dict(one)
        absent = frozenset(one.pop("absent", ()))
        if one.pop("knowingly", False):
            knowingly.add(place)
        newcomers.append(Newcomer(Entry(**one), absent))
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
    return [(row.number, entries[row.pk]) for row in rows]


def _refuse_wrong(newcomers: list[Newcomer]) -> None:
    errors = []
    for place, newcomer in enumerate(newcomers):
        try:
            checked_entry(newcomer.entry)
        except UserError as error:
            field = f"players.{place}.{error.field or 'surname'}"
            errors.append({"field": field, "code": error.code, "detail": str(error.text)})
    if errors:
        raise invalid(errors)
