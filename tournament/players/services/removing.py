"""Taking out of a tournament who was never part of it."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.changes import PlayerChange
from tournament.audit.services.recording import record
from tournament.common.locks import hold_trail, locked_player, open_tournament
from tournament.common.versions import save_version
from tournament.errors import Conflict
from tournament.models import Game, Person, Player, Registration, Seat, TeamSeat, Verb
from tournament.rounds.services.field import stands_in_field


@transaction.atomic
def remove_player(*, player_id: int) -> None:
    """Remove an entry as if it had never been. Raises NotFound.

    Raises Conflict for a player who has or had a board, a bye or a place in a team, in a group of
    a round-robin or in the bracket of a knock-out: he can be withdrawn.
    """
    player = locked_player(player_id)
    sat = Seat.objects.filter(player=player).exists()
    played = (
        Game.objects.filter(black=player).exists() or Game.objects.filter(white=player).exists()
    )
    if sat or played or TeamSeat.objects.filter(player=player).exists():
        raise Conflict(
            "player_paired",
            field="player",
            text=_("This player was paired already: withdraw the player instead."),
        )
    number = player.number
    if stands_in_field(player.tournament, number):
        raise Conflict(
            "in_the_field",
            text=_(
                "This player has a place in the settled groups or in the bracket: withdraw the "
                "player instead."
            ),
        )
    # What he did himself stays, done by a person without a name.
    hold_trail(player.tournament_id)
    Person.objects.filter(player=player).update(player=None)
    player.delete()
    record(
        Verb.PLAYER_REMOVED,
        tournament_id=player.tournament_id,
        players=[number],
        before={"registration": player.registration, "level": player.level},
    )


@transaction.atomic
def confirm_preliminary(*, tournament_id: int) -> int:
    """Make every preliminary registration final and return how many. Raises NotFound."""
    tournament = open_tournament(tournament_id)
    rows = Player.objects.filter(tournament=tournament, registration=Registration.PRELIMINARY)
    changes = [(player, PlayerChange(player)) for player in rows.order_by("number")]
    for player, change in changes:
        player.registration = Registration.FINAL
        save_version(player, "registration")
        change.record()
    return len(changes)
