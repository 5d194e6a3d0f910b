"""Reminders: games that are due or whose result is missing, and failed jobs for the staff.

The sweeper calls this every few seconds. Each process looks once a minute at what became due since
its last look. Several may do so, because nobody gets two e-mails about the same moment.
"""

from collections import defaultdict
from datetime import datetime, timedelta

from django.conf import settings

from adjudication.models import Submission
from adjudication.verdicts.models import JUDGE
from jobs.models import Job, JobState
from notices.emails.outbox import Recipients, staff_recipients, write_mails
from notices.models import MailKind, MailRules
from notices.reach import kinds_off, players_wanting
from tournament.scheduling.selectors import DueGame, due_between

DEFAULT_HOURS = MailRules._meta.get_field("remind_hours").default
"""How long before a game is due its players are reminded, unless the tournament says otherwise."""
MEET_BEFORE = timedelta(hours=24)
MISSING_AFTER = timedelta(hours=12)
EVERY = timedelta(minutes=1)
LOOK_BACK = timedelta(hours=6)
"""How far the first look of a process goes back."""
MOST_FAILED = 100
Due = tuple[str, DueGame, datetime | None]
"""The kind of reminder, the game, and the moment that is near or past."""
_last_look: dict[str, datetime] = {}


def remind(now: datetime) -> int:
    """Write the e-mails for what became due since the last look; return for how many games.

    A closed tournament sends no reminders
    (:func:`tournament.scheduling.selectors.due_between`).
    """
    since = _look_from("games", now)
    if since is None:
        return 0
    count = _remind_since(since, now)
    _last_look["games"] = now
    return count


def _remind_since(since: datetime, now: datetime) -> int:
    rows = MailRules.objects.exclude(remind_hours=DEFAULT_HOURS)
    custom = dict(rows.values_list("tournament", "remind_hours"))
    due: list[Due] = []
    for hours in sorted({DEFAULT_HOURS, *custom.values()} - {0}):
        ahead = timedelta(hours=hours)
        for game in due_between(since + ahead, now + ahead):
            if custom.get(game.tournament_id, DEFAULT_HOURS) == hours and game.play_by_due:
                due.append(("due", game, game.play_by))
    for game in due_between(since + MEET_BEFORE, now + MEET_BEFORE):
        if game.appointment_due and custom.get(game.tournament_id) != 0:
            due.append(("meet", game, game.plays_at))
    for game in due_between(since - MISSING_AFTER, now - MISSING_AFTER):
        if game.play_by_due and custom.get(game.tournament_id) != 0:
            due.append(("missing", game, game.play_by))
    by_tournament = defaultdict(list)
    for reminder in due:
        by_tournament[reminder[1].tournament_id].append(reminder)
    return sum(_remind(tournament_id, rows) for tournament_id, rows in by_tournament.items())


def report_failed_jobs(now: datetime) -> int:
    """Write to the staff about records that could not be checked; return how many."""
    since = _look_from("jobs", now)
    if since is None:
        return 0
    failed = Job.objects.filter(state=JobState.FAILED, finished_at__gte=since, kind=JUDGE)
    count = 0
    for job in failed.order_by("-finished_at")[:MOST_FAILED]:
        rows = Submission.objects.filter(pk=job.payload.get("submission_id"))
        tournament_id = rows.values_list("game__round__tournament", flat=True).first()
        if tournament_id is not None:
            to = staff_recipients(MailKind.STAFF_TROUBLE, tournament_id)
            write_mails(tournament_id, to, f"job:{job.pk}")
            count += bool(to.staff)
    _last_look["jobs"] = now
    return count


def _look_from(what: str, now: datetime) -> datetime | None:
    """Return the moment from which to look, or None if it is too early or no e-mails are sent.

    If the clock was put back, the same games are looked at again, which does nothing. The caller
    stores the time once everything is written, so that anything that fails halfway is repeated.
    """
    if not settings.SHINPAN_EMAIL:
        return None
    last = _last_look.get(what, now - LOOK_BACK)
    if timedelta() <= now - last < EVERY:
        return None
    return max(min(last, now), now - LOOK_BACK)


def _remind(tournament_id: int, due: list[Due]) -> int:
    """Write the e-mails of a tournament: the games of a round are often due in the same minute."""
    if MailKind.REMINDER in kinds_off(tournament_id):
        return 0
    wanted = set(
        players_wanting(MailKind.REMINDER, {pk for _why, game, _at in due for pk in game.players})
    )
    count = 0
    for why, game, moment in due:
        assert moment is not None
        players = tuple(pk for pk in game.players if pk in wanted)
        if players:
            source = f"{why}:{game.game_id}:{moment.isoformat()}"
            write_mails(tournament_id, Recipients(MailKind.REMINDER, players=players), source)
            count += 1
    return count


def reset() -> None:
    """Make the next look go back as far as the first one."""
    _last_look.clear()
