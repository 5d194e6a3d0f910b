"""Reminding players of games that are due or whose result is missing; telling of failed work.

The sweeper calls this every few seconds. Each process looks once a minute at what became due since
it looked last; several may, for whoever has a mail about the same moment gets no other.
"""

from collections import defaultdict
from datetime import datetime, timedelta

from django.conf import settings

from adjudication.models import Submission
from adjudication.models.judging import JUDGE
from jobs.models import Job, JobState
from notices.models import MailKind, MailRules
from notices.selectors.recipients import To, kinds_off, staff_told, wanting
from notices.services.writing import write_mails
from tournament.selectors.due_games import DueGame, due_between

USUAL_HOURS = 48
"""How long before it is due a game is told of, unless the tournament says otherwise."""
MEET_BEFORE = timedelta(hours=24)
MISSING_AFTER = timedelta(hours=12)
EVERY = timedelta(minutes=1)
BACK = timedelta(hours=6)
"""How far the first look of a process goes back: so long nobody may have swept."""
LATEST_FIRST = 100
Due = tuple[str, DueGame, datetime | None]
"""Why a game is reminded of, the game, and the moment that is near or over."""
_looked: dict[str, datetime] = {}


def remind(now: datetime) -> int:
    """Write the mails for what became due since the last look; return for how many games.

    A closed tournament reminds nobody (:func:`tournament.selectors.due_games.due_between`).
    """
    since = _since("games", now)
    if since is None:
        return 0
    count = _remind_since(since, now)
    _looked["games"] = now
    return count


def _remind_since(since: datetime, now: datetime) -> int:
    rows = MailRules.objects.exclude(remind_hours=USUAL_HOURS)
    other = dict(rows.values_list("tournament", "remind_hours"))
    due: list[Due] = []
    for hours in sorted({USUAL_HOURS, *other.values()} - {0}):
        ahead = timedelta(hours=hours)
        for game in due_between(since + ahead, now + ahead):
            if other.get(game.tournament_id, USUAL_HOURS) == hours and game.play_by_due:
                due.append(("due", game, game.play_by))
    for game in due_between(since + MEET_BEFORE, now + MEET_BEFORE):
        if game.appointment_due and other.get(game.tournament_id) != 0:
            due.append(("meet", game, game.plays_at))
    for game in due_between(since - MISSING_AFTER, now - MISSING_AFTER):
        if game.play_by_due and other.get(game.tournament_id) != 0:
            due.append(("missing", game, game.play_by))
    by_tournament = defaultdict(list)
    for one in due:
        by_tournament[one[1].tournament_id].append(one)
    return sum(_remind(tournament_id, ones) for tournament_id, ones in by_tournament.items())


def tell_of_failed_jobs(now: datetime) -> int:
    """Write to the staff about records whose checking was given up; return how many."""
    since = _since("jobs", now)
    if since is None:
        return 0
    failed = Job.objects.filter(state=JobState.FAILED, finished_at__gte=since, kind=JUDGE)
    count = 0
    for job in failed.order_by("-finished_at")[:LATEST_FIRST]:
        rows = Submission.objects.filter(pk=job.payload.get("submission_id"))
        tournament_id = rows.values_list("game__round__tournament", flat=True).first()
        if tournament_id is not None:
            to = staff_told(MailKind.STAFF_TROUBLE, tournament_id)
            write_mails(tournament_id, to, f"job:{job.pk}")
            count += bool(to.staff)
    _looked["jobs"] = now
    return count


def _since(what: str, now: datetime) -> datetime | None:
    """Return from when on to look, or None where that is not yet worth it or nobody is written to.

    A clock that was put back makes it look at the same once more, which does nothing. The caller
    notes that it looked when all is written: what fails halfway is looked at again.
    """
    if not settings.SHINPAN_EMAIL:
        return None
    last = _looked.get(what, now - BACK)
    if timedelta() <= now - last < EVERY:
        return None
    return max(min(last, now), now - BACK)


def _remind(tournament_id: int, due: list[Due]) -> int:
    """Write the mails of one tournament: all games of a round are often due in the same minute."""
    if MailKind.REMINDER in kinds_off(tournament_id):
        return 0
    wanted = set(wanting(MailKind.REMINDER, {pk for _why, game, _at in due for pk in game.players}))
    count = 0
    for why, game, moment in due:
        assert moment is not None
        players = tuple(pk for pk in game.players if pk in wanted)
        if players:
            source = f"{why}:{game.game_id}:{moment.isoformat()}"
            write_mails(tournament_id, To(MailKind.REMINDER, players=players), source)
            count += 1
    return count


def forget() -> None:
    """Let the next look go back as far as a first one does."""
    _looked.clear()
