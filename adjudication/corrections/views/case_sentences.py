"""What was done about cases, questions and rulings, as plain sentences (see event_sentences)."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Verb

CASE_SENTENCES: Mapping[str, "str | Promise"] = {
    Verb.RESULT_LOCKED: _("%(was)s is suspended until its case is settled: %(pairing)s."),
    Verb.RESULT_UNLOCKED: _(
        "The case is settled, and the earlier result is restored: %(now)s, %(pairing)s."
    ),
    Verb.FINDING_LATE: _(
        "The record shows something, but the result was already final and does not change: "
        "%(players)s."
    ),
    Verb.CASE_OPENED: _("%(who)s opened case %(case)s: %(players)s."),
    Verb.CASE_JOINED: _("%(who)s added something to case %(case)s: %(players)s."),
    Verb.CASE_TAKEN: _("%(who)s took case %(case)s."),
    Verb.CASE_RETURNED: _("%(who)s gave case %(case)s back."),
    Verb.CASE_HANDED: _("%(who)s handed case %(case)s over."),
    Verb.CASE_ASKED: _("%(who)s gave case %(case)s to the players: %(players)s."),
    Verb.CASE_SETTLED: _("Case %(case)s is settled without a ruling: %(players)s."),
    Verb.STATEMENT_WRITTEN: _("%(who)s wrote a statement in case %(case)s."),
    Verb.CONFIRMATION_ASKED: _("%(who)s asked in case %(case)s whether stones are alive."),
    Verb.CONFIRMATION_CANCELLED: _(
        "%(who)s cancelled the search about life and death in case %(case)s."
    ),
    Verb.CONFIRMATION_DONE: _("The search about life and death in case %(case)s has ended."),
    Verb.INQUIRY_ASKED: _("%(who)s asked both players: %(players)s."),
    Verb.INQUIRY_ANSWERED: _("%(who)s answered the question."),
    Verb.INQUIRY_SETTLED: _("Both players have answered: %(players)s."),
    Verb.STONES_MAY_GO: _(
        "%(who)s withdrew the finding that no more stones are removed: %(players)s."
    ),
    Verb.RESULT_OBJECTED: _(
        "%(who)s objected to %(was)s, so both players confirm again: %(players)s."
    ),
    Verb.RECORD_MENDED: _(
        "The game was corrected from its record, as both players agreed: %(pairing)s."
    ),
    Verb.RECORD_READ: _("%(who)s settled how a damaged record is read: %(players)s."),
    Verb.RULING_FINAL: _("The ruling in case %(case)s is final."),
    Verb.APPEALED: _("%(who)s appealed against the ruling in case %(case)s."),
    Verb.APPEAL_WITHDRAWN: _("%(who)s took the appeal in case %(case)s back."),
    Verb.COMMITTEE_SET: _("%(who)s appointed the appeals committee of case %(case)s."),
    Verb.MOTION_MADE: _("%(who)s put a decision before the committee of case %(case)s."),
    Verb.VOTED: _("%(who)s voted in case %(case)s."),
    Verb.PLAYER_ERASED: _("%(who)s erased the identity of %(players)s."),
}
"""By verb; ``case`` is the number that the event keeps."""
