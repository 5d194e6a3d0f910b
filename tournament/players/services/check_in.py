"""Checking players in at the door before a round."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.changes import ParticipationChange, PlayerChange
from tournament.audit.services.recording import record
from tournament.common.locks import locked_player, open_tournament
from tournament.errors import Conflict, NotFound
from tournament.models import Absence, CheckIn, Registration, Verb
from tournament.players.services.players import check_round, set_absent


@transaction.atomic
def check_in(*, tournament_id: int, player_id: int, round_number: int, here: bool) -> None:
    """Note that a player is here for a round, or is not. Idempotent.

    Raises NotFound, and UserError for an impossible round number.
    """
    check_round(round_number)
    player = locked_player(player_id)
    if player.tournament_id != tournament_id:
        raise NotFound("no_player", text=_("The player is not in this tournament."))
    noted = CheckIn.objects.filter(player=player, round_number=round_number)
    if here:
        _row, changed = CheckIn.objects.get_or_create(player=player, round_number=round_number)
    else:
        changed = bool(noted.delete()[0])
    if changed:
        record(
            Verb.CHECKED_IN,
            tournament_id=tournament_id,
            round_number=round_number,
            players=[player.number],
            before={"here": not here},
            after={"here": here},
        )


@transaction.atomic
def mark_missing_absent(
    *, tournament_id: int, round_number: int, player_ids: Iterable[int]
) -> list[str]:
    """Note players as absent in a round and return their names; those who have come are left out.

    Raises NotFound for a player of another tournament, and Conflict for one who is paired.
    """
    tournament = open_tournament(tournament_id)
    here = CheckIn.objects.filter(player__tournament=tournament, round_number=round_number)
    missing = set(player_ids) - set(here.values_list("player_id", flat=True))
    set_absent(tournament_id=tournament.pk, round_number=round_number, player_ids=missing, seen=())
    rows = tournament.players.filter(pk__in=missing).order_by("name")
    return list(rows.values_list("name", flat=True))


@transaction.atomic
def let_take_part(*, tournament_id: int, round_number: int, player_ids: Iterable[int]) -> list[str]:
    """Let players who came after all take part in a round; preliminary entries become final.

    Returns their names. Raises NotFound for a player of another tournament, and Conflict for one
    who is no longer checked in.
    """
    tournament = open_tournament(tournament_id)
    wanted = set(player_ids)
    rows = list(tournament.players.filter(pk__in=wanted).order_by("name"))
    if not rows or len(rows) < len(wanted):
        raise NotFound("no_player", text=_("The player is not in this tournament."))
    here = CheckIn.objects.filter(player__in=rows, round_number=round_number).count()
    if here < len(rows):
        raise Conflict(
            "not_here", text=_("A player is no longer checked in: look at the list again.")
        )
    change = ParticipationChange(
        tournament.pk, player__in=sorted(wanted), round_number=round_number
    )
    Absence.objects.filter(player__in=rows, round_number=round_number).delete()
    change.record(Verb.PARTICIPATION)
    for row in rows:
        entry = PlayerChange(row)
        row.registration = Registration.FINAL
        row.save(update_fields=["registration"])
        entry.record()
    return [row.name for row in rows]
