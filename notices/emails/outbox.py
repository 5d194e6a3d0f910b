"""Who gets an e-mail about an event; writes the e-mails to send, with their jobs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from adjudication.models import AppealState, CommitteeMember
from adjudication.policy.questions import LEFT_TO_PLAYERS
from jobs.models import Urgency
from jobs.table import enqueue, enqueue_many
from notices.models import MAIL, Mail, MailKind, StaffMail
from notices.reach import kinds_off, players_wanting, staff_wanting
from tournament.audit.models import Topic
from tournament.models import AuditEvent, Person, Player, Seat, Verb

HINTED = 20
"""How many are announced at once; the sweeper does the rest."""
PLAYERS: Mapping[str, MailKind] = {
    Topic.PAIRING_PUBLISHED: MailKind.PAIRING,
    Topic.RESULT_REPORTED: MailKind.CONFIRM,
    Topic.QUESTION_ASKED: MailKind.CASE,
    Topic.QUESTION_SETTLED: MailKind.CASE,
    Topic.CASE_OPENED: MailKind.CASE,
    Topic.LATE_SAID: MailKind.CASE,
    Topic.CASE_SETTLED: MailKind.CASE,
    Topic.REPLY_ASKED: MailKind.CASE,
    Topic.RULING: MailKind.RULING,
    Topic.RULING_FINAL: MailKind.RULING,
    Topic.APPEAL_MADE: MailKind.RULING,
    Topic.APPEAL_WITHDRAWN: MailKind.RULING,
    Topic.RESCHEDULE_PROPOSED: MailKind.DATES,
    Topic.RESCHEDULE_AGREED: MailKind.DATES,
    Topic.RESCHEDULE_REFUSED: MailKind.DATES,
    Topic.RESCHEDULE_WITHDRAWN: MailKind.DATES,
    Topic.RESCHEDULE_SET: MailKind.DATES,
}
"""The kind of e-mail that players get about a topic."""
STAFF: Mapping[str, MailKind] = {
    Topic.CASE_OPENED: MailKind.STAFF_CASE,
    Topic.APPEAL_MADE: MailKind.STAFF_CASE,
    Topic.ROUND_NOT_OPENED: MailKind.STAFF_ROUND,
    Topic.PAIRING_PUBLISHED: MailKind.STAFF_SEAL,
    Topic.TOURNAMENT_CLOSED: MailKind.STAFF_SEAL,
}
"""The kind of e-mail that the staff gets about a topic."""

MEMBERS = frozenset({Topic.COMMITTEE_CALLED, Topic.VOTE_MISSING})
"""The topics about one member of an appeals committee, who alone is told."""


@dataclass(frozen=True, slots=True)
class Recipients:
    """Recipients: ids of players or of staff addresses, and the kind of e-mail."""

    kind: MailKind
    players: tuple[int, ...] = ()
    staff: tuple[int, ...] = ()


def recipients(topic: str, tournament_id: int, source: str) -> tuple[Recipients, ...]:
    """Return who gets an e-mail about a source; nobody if the tournament sends none."""
    what, _colon, key = source.partition(":")
    if not settings.SHINPAN_EMAIL:
        return ()
    if topic in MEMBERS:
        return _member(tournament_id, int(key))
    if what != "event":
        return ()
    off = kinds_off(tournament_id)
    found = []
    kind = PLAYERS.get(topic)
    if kind is not None and kind not in off:
        event = AuditEvent.objects.filter(pk=int(key)).first()
        if event is not None:
            found.append(
                Recipients(kind, players=players_wanting(kind, _players_to_notify(topic, event)))
            )
    kind = STAFF.get(topic)
    if kind is not None and kind not in off:
        found.append(Recipients(kind, staff=staff_wanting(kind, tournament_id)))
    return tuple(to for to in found if to.players or to.staff)


def _member(tournament_id: int, key: int) -> tuple[Recipients, ...]:
    """Return a member of a committee that still has to decide; nobody once they have left it."""
    rows = CommitteeMember.objects.filter(pk=key, appeal__state=AppealState.WAITING)
    member = rows.select_related("person").first()
    if member is None:
        return ()
    off, person = kinds_off(tournament_id), member.person
    if person.player_id is not None and MailKind.COMMITTEE not in off:
        players = players_wanting(MailKind.COMMITTEE, [person.player_id])
        return (Recipients(MailKind.COMMITTEE, players=players),) if players else ()
    if person.link_id is not None and MailKind.STAFF_COMMITTEE not in off:
        wanted = staff_wanting(MailKind.STAFF_COMMITTEE, tournament_id)
        mine = StaffMail.objects.filter(pk__in=wanted, link=person.link_id)
        staff = tuple(mine.values_list("pk", flat=True))
        return (Recipients(MailKind.STAFF_COMMITTEE, staff=staff),) if staff else ()
    return ()


def staff_recipients(kind: MailKind, tournament_id: int) -> Recipients:
    """Return the members of the staff who get e-mails of a kind; nobody if none are sent."""
    if not settings.SHINPAN_EMAIL or kind in kinds_off(tournament_id):
        return Recipients(kind)
    return Recipients(kind, staff=staff_wanting(kind, tournament_id))


def _players_to_notify(topic: str, event: AuditEvent) -> Iterable[int]:
    """Return the players whom an event concerns, without the one who caused it."""
    if topic == Topic.PAIRING_PUBLISHED:
        assert event.round_number is not None
        seats = Seat.objects.filter(
            round__tournament=event.tournament_id, round__number=event.round_number
        )
        return seats.values_list("player", flat=True)
    if topic == Topic.RESULT_REPORTED and event.before == event.after:
        return ()  # the same result once more, with another record
    if topic == Topic.QUESTION_SETTLED and not _left_to_players(event):
        return ()  # another e-mail tells what came of it
    told = _concerned(event, but_the_doer=topic != Topic.RULING)
    asked = question_with(event)
    if asked is not None:  # the e-mail about the question mentions the case as well
        told -= _concerned(asked, but_the_doer=True)
    return told


def _left_to_players(event: AuditEvent) -> bool:
    """Whether the answers to a settled question let both players play on, or count all stones."""
    return isinstance(event.after, dict) and event.after.get("outcome") in LEFT_TO_PLAYERS


def _concerned(event: AuditEvent, *, but_the_doer: bool) -> set[int]:
    """Return the ids of the players whom an event names."""
    named = Player.objects.filter(tournament=event.tournament_id, number__in=event.players)
    if but_the_doer:
        doers = Person.objects.filter(
            tournament=event.tournament_id, uid=uid_of_actor(event) or "-"
        )
        named = named.exclude(Q(pk__in=doers.exclude(player=None).values("player")))
    return set(named.values_list("pk", flat=True))


def uid_of_actor(event: AuditEvent) -> str:
    """Return the uid of whoever caused an event; empty if nobody did.

    The rules open a case over a contested report; whoever contested it caused that.
    """
    if event.actor or event.verb != Verb.CASE_OPENED:
        return event.actor or ""
    before = contested_with(event)
    return "" if before is None else before.actor or ""


# --- The events of one click, which directly follow each other in the trail ---


def contested_with(opened: AuditEvent) -> AuditEvent | None:
    """Return the dispute over a report for which a case was opened, if there is one."""
    return _neighbouring_event(opened, -1, Verb.RESULT_CONTESTED)


def question_with(event: AuditEvent) -> AuditEvent | None:
    """Return the question put to both players when a case was opened, if there was one."""
    if event.verb != Verb.CASE_OPENED:
        return None
    asked = _neighbouring_event(event, 1, Verb.INQUIRY_ASKED)
    return asked if asked is not None and case_number(asked) == case_number(event) else None


def opened_with(asked: AuditEvent) -> AuditEvent | None:
    """Return the opening of the case in which both players were asked at once, if any."""
    opened = _neighbouring_event(asked, -1, Verb.CASE_OPENED)
    return opened if opened is not None and case_number(asked) == case_number(opened) else None


def case_number(event: AuditEvent) -> int | None:
    """Return the number of the case that an event mentions, if any."""
    return event.after.get("case") if isinstance(event.after, dict) else None


def _neighbouring_event(event: AuditEvent, step: int, verb: Verb) -> AuditEvent | None:
    """Return the event so many places after another, if it is about the same board."""
    return AuditEvent.objects.filter(
        tournament=event.tournament_id,
        sequence=event.sequence + step,
        verb=verb,
        round_number=event.round_number,
        table=event.table,
    ).first()


@transaction.atomic
def write_mails(tournament_id: int, to: Recipients, source: str) -> None:
    """Write e-mails and their jobs; nobody gets two of a kind about the same source."""
    rows = [
        *(Mail(player_id=pk, kind=to.kind.value, source=source) for pk in to.players),
        *(Mail(staff_id=pk, kind=to.kind.value, source=source) for pk in to.staff),
    ]
    for row in rows:
        row.tournament_id = tournament_id
    Mail.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    written = Mail.objects.filter(tournament=tournament_id, kind=to.kind.value, source=source)
    keys = list(written.order_by("pk").values_list("pk", flat=True))
    if len(keys) > HINTED:
        jobs = [(f"{MAIL}:{pk}", {"mail_id": pk}) for pk in keys]
        enqueue_many(MAIL, jobs, priority=Urgency.MESSAGE, at=timezone.now())
        return
    for pk in keys:
        enqueue(
            kind=MAIL,
            dedup_key=f"{MAIL}:{pk}",
            payload={"mail_id": pk},
            priority=Urgency.MESSAGE,
        )
