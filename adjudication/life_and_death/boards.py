"""The position whose stones are in dispute: the board of a record, and what was said of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from adjudication.board.page import points_on
from adjudication.cases.selectors.cases import CasePage
from adjudication.cases.selectors.complaints import confidential
from adjudication.cases.selectors.record_names import names_in_case
from adjudication.cases.selectors.statements import StatementView
from adjudication.cases.services.statements import WRITTEN_IN
from adjudication.confirmation.words import stones_named
from adjudication.life_and_death.selectors import (
    SaidByBoth,
    SaidLine,
    said_by_both,
    said_stones,
)
from adjudication.life_and_death.services.positions import Position
from adjudication.life_and_death.sources import Source
from adjudication.rules.chains import Chain, chains_of
from adjudication.rules.marks import whole_chains
from adjudication.rules.points import parse_point, point_name
from adjudication.rules.record import GameRecord, RecordError
from adjudication.rules.replay import Replay, replay_record
from adjudication.rules.scoring.territory import dead_by_marks
from adjudication.rules.sgf import read_record
from adjudication.submissions.views.chains import NONE_DEAD, first_stones
from adjudication.verdicts.selectors.submissions import RecordFacts, SubmissionView, records_by_id
from tournament.spoken import spoken


@dataclass(frozen=True, slots=True)
class Marked:
    """What one player said is dead: their name and the stones, none where they said so.

    ``player_id`` is None where the staff brought it, ``seki`` what they said is in seki.
    """

    who: str
    points: frozenset[int]
    player_id: int | None = None
    seki: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class ChainChoice:
    """A chain as it is offered: ``name`` is its first stone, ``text`` what it is called.

    ``said`` is a word about it: ``differ`` where the players do, ``dead`` where it is marked.
    """

    name: str
    text: str
    chain: Chain
    said: str


@dataclass(frozen=True)
class Standing:
    """The board of a record after a move, and who said what is dead on it.

    What follows from that is worked out once: pages ask for it with every group.
    """

    source: Source
    who: str
    """The name of whoever sent the record."""
    record: GameRecord
    replay: Replay
    move: int
    position: tuple[int, ...]
    marked: tuple[Marked, ...]
    said: tuple[SaidLine, ...] = ()
    """What players of the case said of this very board."""
    digest: str = ""
    """The SHA-256 of the record."""

    @cached_property
    def both_say(self) -> SaidByBoth:
        """Return what both players say of this board, by first stones."""
        return said_by_both(self.said, self.text, self.size)

    @cached_property
    def both_alive(self) -> frozenset[int]:
        """Return the stones that both players say are alive, and not in seki."""
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
        """Return the stones that cannot be taken, as both say: a search takes them to be alive."""
        return self._stones(self.both_say.living)

    @cached_property
    def said_differently(self) -> frozenset[int]:
        """Return the stones of which both players spoke on the board, each in another way."""
        return self._stones(self.both_say.differing)

    def calls(self, point: int) -> dict[int, str]:
        """Return what players call the stone on a point, by the player's id.

        What they said on the board goes before their marks. With stones that they did not mark
        they said nothing.
        """
        found = {
            mark.player_id: state
            for mark in self.marked
            for state, stones in (("dead", mark.points), ("seki", mark.seki))
            if mark.player_id is not None and point in stones
        }
        for line in self.said:
            for state in ("alive", "dead", "seki"):
                if point in self.called(line, state):
                    found[line.player_id] = state
        return found

    def called(self, line: SaidLine, state: str) -> frozenset[int]:
        """Return the stones that a player said are ``alive``, ``dead`` or in ``seki``."""
        return self._stones(getattr(line, state))

    @property
    def text(self) -> str:
        """Return the position as it is kept."""
        return Position(self.size, self.move, self.position).text

    def said_of(self, player_id: int) -> SaidLine | None:
        """Return what a player said of this board."""
        return next((line for line in self.said if line.player_id == player_id), None)

    def _stones(self, names: Collection[str]) -> frozenset[int]:
        points = [parse_point(name, self.size) for name in names]
        return whole_chains(self.position, self.size, points)[0] if points else frozenset()

    @property
    def size(self) -> int:
        """Return the size of the board."""
        return self.record.size

    @cached_property
    def agreed(self) -> frozenset[int]:
        """Return the stones that everybody who said anything marked as dead.

        What both said on the board of the case goes before the marks of their reports.
        """
        said = [chain.points for chain in self.marked]
        marked = frozenset.intersection(*said) if said else frozenset()
        return (marked | self.both_dead) - self.both_living - self.said_differently

    @cached_property
    def agreed_seki(self) -> frozenset[int]:
        """Return the stones that everybody who said anything marked as in seki."""
        said = [mark.seki for mark in self.marked]
        marked = frozenset.intersection(*said) if said else frozenset()
        otherwise = self.both_alive | self.both_dead | self.said_differently
        return (marked - otherwise) | self.both_seki

    @cached_property
    def differing(self) -> frozenset[int]:
        """Return the stones that some marked otherwise than others, or called so."""
        dead = frozenset().union(*(mark.points for mark in self.marked)) - self.agreed
        seki = frozenset().union(*(mark.seki for mark in self.marked)) - self.agreed_seki
        return ((dead | (seki - self.both_dead)) - self.both_living) | self.said_differently

    def groups(self) -> tuple[ChainChoice, ...]:
        """Return the chains: those that the players differ on first, then those marked dead."""
        agreed, differing = self.agreed, self.differing
        found = []
        for chain in chains_of(self.position, self.size):
            first = min(chain.points)
            said = "differ" if first in differing else "dead" if first in agreed else ""
            text = spoken(stones_named(chain.points, chain.colour, self.size))
            found.append(ChainChoice(point_name(first, self.size), text, chain, said))
        return tuple(sorted(found, key=lambda group: ("differ", "dead", "").index(group.said)))

    def data(self) -> list[list[int]]:
        """Return the chains for the browser's module: their points, the first of each first."""
        return [sorted(chain.points) for chain in chains_of(self.position, self.size)]


def may_say(page: CasePage) -> bool:
    """Whether the players of a case may say which stones are alive, if there is a board."""
    return (
        page.game is not None
        and not page.game.stones_stay
        and not confidential(page.line)
        and not page.closed
        and page.line.state in WRITTEN_IN
    )


def standings(page: CasePage) -> tuple[Standing, ...]:
    """Return the records that are evidence, at their ends, the one at stake first. Two queries.

    Those that were sent in the case come after those of reports; a record that was sent again is
    there once.
    """
    sent: dict[str, _Sent] = {}
    for report in page.recorded:
        _add(sent, _of_report(report))
    for statement in page.statements if page.game is not None else ():
        _add(sent, _of_statement(statement))
    kept = records_by_id([one.record.id for one in sent.values()])
    said = said_stones(page.line.id) if sent else ()
    boards = (_standing(page, one, kept.get(one.record.id)) for one in sent.values())
    return tuple(_with_said(board, said) for board in boards if board is not None)


def standing_of(page: CasePage, source: Source) -> Standing | None:
    """Return the record of one source at its end, whether it counts still or not. Two queries."""
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
    found = _standing(page, sent, records_by_id([sent.record.id]).get(sent.record.id))
    return None if found is None else _with_said(found, said_stones(page.line.id))


def board_names(
    boards: Iterable[Standing], page: CasePage, reader: int | None = None
) -> tuple[tuple[str, str], ...]:
    """Return how forms name boards, each with what its record is called, to choose one of them.

    ``reader`` is the player who does, by their id.
    """
    names = names_in_case(page, reader)
    return tuple((board.source.key, names.of(board.digest) or board.who) for board in boards)


def board_named(boards: Iterable[Standing], key: str) -> Standing | None:
    """Return the board whose record an address or a form names; None for none of them."""
    return next((board for board in boards if board.source.key == key), None)


def usual_board(boards: Sequence[Standing], player_id: int | None = None) -> Standing | None:
    """Return the board that a player spoke of, or else any player, or else the first."""
    mine = (board for board in boards if player_id is not None and board.said_of(player_id))
    theirs = (board for board in boards if board.said)
    return next(mine, None) or next(theirs, None) or next(iter(boards), None)


@dataclass(frozen=True, slots=True)
class _Sent:
    """A record with who sent it, and with what."""

    source: Source
    who: str
    record: RecordFacts
    by: int | None
    """The player who sent it; None for the staff."""


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


def after(standing: Standing, move: int) -> Standing:
    """Return the same record after another move."""
    number = max(0, min(len(standing.replay), move))
    if number == standing.move:
        return standing
    return Standing(
        standing.source,
        standing.who,
        standing.record,
        standing.replay,
        number,
        tuple(standing.replay.position_after(number)),
        # What is dead was said of the end.
        standing.marked if number == len(standing.replay) else (),
        digest=standing.digest,
    )


def named(points: Collection[int], position: Sequence[int], size: int) -> str:
    """Return one stone of every chain among some stones, as the text field has them."""
    return first_stones(position, size, points) or NONE_DEAD


def _with_said(standing: Standing, said: Sequence[SaidLine]) -> Standing:
    of = (standing.size, standing.text)
    return replace(standing, said=tuple(line for line in said if (line.size, line.position) == of))


def _standing(page: CasePage, sent: _Sent, data: bytes | None) -> Standing | None:
    try:
        record = None if data is None else read_record(data)
    except RecordError:
        record = None
    if record is None or record.size != page.terms.board_size:
        return None
    replay = replay_record(record)
    position = tuple(replay.position)
    said = _said(page, sent, record, position)
    return Standing(
        sent.source,
        sent.who,
        record,
        replay,
        len(replay),
        position,
        said,
        digest=sent.record.sha256,
    )


def _said(
    page: CasePage, sent: _Sent, record: GameRecord, position: tuple[int, ...]
) -> tuple[Marked, ...]:
    """Return what the reports of the game say is dead, by the record's own marks where silent.

    What was said of another record is of another board: stones that do not stand here are left.
    """
    marks: frozenset[int] | None = None

    def whole(points: Iterable[int]) -> frozenset[int]:
        return whole_chains(position, record.size, list(points))[0]

    if record.marked:
        marks = dead_by_marks(list(position), record.black_marks, record.white_marks)
    found = []
    for report in page.submissions:
        if not report.is_evidence:
            continue
        points, seki = _marks_of(page.details, report.id, record.size)
        for before in report.replaced if points is None else ():
            # Marked in another record, they judge nothing here: a referee may begin from them.
            earlier, shared = _marks_of(page.details, before.id, record.size)
            points, seki = (earlier, shared) if earlier else (points, seki)
        if points is None and report.id == sent.source.submission_id:
            points = marks
        if points is not None:
            who = _("the staff") if report.imported else report.player_name
            by = None if report.imported else report.player_id
            dead = whole(points)
            found.append(Marked(who, dead, by, whole(seki) - dead))
    marked = tuple(found)
    if sent.source.statement_id is None or marks is None:
        return marked
    if any(mark.who == sent.who for mark in marked):
        return marked  # what they reported themselves goes before the marks of a file
    return (*marked, Marked(sent.who, whole(marks), sent.by))


def _marks_of(
    details: Mapping[int, Any], report_id: int, size: int
) -> tuple[frozenset[int] | None, frozenset[int]]:
    """Return the points that a report marks as dead, None where it says nothing, and as in seki."""
    detail = details.get(report_id)
    if detail is None or detail.dead_stones is None:
        return None, frozenset()
    return points_on(detail.dead_stones, size), points_on(detail.seki_stones or (), size)
