"""The background jobs of tournaments: opening and closing rounds, comparing formats, odds."""

from jobs.registry import each_sweep, handles, lazy_import, when_given_up
from tournament.advisor.jobs import COMPARE
from tournament.audit.services.looking_ahead import LOOK_AHEAD

_ADVISOR = "tournament.advisor.services.working"

each_sweep("schedule")(lazy_import("tournament.rounds.services.scheduled_rounds.keep_schedule"))
each_sweep("proposals")(lazy_import("tournament.scheduling.services.rescheduling.lapse_past"))
handles(COMPARE)(lazy_import(f"{_ADVISOR}.compare_job"))
when_given_up(COMPARE, lazy_import(f"{_ADVISOR}.give_up"))
handles(LOOK_AHEAD)(lazy_import("tournament.outlook.services.working.look_ahead_job"))
