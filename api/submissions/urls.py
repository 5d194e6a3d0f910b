"""The addresses of reports."""

from django.urls import path

from api.submissions.views import (
    Confirmation,
    Contesting,
    Records,
    ReportWithdrawal,
    Submission,
    SubmissionRecord,
    Submissions,
)

_ONE = "submissions/<int:submission_id>/"

urlpatterns = [
    path("games/<int:game_id>/submissions/", Submissions.as_view(), name="submissions"),
    path("games/<int:game_id>/records/", Records.as_view(), name="game_records"),
    path(_ONE, Submission.as_view(), name="submission"),
    path(f"{_ONE}record/", SubmissionRecord.as_view(), name="submission_record"),
    path(f"{_ONE}confirmation/", Confirmation.as_view(), name="confirmation"),
    path(f"{_ONE}contest/", Contesting.as_view(), name="contest"),
    path(f"{_ONE}withdrawal/", ReportWithdrawal.as_view(), name="report_withdrawal"),
]
