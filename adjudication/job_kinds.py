"""The background jobs of the adjudication: judging, searching, missing reports, final rulings."""

from functools import partial

from adjudication.cases.services.overdue import open_overdue
from adjudication.inquiries.services.asking import refer_unanswered
from adjudication.life_and_death.services.jobs import CONFIRM
from adjudication.life_and_death.services.working import confirm_job, give_up_lost
from adjudication.readjudication.services import (
    FOLLOW,
    PART,
    follow_rejudgement,
    judge_part,
    plan_all,
)
from adjudication.rulings.services.finality import make_final
from adjudication.submissions.services.drafts import tidy_drafts
from adjudication.submissions.services.judging import (
    judge_statement,
    judge_submission,
    judge_submissions,
)
from adjudication.submissions.services.server_records import tidy_server_records
from adjudication.verdicts.models import FINGERPRINTS, JUDGE, JUDGE_STATEMENT
from adjudication.verdicts.services.likeness import fingerprint_tournament
from jobs.registry import each_sweep, handles, handles_together, when_given_up
from tournament.audit.services.freshness import pages_changed

handles(JUDGE)(judge_submission)
handles_together(JUDGE, judge_submissions)
handles(JUDGE_STATEMENT)(judge_statement)
handles(FINGERPRINTS)(fingerprint_tournament)
handles(PART)(judge_part)
handles(FOLLOW)(follow_rejudgement)
handles(CONFIRM)(confirm_job)
when_given_up(JUDGE, partial(pages_changed, public=True))
when_given_up(JUDGE_STATEMENT, pages_changed)
each_sweep("overdue")(open_overdue)
each_sweep("drafts")(tidy_drafts)
each_sweep("server_records")(tidy_server_records)
each_sweep("unanswered")(refer_unanswered)
each_sweep("final")(make_final)
each_sweep("readjudications")(plan_all)
each_sweep("confirmations")(give_up_lost)
