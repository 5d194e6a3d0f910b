"""Illegal moves that are shown only by a record from the player who wins because of them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from adjudication.cases.selectors.cases import CasePage, with_evidence
from adjudication.models import InquiryKind
from adjudication.policy.causes import Cause
from adjudication.policy.forms.damage import WRONG
from adjudication.policy.forms.results import NOT_THIS_GAME
from adjudication.triage.selectors import inquiries_of
from adjudication.verdicts.selectors.submissions import answered_otherwise
from adjudication.verdicts.selectors.verdicts import ReportDetail
from tournament.games.models.result import OTHER_SIDE
from tournament.games.selectors import PlayerName
from tournament.models import Winner

_COLOURS = {"B": "black", "W": "white"}
_OF_RECORD = (InquiryKind.WRONG_RECORD, InquiryKind.DAMAGED_RECORD)


@dataclass(frozen=True, slots=True)
class OneSided:
    """That only ``sender`` sent a record showing an illegal move of ``accused``, who disagrees.

    ``colour`` is that of the accused player. ``contested`` says that they rejected the record or
    the report it came with, ``wrote`` that they wrote something in the case; if neither, they only
    reported another result.
    """

    sender: PlayerName
    accused: PlayerName
    colour: str
    contested: bool
    wrote: bool

    @property
    def text(self) -> str:
        """Return a sentence that says so, for a referee."""
        template = (
            _(
                "Only the record that %(sender)s sent shows this, %(sender)s wins by it, and "
                "%(accused)s disputes it."
            )
            if self.contested
            else _(
                "Only the record that %(sender)s sent shows this, and %(sender)s wins by it. Read "
                "what %(accused)s has written in this case."
            )
            if self.wrote
            else _(
                "Only the record that %(sender)s sent shows this, and %(sender)s wins by it. "
                "%(accused)s reported another result and has said nothing about it."
            )
        )
        return template % {"sender": self.sender.name, "accused": self.accused.name}


def one_sided(page: CasePage) -> OneSided | None:
    """Return that a case's accusation rests only on the accuser's record, and has been answered.

    None if the accused player has not said anything about it yet, if they or the staff sent a
    record that shows it too, or if the case is about something else. The evidence is read if the
    case comes without it.
    """
    line = page.line
    if line.cause is not Cause.ILLEGAL_MOVE or line.finding is None or page.game is None:
        return None
    colour = _COLOURS.get(line.finding.colour or "")
    if colour is None or not line.finding.illegal:
        return None
    page = with_evidence(page)
    assert page.game is not None
    black, white = page.game.black, page.game.white
    accused, sender = (black, white) if colour == "black" else (white, black)
    if _senders(page, line.finding.colour or "") != {sender.id}:
        return None
    contested = _contested(page, accused, colour)
    wrote = any(said.player_id == accused.id for said in page.statements)
    if not (contested or wrote or _reported_otherwise(page, accused, colour)):
        return None
    return OneSided(sender, accused, colour, contested, wrote)


def _senders(page: CasePage, letter: str) -> set[int | None]:
    """Return who sent the records that show an illegal move of a colour; None for the staff."""
    sent = [
        (report.record.sent_by, page.details.get(report.id))
        for report in page.submissions
        if report.record is not None and report.is_evidence
    ]
    said = [(statement.player_id, statement.detail) for statement in page.statements]
    return {by for by, detail in (*sent, *said) if detail is not None and _accuses(detail, letter)}


def _accuses(detail: ReportDetail, letter: str) -> bool:
    return any(
        finding.illegal and finding.colour == letter and not (finding.moot or finding.uncertain)
        for finding in detail.findings
    )


def _reported_otherwise(page: CasePage, accused: PlayerName, colour: str) -> bool:
    """Whether the accused player of a colour reported that they had not lost."""
    return any(
        report.player_id == accused.id
        and report.is_evidence
        and not report.imported
        and report.winner != OTHER_SIDE[Winner(colour)]
        for report in page.submissions
    )


def _contested(page: CasePage, accused: PlayerName, colour: str) -> bool:
    """Whether the accused player rejected a report with a record, or the record itself.

    Whoever only reports another result may not have seen the record.
    """
    if any(
        report.record is not None
        and report.is_evidence
        and report.answered_by_id == accused.id
        and report.contested_by
        and (report.answer_note or not answered_otherwise(report, page.submissions))
        for report in page.submissions
    ):
        return True
    assert page.line.game_id is not None
    return any(
        inquiry.kind in _OF_RECORD and inquiry.answer_of(colour) in (NOT_THIS_GAME, WRONG)
        for inquiry in inquiries_of(page.line.game_id)
    )
