"""Whether a record at hand shows a result other than the one that is about to be confirmed."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from adjudication.cases.selectors.record_names import NO_NAMES, RecordNames, record_names
from adjudication.models import GameRecordFile, Submission
from adjudication.records.models import file_bytes
from adjudication.rules.claims import Claim
from adjudication.rules.findings import Code
from adjudication.rules.marks import NamedStones
from adjudication.rules.other_results import OtherResult, other_result
from adjudication.rules.replay import replay_record
from adjudication.triage.services.readings import reading_of_record
from adjudication.verdicts.selectors.at_hand import read_if_size, records_of_statements
from adjudication.verdicts.selectors.pairings import paired_game
from adjudication.verdicts.selectors.verdicts import (
    ReportDetail,
    details_of,
    doubts_of_statements,
)
from adjudication.verdicts.services.claims import Result, claim_of
from adjudication.verdicts.services.likeness import twins_of
from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.common.prepared import prepared
from tournament.games.selectors import game_row
from tournament.models import Game, Winner

REPORTABLE = (Winner.BLACK, Winner.WHITE, Winner.DRAW, Winner.NONE)


def other_results_in_words(
    game_id: int,
    result: Result,
    *,
    confirming: bool,
    reader: int | None = None,
    names: RecordNames | None = None,
) -> tuple[Message, ...]:
    """Return sentences on what the records at hand of a game show instead of a result.

    ``confirming`` addresses the player who is about to confirm the result; ``reader`` is the id of
    the person reading. If there are several records, it is said whose each is, by their ``names``
    if a page has them. The records are those of reports that stand, read afresh, since their
    verdicts may still be missing. A record that may be of another game is mentioned only if it has
    an illegal move by the winner: the players are asked about such a record first.
    """
    told: list[Message] = []
    for one in _read(game_id, result, reader, names):
        if one.shown is not None:
            said = one.shown.comparison_text(
                claim_of(result),
                name=one.name,
                marked_by=one.marked_by,
                own_marks=one.own_marks,
                confirming=confirming,
            )
            told.append(said)
        if one.illegal is not None:
            text = _(
                "The record has an illegal move of the winner (move %(move)s). You are asked about "
                "the record: answer that first."
            )
            told.append(text % {"move": one.illegal})
    return tuple(dict.fromkeys(told))


def contradicted_by_all(game_id: int, result: Result) -> tuple[Message, ...]:
    """Return what every record of a game shows instead of a result that is about to be ruled.

    Empty if there is none, or if one of them, with the dead stones of its report, does not
    contradict the result, or if one that came with a statement in a case of the game does not. If a
    ruling set the reports aside, it is their records that are compared: the ruling may change.
    """
    told = [
        None
        if one.shown is None
        else one.shown.comparison_text(
            claim_of(result), name=one.name, marked_by=one.marked_by, ruling=True
        )
        for one in _read(game_id, result, ruled=True)
    ]
    if not told or not all(told):
        return ()
    (game,) = _game(game_id)
    if _borne_out_in_a_case(game, claim_of(result)):
        return ()
    return tuple(dict.fromkeys(text for text in told if text is not None))


def _borne_out_in_a_case(game: Game, claim: Claim) -> bool:
    """Return whether a record that came with a statement does not contradict a claim.

    A record that was also sent for another game supports nothing.
    """
    said = list(records_of_statements(game))
    doubts = doubts_of_statements(one.statement_id for one in said if one.statement_id is not None)
    tournament = game.round.tournament
    return any(
        other_result(
            one.record,
            claim,
            paired_game(game),
            ruleset=tournament.ruleset,
            nothing_removed=game.stones_stay_since is not None,
            over_the_board=not tournament.internet,
            **reading_of_record(game.pk, one.record).as_json(),
        )
        is None
        for one in said
        if not any(doubt.code == Code.DUPLICATE for doubt in doubts.get(one.statement_id or 0, ()))
    )


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a record shows instead of a result, and what its count rests on.

    ``name`` is the record's name, empty if it is the only one. ``marked_by`` is who marked stones
    as dead, empty if the count removes none because of a report; ``own_marks`` says that it is the
    reader. ``position`` is the final position, empty if there is no other report to compare it with
    or nobody said which stones are dead. ``illegal`` is the number of an illegal move by the winner
    that does not accuse anybody yet.
    """

    name: str | Message
    marked_by: str
    own_marks: bool
    position: tuple[int, ...]
    shown: OtherResult | None
    illegal: int | None


def _read(
    game_id: int,
    result: Result,
    reader: int | None = None,
    names: RecordNames | None = None,
    *,
    ruled: bool = False,
) -> list[_Shown]:
    """Return what each record shows instead of a result.

    ``ruled`` takes the reports that a ruling decided instead of, if no other has a record.

    If the same position gives the result with the dead stones of one report, it is not the record
    that contradicts the result, but whoever marked other stones; so that is left out.
    """
    if result.winner not in REPORTABLE:
        return []
    reports = list(_recorded(game_id)) or (list(_ruled(game_id)) if ruled else [])
    if not reports:
        return []
    (game,) = _game(game_id)
    several = len({file.sha256 for _named, file in map(_sent, reports)}) > 1
    if not several:
        names = NO_NAMES
    elif names is None:
        names = record_names(game_row(game), reader)
    found = list(_found(game, reports, claim_of(result), names, reader))
    agreed = {one.position for one in found if one.shown is None and one.position}
    return [
        one
        for one in found
        if one.shown is None or not one.shown.counted or one.position not in agreed
    ]


@prepared
def _recorded(game_id: int) -> "QuerySet[Submission]":
    sent = Submission.objects.filter(game=game_id, record__isnull=False).shown()
    return sent.select_related("record").order_by("pk")


@prepared
def _ruled(game_id: int) -> "QuerySet[Submission]":
    sent = Submission.objects.filter(
        game=game_id,
        record__isnull=False,
        ruled_at__isnull=False,
        replaced_at=None,
        removed_at=None,
    )
    return sent.select_related("record").order_by("pk")


@prepared
def _game(game_id: int) -> "QuerySet[Game]":
    games = Game.objects.select_related("round__tournament", "black", "white")
    return games.filter(pk=game_id)


def _sent(report: Submission) -> tuple[NamedStones, GameRecordFile]:
    """Return the stones that a report names, and its record."""
    assert report.record is not None
    return report.named_stones, report.record


def _found(
    game: Game,
    reports: list[Submission],
    claim: Claim,
    names: RecordNames,
    reader: int | None,
) -> Iterator[_Shown]:
    """Yield what each record shows instead of a claim, once for each set of marks."""
    tournament = game.round.tournament
    details = details_of(report.pk for report in reports)
    seen: list[tuple[str, NamedStones]] = []
    for report in reports:
        named, file = _sent(report)
        if (file.sha256, named) in seen:
            continue
        seen.append((file.sha256, named))
        record = read_if_size(file_bytes(file), tournament.board_size)
        if record is None or details[report.pk].doubts:
            continue
        reading = reading_of_record(game.pk, record)
        found = other_result(
            record,
            claim,
            paired_game(game),
            ruleset=tournament.ruleset,
            dead=named.dead,
            seki=named.seki,
            nothing_removed=game.stones_stay_since is not None,
            over_the_board=not tournament.internet,
            **reading.as_json(),
        )
        if found is not None and not reading.of_this_game:
            twins = twins_of(game, file_bytes(file))
            if any(twin.doubts for twin in twins):
                continue
        marked = named.dead is not None or record.marked
        yield _Shown(
            names.texts.get(file.sha256, ""),
            _names(game).get(report.player_id or 0, "") if named.dead or named.seki else "",
            reader is not None and report.player_id == reader,
            tuple(replay_record(record).position) if marked and len(reports) > 1 else (),
            found,
            _asked_about(details[report.pk], claim),
        )


def _asked_about(detail: ReportDetail, claim: Claim) -> int | None:
    """Return an illegal move by the winner in a record, if the players are asked about it first.

    A record that may be damaged accuses nobody: the players are asked what was played instead.
    """
    if detail.is_other_board_size or any(found.asks for found in detail.findings):
        return None
    moves = (
        found.move
        for found in detail.findings
        if found.illegal and found.uncertain and found.colour == claim.winner.value
    )
    return next(filter(None, moves), None)


def _names(game: Game) -> dict[int, str]:
    """Return the names of a game's players, by their ids."""
    return {player.pk: player.name for player in (game.black, game.white)}
