"""What was changed of the settings, in words: from an event of the trail to the history."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.common.setup_typed import short_rank
from tournament.games import words
from tournament.models import HandicapPolicy, PairingMethod, Reopening, Reporting

MOST_NAMED = 4


def changed_settings(before: object, after: object) -> str:
    """Return what differs, as ``bar 4d → 3d, komi 7.5 → 6.5``; empty where nothing is known."""
    was, now = (value if isinstance(value, Mapping) else {} for value in (before, after))
    # PostgreSQL keeps the names of JSON in an order of its own.
    places = {name: place for place, name in enumerate(_settings())}
    names = sorted(now, key=lambda name: (places.get(name, len(places)), name))
    told = list(dict.fromkeys(_told(name, was.get(name), now[name]) for name in names))
    told = [text for text in told if text]
    more = len(told) - MOST_NAMED
    text = ", ".join(told[:MOST_NAMED])
    if more <= 0:
        return text
    return ngettext("%(first)s and %(more)d more", "%(first)s and %(more)d more", more) % {
        "first": text,
        "more": more,
    }


def _told(name: str, was: Any, now: Any) -> str:
    """Return one setting with both values where they say something, or else its group."""
    known = _settings().get(name)
    if known is None:
        return next((label for start, label in _groups().items() if name.startswith(start)), "")
    label, write = known
    if write is None:
        return label
    try:
        old, new = (write(value) if value not in (None, "", []) else "–" for value in (was, now))
    except (ValueError, TypeError, AttributeError, LookupError, ArithmeticError):
        # An archive from elsewhere may hold values of other shapes than ours.
        return label
    return f"{label} {old} → {new}"


def _settings() -> dict[str, tuple[str, Callable[[Any], str] | None]]:
    return {
        "name": (_("name"), str),
        "slug": (_("address"), str),
        "city": (_("city"), str),
        "starts_on": (_("first day"), _day),
        "ends_on": (_("last day"), _day),
        "director_name": (_("name of the director"), None),
        "rules": (_("rule set"), words.rules_title),
        "board_size": (_("board"), str),
        "internet": (_("played on the internet"), _switch),
        "method": (_("pairing"), lambda value: str(PairingMethod(value).label)),
        "handicap_policy": (_("handicaps"), lambda value: str(HandicapPolicy(value).label)),
        "komi_half": (_("komi"), words.half_points),
        "handicap_komi_half": (_("komi of handicap games"), words.half_points),
        "parameters.scoring.rounds": (_("number of rounds"), str),
        "parameters.scoring.bar": (_("bar"), short_rank),
        "parameters.scoring.floor": (_("floor"), short_rank),
        "parameters.scoring.categories": (_("categories"), _ranks),
        "parameters.criteria": (_("order of the standings"), " › ".join),
        "clock.basic_minutes": (_("main time"), str),
        "round_minutes": (_("round clock"), str),
        "report_minutes": (_("minutes to report"), str),
        "play_by_days": (_("days to play a game"), str),
        "reschedule_days": (_("days a game can be put off"), str),
        "reschedule_times": (_("how often a game can be put off"), str),
        "auto_pair": (_("rounds pair themselves"), _switch),
        "reporting": (_("who reports"), lambda value: str(Reporting(value).label)),
        "reopening": (
            _("changing confirmed results"),
            lambda value: str(Reopening(value).label),
        ),
        "registration_open": (_("players register themselves"), _switch),
        "hide_minors": (_("names of players under age hidden"), _switch),
        "rulings.illegal_move": (_("what follows an illegal move"), None),
        "rulings.no_result": (_("what a game without result becomes"), None),
        "rulings.grace_minutes": (_("minutes until absence"), str),
        "rulings.appeal_minutes": (_("minutes to appeal"), str),
        "rulings.committee": (_("size of the appeals committee"), str),
        "rulings.report_grace_minutes": (_("grace for reporting"), str),
        "rulings.answer_minutes": (_("minutes to answer about a damaged record"), str),
        "rulings.warnings_to_loss": (_("warnings that lose a game"), str),
        "rulings.late": (_("what being late costs"), None),
        "rulings.dispute_rules": (_("whose rules settle dead stones"), _rules),
        "reserved_tables": (_("tables not used"), lambda value: " ".join(map(str, value))),
    }


def _groups() -> dict[str, str]:
    """Return labels for what takes too long to tell, by the beginning of its name."""
    return {
        "clock.": _("time system"),
        "parameters.handicap.": _("handicaps"),
        "parameters.scoring.": _("points without a game"),
        "parameters.weights.": _("how opponents are looked for"),
        "parameters.round_robin.": _("groups"),
        "parameters.knock_out.": _("consolation games"),
        "rulings.": _("what becomes a case"),
    }


def _rules(key: str) -> str:
    return words.rules_title(key) if key else _("the referee")


def _day(text: str) -> str:
    return date_format(date.fromisoformat(text))


def _switch(on: object) -> str:
    return _("yes") if on else _("no")


def _ranks(ranks: list[int]) -> str:
    return " ".join(map(short_rank, ranks))
