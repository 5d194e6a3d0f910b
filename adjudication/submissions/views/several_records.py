"""Several records of one game, and in words how two of them differ."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.cases.selectors.record_names import RecordNames
from adjudication.cases.selectors.statements import StatementView
from adjudication.rules.colours import NAME
from adjudication.rules.comparing import (
    Comparison,
    DifferenceKind,
    DifferingMoves,
    compare,
    turned_to_match,
)
from adjudication.rules.points import point_name
from adjudication.rules.record import GameRecord
from adjudication.rules.verdicts import Verdict
from adjudication.verdicts.selectors.at_hand import read_if_size
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.selectors.submissions import RecordFacts, SubmissionView
from adjudication.verdicts.selectors.verdicts import (
    DOUBTED,
    SEKI_POSSIBLE,
    ReportDetail,
    VerdictView,
)
from tournament.games import words

_MOST_COMPARED: Final = 6
_HEADER: Final = ("komi_text", "handicap_text", "result_text", "rules_text")


@dataclass(frozen=True, slots=True)
class Count:
    """What a record counts to: the result in words; empty if none is certain, or none is yet."""

    result: str = ""
    checking: bool = False
    """Whether the record is still being checked."""


@dataclass(frozen=True, slots=True)
class CountedRecord:
    """One of several records: its name, and what it counts to in a few words."""

    name: str
    count: str


@dataclass(frozen=True, slots=True)
class SeveralRecords:
    """That there are several records of a game: how many, and how two of them differ.

    The two are the first one and the first other that has different moves, or else the second;
    ``names`` are their names. The ``others`` are those that the sentence does not mention.
    """

    count: int
    sentence: str
    names: tuple[str, str]
    others: tuple[CountedRecord, ...] = ()

    def naming_others_but(self, names: Container[str]) -> SeveralRecords:
        """Return a copy without those other records that a page already names elsewhere."""
        return replace(self, others=tuple(one for one in self.others if one.name not in names))


def several_records(
    page: GamePage,
    said: Iterable[RecordFacts],
    kept: Mapping[int, bytes],
    names: RecordNames,
    counts: Mapping[str, Count] = MappingProxyType({}),
) -> SeveralRecords | None:
    """Return a note on the several records of a game; None unless two are of its board size.

    ``said`` are those that came with statements, as far as the reader may read these. ``kept`` has
    the bytes of all records, by their ids; ``names`` are their names for the reader, and ``counts``
    what they count to (:func:`counts_to`), by their digests.
    """
    sent = [report.record for report in page.compared_reports] + list(said)
    files = {record.sha256: record.id for record in sent if record is not None}
    if len(files) < 2:
        return None
    read = {key: read_if_size(kept[file], page.terms.board_size) for key, file in files.items()}
    found = [(key, record) for key, record in read.items() if record is not None]
    if len(found) < 2:
        return None
    (digest, first), *others = found[:_MOST_COMPARED]
    turned = [(key, turned_to_match(first, other)) for key, other in others]
    compared = [(key, other, compare(first, other)) for key, other in turned]
    key, other, both = next((one for one in compared if one[2].stretches), compared[0])
    told = (difference_sentence(first, other, both), results_sentence(counts, digest, key))
    sentence = " ".join(filter(None, told))
    left = [one for one, _record in found if one not in (digest, key)]
    return SeveralRecords(
        len(found),
        sentence,
        (names.of(digest), names.of(key)),
        tuple(CountedRecord(names.of(one), count_words(counts.get(one))) for one in left),
    )


def count_words(count: Count | None) -> str:
    """Return what a record counts to in a few words; empty if nobody has looked."""
    if count is None:
        return ""
    if count.checking:
        return _("is still being checked")
    if not count.result:
        return _("gives no certain count")
    return _("counts to %(result)s") % {"result": count.result}


def counts_to(verdict: VerdictView | None, detail: ReportDetail | None, *, checking: bool) -> Count:
    """Return what the count of a record gives; ``checking`` says that its verdict is to come."""
    return Count("" if checking else _certain(verdict, detail), checking)


def _certain(verdict: VerdictView | None, detail: ReportDetail | None) -> str:
    """Return the result that the count of a record gives; empty if none is certain."""
    if (
        verdict is None
        or detail is None
        or detail.counted_claim is None
        or detail.moves_in_question
    ):
        return ""
    open_yet = detail.decisive is not None and detail.decisive.code == SEKI_POSSIBLE
    if (
        open_yet
        or verdict.instead == DOUBTED
        or verdict.verdict not in (Verdict.CONFIRMED, Verdict.CONTRADICTED)
    ):
        return ""
    return words.core_result(str(detail.computed["result"]))


def counts_of(
    reports: Iterable[SubmissionView],
    details: Mapping[int, ReportDetail],
    said: Iterable[StatementView] = (),
) -> dict[str, Count]:
    """Return what the records of reports and statements count to, by their digests.

    The marks of a report take precedence over those that came with a statement. A record that came
    with several reports counts to what those that give a certain count agree on.
    """
    with_statements = {
        one.record.sha256: counts_to(one.verdict, one.detail, checking=one.checking)
        for one in said
        if one.record is not None
    }
    with_reports: dict[str, Count] = {}
    for report in reports:
        if report.record is not None:
            count = counts_to(report.verdict, details.get(report.id), checking=report.checking)
            before = with_reports.get(report.record.sha256)
            with_reports[report.record.sha256] = _joined(before, count) if before else count
    return with_statements | with_reports


def _joined(one: Count, other: Count) -> Count:
    """Return what a record counts to that came with two reports."""
    results = {count.result for count in (one, other) if count.result}
    if one.checking or other.checking or len(results) != 1:
        return Count(checking=one.checking or other.checking)
    return Count(results.pop())


def results_sentence(counts: Mapping[str, Count], one: str, other: str) -> str:
    """Return whether it matters for the result which of two records is right, by their counts.

    Empty if nobody has looked what one of them counts to.
    """
    if one not in counts or other not in counts:
        return ""
    if counts[one].checking or counts[other].checking:
        return _still_checking(counts[one], counts[other])
    first, second = counts[one].result, counts[other].result
    told = {"first": first, "second": second}
    if first and first == second:
        return (
            _(
                "Counted with the dead stones that came with each, both give %(first)s: for the "
                "count it does not matter which of them is right."
            )
            % told
        )
    if first and second:
        return (
            _(
                "Counted with the dead stones that came with each, the first gives %(first)s and "
                "the second %(second)s."
            )
            % told
        )
    if first:
        return _("The first counts to %(first)s; the second gives no certain count.") % told
    if second:
        return _("The second counts to %(second)s; the first gives no certain count.") % told
    return ""


def _still_checking(first: Count, second: Count) -> str:
    """Return which of two records is still being checked, and what the other one counts to."""
    if first.checking and second.checking:
        return _("Both are still being checked: what they count to will be shown here.")
    if first.checking:
        still = _("The first is still being checked: what it counts to will be shown here.")
        known = _("The second counts to %(second)s.") if second.result else ""
    else:
        still = _("The second is still being checked: what it counts to will be shown here.")
        known = _("The first counts to %(first)s.") if first.result else ""
    known = known % {"first": first.result, "second": second.result}
    return " ".join(filter(None, (known, still)))


def difference_sentence(first: GameRecord, second: GameRecord, compared: Comparison) -> str:
    """Return in a few words how two records of one game differ."""
    if not compared.stretches:
        return _same_moves(first, second, compared)
    stretch, *others = compared.stretches
    same = stretch.first.start - 1
    told = []
    if same:
        told.append(
            ngettext("The same first move.", "The same first %(count)d moves.", same)
            % {"count": same}
        )
    told.append(stretch_text(stretch, first, second))
    if others:
        text = ngettext(
            "%(count)d more difference follows.", "%(count)d more differences follow.", len(others)
        )
        told.append(text % {"count": len(others)})
    elif stretch.first.stop <= compared.first_moves:
        told.append(_("Then the same again to the end."))
    return " ".join(told)


def _same_moves(first: GameRecord, second: GameRecord, compared: Comparison) -> str:
    titles = {
        "komi_text": _("komi"),
        "handicap_text": _("handicap"),
        "result_text": _("result"),
        "rules_text": _("rules"),
    }
    different = [titles[name] for name in _HEADER if getattr(first, name) != getattr(second, name)]
    if (first.black_name, first.white_name) != (second.black_name, second.white_name):
        different.append(_("names"))
    if first.date != second.date:
        different.append(_("date"))
    if any(first.header.get(name) != second.header.get(name) for name in ("TM", "OT")):
        different.append(_("time"))
    if (first.black_marks, first.white_marks) != (second.black_marks, second.white_marks):
        different.append(_("marked territory"))
    if not compared.same_start:
        different.append(_("stones set up on the board"))
    if not different:
        return _("The same moves, and nothing else differs that counts.")
    return _("The same moves; what differs: %(what)s.") % {"what": ", ".join(different)}


def stretch_text(stretch: DifferingMoves, first: GameRecord, second: GameRecord) -> str:
    """Return how two records differ in one stretch, in words."""
    here, there = stretch.first, stretch.second
    values = {"first": move_numbers(here), "second": move_numbers(there)}
    if stretch.kind is DifferenceKind.ANOTHER_POINT:
        return _("Move %(move)d: %(one)s in the first, %(other)s in the second.") % {
            "move": here.start,
            "one": _point(first, here.start),
            "other": _point(second, there.start),
        }
    if stretch.kind is DifferenceKind.ANOTHER_ORDER:
        return _("Moves %(first)s: the same moves in another order.") % values
    if stretch.kind is DifferenceKind.GOES_ON:
        if here:
            goes_on = ngettext(
                "The second ends here; the first goes on with move %(first)s.",
                "The second ends here; the first goes on with moves %(first)s.",
                len(here),
            )
        else:
            goes_on = ngettext(
                "The first ends here; the second goes on with move %(second)s.",
                "The first ends here; the second goes on with moves %(second)s.",
                len(there),
            )
        return goes_on % values
    if stretch.kind is DifferenceKind.LEFT_OUT:
        if here:
            only = ngettext(
                "Move %(first)s is only in the first.",
                "Moves %(first)s are only in the first.",
                len(here),
            )
        else:
            only = ngettext(
                "Move %(second)s is only in the second.",
                "Moves %(second)s are only in the second.",
                len(there),
            )
        return only % values
    return _("Other moves: %(first)s in the first, %(second)s in the second.") % values


def move_numbers(numbers: range) -> str:
    """Return move numbers as 58 or 58–61; a dash if there are none."""
    if not numbers:
        return "–"
    last = numbers.stop - 1
    return str(last) if numbers.start == last else f"{numbers.start}–{last}"


def move_text(record: GameRecord, number: int) -> str:
    """Return a move as a player names it: ``Black D4``, ``White passes``."""
    point, colour = record.points[number - 1], NAME[record.colours[number - 1]]
    where = point_name(point, record.size) if point >= 0 else _("passes")
    return f"{words.colour(colour)} {where}"


def _point(record: GameRecord, move: int) -> str:
    point = record.points[move - 1]
    return point_name(point, record.size) if point >= 0 else _("pass")
