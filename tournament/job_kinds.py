"""What tournaments do by themselves: rounds open and close, proposed dates lapse."""

from jobs.registry import each_sweep
from tournament.services.rescheduling import lapse_past
from tournament.services.scheduled_rounds import keep_schedule

each_sweep("schedule")(keep_schedule)
each_sweep("proposals")(lapse_past)
