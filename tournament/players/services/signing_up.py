"""Registrations that somebody sends in: each press counts once, and what is sent again corrects.

Two presses before the first answer carry the same key of their form; the trail keeps its digest,
and the lock of the tournament makes the second press wait for the first.
"""

import hashlib
from collections.abc import Collection
from copy import copy
from dataclasses import dataclass
from enum import Enum

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.common.cleaning import clean_columns
from tournament.errors import Conflict
from tournament.formats.folding import folded
from tournament.models import AuditEvent, Player, Registration, Verb
from tournament.players.selectors.requests import missed_rounds, same_name
from tournament.players.services.requests import change_request, open_registration, request_place

ASKED = ("surname", "first_name", "rank", "club", "country", "email")
"""What somebody who registers himself is asked for."""


class Outcome(Enum):
    """What became of a registration that was sent in."""

    ARRIVED = "arrived"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Sent:
    """The request that waits now, and what became of it."""

    player: Player
    outcome: Outcome


@transaction.atomic
def sign_up(
    *,
    tournament_id: int,
    entry: Player,
    absent: Collection[int] = (),
    key: str = "",
    own: Collection[int] = (),
    somebody_else: bool = False,
) -> Sent:
    """Note that somebody asks to take part, or correct what he sent in before.

    ``key`` is that of the form, the same for every press on it; ``own`` are the requests that came
    from the same browser: one of the same name that still waits is changed. ``somebody_else`` says
    that this is another person of that name. Raises as
    :func:`~tournament.players.services.requests.request_place` does, and Conflict for a name that
    is in the list of players and for a request that was decided meanwhile.
    """
    open_registration(tournament_id)
    name = folded(f"{entry.surname} {entry.first_name}")
    mark = _mark(key, name, somebody_else) if key else ""
    earlier = _sent_before(tournament_id, mark) if mark else None
    if earlier is None and name and not somebody_else:
        waiting = Player.everybody.filter(
            tournament=tournament_id, registration=Registration.REQUESTED, pk__in=own
        )
        earlier = next(
            (one for one in waiting if folded(f"{one.surname} {one.first_name}") == name), None
        )
    if earlier is not None:
        return _corrected(earlier, entry, absent)
    if not somebody_else and same_name(tournament_id, entry):
        raise Conflict(
            "player_known",
            field="surname",
            text=_("Somebody of this name is registered already."),
        )
    player = request_place(tournament_id=tournament_id, entry=entry, absent=absent, mark=mark)
    return Sent(player, Outcome.ARRIVED)


def _mark(key: str, name: str, somebody_else: bool) -> str:
    """Return what tells a press on a form from one on another, or for another person."""
    text = repr((key, name, somebody_else))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def _sent_before(tournament_id: int, mark: str) -> Player | None:
    """Return the request that a form sent in already. Raises Conflict once it is decided."""
    events = AuditEvent.objects.filter(tournament=tournament_id, verb=Verb.PLAYER_REQUESTED)
    event = events.filter(after__mark=mark).first()
    if event is None:
        return None
    number = int((event.after or {}).get("request", 0))
    # The number is given to another one once this request is decided.
    newer = events.filter(after__request=number, pk__gt=event.pk).exists()
    player = Player.everybody.filter(
        tournament=tournament_id, registration=Registration.REQUESTED, number=number
    ).first()
    if newer or player is None:
        raise Conflict(
            "request_decided",
            text=_("The organisers have decided on this registration already: write to them."),
        )
    return player


def _corrected(player: Player, entry: Player, absent: Collection[int]) -> Sent:
    """Change what waits to what was sent now; what the director added to it stays."""
    wanted = copy(player)
    for name in ASKED:
        setattr(wanted, name, getattr(entry, name))
    clean_columns(wanted, ASKED)
    if all(getattr(wanted, name) == getattr(player, name) for name in ASKED) and missed_rounds(
        player.pk
    ) == set(absent):
        return Sent(player, Outcome.SAME)
    if wanted.rank != player.rank:
        wanted.grade = ""
    changed = change_request(
        tournament_id=player.tournament_id, player_id=player.pk, entry=wanted, absent=absent
    )
    return Sent(changed, Outcome.CHANGED)
