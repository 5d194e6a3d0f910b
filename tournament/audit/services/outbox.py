"""Announcing what happened to webhooks and e-mails, in the transaction of its event.

An announcement is a job written in the same transaction as its event, so none is lost and none is
false. If nobody listens, none is written; one query finds that out.
"""

from collections.abc import Collection

from django.conf import settings

from jobs.models import Urgency
from jobs.table import enqueue
from tournament.audit import queries
from tournament.audit.models import Topic
from tournament.models import Verb

ANNOUNCE = "announce"
"""The kind of job that notifies all listeners."""

TOPICS: dict[str, Topic] = {
    Verb.ROUND_PUBLISHED: Topic.PAIRING_PUBLISHED,
    Verb.ROUND_FINISHED: Topic.ROUND_FINISHED,
    Verb.ROUND_NOT_OPENED: Topic.ROUND_NOT_OPENED,
    Verb.TOURNAMENT_CLOSED: Topic.TOURNAMENT_CLOSED,
    Verb.RESULT_REPORTED: Topic.RESULT_REPORTED,
    Verb.RESULT_CONFIRMED: Topic.RESULT_CONFIRMED,
    Verb.RESULT_ENTERED: Topic.RESULT_CHANGED,
    Verb.RESULT_CLEARED: Topic.RESULT_CHANGED,
    Verb.RESULT_CORRECTED: Topic.RESULT_CHANGED,
    Verb.RECORDING_ERROR: Topic.RESULT_CHANGED,
    Verb.INQUIRY_ASKED: Topic.QUESTION_ASKED,
    Verb.CASE_OPENED: Topic.CASE_OPENED,
    Verb.CASE_SETTLED: Topic.CASE_SETTLED,
    Verb.RULED: Topic.RULING,
    Verb.RULING_REVISED: Topic.RULING,
    Verb.APPEAL_DECIDED: Topic.RULING,
    Verb.RULING_FINAL: Topic.RULING_FINAL,
    Verb.APPEALED: Topic.APPEAL_MADE,
    Verb.APPEAL_WITHDRAWN: Topic.APPEAL_WITHDRAWN,
    Verb.RESCHEDULE_PROPOSED: Topic.RESCHEDULE_PROPOSED,
    Verb.RESCHEDULE_COUNTERED: Topic.RESCHEDULE_PROPOSED,
    Verb.RESCHEDULE_AGREED: Topic.RESCHEDULE_AGREED,
    Verb.RESCHEDULE_REFUSED: Topic.RESCHEDULE_REFUSED,
    Verb.RESCHEDULE_WITHDRAWN: Topic.RESCHEDULE_WITHDRAWN,
    Verb.GAME_DATE_SET: Topic.RESCHEDULE_SET,
}
"""The topic of each verb (:func:`tournament.audit.services.recording.record`) that is announced."""

MAILED = frozenset(
    {
        Topic.PAIRING_PUBLISHED,
        Topic.ROUND_NOT_OPENED,
        Topic.TOURNAMENT_CLOSED,
        Topic.RESULT_REPORTED,
        Topic.QUESTION_ASKED,
        Topic.QUESTION_SETTLED,
        Topic.CASE_OPENED,
        Topic.LATE_SAID,
        Topic.CASE_SETTLED,
        Topic.RULING,
        Topic.RULING_FINAL,
        Topic.APPEAL_MADE,
        Topic.APPEAL_WITHDRAWN,
        Topic.REPLY_ASKED,
        Topic.COMMITTEE_CALLED,
        Topic.VOTE_MISSING,
        Topic.RESCHEDULE_PROPOSED,
        Topic.RESCHEDULE_AGREED,
        Topic.RESCHEDULE_REFUSED,
        Topic.RESCHEDULE_WITHDRAWN,
        Topic.RESCHEDULE_SET,
    }
)
"""The topics of mails; webhooks can have all of them."""


def announce(topic: Topic, *, tournament_id: int, **ids: int) -> None:
    """Announce something, in the caller's transaction, if anybody listens.

    ``ids`` is its subject, one name and its key: ``event`` for an event of the tournament's record,
    ``verdict`` for the submission that was judged, ``member`` for somebody called to a committee,
    ``vote`` for the member whose vote is the only one missing. It is announced once.
    """
    ((name, key),) = ids.items()
    announce_each(topic, name, [key], tournament_id=tournament_id)


def announce_each(topic: Topic, name: str, keys: Collection[int], *, tournament_id: int) -> None:
    """Announce the same topic several times, as :func:`announce` does: ``name`` for each key."""
    if not (keys and has_recipients(topic, tournament_id)):
        return
    for source in (f"{name}:{key}" for key in keys):
        enqueue(
            kind=ANNOUNCE,
            dedup_key=f"{ANNOUNCE}:{source}",
            payload={"topic": topic.value, "tournament_id": tournament_id, "source": source},
            tournament_id=tournament_id,
            priority=Urgency.MESSAGE,
        )


def has_recipients(topic: Topic, tournament_id: int) -> bool:
    """Return whether a webhook, or somebody with an e-mail address, may want to know. One query."""
    mails = topic in MAILED and settings.SHINPAN_EMAIL
    return queries.anybody_listens(tournament_id, mails=mails)
