"""Names for the records of a game that has several: who sent them, with what, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format

from adjudication.cases.selectors.cases import CasePage
from adjudication.models import Statement, Submission
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.sentences import colour_text
from adjudication.verdicts.selectors.submissions import RecordFacts, SubmissionView
from language.messages import Message
from language.messages import gettext_lazy as _
from tournament.games.selectors import GameRow
from tournament.spoken import translated


@dataclass(frozen=True, slots=True)
class RecordNames:
    """What a reader sees the records of a game called, by SHA-256: all that were ever sent."""

    texts: Mapping[str, Message | str]

    @property
    def several(self) -> bool:
        """Whether there is more than one, so that *the record* would be ambiguous."""
        return len(self.texts) > 1

    def of(self, digest: str) -> str:
        """Return the name of a record; empty if it was never sent."""
        text = self.texts.get(digest, "")
        return text if isinstance(text, str) else translated(text)

    def among_several(self, digest: str) -> str:
        """Return the name of a record if there are others, otherwise nothing."""
        return self.of(digest) if self.several else ""


NO_NAMES = RecordNames({})


def record_names(game: GameRow, reader: int | None = None) -> RecordNames:
    """Return the names of a game's records for a reader: a player's id, or None for the staff.

    The sender of a record reads that it is theirs, everybody else whose it is. If a player sent one
    with a report and another with a statement, the names say which came with what. If two names
    would be the same, they say when each record was sent. Two queries.
    """
    return _named(game, _all_sent(game), reader)


def names_among(
    game: GameRow,
    reports: Iterable[SubmissionView],
    said: Iterable[RecordFacts] = (),
    reader: int | None = None,
) -> RecordNames:
    """Return :func:`record_names` from a game's reports and statements that a page has read.

    No query; records that came with other statements have no name.
    """
    sent = [
        _Sent(one.record.sha256, one.record.sent_by, one.created_at, one.replaced_at is None)
        for one in reports
        if one.record is not None
    ]
    sent += [
        _Sent(record.sha256, record.sent_by, record.sent_at, stands=True, said=True)
        for record in said
    ]
    return _named(game, sent, reader)


def names_in_case(page: CasePage, reader: int | None = None) -> RecordNames:
    """Return :func:`names_among` for the page of a case that was read with its evidence."""
    if page.game is None:
        return NO_NAMES
    said = [one.record for one in page.statements if one.record is not None]
    return names_among(page.game, page.submissions, (*said, *page.said_elsewhere), reader)


def _named(game: GameRow, all_sent: Iterable[_Sent], reader: int | None) -> RecordNames:
    found: dict[str, list[_Sent]] = {}
    for sent in sorted(all_sent, key=_order):
        found.setdefault(sent.digest, []).append(sent)
    firsts = [_first(sent) for sent in found.values()]
    reported, said = ({one.sent_by for one in firsts if one.said is how} for how in (False, True))
    named: list[Message | str] = [
        _name(game, sent, reader, reported & said) for sent in found.values()
    ]
    told = told_apart(named, [first.at for first in firsts])
    return RecordNames(dict(zip(found, told, strict=True)))


def told_apart(
    names: Sequence[Message | str], moments: Sequence[datetime | None]
) -> list[Message | str]:
    """Make names unique by adding the time each was sent, and a number within the same minute."""
    often = Counter(names)
    timed: list[Message | str] = [
        _("%(record)s, %(time)s") % {"record": name, "time": _short(moment)}
        if often[name] > 1 and moment is not None
        else name
        for name, moment in zip(names, moments, strict=True)
    ]
    often, seen = Counter(timed), Counter[Message | str]()
    told: list[Message | str] = []
    for name in timed:
        seen[name] += 1
        again = _("%(record)s (%(number)d)") % {"record": name, "number": seen[name]}
        told.append(again if often[name] > 1 else name)
    return told


@dataclass(frozen=True, slots=True)
class _Sent:
    """A record as it was sent: by whom (None: the staff), when, and whether it still stands.

    ``said`` means that it came with a statement and no report.
    """

    digest: str
    sent_by: int | None
    at: datetime | None
    stands: bool
    said: bool = False


def _order(sent: _Sent) -> tuple[bool, float]:
    """Return a sort key: reports in the order they came, then statements by when they were written.

    This keeps the number in a name the same whichever cases a page has read.
    """
    return sent.said, sent.at.timestamp() if sent.said and sent.at is not None else 0


def _all_sent(game: GameRow) -> Iterable[_Sent]:
    reports = Submission.objects.filter(game=game.id, record__isnull=False).order_by("pk")
    for digest, sent_by, at, replaced_at in reports.values_list(
        "record__sha256", "record__uploaded_by", "created_at", "replaced_at"
    ):
        yield _Sent(digest, sent_by, at, replaced_at is None)
    said = Statement.objects.filter(case__game=game.id, record__isnull=False).order_by("pk")
    for digest, sent_by, at in said.values_list("record__sha256", "player", "created_at"):
        yield _Sent(digest, sent_by, at, stands=True, said=True)


def _first(sent: Sequence[_Sent]) -> _Sent:
    """Return how a file was first sent: with a report, if it ever was."""
    return next((one for one in sent if not one.said), sent[0])


def _name(
    game: GameRow, sent: Sequence[_Sent], reader: int | None, both_ways: Container[int | None]
) -> Message:
    """Return the name of a record; ``both_ways`` are those who sent records both ways."""
    first = _first(sent)
    players = {game.black.id: (game.black.name, BLACK), game.white.id: (game.white.name, WHITE)}
    by = {one.sent_by for one in sent if one.said == first.said} & players.keys()
    if by:  # a record of a report may have come with the other player's statement as well
        by |= {one.sent_by for one in sent} & players.keys()
    stands = any(one.stands for one in sent)
    if reader is not None and reader in by:
        if first.said:
            return _("The record with your statement")
        if not stands:
            return _("Your replaced record")
        return _("The record with your report") if reader in both_ways else _("Your record")
    if len(by) > 1:
        return _("Record of both players")
    if not by:
        return _("Record brought by the staff")
    sender = by.pop()
    name, colour = players[sender]  # type: ignore[index]
    if first.said:
        return _("Record with the statement of %(name)s") % {"name": name}
    text = _("Record of %(name)s (%(colour)s)")
    if sender in both_ways:
        text = _("Record with the report of %(name)s (%(colour)s)")
    if not stands:
        text = _("Replaced record of %(name)s (%(colour)s)")
    return text % {"name": name, "colour": colour_text(colour)}


def _short(moment: datetime) -> str:
    """Return a moment as a time if it is today, otherwise with its day."""
    local = timezone.localtime(moment)
    today = local.date() == timezone.localdate()
    return date_format(local, "TIME_FORMAT" if today else "SHORT_DATETIME_FORMAT")
