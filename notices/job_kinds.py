"""The jobs of this application: announcements, messages, reminders, and deleting old messages."""

from jobs.registry import each_sweep, handles, lazy_import
from notices.models import DELIVER, MAIL
from tournament.audit.services.outbox import ANNOUNCE

handles(ANNOUNCE)(lazy_import("notices.working.announce"))
handles(DELIVER)(lazy_import("notices.webhooks.delivery.deliver"))
handles(MAIL)(lazy_import("notices.working.send_mail"))
each_sweep("reminders")(lazy_import("notices.emails.reminders.remind"))
each_sweep("old messages")(lazy_import("notices.working.delete_old"))
each_sweep("failed jobs")(lazy_import("notices.emails.reminders.report_failed_jobs"))
