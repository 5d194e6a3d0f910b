"""Counting a record with the dead stones that somebody names."""

from collections.abc import Collection, Sequence

from adjudication.models import GameRecordFile
from adjudication.records.models import bytes_of
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.points import parse_point
from adjudication.rules.presets import get_ruleset
from adjudication.rules.record import RecordError
from adjudication.rules.sgf import read_record
from adjudication.triage.services.readings import reading_of_record
from adjudication.verdicts.services.claims import Result, result_of
from tournament.errors import UserError
from tournament.models import Game


def counted(game: Game, record: GameRecordFile | None, dead: Sequence[str] | None) -> Result | None:
    """Return what a record counts to with these stones dead; None where it cannot be counted."""
    if record is None or dead is None:
        return None
    size = game.round.tournament.board_size
    return count_of(game, bytes_of(record), [parse_point(name, size) for name in dead])


def count_of(game: Game, data: bytes, dead: Collection[int]) -> Result | None:
    """Return what the bytes of a record count to with stones on these points dead, else None."""
    try:
        read = read_record(data)
    except RecordError:
        return None
    tournament = game.round.tournament
    if read.size != tournament.board_size:
        return None
    reading = reading_of_record(game.pk, read)
    report = adjudicate(
        read,
        ruleset=get_ruleset(tournament.rules),
        claim=None,
        dead=dead,
        komi=game.komi_half / 2,
        handicap=game.handicap,
        nothing_removed=game.stones_stay_since is not None,
        unwritten_passes=reading.unwritten_passes,
        played_so=reading.played_so,
    )
    if report.computed is None:
        return None
    try:
        return result_of(report.computed.claim)
    except UserError:
        return None
