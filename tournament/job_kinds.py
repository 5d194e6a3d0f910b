"""The background jobs of tournaments: rounds open and close, dates lapse, formats are compared."""

from jobs.registry import each_sweep, handles, when_given_up
from tournament.advisor.jobs import COMPARE
from tournament.advisor.services.working import compare_job, give_up
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.services.rescheduling import lapse_past

each_sweep("schedule")(keep_schedule)
each_sweep("proposals")(lapse_past)
handles(COMPARE)(compare_job)
when_given_up(COMPARE, give_up)
