"""Entering players and saying in which rounds they play."""

from collections.abc import Iterable
from copy import copy

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.audit.services.changes import ParticipationChange, PlayerChange
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_columns
from tournament.common.locks import locked_player, open_tournament
from tournament.common.versions import check_version, save_version
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import ENTRY_COLUMNS, Absence, Player, Registration, Seat, Verb
from tournament.players.services.numbering import new_numbers
from tournament.settings.services.hiding import keep_hidden
from tournament.state.ranks import (
    STRONGEST,
    WEAKEST,
    parse_rank,
    rank_of_rating,
    rank_text,
)

LAST_ROUND = 99
DECIDED = (Registration.FINAL, Registration.PRELIMINARY)
"""What a director enters; whoever asks to take part is approved or refused instead."""


@transaction.atomic
def add_player(*, tournament_id: int, **entry: object) -> Player:
    """Enter one player, by the columns of an entry, under the tournament's next free number.

    Raises UserError without a name, for a rank that is none and for texts that are too long or
    cannot be written, and NotFound without the tournament.
    """
    return add_players(tournament_id=tournament_id, entries=[Player(**entry)])[0]


@transaction.atomic
def add_players(*, tournament_id: int, entries: Iterable[Player]) -> list[Player]:
    """Enter players, all or none, under the tournament's next free numbers.

    ``entries`` are rows that were not saved. Raises as :func:`add_player` does, and Conflict for
    more than a tournament can have.
    """
    players = [copy(entry) for entry in entries]
    for player in players:
        clean_entry(player)
    tournament = open_tournament(tournament_id)
    for number, player in zip(new_numbers(tournament, len(players)), players, strict=True):
        player.tournament, player.number = tournament, number
    Player.objects.bulk_create(players)
    if any(player.minor for player in players):
        keep_hidden(tournament)
    if players:
        record(
            Verb.PLAYER_ADDED,
            tournament_id=tournament.pk,
            players=[player.number for player in players],
        )
    return players


def clean_entry(player: Player, *, verbatim: bool = False) -> None:
    """Check what is entered of a player, and set the level that belongs to the rank.

    Without a rank the rating gives it. ``verbatim`` keeps texts as a file wrote them. Raises
    UserError that names the field.
    """
    clean_columns(player, ENTRY_COLUMNS, verbatim=verbatim)
    if player.registration not in DECIDED:
        raise UserError(
            "registration", field="registration", text=_("Choose preliminary or final.")
        )
    player.level = None
    if player.rank:
        player.level = parse_rank(player.rank)
    elif player.rating is not None:
        player.level = rank_of_rating(player.rating)
        player.rank = rank_text(player.level).lower()


@transaction.atomic
def change_player(
    *, player_id: int, level: int | None = None, seen: int | None = None, **changes: object
) -> Player:
    """Change columns of a player's entry.

    ``level`` is the strength to count with where it is not that of the rank shown
    (:mod:`tournament.state.ranks`), as files may hold it; the register's grade stays then.

    What stays as it was changes nothing else: the strength follows only from another rank, or
    from another rating where there is no rank. Boards and results stay as they are; rounds paired
    from then on follow the new values. ``seen`` is the version of the entry that the director
    looked at. Raises NotFound, TypeError for a column that is not entered, UserError as
    :func:`add_player` does, and StaleVersion.
    """
    player = locked_player(player_id)
    check_version(player, seen)
    if not changes.keys() <= set(ENTRY_COLUMNS):
        raise TypeError(f"no columns of an entry: {sorted(changes.keys() - set(ENTRY_COLUMNS))}")
    changes = {name: value for name, value in changes.items() if value != getattr(player, name)}
    rank_before = player.level, player.rank
    for name, value in changes.items():
        setattr(player, name, value)
    if "rank" in changes and "grade" not in changes and level is None:
        player.grade = ""
    clean_entry(player, verbatim=True)
    if not {"rank", "rating"} & changes.keys():
        player.level, player.rank = rank_before
    if level is not None:
        if not WEAKEST <= level <= STRONGEST:
            raise UserError("rank", field="rank", text=_("Write a rank as 12k, 3d or 2p."))
        player.level = level
    change = PlayerChange(player)
    save_version(player, *ENTRY_COLUMNS, "level")
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
