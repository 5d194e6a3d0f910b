"""Changes to the dates of rounds and games as plain sentences (see event_sentences)."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from language.messages import message_from
from tournament.models import Verb
from tournament.scheduling.selectors import DatedRound
from tournament.spoken import join_clauses, moment_text, translated

Values = Mapping[str, Any]
Write = Callable[[Values, Any, Any], str]
"""A function from ``who``, ``players``, and the old and new values to a sentence."""


def _moment(told: Any, name: str) -> str:
    """Return a date from an event, or an empty string; an archive may hold an invalid one."""
    value = told.get(name) if isinstance(told, Mapping) else None
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return ""
    if moment is None or moment.tzinfo is None:
        return ""
    return moment_text(moment)


def _date(text: Callable[[], str]) -> Write:
    def write(values: Values, before: Any, after: Any) -> str:
        return text() % {**values, "date": _moment(after, "date") or "?"}

    return write


def _agreed(values: Values, before: Any, after: Any) -> str:
    told = {**values, "date": _moment(after, "plays_at") or "?"}
    moved = _moment(after, "play_by")
    if moved and moved != _moment(before, "play_by"):
        text = _(
            "%(who)s agreed to play on %(date)s, and it is reported by %(moved)s: %(players)s."
        )
        return text % {**told, "moved": moved}
    return _("%(who)s agreed to play on %(date)s: %(players)s.") % told


def _set(values: Values, before: Any, after: Any) -> str:
    told = {
        **values,
        "play_by": _moment(after, "play_by") or _("same as its round"),
        "plays_at": _moment(after, "plays_at"),
    }
    if told["plays_at"]:
        text = _(
            "%(who)s set the date of a game: played on %(plays_at)s, by %(play_by)s at the latest: "
            "%(players)s."
        )
    else:
        text = _("%(who)s set until when a game is played: %(play_by)s: %(players)s.")
    return text % told


def _round(values: Values, before: Any, after: Any) -> str:
    labels = {
        "opens_at": (_("it opens on %(date)s"), _("it opens by hand")),
        "play_by": (_("its games are played by %(date)s"), _("its games have no date")),
        "closes_at": (_("it closes on %(date)s"), _("it closes by hand")),
    }
    told = []
    for name, (dated, undated) in labels.items():
        if isinstance(after, Mapping) and name in after:
            date = _moment(after, name)
            told.append(dated % {"date": date} if date else undated)
    if not told:
        return _("%(who)s set the dates of the round.") % values
    return _("%(who)s set the dates of the round: %(told)s.") % {
        **values,
        "told": join_clauses(told),
    }


def refusal_text(told: Any) -> str:
    """Return why a round was not published, in the reader's language if the event has it."""
    try:
        return translated(message_from(told["message"]))
    except (KeyError, TypeError, ValueError):
        return ""


def _not_opened(values: Values, before: Any, after: Any) -> str:
    why = refusal_text(after.get("why") if isinstance(after, Mapping) else None)
    if not why:
        return _("%(who)s could not publish the round at its time.") % values
    return _("%(who)s could not publish the round at its time: %(why)s") % {**values, "why": why}


def _resumed(values: Values, before: Any, after: Any) -> str:
    return _("%(who)s let rounds open and close at their dates again.") % values


def _shut(values: Values, before: Any, after: Any) -> str:
    missing = after.get("missing") if isinstance(after, Mapping) else None
    if not isinstance(missing, int) or not missing:
        return _("%(who)s ended the time to report: every result is in.") % values
    return ngettext(
        "%(who)s ended the time to report: %(count)d game has no result that stands.",
        "%(who)s ended the time to report: %(count)d games have no result that stands.",
        missing,
    ) % {**values, "count": missing}


DATE_SENTENCES: Mapping[str, Write] = {
    Verb.ROUND_DATES: _round,
    Verb.ROUND_NOT_OPENED: _not_opened,
    Verb.SCHEDULE_RESUMED: _resumed,
    Verb.ROUND_SHUT: _shut,
    Verb.GAME_DATE_SET: _set,
    Verb.RESCHEDULE_PROPOSED: _date(
        lambda: _("%(who)s proposed to play on %(date)s: %(players)s.")
    ),
    Verb.RESCHEDULE_COUNTERED: _date(
        lambda: _("%(who)s proposed to play on %(date)s instead: %(players)s.")
    ),
    Verb.RESCHEDULE_AGREED: _agreed,
    Verb.RESCHEDULE_REFUSED: _date(lambda: _("%(who)s refused to play on %(date)s: %(players)s.")),
    Verb.RESCHEDULE_WITHDRAWN: _date(
        lambda: _("%(who)s withdrew the proposed date %(date)s: %(players)s.")
    ),
}
"""The function that writes the sentence, by verb."""


def dates_context(dated: DatedRound | None) -> dict[str, Any]:
    """Return what ``scheduling/notice.html`` shows of a round."""
    if dated is None:
        return {"dated": None, "refused": ""}
    return {
        "dated": dated,
        "refused": refusal_text(dated.refused),
        "held": dated.held_at is not None,
    }
