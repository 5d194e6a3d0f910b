"""Heartbeats: workers and the sweeper report that they are alive."""

from typing import Any

from celery.signals import heartbeat_sent, task_postrun

from jobs.registry import each_sweep
from operations.models import Part
from operations.monitoring.heartbeats import report_alive, report_sweep, report_work

each_sweep("seen")(report_sweep)


@task_postrun.connect
def _on_task(task: Any = None, **_signal: object) -> None:
    """Record which worker just ran a task; sweeps are among them."""
    name = getattr(getattr(task, "request", None), "hostname", None)
    if name:
        report_work(Part.WORKER, str(name))


@heartbeat_sent.connect
def _on_heartbeat(sender: Any = None, **_signal: object) -> None:
    """Report a worker as alive: every two seconds, from its main process."""
    name = getattr(getattr(sender, "eventer", None), "hostname", None)
    if name:
        report_alive(str(name))
