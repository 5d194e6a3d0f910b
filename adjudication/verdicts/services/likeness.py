"""Comparing the records of one tournament: of two games alike, or of one game that differ.

A record that was taken from another board, copied with other names in its header, turned, or
written down anew shares most moves with the original. Such records are found by their fingerprints
and compared move by move. Nobody is accused by that, but neither game has an agreeing record any
more, with two exceptions. If both records name the players of one of the two games, only the other
game's is in doubt. And a result that both players confirmed with its record, or that a ruling gave
with that at hand, keeps its verdict, whatever is sent for another game afterwards: then only that
is in doubt, so nobody can take the verdict off a settled game by sending its record, which
everybody may see. Whoever sent first may still have sent what is not theirs: a referee sees both,
and sets one of them aside. Nor does a record agree while another record of the same game has other
moves.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, F, Max, Min, QuerySet
from django.utils import timezone

from adjudication.models import (
    CaseState,
    Contradiction,
    Fingerprint,
    GameRecordFile,
    Likeness,
    ServerNumber,
    Statement,
    Submission,
    SubmissionState,
)
from adjudication.records.models import file_bytes
from adjudication.records.services import sha256
from adjudication.rules.comparing import compare, contradicts, fingerprint, turned_to_match
from adjudication.rules.findings import Code
from adjudication.rules.pairing_check import PairedGame, names_players
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.servers import link_in
from adjudication.rules.sgf import read_record
from adjudication.verdicts.selectors.pairings import paired_game
from adjudication.verdicts.selectors.verdicts import record_stands, settled_at
from jobs.table import ClaimedJob, finish
from tournament.common.prepared import prepared
from tournament.models import Game

_MOST_COMPARED = 5
"""A limit, so that sending the same opening for many boards makes nobody wait."""
_MOST_COPIES = 20
"""The most copies of one file that are looked at; later ones report by themselves that they are
copies."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A record of another game that is the same; ``moves`` is 0 for the very same file.

    ``doubts`` and ``doubted`` say whether it casts doubt on the record it is like, and whether that
    one casts doubt on it. Both hold unless both records name the players of one of the two games,
    or one's game was settled before the other was sent.
    """

    record_id: int
    round_number: int
    board_number: int
    common: int = 0
    moves: int = 0
    doubts: bool = True
    doubted: bool = True


@dataclass(frozen=True, slots=True)
class _Place:
    """The game that a record stands for: when it was sent, and when the result was settled.

    ``settled_at`` is None if it is not.
    """

    game_id: int
    round_number: int
    board_number: int
    sent_at: datetime
    settled_at: datetime | None = None

    def settled_before(self, other: "_Place") -> bool:
        """Whether the result was settled with this record when the other one was sent."""
        return self.settled_at is not None and self.settled_at < other.sent_at


class SentRecord:
    """The record of a game, read once for all comparisons. The game has its round."""

    def __init__(self, game: Game, data: bytes, file: GameRecordFile | None = None) -> None:
        """Take a record's bytes, and the row that keeps them, if there is one."""
        self.game, self.data, self.stored = game, data, file

    @property
    def file(self) -> GameRecordFile:
        """The row in which the record is kept."""
        assert self.stored is not None
        return self.stored

    @cached_property
    def sha256(self) -> str:
        """The digest of the bytes."""
        return sha256(self.data) if self.stored is None else self.stored.sha256

    @cached_property
    def read(self) -> GameRecord | None:
        """The record as read; None if it cannot be read."""
        return _read(self.data)

    @cached_property
    def server_number(self) -> str:
        """The number of the game on a server that it gives; empty without one."""
        link = None if self.read is None else link_in(self.read)
        return "" if link is None else link.text

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers by which records of the same moves are found."""
        return () if self.read is None else fingerprint(self.read)


def twins_of(game: Game, data: bytes) -> tuple[Twin, ...]:
    """Return other games' records that are like a record of a game (:func:`twins_of_each`)."""
    (found,) = twins_of_each([SentRecord(game, data)])
    return found


def twins_of_each(sent: Sequence[SentRecord]) -> list[tuple[Twin, ...]]:
    """Return for each record of one tournament the standing records of other games like it.

    They are those of reports, and of statements in cases that wait for their ruling. Records that
    were replaced, withdrawn or set aside do not count: otherwise somebody who sent another game's
    record, by mistake or on purpose, would cast suspicion on its players for ever.
    """
    tournament_id = sent[0].game.round.tournament_id
    same: dict[str, dict[int, _Place]] = defaultdict(dict)
    for digest, pk, place in _places(
        tournament_id, sorted({one.sha256 for one in sent}), by="record__sha256__in"
    ):
        same[digest][pk] = place
    numbers = sorted({number for one in sent for number in one.numbers})
    elsewhere = {number: games for number, *games in _games_by_number(tournament_id, numbers)}
    found = []
    for one in sent:
        pk = one.game.pk
        copies = {key: place for key, place in same[one.sha256].items() if place.game_id != pk}
        shared = any(elsewhere.get(number, [pk, pk]) != [pk, pk] for number in one.numbers)
        found.append(_twins(one, copies, shared=shared))
    return found


@prepared
def _games_by_number(
    tournament_id: int, numbers: Sequence[int]
) -> "QuerySet[Fingerprint, tuple[int, int, int]]":
    """Return the numbers that games have, each with its first and its last game."""
    rows = Fingerprint.objects.filter(tournament=tournament_id, number__in=numbers)
    return rows.values_list("number").annotate(first=Min("game"), last=Max("game"))


def _twins(sent: SentRecord, same: dict[int, _Place], *, shared: bool) -> tuple[Twin, ...]:
    """Return the twins of a record; ``same`` are its copies.

    ``shared`` says whether another game has one of its numbers, which is rare.
    """
    game, read = sent.game, sent.read
    # For every similar record: the record, how many moves are in both, and how many there are.
    alike = [(pk, read, 0, 0) for pk in sorted(same)[:_MOST_COPIES]]
    places = dict(same)
    if read is not None and shared:
        tournament_id = game.round.tournament_id
        prints = Fingerprint.objects.filter(tournament=tournament_id, number__in=sent.numbers)
        others = prints.exclude(game=game.pk).exclude(record__in=list(same))
        likely = others.filter(record_stands("record")).values_list("record")
        most = likely.annotate(many=Count("pk")).order_by("-many", "record")[:_MOST_COMPARED]
        ids = [pk for pk, _many in most]
        files = GameRecordFile.objects.in_bulk(ids)
        places |= {
            pk: place
            for _digest, pk, place in _places(tournament_id, ids, by="record__in")
            if place.game_id != game.pk
        }
        for pk in ids:
            theirs = _read(file_bytes(files[pk]))
            if theirs is None or pk not in places:
                continue
            shared_moves = moves_shared(theirs, read)
            if shared_moves is not None:
                alike.append((pk, theirs, *shared_moves))
    if not alike:
        return ()
    paired = _paired({game.pk, *(places[pk].game_id for pk, *_alike in alike)})
    own = _own_place(sent)
    found = []
    for pk, theirs, common, moves in alike:
        place = places[pk]
        here, there = paired[game.pk], paired[place.game_id]
        ours = belongs_here(read, here, theirs, there) or own.settled_before(place)
        found.append(
            Twin(
                pk,
                place.round_number,
                place.board_number,
                common,
                moves,
                doubts=not ours,
                doubted=not (belongs_here(theirs, there, read, here) or place.settled_before(own)),
            )
        )
    return tuple(found)


def _own_place(sent: SentRecord) -> _Place:
    """Return the game that a record was sent for; one that does not stand yet is sent now."""
    game = sent.game
    tournament_id = game.round.tournament_id
    stored = [] if sent.stored is None else [sent.stored.pk]
    places = _places(tournament_id, stored, by="record__in")
    own = (place for _digest, _pk, place in places if place.game_id == game.pk)
    now = _Place(game.pk, game.round.number, game.board_number, timezone.now())
    return next(own, now)


def moves_shared(record: GameRecord, other: GameRecord) -> tuple[int, int] | None:
    """Return how many moves two records share, and how many there are; None for different games."""
    if record.size != other.size:
        return None
    compared = compare(record, turned_to_match(record, other))
    moves = max(compared.first_moves, compared.second_moves)
    return (compared.common, moves) if compared.of_one_game else None


def belongs_here(
    record: GameRecord | None, game: PairedGame, other: GameRecord | None, elsewhere: PairedGame
) -> bool:
    """Whether two similar records both show by their names that they are of the first one's game.

    Names can be written into a header: a copy that names the players of its own game proves no less
    than the record it was copied from.
    """
    if record is None or other is None:
        return False
    return (
        names_players(record, game)
        and names_players(other, game)
        and not names_players(other, elsewhere)
    )


def _paired(games: Collection[int]) -> dict[int, PairedGame]:
    """Return some games as they were paired; one query."""
    rows = Game.objects.filter(pk__in=games)
    found = rows.select_related("black", "white", "round__tournament")
    return {game.pk: paired_game(game) for game in found}


def _places(
    tournament_id: int, records: Sequence[str] | Sequence[int], *, by: str
) -> Iterator[tuple[str, int, _Place]]:
    """Yield digest and key of the records that stand, with the first game of each.

    A record that came with several reports was sent with the first of them.
    """
    of = (tournament_id, records)
    places: dict[tuple[str, int], _Place] = {}
    for digest, pk, *columns in (*_reported(*of, by=by), *_said(*of, by=by)):
        place = _Place(*columns)
        first = places.setdefault((digest, pk), place)
        if first.settled_at is None and first.game_id == place.game_id:
            places[digest, pk] = replace(first, settled_at=place.settled_at)
    return ((digest, pk, place) for (digest, pk), place in places.items())


@prepared
def _reported(
    tournament_id: int, records: Sequence[str] | Sequence[int], *, by: str
) -> "QuerySet[Submission, tuple[Any, ...]]":
    reports = Submission.objects.filter(game__round__tournament=tournament_id, **{by: records})
    rows = reports.shown().order_by("pk")
    return rows.values_list(
        *("record__sha256", "record", "game", "game__round__number", "game__board_number"),
        "created_at",
        settled_at(),
    )


@prepared
def _said(
    tournament_id: int, records: Sequence[str] | Sequence[int], *, by: str
) -> "QuerySet[Statement, tuple[Any, ...]]":
    said = Statement.objects.filter(
        case__game__round__tournament=tournament_id, case__state__in=CaseState.waiting()
    )
    rows = said.filter(**{by: records}).order_by("pk")
    return rows.values_list(
        *("record__sha256", "record", "case__game"),
        *("case__game__round__number", "case__game__board_number"),
        "created_at",
    )


def keep_fingerprints(sent: Iterable[SentRecord]) -> None:
    """Store the numbers by which records of games are found, and those of games on servers.

    They are stored before the records are compared with others: of two that are judged at the same
    time, at least one finds the other.
    """
    sent = list(sent)
    ServerNumber.objects.bulk_create(
        (
            ServerNumber(
                tournament_id=one.game.round.tournament_id,
                game=one.game,
                record=one.file,
                number=one.server_number,
            )
            for one in sent
            if one.server_number
        ),
        ignore_conflicts=True,
    )
    Fingerprint.objects.bulk_create(
        (
            Fingerprint(
                tournament_id=one.game.round.tournament_id,
                game=one.game,
                record=one.file,
                number=number,
            )
            for one in sent
            for number in one.numbers
        ),
        ignore_conflicts=True,
    )


@dataclass(frozen=True, slots=True)
class NumberedGame:
    """A game with a standing record that gives a number on a server."""

    number: str
    game_id: int
    round_number: int
    board_number: int


def numbered_games(tournament_id: int, numbers: Collection[str]) -> tuple[NumberedGame, ...]:
    """Return the games of a tournament whose standing records give some numbers on servers.

    They are those of reports, and of statements in cases that wait for their ruling. Three queries,
    whatever other tournaments hold.
    """
    rows = _numbered(tournament_id, sorted(numbers)) if numbers else ()
    given = dict(rows)
    if not given:
        return ()
    places = _places(tournament_id, sorted(given), by="record__in")
    found = {
        NumberedGame(given[pk], place.game_id, place.round_number, place.board_number)
        for _digest, pk, place in places
    }
    return tuple(sorted(found, key=lambda one: (one.number, one.round_number, one.board_number)))


@prepared
def _numbered(
    tournament_id: int, numbers: Sequence[str]
) -> "QuerySet[ServerNumber, tuple[int, str]]":
    rows = ServerNumber.objects.filter(tournament=tournament_id, number__in=numbers)
    return rows.values_list("record", "number")


def numbers_given_twice(tournament_id: int) -> tuple[tuple[NumberedGame, ...], ...]:
    """Return the games whose standing records give the same number on a server, by the number.

    Two queries, and two more if there are any.
    """
    rows = ServerNumber.objects.filter(record_stands("record"), tournament=tournament_id)
    games = rows.order_by().values("number").annotate(first=Min("game"), last=Max("game"))
    twice = games.filter(first__lt=F("last")).values_list("number", flat=True)
    together: dict[str, list[NumberedGame]] = defaultdict(list)
    for one in numbered_games(tournament_id, set(twice)):
        together[one.number].append(one)
    return tuple(tuple(games) for games in together.values() if len(games) > 1)


def keep_likeness(found: Iterable[tuple[SentRecord, Iterable[Twin]]]) -> None:
    """Store which records of other games the records of games are like."""
    Likeness.objects.bulk_create(
        (
            Likeness(
                game=sent.game,
                record=sent.file,
                other_id=twin.record_id,
                common=twin.common,
                moves=twin.moves,
                other_doubted=twin.doubted,
            )
            for sent, twins in found
            for twin in twins
        ),
        ignore_conflicts=True,
    )


def contradictions_of_each(sent: Sequence[SentRecord]) -> list[Contradiction]:
    """Return the contradictions between records and the other standing records of their games."""
    games = [one.game.pk for one in sent]
    records: dict[int, set[int]] = defaultdict(set)
    for game_id, record_id in (*_records_reported(games), *_records_said(games)):
        records[game_id].add(record_id)
    return [
        told
        for one in sent
        if records[one.game.pk] - {one.file.pk}  # nearly no game has another
        for told in _contradictions(one.game, one.file, one.read)
    ]


@prepared
def _records_reported(game_ids: Sequence[int]) -> "QuerySet[Submission, tuple[int, int]]":
    rows = Submission.objects.filter(game__in=game_ids).exclude(record=None)
    return rows.values_list("game_id", "record_id")


@prepared
def _records_said(game_ids: Sequence[int]) -> "QuerySet[Statement, tuple[int, int]]":
    rows = Statement.objects.filter(case__game__in=game_ids).exclude(record=None)
    return rows.values_list("case__game_id", "record_id")


def _contradictions(
    game: Game, record: GameRecordFile, read: GameRecord | None
) -> tuple[Contradiction, ...]:
    if read is None:
        return ()
    told = []
    for other in _others(game.pk, record.pk):
        theirs = None if other.sha256 == record.sha256 else _read(file_bytes(other))
        if theirs is None:
            continue
        for one, against in (((record, read), (other, theirs)), ((other, theirs), (record, read))):
            if contradicts(one[1], against[1]):
                told.append(Contradiction(game=game, record=one[0], other=against[0]))
    return tuple(told)


@prepared
def _others(game_id: int, record_id: int) -> "QuerySet[GameRecordFile]":
    """Return the records of a game that stand, except one of them."""
    others = GameRecordFile.objects.filter(record_stands("pk")).exclude(pk=record_id)
    of_reports = others.filter(submissions__game=game_id)
    return of_reports.union(others.filter(statements__case__game=game_id))


def keep_contradictions(found: Iterable[Contradiction]) -> None:
    """Store the contradictions between records of one game."""
    Contradiction.objects.bulk_create(found, ignore_conflicts=True)


def fingerprint_tournament(job: ClaimedJob) -> bool:
    """Recreate all that is derived from the records of a restored tournament.

    Verdicts say which records are alike. Returns False if the job is no longer this worker's.
    """
    for game, record, findings in _judged(job.payload["tournament_id"]):
        sent = SentRecord(game, file_bytes(record), record)
        keep_fingerprints([sent])
        (twins,) = twins_of_each([sent])
        if not any(finding["code"] == Code.DUPLICATE for finding in findings):
            # Only earlier ones that it shows to be copies, as it names its own players.
            twins = tuple(
                twin
                for twin in twins
                if twin.doubted and not twin.doubts and twin.record_id < record.pk
            )
        keep_likeness([(sent, twins)])
        keep_contradictions(contradictions_of_each([sent]))
    return finish(job, lambda: None)


def _judged(
    tournament_id: int,
) -> Iterator[tuple[Game, GameRecordFile, Iterable[dict[str, object]]]]:
    """Yield the judged records of a tournament, with their games and findings."""
    reports = Submission.objects.filter(
        game__round__tournament=tournament_id, record__isnull=False, verdict__isnull=False
    ).exclude(state__in=SubmissionState.dropped())
    read = reports.select_related("record", "verdict", "game__round").order_by("pk")
    for report in read.iterator(100):
        if report.record is not None:
            yield report.game, report.record, report.verdict.findings
    said = Statement.objects.filter(
        case__game__round__tournament=tournament_id, record__isnull=False, verdict__isnull=False
    )
    for one in said.select_related("record", "verdict", "case__game__round").order_by("pk"):
        if one.record is not None and one.case.game is not None:
            yield one.case.game, one.record, one.verdict.findings


def _read(data: bytes) -> GameRecord | None:
    try:
        return read_record(data)
    except RecordError:
        return None
