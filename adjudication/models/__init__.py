"""What is sent in, what is thought of it, and the work in between; one noun a file."""

from adjudication.models.game_record_file import GameRecordFile
from adjudication.models.job import Job, JobState
from adjudication.models.submission import Submission, SubmissionState
from adjudication.models.verdict import Verdict

__all__ = ["GameRecordFile", "Job", "JobState", "Submission", "SubmissionState", "Verdict"]
