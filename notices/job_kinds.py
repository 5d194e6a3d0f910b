"""Registers the jobs of this application: announcements, messages, reminders, cleanup."""

from functools import partial

from jobs.registry import each_sweep, handles
from notices.announcements import announce
from notices.cleanup import delete_old
from notices.email_texts.email import compose
from notices.emails.outbox import MAIL
from notices.emails.reminders import remind, report_failed_jobs
from notices.emails.sending import send
from notices.webhooks.delivery import DELIVER, deliver
from tournament.audit.services.outbox import ANNOUNCE

handles(ANNOUNCE)(announce)
handles(DELIVER)(deliver)
handles(MAIL)(partial(send, compose=compose))
each_sweep("reminders")(remind)
each_sweep("old messages")(delete_old)
each_sweep("failed jobs")(report_failed_jobs)
