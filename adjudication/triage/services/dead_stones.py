"""Which stones the players call dead, and the count with them."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from adjudication.models import GameRecordFile, Submission
from adjudication.records.models import bytes_of
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.comparing import turned_alike
from adjudication.rules.marks import Marks, marks_of, same_marks
from adjudication.rules.points import parse_point, point_names
from adjudication.rules.record import RecordError
from adjudication.rules.replay import replay_record
from adjudication.rules.sgf import read_record
from adjudication.triage.services.readings import reading_of_record
from adjudication.verdicts.selectors.at_hand import record_on
from adjudication.verdicts.services.claims import Result, claimed_in, result_of
from tournament.errors import UserError
from tournament.models import Game, Reason


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
        ruleset=tournament.ruleset,
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


# --- Whether two reports of a game name the same dead stones ---


def marks_in(dead: Sequence[str] | None, data: bytes | None, *, size: int) -> Marks:
    """Return what is said of dead stones by points such as ``Q16`` and the bytes of a record.

    A record that cannot be read, or of another board, says nothing.
    """
    points = None if dead is None else frozenset(parse_point(name, size) for name in dead)
    if data is not None:
        try:
            record = read_record(data)
        except RecordError:
            return Marks(points)
        if record.size == size:
            return marks_of(record, replay_record(record), points)
    return Marks(points)


def marks_in_report(report: Submission, *, size: int) -> Marks:
    """Return what a report says of dead stones."""
    data = None if report.record is None else bytes_of(report.record)
    return marks_in(report.dead_stones, data, size=size)


def named_in(dead: Sequence[str] | None, data: bytes | None, *, size: int) -> list[str] | None:
    """Return the dead stones that :func:`marks_in` finds, by name; None where nothing is said."""
    found = marks_in(dead, data, size=size).dead
    return None if found is None else point_names(found, size)


def end_differently(game: Game, reports: Iterable[Submission]) -> bool:
    """Return whether the records of reports on a game stop in different positions.

    Then nobody has marked stones on the other one's position, and before anything is counted or
    played on from there it is to be said which of them was on the board. A board may be turned.
    """
    size = game.round.tournament.board_size
    files = {one.record.sha256: one.record for one in reports if one.record is not None}
    if len(files) < 2:
        return False
    read = (record_on(bytes_of(file), size) for file in files.values())
    found = [record for record in read if record is not None]
    if len(found) < 2:
        return False
    first, *others = found
    ends = tuple(replay_record(first).position)
    turned = (turned_alike(first, other) for other in others)
    return any(tuple(replay_record(other).position) != ends for other in turned)


def last_reports(game: Game) -> dict[int, Submission]:
    """Return what each player of a game said last and stands by, by the player's id."""
    reports = game.submissions.standing().select_related("record").order_by("pk")
    return {report.player_id: report for report in reports}


def stones_of_both(game: Game, reports: Mapping[int, Submission]) -> dict[str, list[str] | None]:
    """Return the dead stones that Black and White name, as a question about them shows it.

    None stands for somebody who named nothing.
    """
    size = game.round.tournament.board_size
    named: dict[str, list[str] | None] = {}
    for colour, player_id in (("black", game.black_id), ("white", game.white_id)):
        report = reports.get(player_id)
        data = None if report is None or report.record is None else bytes_of(report.record)
        named[colour] = named_in(None if report is None else report.dead_stones, data, size=size)
    return named


def names_other_stones(
    game: Game, report: Submission, dead: list[str] | None, data: bytes | None
) -> bool:
    """Return whether dead stones, sent with a record or without, are not those of a report.

    Only a count has dead stones, and none once no stone is removed any more. Where the report
    names none, those sent have to give the result that it claims.
    """
    if game.stones_stay_since is not None or report.claim_reason != Reason.SCORE:
        return False
    if dead is None and data is None:
        return False
    if dead is not None and dead == report.dead_stones:
        return False
    size = game.round.tournament.board_size
    sent, theirs = marks_in(dead, data, size=size), marks_in_report(report, size=size)
    if sent.dead is None or theirs.dead is not None:
        return not same_marks(sent, theirs, size)
    shown = data if data is not None else report.record and bytes_of(report.record)
    count = count_of(game, shown, sent.dead) if shown else None
    return count is not None and count != claimed_in(report)
