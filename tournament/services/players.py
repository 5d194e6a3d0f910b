"""Entering players and saying in which rounds they play."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Absence, Player, Registration, Seat, Verb
from tournament.selectors.players import player_entry, stamp_of
from tournament.services.audit import record
from tournament.services.changes import ParticipationChange, PlayerChange
from tournament.services.hiding import keep_hidden
from tournament.services.locks import locked_player, open_tournament
from tournament.services.numbering import new_numbers
from tournament.services.texts import clean_text
from tournament.state.ranks import (
    STRONGEST,
    WEAKEST,
    RankError,
    parse_rank,
    rank_of_rating,
    rank_text,
)

LARGEST_RATING = 9999
LARGEST_CORRECTION = 60
LAST_ROUND = 99
DECIDED = (Registration.FINAL, Registration.PRELIMINARY)
"""What a director enters; whoever asks to take part is approved or refused instead."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a director writes down of a player. ``rating`` is on the EGF scale."""

    surname: str
    first_name: str = ""
    partner: str = ""
    club: str = ""
    country: str = ""
    rank: str = ""
    rating: int | None = None
    grade: str = ""
    registration: str = Registration.FINAL
    smms_correction: int = 0
    no_handicap: bool = False
    local: bool = False
    egf_pin: str = ""
    ffg_licence: str = ""
    ffg_licence_status: str = ""
    aga_id: str = ""
    aga_expiration_date: str = ""
    rating_origin: str = ""
    email: str = ""
    minor: bool = False


TEXTS = (
    "surname",
    "first_name",
    "partner",
    "club",
    "country",
    "rank",
    "grade",
    "egf_pin",
    "ffg_licence",
    "ffg_licence_status",
    "aga_id",
    "aga_expiration_date",
    "rating_origin",
    "email",
)


@transaction.atomic
def add_player(
    *,
    tournament_id: int,
    surname: str,
    first_name: str = "",
    club: str = "",
    country: str = "",
    rank: str = "",
    rating: int | None = None,
) -> Player:
    """Enter one player under the tournament's next free number.

    Raises UserError without a name, for a rank that is none and for texts that are too long or
    cannot be written, and NotFound without the tournament.
    """
    entry = Entry(
        surname=surname, first_name=first_name, club=club, country=country, rank=rank, rating=rating
    )
    return add_players(tournament_id=tournament_id, entries=[entry])[0]


@transaction.atomic
def add_players(*, tournament_id: int, entries: Iterable[Entry]) -> list[Player]:
    """Enter players, all or none, under the tournament's next free numbers.

    Raises as :func:`add_player` does, and Conflict for more than a tournament can have.
    """
    checked = [checked_entry(entry) for entry in entries]
    tournament = open_tournament(tournament_id)
    numbers = new_numbers(tournament, len(checked))
    players = Player.objects.bulk_create(
        Player(tournament=tournament, number=number, **columns)
        for number, columns in zip(numbers, checked, strict=True)
    )
    if any(player.minor for player in players):
        keep_hidden(tournament)
    if players:
        record(
            Verb.PLAYER_ADDED,
            tournament_id=tournament.pk,
            players=[player.number for player in players],
        )
    return players


def checked_entry(entry: Entry, *, verbatim: bool = False) -> dict[str, object]:
    """Return the columns of an entry, the rank's level among them.

    Without a rank the rating gives it. ``verbatim`` keeps texts as a file wrote them. Raises
    UserError that names the field.
    """
    texts = {
        field: clean_text(Player, field, str(getattr(entry, field)), verbatim=verbatim)
        for field in TEXTS
    }
    if not texts["surname"].strip():
        raise UserError("name_missing", field="surname", text=_("Give the player's name."))
    if texts["email"]:
        _check_email(texts["email"])
    if entry.rating is not None and abs(entry.rating) > LARGEST_RATING:
        raise UserError(
            "rating", field="rating", text=_("A rating is a number from -9999 to 9999.")
        )
    if abs(entry.smms_correction) > LARGEST_CORRECTION:
        raise UserError(
            "smms_correction",
            field="smms_correction",
            text=_("A correction is a number of points from -60 to 60."),
        )
    if entry.registration not in DECIDED:
        raise UserError(
            "registration", field="registration", text=_("Choose preliminary or final.")
        )
    level: int | None = None
    if texts["rank"]:
        try:
            level = parse_rank(texts["rank"])
        except RankError:
            raise UserError(
                "rank", field="rank", text=_("Write a rank as 12k, 3d or 2p.")
            ) from None
    elif entry.rating is not None:
        level = rank_of_rating(entry.rating)
        texts["rank"] = rank_text(level).lower()
    return {
        **texts,
        "level": level,
        "rating": entry.rating,
        "registration": entry.registration,
        "smms_correction": entry.smms_correction,
        "no_handicap": entry.no_handicap,
        "local": entry.local,
        "minor": entry.minor,
    }


def _check_email(text: str) -> None:
    try:
        validate_email(text)
    except ValidationError:
        raise UserError(
            "email",
            field="email",
            text=_("Write an e-mail address as name@example.org, or leave it empty."),
        ) from None


def entry_changed() -> Conflict:
    """Return what is told of an entry that somebody else changed since it was looked at."""
    return Conflict(
        "entry_changed",
        field="form",
        text=_("Somebody else changed this entry meanwhile: look at both, then save again."),
    )


@transaction.atomic
def change_player(
    *, player_id: int, level: int | None = None, seen: str | None = None, **changes: object
) -> Player:
    """Mend what was entered of a player: any of the fields of :class:`Entry`.

    ``level`` is the strength to count with where it is not that of the rank shown
    (:mod:`tournament.state.ranks`), as files may hold it; the register's grade stays then.

    What stays as it was changes nothing else: the strength follows only from another rank, or
    from another rating where there is no rank. Boards and results stay as they are; rounds paired
    from then on follow the new values. ``seen`` is the mark of the entry that the director looked
    at (:func:`~tournament.selectors.players.stamp_of`). Raises NotFound, TypeError for a field
    that there is not, UserError as :func:`add_player` does, and Conflict where somebody else
    changed the entry since.
    """
    player = locked_player(player_id)
    if seen is not None:
        now = player_entry(player.tournament_id, player_id)
        if now is None or stamp_of(now) != seen:
            raise entry_changed()
    current = {field.name: getattr(player, field.name) for field in fields(Entry)}
    wanted = Entry(**(current | changes))
    changes = {name: value for name, value in changes.items() if value != current[name]}
    if "rank" in changes and "grade" not in changes and level is None:
        wanted = replace(wanted, grade="")
    columns = checked_entry(wanted, verbatim=True)
    if not {"rank", "rating"} & changes.keys():
        del columns["level"], columns["rank"]
    if level is not None:
        if not WEAKEST <= level <= STRONGEST:
            raise UserError("rank", field="rank", text=_("Write a rank as 12k, 3d or 2p."))
        columns["level"] = level
    change = PlayerChange(player)
    for name, value in columns.items():
        setattr(player, name, value)
    player.save(update_fields=list(columns))
    if "minor" in changes:
        keep_hidden(player.tournament)
        player.refresh_from_db(fields=["hidden"])
    change.record()
    return player


@transaction.atomic
def set_participation(*, player_id: int, round_number: int, plays: bool) -> None:
    """Say whether a player takes part in a round. Saying it twice changes nothing.

    Raises NotFound, UserError for a round that cannot be, and Conflict for a player who already
    has a game or the bye of that round.
    """
    check_round(round_number)
    player = locked_player(player_id)
    change = ParticipationChange(player.tournament_id, player=player)
    if plays:
        Absence.objects.filter(player=player, round_number=round_number).delete()
        change.record(Verb.PARTICIPATION)
        return
    taken = Seat.objects.filter(player=player, round__number=round_number)
    if taken.exists():
        raise Conflict(
            "player_paired",
            field="player",
            text=_("The player is already paired in this round: unpair the game first."),
        )
    Absence.objects.get_or_create(player=player, round_number=round_number)
    change.record(Verb.PARTICIPATION)


@transaction.atomic
def set_absent(
    *,
    tournament_id: int,
    round_number: int,
    player_ids: Iterable[int],
    seen: Iterable[int] | None = None,
) -> None:
    """Say who does not take part in a round: these players and nobody else.

    ``seen`` is who was absent when the director looked: only what he changed is written, so that
    two directors do not undo each other.

    Raises NotFound, UserError for a round that cannot be, and Conflict, naming him, for a player
    who has a game or the bye of that round.
    """
    check_round(round_number)
    tournament = open_tournament(tournament_id)
    change = ParticipationChange(tournament.pk, round_number=round_number)
    absent = set(player_ids)
    # Whoever waits for approval keeps what he asked for.
    rows = Absence.objects.filter(player__in=tournament.players.all(), round_number=round_number)
    if seen is not None:
        before, looked = set(rows.values_list("player_id", flat=True)), set(seen)
        absent = (before - (looked - absent)) | (absent - looked)
    known = set(tournament.players.values_list("pk", flat=True))
    if not absent <= known:
        raise NotFound("no_player", text=_("The player is not in this tournament."))
    seats = Seat.objects.filter(
        round__tournament=tournament, round__number=round_number, player__in=absent
    ).exclude(player__absences__round_number=round_number)
    name = seats.values_list("player__name", flat=True).first()
    if name is not None:
        raise Conflict(
            "player_paired",
            field="player",
            text=_("%(player)s is already paired in this round: unpair the game first.")
            % {"player": name},
        )
    rows.exclude(player__in=absent).delete()
    Absence.objects.bulk_create(
        (Absence(player_id=player, round_number=round_number) for player in sorted(absent)),
        ignore_conflicts=True,
    )
    change.record(Verb.PARTICIPATION)


def check_round(round_number: int) -> None:
    """Raise UserError for a number that no round can have."""
    if not 1 <= round_number <= LAST_ROUND:
        raise UserError("round", field="round", text=_("Rounds are numbered from 1 to 99."))


@transaction.atomic
def withdraw_player(*, player_id: int, from_round: int) -> None:
    """Take a player out of the tournament from this round on. Twice changes nothing.

    Raises NotFound, and Conflict when he has a game or a bye in one of those rounds.
    """
    check_round(from_round)
    player = locked_player(player_id)
    change = ParticipationChange(player.tournament_id, player=player)
    if Seat.objects.filter(player=player, round__number__gte=from_round).exists():
        raise Conflict(
            "player_paired",
            field="player",
            text=_("The player is already paired in this round: unpair the game first."),
        )
    Absence.objects.bulk_create(
        (
            Absence(player=player, round_number=number)
            for number in range(from_round, LAST_ROUND + 1)
        ),
        ignore_conflicts=True,
    )
    change.record(Verb.PLAYER_WITHDRAWN)
