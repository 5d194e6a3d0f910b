"""E-mails to the staff: a case, a round that was not published, jobs and webhooks that failed."""

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from adjudication.models import Case, CaseState, Submission
from jobs.models import Job, JobState
from notices.email_texts.common import EmailText, case_subject, event_of
from notices.models import Mail, Webhook
from notices.webhooks.safe_addresses import host_of
from tournament.common.causes import cause_title
from tournament.formats.chain import Head
from tournament.models import Role, Round, RoundState, Verb
from tournament.scheduling.sentences import refusal_text


def case_opened(mail: Mail) -> EmailText | None:
    """A case waits for a referee, or an appeal for its committee."""
    event = event_of(mail)
    after = event.after if event is not None and isinstance(event.after, dict) else {}
    found = Case.objects.filter(tournament=mail.tournament_id, number=after.get("case") or 0)
    case = found.select_related("game__round", "game__black", "game__white").first()
    if event is None or case is None:
        return None
    values = {"case": case.number, "about": cause_title(case.cause)}
    if event.verb == Verb.APPEALED:
        if case.state != CaseState.APPEALED:
            return None
        return EmailText(
            _("appeal in case %(case)d") % values,
            (
                *filter(None, [case_subject(case)]),
                _("There is an appeal against the ruling in case %(case)d.") % values,
                _("A committee has to be appointed for it, and votes."),
            ),
            reverse("adjudication:appeal", args=[mail.tournament.slug, case.number]),
        )
    if case.state not in (CaseState.OPEN, CaseState.TAKEN, CaseState.ASKED):
        return None
    paragraphs = [_("Case %(case)d was opened: %(about)s.") % values]
    if case.game is not None:
        # No names beside what somebody may be suspected of: those are only on the page.
        number, board = case.game.round.number, case.game.board_number
        told = _("Round %(number)d, board %(board)d.")
        paragraphs.append(told % {"number": number, "board": board})
    if case.state == CaseState.ASKED:
        paragraphs.append(_("The players are asked first; they may settle it between them."))
    path = reverse("adjudication:case", args=[mail.tournament.slug, case.number])
    return EmailText(_("case %(case)d was opened") % values, tuple(paragraphs), path)


def not_opened(mail: Mail) -> EmailText | None:
    """A round could not be published at its time, and why, while it is not."""
    event = event_of(mail)
    if event is None:
        return None
    rounds = Round.objects.filter(tournament=mail.tournament_id, number=event.round_number or 0)
    found = rounds.filter(state=RoundState.DRAFT).first()
    if found is None or found.opening_refused is None:
        return None
    values = {"number": found.number}
    return EmailText(
        _("round %(number)d did not open") % values,
        (
            _("Round %(number)d could not be published at its time:") % values,
            refusal_text(found.opening_refused),
        ),
        reverse("tournament:draft", args=[mail.tournament.slug, found.number]),
    )


def trail_sealed(mail: Mail) -> EmailText | None:
    """The seal of the audit trail when a round was published or the tournament closed."""
    event = event_of(mail)
    if event is None:
        return None
    seal = Head(event.sequence, event.digest)
    values = {"number": event.round_number, "step": event.sequence}
    published = event.verb == Verb.ROUND_PUBLISHED
    return EmailText(
        _("the seal of the record, round %(number)d") % values
        if published
        else _("the seal of the record at the end"),
        (
            _("Round %(number)d was published.") % values
            if published
            else _("The tournament was closed."),
            _("That is step %(step)d of the tournament’s record. Its seal stands for all steps:")
            % values,
            str(seal),
            _(
                "Keep this e-mail: whoever wrote the record anew could not give it this seal "
                "again. The page below compares it, and so does whoever runs the server:"
            ),
            f"manage.py verify_audit --tournament {mail.tournament.slug} --head {seal}",
        ),
        f"{reverse('tournament:seal', args=[mail.tournament.slug])}?{urlencode({'noted': seal})}",
    )


def trouble(mail: Mail) -> EmailText | None:
    """A webhook was switched off, or a job was given up."""
    kind, _colon, key = mail.source.partition(":")
    if kind == "webhook":
        hook = Webhook.objects.filter(pk=int(key.partition(":")[0]), enabled=False).first()
        if hook is None or hook.stopped_at is None:
            return None
        return EmailText(
            _("a webhook was switched off"),
            (
                _(
                    "Nothing has arrived at the webhook to %(host)s for a long time, so it was "
                    "switched off."
                )
                % {"host": host_of(hook.url)},
                _("Switch it on again when it works; what it missed can be sent again."),
            ),
            reverse("notices:webhook", args=[mail.tournament.slug, hook.pk]),
        )
    job = Job.objects.filter(pk=int(key), state=JobState.FAILED).first()
    submission = None if job is None else _submission(mail, job)
    if submission is None:
        return None
    values = {"number": submission.game.round.number, "board": submission.game.board_number}
    is_director = mail.staff is not None and mail.staff.link.role in (Role.DIRECTOR, Role.ASSISTANT)
    if is_director:
        path = reverse("operations:work", args=[mail.tournament.slug])
    else:
        path = reverse("adjudication:game", args=[submission.game_id])
    return EmailText(
        _("work that failed"),
        (
            _("A game record of your tournament could not be checked, and was given up:"),
            _("Round %(number)d, board %(board)d.") % values,
            _("See why, and retry:") if is_director else _("The director can have it tried again."),
        ),
        path,
    )


def _submission(mail: Mail, job: Job) -> Submission | None:
    """Return the report that could not be checked; the reason is for the operator only."""
    rows = Submission.objects.filter(game__round__tournament=mail.tournament_id)
    found = rows.filter(pk=job.payload.get("submission_id"))
    return found.select_related("game__round").first()
