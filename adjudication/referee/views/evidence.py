"""The evidence of a case: what the replay found, apart from what people say."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from adjudication.board.page import BoardPage
from adjudication.cases.selectors.cases import CasePage, Ground, with_evidence
from adjudication.cases.selectors.deskmates import games_at
from adjudication.cases.selectors.rulings import RulingView
from adjudication.cases.selectors.statements import StatementView
from adjudication.cases.views import case_words
from adjudication.cases.views.articles import ArticleText, told
from adjudication.cases.views.boards import earlier_board, statement_board
from adjudication.policy.policy import EventPolicy
from adjudication.policy.questions import questions_of
from adjudication.rules.presets import get_ruleset
from adjudication.submissions.views.evidence import (
    Evidence,
    FindingLine,
    VerdictPanel,
    evidence_of,
    finding_line,
    panel_of,
)
from adjudication.triage.selectors import InquiryView, inquiries_of
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import SubmissionView, records_by_id
from adjudication.verdicts.selectors.verdicts import FindingView
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import Badge, plain_sentence
from tournament.common.causes import cause_title
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.spoken import spoken


@dataclass(frozen=True, slots=True)
class GroundLine:
    """One thing that brought the case up, in words."""

    title: str
    at: datetime
    note: str
    finding: FindingLine | None
    other: GameRow | None = None
    """Another game that the finding names: the same record was sent for it."""
    result: str = ""
    """The result of that game."""
    label: str = ""
    """What is to be known of it where it is only said."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the replay of one record found; ``earlier`` is the position that came back."""

    evidence: Evidence
    earlier: BoardPage | None
    first: int | None


@dataclass(frozen=True, slots=True)
class Claim:
    """What one player reported, and what the other answered."""

    report: SubmissionView
    who: str
    sentence: str
    dead: str
    stands: bool


@dataclass(frozen=True, slots=True)
class Said:
    """One statement, with the verdict on the record that came with it, and its board."""

    view: StatementView
    who: str
    board: BoardPage | None
    panel: VerdictPanel | None = None

    @property
    def mark(self) -> str:
        """Return what tells it from others in the ids of a page."""
        return f"said-{self.view.id}"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to both players and what they answered, in words."""

    title: str
    state: Badge
    at: datetime
    waits: bool
    about: str
    answers: tuple[tuple[str, str], ...]
    """The player's name and their answer; an empty answer is missing yet."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """One decision of the case in words."""

    view: RulingView
    kind: str
    lines: tuple[str, ...]
    articles: tuple[ArticleText, ...]


def ground_lines(page: CasePage) -> tuple[GroundLine, ...]:
    """Return all that brought a case up, oldest first."""
    places = [_other_place(one.finding) for one in page.line.grounds]
    others = games_at(page.terms.id, {one for one in places if one is not None})

    def line(ground: Ground, place: tuple[int, int] | None) -> GroundLine:
        other = None if place is None else others.get(place)
        finding = ground.finding if ground.finding and ground.finding.code else None
        return GroundLine(
            title=cause_title(ground.cause),
            at=ground.at,
            note=ground.note,
            finding=None if finding is None else finding_line(finding, page.terms.rules),
            other=other,
            result="" if other is None else words.game_result(other),
            label=case_words.refuted_claim() if ground.refuted else "",
        )

    return tuple(map(line, page.line.grounds, places))


def _other_place(finding: FindingView | None) -> tuple[int, int] | None:
    """Return the round and table of the game whose record is the same, where a finding says so."""
    if finding is None or not finding.code:
        return None
    round_number, table = finding.detail.get("round"), finding.detail.get("board")
    if not isinstance(round_number, int) or not isinstance(table, int):
        return None
    return round_number, table


def records_in(page: CasePage) -> dict[int, bytes]:
    """Return all records that a case shows on boards, by their ids. One query."""
    sent = [one.record for one in page.submissions if one.counts]
    said = [one.record for one in page.statements]
    return records_by_id([one.id for one in (*sent, *said) if one is not None])


def found_in(
    page: CasePage, records: Mapping[int, bytes], moves: Mapping[str, str]
) -> tuple[Found, ...]:
    """Return what the replay found in every record that counts, the one at stake first."""
    if page.game is None:
        return ()
    game_page = _game_page(page)
    reports = [one for one in page.submissions if one.counts and one.record]
    reports.sort(key=lambda one: (one.id != page.line.submission_id, one.id))
    found = []
    for report in reports:
        detail = page.details[report.id]
        finding = page.line.finding if report.id == page.line.submission_id else detail.decisive
        data = records.get(report.record.id) if report.record else None
        earlier = earlier_board(report, data, finding or detail.decisive, moves)
        evidence = evidence_of(game_page, report, detail, data, colour="", moves=moves)
        found.append(Found(evidence, earlier, None if earlier is None else earlier.move))
    return tuple(found)


def claims_in(page: CasePage) -> tuple[Claim, ...]:
    """Return what the players reported, oldest first; what was taken back stands no more."""
    if page.game is None:
        return ()
    found = []
    for one in page.submissions:
        if one.imported:
            continue  # nobody claimed anything with it
        detail = page.details.get(one.id)
        dead = detail.dead_stones if detail is not None else None
        found.append(
            Claim(
                report=one,
                who=one.player_name,
                sentence=plain_sentence(page.game, Result(one.winner, one.reason, one.margin_half)),
                dead="" if dead is None else ", ".join(dead),
                stands=one.counts,
            )
        )
    return tuple(found)


def said_in(
    page: CasePage, records: Mapping[int, bytes], moves: Mapping[str, str]
) -> tuple[Said, ...]:
    """Return the statements, oldest first, with who spoke and as what; boards of ``records``."""

    def said(one: StatementView) -> Said:
        board = statement_board(one, records, moves)
        panel = None
        if page.game is not None and one.verdict is not None and one.detail is not None:
            data = records.get(one.record.id) if one.record else None
            panel = panel_of(one.verdict, one.detail, _game_page(page), board, data)
        return Said(one, _speaker(one, page.game), board, panel)

    return tuple(map(said, page.statements))


def in_short(page: CasePage, policy: EventPolicy) -> dict[str, Any]:
    """Return what was found and what people say without any board, beside a form."""
    page = with_evidence(page)
    questions = inquiries_of(page.line.game_id) if page.line.game_id else ()
    grounds = ground_lines(page)
    said_already = {one.finding.text for one in grounds if one.finding is not None}
    return {
        "grounds": grounds,
        "replayed": tuple(one for one in _decisive(page) if one not in said_already),
        "claims": claims_in(page),
        "asked": asked_in(page, questions, policy),
        "said": said_in(page, {}, {}),
    }


def _decisive(page: CasePage) -> tuple[str, ...]:
    """Return what explains the verdicts on the records that count, each once."""
    found = [page.details[one.id].decisive for one in page.submissions if one.counts]
    found += [one.detail.decisive for one in page.statements if one.detail is not None]
    lines = (finding_line(one, page.terms.rules).text for one in found if one)
    return tuple(dict.fromkeys(lines))


def asked_in(
    page: CasePage, inquiries: tuple[InquiryView, ...], policy: EventPolicy
) -> tuple[Asked, ...]:
    """Return the questions that the players of the game were asked, oldest first."""
    if page.game is None or not inquiries:
        return ()
    game, ruleset = page.game, get_ruleset(page.terms.rules)

    def text(one: InquiryView, word: str) -> str:
        for question in questions_of(one.kind, ruleset, policy, one.data):
            for answer in question.answers:
                if answer.word == word:
                    return spoken(answer.text)
        return word

    return tuple(
        Asked(
            title=case_words.inquiry_title(one.kind),
            state=case_words.inquiry_state(one.state),
            at=one.asked_at,
            waits=one.waits,
            about=_asked_about(one),
            answers=(
                (game.black.name, text(one, one.black_answer) + _result_said(one, "black")),
                (game.white.name, text(one, one.white_answer) + _result_said(one, "white")),
            ),
        )
        for one in inquiries
    )


def _asked_about(one: InquiryView) -> str:
    """Return the move, the point and the note that a question goes with."""
    parts = []
    if one.data.get("move"):
        parts.append(_("move %(number)s") % {"number": one.data["move"]})
    parts += [str(one.data[name]) for name in ("point", "note") if one.data.get(name)]
    return " · ".join(parts)


def _result_said(one: InquiryView, colour: str) -> str:
    """Return the result that somebody gave with an answer, in parentheses, or nothing."""
    result = one.data_of(colour).get("result")
    return f" ({words.core_result(str(result))})" if result else ""


def ruled_in(page: CasePage, rulings: tuple[RulingView, ...]) -> tuple[Ruled, ...]:
    """Return what was decided, the newest first."""
    names = names_in(page)
    return tuple(
        Ruled(
            view=one,
            kind=case_words.ruling_kind(one.kind),
            lines=case_words.decision_lines(one.decision, page.game, names),
            articles=told(one.articles),
        )
        for one in rulings
    )


def names_in(page: CasePage) -> dict[int, str]:
    """Return the names of those whom a case is about by their numbers."""
    return {one.number: one.name for one in page.line.parties}


def _speaker(one: StatementView, game: GameRow | None) -> str:
    if game is not None and one.player_id is not None:
        colour = game.colour_of(one.player_id)
        if colour:
            return f"{one.name} ({words.colour(colour)})"
    return one.name


def _game_page(page: CasePage) -> GamePage:
    assert page.game is not None, "asked before"
    return GamePage(
        terms=page.terms,
        game=page.game,
        published=True,
        submissions=page.submissions,
        closed=page.closed,
    )
