"""What the adjudication does by itself: judging, searching, missing reports, final rulings."""

from adjudication.models.judging import JUDGE, JUDGE_STATEMENT
from adjudication.services.cases.overdue import open_overdue
from adjudication.services.confirmations.jobs import CONFIRM
from adjudication.services.confirmations.working import confirm_job, give_up_lost
from adjudication.services.inquiries.unanswered import refer_unanswered
from adjudication.services.judging import judge_statement, judge_submission
from adjudication.services.judging_again import FOLLOW, follow_rejudgement, judge_part
from adjudication.services.readjudication import PART, plan_all
from adjudication.services.rulings.finality import make_final
from jobs.registry import does, each_sweep

does(JUDGE)(judge_submission)
does(JUDGE_STATEMENT)(judge_statement)
does(PART)(judge_part)
does(FOLLOW)(follow_rejudgement)
does(CONFIRM)(confirm_job)
each_sweep("overdue")(open_overdue)
each_sweep("unanswered")(refer_unanswered)
each_sweep("final")(make_final)
each_sweep("readjudications")(plan_all)
each_sweep("confirmations")(give_up_lost)
