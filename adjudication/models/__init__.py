"""What is sent in, what is thought of it, and the work in between; one noun a file."""

from adjudication.models.appeal import Appeal, AppealState, CommitteeMember, Motion, Vote
from adjudication.models.case import Case, CaseState
from adjudication.models.confirmation import (
    Confirmation,
    ConfirmationAnswer,
    ConfirmationState,
    ConfirmedChain,
)
from adjudication.models.game_record_file import GameRecordFile
from adjudication.models.inquiry import Inquiry, InquiryKind, InquiryState
from adjudication.models.readjudication import (
    Readjudication,
    ReadjudicationPart,
    ReadjudicationState,
    Rejudgement,
)
from adjudication.models.record_reading import RecordReading
from adjudication.models.ruling import Effect, Penalty, PenaltyKind, Ruling, RulingKind
from adjudication.models.statement import Picture, Statement
from adjudication.models.submission import Submission, SubmissionState
from adjudication.models.verdict import StatementVerdict, Verdict

__all__ = [
    "Appeal",
    "AppealState",
    "Case",
    "CaseState",
    "CommitteeMember",
    "Confirmation",
    "ConfirmationAnswer",
    "ConfirmationState",
    "ConfirmedChain",
    "Effect",
    "GameRecordFile",
    "Inquiry",
    "InquiryKind",
    "InquiryState",
    "Motion",
    "Penalty",
    "PenaltyKind",
    "Picture",
    "Readjudication",
    "ReadjudicationPart",
    "ReadjudicationState",
    "RecordReading",
    "Rejudgement",
    "Ruling",
    "RulingKind",
    "Statement",
    "StatementVerdict",
    "Submission",
    "SubmissionState",
    "Verdict",
    "Vote",
]
