"""Records of games on servers: brought by the staff to look at, or sent by a server's program.

Looking at them changes nothing. Those that are chosen are stored and entered by
:mod:`adjudication.submissions.services.bulk_records`, like any record that the staff brings. Those
that a program sends wait for the players, who report with them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, Sum
from django.utils.translation import gettext_lazy as _

from adjudication.models import ServerRecord
from adjudication.records.services import RecordFile, check_record, clean_filename, sha256
from adjudication.rules.accounts import Account, accounts_in
from adjudication.rules.claims import Claim
from adjudication.rules.record import RecordError
from adjudication.rules.server_games import (
    NOT_REPORTABLE,
    OTHER_COLOURS,
    EligibilityReason,
    GameRequirement,
)
from adjudication.submissions.selectors.server_games import (
    MatchedRecord,
    SameNumber,
    ServerGames,
    read_server_record,
    result_in,
    same_number,
    seats_of,
    waiting_records,
)
from adjudication.submissions.services.bulk_records import (
    KEPT,
    FileOutcome,
    Outcome,
    import_records,
)
from adjudication.verdicts.services.claims import Result, result_columns
from language.messages import gettext_lazy
from tournament.audit.services.recording import record
from tournament.common.locks import held_game, open_tournament
from tournament.errors import Conflict, NotFound, UserError
from tournament.games.selectors import SETTLED, GameRow
from tournament.models import GameState, Player, Verb
from tournament.spoken import translated

MOST_WAITING = 300
"""In one tournament; each is read again whenever the page is opened."""
MOST_BYTES = 16 * 1024 * 1024
STAFF_KEEPS = timedelta(days=2)
PLAYERS_KEEP = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class BroughtRecords:
    """What became of records that the staff brought: how many are new, and which were not records.

    ``refused`` has the name of each file that is empty or too large, with the reason; ``copies``
    that of each file which is the same as another one, with the name of that one.
    """

    new: int
    refused: tuple[tuple[str, str], ...]
    copies: tuple[tuple[str, str], ...] = ()


@transaction.atomic
def bring_records(*, tournament_id: int, files: Sequence[RecordFile]) -> BroughtRecords:
    """Store records to look at, each only once; anything that cannot be one is reported back.

    Raises UserError (field ``files``) for more than a page can show, NotFound, and Conflict for a
    closed tournament.
    """
    tournament = open_tournament(tournament_id)
    refused: list[tuple[str, str]] = []
    taken: list[RecordFile] = []
    for file in files:
        try:
            check_record(file.data)
        except UserError as error:
            refused.append((_name(file), str(error.text)))
        else:
            taken.append(file)
    rows = ServerRecord.objects.filter(tournament=tournament)
    names = dict(rows.filter(game=None).values_list("sha256", "filename"))
    new: dict[str, RecordFile] = {}
    copies: list[tuple[str, str]] = []
    for file in taken:
        digest = sha256(file.data)
        if digest in names:
            copies.append((_name(file), names[digest]))
        else:
            new[digest], names[digest] = file, _name(file)
    size = sum(len(file.data) for file in new.values())
    before = rows.aggregate(size=Sum("size", default=0))["size"]
    if rows.count() + len(new) > MOST_WAITING or before + size > MOST_BYTES:
        raise UserError(
            "too_many_files",
            field="files",
            text=_("At most %(most)d records can be looked at: record or remove some first.")
            % {"most": MOST_WAITING},
        )
    ServerRecord.objects.bulk_create(
        ServerRecord(
            tournament=tournament,
            filename=_name(file),
            sha256=digest,
            data=file.data,
            size=len(file.data),
        )
        for digest, file in new.items()
    )
    return BroughtRecords(len(new), tuple(refused), tuple(copies))


def _name(file: RecordFile) -> str:
    return clean_filename(file.name)


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen record, with the game and the version that stood beside it."""

    record_id: int
    game_id: int
    version: int


def record_chosen(*, tournament_id: int, chosen: Collection[Choice]) -> tuple[FileOutcome, ...]:
    """Store the records that are chosen, and enter their results for games without one.

    Each is looked at again. A record is left alone if it is now of another game than was shown, if
    its game has changed since, if nothing can be recorded from it, if another chosen record of the
    game contradicts it, or if it would enter a result although a chosen or stored record of another
    game gives the same game number on a server. Recorded ones no longer wait. One outcome per
    record; those that changed have none.
    """
    seen = {choice.record_id: (choice.game_id, choice.version) for choice in chosen}
    files: list[RecordFile] = []
    kept: list[tuple[int, MatchedRecord]] = []
    refused: list[FileOutcome] = []
    found = waiting_records(tournament_id, seen)
    numbers = same_number([waiting for waiting, _data in found], tournament_id)
    for waiting, data in found:
        looked = waiting.looked
        if not _is_as_seen(looked, seen[waiting.id]):
            continue
        assert looked.game is not None
        if waiting.rivals:
            refused.append(_contradicted(looked, looked.game))
            continue
        if looked.enters and waiting.id in numbers:
            refused.append(_numbered_elsewhere(looked, looked.game, numbers[waiting.id]))
            continue
        kept.append((waiting.id, looked))
        files.append(
            RecordFile(looked.name, data, looked.game.round_number, looked.game.board_number)
        )
    # Whatever speaks against a record was shown beside it.
    outcomes = import_records(
        tournament_id=tournament_id, files=files, enter_results=True, sure=True
    )
    told = [
        replace(outcome, name=looked.title)
        for (_key, looked), outcome in zip(kept, outcomes, strict=True)
    ]
    done = [key for (key, _looked), one in zip(kept, told, strict=True) if one.outcome in KEPT]
    ServerRecord.objects.filter(tournament=tournament_id, pk__in=done).delete()
    return (*refused, *told)


def _contradicted(looked: MatchedRecord, game: GameRow) -> FileOutcome:
    """Return that a record was left out because another one that was chosen contradicts it."""
    text = gettext_lazy(
        "The ticked records of round %(round)d, board %(board)d differ: tick one of them."
    ) % {
        "round": game.round_number,
        "board": game.board_number,
    }
    return FileOutcome(
        looked.title, Outcome.REFUSED, text, game.round_number, game.board_number, game.id
    )


def _numbered_elsewhere(looked: MatchedRecord, game: GameRow, same: SameNumber) -> FileOutcome:
    """Return that a record was left out because one of another game has its game number."""
    other = same.games[0]
    text = gettext_lazy(
        "A record of round %(round)d, board %(board)d gives the same game number (%(number)s): "
        "tick only the one that is right, or enter the result by hand."
    ) % {"round": other.round_number, "board": other.board_number, "number": other.number}
    return FileOutcome(
        looked.title, Outcome.REFUSED, text, game.round_number, game.board_number, game.id
    )


def _is_as_seen(looked: MatchedRecord, seen: tuple[int, int]) -> bool:
    game = looked.game
    return game is not None and (game.id, game.version) == seen and (looked.enters or looked.adds)


# --- What a server's program sends for the players ---


MOST_OF_A_GAME = 5
"""How many records wait for the players of a game; the next one replaces the oldest."""
_REPORTABLE = (GameState.OPEN, GameState.REPORTED)


class DoesNotCount(Conflict):
    """The game does not count for its pairing; ``reasons`` say why."""

    def __init__(self, reasons: Sequence[EligibilityReason]) -> None:
        super().__init__(
            "does_not_count",
            text=_("This game does not count for the pairing: the reasons are named below."),
        )
        self.reasons = tuple(reasons)


@dataclass(frozen=True, slots=True)
class SentSide:
    """A player as a program names them: by number, or by account on a server."""

    number: int | None = None
    account: Account | None = None


@dataclass(frozen=True, slots=True)
class ServerGameSent:
    """A record that now waits for its players: its game, its result, and what it cannot tell."""

    id: int
    game: GameRow
    server: str
    result: Result
    undecided: tuple[EligibilityReason, ...]


@transaction.atomic
def send_server_game(
    *,
    tournament_id: int,
    data: bytes,
    filename: str,
    program: str,
    black: SentSide,
    white: SentSide,
    result: Claim | None = None,
    round_number: int | None = None,
) -> ServerGameSent:
    """Store a finished game for its two players, who find it in their report form.

    It claims nothing: each of them still has to report the result, which is final, as always, once
    both have said the same. Sending the same record for a game again changes nothing.

    Raises UserError for something that is not a record, for a ``result`` that the record does not
    give, and for unknown players; NotFound if they have no game (in that round); Conflict if they
    have several or the result is settled; and DoesNotCount, a Conflict, if the game does not count.
    """
    open_tournament(tournament_id)
    try:
        found = read_server_record(data)
    except RecordError as error:
        raise UserError("record", field="record", text=translated(error.text)) from None
    if result is not None and result_columns(result) != result_in(found.claim):
        raise UserError(
            "result_differs", field="result", text=_("The record says another result, or none.")
        )
    games = ServerGames(tournament_id)
    seats = (_player(tournament_id, "black", black), _player(tournament_id, "white", white))
    row = _game_of(games, seats, round_number)
    game = held_game(row.id, players=True)
    if (game.black_id, game.white_id) != (row.black.id, row.white.id):
        raise Conflict("seats_changed", text=_("The game changed meanwhile: send it again."))
    if game.state not in _REPORTABLE:
        raise Conflict("game_settled", text=_("The result of this game is settled already."))
    judged = games.judge_wholly(data, row.id)
    if row.black.id != seats[0]:
        swapped = [reason for reason in judged.reasons if reason.demand is GameRequirement.COLOURS]
        raise DoesNotCount(swapped or [EligibilityReason(GameRequirement.COLOURS, OTHER_COLOURS)])
    against = [reason for reason in judged.reasons if reason.decided or reason.blocks]
    says = result_in(found.claim)
    if against or says is None:
        raise DoesNotCount(
            against or [EligibilityReason(GameRequirement.RESULT, NOT_REPORTABLE, blocks=True)]
        )
    sent = ServerRecord.objects.filter(game=game, seats=seats_of(row))
    waiting = sent.filter(sha256=sha256(data)).first()
    if waiting is None:
        # The oldest make room: the server stands by what it sent last.
        kept = sent.order_by("-pk").values_list("pk", flat=True)[: MOST_OF_A_GAME - 1]
        sent.exclude(pk__in=list(kept)).delete()
        waiting = ServerRecord.objects.create(
            tournament_id=tournament_id,
            game=game,
            program=program,
            seats=seats_of(row),
            filename=clean_filename(filename),
            sha256=sha256(data),
            data=data,
            size=len(data),
        )
        record(
            Verb.RECORD_ADDED,
            tournament_id=tournament_id,
            round_number=row.round_number,
            table=row.board_number,
            players=sorted((game.black.number, game.white.number)),
        )
    return ServerGameSent(
        id=waiting.pk,
        game=row,
        server=found.server.key if found.server else "",
        result=says,
        undecided=judged.reasons,
    )


def _player(tournament_id: int, field: str, side: SentSide) -> int:
    """Return the key of a player. Raises UserError if there is none, or more than one."""
    players = Player.objects.filter(tournament=tournament_id)
    if side.number is not None:
        keys = list(players.filter(number=side.number).values_list("pk", flat=True))
    else:
        named = players.exclude(accounts="").values_list("pk", "accounts")
        keys = [
            key
            for key, text in named
            if side.account is not None
            and side.account.key in {account.key for account in accounts_in(text)}
        ]
    if len(keys) != 1:
        text = _("Several players have this account.") if keys else _("No player is known by this.")
        raise UserError("player_unknown", field=field, text=text)
    return keys[0]


def _game_of(games: ServerGames, seats: tuple[int, int], round_number: int | None) -> GameRow:
    """Return the game of two players (in a round, if named), one still to be reported first."""
    rows = [
        row
        for row in games.published
        if {row.black.id, row.white.id} == set(seats) and round_number in (None, row.round_number)
    ]
    rows = [row for row in rows if row.state in _REPORTABLE] or rows
    if not rows:
        if seats[0] == seats[1]:
            text = _("Both are the same player.")
            raise NotFound("no_game", field="white", text=text)
        field = None if round_number is None else "round"
        text = _("These two players have no game, or not in this round.")
        raise NotFound("no_game", field=field, text=text)
    if len(rows) > 1:
        raise Conflict(
            "several_games",
            field="round",
            text=_("These two players have several games: name the round."),
        )
    return rows[0]


# --- Unused records ---


def remove_records(*, tournament_id: int, record_ids: Collection[int] | None) -> int:
    """Remove waiting records, or for None all that the staff brought; return their number.

    Those named may also be a program's: its players are then no longer offered them.
    """
    rows = ServerRecord.objects.filter(tournament=tournament_id)
    chosen = rows.filter(game=None) if record_ids is None else rows.filter(pk__in=record_ids)
    return chosen.delete()[0]


def tidy_server_records(now: datetime) -> int:
    """Remove unused records; return their number.

    Those that the staff brought go after two days; those that a program sent for players go once
    their game has its result, or after sixty days.
    """
    staff = Q(game=None, brought_at__lt=now - STAFF_KEEPS)
    players = Q(brought_at__lt=now - PLAYERS_KEEP) | Q(game__state__in=SETTLED)
    return ServerRecord.objects.filter(staff | (Q(game__isnull=False) & players)).delete()[0]
