"""Cases as plain values: the queue of the referees, the page of one case, and a player's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.cases.selectors.referees import actor_column
from adjudication.cases.selectors.rulings import overtaken_by_result
from adjudication.cases.selectors.statements import StatementView, records_said, statements_of
from adjudication.models import (
    Appeal,
    AppealState,
    Case,
    CaseState,
    Ruling,
    RulingKind,
    SaidStones,
    Statement,
)
from adjudication.policy.causes import BESIDE_RESULT, OF_RECORD, RAISED, Cause, ClockMatter
from adjudication.policy.codec import policy_from_json
from adjudication.policy.decisions import Decision, decision_from
from adjudication.policy.policy import EventPolicy
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.presets import get_ruleset
from adjudication.rules.rulesets import ConfirmationMethod
from adjudication.rules.sentences import colour_text
from adjudication.verdicts.selectors.submissions import RecordFacts, SubmissionView, submissions_of
from adjudication.verdicts.selectors.verdicts import (
    REPEATED,
    FindingView,
    ReportDetail,
    details_of,
    finding_view,
    is_refuted,
)
from tournament.audit.services.current_actor import NOBODY, Actor
from tournament.common.prepared import prepared
from tournament.common.queries import columns_of, one_or_none
from tournament.games.selectors import GAME_ROW, GameRow, PlayerName, game_row
from tournament.models import (
    AuditEvent,
    Game,
    GameState,
    Person,
    Player,
    Reporting,
    RoundState,
    Verb,
)
from tournament.spoken import note_text, stored_note, translated
from tournament.tournaments.selectors.public import TERMS, TournamentTerms, terms_of

OVER = (CaseState.FINAL, CaseState.SETTLED)
"""The states in which nothing about a case can change any more."""
URGENT = 15
"""How much severity a case gains if a whole round waits for it."""


@dataclass(frozen=True, slots=True)
class PersonName:
    """A member of the staff, or a player; the name is empty if it was erased or never given."""

    id: int
    uid: str
    name: str
    role: str
    player_id: int | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """One thing that brought a case up. ``cause`` is a :class:`~adjudication.policy.Cause`."""

    cause: Cause
    at: datetime
    submission_id: int | None
    finding: FindingView | None
    note: str
    players: tuple[int, ...] = ()
    """The numbers of those it is about, if it is not about both."""
    minutes: int | None = None
    """How late somebody was."""
    clock: ClockMatter | None = None
    """What is said to have happened with a clock."""
    complainant: int | None = None
    """The number of the player who complains about somebody's behaviour."""
    by: int | None = None
    """The number of the player who brought it up; None for the staff or the program."""
    refuted: bool = False
    """Whether it is one player's word against a complete record."""
    set_aside: str = ""
    """Why the only record that showed it was set aside: then there is no finding."""


@dataclass(frozen=True, slots=True)
class QueueLine:
    """One case as a line of the queue."""

    id: int
    number: int
    version: int
    state: CaseState
    cause: Cause
    severity: int
    opened_at: datetime
    opened_by: PersonName | None
    """None for the program itself."""
    grounds: tuple[Ground, ...]
    """All of them, oldest first."""
    proposal: Decision | None
    submission_id: int | None
    """The report whose record shows it."""
    record_by: int | None
    """The number of the player who sent that record; None for the staff, or without a record."""
    round_number: int | None
    table: int | None
    game_id: int | None
    game_state: str
    black: PlayerName | None
    white: PlayerName | None
    parties: tuple[PlayerName, ...]
    taken_by: PersonName | None
    lease_until: datetime | None
    appeal_until: datetime | None
    settled_at: datetime | None
    settled_note: str
    statements: int
    """How many there are."""
    round_waits: bool
    """Whether every other game of the running round has a result or a case."""

    @property
    def names(self) -> dict[int, str]:
        """Return the names of those whom it is about, by their numbers."""
        return {player.number: player.name for player in self.parties}

    @property
    def finding(self) -> FindingView | None:
        """Return the gravest ground's finding, if it has one: the first thing a record shows."""
        gravest = (ground.finding for ground in self.grounds if ground.cause == self.cause)
        findings = sorted(filter(None, gravest), key=lambda finding: not finding.code)
        return findings[0] if findings else None

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Return the causes that brought it up, the gravest first, each once."""
        return tuple(dict.fromkeys([self.cause, *(ground.cause for ground in self.grounds)]))

    @property
    def lapsed(self) -> bool:
        """Whether it is taken but its referee's time has run out: another may take it over."""
        return self.lease_until is not None and self.lease_until <= timezone.now()

    @property
    def over(self) -> bool:
        """Whether nothing about it can change any more."""
        return self.state in OVER

    def number_of(self, player_id: int | None) -> int | None:
        """Return the number of a player whom it is about; None for anybody else."""
        return next((player.number for player in self.parties if player.id == player_id), None)

    @property
    def about_result(self) -> bool:
        """Whether its game's result waits for it."""
        return any(ground.cause not in BESIDE_RESULT for ground in self.grounds)

    @property
    def raised_by(self) -> int | None:
        """Return the number of the player whose word alone brought it up, as :func:`raised_by`."""
        return raised_by(self.grounds)


@dataclass(frozen=True, slots=True)
class CasePage:
    """A case with all the evidence: what was reported, replayed and said.

    ``submissions`` are all reports of the game, oldest first; ``details`` is the evidence of those
    that count, by their id. Questions, rulings and appeals have their own selectors. ``reader`` is
    the id of the person looking at it, if they are recorded; ``policy`` is what the tournament
    settles by itself.
    """

    terms: TournamentTerms
    closed: bool
    line: QueueLine
    game: GameRow | None
    policy: EventPolicy
    reader: int | None = None
    spoken: bool = False
    """Whether somebody said on its board which stones are alive."""
    again: bool = False
    """Whether its game has other cases."""
    submissions: tuple[SubmissionView, ...] = ()
    details: Mapping[int, ReportDetail] = field(default_factory=dict)
    statements: tuple[StatementView, ...] = ()
    said_elsewhere: tuple[RecordFacts, ...] = ()
    """Records that came with statements in the game's other cases, if this case has any records:
    all their names have to differ."""
    complete: bool = False
    """Whether its evidence has been read, so that it is not read again."""

    @property
    def confirmable(self) -> bool:
        """Whether it is about a game whose rules settle life and death by hypothetical play."""
        return self.game is not None and decided_by_play(self.terms.rules)

    @property
    def recorded_reports(self) -> list[SubmissionView]:
        """Return the reports whose record is evidence: the one at stake and those that count.

        Those of a game that was played again come last.
        """
        found = [one for one in self.submissions if one.record is not None and one.is_evidence]
        at_stake = self.line.submission_id
        return sorted(found, key=lambda one: (one.id != at_stake, not one.counts, one.id))

    @property
    def replaced_reports(self) -> tuple[SubmissionView, ...]:
        """Return the reports whose records others were chosen over, if those others are evidence.

        A file that is among :attr:`recorded_reports` is shown there instead.
        """
        shown = {one.record.sha256 for one in self.recorded_reports if one.record is not None}
        evidence = (report for report in self.submissions if report.is_evidence)
        found = (one for report in evidence for one in report.replaced)
        return tuple(one for one in found if one.record and one.record.sha256 not in shown)

    @property
    def taken_back(self) -> tuple[SubmissionView, ...]:
        """Return the reports with the players' records that stand no longer, the latest first.

        Each file comes once, and none that the case shows elsewhere. Records that the staff brought
        or set aside are left out: what became of those is reported with them.
        """
        said = (one.record for one in self.statements)
        shown = {record.sha256 for record in said if record is not None}
        shown |= {
            one.record.sha256
            for one in (*self.recorded_reports, *self.replaced_reports)
            if one.record
        }
        found: dict[str, SubmissionView] = {}
        for report in reversed(self.submissions):
            dropped = not report.is_evidence and not report.imported and not report.removed
            if report.record is not None and dropped and report.record.sha256 not in shown:
                found.setdefault(report.record.sha256, report)
        return tuple(found.values())

    def submission(self, submission_id: int | None) -> SubmissionView | None:
        """Return one of the reports by its id."""
        return next((report for report in self.submissions if report.id == submission_id), None)


@dataclass(frozen=True, slots=True)
class OwnCase:
    """A case as one of its players sees it; ``closed`` if the tournament can no longer change."""

    line: QueueLine
    terms: TournamentTerms
    closed: bool


def decided_by_play(rules: str) -> bool:
    """Whether a rule set, by its key, decides life and death by hypothetical play."""
    return get_ruleset(rules).confirmation.value is ConfirmationMethod.HYPOTHETICAL_PLAY


_ROWS = (
    "tournament",
    "round",
    "game__round",
    "game__black",
    "game__white",
    "taken_by__player",
    "opened_by__player",
)
_COLUMNS = (
    *columns_of(Case),
    *(f"tournament__{column}" for column in (*TERMS, "rulings")),
    "round__number",
    *(f"game__{column}" for column in GAME_ROW),
    *(
        f"{person}__{column}"
        for person in ("taken_by", "opened_by")
        for column in ("uid", "name", "role", "player__name")
    ),
)


def case_queue(tournament_id: int, *, over: bool = False) -> tuple[QueueLine, ...]:
    """Return the cases that are not over, the most urgent first. Two queries for any number.

    Cases that wait for a referee come before those a referee works on, then those with the players,
    before the committee or ruled. Each group is sorted by gravity, whether the round waits for the
    case, then the longest wait. With ``over``, return the cases that are over, the latest first.
    """
    rows = Case.objects.filter(tournament=tournament_id)
    if over:
        ended = rows.filter(state__in=[CaseState.FINAL, CaseState.SETTLED])
        return _lines(list(_rows(ended.order_by("-settled_at", "-pk"))))
    lines = _lines(list(_rows(rows.live())))
    return tuple(sorted(lines, key=_urgency))


def cases_after(
    tournament_id: int, number: int, *, most: int, **filters: object
) -> tuple[QueueLine, ...]:
    """Return at most ``most`` cases after a number; ``filters`` are columns. Three queries."""
    rows = Case.objects.filter(tournament=tournament_id, number__gt=number, **filters)
    keys = list(rows.order_by("number").values_list("pk", flat=True)[:most])
    return _lines(list(_rows(Case.objects.filter(pk__in=keys).order_by("number"))))


def case_page(
    tournament_id: int, number: int, reader: Actor = NOBODY, *, line: QueueLine | None = None
) -> CasePage | None:
    """Return a case without its evidence; None if there is no such case.

    Two queries; one if its line was read already.
    """
    by, reader_id = actor_column(reader)
    cases = _case(tournament_id, number, reader_id, by=by)
    if not cases:
        return None
    (case,) = cases
    if line is None:
        (line,) = _lines(cases)
    return CasePage(
        terms=terms_of(case.tournament),
        closed=case.tournament.closed_at is not None,
        line=line,
        game=None if case.game is None else game_row(case.game),
        policy=policy_from_json(case.tournament.rulings),
        reader=case.reader,  # type: ignore[attr-defined]
        spoken=case.spoken,  # type: ignore[attr-defined]
        again=case.again,  # type: ignore[attr-defined]
    )


def with_reports(page: CasePage) -> CasePage:
    """Return a case with what was reported and replayed. Three queries."""
    line = page.line
    reports = submissions_of([line.game_id]).get(line.game_id, ()) if line.game_id else ()
    shown = [
        one.id for report in reports if report.is_evidence for one in (report, *report.replaced)
    ]
    return replace(page, submissions=reports, details=details_of(shown) if reports else {})


def with_evidence(page: CasePage) -> CasePage:
    """Return a case with what was reported, replayed and said. Four or five queries, only once."""
    if page.complete:
        return page
    said = statements_of([page.line.id]).get(page.line.id, ())
    elsewhere: tuple[RecordFacts, ...] = ()
    if page.game is not None and page.again and any(one.record is not None for one in said):
        here = {one.id for one in said}
        found = records_said(page.game.id, None)
        elsewhere = tuple(record for key, record in found.items() if key not in here)
    return replace(with_reports(page), statements=said, said_elsewhere=elsewhere, complete=True)


def cases_of_player(player_id: int) -> tuple[QueueLine, ...]:
    """Return the cases that are about a player or their games, the latest first. Two queries."""
    return _lines(_cases_of_player(player_id))


def own_case(case_id: int, player_id: int) -> OwnCase | None:
    """Return a player's case; None if there is none or it is not about them. Two queries."""
    cases = _own_case(case_id, player_id)
    if not cases:
        return None
    (line,) = _lines(cases)
    tournament = cases[0].tournament
    return OwnCase(line, terms_of(tournament), tournament.closed_at is not None)


def cases_of_game(game_id: int) -> tuple[QueueLine, ...]:
    """Return the cases of a game, the latest first, but those that are over last.

    There are several if something came up after a ruling. Two queries.
    """
    lines = _lines(_cases_of_game(game_id))
    return tuple(sorted(lines, key=lambda line: line.over))


def last_case_of(game_id: int) -> Case | None:
    """Return the latest case of a game, over or not; None if it never had one. One query."""
    return Case.objects.filter(game=game_id).order_by("-pk").first()


def upheld_on_appeal(game_id: int) -> bool | None:
    """Return whether a committee upheld (True) or changed (False) the ruling on a game's result.

    None if no committee has decided it, or its decision was not recorded. One query.
    """
    decided = Appeal.objects.filter(case__game=game_id, state=AppealState.DECIDED)
    appeals = decided.select_related("case").order_by("-pk")
    return next((appeal.upheld for appeal in appeals if appeal.case.about_result), None)


def _urgency(line: QueueLine) -> tuple[object, ...]:
    places = {CaseState.OPEN: 0, CaseState.TAKEN: 1, CaseState.ASKED: 2, CaseState.APPEALED: 3}
    place = 0 if line.lapsed else places.get(line.state, 4)
    grave = line.severity + (URGENT if line.round_waits else 0)
    return place, -grave, line.opened_at, line.number


@prepared
def _case(tournament_id: int, number: int, reader_id: int, *, by: str) -> "QuerySet[Case]":
    persons = Person.objects.filter(tournament=tournament_id, **{by: reader_id}).order_by("pk")
    rows = Case.objects.filter(tournament=tournament_id, number=number)
    spoken = Exists(SaidStones.objects.filter(case=OuterRef("pk")))
    others = Case.objects.filter(game=OuterRef("game")).exclude(pk=OuterRef("pk"))
    reader = Subquery(persons.values("pk")[:1])
    return _rows(rows.annotate(reader=reader, spoken=spoken, again=Exists(others)))


@prepared
def _cases_of_player(player_id: int) -> "QuerySet[Case]":
    return _rows(Case.objects.filter(parties=player_id).order_by("-pk"))


@prepared
def _own_case(case_id: int, player_id: int) -> "QuerySet[Case]":
    return _rows(Case.objects.filter(pk=case_id, parties=player_id))


@prepared
def _cases_of_game(game_id: int) -> "QuerySet[Case]":
    return _rows(Case.objects.filter(game=game_id).order_by("-pk"))


def _rows(rows: "QuerySet[Case]") -> "QuerySet[Case]":
    # Counted in a subquery: in a join, they would be grouped by every column of eight tables.
    said = Statement.objects.filter(case=OuterRef("pk")).values("case").annotate(n=Count("pk"))
    counted = Coalesce(Subquery(said.values("n")), 0)
    others = Game.objects.filter(
        ~Exists(Case.objects.live().filter(game=OuterRef("pk"))),
        round=OuterRef("round"),
        state__in=[GameState.OPEN, GameState.REPORTED],
    )
    own = Q(round__state=RoundState.PUBLISHED)
    own &= Q(game__state__in=[GameState.OPEN, GameState.DISPUTED])
    waits = ExpressionWrapper(own & ~Exists(others), output_field=BooleanField())
    sender = F("submission__record__uploaded_by__number")
    annotated = rows.annotate(said=counted, holds_up=waits, record_by=sender)
    return annotated.select_related(*_ROWS).only(*_COLUMNS)


def _lines(cases: list[Case]) -> tuple[QueueLine, ...]:
    if not cases:
        return ()
    parties, notes = _parties([case.pk for case in cases]), _settled_notes(cases)
    return tuple(_line(case, parties.get(case.pk, ()), notes[case.pk]) for case in cases)


def _line(case: Case, parties: tuple[PlayerName, ...], settled_note: str) -> QueueLine:
    game = case.game
    return QueueLine(
        id=case.pk,
        number=case.number,
        version=case.version,
        state=CaseState(case.state),
        cause=Cause(case.cause),
        severity=case.severity,
        opened_at=case.opened_at,
        opened_by=_person(case.opened_by),
        grounds=grounds_of(case),
        proposal=None if case.proposal is None else decision_from(case.proposal),
        submission_id=case.submission_id,
        record_by=case.record_by,  # type: ignore[attr-defined]
        round_number=None if case.round is None else case.round.number,
        table=None if game is None else game.board_number,
        game_id=case.game_id,
        game_state="" if game is None else game.state,
        black=None if game is None else _player(game.black),
        white=None if game is None else _player(game.white),
        parties=parties,
        taken_by=_person(case.taken_by),
        lease_until=case.lease_until,
        appeal_until=case.appeal_until,
        settled_at=case.settled_at,
        settled_note=settled_note,
        statements=case.said,  # type: ignore[attr-defined]
        round_waits=bool(case.holds_up),  # type: ignore[attr-defined]
    )


@prepared
def _party_rows(case_ids: Sequence[int]) -> "QuerySet[Any, tuple[Any, ...]]":
    rows = Case.parties.through.objects.filter(case__in=case_ids).order_by("player__number")
    columns = ("player", *(f"player__{column}" for column in ("name", "rank", "club", "number")))
    return rows.values_list("case", *columns)


def _parties(case_ids: Sequence[int]) -> dict[int, tuple[PlayerName, ...]]:
    found: dict[int, list[PlayerName]] = {}
    for case_id, *player in _party_rows(case_ids):
        found.setdefault(case_id, []).append(PlayerName(*player))
    return {case: tuple(players) for case, players in found.items()}


def _player(player: Player) -> PlayerName:
    return PlayerName(player.pk, player.name, player.rank, player.club, player.number)


def _person(person: Person | None) -> PersonName | None:
    return None if person is None else person_name(person)


def person_name(person: Person) -> PersonName:
    """Return a person, read with their player, as plain values."""
    name = person.name if person.player is None else person.player.name
    return PersonName(person.pk, person.uid, name, person.role, person.player_id)


def grounds_of(case: Case) -> tuple[Ground, ...]:
    """Return the grounds of a case, oldest first; it has been read with whoever opened it."""
    return tuple(map(_ground, case.grounds, case.complainants))


def _note(stored: Mapping[str, Any]) -> str:
    """Return what somebody wrote about a ground, after where and what they say they saw.

    Every reader gets that in their own language; only the writer's own words stay as written.
    """
    words, said = stored["note"], stored["finding"]
    if said is None or not said.get("said"):
        return str(words)
    detail = said.get("detail") or {}
    places = [_("Move %(move)s") % {"move": said["move"]}] if said.get("move") else []
    where = ", ".join([*places, *([detail["point"]] if "point" in detail else [])])
    repeated = [_("The same position came back.")] if detail.get(REPEATED) else []
    text = " ".join(filter(None, [*repeated, words]))
    if where and text:
        return _("%(where)s: %(text)s") % {"where": where, "text": text}
    return where or text


def _ground(stored: Mapping[str, Any], complainant: int | None) -> Ground:
    gone = stored.get("set_aside", "")
    shown = None if gone else stored["finding"]
    return Ground(
        cause=Cause(stored["cause"]),
        at=datetime.fromisoformat(stored["at"]),
        submission_id=stored["submission"],
        finding=None if shown is None else finding_view(shown),
        note=_note(stored),
        players=tuple(stored["players"]),
        minutes=stored["minutes"],
        clock=ClockMatter(stored["clock"]) if stored.get("clock") else None,
        refuted=is_refuted(shown),
        set_aside=gone,
        complainant=complainant,
        by=stored["by"],
    )


def raised_by(grounds: Sequence[Ground]) -> int | None:
    """Return the number of the player whose word alone brought a case up.

    None if there is more to it: a ground somebody else raised, or what a record shows.
    """
    numbers = {ground.by for ground in grounds}
    shown = any(ground.finding is not None and ground.finding.code for ground in grounds)
    return numbers.pop() if len(numbers) == 1 and not shown else None


def own_part(grounds: Sequence[Ground], number: int) -> tuple[Ground, ...]:
    """Return what the player with a number says in a case that the other player raised, too.

    Empty if only one of them, or anybody else, is behind the case, and if the player's part is more
    than a claim: what a record shows, an answer to a report, an objection, or a complaint, which
    the other player may not read even later.
    """
    mine = tuple(ground for ground in grounds if ground.by == number)
    others = {ground.by for ground in grounds} - {number}
    claims = all(
        ground.cause in RAISED
        and ground.complainant is None
        and not (ground.finding is not None and ground.finding.code)
        for ground in mine
    )
    return mine if others and None not in others and claims else ()


def said_to_be_late(
    grounds: Sequence[Ground], *, by: int, late: int, reported_at: datetime | None = None
) -> bool:
    """Whether a player's latest claim is that the other one ran out of time.

    That play went on after this clock fell takes nothing back. ``by`` is the number of the player
    who says so, ``late`` of the one whose clock it is, and ``reported_at`` the time of the former's
    last report, if any: a later report takes the claim back, and the claim takes back an earlier
    report.
    """
    said = [
        ground
        for ground in grounds
        if ground.cause is Cause.TIME
        and ground.by == by
        and (ground.clock, ground.players) != (ClockMatter.MOVED_AFTER, (late,))
    ]
    last = said[-1] if said else None
    if last is None or last.clock is not ClockMatter.FELL or last.players != (late,):
        return False
    return reported_at is None or reported_at < last.at


def says_out_of_time(grounds: Sequence[Ground], *, late: int) -> bool:
    """Whether anybody but the player numbered ``late`` says that this player ran out of time."""
    return any(
        ground.clock is ClockMatter.FELL and ground.players == (late,) and ground.by != late
        for ground in grounds
    )


TAKEN_BACK: Final = gettext_lazy("The player who raised it took it back.")
"""The note on a case that was taken back by whoever raised it."""
BOTH_TAKEN_BACK: Final = gettext_lazy("Both players took back what they had raised.")
"""The note on a case of which each player took back their part."""


ACCEPTED: Final = MappingProxyType(
    {
        "black": gettext_lazy("Black accepted what White reported."),
        "white": gettext_lazy("White accepted what Black reported."),
    }
)
"""The note on a case that the player of a colour ended by accepting the other's report.

By colours: a note is kept, and names can be erased. Whoever reads it is told the names.
"""
LOST_ON_TIME: Final = MappingProxyType(
    {
        "black": gettext_lazy("Black agreed that they lost on time."),
        "white": gettext_lazy("White agreed that they lost on time."),
    }
)
"""The note on a case that a player ended by agreeing that they lost on time."""


def _settled_notes(cases: Sequence[Case]) -> dict[int, str]:
    """Return the notes on how cases were settled, as shown to readers, by their keys.

    Two more queries if a player of one of them accepted something: they are named, with the colours
    that they have now.
    """
    named = {
        **dict.fromkeys(
            map(stored_note, ACCEPTED.values()),
            _("%(name)s accepted what %(opponent)s reported."),
        ),
        **dict.fromkeys(
            map(stored_note, LOST_ON_TIME.values()), _("%(name)s agreed that they lost on time.")
        ),
    }
    told = {case.pk: note_text(case.settled_note) for case in cases}
    agreed = [case for case in cases if case.settled_note in named and case.game is not None]
    if not agreed:
        return told
    settled_by = _settled_by(agreed)
    seats = {(game.black_id, game.white_id) for case in agreed if (game := case.game)}
    rows = Player.everybody.filter(pk__in={key for pair in seats for key in pair})
    names = dict(rows.values_list("pk", "name"))
    for case in agreed:
        by = settled_by.get(case.number)
        if case.game is None or by not in (case.game.black_id, case.game.white_id):
            continue
        colours = {case.game.black_id: BLACK, case.game.white_id: WHITE}
        who, opponent = (
            _("%(name)s (%(colour)s)")
            % {"name": names.get(key, ""), "colour": translated(colour_text(colours[key]))}
            for key in sorted(colours, key=lambda key: key != by)
        )
        told[case.pk] = named[case.settled_note] % {"name": who, "opponent": opponent}
    return told


def _settled_by(cases: Sequence[Case]) -> dict[int, int | None]:
    """Return which player settled cases of games of one tournament, by the cases' numbers."""
    players = Person.objects.filter(tournament=OuterRef("tournament"), uid=OuterRef("actor"))
    events = AuditEvent.objects.filter(
        tournament=cases[0].tournament_id,
        round_number__in={case.round.number for case in cases if case.round is not None},
        table__in={case.game.board_number for case in cases if case.game is not None},
        verb=Verb.CASE_SETTLED,
    )
    rows = events.annotate(player=Subquery(players.values("player")[:1]))
    return {
        after["case"]: player
        for after, player in rows.values_list("after", "player")
        if isinstance(after, dict)
    }


def was_taken_back(case: Case) -> bool:
    """Whether whoever raised a case took it back."""
    notes = map(stored_note, (TAKEN_BACK, BOTH_TAKEN_BACK))
    return case.state == CaseState.SETTLED and case.settled_note in notes


@dataclass(frozen=True, slots=True)
class LiveCase:
    """What a game's page says about a case of it that is not over.

    ``accepting``: a player may still end it by accepting what their opponent reported. ``refuted``:
    it has a ground that is one player's word against a complete record. ``held``: a referee works
    on it, and the result is decided there. ``overtaken``: a ruling on the game also becomes final
    once both players confirm the result
    (:func:`~adjudication.cases.selectors.rulings.overtaken_by_result`).
    """

    id: int
    number: int
    state: CaseState
    cause: Cause
    about_result: bool
    accepting: bool
    refuted: bool
    held: bool
    overtaken: bool
    lapsed: bool = False
    """Whether it is taken but its referee's time has run out."""
    raised_by: int | None = None
    """The number of the player whose word alone brought it up."""
    of_record: tuple[Cause, ...] = ()
    """Further causes, about a record of the game: why a referee has the case, besides its main
    cause."""
    grounds: tuple[Ground, ...] = ()
    """Its grounds, oldest first."""
    players_report: bool = True
    """Whether the tournament's players report results themselves."""


@prepared
def _live_cases(game_id: int) -> "QuerySet[Case, Any]":
    overtaken = Exists(overtaken_by_result().filter(case__game=OuterRef("game")))
    live = Case.objects.live().filter(game=game_id).annotate(overtaken=overtaken)
    return live.select_related("game").annotate(reporting=F("tournament__reporting"))[:1]


def live_case_of(game_id: int) -> LiveCase | None:
    """Return the case of a game that is not over, or None. One query."""
    case = one_or_none(_live_cases(game_id))
    if case is None or case.game is None:
        return None
    causes, grounds = {Cause(ground["cause"]) for ground in case.grounds}, grounds_of(case)
    return LiveCase(
        id=case.pk,
        number=case.number,
        state=CaseState(case.state),
        cause=Cause(case.cause),
        about_result=case.about_result,
        accepting=case.game.state == GameState.DISPUTED
        and case.state in (CaseState.ASKED, CaseState.OPEN)
        and Cause.ILLEGAL_MOVE not in causes,
        refuted=any(is_refuted(ground["finding"]) for ground in case.grounds),
        held=case.held,
        overtaken=case.overtaken,
        lapsed=case.lease_until is not None and case.lease_until <= timezone.now(),
        raised_by=raised_by(grounds),
        of_record=tuple(
            dict.fromkeys(
                cause
                for cause in (Cause(ground["cause"]) for ground in case.grounds)
                if cause in OF_RECORD and cause != case.cause
            )
        ),
        grounds=grounds,
        players_report=case.reporting != Reporting.DIRECTOR,
    )


def _unconfirmed(case: Case) -> bool:
    """Whether the result that ended a case is still unconfirmed, and none was reported since."""
    game = case.game
    if game is None or game.state != GameState.REPORTED or not case.about_result:
        return False
    reported, settled = game.reported_at, case.settled_at
    return (
        case.state == CaseState.SETTLED
        and not was_taken_back(case)
        and reported is not None
        and settled is not None
        and reported <= settled
    )


@dataclass(frozen=True, slots=True)
class OwnCaseLine:
    """A case on the page of one of its players: how far it has got, and where it came up."""

    id: int
    number: int
    state: CaseState
    grounds: tuple[Ground, ...]
    game_id: int | None
    round_number: int | None
    table: int | None
    taken_by: PersonName | None
    appeal_until: datetime | None
    ruled_again: bool
    """Whether a referee has replaced the first ruling with a second one."""
    appellant: str
    """The name of the player whose appeal the committee still has to decide."""
    appealed: bool
    """Whether that is the player's own appeal."""
    withdrew: bool
    """Whether the player took back their appeal against the standing ruling."""
    unconfirmed: bool
    """Whether the result that ended the case still waits to be confirmed."""
    taken_back: bool
    """Whether whoever raised it took it back."""
    settled_note: str
    """Why it ended without a ruling."""
    upheld: bool | None
    """Whether a committee upheld the ruling on appeal or changed it; None if none decided."""

    @property
    def over(self) -> bool:
        """Whether nothing about it can change any more."""
        return self.state in OVER


def own_case_lines(player_id: int) -> tuple[OwnCaseLine, ...]:
    """Return a player's cases and how far they have got, the latest first. One to three queries."""
    cases = list(_own_cases(player_id))
    notes = _settled_notes(cases)
    return tuple(
        OwnCaseLine(
            id=case.pk,
            number=case.number,
            state=CaseState(case.state),
            grounds=grounds_of(case),
            game_id=case.game_id,
            round_number=None if case.round is None else case.round.number,
            table=None if case.game is None else case.game.board_number,
            taken_by=None if case.taken_by is None else person_name(case.taken_by),
            appeal_until=case.appeal_until,
            ruled_again=case.ruled_again,
            appellant=case.appellant or "",
            appealed=case.appealed,
            withdrew=case.withdrew,
            unconfirmed=_unconfirmed(case),
            taken_back=was_taken_back(case),
            settled_note=notes[case.pk],
            upheld=case.upheld,
        )
        for case in cases
    )


@prepared
def _own_cases(player_id: int) -> "QuerySet[Any]":
    related = ("round", "game", "taken_by__player", "opened_by__player")
    standing = Ruling.objects.filter(case=OuterRef("pk"), superseded_by=None)
    appeals = Appeal.objects.filter(case=OuterRef("pk"))
    withdrawn = appeals.filter(player=player_id, state=AppealState.WITHDRAWN)
    waiting = appeals.filter(state=AppealState.WAITING)
    named = waiting.annotate(who=Coalesce("by__player__name", "by__name"))
    return (
        Case.objects.filter(parties=player_id)
        .select_related(*related)
        .annotate(
            ruled_again=Exists(standing.filter(kind=RulingKind.REVISED)),
            appellant=Subquery(named.values("who")),
            appealed=Exists(waiting.filter(player=player_id)),
            withdrew=Exists(withdrawn.filter(ruling__superseded_by=None)),
            upheld=Subquery(appeals.filter(state=AppealState.DECIDED).values("upheld")[:1]),
        )
        .order_by("-pk")
    )
