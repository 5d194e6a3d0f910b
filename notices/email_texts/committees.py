"""E-mails to the members of appeals committees: they are called, and only their vote is missing.

Like those to players they do not say what is said to have happened, but whose case it is: a member
who cannot judge it is to notice that at once.
"""

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from adjudication.models import AppealState, CommitteeMember
from notices.email_texts.common import EmailText, case_subject, key_of
from notices.models import Mail
from tournament.models import Player


def to_player(mail: Mail, player: Player) -> EmailText | None:
    """Call a player to a committee, or ask for their vote, while they sit on it and it waits."""
    return _committee_text(mail)


def to_staff(mail: Mail) -> EmailText | None:
    """Call somebody of the staff to a committee, or ask for their vote, while it waits."""
    return _committee_text(mail)


def _committee_text(mail: Mail) -> EmailText | None:
    """Return what a member is asked; None if they left, have voted, or need not any more."""
    of_game = (f"appeal__case__game__{name}" for name in ("round", "black", "white"))
    rows = CommitteeMember.objects.select_related("appeal__case", "person", *of_game)
    member = rows.filter(
        pk=int(key_of(mail)),
        appeal__case__tournament=mail.tournament_id,
        appeal__case__tournament__closed_at=None,
        appeal__state=AppealState.WAITING,
        vote=None,
    ).first()
    if member is None:
        return None
    others = member.appeal.members.exclude(pk=member.pk)
    last = others.exists() and not others.filter(vote=None).exists()
    calls = mail.source.startswith("member:")
    if not calls and not last:
        return None
    number = member.appeal.case.number
    values = {"case": number}
    paragraphs = list(filter(None, [case_subject(member.appeal.case)]))
    if calls:
        paragraphs.append(
            _(
                "You were appointed to the appeals committee of case %(case)d: you are asked to "
                "read the case and to vote."
            )
            % values
        )
    if last:
        paragraphs.append(
            _(
                "All other members of the appeals committee of case %(case)d have voted: only "
                "your vote is missing."
            )
            % values
        )
    paragraphs += [
        _("Once everybody has voted, the majority decides, and that is final."),
        _("If you cannot judge this case, tell the director, who can appoint somebody else."),
    ]
    subject = _("appeals committee of case %(case)d") if calls else _("case %(case)d: please vote")
    slug = mail.tournament.slug
    return EmailText(
        subject % values,
        tuple(paragraphs),
        path=reverse("adjudication:appeal", args=[slug, number]),
        query=urlencode({"appeal": number, "tournament": slug}),
    )
