"""The background jobs of tournaments: rounds open and close, formats are compared, odds found."""

from jobs.registry import each_sweep, handles, when_given_up
from tournament.advisor.jobs import COMPARE
from tournament.advisor.services.working import compare_job, give_up
from tournament.audit.services.looking_ahead import LOOK_AHEAD
from tournament.outlook.services.working import look_ahead_job
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.services.rescheduling import lapse_past

each_sweep("schedule")(keep_schedule)
each_sweep("proposals")(lapse_past)
handles(COMPARE)(compare_job)
when_given_up(COMPARE, give_up)
handles(LOOK_AHEAD)(look_ahead_job)
