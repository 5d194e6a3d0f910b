"""What is told by itself: announcements, attempts of webhooks, mails, reminders."""

from functools import partial

from jobs.registry import does, each_sweep
from notices.services.announcing import tell_all
from notices.services.delivering import DELIVER, deliver
from notices.services.forgetting import forget_old
from notices.services.mailing import send
from notices.services.reminding import remind, tell_of_failed_jobs
from notices.services.writing import MAIL
from notices.web.letters.letter import write_letter
from tournament.services.outbox import ANNOUNCE

does(ANNOUNCE)(tell_all)
does(DELIVER)(deliver)
does(MAIL)(partial(send, write=write_letter))
each_sweep("reminders")(remind)
each_sweep("old messages")(forget_old)
each_sweep("failed jobs")(tell_of_failed_jobs)
