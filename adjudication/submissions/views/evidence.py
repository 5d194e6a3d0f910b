"""What was sent in about a game, and what the replay says about it, ready for a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from adjudication.board.page import (
    NUMBERS,
    BoardPage,
    Marks,
    board_page,
    marks_of,
    named_chains,
    named_points,
    requested_move,
)
from adjudication.cases.selectors.cases import Ground
from adjudication.cases.selectors.record_names import (
    NO_NAMES,
    RecordNames,
    told_apart,
)
from adjudication.cases.selectors.ruled_position import RuledPosition
from adjudication.cases.selectors.rulings import count_of_result
from adjudication.cases.views.ruled_board import ruled_board
from adjudication.cases.views.words import whose_clock
from adjudication.models import SubmissionState
from adjudication.policy.articles import articles_cited
from adjudication.policy.causes import Cause
from adjudication.policy.damage import Reading
from adjudication.policy.decisions import BoardCount
from adjudication.policy.stakes import changes_nothing
from adjudication.rules.adjudicate import adjudicate
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.findings import Code
from adjudication.rules.judgement import COUNTS_OTHERWISE, MARKED, RESULT_LINE, UNMET
from adjudication.rules.marks import NamedStones
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.replay import Replay, replay_record
from adjudication.rules.rulesets import RuleSet, Scoring
from adjudication.rules.scoring.territory import dead_by_marks
from adjudication.rules.sgf import read_record
from adjudication.rules.sgf_notes import read_notes
from adjudication.rules.verdicts import Verdict
from adjudication.submissions.views.false_eyes import FalseEyes, false_eyes
from adjudication.verdicts.selectors.at_hand import file_sent, records_at_hand
from adjudication.verdicts.selectors.chosen import chosen_by_player
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.shown import (
    CHECKED,
    ShownByRecord,
    doubts_about,
    shown_by_records,
)
from adjudication.verdicts.selectors.submissions import (
    SubmissionView,
    public_record,
    records_by_id,
)
from adjudication.verdicts.selectors.verdicts import (
    BY_RULING,
    CONTRADICTED,
    COUNTED,
    DECIDED,
    DOUBTED,
    NOT_CHOSEN,
    NOT_COUNTED,
    NOT_SHOWN,
    OF_TERMS,
    PASSED_OVER,
    SEKI_POSSIBLE,
    FindingView,
    JudgedAgain,
    ReportDetail,
    VerdictView,
    details_of,
)
from adjudication.verdicts.services.claims import Result, result_columns
from adjudication.verdicts.views import (
    Badge,
    own_sentence,
    plain_sentence,
    verdict_badge,
    verdict_sentence,
)
from tournament.games import words
from tournament.games.selectors import SETTLED, GameRow
from tournament.models import Game, GameState, PublicBoards, Reason
from tournament.spoken import translated

MOST_AT_ONCE, MOST_ON_DEMAND = 10, 100
RULED_BOARD: Final = "move-ruled"
"""The query parameter for the move of a ruled record that came with no report."""


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding in words: a sentence, where it happened, and what it rests on.

    ``french`` says that ``article`` is a heading of the French rules, to be quoted as it stands;
    ``meaning`` says what it is about, in the page's language. ``jump`` leads to the move, if there
    is one and a board that shows it.
    """

    text: str
    source: str
    article: str
    french: bool
    meaning: str = ""
    jump: MoveLink | None = None
    uncertain: bool = False
    """Whether it depends on what is said about a damaged place before it."""


@dataclass(frozen=True, slots=True)
class MoveLink:
    """A link from a finding to its move on the board of the same page."""

    board: str
    move: int
    parameter: str


@dataclass(frozen=True, slots=True)
class FindingList:
    """Findings in a number that a page can carry: a record may have thousands.

    ``first`` are shown at once, ``more`` on demand; ``left`` is the number of all but the first.
    """

    first: tuple[FindingLine, ...]
    more: tuple[FindingLine, ...]
    left: int

    @property
    def cut(self) -> bool:
        """Whether there are more findings than are shown even on demand."""
        return self.left > len(self.more)


@dataclass(frozen=True, slots=True)
class SumLine:
    """One term of the count for both players, as somebody would write it down."""

    name: str
    black: str
    white: str


@dataclass(frozen=True, slots=True)
class AgainLine:
    """A later judgement of a record, in words: when, by which engine, and its outcome."""

    at: datetime
    version: str
    outcome: str
    stands: str


@dataclass(frozen=True, slots=True)
class VerdictPanel:
    """A verdict ready for a page.

    ``late`` says that it came after the confirmation and does not simply agree.
    """

    badge: Badge | None
    sentence: str
    decisive: FindingLine | None
    doubts: tuple[FindingLine, ...]
    """Findings that the record may be of another game; they come before all others."""
    other_terms: tuple[FindingLine, ...]
    """Findings that the game was played on other terms."""
    findings: FindingList
    moot: FindingList
    rules: str
    sums: tuple[SumLine, ...]
    late: bool
    again: AgainLine | None = None
    all_stand: str = ""
    """A note that no stone is removed, with the count if the verdict was given before that."""
    read_as: str = ""
    """A sentence on how a damaged record was read; empty if it was read as written."""
    result: str = ""
    """The result that the record counts to, if any."""

    @property
    def told(self) -> tuple[FindingLine, ...]:
        """Return the findings that are shown at once."""
        first = () if self.decisive is None else (self.decisive,)
        return (*first, *self.doubts, *self.other_terms, *self.findings.first)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One report with its verdict and the board of its record.

    ``added`` says that it only brought a record to a result that was already settled;
    ``record_by`` names the sender of the record, if that was the other player. ``stands`` says that
    its claim is the game's own result, which is shown there and not repeated.
    """

    report: SubmissionView
    sentence: str
    who: str
    added: bool
    badge: Badge | None
    panel: VerdictPanel | None
    board: BoardPage | None
    dead: str
    """The stones that the report names as dead, or named before another record was chosen."""
    in_seki: str
    record_by: str
    stands: bool
    removable: bool = False
    """Whether the staff can remove its record, because nobody stands by it."""
    chosen: str = ""
    """Who chose its record as the right one, in words; empty if nobody did."""
    departs: str = ""
    """A note that its record lacks the position that a ruling let the game go on from."""
    record_name: str = ""
    """The name of its record for the reader, if the game has others."""
    in_question: str = ""
    """The apparent false eyes in its count, in words, if they matter to the reader."""
    marked_earlier: bool = False
    """Whether its dead stones were marked only before another record was chosen."""

    @property
    def undone(self) -> bool:
        """Whether its result was settled once and no longer stands."""
        settled = self.report.state == SubmissionState.CONFIRMED
        return settled and not self.stands and self.report.record is not None

    @property
    def mark(self) -> str:
        """Return the part of a page's ids that tells it from others."""
        return str(self.report.id)


@dataclass(frozen=True, slots=True)
class ShownLine:
    """What one record shows of a player's claim about what happened.

    ``who`` sent the record, empty for the staff. ``name`` is its name if there are others;
    ``doubts`` say why it may be of another game; ``place`` is where to look at it.
    """

    who: str
    text: str
    doubts: tuple[str, ...] = ()
    place: ShownPlace | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """The place in a record that a claim is about, in words, and how a board leads there.

    ``of_report`` says that the game's page has that board; the boards of records that came with
    statements are only on the referee's page of the case.
    """

    text: str
    jump: MoveLink
    of_report: bool


def shown_for_claims(
    game: GameRow,
    claims: Sequence[tuple[Cause, Mapping[str, Any]] | None],
    names: RecordNames = NO_NAMES,
) -> list[tuple[ShownLine, ...]]:
    """Return what the records of a game show for each claim, in words; nothing for None.

    The records are read once for all claims, and not at all if no record can show anything.
    ``names`` are the names of the records.
    """
    if not any(claim is not None and claim[0] in CHECKED for claim in claims):
        return [()] * len(claims)
    senders = {game.black.id: game.black.distinct_name, game.white.id: game.white.distinct_name}
    players = Game.objects.select_related("round__tournament", "black", "white")
    held = players.get(pk=game.id)
    records = tuple(records_at_hand(held))
    doubts = {
        id(record): tuple(map(translated, found))
        for record, found in zip(records, doubts_about(held, records), strict=True)
    }

    several = len({record.digest for record in records} - {""}) > 1

    def lines(claim: tuple[Cause, Mapping[str, Any]] | None) -> tuple[ShownLine, ...]:
        if claim is None:
            return ()
        return tuple(
            ShownLine(
                senders.get(one.sent.player_id or 0, ""),
                translated(one.text),
                doubts[id(one.sent)],
                _place(claim[0], one),
                names.of(one.sent.digest) if several else "",
            )
            for one in shown_by_records(held, *claim, records)
        )

    return [lines(claim) for claim in claims]


def _place(cause: Cause, shown: ShownByRecord) -> ShownPlace | None:
    """Return where to look at a record; None for one that is only being sent."""
    sent, at = shown.sent, shown.at
    if at is None or (sent.submission_id is None and sent.statement_id is None):
        return None
    of_report = sent.submission_id is not None
    board = f"board-{sent.submission_id}" if of_report else f"said-{sent.statement_id}"
    parameter = f"move-{sent.submission_id}" if of_report else board
    ends = {
        Cause.COUNT_LOST: _("The position at the end, where the count was lost (move %(number)s)"),
        Cause.EFFECTIVE_MOVE: _("The position at the end (move %(number)s)"),
        Cause.OBJECTION: _("The position at the end (move %(number)s)"),
        Cause.TIME: _("Move %(number)s, where the clock fell by the record"),
        Cause.DISPLACED_STONE: _("Move %(number)s, since when the stone stands there"),
    }
    text = ends.get(cause, _("Move %(number)s on the board"))
    return ShownPlace(text % {"number": at}, MoveLink(board, at, parameter), of_report)


def shown_for_grounds(
    game: GameRow, grounds: Sequence[Ground], names: RecordNames = NO_NAMES
) -> list[tuple[ShownLine, ...]]:
    """Return what the records of a game show for each ground of a case, whoever brought it up.

    Empty for a ground that a record itself brought up. ``names`` are the names of the records.
    """

    def claim(ground: Ground) -> tuple[Cause, Mapping[str, Any]] | None:
        said = ground.finding
        if said is not None and said.code:
            return None
        if ground.cause is Cause.TIME:
            return ground.cause, {"whose": whose_clock(ground, game)}
        if said is None:
            return ground.cause, {}
        return ground.cause, {"move": said.move, "point": said.detail.get("point")}

    return shown_for_claims(game, [claim(ground) for ground in grounds], names)


def evidence_of(
    page: GamePage,
    report: SubmissionView,
    detail: ReportDetail,
    data: bytes | None,
    *,
    colour: str,
    moves: Mapping[str, str],
    tries: bool = False,
    clock: bool = False,
    ruled: RuledPosition | None = None,
    names: RecordNames = NO_NAMES,
    marked: NamedStones | None = None,
) -> Evidence:
    """Return a report ready for the player of ``colour`` (empty for anybody else).

    ``data`` is its record. ``tries`` says that the reader may try out moves from it, ``clock`` that
    it is about a clock. ``ruled`` is the position that an earlier ruling let the game go on from;
    ``names`` are the names of the records, if there are several. ``marked`` is what the report
    marked in an earlier record, from :func:`marked_before`. ``moves`` are the query parameters;
    ``move-<id of the report>`` names the move to show.
    """
    result = Result(report.winner, report.reason, report.margin_half)
    sentence = (
        own_sentence(page.game, colour, result) if colour else plain_sentence(page.game, result)
    )
    board, departs, in_question = None, "", ""
    if report.verdict:
        trying = trying_address(page.game.id, report.id) if tries else ""
        read = None if data is None else ReadRecord.of(data)
        if read is not None:
            departs = departure_text(ruled, report, read.record)
            board = board_of(report, detail, read, moves, trying=trying, clock=clock)
            eyes = false_eyes_in(page.game, page.terms.ruleset, detail, read)
            if eyes is not None and (not colour or eyes.concerns(result)):
                in_question = eyes.text
    return Evidence(
        report=report,
        sentence=sentence,
        who=_who(page, report),
        added=_added(page, report),
        badge=verdict_badge(report.badge),
        panel=panel_of(report.verdict, detail, page, board, data, player=bool(colour))
        if report.verdict
        else None,
        board=board,
        dead=dead_words(detail, marked),
        in_seki=seki_words(detail, marked),
        record_by=_record_by(page, report),
        stands=report.claims_result_of(page.game),
        removable=report.record is not None and report.is_evidence,
        chosen=_chosen(page, report),
        departs=departs,
        record_name="" if report.record is None else names.among_several(report.record.sha256),
        in_question=in_question,
        marked_earlier=marked is not None and detail.dead_stones is None,
    )


def false_eyes_in(
    game: GameRow, ruleset: RuleSet, detail: ReportDetail, read: ReadRecord
) -> FalseEyes | None:
    """Return the false eyes in the count of a report; None if there are none or no such count."""
    record, replay = read.record, read.replay
    if (
        detail.is_other_board_size
        or not detail.computed
        or game.stones_stay
        or detail.moves_in_question
    ):
        return None
    dead, seki = (
        None if names is None else named_chains(names, replay.position, record.size)
        for names in (detail.dead_stones, detail.seki_stones or ())
    )
    return false_eyes(replay, record, game, ruleset, dead=dead, seki=seki or frozenset())


MOST_LOOKED_AT: Final = 5
"""False eyes are looked for in this many counts at once; each record is replayed for it."""


def agrees_in_question(
    waiting: Sequence[tuple[GameRow, SubmissionView]], ruleset: RuleSet
) -> dict[int, str]:
    """Return a sentence for each game whose record agrees only if points in question are counted.

    The keys are game ids. ``waiting`` are the reports, with their games, that wait for the reader's
    answer; only the first few are looked at. Three queries if any of them was counted, else none.
    """
    counted = [
        (game, report, report.record)
        for game, report in waiting
        if report.record is not None
        and report.reason == Reason.SCORE
        and report.badge in (Verdict.CONFIRMED, MARKED)
        and ruleset.scoring.value is Scoring.TERRITORY
    ][:MOST_LOOKED_AT]
    if not counted:
        return {}
    details = details_of([report.id for _game, report, _record in counted])
    records = records_by_id({record.id for _game, _report, record in counted})
    found = {}
    for game, report, record in counted:
        read = ReadRecord.of(records[record.id])
        eyes = None if read is None else false_eyes_in(game, ruleset, details[report.id], read)
        if eyes is not None and eyes.concerns(
            Result(report.winner, report.reason, report.margin_half)
        ):
            found[game.id] = eyes.text
    return found


def card_names(cards: Sequence[Evidence]) -> tuple[str, ...]:
    """Return the labels for choosing which of several reports to show, all different.

    A label names the record; if another of the reports has the same record, also whose report it
    is.
    """
    plain = [
        one.record_name or (one.who if one.chosen else one.record_by or one.who) for one in cards
    ]
    titles = zip(titles_of(cards), plain, strict=True)
    names = [title or name for title, name in titles]
    told = told_apart(names, [one.report.sent.created_at for one in cards])
    return tuple(name if isinstance(name, str) else translated(name) for name in told)


def titles_of(cards: Sequence[Evidence]) -> tuple[str, ...]:
    """Return the names of reports' records, with who reports what if another has the same record.

    Empty if there is only one record, in one report.
    """
    often = Counter(one.report.record.sha256 for one in cards if one.report.record is not None)
    text = _("%(record)s: what %(name)s reports")
    return tuple(
        text % {"record": one.record_name or pgettext("of a game", "The record"), "name": one.who}
        if one.report.record is not None and often[one.report.record.sha256] > 1
        else one.record_name
        for one in cards
    )


def departure_text(ruled: RuledPosition | None, report: SubmissionView, record: GameRecord) -> str:
    """Return that the record of a report lacks a ruled position, if it was sent after the ruling.

    A report that the ruling replaced was sent before it.
    """
    if ruled is None or report.ruled or not report.counts:
        return ""
    departs = ruled.departs(record)
    return "" if departs is None else translated(departs)


def _chosen(page: GamePage, report: SubmissionView) -> str:
    """Return who chose a report's record; empty if nobody did. One query if somebody did."""
    if not report.chosen:
        return ""
    number = page.game.number_of(report.player_id)
    if chosen_by_player(page.terms.id, page.game.round_number, number):
        return _("chosen as the right one by %(name)s") % {"name": report.player_name}
    return _("chosen as the right one by a referee")


def _who(page: GamePage, report: SubmissionView) -> str:
    """Return who reported; for a record kept beside the result or brought, who sent that."""
    if not report.imported:
        return report.player_name
    game = page.game
    senders = {game.black.id: game.black.distinct_name, game.white.id: game.white.distinct_name}
    return senders.get(report.record.sent_by or 0, _("the staff")) if report.record else ""


def _added(page: GamePage, report: SubmissionView) -> bool:
    """Whether a report only adds a record to what had been said before."""
    if report.record is None or report.imported:
        return report.record is not None
    if report.state == SubmissionState.CONFIRMED:
        return report.added_to(page.game)
    return any(
        answered.answered_at is not None and answered.answered_at < report.sent.created_at
        for answered in page.standing_reports
    )


def _record_by(page: GamePage, report: SubmissionView) -> str:
    """Return who sent the record of a report, if that is not the player who reported."""
    sent_by = None if report.record is None else report.record.sent_by
    if report.chosen and sent_by is None:
        return _("the staff")
    other = page.game.white if report.player_id == page.game.black.id else page.game.black
    return other.name if sent_by == other.id else ""


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record that was read and replayed once, for everything a page shows of it."""

    data: bytes
    record: GameRecord
    replay: Replay

    @classmethod
    def of(cls, data: bytes) -> ReadRecord | None:
        """Return a record from its bytes; None if it cannot be read."""
        try:
            record = read_record(data)
        except RecordError:
            return None
        return cls(data, record, replay_record(record))


def board_of(
    report: SubmissionView,
    detail: ReportDetail,
    read: ReadRecord,
    moves: Mapping[str, str],
    *,
    trying: str = "",
    clock: bool = False,
) -> BoardPage | None:
    """Return the board of a report's record at the move asked for, or else at the decisive move.

    ``trying`` is the address for trying out moves from it. For a matter of the ``clock``, it starts
    at the move where the clock fell according to the record.
    """
    if report.verdict is None:
        return None
    record, replay = read.record, read.replay
    dead, seki = None, frozenset[int]()
    if detail.dead_stones is not None and not detail.nothing_removed:
        dead = named_points(detail.dead_stones, record.size)
        seki = named_chains(detail.seki_stones or (), replay.position, record.size)
    marks = marks_of(record, replay.position, dead, detail.computed)
    notes: dict[int, str] = {}
    for finding in detail.findings:
        if len(notes) == MOST_ON_DEMAND:
            break
        if finding.move is not None and (finding.asks or finding.code.startswith("illegal.")):
            # The decisive finding is already told beside the board.
            notes.setdefault(finding.move, "" if finding is detail.decisive else _message(finding))
    move = _asked(report, moves)
    if move is None and clock:
        fell = (finding.move for finding in detail.findings if finding.code == Code.CLOCK_FELL)
        move = next(fell, None)
    if move is None:
        move = report.verdict.decisive_move
    return board_page(
        replay,
        move=move,
        marks=Marks(marks.dead, marks.territory, notes, seki),
        name=f"board-{report.id}",
        parameter=move_parameter(report),
        numbers=NUMBERS in moves,
        trying=trying,
        notes=read_notes(read.data),
    )


@dataclass(frozen=True, slots=True)
class PublicRecord:
    """The record of a settled game as everybody may see it, and its count.

    ``ruled`` is the count of the ruling that gave the result, if it is of this record. There is no
    ``report`` if the record came only with a statement.
    """

    report: SubmissionView | None
    data: bytes
    record: GameRecord
    computed: Mapping[str, Any]
    ruled: BoardCount | None = None

    @property
    def parameter(self) -> str:
        """Return the query parameter for the move to show."""
        return RULED_BOARD if self.report is None else move_parameter(self.report)

    @property
    def file(self) -> str:
        """Return the digest of its bytes."""
        if self.report is not None and self.report.record is not None:
            return self.report.record.sha256
        return "" if self.ruled is None else self.ruled.record

    @property
    def confirmed(self) -> bool:
        """Whether both players confirmed the report that it came with."""
        return self.report is not None and self.report.confirmed


def public_record_of(page: GamePage) -> PublicRecord | None:
    """Return the record of a settled game for everybody, or None if there is none to show.

    A record that a ruling counted comes first, even one that came only with a statement; if it
    counted none, then one that comes to its result, even if another had been chosen instead. Then
    comes that of the report that both confirmed for the result that stands. A result that both
    confirmed is never shown with the record of a report that was rejected for it. The tournament
    decides whether records are shown, and from when on in a running round.
    """
    if page.game.state not in SETTLED or page.public_boards == PublicBoards.NONE:
        return None
    if page.shown_from is not None and timezone.now() < page.shown_from:
        return None
    agreed = page.game.state == GameState.CONFIRMED
    is_ruled = page.game.state == GameState.RULED
    ruled = count_of_result(page.game) if is_ruled else None
    comes_to = _counted_to_ruling(page) if is_ruled else frozenset()
    after_all = () if ruled is not None and ruled.record else _right_after_all(page, comes_to)
    shown = [
        report
        for report in (*page.standing_reports, *after_all)
        if report.record
        and report.outcome != Verdict.UNREADABLE
        and not report.accuses_late
        and (not agreed or report.confirmed or report.claims_result_of(page.game))
    ]
    if not is_ruled and any(report.ruled for report in shown):
        ruled = count_of_result(page.game)
    counted = "" if ruled is None else ruled.record
    if counted and not any(_is_of(report, counted) for report in shown):
        sent = file_sent(page.game.id, counted)
        if sent is not None:
            return PublicRecord(None, *sent, {}, ruled)

    def order(report: SubmissionView) -> tuple[bool, bool, bool, bool, int]:
        stands, ruling = report.claims_result_of(page.game), report.id in comes_to
        return not _is_of(report, counted), not ruling, not stands, not report.confirmed, report.id

    for report in sorted(shown, key=order):
        found = public_record(report.id)
        if found is None:
            continue
        data, computed = found
        try:
            record = read_record(data)
        except RecordError:
            continue
        if record.size == page.terms.board_size:
            return PublicRecord(
                report, data, record, computed, ruled if _is_of(report, counted) else None
            )
    return None


def right_after_all(page: GamePage) -> tuple[SubmissionView, ...]:
    """Return the reports whose records a ruling comes to, although others were chosen instead.

    Empty if the ruling counted a board. An earlier record of a player who has sent another one that
    comes to the result, too, is not among them.
    """
    if page.game.state != GameState.RULED or all(one.counts for one in page.compared_reports):
        return ()
    counted = count_of_result(page.game)
    if counted is not None and counted.record:
        return ()
    return _right_after_all(page, _counted_to_ruling(page))


def _right_after_all(page: GamePage, comes_to: frozenset[int]) -> tuple[SubmissionView, ...]:
    """Return those of :func:`right_after_all`, given which reports come to the ruling."""
    sent_again = {
        earlier.id
        for report in page.standing_reports
        for earlier in report.before
        if report.id in comes_to and _sender(earlier) == _sender(report)
    }
    return tuple(
        one for one in page.compared_reports if not one.counts and one.id in comes_to - sent_again
    )


def _sender(report: SubmissionView) -> int | None:
    return None if report.record is None else report.record.sent_by


def _counted_to_ruling(page: GamePage) -> frozenset[int]:
    """Return the reports whose records were counted to the result of a ruled game."""
    details = details_of([one.id for one in page.compared_reports if one.verdict])
    return frozenset(key for key, one in details.items() if _counts_to_result(one, page.game))


def _counts_to_result(detail: ReportDetail, game: GameRow) -> bool:
    """Whether a record was counted to the result that a game has."""
    stands = Result(game.winner, game.reason, game.margin_half)
    return detail.counted_claim is not None and result_columns(detail.counted_claim) == stands


def _is_of(report: SubmissionView, digest: str) -> bool:
    return report.record is not None and report.record.sha256 == digest


def public_board(page: GamePage, found: PublicRecord, moves: Mapping[str, str]) -> BoardPage:
    """Return the board of a settled game for everybody.

    The replay's findings and what each person said stay with the players and the staff, and so do
    the record's own comments unless the tournament allows them. The count is shown if a ruling gave
    the result by it, or if both confirmed the report it belongs to.
    """
    record, computed = found.record, found.computed
    replay = replay_record(record)
    notes = read_notes(found.data)
    marks = Marks()
    if found.ruled is not None:
        marks = ruled_board(found.ruled, replay, record, page.game, page.terms.ruleset).marks
    elif found.confirmed and computed.get("black_territory") is not None:
        counted = marks_of(record, replay.position, frozenset(), computed)
        owned = [
            {point for point, colour in counted.territory.items() if colour == one}
            for one in (BLACK, WHITE)
        ]
        dead = dead_by_marks(replay.position, *owned)
        marks = Marks(dead=dead, territory=counted.territory)
    return board_page(
        replay,
        move=requested_move(moves, found.parameter, "move"),
        marks=marks,
        name=found.parameter.replace("move", "board"),
        parameter=found.parameter,
        numbers=NUMBERS in moves,
        trying="" if found.report is None else trying_address(page.game.id, found.report.id),
        notes=notes if page.public_boards == PublicBoards.ALL else notes.clocks_only,
    )


def trying_address(game_id: int, report_id: int) -> str:
    """Return the address for trying out moves from the record of a report."""
    return reverse("adjudication:try", args=[game_id, report_id])


def move_parameter(report: SubmissionView) -> str:
    """Return the query parameter for the move at which a report's board stands."""
    return f"move-{report.id}"


def _asked(report: SubmissionView, moves: Mapping[str, str]) -> int | None:
    """Return the move that the address asks for, or None."""
    return requested_move(moves, move_parameter(report), "move")


def panel_of(
    verdict: VerdictView,
    detail: ReportDetail,
    page: GamePage,
    board: BoardPage | None,
    data: bytes | None,
    *,
    player: bool = False,
) -> VerdictPanel:
    """Return a verdict ready for a page.

    With a ``board`` the findings link to their moves; ``data`` is the record. ``player`` says that
    the reader is a player of the game.
    """
    game = page.game
    rules = words.rules_title(verdict.rules) if verdict.rules else ""
    # Once a ruling counted, or did without a count, what decided the verdict decides nothing.
    decisive = None if verdict.instead in (COUNTED, DECIDED, NOT_COUNTED) else detail.decisive
    doubts = tuple(finding for finding in detail.doubts if finding is not decisive)
    terms = _of_terms(verdict, detail)
    others = [
        finding
        for finding in detail.findings
        if finding is not decisive
        and finding not in doubts
        and finding not in terms
        and not (game.state == GameState.RULED and finding.code == Code.NEEDS_DEAD_STONES)
    ]
    told, again_at = _first_of_equal([*([decisive] if decisive else []), *others])
    others = [finding for finding in told if finding is not decisive]

    def line(finding: FindingView) -> FindingLine:
        # The panel names its rules once.
        read = finding.for_players if player else finding
        shown = finding_line(read, verdict.rules, board, named=False)
        moves = again_at.get(id(finding), ())
        return replace(shown, text=f"{shown.text} {_recurring(moves)}") if moves else shown

    def listed(moot: bool, at_once: int) -> FindingList:
        wanted = [finding for finding in others if finding.moot == moot]
        told = wanted[: at_once + MOST_ON_DEMAND]
        lines = [line(finding) for finding in told]
        return FindingList(
            tuple(lines[:at_once]), tuple(lines[at_once:]), max(0, len(wanted) - at_once)
        )

    # A record of another board may have a count, but not for this game.
    computed = {} if detail.is_other_board_size else detail.computed
    result = computed.get("result") or ""
    counted = words.core_result(result) if result else ""
    # If the count depends on a possible seki, the finding tells both results.
    open_yet = decisive is not None and decisive.code == SEKI_POSSIBLE
    sentence = _sentence(verdict, "" if open_yet else counted)
    if comes_to_the_ruling(verdict, detail, game):
        sentence = ruled_as_counted()
    ruled = game.state == GameState.RULED  # by then its player may have lost because of it
    if decisive is not None and not ruled and changes_nothing(decisive.as_stored, [game.winner]):
        sentence += " " + _("It changes nothing: whoever played it has lost anyhow.")
    return VerdictPanel(
        badge=verdict_badge(verdict.badge),
        sentence=sentence,
        result=counted,
        decisive=line(decisive) if decisive else None,
        doubts=tuple(line(finding) for finding in doubts),
        other_terms=tuple(line(finding) for finding in terms),
        findings=listed(moot=False, at_once=MOST_AT_ONCE),
        moot=listed(moot=True, at_once=0),
        rules=rules,
        sums=sum_lines(computed),
        late=game.state == GameState.CONFIRMED
        and verdict.verdict != Verdict.CONFIRMED
        and game.confirmed_at is not None
        and verdict.created_at > game.confirmed_at,
        again=_again_line(detail.again, game) if detail.again else None,
        all_stand=all_stones_stand_text(page, detail, data),
        read_as=reading_sentences(detail.read_as),
    )


def comes_to_the_ruling(verdict: VerdictView, detail: ReportDetail, game: GameRow) -> bool:
    """Whether a ruling decided a game with the result that a record was counted to.

    Another record may have been chosen instead before.
    """
    if game.state != GameState.RULED:
        return False
    told = verdict.verdict_for_sentence
    return told in (DECIDED, NOT_CHOSEN) and _counts_to_result(detail, game)


def ruled_as_counted() -> str:
    """Return the sentence for a record for which :func:`comes_to_the_ruling` holds."""
    return _(
        "The ruling decided the game. The record, counted as it is marked, comes to the same "
        "result."
    )


def _of_terms(verdict: VerdictView, detail: ReportDetail) -> tuple[FindingView, ...]:
    """Return the terms of a game that are not the tournament's; komi only along with others."""
    codes = {finding.code for finding in detail.findings}
    if verdict.instead != UNMET and Code.TERMS_DIFFER not in codes:
        return ()
    return tuple(finding for finding in detail.findings if finding.code in OF_TERMS)


def _first_of_equal(
    findings: Iterable[FindingView],
) -> tuple[list[FindingView], dict[int, list[int]]]:
    """Return findings, with one for all similar recurrences of a cycle, and the other moves.

    The moves are those of the recurrences left out, by the ``id()`` of the finding that stands for
    them.
    """
    shown: list[FindingView] = []
    alike: dict[object, FindingView] = {}
    moves: dict[int, list[int]] = {}
    for finding in findings:
        if finding.code.startswith("cycle.") and finding.move is not None:
            detail = (finding.detail.get(name) for name in ("length", "prisoners", "kind"))
            first = alike.setdefault((finding.code, finding.moot, *detail), finding)
            if first is not finding:
                moves.setdefault(id(first), []).append(finding.move)
                continue
        shown.append(finding)
    return shown, moves


def _recurring(moves: Sequence[int]) -> str:
    told = [str(move) for move in moves[:MOST_AT_ONCE]]
    if len(moves) > MOST_AT_ONCE:
        told.append("…")
    text = ngettext(
        "The same comes back %(count)s more time: at move %(moves)s.",
        "The same comes back %(count)s more times: at moves %(moves)s.",
        len(moves),
    )
    return text % {"count": len(moves), "moves": ", ".join(told)}


def _sentence(verdict: VerdictView, counted: str) -> str:
    """Return what a verdict means, with the result that was ``counted``, if any."""
    no_count = (*NOT_SHOWN, *BY_RULING)
    if verdict.verdict_for_sentence in no_count and verdict.verdict_for_sentence not in (
        COUNTS_OTHERWISE,
        *PASSED_OVER,
    ):
        return verdict_sentence(verdict.verdict_for_sentence)
    if verdict.badge == DOUBTED and counted:
        return _("Counted %(result)s, as reported; but the record may be of another game.") % {
            "result": counted
        }
    if verdict.badge == CONTRADICTED and counted:
        return _(
            "Counted %(result)s, as reported; but another record of the game tells other moves."
        ) % {"result": counted}
    if verdict.badge == RESULT_LINE and counted:
        return _(
            "Counted %(result)s, as reported; but the record’s own result line names another "
            "result."
        ) % {"result": counted}
    if verdict.badge == Verdict.CONFIRMED and counted:
        return _("Counted %(result)s, as reported: the record agrees.") % {"result": counted}
    if verdict.badge == MARKED and counted:
        return _(
            "Counted %(result)s, as reported, with the dead stones as the report names them. The "
            "opponent has not confirmed that."
        ) % {"result": counted}
    sentence = verdict_sentence(verdict.verdict_for_sentence)
    if not counted:
        return sentence
    told = _("Counted: %(result)s.") % {"result": counted}
    return f"{sentence} {told}"


def _again_line(again: JudgedAgain, game: GameRow) -> AgainLine:
    badge, result = verdict_badge(again.after), ""
    if again.result_after not in ("", again.result_before):
        result = words.core_result(again.result_after)
    if not again.changed:
        outcome = _("The outcome is the same.")
    elif again.after != again.before:
        word = badge.word if badge else again.after
        outcome = _("The verdict is different: %(word)s.") % {"word": word}
    else:
        outcome = _("The verdict is the same, but not everything that was found.")
    if result:
        counted = _("Counted: %(result)s.") % {"result": result}
        outcome = f"{outcome} {counted}"
    if game.state in SETTLED:
        stands = _("The result of the game stands as it is.")
    elif again.changed:
        stands = _("The verdict above stays; what is new goes to the players or to a referee.")
    else:
        stands = ""
    return AgainLine(again.at, again.engine_version, outcome, stands)


def _message(finding: FindingView) -> str:
    return translated(finding.message) if finding.message else finding.code


def finding_line(
    finding: FindingView, rules_key: str, board: BoardPage | None = None, *, named: bool = True
) -> FindingLine:
    """Return a finding under a rule set in words; the rules are ``named`` with it.

    With a ``board`` it links to the move.
    """
    parts = []
    jump = None
    if finding.move is not None and board is not None and finding.move <= board.moves:
        jump = MoveLink(board.id, finding.move, board.parameter)
    elif finding.move is not None:
        parts.append(_("move %(number)s") % {"number": finding.move})
    if finding.point:
        parts.append(finding.point)
    if rules_key and named:
        parts.append(words.rules_title(rules_key))
    return FindingLine(
        text=_message(finding),
        source=" · ".join(parts),
        article=finding.article,
        french=rules_key in words.FRENCH_TEXTS,
        meaning=_meaning(rules_key, finding.article),
        jump=jump,
        uncertain=finding.uncertain and not finding.asks,
    )


def _meaning(rules_key: str, heading: str) -> str:
    """Return what a heading of the French rules is about, in the page's language.

    Empty if the heading says that itself, or if it has several clauses, whose titles are given with
    them.
    """
    if rules_key not in words.FRENCH_TEXTS or not heading:
        return ""
    found = articles_cited(rules_key, heading)
    title = translated(found[0].title) if len(found) == 1 else ""
    return "" if title.casefold() == heading.casefold() else title


def sum_lines(computed: Mapping[str, Any]) -> tuple[SumLine, ...]:
    """Return the count term by term, without the terms that are zero for both."""
    black: Mapping[str, Any] = computed.get("black_sum") or {}
    white: Mapping[str, Any] = computed.get("white_sum") or {}
    if not black and not white:
        return ()
    names = (
        ("stones", _("Stones on the board")),
        ("territory", _("Territory")),
        ("prisoners", _("Prisoners (dead stones included)")),
        ("komi", _("Komi")),
        ("compensation", _("Handicap compensation")),
    )
    lines = [
        SumLine(name, words.points(black.get(key) or 0), words.points(white.get(key) or 0))
        for key, name in names
        if black.get(key) or white.get(key)
    ]
    totals = (computed.get("black") or 0, computed.get("white") or 0)
    lines.append(SumLine(_("Total"), words.points(totals[0]), words.points(totals[1])))
    return tuple(lines)


# --- How a record was read and counted, in words, if not as written ---


_MOST_NAMED = 10
"""The most moves that a sentence names."""


def all_stones_stand_text(page: GamePage, detail: ReportDetail, data: bytes | None) -> str:
    """Return that no stone is removed any more; empty if that is not so.

    ``data`` is the record of a report: if its verdict was given before that was known, its present
    count is added.
    """
    game = page.game
    if not game.stones_stay:
        return ""
    text = _("Play was resumed over dead stones: all stones that stand are counted.")
    if detail.nothing_removed or data is None:
        return text
    try:
        record = read_record(data)
    except RecordError:
        return text
    counted = adjudicate(
        record,
        ruleset=page.terms.ruleset,
        claim=None,
        komi=game.komi_half / 2,
        handicap=game.handicap,
        nothing_removed=True,
    ).computed
    if counted is None or record.size != page.terms.board_size:
        return text
    again = _(
        "The verdict was given before that was known. Counted that way, the result is %(result)s."
    )
    return f"{text} {again % {'result': words.core_result(counted.result)}}"


def reading_sentences(reading: Reading) -> str:
    """Return sentences on what was said about a record; empty if nothing was."""
    said = []
    for moves, text in (
        (reading.unwritten_passes, _("Read with a pass that was not written, before: %(moves)s.")),
        (reading.played_so, _("Taken as played at the board: %(moves)s.")),
    ):
        if moves:
            named = ", ".join(map(str, moves[:_MOST_NAMED]))
            named += " …" if len(moves) > _MOST_NAMED else ""
            said.append(text % {"moves": _("move %(number)s") % {"number": named}})
    if reading.of_this_game:
        said.append(_("Taken as the record of this game, as the players or a referee say."))
    return " ".join(said)


def dead_words(detail: ReportDetail, before: NamedStones | None = None) -> str:
    """Return the dead stones that a report names; empty if it says nothing about them.

    ``before`` is what it named before another record was chosen, where those stones say nothing.
    """
    dead = detail.named_stones.dead
    if dead is not None:
        return _stones_named(dead)
    return "" if before is None else _named_before(_stones_named(before.dead or ()))


def seki_words(detail: ReportDetail, before: NamedStones | None = None) -> str:
    """Return the stones that a report names as in seki; empty if it names none.

    ``before`` is as for :func:`dead_words`.
    """
    if detail.named_stones.dead is None and before is not None and before.seki:
        return _named_before(", ".join(before.seki))
    return ", ".join(detail.seki_stones or ())


def _stones_named(names: Sequence[str]) -> str:
    return ", ".join(names) or pgettext("dead stones", "none")


def _named_before(stones: str) -> str:
    return _("%(stones)s (marked before another record was chosen)") % {"stones": stones}
