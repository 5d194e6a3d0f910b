"""Entering players."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament.errors import NotFound, UserError
from tournament.models import Player, Tournament
from tournament.services.texts import clean_text


@transaction.atomic
def add_player(*, tournament_id: int, name: str, club: str = "", rank: str = "") -> Player:
    """Enter a player under the tournament's next free number.

    Raises UserError without a name and for texts that are too long or cannot be written, and
    NotFound without the tournament.
    """
    texts = {
        field: clean_text(Player, field, text)
        for field, text in (("name", name), ("club", club), ("rank", rank))
    }
    if not texts["name"]:
        raise UserError("name_missing", field="name", text=_("Give the player's name."))
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise NotFound("no_tournament", text=_("There is no such tournament."))
    last = tournament.players.aggregate(last=Max("number"))["last"] or 0
    return Player.objects.create(tournament=tournament, number=last + 1, **texts)
