"""Registrations that players send in themselves: sending, changing, approving, refusing."""

import hashlib
from collections.abc import Collection, Iterable
from copy import copy
from dataclasses import dataclass
from enum import Enum

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from tournament.audit.selectors.snapshots import entries_snapshot
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_columns
from tournament.common.locks import locked_tournament, open_tournament
from tournament.common.versions import check_version, save_version
from tournament.errors import Conflict, NotFound, UserError
from tournament.formats.folding import folded
from tournament.models import (
    ASKED_COLUMNS,
    ENTRY_COLUMNS,
    Absence,
    AuditEvent,
    Player,
    Registration,
    Tournament,
    Verb,
)
from tournament.players.selectors.players import why_too_late
from tournament.players.selectors.requests import entries_of_same_name, missed_rounds
from tournament.players.services.players import (
    DECIDED,
    LARGEST_NUMBER,
    LAST_ROUND,
    clean_entry,
    new_numbers,
)
from tournament.settings.services import keep_hidden
from tournament.state.people import REGISTERS

MOST_WAITING = 150
"""How many requests may wait in one tournament, so that a robot cannot fill the table."""


def open_registration(tournament_id: int) -> Tournament:
    """Return the tournament to register for, locked.

    Raises NotFound, and Conflict if registration is closed or it is too late for anybody. A closed
    tournament gives the same error: somebody registering cannot reopen it.
    """
    tournament = locked_tournament(tournament_id)
    if tournament.closed_at is not None or not tournament.registration_open:
        raise Conflict(
            "registration_closed",
            text=_("Registration is closed. Ask the organisers whether there is a place left."),
        )
    why = why_too_late(tournament)
    if why:
        raise Conflict("too_late", text=why)
    return tournament


@transaction.atomic
def request_place(
    *, tournament_id: int, entry: Player, absent: Iterable[int] = (), mark: str = ""
) -> Player:
    """Note that somebody asks to take part, except in the rounds ``absent``.

    ``mark`` tells which form sent it in (:mod:`tournament.players.services.requests`). Raises
    NotFound, UserError as :func:`~tournament.players.services.players.add_player` does or for an
    entry without a rank, and Conflict if registration is closed or too many requests wait.
    """
    tournament = open_registration(tournament_id)
    player = copy(entry)
    _clean_request(player)
    waiting = _waiting(tournament)
    if waiting.count() >= MOST_WAITING:
        raise Conflict(
            "too_many_requests",
            text=_(
                "Very many registrations are waiting for the organisers just now. Please try "
                "again later, or write to them."
            ),
        )
    player.tournament, player.number = tournament, _number_out_of_the_way(tournament)
    player.save()
    _set_absent(player, absent)
    record(
        Verb.PLAYER_REQUESTED,
        tournament_id=tournament.pk,
        after={
            "request": player.number,
            "level": player.level,
            **({"mark": mark} if mark else {}),
        },
    )
    return player


@transaction.atomic
def change_request(
    *,
    tournament_id: int,
    player_id: int,
    entry: Player,
    absent: Iterable[int],
    seen: int | None = None,
    approve: bool = False,
) -> Player:
    """Correct a request, and with ``approve`` approve it in the same step.

    ``seen`` is the version of the request that the director looked at. Raises the errors of
    :func:`request_place`, Conflict once the request is decided, and StaleVersion.
    """
    tournament = open_tournament(tournament_id)
    (player,) = _requests(tournament, [player_id])
    check_version(player, seen)
    for name in ENTRY_COLUMNS:
        setattr(player, name, getattr(entry, name))
    _clean_request(player)
    save_version(player, *ENTRY_COLUMNS, "level")
    Absence.objects.filter(player=player).delete()
    _set_absent(player, absent)
    record(
        Verb.REQUEST_CHANGED,
        tournament_id=tournament.pk,
        after={"request": player.number, "level": player.level},
    )
    if approve:
        approve_requests(tournament_id=tournament.pk, player_ids=[player.pk])
    return player


@transaction.atomic
def approve_requests(
    *, tournament_id: int, player_ids: Iterable[int], registration: str = Registration.FINAL
) -> list[Player]:
    """Enter those who asked to take part, all or none, in the order in which they asked.

    Raises NotFound, and Conflict for a request that somebody else has decided meanwhile and for
    more players than a tournament can have.
    """
    if registration not in DECIDED:
        raise UserError(
            "registration", field="registration", text=_("Choose preliminary or final.")
        )
    tournament = open_tournament(tournament_id)
    rows = _requests(tournament, player_ids)
    for number, player in zip(new_numbers(tournament, len(rows)), rows, strict=True):
        before = player.number
        player.number, player.registration = number, registration
        save_version(player, "number", "registration")
        record(
            Verb.PLAYER_APPROVED,
            tournament_id=tournament.pk,
            players=[number],
            before={"request": before},
            after={"registration": registration, **entries_snapshot([player])},
        )
    keep_hidden(tournament)
    return rows


@transaction.atomic
def refuse_requests(*, tournament_id: int, player_ids: Iterable[int]) -> int:
    """Remove requests and return how many there were. Raises as :func:`approve_requests` does."""
    tournament = open_tournament(tournament_id)
    rows = _requests(tournament, player_ids)
    numbers = [player.number for player in rows]
    Player.everybody.filter(pk__in=[player.pk for player in rows]).delete()
    if numbers:
        record(Verb.PLAYER_REFUSED, tournament_id=tournament.pk, before={"requests": numbers})
    return len(numbers)


def _clean_request(player: Player) -> None:
    """Check an entry that waits for approval. Raises UserError."""
    player.registration = Registration.FINAL
    clean_entry(player)
    if player.level is None:
        raise UserError(
            "rank", field="rank", text=_("Write your rank such as 12k or 3d; a guess will do.")
        )
    player.registration = Registration.REQUESTED


def _waiting(tournament: Tournament) -> models.QuerySet[Player]:
    return Player.everybody.filter(tournament=tournament, registration=Registration.REQUESTED)


def _requests(tournament: Tournament, player_ids: Iterable[int]) -> list[Player]:
    """Return requests in the order they came in. Raises Conflict if one is no longer a request."""
    wanted = set(player_ids)
    rows = list(_waiting(tournament).filter(pk__in=wanted).order_by("pk"))
    if not wanted:
        raise NotFound("no_request", text=_("Choose a registration first."))
    if len(rows) < len(wanted):
        raise already_decided_error()
    return rows


def already_decided_error() -> Conflict:
    """Return the error for a request that has already been decided."""
    text = _("Somebody else has decided on a registration in the meantime. Look at the list again.")
    return Conflict("request_decided", text=text)


def _number_out_of_the_way(tournament: Tournament) -> int:
    """Return the largest number that nobody in the tournament has."""
    high = Player.everybody.filter(tournament=tournament, number__gt=LARGEST_NUMBER // 2)
    taken = set(high.values_list("number", flat=True))
    return next(number for number in range(LARGEST_NUMBER, 0, -1) if number not in taken)


def _set_absent(player: Player, absent: Iterable[int]) -> None:
    rounds = sorted(set(absent))
    if rounds and not 1 <= rounds[0] <= rounds[-1] <= LAST_ROUND:
        raise UserError("rounds", field="rounds", text=_("Choose among the rounds listed."))
    Absence.objects.bulk_create(Absence(player=player, round_number=number) for number in rounds)


class RequestOutcome(Enum):
    """The outcome of a registration that was sent in."""

    ARRIVED = "arrived"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class SentRequest:
    """The request that waits now, and the outcome of sending it."""

    player: Player
    outcome: RequestOutcome


@transaction.atomic
def sign_up(
    *,
    tournament_id: int,
    entry: Player,
    absent: Collection[int] = (),
    key: str = "",
    own: Collection[int] = (),
    somebody_else: bool = False,
) -> SentRequest:
    """Note that somebody asks to take part, or correct what they sent in before.

    ``key`` is the form's, the same each time it is submitted; ``own`` are the requests sent from
    the same browser: one of the same name that still waits is changed. ``somebody_else`` says that
    this is another person of that name. Raises the errors of
    :func:`~tournament.players.services.requests.request_place`, and Conflict for a name that is in
    the list of players and for a request that was decided meanwhile.
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
            (
                request
                for request in waiting
                if folded(f"{request.surname} {request.first_name}") == name
            ),
            None,
        )
    if earlier is not None:
        return _corrected(earlier, entry, absent)
    if not somebody_else and entries_of_same_name(tournament_id, entry):
        raise Conflict(
            "player_known",
            field="surname",
            text=_("Somebody with this name is already registered."),
        )
    player = request_place(tournament_id=tournament_id, entry=entry, absent=absent, mark=mark)
    return SentRequest(player, RequestOutcome.ARRIVED)


def _mark(key: str, name: str, somebody_else: bool) -> str:
    """Return what identifies a submission: its form, the name, and whether it is another person."""
    text = repr((key, name, somebody_else))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def _sent_before(tournament_id: int, mark: str) -> Player | None:
    """Return the request that a form has already sent in. Raises Conflict once it is decided."""
    events = AuditEvent.objects.filter(tournament=tournament_id, verb=Verb.PLAYER_REQUESTED)
    event = events.filter(after__mark=mark).first()
    if event is None:
        return None
    number = int((event.after or {}).get("request", 0))
    # The number goes to another request once this one is decided.
    newer = events.filter(after__request=number, pk__gt=event.pk).exists()
    player = Player.everybody.filter(
        tournament=tournament_id, registration=Registration.REQUESTED, number=number
    ).first()
    if newer or player is None:
        raise Conflict(
            "request_decided",
            text=_("The organisers have already decided on this registration. Write to them."),
        )
    return player


_NOT_ALWAYS_ASKED = frozenset([*REGISTERS, "partner", "member_ranks"])


def _corrected(player: Player, entry: Player, absent: Collection[int]) -> SentRequest:
    """Replace what waits with what was sent now; the director's additions stay."""
    wanted = copy(player)
    for name in ASKED_COLUMNS:
        # A number or partner that was not asked for, or is unknown, does not remove one.
        if name not in _NOT_ALWAYS_ASKED or getattr(entry, name):
            setattr(wanted, name, getattr(entry, name))
    clean_columns(wanted, ASKED_COLUMNS)
    same = all(getattr(wanted, name) == getattr(player, name) for name in ASKED_COLUMNS)
    if same and missed_rounds(player.pk) == set(absent):
        return SentRequest(player, RequestOutcome.SAME)
    if wanted.rank != player.rank:
        wanted.grade = ""
    changed = change_request(
        tournament_id=player.tournament_id, player_id=player.pk, entry=wanted, absent=absent
    )
    return SentRequest(changed, RequestOutcome.CHANGED)
