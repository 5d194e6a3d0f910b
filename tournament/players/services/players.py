"""Entering, changing, withdrawing and removing players; their numbers."""

from collections.abc import Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, Max
from django.utils.translation import gettext_lazy as _

from adjudication.rules.accounts import accounts_in
from tournament.audit.selectors.snapshots import entries_snapshot
from tournament.audit.services.changes import ParticipationChange, PlayerChange
from tournament.audit.services.current_actor import acting_as
from tournament.audit.services.recording import record
from tournament.common.cleaning import clean_columns
from tournament.common.locks import hold_trail, locked_player, open_tournament
from tournament.common.versions import check_version, save_version
from tournament.errors import Conflict, NotFound, UserError
from tournament.fields.validators import RANK_SENTENCE
from tournament.formats.limits import MAX_PLAYERS
from tournament.games.services import acting_player
from tournament.models import (
    ENTRY_COLUMNS,
    Absence,
    AuditEvent,
    Game,
    Person,
    Player,
    Registration,
    Seat,
    TeamSeat,
    Tournament,
    Verb,
)
from tournament.players.selectors.duplicates import Likeness, Twin, Twins
from tournament.rounds.services.boards import leave_drafts
from tournament.rounds.services.rounds import has_place_in_field
from tournament.settings.services import keep_hidden
from tournament.state.people import REGISTERS
from tournament.state.ranks import (
    STRONGEST,
    WEAKEST,
    parse_rank,
    parse_ranks,
    rank_of_rating,
    rank_text,
    rounded_average,
)

LARGEST_NUMBER = 32767
"""The largest number that the column holds; requests count down from it."""
LARGEST_GIVEN = 32000
"""The largest number that a new player gets, well below the numbers of requests."""


def new_numbers(tournament: Tournament, count: int) -> range:
    """Return the numbers for new players of a locked tournament.

    They are above every number that anybody has or had, because the history still names removed
    players by theirs. Raises Conflict for more players than a tournament can have.
    """
    here = tournament.players.aggregate(last=Max("number"), count=Count("pk"))
    refuse_too_many(here["count"] + count)
    removed = AuditEvent.objects.filter(tournament=tournament, verb=Verb.PLAYER_REMOVED)
    given = [number for numbers in removed.values_list("players", flat=True) for number in numbers]
    last = max([here["last"] or 0, *given])
    if count and last + count > LARGEST_GIVEN:
        raise _too_many()
    return range(last + 1, last + 1 + count)


def refuse_too_many(count: int) -> None:
    """Raise Conflict for more players than a tournament can have."""
    if count > MAX_PLAYERS:
        raise _too_many()


def _too_many() -> Conflict:
    return Conflict(
        "too_many_players",
        field="surname",
        text=_("A tournament has at most %(count)d players.") % {"count": MAX_PLAYERS},
    )


LAST_ROUND = 99
DECIDED = (Registration.FINAL, Registration.PRELIMINARY)
"""The registrations that a director can enter; requests are approved or refused instead."""


@transaction.atomic
def add_player(*, tournament_id: int, **entry: object) -> Player:
    """Enter one player, by the columns of an entry, under the tournament's next free number.

    Raises UserError without a name, for an invalid rank and for texts that are too long or not
    allowed, and NotFound if there is no such tournament.
    """
    return add_players(tournament_id=tournament_id, entries=[Player(**entry)])[0]


@transaction.atomic
def add_players(*, tournament_id: int, entries: Iterable[Player]) -> list[Player]:
    """Enter players, all or none, under the tournament's next free numbers.

    ``entries`` are unsaved rows. Raises the errors of :func:`add_player`, and Conflict for more
    than a tournament can have and for an account that two players would share.
    """
    players = [copy(entry) for entry in entries]
    for player in players:
        clean_entry(player)
    tournament = open_tournament(tournament_id)
    if any(player.accounts for player in players):
        theirs = _accounts_of_others(tournament.pk)
        for player in players:
            _claim_accounts(player, theirs)
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
            after=entries_snapshot(players) or None,
        )
    return players


def clean_entry(player: Player, *, verbatim: bool = False) -> None:
    """Check what is entered of a player, and set the level that matches the rank.

    Without a rank, it is the average of the members' ranks or else the one that matches the rating.
    ``verbatim`` keeps texts as a file wrote them. Raises UserError that names the field.
    """
    clean_columns(player, ENTRY_COLUMNS, verbatim=verbatim)
    if player.registration not in DECIDED:
        raise UserError(
            "registration", field="registration", text=_("Choose preliminary or final.")
        )
    player.level = None
    player.rank = player.rank or proposed_rank(player.member_ranks)
    if player.rank:
        player.level = parse_rank(player.rank)
    elif player.rating is not None:
        player.level = rank_of_rating(player.rating)
        player.rank = rank_text(player.level).lower()


def proposed_rank(member_ranks: str) -> str:
    """Return the rank of a pair or rengo team, given its players' ranks; empty without them."""
    return rank_text(rounded_average(parse_ranks(member_ranks))).lower() if member_ranks else ""


@transaction.atomic
def change_player(
    *, player_id: int, level: int | None = None, seen: int | None = None, **changes: object
) -> Player:
    """Change columns of a player's entry.

    ``level`` is the strength to count with if it is not that of the rank shown
    (:mod:`tournament.state.ranks`), as files may have it; the register's grade stays then.

    Only real changes have effects: the strength is recalculated only for another rank or, without a
    rank, another rating. A rank that was the average of the members' ranks follows them. Boards and
    results stay as they are; rounds paired from then on follow the new values. ``seen`` is the
    version of the entry that the director looked at. Raises NotFound, TypeError for a column that
    cannot be entered, UserError as :func:`add_player` does, Conflict for another player's account,
    and StaleVersion.
    """
    player = locked_player(player_id)
    check_version(player, seen)
    if not changes.keys() <= set(ENTRY_COLUMNS):
        raise TypeError(f"no columns of an entry: {sorted(changes.keys() - set(ENTRY_COLUMNS))}")
    changes = {name: value for name, value in changes.items() if value != getattr(player, name)}
    rank_before = player.level, player.rank
    proposed = player.rank == proposed_rank(player.member_ranks)
    if proposed and "rank" not in changes and changes.get("member_ranks"):
        changes["rank"] = ""
    for name, value in changes.items():
        setattr(player, name, value)
    if "rank" in changes and "grade" not in changes and level is None:
        player.grade = ""
    clean_entry(player, verbatim=True)
    if "accounts" in changes:
        _claim_accounts(player, _accounts_of_others(player.tournament_id, player.pk))
    if not {"rank", "rating"} & changes.keys():
        player.level, player.rank = rank_before
    if level is not None:
        if not WEAKEST <= level <= STRONGEST:
            raise UserError("rank", field="rank", text=RANK_SENTENCE)
        player.level = level
    change = PlayerChange(player)
    save_version(player, *ENTRY_COLUMNS, "level")
    if "minor" in changes:
        keep_hidden(player.tournament)
        player.refresh_from_db(fields=["hidden"])
    change.record()
    return player


@transaction.atomic
def change_unless_duplicate(
    *, player_id: int, seen: int | None = None, knowingly: bool = False, **changes: Any
) -> Player:
    """Change an entry as :func:`change_player` does, unless it then looks like another.

    A new register number is compared with those of the other entries, a new name with their names.
    Raises the errors of :func:`change_player`, and KnownAlready unless ``knowingly`` is set.
    """
    before = locked_player(player_id)
    changed = {name for name, value in changes.items() if value != getattr(before, name, None)}
    player = change_player(player_id=player_id, seen=seen, **changes)
    asked = {Likeness.REGISTER} if changed & set(REGISTERS) else set()
    if changed & {"surname", "first_name"}:
        asked |= {Likeness.NAME, Likeness.NEAR}
    if changed & {"surname", "first_name", "partner"}:
        asked.add(Likeness.PAIR)
    if asked and not knowingly:
        found = Twins(player.tournament_id).of(player, but=player.pk)
        if twins := tuple(twin for twin in found if twin.why in asked):
            raise PossibleDuplicate({0: twins})
    return player


Accounts = dict[tuple[str, str], str]
"""Accounts by their keys, each with the name of the player who owns it."""


def _accounts_of_others(tournament_id: int, player_id: int | None = None) -> Accounts:
    """Return the accounts of all players of a tournament except this one."""
    rows = Player.everybody.filter(tournament=tournament_id).exclude(accounts="")
    if player_id is not None:
        rows = rows.exclude(pk=player_id)
    return {account.key: player.name for player in rows for account in accounts_in(player.accounts)}


def _claim_accounts(player: Player, theirs: Accounts) -> None:
    """Add a player's accounts to those of others. Raises Conflict for one that is already taken.

    An account stands for one player: games on servers are told apart by it.
    """
    for account in accounts_in(player.accounts):
        other = theirs.get(account.key)
        if other is not None:
            raise Conflict(
                "account_taken",
                field="accounts",
                text=_("%(player)s has the account %(account)s: two players cannot share one.")
                % {"player": other, "account": str(account)},
            )
        # An unsaved row has no name yet.
        theirs[account.key] = f"{player.surname} {player.first_name}".strip()


@transaction.atomic
def set_own_accounts(*, player_id: int, accounts: str, seen: int | None = None) -> Player:
    """Let a player say what they are called on servers.

    Raises NotFound, UserError for an invalid account, StaleVersion, and Conflict for an account
    that another player of the tournament has.
    """
    found = Player.everybody.filter(pk=player_id).values_list("tournament", flat=True).first()
    if found is None:
        raise NotFound("no_player", text=_("There is no such player."))
    tournament = open_tournament(found)
    theirs = _accounts_of_others(tournament.pk, player_id)
    taken = next((one for one in accounts_in(accounts) if one.key in theirs), None)
    if taken is not None:
        raise Conflict(
            "account_taken",
            field="accounts",
            text=_("Another player has the account %(account)s: tell the organisers.")
            % {"account": str(taken)},
        )
    with acting_as(acting_player(player_id)):
        return change_player(player_id=player_id, seen=seen, accounts=accounts)


@transaction.atomic
def set_participation(*, player_id: int, round_number: int, plays: bool) -> None:
    """Set whether a player takes part in a round. Idempotent.

    Raises NotFound, UserError for an impossible round number, and Conflict for a player who already
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
    """Set who does not take part in a round: these players and nobody else.

    ``seen`` are the players who were absent when the director looked: only the director's own
    changes are written, so that two directors do not undo each other's.

    Raises NotFound, UserError for an impossible round number, and Conflict, naming the player, for
    one who has a game or the bye of that round.
    """
    check_round(round_number)
    tournament = open_tournament(tournament_id)
    change = ParticipationChange(tournament.pk, round_number=round_number)
    absent = set(player_ids)
    # Players who wait for approval keep the rounds they asked for.
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
def withdraw_player(
    *, player_id: int, from_round: int, counts: bool = True, unseat: bool = False
) -> None:
    """Withdraw a player from the tournament from this round on. Idempotent.

    Each missed round scores what the settings give for an absence, or nothing without ``counts``;
    that also applies to absences already noted from this round on. With ``unseat``, their board or
    bye of a round in preparation is taken away first, but not out of a team match. Raises NotFound,
    and Conflict if they have a game or a bye in one of those rounds.
    """
    check_round(from_round)
    player = locked_player(player_id)
    if unseat:
        leave_drafts(player)
    change = ParticipationChange(player.tournament_id, player=player)
    if Seat.objects.filter(player=player, round__number__gte=from_round).exists():
        raise Conflict(
            "player_paired",
            field="player",
            text=_("The player is already paired in this round: unpair the game first."),
        )
    Absence.objects.filter(player=player, round_number__gte=from_round).delete()
    Absence.objects.bulk_create(
        Absence(player=player, round_number=number, counts=counts)
        for number in range(from_round, LAST_ROUND + 1)
    )
    change.record(Verb.PLAYER_WITHDRAWN)


BATCH = 500


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A new player: an unsaved row, and the rounds they miss."""

    entry: Player
    absent: frozenset[int] = frozenset()


class PossibleDuplicate(Conflict):
    """Raised if somebody looks like an entry; ``twins`` are by place among the newcomers."""

    def __init__(self, twins: dict[int, tuple[Twin, ...]]) -> None:
        super().__init__(
            "player_known",
            field="surname",
            text=_("A player like this is already in the list. Look at the entry below first."),
        )
        self.twins = twins


def rounds_before(number: int) -> frozenset[int]:
    """Return the rounds that somebody misses who joins in this one. Raises UserError."""
    if not 1 <= number <= LAST_ROUND:
        raise UserError("from_round", field="from_round", text=_("Choose one of the rounds."))
    return frozenset(range(1, number))


@transaction.atomic
def enter_players(
    *,
    tournament_id: int,
    newcomers: Sequence[Newcomer],
    knowingly: Collection[int] = (),
) -> list[Player]:
    """Enter players with the rounds they miss, all or none.

    ``knowingly`` are the places of those to enter whoever they look like. Raises NotFound if there
    is no such tournament, UserError for an invalid entry, and KnownAlready.
    """
    tournament = open_tournament(tournament_id)
    known = Twins(tournament.pk)
    twins = {
        place: found
        for place, newcomer in enumerate(newcomers)
        if place not in knowingly and (found := known.of(newcomer.entry))
    }
    if twins:
        raise PossibleDuplicate(twins)
    rows = add_players(
        tournament_id=tournament.pk, entries=[newcomer.entry for newcomer in newcomers]
    )
    late = [row.pk for row, newcomer in zip(rows, newcomers, strict=True) if newcomer.absent]
    change = ParticipationChange(tournament.pk, player__in=late)
    Absence.objects.bulk_create(
        (
            Absence(player=row, round_number=number)
            for row, newcomer in zip(rows, newcomers, strict=True)
            for number in sorted(newcomer.absent)
        ),
        batch_size=BATCH,
    )
    change.record(Verb.PARTICIPATION)
    return rows


@transaction.atomic
def remove_player(*, player_id: int) -> None:
    """Remove an entry as if it had never existed. Raises NotFound.

    Raises Conflict for a player who has or had a board, a bye or a place in a team, in a group of a
    round-robin or in the bracket of a knock-out: they can only withdraw.
    """
    player = locked_player(player_id)
    refuse_removal(player)
    number = player.number
    # What they did is kept, as done by a person without a name.
    hold_trail(player.tournament_id)
    Person.objects.filter(player=player).update(player=None)
    player.delete()
    record(
        Verb.PLAYER_REMOVED,
        tournament_id=player.tournament_id,
        players=[number],
        before={"registration": player.registration, "level": player.level},
    )


def refuse_removal(player: Player) -> None:
    """Raise Conflict for a player who can only be withdrawn, as :func:`remove_player` does."""
    sat = Seat.objects.filter(player=player).exists()
    played = (
        Game.objects.filter(black=player).exists() or Game.objects.filter(white=player).exists()
    )
    if sat or played or TeamSeat.objects.filter(player=player).exists():
        raise Conflict(
            "player_paired",
            field="player",
            text=_("This player has already been paired. Withdraw the player instead."),
        )
    if has_place_in_field(player.tournament, player.number):
        raise Conflict(
            "in_the_field",
            text=_(
                "This player has a place in the settled groups or in the bracket: withdraw the "
                "player instead."
            ),
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
