"""The background jobs of the adjudication: judging, searching, missing reports, final rulings."""

from functools import partial

from adjudication.life_and_death.services.jobs import CONFIRM
from adjudication.readjudication.models import FOLLOW, PART
from adjudication.verdicts.models import FINGERPRINTS, JUDGE, JUDGE_STATEMENT
from jobs.registry import each_sweep, handles, handles_together, imported, when_given_up
from tournament.audit.services.freshness import pages_changed

_JUDGING = "adjudication.submissions.services.judging"
_READJUDICATION = "adjudication.readjudication.services"
_LIFE = "adjudication.life_and_death.services.working"

handles(JUDGE)(imported(f"{_JUDGING}.judge_submission"))
handles_together(JUDGE, imported(f"{_JUDGING}.judge_submissions"))
handles(JUDGE_STATEMENT)(imported(f"{_JUDGING}.judge_statement"))
handles(FINGERPRINTS)(imported("adjudication.verdicts.services.likeness.fingerprint_tournament"))
handles(PART)(imported(f"{_READJUDICATION}.judge_part"))
handles(FOLLOW)(imported(f"{_READJUDICATION}.follow_rejudgement"))
handles(CONFIRM)(imported(f"{_LIFE}.confirm_job"))
when_given_up(JUDGE, partial(pages_changed, public=True))
when_given_up(JUDGE_STATEMENT, pages_changed)
each_sweep("overdue")(imported("adjudication.cases.services.overdue.open_overdue"))
each_sweep("drafts")(imported("adjudication.submissions.services.drafts.tidy_drafts"))
each_sweep("server_records")(
    imported("adjudication.submissions.services.server_records.tidy_server_records")
)
each_sweep("unanswered")(imported("adjudication.inquiries.services.asking.refer_unanswered"))
each_sweep("final")(imported("adjudication.rulings.services.finality.make_final"))
each_sweep("readjudications")(imported(f"{_READJUDICATION}.plan_all"))
each_sweep("confirmations")(imported(f"{_LIFE}.give_up_lost"))
