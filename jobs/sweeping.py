"""What happens by itself, a little later: forgotten work, and whatever else becomes due."""

import logging
from collections.abc import Callable
from functools import partial

from django.utils import timezone

from jobs import clocks, table
from jobs.registry import KINDS, STEPS

log = logging.getLogger(__name__)


def sweep(*, abandoned: bool = False) -> bool:
    """Do everything that is due, and say whether all went well.

    One thing that fails is logged and keeps no other from its turn. ``abandoned`` is for
    :func:`jobs.table.sweep`.
    """
    now = timezone.now()
    steps: dict[str, Callable[[], object]] = {
        "clocks": partial(clocks.set_right, now),
        "jobs": partial(table.sweep, abandoned=abandoned, kinds=KINDS),
        **{name: partial(step, now) for name, step in STEPS.items()},
    }
    well = True
    for name, step in steps.items():
        try:
            step()
        except Exception:
            log.exception("sweep: %s", name)
            well = False
    return well
