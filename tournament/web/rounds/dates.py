"""The dates of rounds, and of single games, as the staff sets them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.errors import UserError
from tournament.selectors.game_dates import GameDates, game_dates
from tournament.selectors.public import TournamentTerms
from tournament.selectors.round_dates import DatedRound, Schedule, schedule_of
from tournament.services.rescheduling import set_game_date
from tournament.services.round_dates import NAMES, RoundDates, resume_schedule, set_dates
from tournament.web.access import frame, kept_for_back
from tournament.web.corrections.date_sentences import reason_told
from tournament.web.corrections.typed import Typed
from tournament.web.guards import directed
from tournament.web.moments import read_moment, typed_parts, zone_name
from tournament.web.once import once
from tournament.web.shown import shown_text, typed_over

FILL = ("first_day", "first_time", "every", "play", "close")
MOST_DAYS = 366
GAME_FIELDS = ("play_by_day", "play_by_time", "plays_at_day", "plays_at_time", "note")


@dataclass(frozen=True, slots=True)
class Moment:
    """A date of a round as its form shows it: the field's name, its label, what stands in it."""

    name: str
    label: str
    day: str
    time: str
    error: str
    settled: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A round with its dates."""

    round: DatedRound
    moments: tuple[Moment, ...]
    refused: str


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
def round_dates(request: HttpRequest, slug: str) -> HttpResponse:
    """Show when the rounds open, are played and close; fill the form, save it."""
    terms = directed(request, slug)
    schedule = schedule_of(terms.id)
    if request.method != "POST":
        return _page(request, terms, schedule, _saved(schedule), {}, dict.fromkeys(FILL, ""))
    if request.POST.get("step") == "resume":
        return _resumed(request, terms)
    fill = {name: request.POST.get(name, "").strip() for name in FILL}
    values = typed_over(request.POST, _saved(schedule))
    errors: dict[str, str] = {}
    if request.POST.get("step") == "fill":
        values |= _filled(schedule, fill, errors)
        status = 400 if errors else 200
        return _page(request, terms, schedule, values, errors, fill, status=status)
    try:
        changed = set_dates(tournament_id=terms.id, wanted=_wanted(schedule, values, errors))
    except UserError as error:
        errors[error.field or "form"] = str(error.text)
    if errors:
        return _page(request, terms, schedule, values, errors, fill, status=400)
    if changed:
        text = ngettext(
            "Saved: %(count)d round has other dates.",
            "Saved: %(count)d rounds have other dates.",
            changed,
        )
        messages.success(request, text % {"count": changed})
    return redirect("tournament:round_dates", slug)


def _resumed(request: HttpRequest, terms: TournamentTerms) -> HttpResponse:
    """Let the dates of a restored tournament count again; lead to them."""
    if resume_schedule(tournament_id=terms.id):
        messages.success(request, _("Rounds open and close at their dates again."))
    return redirect("tournament:round_dates", terms.slug)


@kept_for_back
@require_http_methods(["GET", "HEAD", "POST"])
@once
def set_date(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Set until when a game is played and when its players meet, and say why."""
    terms = directed(request, slug)
    dates = game_dates(game_id)
    if dates is None or dates.terms.id != terms.id:
        raise Http404
    if request.method != "POST":
        return _game_page(request, terms, dates, Typed({**_shown(dates), "note": ""}))
    typed = Typed.read(request.POST, GAME_FIELDS)
    typed.values |= typed_over(request.POST, _shown(dates))
    moments: dict[str, datetime | None] = {"play_by": None, "plays_at": None}
    for name in moments:
        try:
            usual = {} if name == "play_by" else {"usual": None}
            moments[name] = _same(
                typed.values, name, dates, read_moment(typed.values, name, **usual)
            )
        except UserError as error:
            typed.errors[f"{name}_day"] = str(error.text)
    note = typed.note(asked=True)
    if not typed.errors:
        try:
            set_game_date(game_id=game_id, note=note, **moments)
        except UserError as error:
            renamed = {"play_by": "play_by_day", "plays_at": "plays_at_day"}
            typed.refuse(error, renamed, "form")
    if typed.errors:
        return _game_page(request, terms, game_dates(game_id) or dates, typed, status=400)
    messages.success(request, _("The game has its date; both players see it."))
    return redirect("tournament:draft", slug, dates.game.round_number)


def dated_context(dated: DatedRound | None) -> dict[str, Any]:
    """Return what ``rounds/dates_notice.html`` shows of a round."""
    if dated is None:
        return {"dated": None, "refused": ""}
    return {
        "dated": dated,
        "refused": reason_told(dated.refused),
        "held": dated.held_at is not None,
    }


def _shown(dates: GameDates) -> dict[str, str]:
    """Return the dates of a game as the form holds them."""
    values = {}
    for name, moment in (("play_by", dates.own_play_by), ("plays_at", dates.plays_at)):
        values[f"{name}_day"], values[f"{name}_time"] = typed_parts(moment)
    return values


def _same(
    values: Mapping[str, str], name: str, dates: GameDates, read: datetime | None
) -> datetime | None:
    """Return the moment that is there already where the form shows it as it was."""
    there = dates.own_play_by if name == "play_by" else dates.plays_at
    shown = (values[f"{name}_day"], values[f"{name}_time"])
    return there if there is not None and shown == typed_parts(there) else read


def _saved(schedule: Schedule) -> dict[str, str]:
    """Return the dates as the form holds them."""
    values: dict[str, str] = {}
    for row in schedule.rounds:
        for name in NAMES:
            day, time = typed_parts(getattr(row, name))
            values |= {f"{name}_{row.number}_day": day, f"{name}_{row.number}_time": time}
    return values


def _wanted(
    schedule: Schedule, values: Mapping[str, str], errors: dict[str, str]
) -> dict[int, RoundDates]:
    """Return the dates of the rounds that get others; what is as it was stays to the second."""
    saved, wanted = _saved(schedule), {}
    for row in schedule.rounds:
        found: dict[str, datetime | None] = {}
        for name in NAMES:
            field = f"{name}_{row.number}"
            parts = (f"{field}_day", f"{field}_time")
            if all(values[part] == saved[part] for part in parts):
                found[name] = getattr(row, name)
                continue
            try:
                usual = {"usual": None} if name == "opens_at" else {}
                found[name] = read_moment(values, field, **usual)
            except UserError as error:
                errors[field] = str(error.text)
        if len(found) == len(NAMES) and any(found[name] != getattr(row, name) for name in NAMES):
            wanted[row.number] = RoundDates(**found)
    return {} if errors else wanted


def _filled(schedule: Schedule, fill: Mapping[str, str], errors: dict[str, str]) -> dict[str, str]:
    """Return dates for the rounds that are not published, one every so many days."""
    days = {name: _days(fill[name], name, errors, least=0) for name in ("play", "close")}
    every = _days(fill["every"], "every", errors, least=1)
    try:
        first = read_moment(fill, "first", usual=None)
    except UserError as error:
        errors["first"] = str(error.text)
        return {}
    if first is None:
        errors["first"] = _("Say when the next round opens.")
    if every is None and "every" not in errors:
        errors["every"] = _("Write a number of days from %(least)d to %(most)d.") % {
            "least": 1,
            "most": MOST_DAYS,
        }
    if errors or first is None or every is None:
        return {}
    values: dict[str, str] = {}
    to_come = [row for row in schedule.rounds if row.prepared]
    for place, row in enumerate(to_come):
        opens = _later(first, place * every)
        ends = None if days["play"] is None else _later(opens, days["play"], end=True)
        closes = None
        if days["close"] is not None:
            closes = _later(ends or opens, days["close"], end=True)
        for name, moment in zip(NAMES, (opens, ends, closes), strict=True):
            day, time = typed_parts(moment)
            values |= {f"{name}_{row.number}_day": day, f"{name}_{row.number}_time": time}
    return values


def _days(text: str, name: str, errors: dict[str, str], *, least: int) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= MOST_DAYS:
        return int(text)
    errors[name] = _("Write a number of days from %(least)d to %(most)d.") % {
        "least": least,
        "most": MOST_DAYS,
    }
    return None


def _later(moment: datetime, days: int, *, end: bool = False) -> datetime:
    """Return the same hour so many days later, by the calendar; or the end of that day."""
    local = timezone.localtime(moment) + timedelta(days=days)
    return local.replace(hour=23, minute=59) if end else local


def _page(
    request: HttpRequest,
    terms: TournamentTerms,
    schedule: Schedule,
    values: Mapping[str, str],
    errors: Mapping[str, str],
    fill: Mapping[str, str],
    *,
    status: int = 200,
) -> HttpResponse:
    saved = _saved(schedule)
    labels = {"opens_at": _("Opens"), "play_by": _("Play by"), "closes_at": _("Closes")}
    rows = [
        Row(
            row,
            tuple(
                _moment(row, name, label, values, saved, errors) for name, label in labels.items()
            ),
            reason_told(row.refused),
        )
        for row in schedule.rounds
    ]
    told = {
        f"{moment.name}_day": f"{_round_word(row)}, {moment.label}: {moment.error}"
        for row in rows
        for moment in row.moments
        if moment.error
    }
    past = [row for row in rows if row.round.over and not any(one.error for one in row.moments)]
    context: dict[str, Any] = {
        "terms": terms,
        "schedule": schedule,
        "held": schedule.held_at is not None,
        "rows": [row for row in rows if row not in past],
        "past": past,
        "fill": fill,
        "fill_errors": {name: errors.get(name, "") for name in ("first", *FILL)},
        "errors": {_place(name): told.get(_place(name), text) for name, text in errors.items()},
        "filling": any(fill.values()),
        "to_come": any(row.prepared for row in schedule.rounds),
        "zone": zone_name(),
        "shown": shown_text(saved),
    }
    return render(request, "rounds/dates.html", {**frame(request), **context}, status=status)


def _place(name: str) -> str:
    """Return the field to go to: the day, where an error is about a moment."""
    return f"{name}_day" if name == "first" or name.startswith(NAMES) else name


def _round_word(row: Row) -> str:
    return _("Round %(number)s") % {"number": row.round.number}


def _moment(
    row: DatedRound,
    name: str,
    label: str,
    typed: Mapping[str, str],
    saved: Mapping[str, str],
    errors: Mapping[str, str],
) -> Moment:
    settled = row.over or (name == "opens_at" and not row.prepared)
    field, values = f"{name}_{row.number}", saved if settled else typed
    day, time = values[f"{field}_day"], values[f"{field}_time"]
    return Moment(field, label, day, time, errors.get(field, ""), settled)


def _game_page(
    request: HttpRequest,
    terms: TournamentTerms,
    dates: GameDates,
    typed: Typed,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "terms": terms,
        "dates": dates,
        "game": dates.game,
        "typed": typed,
        "zone": zone_name(),
        "waiting": dates.waiting,
        "shown": shown_text(_shown(dates)),
    }
    return render(request, "rounds/game_date.html", {**frame(request), **context}, status=status)
