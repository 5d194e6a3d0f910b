"""Labels for kinds of jobs, errors, queues, components and durations."""

from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jobs.models import urgency_of
from operations.monitoring.health_checks import State

_REASONS = (
    ("The worker stopped", "stopped"),
    ("SoftTimeLimitExceeded", "long"),
    ("TimeLimitExceeded", "long"),
    ("StoreError", "files"),
    ("StoreAwayError", "files"),
    ("OperationalError", "database"),
    ("InterfaceError", "database"),
    ("MemoryError", "memory"),
    ("OSError: [Errno 28]", "full"),
)


def kind_label(kind: str) -> str:
    """Return what a kind of job does."""
    labels = {
        "judge_submission": _("Checking a game record"),
        "announce": _("Announcing what happened"),
        "webhook": _("Sending a message to another program (webhook)"),
        "mail": _("Sending an e-mail"),
        "forget_answers": _("Deleting stored API answers that name an erased person"),
        "readjudicate": _("Judging old records again"),
        "follow_rejudgement": _("Following up an old record"),
        "confirm": _("Searching whether stones are alive"),
        "look_ahead": _("Looking ahead in a tournament that runs"),
        "compare_formats": _("Comparing formats of a tournament"),
    }
    return labels.get(kind, kind)


def reason_text(error: str) -> str:
    """Return why a job was given up, from the stored error."""
    texts = {
        "stopped": _("The worker stopped or ran out of time in every attempt."),
        "long": _("It exceeded the time limit."),
        "files": _("The store for large files could not be reached."),
        "database": _("The database was busy or away."),
        "memory": _("There was not enough memory."),
        "full": _("The disk is full."),
    }
    for start, reason in _REASONS:
        if error.split(".")[-1].startswith(start) or error.startswith(start):
            return texts[reason]
    if error.partition(":")[0].endswith("DoesNotExist"):
        return _("What it was about no longer exists.")
    return _("Something went wrong in the program itself.")


def queue_label(priority: int) -> str:
    """Return the label of the queue that a priority belongs to."""
    return str(urgency_of(priority).label)


def component_label(name: str) -> str:
    """Return the name of a component of the installation."""
    labels = {
        "database": _("Database"),
        "migrations": _("Database’s version"),
        "broker": _("Message broker"),
        "static": _("Styles and scripts"),
        "backup": _("Last backup"),
        "copy": _("Last copy of a backup off the machine"),
        "kernel": _("Rules and search"),
    }
    return labels.get(name, name)


def detail_label(detail: str) -> str:
    """Return the detail of a health check."""
    labels = {
        "writable": _("can be written"),
        "busy": _("busy"),
        "not writable": _("cannot be written"),
        "read only": _("cannot be written"),
        "disk almost full": _("disk almost full"),
        "applied": _("up to date"),
        "memory": _("in this process"),
        "reachable": _("reachable"),
        "away": _("away"),
        "plain": _("there"),
        "manifest": _("there"),
        "no manifest": _("missing"),
        "of late": _("of the last two days"),
        "too old": _("older than two days"),
        "none yet": _("none yet"),
        "compiled": _("compiled"),
        "not built": _("in Python"),
        "stale": _("in Python; what was compiled belongs to other sources"),
        "broken": _("in Python; what was compiled cannot be loaded"),
        "switched off": _("in Python, as set"),
    }
    return labels.get(detail, detail)


def state_label(state: State) -> str:
    """Return the state of all components together."""
    labels = {State.OK: _("all is well"), State.DEGRADED: _("needs attention")}
    return labels.get(state, _("not working"))


def duration_text(seconds: float) -> str:
    """Return a duration in one unit."""
    if seconds < 60:
        rounded = max(round(seconds, 1), 0.1) if seconds < 10 else int(seconds)
        return _("%(seconds)s s") % {"seconds": localize(rounded)}
    minutes = int(seconds // 60)
    if minutes < 120:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = minutes // 60
    if hours < 48:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    return ngettext("%(n)d day", "%(n)d days", hours // 24) % {"n": hours // 24}
