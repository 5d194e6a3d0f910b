"""Game records: read from uploads and zip archives, matched to games, kept, moved to a store."""

import hashlib
import io
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial, wraps
from itertools import islice
from pathlib import PurePosixPath
from typing import ParamSpec, TypeVar

from django.core.files.storage import Storage, storages
from django.db import models
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from adjudication.models import GameRecordFile, Picture
from adjudication.records.models import (
    ALIAS,
    MAX_RECORD_BYTES,
    ask_store,
    file_bytes,
    file_columns,
    save_to_store,
    storage_key_of,
    uploaded_first,
)
from adjudication.rules.accounts import account_key, accounts_in, seat_name
from adjudication.rules.pairing_check import PairedPlayer, name_key, names_show_other_game
from adjudication.rules.points import example_point, parse_point, point_name
from adjudication.rules.record import GameRecord
from adjudication.rules.servers import likely_server
from tournament.errors import StoreError, UserError
from tournament.fields.models import max_length_of
from tournament.models import Game, Tournament

MOST_ENTRIES = 2_000
LARGEST_ZIP = 32 * 1024 * 1024
LARGEST_UNPACKED = 128 * 1024 * 1024
MOST_NAMES = 4 * MOST_ENTRIES
"""Includes folders and what systems leave in them: each costs memory before it can be counted."""
_NAME = b"PK\x01\x02"
"""The beginning of each entry in the directory of a zip archive."""
DEEPEST = 8
"""The most folders within folders."""
LONGEST_PATH = 300
_SKIPPED = frozenset({"__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"})
_PLACED = re.compile(
    r"(?:^|[^a-z])r(?:ound|onde)?[ _.-]?(\d{1,3})[ _.,-]*"
    r"(?:b(?:oard)?|t(?:able)?)[ _.-]?(\d{1,4})(?!\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RecordFile:
    """One record to import; ``round_number`` and ``board_number`` say for which game, if known."""

    name: str
    data: bytes
    round_number: int | None = None
    board_number: int | None = None

    @property
    def place(self) -> tuple[int, int] | None:
        """Return round and board as given, or else as in a name such as ``r3-b12.sgf``."""
        if self.round_number is not None and self.board_number is not None:
            return self.round_number, self.board_number
        found = _PLACED.search(PurePosixPath(self.name).stem)
        return (int(found[1]), int(found[2])) if found else None


def files_in_zip(data: bytes) -> tuple[RecordFile, ...]:
    """Return the files of a zip archive, without folders and what systems leave in them.

    Nothing is written anywhere, and never more is unpacked than the limits allow, whatever the
    archive claims. A file larger than a record may be is cut to one byte too many, so that
    importing it reports the problem. Raises UserError (field ``files``).
    """
    if len(data) > LARGEST_ZIP:
        raise _refused("zip_too_large", _("The archive is larger than 32 MB: send it in parts."))
    if data.count(_NAME) > MOST_NAMES:
        raise _too_many()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _files(archive)
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        RuntimeError,  # a part with a password
        ValueError,
        OverflowError,
        OSError,
    ) as error:
        raise _refused("zip_damaged", _("This zip archive is damaged or protected.")) from error


def _files(archive: zipfile.ZipFile) -> tuple[RecordFile, ...]:
    entries = [entry for entry in archive.infolist() if not entry.is_dir() and not _skipped(entry)]
    if len(entries) > MOST_ENTRIES:
        raise _too_many()
    found, unpacked = [], 0
    for entry in entries:
        if len(entry.filename) > LONGEST_PATH or entry.filename.count("/") > DEEPEST:
            raise _refused("zip_too_deep", _("The archive has folders within too many folders."))
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _refused("zip_damaged", _("This zip archive is compressed in an unusual way."))
        with archive.open(entry) as part:
            # The directory may lie about the size.
            content = part.read(MAX_RECORD_BYTES + 1)
        unpacked += len(content)
        if unpacked > LARGEST_UNPACKED:
            raise _refused(
                "zip_too_large", _("The archive unpacks to more than 128 MB: send it in parts.")
            )
        found.append(RecordFile(clean_filename(entry.filename), content))
    return tuple(found)


def _skipped(entry: zipfile.ZipInfo) -> bool:
    parts = PurePosixPath(entry.filename.replace("\\", "/")).parts
    return any(part in _SKIPPED for part in parts) or (parts[-1:] or ("",))[0].startswith("._")


def _too_many() -> UserError:
    text = _("The archive has more than %(most)d files: send it in parts.")
    return _refused("too_many_files", text % {"most": MOST_ENTRIES})


def _refused(code: str, text: "str | Promise") -> UserError:
    return UserError(code, field="files", text=text)


# --- Which game of a tournament a record belongs to ---


_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """A game by round and board."""

    game_id: int
    round_number: int
    board_number: int


class Games:
    """The games of a tournament, to be found by round and board or by players; one query.

    Players are known by their names and, in records from servers, by their accounts there.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.sides: dict[int, tuple[PairedPlayer, PairedPlayer]] = {}
        """Black and White of every game, by its key."""
        self._placed: dict[tuple[int, int], Place] = {}
        self._played: dict[frozenset[int], list[Place]] = defaultdict(list)
        self._of_player: dict[int, list[Place]] = defaultdict(list)
        self._named: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self._accounts: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        self._side_of: dict[int, PairedPlayer] = {}
        rows = Game.objects.filter(round__tournament=tournament).order_by("round__number", "pk")
        for key, round_, board, *players in rows.values_list(
            "pk",
            "round__number",
            "board_number",
            *(f"{side}{column}" for side in ("black_", "white_") for column in _SIDE),
        ):
            place = Place(key, round_, board)
            black, white = (self._side(*players[at : at + 3]) for at in (0, 3))
            self.sides[key] = black, white
            self._placed[round_, board] = place
            self._played[frozenset((players[0], players[3]))].append(place)
            for player in (players[0], players[3]):
                self._of_player[player].append(place)

    def _side(self, player: int, name: str, accounts: str) -> PairedPlayer:
        """Return a player with their accounts, and index those accounts."""
        if player not in self._side_of:
            self._side_of[player] = PairedPlayer(name, accounts_in(accounts))
            self._named[name_key(name)].add(player)
            for account in self._side_of[player].accounts:
                server, account_name = account.key
                self._accounts[account_name][server].add(player)
        return self._side_of[player]

    def games_for(self, file: RecordFile, read: GameRecord) -> tuple[Place, ...]:
        """Return the games that a record may belong to: none, one, or several equally likely.

        Colours may be swapped in a record: its replay says so. Among several games of the same
        players, the round named in the record (``RO``) decides.
        """
        if file.place is not None:
            found = self._placed.get(file.place)
            return () if found is None else (found,)
        black, white = self._players(read)
        pairs = {frozenset((one, other)) for one in black for other in white if one != other}
        return _named_round([place for pair in pairs for place in self._played.get(pair, ())], read)

    def games_of_known_player(self, read: GameRecord) -> tuple[Place, ...]:
        """Return the games of a record's only known player, if the other is not known."""
        black, white = self._players(read)
        known = black or white
        if (black and white) or not (read.black_name and read.white_name):
            return ()
        return _named_round([place for one in known for place in self._of_player[one]], read)

    def names_of_others(self, read: GameRecord, place: Place) -> tuple[str, ...]:
        """Return the names in a record that belong to players who did not play a game.

        Names that may belong to either of its players, whatever their colour, are left out.
        """
        black, white = self.sides[place.game_id]
        server = likely_server(read)
        found = []
        for name, players in zip(
            (read.black_name, read.white_name), self._players(read), strict=True
        ):
            others = [self._side_of[player] for player in players]
            if all(
                names_show_other_game(name, "", own, other, others, server)
                for own, other in ((black, white), (white, black))
            ):
                found.append(name[:60])
        return tuple(found)

    def players_named(self, read: GameRecord) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the players who may be Black and White of a record, by their names here."""
        black, white = (
            tuple(sorted(self._side_of[player].name for player in players))
            for players in self._players(read)
        )
        return black, white

    def unknown_names(self, read: GameRecord) -> tuple[str, ...]:
        """Return the names in a record that match no player of the tournament."""
        names = (read.black_name, read.white_name)
        found = zip(names, self._players(read), strict=True)
        return tuple(name for name, players in found if not players)

    def _players(self, read: GameRecord) -> tuple[set[int], set[int]]:
        """Return who Black and White of a record may be."""
        server = likely_server(read)
        found = []
        for name in (read.black_name, read.white_name):
            seat = seat_name(name, "")
            ids = set(self._named.get(name_key(seat.name), ())) if name_key(seat.name) else set()
            for key in {account_key(seat.name), account_key(seat.written)}:
                for own, players in self._accounts.get(key, {}).items():
                    if server is None or server.key == own:
                        ids |= players
            found.append(ids)
        return found[0], found[1]


_SIDE = ("id", "_name", "_accounts")


def _named_round(places: list[Place], read: GameRecord) -> tuple[Place, ...]:
    """Return the games of the round that a record names, or all if it names none of them."""
    if len(places) > 1:
        said = _NUMBER.search(read.header.get("RO", ""))
        named = [game for game in places if said and game.round_number == int(said[0])]
        places = named or places
    return tuple(sorted(places, key=lambda place: (place.round_number, place.board_number)))


# --- Keeping what came with a report: the record's bytes and the dead stones ---


P = ParamSpec("P")
T = TypeVar("T")

LONGEST_FILENAME = max_length_of(GameRecordFile, "filename")
MOST_DEAD_STONES = 25 * 25


def check_record(data: bytes) -> None:
    """Raise UserError (field ``record``) for a record that is empty or too large.

    The replay will say whether it can be read; what a player sent is kept in any case.
    """
    if not data.strip():
        raise UserError("record_empty", field="record", text=_("The game record is empty."))
    if len(data) > MAX_RECORD_BYTES:
        raise UserError(
            "record_too_large",
            field="record",
            text=_("The game record is larger than 512 kB: send a single game without analysis."),
        )


def uploads_record_first(service: Callable[P, T]) -> Callable[P, T]:
    """Put a large ``record_bytes`` into the object store before a service's transaction begins."""

    @wraps(service)
    def wrapped(*args: P.args, **named: P.kwargs) -> T:
        data = named.get("record_bytes")
        # A record above the limit is refused inside, and goes nowhere.
        small = isinstance(data, bytes) and len(data) <= MAX_RECORD_BYTES
        with uploaded_first([data] if small else []):  # type: ignore[list-item]
            return service(*args, **named)

    return wrapped


def sha256(data: bytes) -> str:
    """Return the SHA-256 of a record in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def keep_record(*, data: bytes, filename: str, player_id: int | None) -> GameRecordFile:
    """Store a checked record, unchanged. Call it inside the transaction that needs it."""
    record = _record_file(data, filename, sha256(data), player_id)
    record.save(force_insert=True)
    return record


def keep_records(files: Iterable[tuple[bytes, str, str]]) -> list[GameRecordFile]:
    """Store checked records that are nobody's, from bytes, name and digest (see keep_record)."""
    return GameRecordFile.objects.bulk_create(_record_file(*file, None) for file in files)


def _record_file(data: bytes, filename: str, digest: str, player_id: int | None) -> GameRecordFile:
    return GameRecordFile(
        sha256=digest,
        **file_columns(data, digest),
        size=len(data),
        filename=clean_filename(filename),
        uploaded_by_id=player_id,
    )


def clean_filename(name: str) -> str:
    """Return the last part of a file name without unprintable characters."""
    last = PurePosixPath(name.replace("\\", "/")).name
    return "".join(c for c in last if c.isprintable())[-LONGEST_FILENAME:]


def clean_points(names: Iterable[str] | None, *, field: str, size: int) -> list[str] | None:
    """Return points such as ``Q16``, each once, in reading order; None stays None.

    Raises UserError (its code is the ``field``) naming the first one that is no point.
    """
    if names is None:
        return None
    points: set[int] = set()
    for name in names:
        try:
            points.add(parse_point(name, size))
        except ValueError:
            raise UserError(
                field,
                field=field,
                text=_("“%(name)s” is not a point of this board: write points such as %(example)s.")
                % {
                    "name": "".join(c for c in name if c.isprintable())[:12],
                    "example": example_point(size),
                },
            ) from None
    return [point_name(point, size) for point in sorted(points)]


# --- Moving the bytes of records and pictures between the database and the object store ---


MODELS: tuple[type[GameRecordFile] | type[Picture], ...] = (GameRecordFile, Picture)
YOUNG = timedelta(hours=24)
"""A file written this recently may be one whose row is about to come."""

KEYS_AT_ONCE = 500


@dataclass
class FilesMoved:
    """What was done, in numbers of files and bytes."""

    files: int = 0
    size: int = 0


def move_files_to_store(*, larger_than: int) -> FilesMoved:
    """Put the larger files into the store, each written there before its row forgets it.

    Another run continues where one ended. Raises StoreError.
    """
    done = FilesMoved()
    for model in MODELS:
        rows = model._base_manager.filter(storage_key="").alias(length=Length("data"))
        for row in _each(rows.filter(length__gt=larger_than)):
            data = bytes(row.data)
            key = save_to_store(data, row.sha256)
            mine = model._base_manager.filter(pk=row.pk, storage_key="")
            # A picture erased meanwhile stays empty.
            if (
                mine.alias(length=Length("data"))
                .filter(length__gt=0)
                .update(data=b"", storage_key=key)
            ):
                done.files += 1
                done.size += len(data)
    return done


def move_files_to_database() -> FilesMoved:
    """Put every file back into the database, checked against its digest. Raises StoreError."""
    done = FilesMoved()
    for model in MODELS:
        for row in _each(model._base_manager.exclude(storage_key="")):
            data = file_bytes(row)
            mine = model._base_manager.filter(pk=row.pk, storage_key=row.storage_key)
            if mine.update(data=data, storage_key=""):
                done.files += 1
                done.size += len(data)
    return done


def check_files() -> list[str]:
    """Read every file of the store that a row names, and say which are missing or differ."""
    wrong = []
    for model in MODELS:
        for row in _each(model._base_manager.exclude(storage_key="")):
            try:
                file_bytes(row)
            except StoreError as error:
                wrong.append(f"{model._meta.model_name} {row.pk}: {error}")
    return wrong


def sweep_files(*, now: datetime | None = None) -> FilesMoved:
    """Remove files that no row names (failed transactions, moved back, erased), except new ones.

    Raises StoreError.
    """
    now = now or timezone.now()
    store, done = storages[ALIAS], FilesMoved()
    keys = iter(ask_store("list", "its files", lambda: list(_keys(store, ""))))
    while some := list(islice(keys, KEYS_AT_ONCE)):
        ours = [key for key in some if key == storage_key_of(key.rpartition("/")[2])]
        for key in sorted(set(ours) - _named(ours)):
            size = ask_store("sweep", key, partial(_size_if_old, store, key, now - YOUNG))
            # Check once more: its row may have come since.
            if size is None or _named([key]):
                continue
            ask_store("delete", key, partial(store.delete, key))
            done.files += 1
            done.size += size
    return done


def _named(keys: Collection[str]) -> set[str]:
    """Return the names that some row has."""
    digests = [key.rpartition("/")[2] for key in keys]
    found: set[str] = set()
    for model in MODELS:
        # By digest, which is indexed.
        rows = model._base_manager.filter(sha256__in=digests, storage_key__in=keys)
        found.update(key for key in rows.values_list("storage_key", flat=True) if key)
    return found


def _size_if_old(store: Storage, key: str, before: datetime) -> int | None:
    """Return the size of a file last written before a moment, else None."""
    modified = store.get_modified_time(key)
    if timezone.is_naive(modified):
        modified = timezone.make_aware(modified)
    return int(store.size(key)) if modified <= before else None


def _keys(store: Storage, folder: str) -> Iterator[str]:
    try:
        folders, files = store.listdir(folder)
    except FileNotFoundError:
        return
    for name in files:
        yield f"{folder}/{name}".lstrip("/")
    for name in folders:
        yield from _keys(store, f"{folder}/{name}".lstrip("/"))


def _each(
    rows: "models.QuerySet[GameRecordFile] | models.QuerySet[Picture]",
) -> Iterator[GameRecordFile | Picture]:
    """Yield rows one by one, each read only in its turn, so that memory stays small."""
    for key in list(rows.order_by("pk").values_list("pk", flat=True)):
        row = rows.model._base_manager.filter(pk=key).first()
        if row is not None:
            yield row
