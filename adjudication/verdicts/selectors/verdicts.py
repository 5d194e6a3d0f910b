"""Verdicts for pages and the API: outcome, count, findings, and what else is shown with them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final

from django.db.models import (
    BooleanField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models import Case as Choice
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Concat, JSONObject
from django.db.models.lookups import Contains

from adjudication.models import (
    Case,
    CaseState,
    Contradiction,
    Effect,
    Likeness,
    Rejudgement,
    Ruling,
    Statement,
    Submission,
    SubmissionState,
)
from adjudication.policy.causes import Cause
from adjudication.policy.damage import AS_WRITTEN, Reading, reading_from
from adjudication.rules.claims import Claim, parse_claim
from adjudication.rules.findings import Code, Finding
from adjudication.rules.judgement import (
    AT_ZERO,
    CLOCKS_UNCLEAR,
    COUNTS_OTHERWISE,
    MARKED,
    MARKED_ALIVE,
    NOTHING_REMOVED,
    OTHERS_TURN,
    OTHERWISE,
    OVER_THE_BOARD,
    RESULT_LINE,
    SAID,
    STOPPED,
    TIME_LEFT,
    UNMET,
    UNSHOWN,
)
from adjudication.rules.marks import NamedStones
from adjudication.rules.points import listed_names
from adjudication.rules.sentences import duplicate_text
from adjudication.rules.verdicts import Verdict as Outcome
from adjudication.verdicts.models import ACCEPTING, judging_key, judging_statement_key
from jobs.models import Job, JobState
from language.messages import Message, message_from
from language.messages import gettext_lazy as _
from tournament.common.prepared import prepared
from tournament.models import GameState, Reason

CHECKING = "checking"
"""The badge while a record waits for its replay."""

FAILED = "failed"
"""The badge if the replay was given up."""

DOUBTED = "doubted"
"""The badge of a record that agrees, but may be of another game."""

CONTRADICTED = "differing"
"""The badge of a record that agrees while another record of the same game has other moves."""

EARLIER = "earlier"
"""The badge of a record that was brought for another result than the one that stands."""

RULED_OUT = "ruled_out"
"""The badge of a record that shows an illegal move if a ruling on it left the game as it is."""

COUNTED = "counted"
"""The badge of a record from whose board a ruling counted the result that its report claims."""

DECIDED = "decided"
"""The badge once a ruling has given the game its result, for a record that leaves it open or whose
verdict depends on one player's dead stones. Nothing depends on that any more, whatever the report
claims."""

NOT_CHOSEN = "not_chosen"
"""The badge of a record that another record of the game was chosen instead of."""

NOT_COUNTED = "not_counted"
"""The badge of a record once a ruling has given its game the result of another record: it counts
that one's board, or comes to what that one shows while this one shows something else."""

RULED_OTHERWISE = "ruled_otherwise"
"""The badge of a record that agrees with its report, once a ruling gave its game another result."""

PASSED_OVER: Final = (NOT_CHOSEN, NOT_COUNTED, RULED_OTHERWISE)
"""The badges of records that a game's result does not go by."""

BY_RULING: Final = (RULED_OUT, COUNTED, DECIDED, *PASSED_OVER)
"""The badges that a ruling or the choice of a record gives, whatever the verdict is."""


def badge_of(verdict: str | None, instead: str = "", *, abandoned: bool = False) -> str:
    """Return what pages show for a record's verdict.

    ``instead`` is what replaces the verdict (:func:`stands_instead`).
    """
    if verdict is None:
        return FAILED if abandoned else CHECKING
    replaced = verdict == Outcome.CONFIRMED or instead in BY_RULING
    return instead if instead and replaced else verdict


SPEAKS_FOR: Final = (AT_ZERO, SAID, UNSHOWN)
"""Options of an agreeing verdict that speak for what was claimed."""

NOT_SHOWN: Final = (
    *(OTHERWISE, STOPPED, CLOCKS_UNCLEAR, TIME_LEFT, OTHERS_TURN, COUNTS_OTHERWISE),
    *SPEAKS_FOR,
)
"""Options of an agreeing verdict about a win that no moves show."""

LASTING: Final = (
    *(OTHERWISE, UNMET, STOPPED, RESULT_LINE, CLOCKS_UNCLEAR),
    *(TIME_LEFT, OTHERS_TURN, COUNTS_OTHERWISE),
    *SPEAKS_FOR,
)
"""The options of a verdict that hold whatever the opponent confirms."""
UNCONFIRMED: Final = (MARKED_ALIVE, MARKED)
"""The options that hold until the opponent has confirmed the report with its marks."""
INSTEAD: Final = (*LASTING, *UNCONFIRMED)
"""The options of an agreeing verdict; the first that holds replaces the verdict."""

BESIDE: Final = (UNMET, TIME_LEFT, OTHERS_TURN)
"""Those of them that are put in sentences wherever the game is shown."""

FOR_PLAYERS: Final = (
    *(DOUBTED, OTHERWISE, STOPPED, RESULT_LINE, UNMET, TIME_LEFT, OTHERS_TURN),
    *(CLOCKS_UNCLEAR, COUNTS_OTHERWISE, MARKED_ALIVE, DECIDED, *PASSED_OVER),
)
"""Badges shown only to players and staff, as are the owner of a record and everything that speaks
for it."""

SPEAKS_AGAINST: Final = frozenset(
    (
        *(DOUBTED, CONTRADICTED, OTHERWISE, RESULT_LINE, UNMET, STOPPED, TIME_LEFT, MARKED_ALIVE),
        *(COUNTS_OTHERWISE, OTHERS_TURN),
        *(Outcome.CONTRADICTED.value, Outcome.FORFEIT.value),
    )
)
"""The badges of records that are in doubt or speak against the result beside them; not of those
that only leave it open, or were not read or checked."""

LEFT_OPEN: Final = (Outcome.NEEDS_DEAD_STONES, Outcome.UNDETERMINED)
"""The verdicts of records that leave the result beside them open."""

OF_TERMS: Final = (Code.TERMS_DIFFER.value, Code.KOMI_DIFFERS.value)

_DECISIVE: dict[str, tuple[str, ...]] = {
    Outcome.CONTRADICTED: ("score.mismatch",),
    Outcome.NEEDS_DEAD_STONES: ("score.needs_dead_stones",),
    Outcome.UNDETERMINED: ("illegal.", "record.", "end.unfinished"),
    Outcome.UNREADABLE: ("unreadable.",),
}
"""The prefixes of the codes that explain a verdict; for others it is a move's fault or a cycle."""

_OTHER_BOARD = Code.SIZE_DIFFERS.value
SEKI_POSSIBLE: Final = Code.SEKI_POSSIBLE.value
"""The finding that the count depends on something uncertain."""

_DOUBTS_OF_HEADER: Final = (Code.COLOURS_SWAPPED.value, Code.HANDICAP_DIFFERS.value)
_DOUBTS: Final = (*_DOUBTS_OF_HEADER, Code.DUPLICATE.value)
_DOUBTS_OVER_THE_BOARD: Final = (Code.NAMES_DIFFER.value,)
"""Findings that cast doubt on whether a record is of its game; names only in games over the board,
where nobody plays under a nickname."""


_ILLEGAL: Final = frozenset(code.value for code in Code if code.is_illegal)


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding. ``colour`` is B, W or empty; ``point`` is written as on a board, or empty."""

    code: str
    move: int | None
    colour: str
    point: str
    article: str
    message: Message | None
    moot: bool
    uncertain: bool = False
    asks: bool = False
    detail: Mapping[str, Any] = field(default_factory=dict)

    @property
    def illegal(self) -> bool:
        """Whether it is a fault in a move: :attr:`~adjudication.rules.findings.Code.is_illegal`."""
        return self.code in _ILLEGAL

    @property
    def as_stored(self) -> dict[str, Any]:
        """Return it in the stored form, which is what the policy reads."""
        names = ("code", "move", "point", "article", "moot", "uncertain", "asks", "detail")
        message = {"message": self.message.as_json()} if self.message else {}
        return {name: getattr(self, name) for name in names} | {"color": self.colour} | message

    @property
    def for_players(self) -> "FindingView":
        """Return it as the game's players read it: for open dame, without the second count.

        The count to the letter is for the referee: players who agreed on the count would conclude
        that the game has another result.
        """
        if self.code != Code.OPEN_DAME:
            return self
        message = _OPEN_DAME % {"points": listed_names(self.detail["points"])}
        return replace(self, message=message, article="")


_OPEN_DAME: Final = _(
    "Open dame: %(points)s. They are to be filled before the count, and count for nobody."
)


@dataclass(frozen=True, slots=True)
class VerdictView:
    """What the replay of a record gave, without the evidence: see :class:`ReportDetail`."""

    verdict: str
    rules: str
    engine_version: str
    decisive_move: int | None
    created_at: datetime
    instead: str = ""
    """What replaces an agreeing verdict: :data:`DOUBTED` if its record may be of another game,
    :data:`CONTRADICTED` if another record of the game has other moves, else ``beneath``. For any
    verdict, once a ruling has decided: one of :data:`BY_RULING`."""
    beneath: str = ""
    """The option in :data:`INSTEAD` that holds for an agreeing verdict, if any: a win was claimed
    that no moves show, the game was played on other terms, or the count rests only on the marks of
    the player who reported."""

    @property
    def badge(self) -> str:
        """Return the verdict, or what replaces it if an agreeing one proves nothing."""
        return badge_of(self.verdict, self.instead)

    @property
    def verdict_for_sentence(self) -> str:
        """Return what a sentence about it says; doubts about the record are shown beside that.

        A record in doubt shows a win no more than any other.
        """
        doubted = self.instead in (DOUBTED, CONTRADICTED)
        return badge_of(self.verdict, self.beneath) if doubted else self.badge


@dataclass(frozen=True, slots=True)
class JudgedAgain:
    """What a later engine made of a record whose verdict had been acted on.

    ``changed`` says whether anything differs; ``after`` and ``result_after`` are the verdict and
    the count of now, ``before`` and ``result_before`` the earlier ones.
    """

    at: datetime
    engine_version: str
    changed: bool
    before: str
    after: str
    result_before: str
    result_after: str


@dataclass(frozen=True, slots=True)
class ReportDetail:
    """The long columns of a report, read only for those who may see the evidence.

    ``dead_stones`` and ``seki_stones`` are None if nobody said; ``computed`` is the count as
    stored, and empty without one.
    """

    dead_stones: tuple[str, ...] | None
    computed: Mapping[str, Any]
    findings: tuple[FindingView, ...]
    decisive: FindingView | None
    """The finding that explains the verdict best, if one stands out."""
    nothing_removed: bool = False
    """Whether it was counted with all stones on the board because play had been resumed over
    them."""
    read_as: Reading = AS_WRITTEN
    """How the record was read, if it is damaged and somebody said what was played."""
    again: JudgedAgain | None = None
    """The last time its record was judged again, if it was."""
    doubts: tuple[FindingView, ...] = ()
    """What casts doubt on whether the record is of its game, unless somebody has said that it
    is."""
    judged: bool = True
    """Whether there is a verdict yet."""
    seki_stones: tuple[str, ...] | None = None

    @property
    def named_stones(self) -> NamedStones:
        """Return the stones that the report names as dead and in seki."""
        dead, seki = (
            None if names is None else list(names) for names in (self.dead_stones, self.seki_stones)
        )
        return NamedStones(dead, seki)

    @property
    def is_other_board_size(self) -> bool:
        """Whether the record is of another board size, and so proves nothing about the game."""
        return any(finding.code == _OTHER_BOARD for finding in self.findings)

    @property
    def counted_claim(self) -> Claim | None:
        """Return the claim the record was counted to; None if it was not, or is of another size."""
        return (
            None
            if self.is_other_board_size
            else parse_claim(str(self.computed.get("result") or ""))
        )

    @property
    def for_players(self) -> "ReportDetail":
        """Return it with the findings as the game's players read them."""
        return replace(self, findings=tuple(finding.for_players for finding in self.findings))

    @property
    def moves_in_question(self) -> bool:
        """Whether somebody has to be asked about a move, or an illegal one has an effect."""
        return any(
            finding.asks or (finding.illegal and not finding.moot) for finding in self.findings
        )


def details_of(submission_ids: Iterable[int]) -> dict[int, ReportDetail]:
    """Return the evidence of some reports by id; one query, and another if any was judged again.

    The result of a dry run is not a judgement.
    """
    rows = _long_columns(list(submission_ids))
    again = _judged_again([row[9] for row in rows if row[9] is not None])
    found = {}
    for pk, dead, seki, verdict, move, computed, stored, options, read_as, later_id, *other in rows:
        findings = tuple(finding_view(finding) for finding in stored or ())
        found[pk] = ReportDetail(
            dead_stones=None if dead is None else tuple(dead),
            seki_stones=None if seki is None else tuple(seki),
            computed=computed or {},
            findings=findings,
            decisive=_decisive(verdict or "", move, findings),
            nothing_removed=NOTHING_REMOVED in (options or {}),
            read_as=reading_from(read_as),
            again=again.get(later_id),
            doubts=_doubts(findings, options, read_as, _Elsewhere(*other)),
            judged=verdict is not None,
        )
    return found


@prepared
def _long_columns(submission_ids: Sequence[int]) -> "QuerySet[Submission, tuple[Any, ...]]":
    later = Rejudgement.objects.filter(
        submission=OuterRef("pk"), readjudication__dry_run=False
    ).order_by("-pk")
    rows = Submission.objects.filter(pk__in=submission_ids).annotate(
        again=Subquery(later.values("pk")[:1]),
        **{name: annotations_from_elsewhere("game")[name] for name in _OTHER_GAMES},
    )
    return rows.values_list(
        "pk",
        "dead_stones",
        "seki_stones",
        "verdict__verdict",
        "verdict__decisive_move",
        "verdict__computed",
        "verdict__findings",
        "verdict__options",
        "verdict__read_as",
        "again",
        *_OTHER_GAMES,
    )


JUDGED = (
    *("verdict", "rules", "engine_version", "decisive_move", "created_at"),
    *("computed", "findings", "options", "read_as"),
)
"""The columns of a verdict that :func:`verdict_view` and :func:`detail_view` read."""


_OTHER_GAMES: Final = ("twin", "copied", "undecided")
ELSEWHERE: Final = (*_OTHER_GAMES, "contradicted")
"""The names of the values that :func:`annotations_from_elsewhere` returns."""


def annotations_from_elsewhere(game: str) -> dict[str, "Subquery | Exists"]:
    """Return the other values, by name, that those two read for a row with a ``record``.

    ``game`` is the name of the row's path to the game.
    """
    return {
        "twin": Subquery(_later().order_by("pk").values(told=_ELSEWHERE)[:1]),
        "copied": Exists(_earlier()),
        "undecided": Exists(_undecided(game)),
        "contradicted": Exists(_contradicted()),
    }


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """For which other games a row's record was sent as well, and whether that is still open.

    ``twin`` is the first game for which it was sent later. ``copied`` says that a record sent
    earlier for another game stands, ``undecided`` that a case about the row's game does.
    """

    twin: Mapping[str, int] | None
    copied: bool
    undecided: bool

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "_Elsewhere":
        return cls(*(row[name] for name in _OTHER_GAMES))


def verdict_view(row: Mapping[str, Any]) -> VerdictView | None:
    """Return a verdict from its columns; None without one.

    Besides :data:`JUDGED` and :func:`annotations_from_elsewhere`, ``not_counted`` says that the
    record's game was ruled by another one (:func:`counts_another`).
    """
    if row["verdict"] is None:
        return None
    names = ("verdict", "rules", "engine_version", "decisive_move", "created_at")
    instead = beneath = stands_beneath(row["options"])
    if row["contradicted"]:
        instead = CONTRADICTED
    if _doubts_of(row):
        instead = DOUBTED
    if row["not_counted"]:
        instead = NOT_COUNTED
    return VerdictView(**{name: row[name] for name in names}, instead=instead, beneath=beneath)


def stands_beneath(options: Mapping[str, Any] | None, *, agreed: bool = False) -> str:
    """Return the first of :data:`INSTEAD` among a verdict's options; empty if there is none.

    ``agreed`` says that the opponent has confirmed or accepted the report, or that the staff
    brought it.
    """
    held = (one for one in INSTEAD if (options or {}).get(one))
    return next((one for one in held if not (agreed and one in UNCONFIRMED)), "")


def detail_view(row: Mapping[str, Any]) -> ReportDetail | None:
    """Return the evidence of a verdict that is not on a report; None without a verdict."""
    if row["verdict"] is None:
        return None
    findings = tuple(finding_view(finding) for finding in row["findings"] or ())
    return ReportDetail(
        dead_stones=None,
        computed=row["computed"] or {},
        findings=findings,
        decisive=_decisive(row["verdict"], row["decisive_move"], findings),
        nothing_removed=NOTHING_REMOVED in (row["options"] or {}),
        read_as=reading_from(row["read_as"]),
        doubts=_doubts_of(row),
    )


def doubts_of_statements(statement_ids: Iterable[int]) -> dict[int, tuple[FindingView, ...]]:
    """Return what casts doubt on statements' judged records, by statement. One query."""
    said = Statement.objects.filter(pk__in=list(statement_ids), verdict__isnull=False)
    names = ("findings", "options", "read_as")
    found = {}
    more = annotations_from_elsewhere("case__game")
    for row in said.values("pk", *(f"verdict__{name}" for name in names), **more):
        found[row["pk"]] = _doubts_of(row | {name: row[f"verdict__{name}"] for name in names})
    return found


def header_doubts(findings: Iterable[Finding], *, over_the_board: bool) -> tuple[Message, ...]:
    """Return the differences from the pairing that cast doubt on a record being of its game."""
    codes = _DOUBTS + _DOUBTS_OVER_THE_BOARD if over_the_board else _DOUBTS
    return tuple(one.text for one in findings if one.code in codes and not one.asks)


def _doubts_of(row: Mapping[str, Any]) -> tuple[FindingView, ...]:
    """Return :func:`_doubts` for a verdict's columns, with :func:`annotations_from_elsewhere`."""
    findings = tuple(finding_view(finding) for finding in row["findings"] or ())
    return _doubts(findings, row["options"], row["read_as"], _Elsewhere.of(row))


def _and_later(
    findings: tuple[FindingView, ...], twin: Mapping[str, int] | None
) -> tuple[FindingView, ...]:
    """Return findings with the game that the record was later sent for, unless already named."""
    if twin is None:
        return findings
    named = (one.detail for one in findings if one.code == Code.DUPLICATE)
    if any((one.get("round"), one.get("board")) == (twin["round"], twin["board"]) for one in named):
        return findings
    return (*findings, _sent(twin))


def _judged_again(ids: list[int]) -> dict[int | None, JudgedAgain]:
    if not ids:
        return {}
    columns = ("created_at", "engine_version", "changed", "before", "after")
    rows = Rejudgement.objects.filter(pk__in=ids)
    told = rows.values_list("pk", *columns, "result_before", "result_after")
    return {pk: JudgedAgain(*values) for pk, *values in told}


def _decisive(
    verdict: str, move: int | None, findings: tuple[FindingView, ...]
) -> FindingView | None:
    if verdict == Outcome.UNDETERMINED:
        other = next((finding for finding in findings if finding.code == _OTHER_BOARD), None)
        if other is not None:
            return other
        question = next((finding for finding in findings if finding.asks), None)
        if question is not None:
            return question
        seki = next((finding for finding in findings if finding.code == SEKI_POSSIBLE), None)
        if seki is not None and not seki.moot:
            return seki
    at_move = [finding for finding in findings if finding.move is not None and finding.move == move]
    wanted = _DECISIVE.get(verdict, ("illegal.", "cycle."))
    return next(
        (
            finding
            for finding in (*at_move, *findings)
            if finding.code.startswith(wanted) and not finding.moot
        ),
        None,
    )


def finding_view(stored: Mapping[str, Any]) -> FindingView:
    """Return a finding stored in the database as a plain value."""
    message = stored.get("message")
    return FindingView(
        code=stored.get("code") or "",
        move=stored.get("move"),
        colour=stored.get("color") or "",
        point=stored.get("point") or "",
        article=stored.get("article") or "",
        message=message_from(message) if message else None,
        moot=bool(stored.get("moot")),
        uncertain=bool(stored.get("uncertain")),
        asks=bool(stored.get("asks")),
        detail=stored.get("detail") or {},
    )


# --- Whether a record is in doubt: what differs may mean that it is of another game ---


def _doubts(
    findings: tuple[FindingView, ...],
    options: Mapping[str, Any] | None,
    read_as: Mapping[str, Any] | None,
    elsewhere: _Elsewhere,
) -> tuple[FindingView, ...]:
    """Return a verdict's findings that cast doubt on whether its record is of its game.

    The players can say that it is, whatever its header says. If it was sent for another game, too,
    that does not settle it before a referee has closed the case about it. It is settled as well
    once the earlier record of the two no longer stands.
    """
    ours = reading_from(read_as).of_this_game
    if ours and not elsewhere.undecided:
        return ()
    own = (one for one in findings if elsewhere.copied or one.code != Code.DUPLICATE)
    codes: tuple[str, ...] = (Code.DUPLICATE.value,)
    if not ours:
        over_the_board = (options or {}).get(OVER_THE_BOARD)
        codes = _DOUBTS + _DOUBTS_OVER_THE_BOARD if over_the_board else _DOUBTS
    told = _and_later(tuple(own), elsewhere.twin)
    return tuple(one for one in told if one.code in codes and not one.asks)


_ELSEWHERE: Final = JSONObject(
    round="game__round__number", board="game__board_number", common="common", moves="moves"
)
"""The other game for which a record was sent, as one value."""


def record_stands(name: str) -> Q:
    """Return the condition that the record named by a column stands.

    It stands with a report that does, or with a statement in a case that waits for its ruling.
    """
    said = Statement.objects.filter(case__state__in=CaseState.waiting())
    return Q(Exists(Submission.objects.shown().filter(record=OuterRef(name)))) | Q(
        Exists(said.filter(record=OuterRef(name)))
    )


def _later() -> "QuerySet[Likeness]":
    """Return the later uses of a row's record for other games where it stands.

    They do not count if the names in both say that it belongs to the row's game, or if its result
    was settled before (:attr:`~adjudication.models.Likeness.other_doubted`). Nor do they once a
    case about the later use is closed: whoever closed it has seen both games, and whoever sent the
    record first must not stay in doubt if whoever sent it later does not.
    """
    later = Likeness.objects.filter(
        record_stands("record"), other=OuterRef("record"), other_doubted=True
    )
    return later.filter(Exists(_undecided("game")) | ~Exists(_closed_about_two_games()))


def _closed_about_two_games() -> "QuerySet[Case]":
    """Return the closed cases about a likeness's record being sent for two games."""
    about = Contains(Cast("grounds", TextField()), f'"{Cause.DUPLICATE_RECORD}"')
    closed = Case.objects.exclude(state__in=CaseState.waiting())
    return closed.filter(
        about, game=OuterRef("game"), settled_at__gt=OuterRef("record__created_at")
    )


def _earlier() -> "QuerySet[Likeness]":
    """Return the records of other games that a row's is like, if they stand."""
    return Likeness.objects.filter(record_stands("other"), record=OuterRef("record"))


def _undecided(game: str) -> "QuerySet[Case]":
    """Return the case without a ruling about a row's game."""
    return Case.objects.undecided().filter(game=OuterRef(game))


def _contradicted() -> "QuerySet[Contradiction]":
    """Return the other records of a row's game that stand and have other moves."""
    return Contradiction.objects.filter(record_stands("other"), record=OuterRef("record"))


def _sent(twin: Mapping[str, int]) -> FindingView:
    """Return the finding for the record that came first; the later one has it stored."""
    message = duplicate_text(twin["round"], twin["board"], twin["common"], twin["moves"])
    return FindingView(Code.DUPLICATE, None, "", "", "", message, moot=False, detail=twin)


def accepted_after_contest() -> "QuerySet[Submission]":
    """Return the reports by which the opponent accepted a row's report after contesting it.

    The accepting page names the report's marks, so they are confirmed as well. Only the author's
    last report counts: the marks of an earlier one were not shown.
    """
    later = Submission.objects.filter(
        game=OuterRef("game"),
        player=OuterRef("answered_by"),
        state=SubmissionState.CONTESTED,
        pk__gt=OuterRef(OuterRef("pk")),
        pk__lt=OuterRef("pk"),
    )
    return Submission.objects.filter(
        ~Exists(later),
        game=OuterRef("game"),
        answered_by=OuterRef("player"),
        claim_winner=OuterRef("claim_winner"),
        state=SubmissionState.CONFIRMED,
        idempotency_key__startswith=ACCEPTING,
        pk__gt=OuterRef("pk"),
    )


def settled_at() -> Choice:
    """Return when both players stood by a report, or a ruling gave its game the result.

    It is None if neither is so.
    """
    return Choice(
        When(state=SubmissionState.CONFIRMED, then=F("answered_at")),
        When(_decided(), then=F("ruled_at")),
        default=Subquery(accepted_after_contest().values("answered_at")[:1]),
    )


def _ruled_out() -> Q:
    """Return the condition that the illegal move in a record was ruled to change nothing."""
    rulings = Ruling.objects.filter(
        case__game=OuterRef("game"),
        superseded_by=None,
        cause=Cause.ILLEGAL_MOVE,
        effect=Effect.NOTHING,
        made_at__gt=OuterRef("verdict__created_at"),
    )
    return Q(Exists(rulings), verdict__verdict=Outcome.FORFEIT)


_HANGS_ON_STONES: Final = (
    *(Outcome.CONFIRMED, Outcome.CONTRADICTED),
    *(Outcome.NEEDS_DEAD_STONES, Outcome.UNDETERMINED),
)
"""The verdicts that a ruling's count may replace: their board can be counted."""


_CLAIMED: Final = ("winner", "reason", "margin_half")


def _ruled_as_claimed() -> Q:
    """Return the condition that a ruling gave a report's game the result that the report claims."""
    same = {f"claim_{name}": F(f"game__{name}") for name in ("winner", "reason")}
    return Q(ruled_at__isnull=False, **same) & (
        Q(claim_margin_half=F("game__margin_half"))
        | Q(claim_margin_half=None, game__margin_half=None)
    )


def _shown_by_another() -> Q:
    """Return the condition that another record shows what a ruling and a report say, not its own.

    The other record came with the same claim and agrees with it, even if a referee had chosen this
    one instead.
    """
    others = Submission.objects.filter(
        ~Q(record=OuterRef("record")),
        game=OuterRef("game"),
        removed_at=None,
        verdict__verdict=Outcome.CONFIRMED,
        **{f"claim_{name}": OuterRef(f"claim_{name}") for name in _CLAIMED},
    )
    contradicted = Q(verdict__verdict=Outcome.CONTRADICTED, game__state=GameState.RULED)
    return contradicted & _ruled_as_claimed() & Q(Exists(others))


def _decided() -> Q:
    """Return the condition that a ruling has since given a report's game its result."""
    return Q(ruled_at__isnull=False, game__state=GameState.RULED)


def _counted() -> Q:
    """Return the condition that the ruling that stands counts the board of a report's record."""
    rulings = Ruling.objects.filter(
        case__game=OuterRef("game"),
        superseded_by=None,
        effect=Effect.RESULT,
        winner=OuterRef("claim_winner"),
    ).alias(of=KT("counted__record"))
    return Q(Exists(rulings.filter(of=OuterRef("record__sha256"))))


def counts_another(game: str) -> Q:
    """Return the condition that a ruling gave a game its result by another record than a row's.

    ``game`` is the name of the row's path to the game; the row's ``record`` may be its own.
    """
    rulings = Ruling.objects.filter(
        case__game=OuterRef(game),
        superseded_by=None,
        effect=Effect.RESULT,
        winner=OuterRef(f"{game}__winner"),
    ).alias(of=Cast(KT("counted__record"), TextField()))
    return (
        Q(**{f"{game}__state": GameState.RULED})
        & Q(Exists(rulings.filter(of__gt="")))
        & ~Q(Exists(rulings.filter(of=OuterRef("record__sha256"))))
    )


def _doubted() -> Choice:
    """Return whether :func:`_doubts` finds something about a report's record."""
    told = Cast("verdict__findings", TextField())

    def found(codes: Iterable[str]) -> Q:
        return reduce(or_, (Q(Contains(told, f'"{code}"')) for code in codes))

    over_the_board = Q(verdict__options__over_the_board=True) & found(_DOUBTS_OVER_THE_BOARD)
    ours = Q(verdict__read_as__of_this_game=True)
    copied = found((Code.DUPLICATE.value,)) & Q(Exists(_earlier()))
    return Choice(
        When(ours & ~Exists(_undecided("game")), then=Value(False)),
        When(copied | Exists(_later()), then=Value(True)),
        When(ours, then=Value(False)),
        When(found(_DOUBTS_OF_HEADER) | over_the_board, then=Value(True)),
        default=Value(False),
        output_field=BooleanField(),
    )


def _option_in_place() -> Choice:
    """Return what replaces an agreeing verdict, by its options; empty if nothing does.

    That no stone is dead is one player's word, too, if the other marks some. Once a ruling has
    decided, it replaces marks that nobody confirmed, and a record no longer agrees with a report
    that it decided against.
    """
    against = _decided() & ~_ruled_as_claimed()
    agreeing = Choice(When(against, then=Value(RULED_OTHERWISE)), default=Value(""))
    # Records brought by the staff are no player's word.
    agreed = Q(state=SubmissionState.CONFIRMED) | Q(imported_at__isnull=False)
    holds = {option: Q(**{f"verdict__options__{option}": True}) for option in INSTEAD}
    holds[MARKED] |= _says_none_are_dead() & Q(Exists(_marked_by_opponent()))
    return Choice(
        *(
            When(holds[option] & condition, then=Value(told))
            for option in LASTING
            for condition, told in (
                *([(against, RULED_OTHERWISE)] if option in SPEAKS_FOR else []),
                (Q(), option),
            )
        ),
        When(agreed | Exists(accepted_after_contest()), then=agreeing),
        *(
            When(holds[option] & condition, then=Value(told))
            for option in UNCONFIRMED
            for condition, told in ((_decided(), DECIDED), (Q(), option))
        ),
        default=agreeing,
        output_field=TextField(),
    )


def _says_none_are_dead() -> Q:
    """Return the condition that a report's count rests on no stone being dead, by its author."""
    resumed = Q(verdict__options__has_key=NOTHING_REMOVED)
    return Q(claim_reason=Reason.SCORE, dead_stones=[]) & ~resumed


def _marked_by_opponent() -> "QuerySet[Submission]":
    """Return the standing reports by which the opponent of a row's author marks dead stones."""
    theirs = Submission.objects.standing().filter(game=OuterRef("game"))
    return theirs.filter(dead_stones__0__isnull=False).exclude(player=OuterRef("player"))


def stands_instead() -> Choice:
    """Return what replaces the verdict on a report, for the database.

    Once a ruling has decided, it is what the ruling said about the record; if another record was
    chosen instead, it is that. For an agreeing verdict it is what :func:`_doubts` finds, then what
    the verdict's options say. Findings may be long: they are searched inside the database, for
    reports that count.
    """
    return Choice(
        When(_ruled_out(), then=Value(RULED_OUT)),
        When(replaced_at__isnull=False, then=Value(NOT_CHOSEN)),
        When(
            Q(verdict__verdict__in=_HANGS_ON_STONES) & _ruled_as_claimed() & _counted(),
            then=Value(COUNTED),
        ),
        When(counts_another("game") | _shown_by_another(), then=Value(NOT_COUNTED)),
        When(
            Q(verdict__verdict__in=(Outcome.NEEDS_DEAD_STONES, Outcome.UNDETERMINED)) & _decided(),
            then=Value(DECIDED),
        ),
        When(~Q(verdict__verdict=Outcome.CONFIRMED), then=Value("")),
        When(state__in=SubmissionState.dropped(), ruled_at=None, then=Value("")),
        When(_doubted(), then=Value(DOUBTED)),
        When(Exists(_contradicted()), then=Value(CONTRADICTED)),
        default=_option_in_place(),
        output_field=TextField(),
    )


def names_another_result() -> Q:
    """Return the condition that a report's record leaves its result open but gives another."""
    told = Cast("verdict__findings", TextField())
    return Q(
        Contains(told, f'"{Code.RESULT_DIFFERS.value}"'),
        verdict__verdict__in=LEFT_OPEN,
    )


# --- Reports whose record could not be checked ---


def reports_given_up(submission_ids: Sequence[int]) -> set[int]:
    """Return the reports whose replay was given up."""
    if not submission_ids:
        return set()
    keys = {judging_key(pk): pk for pk in submission_ids}
    found = Job.objects.filter(state=JobState.FAILED, dedup_key__in=list(keys))
    return {keys[key] for key in found.values_list("dedup_key", flat=True)}


def statement_given_up() -> Exists:
    """Return the condition that the replay of the record of a row's statement was given up."""
    key = Concat(Value(judging_statement_key("")), Cast(OuterRef("pk"), TextField()))
    return Exists(Job.objects.filter(state=JobState.FAILED, dedup_key=key))


# --- What a player merely says, in the form in which a case keeps its ground ---


EVIDENCE: Final = "evidence"
"""The key under which a claim keeps what the records said about it when it was made."""
REFUTED: Final = "refuted"
REPEATED: Final = "repeated"
"""The key under which a claim of an illegal move keeps that it is about a repetition."""


def claimed_finding(
    move: object, point: object = None, *, refuted: bool, repeated: bool = False
) -> dict[str, Any]:
    """Return what a player says they saw; ``refuted`` if a complete record says otherwise.

    ``repeated`` says that it is a repeated position where that is forbidden.
    """
    seen: dict[str, Any] = {"code": "", "move": move, "said": True}
    detail: dict[str, Any] = {EVIDENCE: REFUTED} if refuted else {}
    detail |= {} if point is None else {"point": str(point)}
    detail |= {REPEATED: True} if repeated else {}
    return seen | ({"detail": detail} if detail else {})


def is_refuted(finding: Mapping[str, Any] | None) -> bool:
    """Say whether a ground is one player's word against a complete record."""
    detail = (finding or {}).get("detail") or {}
    return bool(detail.get(EVIDENCE) == REFUTED)
