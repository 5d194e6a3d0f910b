"""What is told by itself: announcements, attempts of webhooks, mails."""

from jobs.registry import does
from notices.services.announcing import tell_all
from notices.services.delivering import DELIVER, deliver
from tournament.services.outbox import ANNOUNCE

does(ANNOUNCE)(tell_all)
does(DELIVER)(deliver)
