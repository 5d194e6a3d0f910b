"""Records of games on servers beside the pairing: which game each is of, and whether it counts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from hashlib import sha256
from itertools import zip_longest
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext

from adjudication.models import ServerRecord, Submission
from adjudication.records.services import Games, Place, RecordFile, check_record
from adjudication.rules.accounts import seat_name
from adjudication.rules.claims import Claim
from adjudication.rules.findings import Finding
from adjudication.rules.pairing_check import PairedPlayer, seat_is_player
from adjudication.rules.points import PASS
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.server_games import (
    Eligibility,
    ServerGame,
    Terms,
    eligibility,
    read_server_game,
    record_doubts,
    terms_findings,
)
from adjudication.rules.server_games import EligibilityReason as Doubt
from adjudication.rules.sgf import read_record
from adjudication.verdicts.services.claims import Result, result_columns
from adjudication.verdicts.services.likeness import NumberedGame, numbered_games
from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.errors import UserError
from tournament.games import words
from tournament.games.selectors import SETTLED, GameRow, game_rows
from tournament.models import Game, GameState, Reason, RoundState, Tournament
from tournament.tournaments.selectors.settings import time_limits

_NO_GAME = _(
    "As far as names and accounts are known, the record is of %(black)s and %(white)s, who have no "
    "game in this tournament."
)
_ONE_PLAYER = _(
    "As far as names and accounts are known, both players in the record are %(player)s."
)
_NO_BOARD = _(
    "The file is named for round %(round)d, board %(board)d, which this tournament does not have."
)
_UNKNOWN = _(
    "Nobody who plays here is known as %(name)s. Enter the account with the player, or name the "
    "file by round and board, such as r3-b12.sgf."
)
_BOTH_UNKNOWN = _(
    "Nobody who plays here is known as %(name)s or %(other)s. Enter the accounts with the players, "
    "or name the file by round and board, such as r3-b12.sgf."
)
SEVERAL_GAMES = _(
    "Several games fit. Name the file by round and board, such as r3-b12.sgf, to say which."
)
NOT_NAMED = _(
    "The record does not name both players. Name the file by round and board, such as r3-b12.sgf."
)
_UNJUDGED = Eligibility(())
DRAFT = _("The round is not published yet.")


@dataclass(frozen=True, slots=True)
class MatchedRecord:
    """What a record says, and the game that it is of.

    ``problem`` says why it is of no game, or cannot be read; ``found`` is None if it cannot.
    ``kept`` says whether the game already has this very record. ``title`` is what a page calls it.
    """

    name: str
    found: ServerGame | None = None
    game: GameRow | None = None
    eligibility: Eligibility = _UNJUDGED
    problem: Message | str = ""
    kept: bool = False
    title: str = ""

    @property
    def claim(self) -> Claim | None:
        """Return the result that the record gives, or None."""
        return self.found.claim if self.found else None

    @property
    def enters(self) -> bool:
        """Whether its result would be entered for a game that has none."""
        open_ = self.game is not None and self.game.state == GameState.OPEN
        return open_ and not self.eligibility.blocked and result_in(self.claim) is not None

    @property
    def adds(self) -> bool:
        """Whether only the record would be added, beside a result that stands."""
        stands = self.game is not None and self.game.state in SETTLED
        return stands and not self.kept and not self.eligibility.blocked

    @property
    def differs(self) -> bool:
        """Whether the game's result differs from the record's."""
        return (
            self.game is not None
            and self.game.state in SETTLED
            and result_in(self.claim)
            != Result(self.game.winner, self.game.reason, self.game.margin_half)
        )

    @property
    def contradicts(self) -> bool:
        """Whether the game's result is another one than the record's, and not only less exact."""
        said = result_in(self.claim)
        if said is None or self.game is None or not self.differs:
            return False
        vague = Reason.UNKNOWN in (said.reason, self.game.reason)
        return said.winner != self.game.winner or not vague


def result_in(claim: Claim | None) -> Result | None:
    """Return the result of a game that a claim gives; None if it cannot be one."""
    try:
        return None if claim is None else result_columns(claim)
    except UserError:
        return None


@lru_cache(maxsize=512)
def _read(data: bytes) -> ServerGame:
    return read_server_game(read_record(data))


@lru_cache(maxsize=512)
def _doubts(data: bytes, terms: Terms, over_the_board: bool) -> tuple[Doubt, ...]:
    return record_doubts(_read(data), terms, over_the_board=over_the_board)


def read_server_record(data: bytes) -> ServerGame:
    """Return what a record says. Raises UserError and RecordError if it is not a record."""
    check_record(data)
    return _read(data)


def _terms(
    tournament: Tournament,
    handicap: int,
    komi_half: int,
    opened: datetime | None,
    play_by: datetime | None,
    sent_at: datetime,
) -> Terms:
    zone = ZoneInfo(tournament.time_zone)

    def day(moment: datetime | None) -> date | None:
        return None if moment is None else timezone.localtime(moment, zone).date()

    return Terms(
        size=tournament.board_size,
        handicap=handicap,
        komi=komi_half / 2,
        ruleset=tournament.ruleset,
        limits=time_limits(tournament),
        begins=day(opened),
        ends=day(play_by),
        today=day(sent_at),
    )


def against_terms(game: Game, data: bytes, sent_at: datetime) -> tuple[Finding, ...]:
    """Return what a record shows against the terms of its game, and which terms it does not show.

    ``sent_at`` is when it was sent: a game that it dates later was not played then.

    This is asked only of games on servers: at a board, everybody sees the terms they play on. The
    game comes with its tournament. Empty for something that is not a record.
    """
    tournament, round_ = game.round.tournament, game.round
    if not tournament.internet:
        return ()
    try:
        found = read_server_record(data)
    except (RecordError, UserError):
        return ()
    opened = round_.opens_at or round_.published_at
    play_by = game.play_by or round_.play_by
    terms = _terms(tournament, game.handicap, game.komi_half, opened, play_by, sent_at)
    return terms_findings(found, terms)


class ServerGames:
    """The games of a tournament, to compare records of servers with. Three queries."""

    def __init__(self, tournament_id: int) -> None:
        self.tournament = Tournament.objects.get(pk=tournament_id)
        self.games = Games(self.tournament)
        self._now = timezone.now()
        rows = Game.objects.filter(round__tournament=tournament_id).select_related("round")
        self._opened: dict[int, datetime | None] = {}
        self._drafts: set[int] = set()
        for key, state, opens, published in rows.values_list(
            "pk", "round__state", "round__opens_at", "round__published_at"
        ):
            self._opened[key] = opens or published
            if state == RoundState.DRAFT:
                self._drafts.add(key)
        self._rows = {
            row.id: row for row in game_rows(Game.objects.filter(round__tournament=tournament_id))
        }

    @property
    def published(self) -> tuple[GameRow, ...]:
        """Return the games of the rounds that are not drafts."""
        return tuple(row for key, row in self._rows.items() if key not in self._drafts)

    @property
    def places(self) -> dict[int, tuple[int, int]]:
        """Return the round and board of every game."""
        return {row.id: (row.round_number, row.board_number) for row in self._rows.values()}

    def match_records(self, files: Sequence[RecordFile]) -> tuple[MatchedRecord, ...]:
        """Return what each record says and which game it is of. One more query."""
        looked = [self._look(file) for file in files]
        return _with_kept(looked, [file.data for file in files])

    def judge(self, found: ServerGame, game_id: int) -> Eligibility:
        """Return whether a record counts for one of the games, as far as its header tells."""
        black, white = self.games.sides[game_id]
        return eligibility(found, black, white, self.terms(game_id))

    def judge_wholly(self, data: bytes, game_id: int) -> Eligibility:
        """Return whether a record counts for one of the games, including what its replay finds."""
        judged = self.judge(_read(data), game_id)
        over_the_board = not self.tournament.internet
        return judged.with_reasons(_doubts(data, self.terms(game_id), over_the_board))

    def terms(self, game_id: int) -> Terms:
        """Return what the tournament demands of one of its games."""
        row = self._rows[game_id]
        return _terms(
            self.tournament,
            row.handicap,
            row.komi_half,
            self._opened[game_id],
            row.play_by,
            self._now,
        )

    def sides(self, game_id: int) -> tuple[PairedPlayer, PairedPlayer]:
        """Return Black and White of a game with their accounts."""
        return self.games.sides[game_id]

    def _look(self, file: RecordFile) -> MatchedRecord:
        try:
            found = read_server_record(file.data)
        except RecordError as error:
            return MatchedRecord(file.name, problem=error.text)
        except UserError as error:
            return MatchedRecord(file.name, problem=str(error.text))
        places = self._narrowed(found, self.games.games_for(file, found.record))
        if not places and file.place is not None:
            problem = _NO_BOARD % {"round": file.place[0], "board": file.place[1]}
            return MatchedRecord(file.name, found, problem=problem)
        if not places:
            places = self._narrowed(
                found, self.games.games_of_known_player(found.record), doubtful=True
            )
        if len(places) != 1:
            problem = SEVERAL_GAMES if places else self._no_game(found.record)
            return MatchedRecord(file.name, found, problem=problem)
        game_id = places[0].game_id
        draft = DRAFT if game_id in self._drafts else ""
        row, judged = self._rows[game_id], self.judge_wholly(file.data, game_id)
        return MatchedRecord(file.name, found, None if draft else row, judged, draft)

    def _no_game(self, record: GameRecord) -> Message:
        """Return why no game was found, and what can be done."""
        unknown = [name[:60] for name in self.games.unknown_names(record)]
        if not unknown:
            black, white = self.games.players_named(record)
            if black == white and len(black) == 1:
                return _ONE_PLAYER % {"player": black[0]}
            return _NO_GAME % {
                "black": _known_as(record.black_name, black),
                "white": _known_as(record.white_name, white),
            }
        if "" in unknown:
            return NOT_NAMED
        if len(unknown) == 1:
            return _UNKNOWN % {"name": unknown[0]}
        return _BOTH_UNKNOWN % {"name": unknown[0], "other": unknown[1]}

    def _narrowed(
        self, found: ServerGame, places: tuple[Place, ...], *, doubtful: bool = False
    ) -> tuple[Place, ...]:
        """Return the games that fit best: those on the game's dates, then those without a result.

        If they are ``doubtful``, because only one player is known, games are left out in which the
        other player cannot have played under the name in the record, having an account of another
        name.
        """
        if doubtful:
            places = tuple(
                place
                for place in places
                if not any(
                    reason.blocks and reason.demand in ("players", "colours")
                    for reason in self.judge(found, place.game_id).reasons
                )
            )
        if len(places) > 1:
            dated = tuple(
                place
                for place in places
                if not any(r.demand == "date" for r in self.judge(found, place.game_id).reasons)
            )
            places = dated or places
        if len(places) > 1:
            unplayed = (p for p in places if self._rows[p.game_id].state == GameState.OPEN)
            places = tuple(unplayed) or places
        return places


def _known_as(written: str, players: Sequence[str]) -> str:
    """Return for whom a record's name is taken, with that name if it is another."""
    names = " / ".join(players)
    written = seat_name(written, "").name[:60]
    return names if written in players else f"{names} ({written})"


def _with_kept(looked: list[MatchedRecord], data: list[bytes]) -> tuple[MatchedRecord, ...]:
    """Return the records, with those marked that their games already have. One query."""
    digests = [sha256(one).hexdigest() for one in data]
    games = [one.game.id for one in looked if one.game]
    kept = set(
        Submission.objects.filter(game__in=games, record__sha256__in=digests).values_list(
            "game_id", "record__sha256"
        )
    )
    return tuple(
        replace(one, kept=True) if one.game and (one.game.id, digest) in kept else one
        for one, digest in zip(looked, digests, strict=True)
    )


def own_seat(found: ServerGame, side: PairedPlayer) -> str:
    """Return the player's seat in a record: ``black``, ``white``, or empty for neither."""
    if seat_is_player(found.black, side, found.server):
        return "black"
    return "white" if seat_is_player(found.white, side, found.server) else ""


@dataclass(frozen=True, slots=True)
class WaitingRecord:
    """A record that is waiting.

    ``program`` sent it for its players; it is empty if the staff brought it. ``rivals`` are other
    records of the same game that contradict it, by another result or other moves.
    """

    id: int
    program: str
    sent_at: datetime
    looked: MatchedRecord
    rivals: tuple[MatchedRecord, ...] = ()


def waiting_records(
    tournament_id: int, ids: Iterable[int] | None = None
) -> tuple[tuple[WaitingRecord, bytes], ...]:
    """Return the records waiting in a tournament, or those named, each with its bytes."""
    rows = ServerRecord.objects.filter(tournament=tournament_id).order_by("pk")
    if ids is not None:
        rows = rows.filter(pk__in=list(ids))
    found = list(rows.values_list("pk", "filename", "data", "program", "game", "brought_at"))
    if not found:
        return ()
    games = ServerGames(tournament_id)
    places = games.places
    files = [
        RecordFile(name, bytes(data), *places.get(game, (None, None)))
        for _pk, name, data, _program, game, _brought in found
    ]
    titles = _titles([(row[0], row[1]) for row in found])
    looked = [
        replace(one, title=title)
        for one, title in zip(games.match_records(files), titles, strict=True)
    ]
    rivals = rivals_of(looked)
    return tuple(
        (WaitingRecord(row[0], row[3], row[5], one, against), file.data)
        for row, file, one, against in zip(found, files, looked, rivals, strict=True)
    )


def _titles(records: Sequence[tuple[int, str]]) -> list[str]:
    """Return what to call records, given by number and name, so that no two are called the same.

    Programs need not name what they send, and everything that is pasted has one name.
    """
    often = Counter(name for _number, name in records)
    titles = []
    for number, name in records:
        if not name:
            titles.append(gettext("Record %(number)d") % {"number": number})
        else:
            titles.append(f"{name} ({number})" if often[name] > 1 else name)
    return titles


@dataclass(frozen=True, slots=True)
class SameNumber:
    """The games of other records that give the same game number on a server.

    ``stands`` says whether one of those records stands with a report or statement; the others wait.
    """

    games: tuple[NumberedGame, ...]
    stands: bool


def same_number(waiting: Sequence[WaitingRecord], tournament_id: int) -> dict[int, SameNumber]:
    """Return by their ids the records whose game number another record gives for another board."""
    given = {
        one.id: (one.looked.found.link.text, one.looked.game)
        for one in waiting
        if one.looked.found is not None
        and one.looked.found.link is not None
        and one.looked.game is not None
    }
    games = {
        NumberedGame(number, game.id, game.round_number, game.board_number)
        for number, game in given.values()
    }
    standing = {*numbered_games(tournament_id, {number for number, _game in given.values()})}
    by_number: dict[str, list[NumberedGame]] = defaultdict(list)
    for game in sorted(games | standing, key=lambda one: (one.round_number, one.board_number)):
        by_number[game.number].append(game)
    found = {}
    for key, (number, own) in given.items():
        others = tuple(one for one in by_number[number] if one.game_id != own.id)
        if others:
            found[key] = SameNumber(others, stands=not standing.isdisjoint(others))
    return found


def rivals_of(looked: Sequence[MatchedRecord]) -> tuple[tuple[MatchedRecord, ...], ...]:
    """Return for each record those of the same game that contradict it.

    A record that cannot be recorded, or does not count for its game, contradicts nothing.
    """
    together: dict[int, list[MatchedRecord]] = defaultdict(list)
    for one in looked:
        if one.game is not None and one.eligibility.counts and (one.enters or one.adds):
            together[one.game.id].append(one)
    rivals: dict[int, tuple[MatchedRecord, ...]] = {}
    for group in together.values():
        told = [_told(one) for one in group]
        for one, own in zip(group, told, strict=True):
            rivals[id(one)] = tuple(
                other for other, theirs in zip(group, told, strict=True) if theirs != own
            )
    return tuple(rivals.get(id(one), ()) for one in looked)


def first_differing_move(one: MatchedRecord, other: MatchedRecord) -> int | None:
    """Return the number of the first move that two records of a game do not share.

    Passes at the end count for nothing. None if their moves are the same.
    """
    ours, theirs = _moves(one), _moves(other)
    pairs = enumerate(zip_longest(ours, theirs), 1)
    return next((number for number, (mine, other_move) in pairs if mine != other_move), None)


def _told(one: MatchedRecord) -> tuple[object, ...]:
    """Return what a record tells about its game: the result, and the moves up to the final passes.

    A copy with other comments, names or clock times tells the same.
    """
    assert one.found is not None
    record = one.found.record
    return result_in(one.claim), record.truncated, tuple(record.start), tuple(_moves(one))


def _moves(one: MatchedRecord) -> list[tuple[int, int]]:
    """Return the moves of a record up to its final passes."""
    assert one.found is not None
    record = one.found.record
    moves = list(zip(record.colours, record.points, strict=True))
    while moves and moves[-1][1] == PASS:
        moves.pop()
    return moves


@dataclass(frozen=True, slots=True)
class ServerOffer:
    """A record that a server's program sent for a game, and the result it gives.

    ``days`` are the days the game was played on, as far as it says; ``sent_at`` is when it arrived.
    """

    id: int
    program: str
    result: Result
    days: tuple[date, ...]
    sent_at: datetime

    @property
    def result_text(self) -> str:
        """Return the result as tables write it."""
        result = self.result
        return words.short_result(result.winner, result.reason, result.margin_half)


def server_offers(game: GameRow) -> tuple[ServerOffer, ...]:
    """Return the records that wait for the players of a game, the latest first. One query."""
    rows = ServerRecord.objects.filter(game=game.id, seats=seats_of(game)).order_by("-pk")
    offers = []
    for key, program, data, sent_at in rows.values_list("pk", "program", "data", "brought_at"):
        try:
            found = read_server_record(bytes(data))
        except (RecordError, UserError):
            continue
        result = result_in(found.claim)
        if result is not None:
            offers.append(ServerOffer(key, program, result, found.days, sent_at))
    return tuple(offers)


def seats_of(game: GameRow) -> str:
    """Return a game's players in the form that a record sent for them stores."""
    return f"{game.black.id}-{game.white.id}"


def offered_record(game: GameRow, record_id: str) -> RecordFile | None:
    """Return a record that was sent for a game; None if it is gone."""
    rows = ServerRecord.objects.filter(
        game=game.id, seats=seats_of(game), pk=record_id if record_id.isdecimal() else 0
    )
    found = rows.values_list("filename", "data").first()
    return None if found is None else RecordFile(found[0], bytes(found[1]))
