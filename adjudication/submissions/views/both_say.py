"""Both players' reports on one game side by side, with the differences marked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.board.page import named_points
from adjudication.rules.judgement import MARKED
from adjudication.rules.marks import NamedStones
from adjudication.rules.replay import replay_record
from adjudication.rules.verdicts import Verdict
from adjudication.submissions.views.chains import chain_names
from adjudication.submissions.views.evidence import Evidence
from adjudication.verdicts.selectors.at_hand import read_if_size
from adjudication.verdicts.selectors.submissions import SubmissionView
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import Reason


@dataclass(frozen=True, slots=True)
class Reporting:
    """A player who reports, and the colour of their stones."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class ComparedItem:
    """One item of both reports, and whether they say different things about it."""

    name: str
    cells: tuple[str, ...]
    differs: bool = False


@dataclass(frozen=True, slots=True)
class BothSay:
    """Two reports with different results, in the order they came."""

    sides: tuple[Reporting, ...]
    rows: tuple[ComparedItem, ...]


def both_say(game: GameRow, evidence: Iterable[Evidence]) -> BothSay | None:
    """Return both players' last reports side by side; None if they do not differ."""
    counting = (one for one in evidence if one.report.counts and not one.added)
    last = {one.report.player_id: one for one in counting}
    both = [one for player, one in last.items() if game.colour_of(player)]
    results = [(one.report.winner, one.report.reason, one.report.margin_half) for one in both]
    if len(set(results)) < 2:
        return None
    rows = [
        ComparedItem(_("Result"), tuple(words.short_result(*result) for result in results), True)
    ]
    # Whoever claims no count contradicts no marks, and marks on two boards cannot be compared.
    comparable = all(one.report.reason == Reason.SCORE and not one.marked_earlier for one in both)
    if any(one.dead for one in both):
        dead = tuple(one.dead or _("nothing said") for one in both)
        rows.append(ComparedItem(_("Dead stones"), dead, comparable and len(set(dead)) > 1))
    if any(one.in_seki for one in both):
        seki = tuple(one.in_seki or "–" for one in both)
        rows.append(ComparedItem(_("In seki"), seki, comparable and len(set(seki)) > 1))
    rows.append(ComparedItem(_("Record"), tuple(map(_record, both))))
    counted = [one.panel.result if one.panel else "" for one in both]
    if any(counted):
        cells = tuple(text or "–" for text in counted)
        rows.append(ComparedItem(_("Counted from the record"), cells))
    sides = (Reporting(one.who, game.colour_of(one.report.player_id)) for one in both)
    return BothSay(tuple(sides), tuple(rows))


def last_reports(game: GameRow, reports: Iterable[SubmissionView]) -> tuple[SubmissionView, ...]:
    """Return each player's last report that counts, the earlier one first."""
    last = {
        report.player_id: report
        for report in reports
        if report.counts and not report.imported and game.colour_of(report.player_id)
    }
    return tuple(last.values())


def differing_stones(
    reports: Iterable[SubmissionView],
    named: Sequence[NamedStones],
    kept: Mapping[int, bytes],
    size: int,
) -> str:
    """Return the chains that only one of two players calls dead, or in seki; empty if none.

    ``named`` is what each of the two marks; ``kept`` has the bytes of their reports' records, by
    id. Also empty if either marked nothing, if there is no record, or if the two records end in
    different positions, because the marks are then on two different boards.
    """
    files = {report.record.id for report in reports if report.record is not None}
    found = (read_if_size(kept[file], size) for file in files if file in kept)
    ends = {tuple(replay_record(record).position) for record in found if record is not None}
    if len(named) != 2 or len(ends) != 1 or any(one.dead is None for one in named):
        return ""
    dead, other_dead = (named_points(one.dead or (), size) for one in named)
    seki, other_seki = (named_points(one.seki or (), size) for one in named)
    return ", ".join(chain_names(ends.pop(), size, (dead ^ other_dead) | (seki ^ other_seki)))


def _record(one: Evidence) -> str:
    if one.report.record is None:
        return _("none was sent")
    if one.report.badge in (Verdict.CONFIRMED, MARKED) and one.dead and not one.marked_earlier:
        return _("agrees, with these dead stones")
    return one.badge.word if one.badge else _("sent")
