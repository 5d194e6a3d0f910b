"""The jobs of this application: announcements, messages, reminders, and deleting old messages."""

from jobs.registry import each_sweep, handles, imported
from notices.models import DELIVER, MAIL
from tournament.audit.services.outbox import ANNOUNCE

handles(ANNOUNCE)(imported("notices.working.announce"))
handles(DELIVER)(imported("notices.webhooks.delivery.deliver"))
handles(MAIL)(imported("notices.working.send_mail"))
each_sweep("reminders")(imported("notices.emails.reminders.remind"))
each_sweep("old messages")(imported("notices.working.delete_old"))
each_sweep("failed jobs")(imported("notices.emails.reminders.report_failed_jobs"))
