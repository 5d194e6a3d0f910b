"""The background jobs of tournaments: opening and closing rounds, comparing formats, odds."""

from jobs.registry import each_sweep, handles, imported, when_given_up
from tournament.advisor.jobs import COMPARE
from tournament.audit.services.looking_ahead import LOOK_AHEAD

_ADVISOR = "tournament.advisor.services.working"

each_sweep("schedule")(imported("tournament.rounds.services.scheduled_rounds.keep_schedule"))
each_sweep("proposals")(imported("tournament.scheduling.services.rescheduling.lapse_past"))
handles(COMPARE)(imported(f"{_ADVISOR}.compare_job"))
when_given_up(COMPARE, imported(f"{_ADVISOR}.give_up"))
handles(LOOK_AHEAD)(imported("tournament.outlook.services.working.look_ahead_job"))
