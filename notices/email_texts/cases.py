"""E-mails to players about disputes, questions and rulings.

They say little of what a case is about: an e-mail passes through many hands, so what somebody is
suspected of is on their page alone.
"""

from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.cases.selectors.rulings import rulings_of
from adjudication.cases.views import words as case_words
from adjudication.models import Case, CaseState, Inquiry, InquiryState
from notices.email_texts.common import EmailText, event_of, game_of, opponent_in
from notices.models import Mail
from tournament.models import AuditEvent, Player, Verb
from tournament.spoken import moment_text


def case(mail: Mail, player: Player) -> EmailText | None:
    """A question or a case, while it waits for something."""
    event = event_of(mail)
    if event is None:
        return None
    if event.verb == Verb.INQUIRY_ASKED:
        return _question(event, player)
    found = _case(event)
    if found is None or found.state not in CaseState.waiting():
        return None
    values = {"case": found.number, **_about(event, player)}
    subject = _("case %(case)d was opened") % values
    if values["opponent"]:
        text = _(
            "The result of your game against %(opponent)s in round %(number)s is being settled: "
            "it is case %(case)d."
        )
    else:
        text = _("A case that concerns you was opened: case %(case)d.")
    return EmailText(
        subject,
        (
            text % values,
            _("On your page you see what it is about, and you can say what happened."),
        ),
    )


def ruling(mail: Mail, player: Player) -> EmailText | None:
    """The ruling, and until when it can be appealed; nothing if there is a newer one."""
    event = event_of(mail)
    found = None if event is None else _case(event)
    if event is None or found is None or not isinstance(event.after, dict):
        return None
    views = rulings_of(found.pk)
    number = event.after.get("ruling")
    view = next((view for view in views if view.number == number and view.stands), None)
    if view is None:
        return None
    game = game_of(event, player)
    names = dict(found.parties.values_list("number", "name"))
    values = {"case": found.number, **_about(event, player)}
    paragraphs = [
        (
            _("Case %(case)d, your game against %(opponent)s in round %(number)s, is decided.")
            if values["opponent"]
            else _("Case %(case)d is decided.")
        )
        % values,
        "\n".join(case_words.decision_lines(view.decision, game, names)),
        _("The reasons are on your page."),
    ]
    until = found.appeal_until
    if found.state == CaseState.RULED and until is not None and until > timezone.now():
        paragraphs.append(_("You can appeal until %(moment)s.") % {"moment": moment_text(until)})
    else:
        paragraphs.append(_("The ruling is final."))
    return EmailText(_("ruling in case %(case)d") % values, tuple(paragraphs))


def _question(event: AuditEvent, player: Player) -> EmailText | None:
    game = game_of(event, player)
    after = event.after if isinstance(event.after, dict) else {}
    if game is None:
        return None
    colour = game.colour_of(player.pk)
    waiting = Inquiry.objects.filter(
        game=game.id, kind=str(after.get("question", "")), state=InquiryState.WAITING
    ).first()
    if waiting is None or getattr(waiting, f"{colour}_answer"):
        return None
    values = {"opponent": opponent_in(game, player.pk), "number": game.round_number}
    return EmailText(
        _("round %(number)d: a question about your game") % values,
        (
            _("You and %(opponent)s are both asked about your game in round %(number)d:") % values,
            case_words.inquiry_title(waiting.kind),
            _("Please answer on your page."),
        ),
    )


def _case(event: AuditEvent) -> Case | None:
    number = event.after.get("case") if isinstance(event.after, dict) else None
    return Case.objects.filter(tournament=event.tournament_id, number=number or 0).first()


def _about(event: AuditEvent, player: Player) -> dict[str, object]:
    game = game_of(event, player)
    return {
        "opponent": "" if game is None else opponent_in(game, player.pk),
        "number": event.round_number or "–",
    }
