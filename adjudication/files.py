"""Judging record files in bulk, on a given number of cores, in memory that does not grow.

Needs no database and no server: it does what the ``adjudicate`` command does, without a terminal.
"""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.claims import Claim
from adjudication.rules.contradictions import own_ruleset
from adjudication.rules.header import FROM_RECORD, Unset
from adjudication.rules.points import parse_any_point
from adjudication.rules.presets import get_ruleset
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.replay import replay_record
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.sgf import read_record
from adjudication.rules.sgf_limits import MAX_BYTES
from adjudication.rules.verdicts import Verdict
from language.messages import Message
from language.messages import gettext_lazy as _

# The endings looked for in folders. The last four are other programs' formats: a user who gives a
# folder of them is told so, file by file, instead of seeing nothing.
RECORD_ENDINGS = frozenset({".sgf", ".gib", ".ngf", ".ugf", ".ugi"})
_CHUNK = 64
_KEYS = (
    "rules",
    "options",
    "size",
    "handicap",
    "komi",
    "moves",
    "end",
    "resumed",
    "claim",
    "computed",
)


@dataclass(frozen=True, slots=True)
class Options:
    """How to judge every file.

    ``rules`` is a rule set's key, or None to use each record's own; ``default_rules`` is for
    records that name none we know. ``claim`` FROM_RECORD uses the record's RE. ``dead`` are point
    names (``cc`` or ``Q16``), None to use the record's marks; ``seki`` are the names for stones in
    seki. ``komi`` is in points. With ``propose`` the result includes proposed dead stones for the
    last position.
    """

    rules: str | None = None
    default_rules: str | None = None
    claim: Claim | Unset | None = FROM_RECORD
    dead: tuple[str, ...] | None = None
    seki: tuple[str, ...] = ()
    komi: float | None = None
    handicap: int | None = None
    propose: bool = False
    over_the_board: bool = False


def find_records(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the given files and, from folders, every file with a record's ending, in order.

    An unreadable folder is yielded itself, so that judging it reports the problem.
    """
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        locked: list[OSError] = []
        for folder, folders, names in os.walk(path, onerror=locked.append):
            folders.sort()
            for name in sorted(names):
                if os.path.splitext(name)[1].lower() in RECORD_ENDINGS:
                    yield Path(folder, name)
        yield from (Path(os.fsdecode(error.filename)) for error in locked)


def judge_files(
    paths: Iterable[Path], options: Options, *, workers: int = 1
) -> Iterator[dict[str, object]]:
    """Yield one result object per file, in the order of the files.

    At most a few chunks of files are in progress at a time, so memory does not grow with their
    number. The object is the one that the ``adjudicate`` command writes with ``--json``.
    """
    files = iter(paths)
    first = list(islice(files, _CHUNK))
    if workers <= 1 or len(first) < _CHUNK:
        for path in first:
            yield judge_file(path, options)
        for path in files:
            yield judge_file(path, options)
        return
    with ProcessPoolExecutor(workers) as pool:
        under_way: deque[Future[list[dict[str, object]]]] = deque()
        chunk = first
        while chunk or under_way:
            while chunk and len(under_way) < 3 * workers:
                under_way.append(pool.submit(_judge_chunk, chunk, options))
                chunk = list(islice(files, _CHUNK))
            yield from under_way.popleft().result()


def _judge_chunk(paths: Sequence[Path], options: Options) -> list[dict[str, object]]:
    return [judge_file(path, options) for path in paths]


def judge_file(path: Path, options: Options) -> dict[str, object]:
    """Judge one file; an unreadable one gives an ``unreadable`` object, never an exception."""
    try:
        record = read_record(_read(path))
        ruleset = _ruleset(record, options)
        report = adjudicate(
            record,
            ruleset=ruleset,
            claim=options.claim,
            dead=None if options.dead is None else _points(record, options.dead, *_DEAD),
            seki=_points(record, options.seki, *_SEKI),
            komi=options.komi,
            handicap=options.handicap,
            over_the_board=options.over_the_board,
        )
    except RecordError as error:
        return _unreadable(path, error.code, error.text)
    except OSError as error:
        why = _("The file cannot be read: %(why)s.") % {"why": error.strerror or str(error)}
        return _unreadable(path, "io_error", why)
    told = report.as_dict(_unchanged)
    if options.propose:
        told["proposal"] = _proposal(record, ruleset, told)
    return {"file": str(path), "status": "ok", "error": None, **told}


def _unchanged(message: Message) -> Message:
    """Leave a message untranslated, for whoever prints the object to render in their language."""
    return message


def _proposal(
    record: GameRecord, ruleset: RuleSet | None, told: Mapping[str, object]
) -> dict[str, object]:
    """Return the proposed dead stones, or why there are none; no count without a rule set."""
    # The search takes longer to import than all of the judging, and few calls need it.
    from adjudication.confirmation.proposal import ProposalError, propose_end

    replay = replay_record(record)
    komi, handicap = told["komi"], told["handicap"]
    try:
        proposal = propose_end(
            replay,
            ruleset or get_ruleset("japanese"),
            komi=komi if isinstance(komi, (int, float)) else 0.0,
            handicap=handicap if isinstance(handicap, int) else 0,
        )
    except ProposalError as error:
        return {"error": error.code}
    counted = {} if ruleset is not None else {"result": None}
    return {"error": None, **proposal.as_dict(), **counted}


def _read(path: Path) -> bytes:
    """Return a file's bytes, at most one more than a record may have.

    Raises OSError if it cannot be read, and RecordError for a pipe or a device, which could keep
    the reader waiting for ever.
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise RecordError("not_a_file", _("This is not a file."))
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _ruleset(record: GameRecord, options: Options) -> RuleSet | None:
    if options.rules is not None:
        return get_ruleset(options.rules)
    own = own_ruleset(record)
    if own is None and options.default_rules is not None:
        return get_ruleset(options.default_rules)
    return own


_DEAD: Final = (
    "bad_dead_stones",
    _(
        "The dead stones do not fit this board: %(name)s is not a point of a board of "
        "%(size)dx%(size)d."
    ),
)
_SEKI: Final = (
    "bad_seki_stones",
    _(
        "The stones in seki do not fit this board: %(name)s is not a point of a board of "
        "%(size)dx%(size)d."
    ),
)


def _points(record: GameRecord, names: Iterable[str], code: str, wrong: Message) -> list[int]:
    """Return points by their names. Raises RecordError with this code if one is no point."""
    points = []
    for name in names:
        try:
            points.append(parse_any_point(name, record.size))
        except ValueError as error:
            raise RecordError(code, wrong % {"name": name, "size": record.size}) from error
    return points


def _unreadable(path: Path, code: str, message: Message) -> dict[str, object]:
    return {
        "file": str(path),
        "status": "unreadable",
        "error": {"code": code, "message": message},
        **dict.fromkeys(_KEYS),
        "verdict": Verdict.UNREADABLE.value,
        "findings": [],
    }
