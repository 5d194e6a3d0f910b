"""The position whose stones are in dispute: the board of a record, and what was said about it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from adjudication.board.page import named_points
from adjudication.cases.selectors.cases import CasePage
from adjudication.cases.selectors.complaints import is_confidential
from adjudication.cases.selectors.record_names import names_in_case
from adjudication.cases.selectors.statements import StatementView
from adjudication.cases.services.statements import WRITTEN_IN
from adjudication.confirmation.words import chain_name
from adjudication.life_and_death.selectors import (
    SaidByBoth,
    SaidLine,
    said_by_both,
    said_stones,
)
from adjudication.life_and_death.services.positions import Position
from adjudication.life_and_death.sources import Source
from adjudication.rules.alarms import AlarmCode, check_marks
from adjudication.rules.chains import Chain, chains_of, chains_on, stones_alike
from adjudication.rules.marks import whole_chains
from adjudication.rules.points import parse_point, point_name
from adjudication.rules.record import GameRecord
from adjudication.rules.replay import Replay, replay_record
from adjudication.rules.scoring.territory import dead_by_marks
from adjudication.submissions.views.chains import NONE_DEAD, first_stones
from adjudication.verdicts.selectors.at_hand import read_if_size
from adjudication.verdicts.selectors.submissions import RecordFacts, SubmissionView, records_by_id
from tournament.spoken import translated


class MarksOrigin(Enum):
    """Where stones were marked: on this very board, on that of another record, or in a file.

    The marks in a file come from the program that wrote it: its sender may never have seen them.
    """

    BOARD = auto()
    ANOTHER = auto()
    FILE = auto()


@dataclass(frozen=True, slots=True)
class PlayerMarks:
    """What one player said is dead: their name and the stones; empty if they said that none are.

    ``player_id`` is None if the staff entered it; ``seki`` are the stones they said are in seki.
    Only marks made on this very board (``where``) are what they call its stones. ``alike`` are the
    stones whose chains stand in the same way on the other board where the marks were made.
    """

    who: str
    points: frozenset[int]
    player_id: int | None = None
    seki: frozenset[int] = frozenset()
    where: MarksOrigin = MarksOrigin.BOARD
    alike: frozenset[int] = frozenset()

    def state_of(self, point: int) -> str:
        """Return what the stone on a point is marked as: ``dead``, ``seki``, or empty."""
        return "dead" if point in self.points else "seki" if point in self.seki else ""

    def covers_chain_at(self, point: int) -> bool:
        """Whether the board that was marked has the chain on a point, so that marks mean it."""
        return self.where is not MarksOrigin.ANOTHER or point in self.alike


@dataclass(frozen=True, slots=True)
class ChainChoice:
    """A chain to choose: ``name`` is its first stone, ``text`` its description.

    ``said`` is ``differ`` if the players differ on it, ``dead`` if it is marked as dead, or empty.
    """

    name: str
    text: str
    chain: Chain
    said: str


class _ByMarks(NamedTuple):
    """The stones that all marks call dead or in seki, those they differ on, and all others."""

    dead: frozenset[int]
    seki: frozenset[int]
    differing: frozenset[int]
    unsettled: frozenset[int]


@dataclass(frozen=True)
class MarkedBoard:
    """The board of a record after a move, and who said what is dead on it.

    What follows from these is worked out only once, because pages ask for it with every group.
    """

    source: Source
    who: str
    """The name of the record's sender."""
    record: GameRecord
    replay: Replay
    move: int
    position: tuple[int, ...]
    marked: tuple[PlayerMarks, ...]
    said: tuple[SaidLine, ...] = ()
    """What players of the case said about this very board."""
    digest: str = ""
    """The SHA-256 of the record."""

    @cached_property
    def both_say(self) -> SaidByBoth:
        """Return what both players say about this board, by first stones."""
        return said_by_both(self.said, self.text, self.size)

    @cached_property
    def both_alive(self) -> frozenset[int]:
        """Return the stones that both players say are alive, not counting those in seki."""
        return self._stones(self.both_say.alive)

    @cached_property
    def both_dead(self) -> frozenset[int]:
        """Return the stones that both players call dead."""
        return self._stones(self.both_say.dead)

    @cached_property
    def both_seki(self) -> frozenset[int]:
        """Return the stones that both players say are in seki."""
        return self._stones(self.both_say.seki)

    @cached_property
    def both_living(self) -> frozenset[int]:
        """Return the stones that both say cannot be taken; a search takes them to be alive."""
        return self._stones(self.both_say.living)

    @cached_property
    def said_differently(self) -> frozenset[int]:
        """Return the stones that both players spoke of on the board, but not in the same way."""
        return self._stones(self.both_say.differing)

    def calls_by_player(self, point: int) -> dict[int, str]:
        """Return what the players call the stone on a point, by player id.

        What they said on the board takes precedence over their marks on it. A player who did not
        mark a stone said nothing about it.
        """
        found = {
            mark.player_id: state
            for mark in self.marked
            for state, stones in (("dead", mark.points), ("seki", mark.seki))
            if mark.player_id is not None and mark.where is MarksOrigin.BOARD and point in stones
        }
        for line in self.said:
            for state in ("alive", "dead", "seki"):
                if point in self.stones_called(line, state):
                    found[line.player_id] = state
        return found

    def stones_called(self, line: SaidLine, state: str) -> frozenset[int]:
        """Return the stones that a player said are ``alive``, ``dead`` or in ``seki``."""
        return self._stones(getattr(line, state))

    @property
    def text(self) -> str:
        """Return the position as it is stored."""
        return Position(self.size, self.move, self.position).text

    def said_of(self, player_id: int) -> SaidLine | None:
        """Return what a player said about this board; None if they said nothing."""
        return next((line for line in self.said if line.player_id == player_id), None)

    def _stones(self, names: Collection[str]) -> frozenset[int]:
        points = [parse_point(name, self.size) for name in names]
        return whole_chains(self.position, self.size, points)[0] if points else frozenset()

    @property
    def size(self) -> int:
        """Return the size of the board."""
        return self.record.size

    @cached_property
    def agreed_dead(self) -> frozenset[int]:
        """Return the stones that everybody who said anything marked as dead.

        What both said on the board of the case takes precedence over the marks of their reports.
        """
        marked = self._by_marks.dead | self.both_dead
        return marked - self.both_living - self.said_differently

    @cached_property
    def agreed_seki(self) -> frozenset[int]:
        """Return the stones that everybody who said anything marked as in seki."""
        otherwise = self.both_alive | self.both_dead | self.said_differently
        return (self._by_marks.seki - otherwise) | self.both_seki

    @cached_property
    def differing(self) -> frozenset[int]:
        """Return the stones that players marked, or spoke of on the board, in different ways."""
        return (self._by_marks.differing - self._both_said) | self.said_differently

    @cached_property
    def unsettled(self) -> frozenset[int]:
        """Return the stones on which nobody differs, but whose marks are not about this board.

        Somebody marked another record, in which their chain stands in another way; or nobody marked
        this record. A referee has to look at them.
        """
        found = self._by_marks.unsettled | self.unspoken
        return found - self._both_said - self.said_differently

    @cached_property
    def unspoken(self) -> frozenset[int]:
        """Return the stones that look dead, but of which no marks speak.

        Their chains stand in no record that anybody marked. With what is marked as dead taken off,
        they seem to have neither two eyes nor a seki, or can be captured on the next move.
        """
        if not self.marked or any(mark.where is not MarksOrigin.ANOTHER for mark in self.marked):
            return frozenset()
        dead = frozenset[int]().union(*(mark.points for mark in self.marked))
        spoken_of = frozenset[int]().union(*(mark.alike for mark in self.marked))
        odd = {
            point
            for alarm in check_marks(self.position, self.size, dead)
            if alarm.code in (AlarmCode.LIVE_IN_ATARI, AlarmCode.LIVE_WITHOUT_EYES)
            for point in alarm.points
        }
        return frozenset().union(*chains_on(self.position, self.size, odd - spoken_of))

    @property
    def to_decide(self) -> frozenset[int]:
        """Return the stones that a referee has to decide on unless a verdict does."""
        return self.differing | self.unsettled

    def marked_by_all(self, state: str) -> frozenset[int]:
        """Return the stones that everybody marked as ``dead`` or ``seki``, on whatever board."""
        marks = [mark.points if state == "dead" else mark.seki for mark in self.marked]
        return frozenset.intersection(*marks) if marks else frozenset()

    @property
    def _both_said(self) -> frozenset[int]:
        return self.both_dead | self.both_seki | self.both_living

    @cached_property
    def _by_marks(self) -> _ByMarks:
        """Sort the marked chains by what the marks come to."""
        here = any(mark.where is not MarksOrigin.ANOTHER for mark in self.marked)
        found: dict[str, set[int]] = {name: set() for name in _ByMarks._fields}
        marked = frozenset[int]().union(*(mark.points | mark.seki for mark in self.marked))
        for chain in chains_on(self.position, self.size, marked):
            first = min(chain)
            told = [mark.state_of(first) for mark in self.marked if mark.covers_chain_at(first)]
            if here and len(set(told)) > 1:
                found["differing"] |= chain
            elif here and len(told) == len(self.marked):
                found[told[0]] |= chain
            else:
                found["unsettled"] |= chain
        return _ByMarks(**{name: frozenset(points) for name, points in found.items()})

    def groups(self) -> tuple[ChainChoice, ...]:
        """Return the chains: those that the players differ on first, then those marked dead."""
        agreed, differing = self.agreed_dead, self.differing
        found = []
        for chain in chains_of(self.position, self.size):
            first = min(chain.points)
            said = "differ" if first in differing else "dead" if first in agreed else ""
            text = translated(chain_name(chain.points, chain.colour, self.size))
            found.append(ChainChoice(point_name(first, self.size), text, chain, said))
        return tuple(sorted(found, key=lambda group: ("differ", "dead", "").index(group.said)))

    def data(self) -> list[list[int]]:
        """Return the chains for the browser's module: the points of each, its first stone first."""
        return [sorted(chain.points) for chain in chains_of(self.position, self.size)]


def may_say(page: CasePage) -> bool:
    """Whether the players of a case may say which stones are alive, given that there is a board."""
    return (
        page.game is not None
        and not page.game.stones_stay
        and not is_confidential(page.line)
        and not page.closed
        and page.line.state in WRITTEN_IN
    )


def final_boards(page: CasePage) -> tuple[MarkedBoard, ...]:
    """Return the final positions of the records that are evidence. Two queries.

    The record at stake comes first; those sent in the case come after those of reports. A record
    that was sent more than once is listed once.
    """
    sent: dict[str, _Sent] = {}
    for report in page.recorded_reports:
        _add(sent, _of_report(report))
    for statement in page.statements if page.game is not None else ():
        _add(sent, _of_statement(statement))
    read = _read(page, sent.values())
    said = said_stones(page.line.id) if sent else ()
    boards = (_standing(page, one, read) for one in sent.values())
    return tuple(_with_said(board, said) for board in boards if board is not None)


def final_board_of(page: CasePage, source: Source) -> MarkedBoard | None:
    """Return the end of one source's record, whether or not it still counts. Two queries."""
    report = page.submission(source.submission_id)
    words = (one for one in page.statements if one.id == source.statement_id)
    statement = next(words, None)
    sent = None
    if report is not None:
        sent = _of_report(report)
    elif statement is not None:
        sent = _of_statement(statement)
    if sent is None:
        return None
    found = _standing(page, sent, _read(page, [sent]))
    return None if found is None else _with_said(found, said_stones(page.line.id))


def board_names(
    boards: Iterable[MarkedBoard], page: CasePage, reader: int | None = None
) -> tuple[tuple[str, str], ...]:
    """Return the boards as choices for a form: each key with the name of its record.

    ``reader`` is the id of the player who chooses.
    """
    names = names_in_case(page, reader)
    return tuple((board.source.key, names.of(board.digest) or board.who) for board in boards)


def board_named(boards: Iterable[MarkedBoard], key: str) -> MarkedBoard | None:
    """Return the board whose record an address or a form names, or None.

    A record is named by the key of its source or by its SHA-256.
    """
    return next((board for board in boards if key in (board.source.key, board.digest)), None)


def usual_board(boards: Sequence[MarkedBoard], player_id: int | None = None) -> MarkedBoard | None:
    """Return a board that the player spoke of, or one that any player spoke of, or the first."""
    mine = (board for board in boards if player_id is not None and board.said_of(player_id))
    theirs = (board for board in boards if board.said)
    return next(mine, None) or next(theirs, None) or next(iter(boards), None)


@dataclass(frozen=True, slots=True)
class _Sent:
    """A record, who sent it, and what it was sent with."""

    source: Source
    who: str
    record: RecordFacts
    by: int | None
    """The player who sent it; None if the staff did."""


def _of_report(report: SubmissionView) -> _Sent | None:
    if report.record is None:
        return None
    who = _("the staff") if report.imported else report.player_name
    by = None if report.imported else report.player_id
    return _Sent(Source(submission_id=report.id), who, report.record, by)


def _of_statement(statement: StatementView) -> _Sent | None:
    if statement.record is None:
        return None
    who = statement.name or _("the staff")
    return _Sent(Source(statement_id=statement.id), who, statement.record, statement.player_id)


def _add(sent: dict[str, _Sent], one: _Sent | None) -> None:
    if one is not None:
        sent.setdefault(one.record.sha256, one)


def board_after(board: MarkedBoard, move: int) -> MarkedBoard:
    """Return the board of the same record after another move."""
    number = max(0, min(len(board.replay), move))
    if number == board.move:
        return board
    return MarkedBoard(
        board.source,
        board.who,
        board.record,
        board.replay,
        number,
        tuple(board.replay.position_after(number)),
        # Players said what is dead about the final position only.
        board.marked if number == len(board.replay) else (),
        digest=board.digest,
    )


def chain_names_text(points: Collection[int], position: Sequence[int], size: int) -> str:
    """Return one stone of every chain among some stones, as the text field writes them."""
    return first_stones(position, size, points) or NONE_DEAD


def _with_said(board: MarkedBoard, said: Sequence[SaidLine]) -> MarkedBoard:
    of = (board.size, board.text)
    return replace(board, said=tuple(line for line in said if (line.size, line.position) == of))


def _read(page: CasePage, sent: Iterable[_Sent]) -> dict[str, tuple[GameRecord, Replay]]:
    """Return the records on the board of a case that can be read, by their SHA-256. One query.

    These are the records that were ``sent``, and those on which reports marked stones.
    """
    wanted = {one.record.sha256: one.record.id for one in sent}
    for report in page.submissions if wanted else ():
        for one in (report, *report.replaced) if report.is_evidence else ():
            marked, seki = _marks_of(page.details, one.id, page.terms.board_size)
            if one.record is not None and (marked or seki):
                wanted.setdefault(one.record.sha256, one.record.id)
    kept = records_by_id(list(wanted.values()))
    found = {}
    for digest, key in wanted.items():
        record = read_if_size(kept[key], page.terms.board_size) if key in kept else None
        if record is not None:
            found[digest] = record, replay_record(record)
    return found


def _standing(
    page: CasePage, sent: _Sent, read: Mapping[str, tuple[GameRecord, Replay]]
) -> MarkedBoard | None:
    if sent.record.sha256 not in read:
        return None
    record, replay = read[sent.record.sha256]
    return MarkedBoard(
        sent.source,
        sent.who,
        record,
        replay,
        len(replay),
        tuple(replay.position),
        _said(page, sent, read),
        digest=sent.record.sha256,
    )


def _said(
    page: CasePage, sent: _Sent, read: Mapping[str, tuple[GameRecord, Replay]]
) -> tuple[PlayerMarks, ...]:
    """Return what the reports of the game say is dead; a silent one has its record's own marks.

    Marks made on another record are about another board: points are ignored that have no stone
    here, or one of the other colour.
    """
    record, replay = read[sent.record.sha256]
    position = tuple(replay.position)
    marks: frozenset[int] | None = None

    def whole(points: Iterable[int]) -> frozenset[int]:
        return whole_chains(position, record.size, list(points))[0]

    if record.marked:
        marks = dead_by_marks(list(position), record.black_marks, record.white_marks)
    found = []
    for report in page.submissions:
        if not report.is_evidence:
            continue
        points, seki, file = _marked_in(page, report, record.size)
        where, alike = MarksOrigin.BOARD, frozenset[int]()
        if points is None and report.id == sent.source.submission_id:
            points, where = marks, MarksOrigin.FILE
        elif file is not None and file.sha256 in read:
            end = read[file.sha256][1].position
            if tuple(end) != position:
                where, alike = MarksOrigin.ANOTHER, stones_alike(position, end, record.size)
                same = {at for at, stone in enumerate(position) if end[at] == stone}
                points, seki = None if points is None else points & same, seki & same
        if points is not None:
            who = _("the staff") if report.imported else report.player_name
            by = None if report.imported else report.player_id
            dead = whole(points)
            found.append(PlayerMarks(who, dead, by, whole(seki) - dead, where, alike))
    marked = tuple(found)
    if sent.source.statement_id is None or marks is None:
        return marked
    if any(mark.who == sent.who for mark in marked):
        return marked  # what they reported themselves goes before the marks of a file
    return (*marked, PlayerMarks(sent.who, whole(marks), sent.by, where=MarksOrigin.FILE))


def _marked_in(
    page: CasePage, report: SubmissionView, size: int
) -> tuple[frozenset[int] | None, frozenset[int], RecordFacts | None]:
    """Return the points a report marks as dead and as in seki, and the record it marked them in.

    If another record was chosen in its place, they were marked in the one that was sent first, and
    those that did not stay with the report settle nothing; but a referee may start from them.
    """
    points, seki = _marks_of(page.details, report.id, size)
    file = report.sent.record if points is not None and report.marks_moved else report.record
    for before in report.replaced if points is None else ():
        earlier, shared = _marks_of(page.details, before.id, size)
        if earlier:
            points, seki, file = earlier, shared, before.record
    return points, seki, file


def _marks_of(
    details: Mapping[int, Any], report_id: int, size: int
) -> tuple[frozenset[int] | None, frozenset[int]]:
    """Return the points a report marks as dead (None if it says nothing) and as in seki."""
    detail = details.get(report_id)
    if detail is None or detail.dead_stones is None:
        return None, frozenset()
    return named_points(detail.dead_stones, size), named_points(detail.seki_stones or (), size)
