"""What happens by itself, a little later: forgotten work, missing reports, rulings become final."""

import logging
from collections.abc import Callable

from django.utils import timezone

from adjudication.services import jobs
from adjudication.services.cases.overdue import open_overdue
from adjudication.services.rulings.finality import make_final

log = logging.getLogger(__name__)


def sweep(*, abandoned: bool = False) -> bool:
    """Do everything that is due, and say whether all went well.

    One thing that fails is logged and keeps no other from its turn. ``abandoned`` is for
    :func:`adjudication.services.jobs.sweep`.
    """
    now = timezone.now()
    steps: tuple[Callable[[], object], ...] = (
        lambda: jobs.sweep(abandoned=abandoned),
        lambda: open_overdue(now),
        lambda: make_final(now),
    )
    well = True
    for step in steps:
        try:
            step()
        except Exception:
            log.exception("sweep")
            well = False
    return well
