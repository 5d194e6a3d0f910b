"""Verifying a file that anybody sends: it is read, checked and forgotten."""

import json
import time
from base64 import b64encode
from dataclasses import dataclass
from itertools import takewhile

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.formats.errors import FormatError
from tournament.formats.trail_lines import CheckedRecord, checked_record, is_record
from tournament.formats.verified import VerifiedFile, VerifiedRound, verify_file
from tournament.pairing.verification import Verdict
from tournament.spoken import file_error, translated

MOST_KILOBYTES = 600
"""Below the size at which uploads are written to disk."""
MOST_PLAYERS = 400
MOST_ROUNDS = 30
MOST_SECONDS, PLACES_SECONDS = 15, 5
"""How long new rounds are started, and how long of that places are compared; the rest is named."""
clock = time.monotonic


@dataclass(frozen=True, slots=True)
class ReportedRound:
    """A round in words; ``departs`` says what is not as the parameters would give it."""

    number: int
    boards: int
    verdict: Verdict
    word: str
    departs: bool
    contradicts: bool
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """What a page shows of a verified file.

    ``unverified_rounds`` are those for which there was no time. ``headline`` says what the places
    are, empty if none were verified; ``data`` is the whole as JSON, in base64.
    """

    name: str
    players: int
    rounds: tuple[ReportedRound, ...]
    unverified_rounds: tuple[int, ...]
    notes: tuple[str, ...]
    about: tuple[str, ...]
    headline: str
    parameters_known: bool
    place_sentences: tuple[str, ...]
    about_places: tuple[str, ...]
    data: str

    @property
    def optimal(self) -> int:
        """Return how many rounds are optimal."""
        return sum(found.verdict is Verdict.OPTIMAL for found in self.rounds)

    @property
    def changed(self) -> int:
        """Return how many rounds were changed."""
        return sum(found.verdict is Verdict.CHANGED for found in self.rounds)


@dataclass(frozen=True, slots=True)
class RecordReport:
    """What a page shows of a tournament's record; ``data`` is the record as JSON, in base64."""

    name: str
    holds: bool
    sentence: str
    data: str


def report_of(upload: UploadedFile) -> VerificationReport | RecordReport:
    """Return the report on a file. Raises UserError that names line and field."""
    if (upload.size or 0) > MOST_KILOBYTES * 1024:
        raise _too_much(
            _("The file is larger than %(most)d kB.") % {"most": MOST_KILOBYTES},
        )
    began, data = clock(), upload.read()
    try:
        if is_record(data):
            return _of_record(checked_record(data))
        file = verify_file(
            data,
            upload.name or "",
            refuse=_refuse_large,
            in_time=lambda: clock() - began <= PLACES_SECONDS,
        )
    except FormatError as error:
        raise file_error(error) from error
    if not file.rounds:
        raise UserError("no_games", field="file", text=_("There are no games to verify."))
    in_time = takewhile(lambda _number: clock() - began <= MOST_SECONDS, file.rounds)
    return _report(file, list(file.checks(in_time)))


def _of_record(record: CheckedRecord) -> RecordReport:
    return RecordReport(
        name=record.name,
        holds=record.holds,
        sentence=translated(record.sentence),
        data=_in_base64(record.as_json()),
    )


def _in_base64(value: dict[str, object]) -> str:
    return b64encode(json.dumps(value, ensure_ascii=False, indent=1).encode()).decode()


def _refuse_large(players: int, rounds: int) -> None:
    if players > MOST_PLAYERS:
        text = _("The tournament has more than %(most)d players.")
        raise _too_much(text % {"most": MOST_PLAYERS})
    if rounds > MOST_ROUNDS:
        text = _("The tournament has more than %(most)d rounds.")
        raise _too_much(text % {"most": MOST_ROUNDS})


def _too_much(text: str) -> UserError:
    more = _("Verify it on a computer of your own: %(command)s.") % {
        "command": "manage.py verify FILE"
    }
    return UserError("too_much", field="file", text=f"{text} {more}")


def _report(file: VerifiedFile, done: list[VerifiedRound]) -> VerificationReport:
    headline = file.headline
    whole: dict[str, object] = {
        "name": file.event.details.name,
        "format": file.event.source,
        "notes": [str(note) for note in (*file.event.notes, *file.about)],
        "rounds": [found.as_json() for found in done],
        "rounds_left": list(file.rounds[len(done) :]),
        "places": file.places_json(),
    }
    return VerificationReport(
        name=file.event.details.name,
        players=len(file.event.state.players),
        rounds=tuple(_reported(found) for found in done),
        unverified_rounds=file.rounds[len(done) :],
        notes=tuple(map(translated, file.event.notes)),
        about=tuple(map(translated, file.about)),
        headline="" if headline is None else translated(headline),
        parameters_known=file.parameters_known,
        place_sentences=tuple(map(translated, file.place_sentences)),
        about_places=tuple(map(translated, file.about_places)),
        data=_in_base64(whole),
    )


def _reported(found: VerifiedRound) -> ReportedRound:
    return ReportedRound(
        number=found.check.round,
        boards=found.boards,
        verdict=found.check.verdict,
        word=translated(found.word),
        departs=found.departs,
        contradicts=found.contradicts,
        said=tuple(map(translated, found.said)),
    )
