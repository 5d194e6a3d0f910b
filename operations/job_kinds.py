"""What operations have done by the sweeper and the workers: they are seen, at work or idle."""

from typing import Any

from celery.signals import heartbeat_sent, task_postrun

from jobs.registry import each_sweep
from operations.models import Part
from operations.services.sightings import present, seen, sweep_done

each_sweep("seen")(sweep_done)


@task_postrun.connect
def _worked(task: Any = None, **_signal: object) -> None:
    """Write down which worker just did something: the sweep itself goes round among them."""
    name = getattr(getattr(task, "request", None), "hostname", None)
    if name:
        seen(Part.WORKER, str(name))


@heartbeat_sent.connect
def _there(sender: Any = None, **_signal: object) -> None:
    """Have a worker say that it is there: every two seconds, from its main process."""
    name = getattr(getattr(sender, "eventer", None), "hostname", None)
    if name:
        present(str(name))
