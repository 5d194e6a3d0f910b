"""What can be done about results: one use case a function, one transaction each."""

from adjudication.services.added_records import add_record
from adjudication.services.contesting import contest_submission
from adjudication.services.reports import confirm_submission, submit_result, withdraw_submission

__all__ = [
    "add_record",
    "confirm_submission",
    "contest_submission",
    "submit_result",
    "withdraw_submission",
]
