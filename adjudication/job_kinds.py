"""The background jobs of the adjudication: judging, searching, missing reports, final rulings."""

from functools import partial

from adjudication.life_and_death.services.jobs import CONFIRM
from adjudication.readjudication.models import FOLLOW, PART
from adjudication.verdicts.models import FINGERPRINTS, JUDGE, JUDGE_STATEMENT
from jobs.registry import each_sweep, handles, handles_together, lazy_import, when_given_up
from tournament.audit.services.freshness import pages_changed

_JUDGING = "adjudication.submissions.services.judging"
_READJUDICATION = "adjudication.readjudication.services"
_LIFE = "adjudication.life_and_death.services.working"

handles(JUDGE)(lazy_import(f"{_JUDGING}.judge_submission"))
handles_together(JUDGE, lazy_import(f"{_JUDGING}.judge_submissions"))
handles(JUDGE_STATEMENT)(lazy_import(f"{_JUDGING}.judge_statement"))
handles(FINGERPRINTS)(lazy_import("adjudication.verdicts.services.likeness.fingerprint_tournament"))
handles(PART)(lazy_import(f"{_READJUDICATION}.judge_part"))
handles(FOLLOW)(lazy_import(f"{_READJUDICATION}.follow_rejudgement"))
handles(CONFIRM)(lazy_import(f"{_LIFE}.confirm_job"))
when_given_up(JUDGE, partial(pages_changed, public=True))
when_given_up(JUDGE_STATEMENT, pages_changed)
each_sweep("overdue")(lazy_import("adjudication.cases.services.overdue.open_overdue"))
each_sweep("drafts")(lazy_import("adjudication.submissions.services.drafts.tidy_drafts"))
each_sweep("server_records")(
    lazy_import("adjudication.submissions.services.server_records.tidy_server_records")
)
each_sweep("unanswered")(lazy_import("adjudication.inquiries.services.asking.refer_unanswered"))
each_sweep("final")(lazy_import("adjudication.rulings.services.finality.make_final"))
each_sweep("readjudications")(lazy_import(f"{_READJUDICATION}.plan_all"))
each_sweep("confirmations")(lazy_import(f"{_LIFE}.give_up_lost_confirmations"))
