"""What operations have done by the sweeper and the workers: they are seen at work."""

from typing import Any

from celery.signals import task_postrun

from jobs.registry import each_sweep
from operations.models import Part
from operations.services.sightings import seen, sweep_done

each_sweep("seen")(sweep_done)


@task_postrun.connect
def _worked(task: Any = None, **_signal: object) -> None:
    """Write down which worker just did something: the sweep itself goes round among them."""
    name = getattr(getattr(task, "request", None), "hostname", None)
    if name:
        seen(Part.WORKER, str(name))
