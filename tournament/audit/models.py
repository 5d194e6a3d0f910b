"""The audit trail: events, the head of each chain, and the persons who act."""

from secrets import token_hex

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import triggers
from tournament.players.models import Player
from tournament.staff.models import AccessLink
from tournament.tournaments.models import Tournament

UID_LENGTH = 16


def new_uid() -> str:
    """Return a new person's id, which reveals nothing about them."""
    return token_hex(UID_LENGTH // 2)


class Person(models.Model):
    """A person who acted in a tournament. Events, statements and rulings hold only the ``uid``.

    The name is stored here, or with the player, and can be erased: what refers to the person stays
    as it was written. A player is one person whatever link they use; each staff link is a person,
    and the installation's operators are identified by ``user_id``.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="persons")
    uid = models.CharField(max_length=UID_LENGTH, default=new_uid, editable=False)
    name = models.CharField(max_length=80, blank=True, default="")
    """Whom a staff link was made for; a player's name is stored with the player."""
    role = models.CharField(max_length=9)
    """A role, or ``superuser``."""
    player = models.OneToOneField(
        Player, on_delete=models.PROTECT, related_name="person", null=True, blank=True
    )
    link = models.OneToOneField(
        AccessLink, on_delete=models.PROTECT, related_name="person", null=True, blank=True
    )
    user_id = models.PositiveBigIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    erased_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """Each person once; an erased one has no name."""

        constraints = (
            models.UniqueConstraint(fields=["tournament", "uid"], name="person_uid"),
            models.UniqueConstraint(fields=["tournament", "user_id"], name="person_user"),
            models.CheckConstraint(
                condition=Q(erased_at=None) | Q(name=""), name="person_erased_nameless"
            ),
            triggers.Unchanging(
                fields=["tournament", "uid", "role", "link", "user_id"],
                name="tournament_person_stays",
                violation_error_message="a person stays who it is",
            ),
            triggers.Unchanging(
                fields=["player"],
                when="NEW.player_id IS NOT NULL",
                name="tournament_person_player",
                violation_error_message="a person stays who it is",
            ),
            triggers.Unchanging(
                fields=["name"],
                when="NEW.name <> ''",
                name="tournament_person_name",
                violation_error_message="a name can only be erased",
            ),
            triggers.Undeletable(
                name="tournament_person_kept",
                violation_error_message="a person is kept for ever",
            ),
        )

    def __str__(self) -> str:
        return self.uid


class Verb(models.TextChoices):
    """What was done. Not used as choices of a column, so a new verb needs no migration."""

    TOURNAMENT_CREATED = "tournament.created", _("created the tournament")
    TOURNAMENT_CHANGED = "tournament.changed", _("changed the settings")
    TOURNAMENT_CLOSED = "tournament.closed", _("closed the tournament")
    TOURNAMENT_REOPENED = "tournament.reopened", _("opened the tournament again")
    TOURNAMENT_RESTORED = "tournament.restored", _("restored the tournament from an archive")
    TOURNAMENT_PUBLISHED = "tournament.published", _("published the tournament")
    TOURNAMENT_HIDDEN = "tournament.hidden", _("hid the tournament")
    TOURNAMENT_ARCHIVED = "tournament.archived", _("archived the tournament")
    TOURNAMENT_UNARCHIVED = "tournament.unarchived", _("took the tournament out of the archive")
    TOURNAMENT_DELETED = "tournament.deleted", _("deleted the tournament")
    TOURNAMENT_UNDELETED = "tournament.undeleted", _("brought the tournament back")
    STANDINGS_FROZEN = "standings.frozen", _("froze the standings")
    STANDINGS_PUBLISHED = "standings.published", _("published the final standings")
    STANDINGS_THAWED = "standings.thawed", _("let the standings follow the results again")
    PLAYER_ADDED = "player.added", _("entered a player")
    PLAYER_REQUESTED = "player.requested", _("asked to take part")
    PLAYER_APPROVED = "player.approved", _("approved a registration")
    PLAYER_REFUSED = "player.refused", _("refused a registration")
    REQUEST_CHANGED = "player.request_changed", _("changed a registration")
    PLAYER_CHANGED = "player.changed", _("changed a player")
    PLAYER_REMOVED = "player.removed", _("removed a player")
    PLAYER_WITHDRAWN = "player.withdrawn", _("withdrew a player")
    PARTICIPATION = "player.participation", _("changed who takes part")
    CHECKED_IN = "player.checked_in", _("checked players in")
    LINK_ISSUED = "link.issued", _("issued a link")
    LINK_REVOKED = "link.revoked", _("revoked a link")
    TOKEN_ISSUED = "token.issued", _("issued a token of the API")
    TOKEN_REVOKED = "token.revoked", _("revoked a token of the API")
    ROUND_PAIRED = "round.paired", _("paired the round")
    ROUND_UNPAIRED = "round.unpaired", _("unpaired boards")
    ROUND_PUBLISHED = "round.published", _("published the round")
    ROUND_WITHDRAWN = "round.withdrawn", _("took the round back")
    ROUND_REMOVED = "round.removed", _("deleted the draft of the round")
    ROUND_FINISHED = "round.finished", _("closed the round")
    ROUND_CLOCK = "round.clock", _("set the round clock")
    ROUND_DATES = "round.dates", _("set the dates of a round")
    ROUND_NOT_OPENED = "round.not_opened", _("could not publish the round at its time")
    SCHEDULE_RESUMED = "round.schedule_resumed", _("let the dates of the rounds count again")
    ROUND_SHUT = "round.shut", _("ended the time to report")
    GAME_DATE_SET = "game.date", _("set the date of a game")
    RESCHEDULE_PROPOSED = "reschedule.proposed", _("proposed a date")
    RESCHEDULE_COUNTERED = "reschedule.countered", _("proposed another date")
    RESCHEDULE_AGREED = "reschedule.agreed", _("agreed to a date")
    RESCHEDULE_REFUSED = "reschedule.refused", _("refused a date")
    RESCHEDULE_WITHDRAWN = "reschedule.withdrawn", _("took back a proposed date")
    BOARD_SEATED = "board.seated", _("seated two players")
    PLAYERS_SWAPPED = "board.swapped", _("exchanged two players")
    COLOURS_SWAPPED = "board.colours", _("exchanged colours")
    TERMS_SET = "board.terms", _("set handicap, komi or table")
    BOARDS_LOCKED = "board.locked", _("locked or unlocked boards")
    BYE_GIVEN = "board.bye", _("gave the bye")
    RESULT_ENTERED = "result.entered", _("entered a result")
    RESULT_CLEARED = "result.cleared", _("removed a result")
    RESULT_REPORTED = "result.reported", _("reported a result")
    RESULT_CONFIRMED = "result.confirmed", _("confirmed the result")
    RESULT_CONTESTED = "result.contested", _("contested the result")
    REPORT_WITHDRAWN = "result.withdrawn", _("withdrew a report")
    RECORD_ADDED = "record.added", _("added a game record")
    RESULT_CORRECTED = "result.corrected", _("corrected a result")
    RECORDING_ERROR = "result.recording_error", _("corrected a confirmed result")
    ERROR_PROPOSED = "result.error_proposed", _("proposed to correct a confirmed result")
    ERROR_CONSENTED = "result.error_consented", _("agreed to correct a confirmed result")
    ERROR_REFUSED = "result.error_refused", _("refused to correct a confirmed result")
    ERROR_WITHDRAWN = "result.error_withdrawn", _("withdrew a proposal to correct a result")
    PAIRING_CORRECTED = "pairing.corrected", _("corrected a pairing")
    RESULT_LOCKED = "result.locked", _("suspended a result")
    RESULT_UNLOCKED = "result.unlocked", _("restored a result")
    FINDING_LATE = "finding.late", _("found something after the result was final")
    CASE_OPENED = "case.opened", _("opened a case")
    CASE_JOINED = "case.joined", _("added to a case")
    CASE_WITHDRAWN = "case.withdrawn", _("took back their part of a case")
    CASE_TAKEN = "case.taken", _("took a case")
    CASE_RETURNED = "case.returned", _("gave a case back")
    CASE_HANDED = "case.handed", _("handed a case over")
    CASE_ASKED = "case.asked", _("gave a case to the players")
    CASE_SETTLED = "case.settled", _("settled a case without a ruling")
    STATEMENT_WRITTEN = "case.statement", _("wrote a statement")
    STONES_SAID = "case.stones", _("said which stones are alive or dead")
    CONFIRMATION_ASKED = "confirmation.asked", _("asked whether stones are alive")
    CONFIRMATION_CANCELLED = "confirmation.cancelled", _("cancelled a search for life and death")
    CONFIRMATION_DONE = "confirmation.done", _("ended a search for life and death")
    INQUIRY_ASKED = "inquiry.asked", _("asked the players")
    INQUIRY_ANSWERED = "inquiry.answered", _("answered")
    INQUIRY_SETTLED = "inquiry.settled", _("settled a question")
    RESULT_OBJECTED = "result.objected", _("objected to the result")
    RECORD_READ = "record.read", _("settled how a record is read")
    RECORD_CHOSEN = "record.chosen", _("said which record is right")
    RECORD_REMOVED = "record.removed", _("removed a game record")
    RECORD_MENDED = "record.mended", _("corrected the game from its record")
    STONES_STAY = "game.stones_stay", _("established that no more stones are removed")
    STONES_MAY_GO = "game.stones_may_go", _("withdrew the finding that no more stones are removed")
    RULED = "ruling.made", _("ruled")
    RULING_REVISED = "ruling.revised", _("revised a ruling")
    RULING_FINAL = "ruling.final", _("made a ruling final")
    APPEALED = "appeal.made", _("appealed")
    APPEAL_WITHDRAWN = "appeal.withdrawn", _("withdrew an appeal")
    COMMITTEE_SET = "appeal.committee", _("appointed the appeals committee")
    MOTION_MADE = "appeal.motion", _("put a motion before the committee")
    VOTED = "appeal.voted", _("voted")
    APPEAL_DECIDED = "appeal.decided", _("decided an appeal")
    PLAYER_ERASED = "player.erased", _("erased a person")
    TEAMS_CHANGED = "teams.changed", _("changed the teams")
    WISHES_CHANGED = "wishes.changed", _("changed which players are kept apart")
    IMPORTED = "tournament.imported", _("imported a file")
    PRIZES_CHANGED = "tournament.prizes", _("changed the prizes")
    POSTER_CHANGED = "tournament.poster", _("changed the page of the event")
    JOBS_RETRIED = "jobs.retried", _("retried something")
    WEBHOOK_ADDED = "webhook.added", _("added a webhook")
    WEBHOOK_CHANGED = "webhook.changed", _("changed a webhook")
    WEBHOOK_REMOVED = "webhook.removed", _("removed a webhook")
    MAILS_CHANGED = "mails.changed", _("changed which e-mails are sent")
    BUNDLE_MADE = "bundle.made", _("made a bundle for a rating officer")
    BUNDLE_SENT = "bundle.sent", _("noted that a bundle was sent")
    FORMATS_COMPARED = "formats.compared", _("had formats compared")
    FORMATS_CANCELLED = "formats.cancelled", _("stopped a comparison of formats")
    FORMATS_SHARED = "formats.shared", _("shared a comparison of formats")
    FORMATS_WITHDRAWN = "formats.withdrawn", _("withdrew the link to a comparison of formats")


PRIVATE_VERBS = frozenset(
    {
        *(Verb.PLAYER_REQUESTED, Verb.PLAYER_REFUSED, Verb.REQUEST_CHANGED, Verb.CHECKED_IN),
        *(Verb.LINK_ISSUED, Verb.LINK_REVOKED, Verb.TOKEN_ISSUED, Verb.TOKEN_REVOKED),
        *(Verb.WEBHOOK_ADDED, Verb.WEBHOOK_CHANGED, Verb.WEBHOOK_REMOVED, Verb.MAILS_CHANGED),
        *(Verb.ROUND_PAIRED, Verb.ROUND_UNPAIRED, Verb.ROUND_REMOVED, Verb.BOARD_SEATED),
        *(Verb.PLAYERS_SWAPPED, Verb.COLOURS_SWAPPED, Verb.TERMS_SET, Verb.BOARDS_LOCKED),
        *(Verb.BYE_GIVEN, Verb.WISHES_CHANGED),
        *(Verb.RESCHEDULE_PROPOSED, Verb.RESCHEDULE_COUNTERED, Verb.RESCHEDULE_REFUSED),
        *(Verb.RESCHEDULE_WITHDRAWN, Verb.ERROR_PROPOSED, Verb.ERROR_CONSENTED),
        *(Verb.ERROR_REFUSED, Verb.ERROR_WITHDRAWN),
        *(Verb.CASE_JOINED, Verb.CASE_TAKEN, Verb.CASE_RETURNED, Verb.CASE_HANDED),
        Verb.CASE_WITHDRAWN,
        *(Verb.CASE_ASKED, Verb.STATEMENT_WRITTEN, Verb.INQUIRY_ASKED, Verb.INQUIRY_ANSWERED),
        *(Verb.CONFIRMATION_ASKED, Verb.CONFIRMATION_CANCELLED, Verb.CONFIRMATION_DONE),
        Verb.STONES_SAID,
        *(Verb.COMMITTEE_SET, Verb.MOTION_MADE, Verb.VOTED),
        *(Verb.BUNDLE_MADE, Verb.BUNDLE_SENT),
        *(Verb.FORMATS_COMPARED, Verb.FORMATS_CANCELLED),
        *(Verb.FORMATS_SHARED, Verb.FORMATS_WITHDRAWN),
    }
)
"""Verbs that change no public page: about drafts, cases, two players only, or the staff only."""


class Topic(models.TextChoices):
    """What can be announced, by its name in messages. Not used as choices of a column."""

    PAIRING_PUBLISHED = "pairing.published", _("A round was published")
    ROUND_FINISHED = "round.finished", _("A round was closed")
    ROUND_NOT_OPENED = "round.not_opened", _("A round could not be published at its time")
    TOURNAMENT_CLOSED = "tournament.closed", _("The tournament was closed")
    RESULT_REPORTED = "result.reported", _("A player reported a result")
    RESULT_CONFIRMED = "result.confirmed", _("Both players confirmed a result")
    RESULT_CHANGED = "result.changed", _("The staff entered, corrected or removed a result")
    VERDICT = "verdict", _("A game record was checked")
    QUESTION_ASKED = "question.asked", _("Both players were asked something")
    QUESTION_SETTLED = "question.settled", _("Both players have answered a question")
    CASE_OPENED = "case.opened", _("A case was opened")
    LATE_SAID = "late.said", _("A player said in an open case that the other ran out of time")
    CASE_SETTLED = "case.settled", _("A case was settled without a ruling")
    RULING = "ruling", _("A referee or a committee ruled")
    RULING_FINAL = "ruling.final", _("A ruling became final")
    APPEAL_MADE = "appeal.made", _("A player appealed against a ruling")
    APPEAL_WITHDRAWN = "appeal.withdrawn", _("A player withdrew an appeal")
    REPLY_ASKED = "reply.asked", _("A referee wrote what somebody may reply to")
    COMMITTEE_CALLED = "committee.called", _("Somebody was appointed to an appeals committee")
    VOTE_MISSING = "vote.missing", _("All members of a committee but one have voted")
    RESCHEDULE_PROPOSED = "reschedule.proposed", _("A player proposed a date")
    RESCHEDULE_AGREED = "reschedule.agreed", _("Both players agreed to a date")
    RESCHEDULE_REFUSED = "reschedule.refused", _("A player refused a date")
    RESCHEDULE_SET = "reschedule.set", _("The staff set the date of a game")
    RESCHEDULE_WITHDRAWN = "reschedule.withdrawn", _("A player took back a proposed date")
    TEST = "test", _("A test")


class AuditEvent(models.Model):
    """One thing that somebody did, written in the transaction that did it.

    ``before`` and ``after`` refer to rounds, tables and players by their numbers in the tournament
    and never by database keys, so that they mean the same in an archive; they contain no names of
    people. ``undoes`` is the event that this one reverses. Every event seals the one before it
    (:mod:`tournament.formats.chain`). Triggers refuse to change or remove an event; only a reason,
    which may name somebody, can be emptied.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="audit")
    sequence = models.PositiveIntegerField()
    """From 1 in every tournament, without gaps."""
    at = models.DateTimeField(default=timezone.now, editable=False)
    verb = models.CharField(max_length=40)
    actor = models.CharField(max_length=UID_LENGTH, blank=True, default="")
    """The ``uid`` of the person who acted; empty for the program and for visitors."""
    actor_role = models.CharField(max_length=9)
    """A role, ``system`` for commands and jobs, or ``superuser``."""
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    players = models.JSONField(default=list, blank=True)
    """The numbers of the players it is about."""
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True, default="")
    reason_salt = models.CharField(max_length=32, blank=True, default="")
    reason_digest = models.CharField(max_length=64, blank=True, default="")
    previous = models.CharField(max_length=64, blank=True, default="")
    """The digest of the event before this one."""
    digest = models.CharField(max_length=64)
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="undone_by", null=True, blank=True
    )

    class Meta:
        """Newest first by default."""

        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=["tournament", "sequence"], name="audit_sequence"),
            triggers.Unchanging(
                fields=[
                    *("id", "tournament", "sequence", "at", "verb", "actor"),
                    *("actor_role", "round_number", "table", "players", "before"),
                    *("after", "reason_digest", "previous", "digest", "undoes"),
                ],
                name="tournament_auditevent_written_once",
                violation_error_message="an event is written once",
            ),
            triggers.Unchanging(
                fields=["reason", "reason_salt"],
                when="NEW.reason <> '' OR NEW.reason_salt <> ''",
                name="tournament_auditevent_reason",
                violation_error_message="a reason is written once, and can only be erased",
            ),
            triggers.Undeletable(
                name="tournament_auditevent_kept",
                violation_error_message="an event is kept for ever",
            ),
        )
        indexes = (
            models.Index(fields=["tournament", "round_number", "table"], name="audit_board"),
            models.Index(
                fields=["tournament"],
                condition=models.Q(verb=Verb.PLAYER_ERASED),
                name="audit_erased",
            ),
        )

    def __str__(self) -> str:
        return f"{self.actor_role} {self.verb}"


class TrailHead(models.Model):
    """The last event of a tournament's record, and how often its pages have changed.

    Without the former, missing last events would go unnoticed. The counters tell whether an open
    page is up to date: every event, every verdict and every finished job raises ``all``, and
    ``public`` if it changes what everybody sees (:mod:`tournament.audit.services.freshness`).
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.PROTECT, related_name="trail")
    sequence = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    public = models.PositiveBigIntegerField(default=0, editable=False)
    all = models.PositiveBigIntegerField(default=0, editable=False)

    class Meta:
        """It only moves forward."""

        constraints = (
            triggers.Unchanging(
                fields=["tournament", "sequence", "digest"],
                when="NEW.tournament_id <> OLD.tournament_id OR NEW.sequence <= OLD.sequence",
                name="tournament_trailhead_moves_on",
                violation_error_message="a trail only moves on",
            ),
            triggers.Undeletable(
                name="tournament_trailhead_kept",
                violation_error_message="the head of a trail is kept for ever",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.sequence}"
