"""The evidence of a case: what the replay found, apart from what people say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from adjudication.board.page import NUMBERS, BoardPage, Marks, board_page, requested_move
from adjudication.cases.selectors.cases import CasePage, Ground, with_evidence
from adjudication.cases.selectors.record_names import NO_NAMES, RecordNames, names_in_case
from adjudication.cases.selectors.referees import games_at
from adjudication.cases.selectors.ruled_position import (
    RuledPosition,
    reported_after_ruling,
    ruled_position,
)
from adjudication.cases.selectors.rulings import RulingView
from adjudication.cases.selectors.statements import StatementView
from adjudication.cases.views import words as case_words
from adjudication.cases.views.articles import ArticleText, cited_articles
from adjudication.inquiries.views.stones_said import StonesSaid, stones_said
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.policy.policy import EventPolicy
from adjudication.policy.questions import questions_of, subject_for
from adjudication.referee.views.counted_board import CountedBoard, counted_board
from adjudication.referee.views.repeated_records import Repeated, Sent, repeated_records
from adjudication.referee.views.resumed import ResumedBoard, resumed_boards
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.replay import Replay, replay_record
from adjudication.rules.sgf import read_record
from adjudication.submissions.views.evidence import (
    Evidence,
    FindingLine,
    ShownLine,
    VerdictPanel,
    comes_to_the_ruling,
    dead_words,
    departure_text,
    evidence_of,
    finding_line,
    panel_of,
    ruled_as_counted,
    seki_words,
    shown_for_grounds,
)
from adjudication.submissions.views.several_records import (
    SeveralRecords,
    counts_of,
    several_records,
)
from adjudication.triage.selectors import InquiryView, inquiries_of
from adjudication.verdicts.selectors.at_hand import read_if_size
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import (
    SubmissionView,
    answered_otherwise,
    marked_before,
    records_by_id,
)
from adjudication.verdicts.selectors.verdicts import COUNTED, DECIDED, FindingView
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import Badge, plain_sentence, verdict_sentence
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.spoken import translated

REPETITIONS = ("cycle.", "illegal.superko", "illegal.ko")
"""The prefixes of the codes of findings about a position that came back."""


def earlier_board(
    report: SubmissionView,
    data: bytes | None,
    finding: FindingView | None,
    moves: Mapping[str, str],
) -> BoardPage | None:
    """Return the board of a report at the position that, by its finding, came back later, or None.

    ``data`` is the report's record.
    """
    if finding is None or finding.move is None or not finding.code.startswith(REPETITIONS):
        return None
    replay = _replay(data)
    if replay is None:
        return None
    first = next(
        (recurrence.first for recurrence in replay.recurrences if recurrence.move == finding.move),
        None,
    )
    if first is None:
        return None
    return _board(replay, f"earlier-{report.id}", moves, first)


def statement_board(
    said: StatementView, records: Mapping[int, bytes], moves: Mapping[str, str]
) -> BoardPage | None:
    """Return the final board of the record that came with a statement; None if there is none."""
    replay = _replay(records.get(said.record.id) if said.record else None)
    return None if replay is None else _board(replay, f"said-{said.id}", moves, None)


def _replay(data: bytes | None) -> Replay | None:
    if data is None:
        return None
    try:
        record: GameRecord = read_record(data)
    except RecordError:
        return None
    return replay_record(record)


def _board(replay: Replay, name: str, moves: Mapping[str, str], move: int | None) -> BoardPage:
    asked = requested_move(moves, name)
    return board_page(
        replay,
        move=move if asked is None else asked,
        marks=Marks(),
        name=name,
        parameter=name,
        numbers=NUMBERS in moves,
    )


@dataclass(frozen=True, slots=True)
class GroundLine:
    """One of the grounds that gave rise to the case, in words."""

    title: str
    at: datetime
    by: str
    """The player whose word it is; empty if it is nobody's."""
    note: str
    finding: FindingLine | None
    other: GameRow | None = None
    """Another game that the finding names, because the same record was sent for it."""
    result: str = ""
    """The result of that game."""
    label: str = ""
    """A note on a ground that is only a claim."""
    shown: tuple[ShownLine, ...] = ()
    """What the records show of it, if a player brought it up."""


@dataclass(frozen=True, slots=True)
class RecordFindings:
    """What the replay of one record found; ``earlier`` is the position that came back.

    ``title`` is the name of the record, or who sent it. A file that came with several reports is
    shown once; ``also`` has the evidence of its other reports.
    """

    evidence: Evidence
    earlier: BoardPage | None
    first: int | None
    title: str = ""
    also: tuple[OtherReport, ...] = ()
    repeated: tuple[Repeated, ...] = ()
    """The statements that it came with as well."""

    @property
    def all(self) -> tuple[Evidence, ...]:
        """Return the evidence of every report that the record came with."""
        return (self.evidence, *(one.evidence for one in self.also))


@dataclass(frozen=True, slots=True)
class OtherReport:
    """Another report of a record that is already shown; ``marked`` if its stones are different.

    Only then is there another board to look at.
    """

    evidence: Evidence
    marked: bool


@dataclass(frozen=True, slots=True)
class ReportedClaim:
    """What one player reported, and how the opponent answered."""

    report: SubmissionView
    who: str
    sentence: str
    dead: str
    in_seki: str
    added: bool
    """Whether the player only added a record to the result that both had confirmed."""
    stands: bool
    answered_otherwise: bool
    """Whether the opponent answered by reporting something else, not by contesting it."""


@dataclass(frozen=True, slots=True)
class StatementEvidence:
    """One statement, with the verdict on the record that came with it, and its board."""

    view: StatementView
    who: str
    board: BoardPage | None
    panel: VerdictPanel | None = None
    departs: str = ""
    """A note that its record lacks the position that an earlier ruling let the game go on from."""
    repeated: Repeated | None = None
    """With what its record had come before: then its board is drawn there."""

    @property
    def mark(self) -> str:
        """Return the part of a page's ids that tells it from others."""
        return f"said-{self.view.id}"


@dataclass(frozen=True, slots=True)
class Replayed:
    """What the replay of one record came to, in words, and who sent it.

    ``record`` is the name of the record, if there are others.
    """

    name: str
    text: str
    record: str = ""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question to both players and their answers, in words."""

    title: str
    state: Badge
    at: datetime
    waits: bool
    about: str
    answers: tuple[tuple[str, str], ...]
    """Each player's name and answer; the answer is empty while it is missing."""


@dataclass(frozen=True, slots=True)
class RulingText:
    """One decision in the case, in words."""

    view: RulingView
    kind: str
    lines: tuple[str, ...]
    articles: tuple[ArticleText, ...]
    by: str
    resumed: tuple[ResumedBoard, ...] = ()
    """The position from which the game goes on by this decision."""
    counted: CountedBoard | None = None
    """The board that this decision counts."""

    @property
    def decision(self) -> Decision:
        """Return the decision in words."""
        return self.view.decision


def ground_lines(page: CasePage) -> tuple[GroundLine, ...]:
    """Return all the grounds of a case, oldest first.

    What a player wrote when contesting a report is shown in full with that report, and here only
    its beginning.
    """
    told_there = {report.answer_note for report in page.submissions if not report.imported}
    places = [_other_place(ground.finding) for ground in page.line.grounds]
    others = games_at(page.terms.id, {place for place in places if place is not None})
    grounds = page.line.grounds
    shown = (
        [()] * len(grounds)
        if page.game is None
        else shown_for_grounds(page.game, grounds, names_of(page))
    )

    def line(
        ground: Ground, place: tuple[int, int] | None, shown: tuple[ShownLine, ...]
    ) -> GroundLine:
        other = None if place is None else others.get(place)
        finding = ground.finding if ground.finding and ground.finding.code else None
        return GroundLine(
            title=case_words.ground_words(ground, page.line),
            at=ground.at,
            by=case_words.said_by(ground, page.line),
            note=Truncator(ground.note).chars(_BEGINNING)
            if ground.note in told_there
            else ground.note,
            finding=None if finding is None else finding_line(finding, page.terms.rules),
            other=other,
            result="" if other is None else words.game_result(other),
            label=case_words.set_aside_as(ground.set_aside)
            if ground.set_aside
            else case_words.refuted_claim()
            if ground.refuted
            else "",
            shown=shown,
        )

    return tuple(map(line, grounds, places, shown))


_BEGINNING = 160
"""The length to which a note is cut if the page shows it in full elsewhere."""


def _other_place(finding: FindingView | None) -> tuple[int, int] | None:
    """Return the round and table of the game with the same record, if a finding names one."""
    if finding is None or not finding.code:
        return None
    round_number, table = finding.detail.get("round"), finding.detail.get("board")
    if not isinstance(round_number, int) or not isinstance(table, int):
        return None
    return round_number, table


def records_in(page: CasePage) -> dict[int, bytes]:
    """Return the bytes of all records that a case shows on boards, by their ids. One query."""
    shown = [report for report in page.submissions if report.is_evidence]
    sent = [one.record for report in shown for one in (report, *report.replaced)]
    said = [statement.record for statement in page.statements]
    return records_by_id([record.id for record in (*sent, *said) if record is not None])


def found_in(
    page: CasePage,
    records: Mapping[int, bytes],
    moves: Mapping[str, str],
    ruled: RuledPosition | None = None,
) -> tuple[RecordFindings, ...]:
    """Return what the replay found in every record that is evidence, the one at stake first.

    Those that another was chosen in place of come last. ``ruled`` is from :func:`ruled_before`.
    """
    if page.game is None:
        return ()
    of_game = game_page(page)
    names = names_of(page)
    found = []
    for report in (*page.recorded_reports, *page.replaced_reports):
        detail = page.details[report.id]
        finding = page.line.finding if report.id == page.line.submission_id else detail.decisive
        data = records.get(report.record.id) if report.record else None
        earlier = earlier_board(report, data, finding or detail.decisive, moves)
        evidence = evidence_of(
            of_game,
            report,
            detail,
            data,
            colour="",
            moves=moves,
            tries=True,
            clock=page.line.cause is Cause.TIME,
            ruled=ruled,
            names=names,
        )
        found.append(RecordFindings(evidence, earlier, None if earlier is None else earlier.move))
    by_file: dict[str, list[RecordFindings]] = {}
    for one in found:
        record = one.evidence.report.record
        file = one.evidence.mark if record is None else record.sha256
        by_file.setdefault(file, []).append(one)
    return tuple(map(_once, by_file.values()))


def _once(found: Sequence[RecordFindings]) -> RecordFindings:
    """Return the findings in one record that came with several reports as a single item."""
    first, *others = found
    shown = first.evidence
    also = tuple(
        OtherReport(one, (one.dead, one.in_seki) != (shown.dead, shown.in_seki))
        for one in (other.evidence for other in others)
    )
    title = shown.record_name
    if not title:
        senders = dict.fromkeys(one.evidence.record_by or one.evidence.who for one in found)
        both = len(senders) > 1 and not any(one.evidence.report.imported for one in found)
        name = ", ".join(senders)
        title = (
            _("Record sent by both players")
            if both
            else _("Record sent by %(name)s") % {"name": name}
        )
    return replace(first, title=title, also=also)


def any_checking(reports: Iterable[SubmissionView], said: Iterable[StatementView]) -> bool:
    """Whether a record of some reports and statements still waits for its verdict."""
    return any(one.checking for one in reports) or any(one.checking for one in said)


def repeated_in(
    page: CasePage, found: Iterable[RecordFindings], records: Mapping[int, bytes]
) -> dict[int, Repeated]:
    """Return which statements came with a record that is shown before, by their ids.

    ``found`` is from :func:`found_in`; a record of a report has no board before its verdict.
    """
    if page.game is None:
        return {}
    reported = []
    for part in found:
        shown, record = part.evidence, part.evidence.report.record
        if record is not None and shown.board is not None:
            reported.append(Sent(shown.report.id, record, record.sent_by, shown.who))
    return repeated_records(reported, page.statements, records)


def with_repeated(
    found: Iterable[RecordFindings], again: Mapping[int, Repeated]
) -> tuple[RecordFindings, ...]:
    """Return the records of reports, each with the statements that it came with as well."""

    def told(part: RecordFindings) -> RecordFindings:
        key = part.evidence.report.id
        here = tuple(one for one in again.values() if not one.first.said and one.first.id == key)
        title = part.title
        if not part.evidence.record_name and any(one.same_file and one.by_both for one in here):
            title = _("Record sent by both players")
        return replace(part, repeated=here, title=title)

    return tuple(map(told, found))


def led_to_boards(
    grounds: Iterable[GroundLine], again: Mapping[int, Repeated]
) -> tuple[GroundLine, ...]:
    """Return the grounds of a case, whose links lead to the boards that are drawn."""
    boards = {f"said-{key}": one.first for key, one in again.items()}

    def led(line: ShownLine) -> ShownLine:
        first = None if line.place is None else boards.get(line.place.jump.board)
        if line.place is None or first is None:
            return line
        board = f"said-{first.id}" if first.said else f"board-{first.id}"
        parameter = board if first.said else f"move-{first.id}"
        jump = replace(line.place.jump, board=board, parameter=parameter)
        return replace(line, place=replace(line.place, jump=jump, of_report=not first.said))

    return tuple(replace(ground, shown=tuple(map(led, ground.shown))) for ground in grounds)


def names_of(page: CasePage) -> RecordNames:
    """Return the names of the records that a case shows, if there are several. No query."""
    shown = [
        one.record
        for one in (*page.recorded_reports, *page.replaced_reports)
        if one.record is not None
    ]
    shown += [one.record for one in page.statements if one.record is not None]
    return names_in_case(page) if len({record.sha256 for record in shown}) > 1 else NO_NAMES


def spoken_in(page: CasePage) -> tuple[StonesSaid, ...]:
    """Return what the players said on the board. One query if anybody said something."""
    return stones_said(page.line.id, names_of(page)) if page.spoken and page.game else ()


def ruled_before(page: CasePage) -> RuledPosition | None:
    """Return the position from which this case, or an earlier one, let its game go on, or None.

    It is looked up only if a record may have come after a ruling: with a report, or said in this
    case after another one. Two queries then.
    """
    if page.game is None:
        return None
    said = page.again and any(statement.record is not None for statement in page.statements)
    if not said and not reported_after_ruling(page.submissions):
        return None
    ruled = ruled_position(page.game.id)
    return ruled if ruled is not None and ruled.case <= page.line.number else None


def has_board(page: CasePage) -> bool:
    """Whether there is a record of the game, whose board can be discussed and counted."""
    return page.game is not None and bool(
        page.recorded_reports or any(said.record for said in page.statements)
    )


def several_in(page: CasePage, records: Mapping[int, bytes]) -> SeveralRecords | None:
    """Return how the records of a case differ, if it has several."""
    if page.game is None:
        return None
    said = [one.record for one in page.statements if one.record is not None]
    counts = counts_of(page.recorded_reports, page.details, page.statements)
    return several_records(game_page(page), said, records, names_of(page), counts)


def claims_in(page: CasePage) -> tuple[ReportedClaim, ...]:
    """Return what the players reported, oldest first; what was withdrawn no longer stands."""
    if page.game is None:
        return ()
    found = []
    again = {one.id for report in page.submissions for one in report.before}
    marked = marked_before(page.submissions)
    for report in page.submissions:
        if report.imported or report.id in again:
            continue  # nobody made a claim with it, or the same claim comes below
        detail = page.details.get(report.id)
        before = marked.get(report.id)
        found.append(
            ReportedClaim(
                report=report,
                who=report.player_name,
                sentence=plain_sentence(
                    page.game, Result(report.winner, report.reason, report.margin_half)
                ),
                dead="" if detail is None else dead_words(detail, before),
                in_seki="" if detail is None else seki_words(detail, before),
                added=report.added_to(page.game),
                stands=report.counts,
                answered_otherwise=bool(report.contested_by)
                and answered_otherwise(report, page.submissions),
            )
        )
    return tuple(found)


def said_in(
    page: CasePage,
    records: Mapping[int, bytes],
    moves: Mapping[str, str],
    ruled: RuledPosition | None = None,
    again: Mapping[int, Repeated] = MappingProxyType({}),
) -> tuple[StatementEvidence, ...]:
    """Return the statements, oldest first, with who spoke and in what role; boards of ``records``.

    ``ruled`` is from :func:`ruled_before`, ``again`` from :func:`repeated_in`.
    """

    def said(statement: StatementView) -> StatementEvidence:
        before = again.get(statement.id)
        board = None if before is not None else statement_board(statement, records, moves)
        panel = None
        told = before is not None and before.same_file  # what was found in it is told there
        if (
            page.game is not None
            and statement.verdict is not None
            and statement.detail is not None
            and not told
        ):
            data = records.get(statement.record.id) if statement.record else None
            panel = panel_of(statement.verdict, statement.detail, game_page(page), board, data)
        departs = departs_said(ruled, statement, records, page.line.number)
        return StatementEvidence(
            statement, _speaker(statement, page.game), board, panel, departs, before
        )

    return tuple(map(said, page.statements))


def departs_said(
    ruled: RuledPosition | None,
    statement: StatementView,
    records: Mapping[int, bytes],
    case: int,
) -> str:
    """Return that a statement's record in a case lacks a ruled position; empty if it does not.

    What was said in the case of the ruling came before it. ``records`` are the bytes by id.
    """
    if ruled is None or statement.record is None or ruled.case >= case:
        return ""
    data = records.get(statement.record.id)
    record = None if data is None else read_if_size(data, ruled.record.size)
    departs = None if record is None else ruled.departs(record)
    return "" if departs is None else translated(departs)


def in_short(page: CasePage, policy: EventPolicy) -> dict[str, Any]:
    """Return the findings and what people say, without any board, for use beside a form."""
    page = with_evidence(page)
    questions = inquiries_of(page.line.game_id) if page.line.game_id else ()
    grounds = ground_lines(page)
    ruled = ruled_before(page)
    records = {} if ruled is None else records_in(page)
    said_already = {ground.finding.text for ground in grounds if ground.finding is not None}
    return {
        "grounds": grounds,
        "replayed": (
            *dict.fromkeys(one for one in _replayed(page) if one.text not in said_already),
            *_departing(page, ruled, records),
        ),
        "claims": claims_in(page),
        "asked": asked_in(page, questions, policy),
        "said": said_in(page, {}, {}),
        "stones_said": spoken_in(page),
    }


def _replayed(page: CasePage) -> Iterator[Replayed]:
    """Yield what the replay of each record came to; those of reports that count come first."""
    names = names_of(page)
    reports = (
        (one.player_name, one.record, one.verdict, page.details.get(one.id))
        for one in page.submissions
    )
    statements = ((one.name, one.record, one.verdict, one.detail) for one in page.statements)
    for name, record, verdict, detail in (*reports, *statements):
        if verdict is None or detail is None:
            continue
        called = "" if record is None else names.among_several(record.sha256)
        if detail.decisive is not None and verdict.instead not in (COUNTED, DECIDED):
            yield Replayed(name, finding_line(detail.decisive, page.terms.rules).text, called)
            continue
        text, result = verdict_sentence(verdict.verdict_for_sentence), detail.computed.get("result")
        if page.game is not None and comes_to_the_ruling(verdict, detail, page.game):
            text = ruled_as_counted()
        if result and not detail.is_other_board_size:
            counted = _("Counted: %(result)s.") % {"result": words.core_result(result)}
            text = f"{text} {counted}"
        yield Replayed(name, text, called)


def _departing(
    page: CasePage, ruled: RuledPosition | None, records: Mapping[int, bytes]
) -> Iterator[Replayed]:
    """Yield the records that lack the position that a ruling let the game go on from."""
    if ruled is None:
        return
    names = names_of(page)
    for report in page.recorded_reports:
        data = records.get(report.record.id) if report.record else None
        record = None if data is None else read_if_size(data, ruled.record.size)
        text = "" if record is None else departure_text(ruled, report, record)
        if text:
            called = "" if report.record is None else names.among_several(report.record.sha256)
            yield Replayed(report.player_name, text, called)
    for one in page.statements:
        text = departs_said(ruled, one, records, page.line.number)
        if text:
            called = names.among_several(one.record.sha256) if one.record else ""
            yield Replayed(one.name, text, called)


def asked_in(
    page: CasePage, inquiries: tuple[InquiryView, ...], policy: EventPolicy
) -> tuple[AskedQuestion, ...]:
    """Return the questions that the game's players were asked, oldest first."""
    if page.game is None or not inquiries:
        return ()
    game, ruleset = page.game, page.terms.ruleset

    def text(inquiry: InquiryView, colour: str) -> str:
        word, about = inquiry.answer_of(colour), subject_for(colour, inquiry.data)
        for question in questions_of(inquiry.kind, ruleset, policy, about):
            for answer in question.answers:
                if answer.word == word:
                    return translated(answer.text)
        return word

    return tuple(
        AskedQuestion(
            title=case_words.inquiry_title(inquiry.kind),
            state=case_words.inquiry_state(inquiry.state, inquiry.kind),
            at=inquiry.asked_at,
            waits=inquiry.waits,
            about=_asked_about(inquiry, game),
            answers=(
                (
                    game.black.name,
                    text(inquiry, "black") + _result_said(inquiry, "black"),
                ),
                (
                    game.white.name,
                    text(inquiry, "white") + _result_said(inquiry, "white"),
                ),
            ),
        )
        for inquiry in inquiries
    )


def _asked_about(inquiry: InquiryView, game: GameRow) -> str:
    """Return the move, the point and the note that go with a question, and whose note it is."""
    parts = []
    if inquiry.data.get("move"):
        parts.append(_("move %(number)s") % {"number": inquiry.data["move"]})
    if inquiry.data.get("point"):
        parts.append(str(inquiry.data["point"]))
    if inquiry.data.get("note"):
        note = str(inquiry.data["note"])
        by = {"black": game.black, "white": game.white}.get(str(inquiry.data.get("by", "")))
        told = _("%(name)s wrote: %(note)s") % {"name": by.name, "note": note} if by else note
        parts.append(told)
    return " · ".join(parts)


def _result_said(inquiry: InquiryView, colour: str) -> str:
    """Return the result that a player gave with an answer, in parentheses; empty without one."""
    result = inquiry.data_of(colour).get("result")
    return f" ({words.core_result(str(result))})" if result else ""


def ruled_in(page: CasePage, rulings: tuple[RulingView, ...]) -> tuple[RulingText, ...]:
    """Return the decisions, the newest first; the one that stands comes with its board."""
    names, ruleset = page.line.names, page.terms.ruleset
    return tuple(
        RulingText(
            view=ruling,
            kind=case_words.ruling_kind(ruling.kind),
            lines=case_words.decision_lines(ruling.decision, page.game, names),
            articles=cited_articles(ruling.articles),
            by=case_words.ruling_by(ruling.kind, ruling.by),
            resumed=resumed_boards(ruling.decision, page.game) if ruling.stands else (),
            counted=counted_board(ruling.decision, page.game, ruleset) if ruling.stands else None,
        )
        for ruling in rulings
    )


def _speaker(statement: StatementView, game: GameRow | None) -> str:
    if game is not None and statement.player_id is not None:
        colour = game.colour_of(statement.player_id)
        if colour:
            return f"{statement.name} ({words.colour(colour)})"
    return statement.name


def game_page(page: CasePage) -> GamePage:
    """Return a case's game as its own page has it; the case is about one."""
    assert page.game is not None, "asked before"
    return GamePage(
        terms=page.terms,
        game=page.game,
        published=True,
        submissions=page.submissions,
        closed=page.closed,
    )
