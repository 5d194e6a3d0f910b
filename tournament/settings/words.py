"""The settings in words: all of them at a glance, and what a change in the history changed."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.fields.forms import short_rank
from tournament.fields.time_zones import city_of
from tournament.formats.countries import country_names
from tournament.games import words
from tournament.models import (
    HandicapPolicy,
    PairingMethod,
    PublicBoards,
    RatedFor,
    RatingScale,
    Reopening,
    Reporting,
    Ties,
)
from tournament.pairing.acceleration import accelerates
from tournament.settings.selectors import Setup, SystemSettings
from tournament.spoken import active_language, shorten_list
from tournament.state.parameters import Acceleration, Method, System

MOST_NAMED = 4


def changed_settings(before: object, after: object) -> str:
    """Return what differs, as ``bar 4d → 3d, komi 7.5 → 6.5``; empty if nothing is known."""
    was, now = (value if isinstance(value, Mapping) else {} for value in (before, after))
    # PostgreSQL keeps JSON names in an order of its own.
    places = {name: place for place, name in enumerate(_settings())}
    names = sorted(now, key=lambda name: (places.get(name, len(places)), name))
    parts = list(dict.fromkeys(_in_words(name, was.get(name), now[name]) for name in names))
    parts = [text for text in parts if text]
    return shorten_list(parts, MOST_NAMED)


def _in_words(name: str, was: Any, now: Any) -> str:
    """Return a setting with both values if they say something, or else its group."""
    known = _settings().get(name)
    if known is None:
        return next((label for start, label in _groups().items() if name.startswith(start)), "")
    label, write = known
    if write is None:
        return label
    try:
        old, new = (write(value) if value not in (None, "", []) else "–" for value in (was, now))
    except (ValueError, TypeError, AttributeError, LookupError, ArithmeticError):
        # An archive from elsewhere may hold values of unexpected shapes.
        return label
    return f"{label} {old} → {new}"


def _settings() -> dict[str, tuple[str, Callable[[Any], str] | None]]:
    return {
        "name": (_("name"), str),
        "slug": (_("address"), str),
        "city": (_("city"), str),
        "country": (_("country"), _country),
        "starts_on": (_("first day"), _day),
        "ends_on": (_("last day"), _day),
        "time_zone": (_("time zone"), str),
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
        "parameters.scoring.top_group.size": (_("players in the top group"), str),
        "parameters.scoring.categories": (_("categories"), _ranks),
        "parameters.acceleration": (_("accelerated rounds"), _acceleration),
        "parameters.criteria": (_("order of the standings"), " › ".join),
        "clock.basic_minutes": (_("main time"), str),
        "round_minutes": (_("round clock"), str),
        "report_minutes": (_("minutes to report"), str),
        "play_by_days": (_("days to play a game"), str),
        "reschedule_days": (_("days a game may be postponed"), str),
        "reschedule_times": (_("how often a game may be postponed"), str),
        "auto_pair": (_("rounds are paired automatically"), _switch),
        "reporting": (_("who reports"), lambda value: str(Reporting(value).label)),
        "reopening": (
            _("changing confirmed results"),
            lambda value: str(Reopening(value).label),
        ),
        "public_boards": (
            _("what everybody sees of games"),
            lambda value: str(PublicBoards(value).label),
        ),
        "board_delay_minutes": (_("minutes until a game of a running round is shown"), str),
        "tie_winner": (
            _("who wins when the scores are equal"),
            lambda value: str(Ties(value).label),
        ),
        "rating_scale": (
            _("ratings on the public pages"),
            lambda value: str(RatingScale(value).label),
        ),
        "rated_for": (_("rated mode"), lambda value: str(RatedFor(value).label)),
        "expected_scores": (_("expected scores shown"), _switch),
        "live_odds": (_("live odds shown"), _switch),
        "certain_boards": (_("boards that are certain are named"), _switch),
        "registration_open": (_("players register themselves"), _switch),
        "register_pairs": (_("players register in pairs"), _switch),
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
    """Return labels for settings too long to spell out, by the prefix of their names."""
    return {
        "clock.": _("time system"),
        "parameters.handicap.": _("handicaps"),
        "parameters.scoring.top_group.": _("top group"),
        "parameters.scoring.": _("points without a game"),
        "parameters.weights.": _("how opponents are chosen"),
        "parameters.round_robin.": _("groups"),
        "parameters.qualification.decided": _("ties in groups decided"),
        "parameters.qualification.": _("groups"),
        "parameters.knock_out.seeds": _("players in the knock-out"),
        "parameters.knock_out.second_final": _("second game of the grand final"),
        "parameters.knock_out.": _("consolation games"),
        "rulings.": _("what becomes a case"),
    }


def _rules(key: str) -> str:
    return words.rules_title(key) if key else _("the referee")


def _day(text: str) -> str:
    return date_format(date.fromisoformat(text))


def _country(code: str) -> str:
    return country_names(active_language()).get(code, code)


def _switch(on: object) -> str:
    return _("yes") if on else _("no")


def _acceleration(value: str) -> str:
    return _switch(value != Acceleration.NONE)


def _ranks(ranks: list[int]) -> str:
    return " ".join(map(short_rank, ranks))


def preset_labels() -> dict[str, str]:
    """Return the names of the systems."""
    return {
        "mcmahon": _("McMahon with a bar"),
        "mcmahon_handicap": _("McMahon with handicap"),
        "swiss": _("Swiss"),
        "swiss_categories": _("Swiss by categories"),
        "round_robin": _("Round-robin"),
        "knock_out": _("Knock-out"),
        "double_elimination": _("Double elimination"),
        "groups_knock_out": _("Groups, then a knock-out"),
        "manual": _("By hand"),
    }


def preset_key(settings: SystemSettings) -> str:
    """Return the preset that the settings match, or an empty string."""
    if settings.method != Method.WEIGHTS:
        return settings.method
    system = settings.parameters.system
    if system is System.MCMAHON and settings.handicap_policy == HandicapPolicy.RULE:
        return "mcmahon_handicap"
    return system.value if system.value in preset_labels() else ""


def overview_of(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Return the settings in words, by the keys of the steps."""
    return {
        "event": _event(setup),
        "system": _system(setup),
        "order": (" › ".join(setup.system.parameters.criteria),),
        "time": _time(setup),
        "results": _results(setup),
        "disputes": _disputes(setup),
    }


def _event(setup: Setup) -> tuple[str, ...]:
    event = setup.event
    days = [date_format(day) for day in (event.starts_on, event.ends_on) if day]
    if event.starts_on == event.ends_on:
        days = days[:1]
    place = ", ".join(part for part in (event.city, _country(event.country)) if part)
    zone = city_of(event.time_zone, active_language())
    clock = zone if zone == "UTC" else _("%(place)s time") % {"place": zone}
    where = " · ".join(part for part in (place, " – ".join(days), clock) if part)
    size = f"{event.board_size}×{event.board_size}"
    rules = words.rules_title(event.rules)
    return tuple(text for text in (event.name, where, f"{rules}, {size}") if text)


def _system(setup: Setup) -> tuple[str, ...]:
    settings, scoring = setup.system, setup.system.parameters.scoring
    name = preset_labels().get(preset_key(settings)) or str(PairingMethod(settings.method).label)
    rounds = ngettext("%(count)d round", "%(count)d rounds", scoring.rounds) % {
        "count": scoring.rounds
    }
    lines = [f"{name}, {rounds}"]
    if settings.parameters.system is System.MCMAHON and settings.method == PairingMethod.WEIGHTS:
        top, floor = scoring.top_group, short_rank(scoring.floor)
        bar = short_rank(scoring.bar)
        if top.size and not top.fixed:
            text = _("Top group of %(size)d, fixed when round 1 is paired; floor %(floor)s")
        elif top.size:
            text = _("Top group of %(size)d: bar %(bar)s, floor %(floor)s")
        else:
            text = _("Bar %(bar)s, floor %(floor)s")
        lines.append(text % {"size": top.size, "bar": bar, "floor": floor})
    if accelerates(settings.parameters):
        lines.append(_("The first rounds are accelerated"))
    komi = words.half_points(settings.komi_half)
    return (*lines, _("Komi %(komi)s") % {"komi": komi})


def _time(setup: Setup) -> tuple[str, ...]:
    player = words.time_sentence(setup.time.clock)
    minutes = setup.time.round_minutes
    clock_of_round = (
        _("No round clock")
        if minutes is None
        else ngettext("Round clock: %(count)d minute", "Round clock: %(count)d minutes", minutes)
        % {"count": minutes}
    )
    days = setup.time.play_by_days
    if days is None:
        return player, clock_of_round
    text = ngettext(
        "A game is played within %(count)d day", "A game is played within %(count)d days", days
    )
    return player, text % {"count": days}


def _results(setup: Setup) -> tuple[str, ...]:
    results = setup.results
    return (
        _("Reported by: %(who)s") % {"who": Reporting(results.reporting).label},
        {
            Reopening.NEVER: _("Confirmed results change only with both players’ consent"),
            Reopening.NEXT_ROUND: _(
                "The director may change confirmed results until the next round is published"
            ),
            Reopening.ALWAYS: _(
                "The director may change confirmed results until the tournament is closed"
            ),
        }[Reopening(results.reopening)],
        _("Players may register themselves")
        if results.registration_open
        else _("Players do not register themselves"),
    )


def _disputes(setup: Setup) -> tuple[str, ...]:
    policy = setup.disputes.rulings
    grace = ngettext(
        "Lost by absence after %(count)d minute",
        "Lost by absence after %(count)d minutes",
        policy.grace_minutes,
    ) % {"count": policy.grace_minutes}
    if not policy.appeal_minutes:
        return grace, _("Rulings cannot be appealed")
    appeal = ngettext(
        "%(count)d minute to appeal, a committee of %(size)d",
        "%(count)d minutes to appeal, a committee of %(size)d",
        policy.appeal_minutes,
    ) % {"count": policy.appeal_minutes, "size": policy.committee}
    return grace, appeal
