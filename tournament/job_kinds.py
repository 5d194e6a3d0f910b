"""The background jobs of tournaments: rounds open and close, proposed dates lapse."""

from jobs.registry import each_sweep
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.services.rescheduling import lapse_past

each_sweep("schedule")(keep_schedule)
each_sweep("proposals")(lapse_past)
