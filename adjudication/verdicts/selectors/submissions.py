"""Reports for pages and the API, their records, and the badges they give to games."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce, JSONObject

from adjudication.models import GameRecordFile, Submission, SubmissionState
from adjudication.records.models import bytes_from_columns
from adjudication.rules.findings import Code
from adjudication.rules.judgement import OTHERS_TURN, TIME_LEFT, UNMET
from adjudication.rules.marks import NamedStones
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.verdicts.models import is_of_ended_dispute
from adjudication.verdicts.selectors.verdicts import (
    BESIDE,
    DECIDED,
    OF_TERMS,
    PASSED_OVER,
    VerdictView,
    accepted_after_contest,
    badge_of,
    finding_view,
    names_another_result,
    reports_given_up,
    stands_beneath,
    stands_instead,
)
from language.messages import Message
from tournament.common.prepared import prepared
from tournament.common.queries import one_or_none
from tournament.games.selectors import GameRow
from tournament.models import Game, Reason
from tournament.spoken import note_text


def report_name(submission_id: int, game_version: int) -> str:
    """Return the name by which an answer refers to a report: its id and its game's version."""
    return f"{submission_id}-{game_version}"


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """A stored game record without its bytes."""

    id: int
    sha256: str
    filename: str
    size: int
    sent_by: int | None = None
    """The id of the player who sent it; None for the staff."""
    sent_at: datetime | None = None
    """When it came with a statement."""


ADDED = "added"
"""Stands for the state of a record that the staff brought: nobody reported or confirmed it."""


@dataclass(frozen=True, slots=True)
class SubmissionView:
    """One report without its long columns. The margin is in half-points."""

    id: int
    game_id: int
    player_id: int
    player_name: str
    winner: str
    reason: str
    margin_half: int | None
    state: str
    answered_by_id: int | None
    answered_by_name: str
    answer_note: str
    created_at: datetime
    answered_at: datetime | None
    record: RecordFacts | None
    verdict: VerdictView | None
    given_up: bool
    stale: bool
    """Whether it was contested in a dispute that has been taken back, was replaced, or lost its
    record."""
    game_version: int
    imported: bool = False
    """Whether the staff brought the record; no player said anything with it."""
    ruled: bool = False
    """Whether a ruling decided instead of it; its record remains evidence."""
    gone: bool = False
    """Whether another report took its place or its record was removed."""
    removed: bool = False
    removed_as: str = ""
    game_reported_at: datetime | None = None
    """When the game's result was reported, or agreed on in answer to a question."""
    accepted: bool = False
    """Whether the opponent accepted it after contesting it."""
    replaced_at: datetime | None = None
    """When the same claim was sent again and took its place."""
    before: tuple["SubmissionView", ...] = ()
    """The reports whose place it took, oldest first: the same claim as sent earlier."""

    @property
    def sent(self) -> "SubmissionView":
        """Return the report as its player sent it, before anything took its place."""
        return self.before[0] if self.before else self

    @property
    def said_state(self) -> str:
        """Return its state as programs read it: ``ADDED`` if no player said anything with it."""
        return ADDED if self.imported else self.state

    @property
    def said_at(self) -> datetime | None:
        """Return when the opponent answered it; None if nobody had anything to answer."""
        return None if self.imported else self.answered_at

    @property
    def chosen(self) -> bool:
        """Whether its record was chosen as the right one in place of another."""
        return self.record is not None and any(
            one.record is not None and one.record.sha256 != self.record.sha256
            for one in self.before
        )

    @property
    def marks_moved(self) -> bool:
        """Whether its dead stones, if it names any, were marked in a record sent before this one.

        They stay with a report only if their groups stand alike in the record that was chosen.
        """
        first, now = self.sent.record, self.record
        return self.chosen and first is not None and now is not None and first.sha256 != now.sha256

    @property
    def record_dropped(self) -> bool:
        """Whether it stands without its record, which was set aside as wrong."""
        return self.record is None and bool(self.before) and self.before[-1].record is not None

    @property
    def record_disowned(self) -> bool:
        """Whether both players, and not a referee, set its record aside."""
        return self.record_dropped and not self.before[-1].removed

    @property
    def replaced(self) -> tuple["SubmissionView", ...]:
        """Return the reports with the player's own records that were replaced by others.

        Each file comes once. Records that were set aside or removed are reported elsewhere as such.
        """
        last = self.before[-1].record if self.record_dropped else self.record
        now = "" if last is None else last.sha256
        found: dict[str, SubmissionView] = {}
        for one in self.before:
            own = one.record is not None and one.record.sent_by == one.player_id
            if one.record and own and not one.removed and one.record.sha256 != now:
                found.setdefault(one.record.sha256, one)
        return tuple(found.values())

    @property
    def name(self) -> str:
        """Return the name by which an answer refers to the report."""
        return report_name(self.id, self.game_version)

    @property
    def counts(self) -> bool:
        """Whether it was neither replaced, withdrawn, nor set aside with its dispute."""
        return not self.stale and self.state not in SubmissionState.dropped()

    @property
    def confirmed(self) -> bool:
        """Whether both players stand by what it claims: one reported it, the other agreed."""
        return self.accepted or self.state == SubmissionState.CONFIRMED

    def claims_result_of(self, game: GameRow) -> bool:
        """Whether it claims the result that a game has."""
        claimed = self.winner, self.reason, self.margin_half
        return claimed == (game.winner, game.reason, game.margin_half)

    @property
    def agreed(self) -> bool:
        """Whether both agreed on it in answer to a question: it came with the result itself."""
        return self._confirmed_at_once and self.created_at == self.game_reported_at

    @property
    def unread(self) -> bool:
        """Whether the opponent had not seen its record when the result was confirmed.

        The record was added later, or came with the second of two equal reports.
        """
        return (
            self._confirmed_at_once
            and self.record is not None
            and self.game_reported_at is not None
            and self.created_at > self.game_reported_at
        )

    @property
    def _confirmed_at_once(self) -> bool:
        return (
            self.state == SubmissionState.CONFIRMED
            and not self.imported
            and self.created_at == self.answered_at
        )

    @property
    def accuses_late(self) -> bool:
        """Whether its record shows an illegal move that the opponent has not seen.

        The result was confirmed without it, so it says nothing to the public. A win by forfeit may
        rest on it and is excepted.
        """
        return self.unread and self.reason != Reason.FORFEIT and self.outcome == Outcome.FORFEIT

    @property
    def is_evidence(self) -> bool:
        """Whether it is shown: it counts, or a ruling that may be appealed decided instead."""
        return self.counts or (self.ruled and not self.gone)

    def added_to(self, game: GameRow) -> bool:
        """Whether it only added a record to the result that both had confirmed for a game."""
        confirmed = game.confirmed_at
        return self.unread and (confirmed is None or self.created_at > confirmed)

    def removable_beside(self, game: GameRow) -> bool:
        """Whether nobody stands by its record beside the game's result."""
        if self.record is None or not self.counts or self.state != SubmissionState.CONFIRMED:
            return False
        return self.imported or not self.claims_result_of(game)

    @property
    def contested_by(self) -> str:
        """Return who contested it; empty if its own author did by reporting something else.

        Reporting something else rejects the waiting report, and the new one joins the dispute at
        the same moment: nobody has rejected that one.
        """
        if self.before:
            return next((one.contested_by for one in self.before if one.contested_by), "")
        if self.state != SubmissionState.CONTESTED or self.created_at == self.answered_at:
            return ""
        return self.answered_by_name

    @property
    def waits(self) -> bool:
        """Whether the opponent still has to answer."""
        return self.state == SubmissionState.PENDING

    @property
    def checking(self) -> bool:
        """Whether its record is still waiting for a verdict."""
        return self.record is not None and self.verdict is None and not self.given_up

    @property
    def outcome(self) -> str:
        """Return the verdict, or the word for a missing one; an empty text without a record."""
        if self.record is None:
            return ""
        verdict = None if self.verdict is None else self.verdict.verdict
        return badge_of(verdict, abandoned=self.given_up)

    @property
    def badge(self) -> str:
        """Return what pages show of the outcome: a record in doubt agrees with nothing yet."""
        return self.outcome if self.verdict is None else self.verdict.badge


_COLUMNS = (
    "pk",
    "game_id",
    "game__reported_at",
    "game__version",
    "player_id",
    "player__name",
    "imported_at",
    "replaced_at",
    "removed_at",
    "removed_as",
    "ruled_at",
    "claim_winner",
    "claim_reason",
    "claim_margin_half",
    "state",
    "answered_by_id",
    "answered_by__name",
    "answer_note",
    "created_at",
    "answered_at",
    "record_id",
    "record__sha256",
    "record__filename",
    "record__size",
    "record__uploaded_by_id",
    "verdict__verdict",
    "verdict__rules",
    "verdict__engine_version",
    "verdict__decisive_move",
    "verdict__created_at",
    "verdict__options",
)


def submissions_of(game_ids: Iterable[int]) -> dict[int, tuple[SubmissionView, ...]]:
    """Return the reports on some games, oldest first, by game. Two queries for any number.

    Replaced reports are included, so nothing long is read here: one may hold thousands of findings.
    """
    views: dict[int, list[SubmissionView]] = {}
    for view in _views(_reports_on(list(game_ids))):
        views.setdefault(view.game_id, []).append(view)
    return {game_id: _joined(reports) for game_id, reports in views.items()}


def _joined(reports: Iterable[SubmissionView]) -> tuple[SubmissionView, ...]:
    """Return a game's reports, each with those it replaced and the notes that answered them."""
    replaced: dict[tuple[int, datetime], list[SubmissionView]] = {}
    joined = []
    for report in reports:
        earlier = replaced.get((report.player_id, report.created_at), [])
        if earlier:
            before = tuple(one for other in earlier for one in (*other.before, other))
            notes = (one.answer_note for one in before if one.state == SubmissionState.CONTESTED)
            note = report.answer_note or next(filter(None, notes), "")
            report = replace(report, before=before, answer_note=note)
        if report.replaced_at is not None:
            replaced.setdefault((report.player_id, report.replaced_at), []).append(report)
        joined.append(report)
    return tuple(joined)


def compared_reports(reports: Iterable[SubmissionView]) -> tuple[SubmissionView, ...]:
    """Return the reports with a game's current records, then those whose records were replaced.

    They are the reports that count; if none of those came with a record, those that a ruling
    decided instead of are included.
    """
    shown = [report for report in reports if report.is_evidence]
    counting = [report for report in shown if report.counts]
    told = counting if any(one.record or one.replaced for one in counting) else shown
    recorded = (report for report in told if report.record is not None)
    return (*recorded, *(one for report in told for one in report.replaced))


def answered_otherwise(report: SubmissionView, reports: Iterable[SubmissionView]) -> bool:
    """Whether the opponent answered a report by reporting something else, not by contesting it."""
    return any(
        other.player_id == report.answered_by_id and other.created_at == report.sent.answered_at
        for other in reports
    )


def marked_before(reports: Iterable[SubmissionView]) -> dict[int, NamedStones]:
    """Return the stones that were last marked with reports before other records took their place.

    One query, or none if nothing took their place. A report with stones of its own needs no others.
    """
    replaced = {one.id: report.id for report in reports if report.record for one in report.before}
    if not replaced:
        return {}
    marked = Submission.objects.filter(pk__in=replaced).exclude(dead_stones=None).order_by("pk")
    return {replaced[one.pk]: one.named_stones for one in marked}


def note_authors(submission_ids: Iterable[int]) -> dict[int, str]:
    """Return who wrote a note when answering, by report. One query."""
    rows = Submission.objects.filter(pk__in=list(submission_ids)).exclude(answer_note="")
    return dict(rows.exclude(answered_by=None).values_list("pk", "answered_by__name"))


def submission_by_id(submission_id: int) -> SubmissionView | None:
    """Return one report; None if there is none. Two queries at most."""
    return next(_views(_report(submission_id)), None)


def record_bytes(submission_id: int) -> bytes | None:
    """Return the bytes of a report's record, or None if it has none."""
    row = one_or_none(_record(submission_id))
    return None if row is None else bytes_from_columns(*row)


@prepared
def _record(submission_id: int) -> "QuerySet[Submission, tuple[Any, ...]]":
    rows = Submission.objects.filter(pk=submission_id, record__isnull=False)
    return rows.values_list("record__data", "record__storage_key", "record__sha256")


def stones_sent_with(
    game_id: int, player_id: int | None, key: str, data: bytes | None
) -> NamedStones | None:
    """Return the stones named by the report that a player sent with a record under a key."""
    sent = Submission.objects.filter(game=game_id, player=player_id, idempotency_key=key)
    report = sent.exclude(record=None).first()
    if report is None or report.dead_stones is None or record_bytes(report.pk) != data:
        return None
    return report.named_stones


def records_by_id(record_ids: Collection[int]) -> dict[int, bytes]:
    """Return the bytes of some records by their ids: one query, or none if there are no ids."""
    kept = _records(sorted(record_ids))
    return {pk: bytes_from_columns(data, key, digest) for pk, data, key, digest in kept}


@prepared
def _records(record_ids: Sequence[int]) -> "QuerySet[GameRecordFile, tuple[Any, ...]]":
    rows = GameRecordFile.objects.filter(pk__in=record_ids)
    return rows.values_list("pk", "data", "storage_key", "sha256")


def public_record(submission_id: int) -> tuple[bytes, Mapping[str, Any]] | None:
    """Return a report's record and its count as everybody may see them; None without a record."""
    row = (
        Submission.objects.filter(pk=submission_id, record__isnull=False)
        .values_list("record__data", "record__storage_key", "record__sha256", "verdict__computed")
        .first()
    )
    return None if row is None else (bytes_from_columns(*row[:3]), row[3] or {})


@prepared
def _reports_on(game_ids: Sequence[int]) -> "QuerySet[Submission, dict[str, Any]]":
    rows = Submission.objects.filter(game__in=game_ids).order_by("pk")
    return rows.values(
        *_COLUMNS, instead=stands_instead(), accepted=Exists(accepted_after_contest())
    )


@prepared
def _report(submission_id: int) -> "QuerySet[Submission, dict[str, Any]]":
    rows = Submission.objects.filter(pk=submission_id)
    return rows.values(
        *_COLUMNS, instead=stands_instead(), accepted=Exists(accepted_after_contest())
    )


def _views(rows: list[dict[str, Any]]) -> Iterator[SubmissionView]:
    abandoned = reports_given_up(
        [row["pk"] for row in rows if row["record_id"] and row["verdict__verdict"] is None]
    )
    return (_view(row, row["pk"] in abandoned) for row in rows)


def _view(row: dict[str, Any], abandoned: bool) -> SubmissionView:
    record = verdict = None
    if row["record_id"] is not None:
        record = RecordFacts(
            row["record_id"],
            row["record__sha256"],
            row["record__filename"],
            row["record__size"],
            row["record__uploaded_by_id"],
        )
    if row["verdict__verdict"] is not None:
        verdict = VerdictView(
            verdict=row["verdict__verdict"],
            rules=row["verdict__rules"],
            engine_version=row["verdict__engine_version"],
            decisive_move=row["verdict__decisive_move"],
            created_at=row["verdict__created_at"],
            instead=row["instead"],
            beneath=stands_beneath(
                row["verdict__options"],
                agreed=row["state"] == SubmissionState.CONFIRMED
                or row["accepted"]
                or row["imported_at"] is not None,
            ),
        )
    gone = row["replaced_at"] is not None or row["removed_at"] is not None
    return SubmissionView(
        id=row["pk"],
        game_id=row["game_id"],
        player_id=row["player_id"],
        player_name=row["player__name"],
        winner=row["claim_winner"],
        reason=row["claim_reason"],
        margin_half=row["claim_margin_half"],
        state=row["state"],
        answered_by_id=row["answered_by_id"],
        answered_by_name=row["answered_by__name"] or "",
        # Nobody answered: the note is the program's, or the staff's who set the report aside.
        answer_note=row["answer_note"] if row["answered_by_id"] else note_text(row["answer_note"]),
        created_at=row["created_at"],
        answered_at=row["answered_at"],
        record=record,
        verdict=verdict,
        given_up=abandoned,
        game_version=row["game__version"],
        imported=row["imported_at"] is not None,
        ruled=row["ruled_at"] is not None,
        accepted=row["accepted"],
        gone=gone,
        removed=row["removed_at"] is not None,
        removed_as=row["removed_as"],
        replaced_at=row["replaced_at"],
        game_reported_at=row["game__reported_at"],
        stale=gone
        or is_of_ended_dispute(row["state"], row["answered_at"], row["game__reported_at"]),
    )


# --- The verdict shown beside a game's result ---


def game_badge(game: GameRow, reports: Iterable[SubmissionView]) -> str:
    """Return the verdict to show beside a game's result, or an empty text if there is none.

    ``reports`` are those on the game, oldest first. Only reports that claim exactly the result that
    stands are considered: the latest confirmed one, or else the latest. A record that was not
    judged has the badge of :func:`badge_of`.
    """
    agreeing = [
        report
        for report in reports
        if report.counts
        and report.badge
        and not report.accuses_late
        and report.claims_result_of(game)
    ]
    settled = [report for report in agreeing if report.state == SubmissionState.CONFIRMED]
    return _beside((settled or agreeing)[-1].badge) if agreeing else ""


def verdict_badges(round_ids: Sequence[int]) -> dict[int, str]:
    """Return what :func:`game_badge` gives for every game of some rounds, by game. Two queries.

    Reports are looked up game by game, so nothing is read of other tournaments.
    """
    found = [(pk, told) for pk, told in _agreeing(round_ids) if told is not None]
    abandoned = reports_given_up([one["report"] for _, one in found if one["verdict"] is None])
    badges = {
        pk: badge_of(one["verdict"], one["instead"], abandoned=one["report"] in abandoned)
        for pk, one in found
    }
    return {pk: badge for pk, badge in badges.items() if _beside(badge)}


def _beside(badge: str) -> str:
    """Return a report's badge as shown beside a result, which already says if a ruling gave it."""
    return "" if badge in (DECIDED, *PASSED_OVER) else badge


def badge_sentences(badges: Mapping[int, str]) -> dict[int, tuple[Message, ...]]:
    """Return the sentences shown beside badges of :func:`verdict_badges`, by game.

    They say on which other terms a game was played, and what a clock shows. At most one query.
    """
    wanted = [game for game, badge in badges.items() if badge in BESIDE]
    if not wanted:
        return {}
    on_time = (Code.TIME_LEFT.value, Code.OTHERS_TURN.value)
    codes = {UNMET: OF_TERMS, TIME_LEFT: on_time, OTHERS_TURN: on_time}
    rows = Submission.objects.filter(game__in=wanted, verdict__isnull=False).shown().order_by("pk")
    told: dict[int, tuple[Message, ...]] = {}
    for game, findings in rows.values_list("game_id", "verdict__findings"):
        views = (finding_view(one) for one in findings if one["code"] in codes[badges[game]])
        texts = tuple(view.message for view in views if view.message is not None)
        told[game] = texts or told.get(game, ())
    return told


def games_with_other_result(game_ids: Collection[int]) -> set[int]:
    """Return the games with a record that leaves their result open but itself gives another.

    One query, none without games.
    """
    if not game_ids:
        return set()
    stands = Submission.objects.filter(
        game__in=game_ids, claim_winner=F("game__winner"), claim_reason=F("game__reason")
    )
    return set(stands.shown().filter(names_another_result()).values_list("game_id", flat=True))


@prepared
def _agreeing(round_ids: Sequence[int]) -> "QuerySet[Game, tuple[int, dict[str, Any] | None]]":
    """Return for each game the report that :func:`game_badge` goes by, with its verdict."""
    agreeing = (
        Submission.objects.filter(
            game=OuterRef("pk"),
            record__isnull=False,
            claim_winner=OuterRef("winner"),
            claim_reason=OuterRef("reason"),
        )
        .shown()
        .exclude(
            ~Q(claim_reason=Reason.FORFEIT),
            state=SubmissionState.CONFIRMED,
            imported_at=None,
            created_at=F("answered_at"),
            created_at__gt=OuterRef("reported_at"),
            verdict__verdict=Outcome.FORFEIT,
        )
        .alias(margin=Coalesce("claim_margin_half", NO_MARGIN), instead=stands_instead())
        .filter(margin=Coalesce(OuterRef("margin_half"), NO_MARGIN))
        .order_by(Case(When(state=SubmissionState.CONFIRMED, then=0), default=1), "-pk")
    )
    told = JSONObject(report="pk", verdict="verdict__verdict", instead="instead")
    games = Game.objects.filter(round__in=round_ids)
    return games.values_list("pk", Subquery(agreeing.values(told=told)[:1]))


NO_MARGIN = -1
"""Stands for a missing margin: in SQL, NULL equals nothing."""
