"""All settings at a glance: a line or two for each step."""

from collections.abc import Mapping

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.common.setup_typed import short_rank
from tournament.games import words
from tournament.models import PairingMethod, Reopening, Reporting
from tournament.settings.selectors.setup import Setup
from tournament.settings.views.system import preset_key
from tournament.settings.views.system_form import preset_labels
from tournament.state.event import TimeSystem
from tournament.state.parameters import System


def overview_of(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Return what is set, by the keys of the steps."""
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
    where = " · ".join(part for part in (event.city, " – ".join(days)) if part)
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
        lines.append(
            _("Bar %(bar)s, floor %(floor)s")
            % {"bar": short_rank(scoring.bar), "floor": short_rank(scoring.floor)}
        )
    komi = words.half_points(settings.komi_half)
    return (*lines, _("Komi %(komi)s") % {"komi": komi})


def _time(setup: Setup) -> tuple[str, ...]:
    clock = setup.time.clock
    main = ngettext("%(count)d minute", "%(count)d minutes", clock.basic_minutes) % {
        "count": clock.basic_minutes
    }
    extra = {
        TimeSystem.SUDDEN_DEATH: "",
        TimeSystem.BYO_YOMI: _("then %(seconds)d seconds a move"),
        TimeSystem.CANADIAN: _("then %(moves)d moves in %(stretch)d seconds"),
        TimeSystem.FISCHER: _("and %(added)d seconds more for every move"),
    }[clock.system] % {
        "seconds": clock.byo_yomi_seconds,
        "moves": clock.canadian_moves,
        "stretch": clock.canadian_seconds,
        "added": clock.fischer_seconds,
    }
    player = f"{main}, {extra}" if extra else main
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
        _("Registration is open") if results.registration_open else _("Registration is closed"),
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
