"""Kinds of work, why it failed, and how long something took, in words."""

from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from jobs.models import urgency_of
from operations.services.readiness import State

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


def kind_word(kind: str) -> str:
    """Return what a kind of job does."""
    known = {
        "judge_submission": _("Checking a game record"),
        "announce": _("Telling people and programs what happened"),
        "webhook": _("Telling another program (webhook)"),
        "mail": _("Sending an e-mail"),
        "forget_answers": _("Forgetting answers that named somebody"),
        "readjudicate": _("Judging old records again"),
        "follow_rejudgement": _("Following up an old record"),
        "confirm": _("Searching whether stones are alive"),
    }
    return known.get(kind, kind)


def reason_words(error: str) -> str:
    """Return why a job was given up, from the error that is kept with it."""
    said = {
        "stopped": _("The program was stopped over it, or it took too long, every time."),
        "long": _("It took longer than a job may take."),
        "files": _("The place where large files are kept could not be reached."),
        "database": _("The database was busy or away."),
        "memory": _("There was not enough memory."),
        "full": _("The disk is full."),
    }
    for start, word in _REASONS:
        if error.split(".")[-1].startswith(start) or error.startswith(start):
            return said[word]
    if error.partition(":")[0].endswith("DoesNotExist"):
        return _("What it was about is no longer there.")
    return _("Something went wrong in the program itself.")


def queue_word(priority: int) -> str:
    """Return which queue a priority belongs to."""
    return str(urgency_of(priority).label)


def part_word(name: str) -> str:
    """Return the name of a part of the installation."""
    known = {
        "database": _("Database"),
        "migrations": _("Database’s version"),
        "broker": _("Message broker"),
        "static": _("Styles and scripts"),
    }
    return known.get(name, name)


def detail_word(detail: str) -> str:
    """Return what is told of a part."""
    known = {
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
    }
    return known.get(detail, detail)


def state_word(state: State) -> str:
    """Return how all parts are together."""
    known = {State.OK: _("all is well"), State.DEGRADED: _("look at it")}
    return known.get(state, _("does not work"))


def span(seconds: float) -> str:
    """Return a time span in one unit, for people."""
    if seconds < 60:
        told = round(seconds, 1) if seconds < 10 else int(seconds)
        return _("%(seconds)s s") % {"seconds": localize(told)}
    minutes = int(seconds // 60)
    if minutes < 120:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = minutes // 60
    if hours < 48:
        return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
    return ngettext("%(n)d day", "%(n)d days", hours // 24) % {"n": hours // 24}
