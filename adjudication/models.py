"""All models of the adjudication, gathered from its subjects for Django."""

from adjudication.bundles.models import Bundle
from adjudication.cases.models.case import Case, CaseState
from adjudication.cases.models.statement import Picture, Statement
from adjudication.life_and_death.models import (
    Confirmation,
    ConfirmationAnswer,
    ConfirmationState,
    ConfirmedChain,
    SaidStones,
)
from adjudication.readjudication.models import (
    Readjudication,
    ReadjudicationPart,
    ReadjudicationState,
    Rejudgement,
)
from adjudication.records.models import GameRecordFile
from adjudication.rulings.models import (
    Appeal,
    AppealState,
    CommitteeMember,
    Effect,
    Motion,
    Penalty,
    PenaltyKind,
    Ruling,
    RulingKind,
    Vote,
)
from adjudication.submissions.models import ReportDraft, ServerRecord
from adjudication.triage.models import HELD, Inquiry, InquiryKind, InquiryState
from adjudication.verdicts.models import (
    Contradiction,
    Fingerprint,
    Likeness,
    RecordReading,
    RemovedAs,
    ServerNumber,
    StatementVerdict,
    Submission,
    SubmissionState,
    Verdict,
)

__all__ = [
    "HELD",
    "Appeal",
    "AppealState",
    "Bundle",
    "Case",
    "CaseState",
    "CommitteeMember",
    "Confirmation",
    "ConfirmationAnswer",
    "ConfirmationState",
    "ConfirmedChain",
    "Contradiction",
    "Effect",
    "Fingerprint",
    "GameRecordFile",
    "Inquiry",
    "InquiryKind",
    "InquiryState",
    "Likeness",
    "Motion",
    "Penalty",
    "PenaltyKind",
    "Picture",
    "Readjudication",
    "ReadjudicationPart",
    "ReadjudicationState",
    "RecordReading",
    "Rejudgement",
    "RemovedAs",
    "ReportDraft",
    "Ruling",
    "RulingKind",
    "SaidStones",
    "ServerNumber",
    "ServerRecord",
    "Statement",
    "StatementVerdict",
    "Submission",
    "SubmissionState",
    "Verdict",
    "Vote",
]
