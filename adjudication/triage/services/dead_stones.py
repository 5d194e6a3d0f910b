"""Which stones the players call dead or in seki, and the count that this gives."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.base import policy_of
from adjudication.models import GameRecordFile, Submission
from adjudication.policy.causes import Cause
from adjudication.policy.policy import FirstStep
from adjudication.records.models import file_bytes
from adjudication.records.services import clean_points
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.comparing import either_contradicts, turned_to_match
from adjudication.rules.marks import Marks, NamedStones, marks_of, same_marks
from adjudication.rules.points import point_names
from adjudication.rules.record import RecordError
from adjudication.rules.replay import replay_record
from adjudication.rules.rulesets import RuleSet, Scoring
from adjudication.rules.sgf import read_record
from adjudication.triage.services.readings import reading_of_record
from adjudication.verdicts.selectors.at_hand import read_if_size
from adjudication.verdicts.services.claims import Result, claim_of_submission, result_columns
from tournament.errors import UserError
from tournament.models import Game, Reason


def clean_named(game: Game, dead: Iterable[str] | None, seki: Iterable[str] | None) -> NamedStones:
    """Return the stones named as dead and in seki, each once, in reading order.

    Raises UserError (fields ``dead_stones``, ``seki_stones``) for a name that is no point of the
    board, and for stones in seki that are also named dead, come without dead ones, or are not
    possible (:func:`refuse_seki`).
    """
    tournament = game.round.tournament
    size = tournament.board_size
    lost = clean_points(dead, field="dead_stones", size=size)
    shared = clean_points(seki, field="seki_stones", size=size)
    if shared:
        refuse_seki(tournament.ruleset, field="seki_stones")
    elif tournament.ruleset.scoring.value is Scoring.AREA:
        shared = None
    if lost is None and shared is not None:
        raise UserError(
            "seki_stones",
            field="seki_stones",
            text=_("Name the dead stones as well: an empty list says that none are dead."),
        )
    both = sorted({*(lost or ())} & {*(shared or ())})
    if both:
        raise UserError(
            "seki_stones",
            field="seki_stones",
            text=_("%(point)s cannot be both dead and in seki.") % {"point": both[0]},
        )
    return NamedStones(lost, shared)


def refuse_seki(ruleset: RuleSet, *, field: str) -> None:
    """Refuse a seki under area scoring, where stones in seki count like all living stones."""
    if ruleset.scoring.value is Scoring.AREA:
        raise UserError(
            "seki",
            field=field,
            text=_("Where areas are counted, stones in seki are alive: say that they are."),
        )


def counted_result(game: Game, record: GameRecordFile | None, named: NamedStones) -> Result | None:
    """Return what a record counts to with the stones named; None if it cannot be counted."""
    if record is None:
        return None
    return count_of(game, file_bytes(record), named.as_points(game.round.tournament.board_size))


def count_of(game: Game, data: bytes, marks: Marks) -> Result | None:
    """Return what a record's bytes count to with these marks; None without marks or a count."""
    if marks.dead is None:
        return None
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
        dead=marks.dead,
        seki=marks.seki or (),
        komi=game.komi_half / 2,
        handicap=game.handicap,
        nothing_removed=game.stones_stay_since is not None,
        unwritten_passes=reading.unwritten_passes,
        played_so=reading.played_so,
    )
    if report.computed is None:
        return None
    try:
        return result_columns(report.computed.claim)
    except UserError:
        return None


# --- Whether two reports of a game name the same stones ---


def marks_in(named: NamedStones, data: bytes | None, *, size: int) -> Marks:
    """Return the marks that are given by names of stones and by the bytes of a record.

    A record that cannot be read, or has a board of another size, adds nothing.
    """
    said = named.as_points(size)
    if data is not None:
        try:
            record = read_record(data)
        except RecordError:
            return said
        if record.size == size:
            return marks_of(record, replay_record(record), said)
    return said


def marks_in_report(report: Submission, *, size: int) -> Marks:
    """Return the marks of a report."""
    data = None if report.record is None else file_bytes(report.record)
    return marks_in(report.named_stones, data, size=size)


SEKI: Final = {"black": "black_seki", "white": "white_seki"}
"""The keys under which a question has the stones that Black and White call in seki."""


def marks_for_question(by_colour: Mapping[str, Marks], size: int) -> dict[str, list[str] | None]:
    """Return marks in the form a question has them: dead stones by colour, and those in seki."""
    told: dict[str, list[str] | None] = {}
    for colour, said in by_colour.items():
        told[colour] = None if said.dead is None else point_names(said.dead, size)
        if said.seki:
            told[SEKI[colour]] = point_names(said.seki, size)
    return told


def named_in_question(data: Mapping[str, Any], colour: str) -> NamedStones:
    """Return the stones that a player names in a question (:func:`marks_for_question`)."""
    return NamedStones(data.get(colour), data.get(SEKI[colour]))


def end_differently(game: Game, reports: Iterable[Submission]) -> bool:
    """Return whether the records of reports on a game stop in different positions.

    If so, nobody has marked stones on the other one's position, and before the game is counted or
    resumed it must be said which position was on the board. A rotated copy counts as the same.
    """
    files = {one.record.sha256: one.record for one in reports if one.record is not None}
    if len(files) < 2:
        return False
    return ends_differ(map(file_bytes, files.values()), size=game.round.tournament.board_size)


def ends_differ(records: Iterable[bytes], *, size: int) -> bool:
    """Return the same for the bytes of records; those that cannot be read are ignored."""
    found = [record for data in records if (record := read_if_size(data, size)) is not None]
    if len(found) < 2:
        return False
    first, *others = found
    ends = tuple(replay_record(first).position)
    turned = (turned_to_match(first, other) for other in others)
    return any(tuple(replay_record(other).position) != ends for other in turned)


def moves_differ(game: Game, report: Submission, data: bytes | None) -> bool:
    """Return whether a record shows other moves of a game than that of a report."""
    if data is None or report.record is None:
        return False
    size = game.round.tournament.board_size
    theirs, sent = read_if_size(file_bytes(report.record), size), read_if_size(data, size)
    return theirs is not None and sent is not None and either_contradicts(theirs, sent)


def both_are_asked(game: Game, records: Collection[bytes]) -> bool:
    """Return whether both players are asked first if they do not agree on dead stones.

    ``records`` are those of their two reports. Nobody is asked if there are none, if they stop in
    different positions, once no stone is removed any more, or if the tournament leaves it to the
    referee.
    """
    tournament = game.round.tournament
    return (
        bool(records)
        and game.stones_stay_since is None
        and policy_of(tournament).step(Cause.DEAD_STONES) is FirstStep.ASK
        and not ends_differ(set(records), size=tournament.board_size)
    )


def last_reports(game: Game) -> dict[int, Submission]:
    """Return each player's last report on a game that still stands, by the player's id."""
    reports = game.submissions.standing().select_related("record").order_by("pk")
    return {report.player_id: report for report in reports}


def stones_of_both(game: Game, reports: Mapping[int, Submission]) -> dict[str, list[str] | None]:
    """Return the stones that Black and White name, in the form a question has them.

    None stands for a player who named nothing.
    """
    size = game.round.tournament.board_size
    named = {}
    for colour, player_id in (("black", game.black_id), ("white", game.white_id)):
        report = reports.get(player_id)
        named[colour] = Marks(None) if report is None else marks_in_report(report, size=size)
    return marks_for_question(named, size)


def names_other_stones(
    game: Game, report: Submission, named: NamedStones, data: bytes | None
) -> bool:
    """Return whether stones named with or without a record differ from those of a report.

    Only a count has dead stones, and not once no stone is removed any more. If the report names
    none, those named now must give the result it claims.
    """
    if game.stones_stay_since is not None or report.claim_reason != Reason.SCORE:
        return False
    if named.dead is None and data is None:
        return False
    if named.dead is not None and named == report.named_stones:
        return False
    size = game.round.tournament.board_size
    sent, theirs = marks_in(named, data, size=size), marks_in_report(report, size=size)
    if sent.dead is None or theirs.dead is not None:
        return not same_marks(sent, theirs, size)
    shown = data if data is not None else report.record and file_bytes(report.record)
    count = count_of(game, shown, sent) if shown else None
    return count is not None and count != claim_of_submission(report)
