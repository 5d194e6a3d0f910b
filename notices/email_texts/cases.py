"""E-mails to players about disputes, questions, rulings and appeals.

They say what the players have reported and what they are asked, but nothing that was written in a
case: an e-mail passes through many hands, so any suspicion is only on the player's page. They never
say who complains about somebody.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.translation import gettext as _

from adjudication.cases.selectors.appeals import appealable_until
from adjudication.cases.selectors.cases import OwnCase, own_case, said_to_be_late
from adjudication.cases.selectors.complaints import is_confidential
from adjudication.cases.selectors.rulings import RulingView, rulings_of
from adjudication.cases.selectors.statements import statements_of
from adjudication.cases.services.base import name_of, policy_of
from adjudication.cases.views import words as case_words
from adjudication.inquiries.views.mine import asked_to_reply, lost_on_time_asked, reply_line
from adjudication.models import (
    Appeal,
    AppealState,
    Case,
    CaseState,
    Effect,
    Inquiry,
    InquiryState,
    RulingKind,
    Submission,
    SubmissionState,
)
from adjudication.policy.causes import BEHAVIOUR, Cause
from adjudication.policy.forms.after_stop import ASK_TO_PLAY_ON, counted_after_resumption
from adjudication.triage.selectors import answer_until
from adjudication.triage.services.playing_on import Resumption, resumption_of
from adjudication.triage.views import mark_again_line, resumption_line
from adjudication.verdicts.services.claims import Result, claim_of_submission
from adjudication.verdicts.views import own_sentence
from notices.email_texts.common import EmailText, event_of, game_of, opponent_in
from notices.emails.outbox import case_number, opened_with, uid_of_actor
from notices.models import Mail, MailKind
from tournament.audit.services.current_actor import SYSTEM
from tournament.common.causes import cause_title
from tournament.games.selectors import GameRow
from tournament.models import AuditEvent, Game, GameState, Person, Player, Reporting, Role, Verb
from tournament.spoken import moment_text, translated


def case(mail: Mail, player: Player) -> EmailText | None:
    """A question, a case, or what a player may reply to, while it waits; and its settlement."""
    event = event_of(mail)
    if event is None:
        return None
    if event.verb == Verb.INQUIRY_ASKED:
        return _question(event, player)
    found = _case(event, player)
    if found is not None and event.verb == Verb.CASE_SETTLED:
        return _settled(event, found, player)
    if found is None or found.line.state not in CaseState.waiting():
        return None
    if event.verb == Verb.INQUIRY_SETTLED:
        return _left_to_players(event, found, player)
    if event.verb == Verb.STATEMENT_WRITTEN:
        return _reply(event, found, player)
    if event.verb == Verb.CASE_JOINED:
        return _added(event, found, player)
    return _opened(event, found, player)


def _opened(event: AuditEvent, found: OwnCase, player: Player) -> EmailText:
    """Return that a case was opened, and that it asks only what happened, if it does."""
    values, line = _case_values(event, player), found.line
    paragraphs = (
        *_what_opened(event, found, player),
        _("A referee decides.") if line.state == CaseState.OPEN and values["opponent"] else "",
        _to_write(found, player),
    )
    return EmailText(
        _("case %(case)d was opened") % values,
        tuple(filter(None, paragraphs)),
        query=_case_query(found),
    )


def _added(event: AuditEvent, found: OwnCase, player: Player) -> EmailText | None:
    """Return that the opponent claims in an open case that the player lost on time, if they do."""
    values = _case_values(event, player)
    if found.closed or not _said_late(found, player):
        return None
    secret = _is_secret(found)
    text = _(
        "%(opponent)s has added something to case %(case)d, about your game in round %(number)s."
    )
    if secret:
        text = _(
            "Something was added to case %(case)d, about your game against %(opponent)s in round "
            "%(number)s."
        )
    about = "" if secret else _("It is about: %(what)s") % {"what": cause_title(Cause.TIME)}
    return EmailText(
        _("something was added to case %(case)d") % values,
        tuple(filter(None, (text % values, about, _to_write(found, player)))),
        query=_case_query(found),
    )


def _is_secret(found: OwnCase) -> bool:
    """Whether an e-mail must not say who opened a case and what it is about."""
    return is_confidential(found.line) or not BEHAVIOUR.isdisjoint(found.line.causes)


def _to_write(found: OwnCase, player: Player) -> str:
    """Return what a player can do in a case that asks nothing of them, and until when."""
    said = statements_of([found.line.id]).get(found.line.id, ())
    if asked_to_reply(found.line, said, player.pk, player.number) is not None:
        return _(
            "Nothing is asked of you yet. Nothing is ruled against you before the referee has "
            "written in the case what it is about and you had time to reply."
        )
    told = _(
        "On your page you can read what is known of it and write what happened. No time is set for "
        "that: write soon, because a referee can decide at any time."
    )
    if found.closed or not lost_on_time_asked(found.line, player.pk, player.number):
        return told
    late = _("If you did lose on time, you can agree to that there: then it is settled.")
    return f"{told} {late}"


def _said_late(found: OwnCase, player: Player) -> bool:
    """Whether the opponent claims in a case that the player lost on time."""
    others = [party.number for party in found.line.parties if party.number != player.number]
    grounds = found.line.grounds
    return any(said_to_be_late(grounds, by=other, late=player.number) for other in others)


def _what_opened(event: AuditEvent, found: OwnCase, player: Player) -> tuple[str, ...]:
    """Return who opened a case (unless somebody complains), why, and which reports differ.

    What was said about it is only on the page.
    """
    values, line = _case_values(event, player), found.line
    secret = _is_secret(found)
    doers = Person.objects.filter(uid=uid_of_actor(event), player__in=[p.id for p in line.parties])
    doer = None if secret else doers.values_list("player", flat=True).first()
    raised = bool(values["opponent"]) and doer not in (None, player.pk)
    if not values["opponent"]:
        text = _("A case that concerns you was opened: case %(case)d.")
    elif doer == player.pk:
        text = _(
            "You do not agree with what %(opponent)s reported of your game in round %(number)s: "
            "it is case %(case)d."
        )
    elif raised and line.cause is Cause.CLAIMS_DIFFER:
        text = _(
            "%(opponent)s has reported another result of your game in round %(number)s than you: "
            "it is case %(case)d."
        )
    elif raised and not event.actor:
        text = _(
            "%(opponent)s contests what was reported of your game in round %(number)s: it is case "
            "%(case)d."
        )
    elif raised:
        text = _(
            "%(opponent)s has raised something about your game in round %(number)s: it is case "
            "%(case)d."
        )
    else:
        text = _(
            "A case about your game against %(opponent)s in round %(number)s was opened: case "
            "%(case)d."
        )
    if secret:
        return (text % values,)
    about = _("It is about: %(what)s") % {"what": cause_title(line.cause)}
    return text % values, about, _what_differs(event, found, player)


def _what_differs(event: AuditEvent, found: OwnCase, player: Player) -> str:
    """Return what each player has reported for a game whose result a case suspends."""
    game = game_of(event, player)
    if game is None or not found.line.about_result:
        return ""
    colour, opponent = game.colour_of(player.pk), opponent_in(game, player.pk)
    reports = Submission.objects.filter(game=game.id).standing().order_by("pk")
    said = {report.player_id: claim_of_submission(report) for report in reports}
    mine = said.pop(player.pk, None)
    theirs = next(iter(said.values()), None)
    lines = []
    if mine is not None:
        told = own_sentence(game, colour, mine)
        lines.append(_("You reported: %(result)s") % {"result": told})
    if theirs is not None and theirs != mine:
        values = {"opponent": opponent, "result": own_sentence(game, colour, theirs)}
        lines.append(_("%(opponent)s reported: %(result)s") % values)
    return "\n".join(lines)


def _settled(event: AuditEvent, found: OwnCase, player: Player) -> EmailText | None:
    """Return that there is no ruling, and what that means for the game.

    Nothing if another e-mail asks about the report with which the case ended. What the staff wrote
    is only on the page.
    """
    game = game_of(event, player)
    if found.line.state != CaseState.SETTLED:
        return None
    waiting = None if game is None else _unanswered(game)
    if waiting is not None and waiting.player_id != player.pk and _asked_by_mail(event, player):
        return None
    values = _case_values(event, player)
    by_staff = event.actor_role not in (Role.PLAYER, SYSTEM)
    paragraphs = [
        (
            _("Case %(case)d, your game against %(opponent)s in round %(number)s, is settled.")
            if values["opponent"]
            else _("Case %(case)d is settled.")
        )
        % values,
        "" if by_staff or is_confidential(found.line) else found.line.settled_note,
        _("There is no ruling."),
        "" if game is None else _left_with(game, waiting, player),
    ]
    return EmailText(
        _("case %(case)d is settled") % values,
        tuple(filter(None, paragraphs)),
        query=_case_query(found),
    )


def _unanswered(game: GameRow) -> Submission | None:
    """Return a game's report that waits for an answer, if any."""
    if game.state != GameState.REPORTED:
        return None
    return Submission.objects.filter(game=game.id, state=SubmissionState.PENDING).first()


def _asked_by_mail(event: AuditEvent, player: Player) -> bool:
    """Whether an e-mail asks a player about a report that was made since a case was opened."""
    place = {
        "tournament": event.tournament_id,
        "round_number": event.round_number,
        "table": event.table,
    }
    before = AuditEvent.objects.filter(**place, sequence__lt=event.sequence)
    opened = before.filter(verb=Verb.CASE_OPENED).values_list("sequence", flat=True).first()
    reported = before.filter(verb=Verb.RESULT_REPORTED, sequence__gt=opened or 0)
    sources = [f"event:{key}" for key in reported.values_list("pk", flat=True)]
    mails = Mail.objects.filter(player=player, kind=MailKind.CONFIRM, source__in=sources)
    return mails.exists()


def _left_with(game: GameRow, waiting: Submission | None, player: Player) -> str:
    """Return the result that a game has, or what it waits for, once its case is settled."""
    colour, opponent = game.colour_of(player.pk), opponent_in(game, player.pk)
    if waiting is not None and waiting.player_id == player.pk:
        text = _("What you reported waits for %(opponent)s to confirm it.")
        return text % {"opponent": opponent}
    if waiting is not None:
        told = own_sentence(game, colour, claim_of_submission(waiting))
        please = _("Please confirm it, or contest it if it is wrong.")
        text = _("What %(opponent)s reported waits for you:") % {"opponent": opponent}
        return f"{text} {told} {please}"
    if game.state == GameState.OPEN and player.tournament.reporting == Reporting.DIRECTOR:
        return _("The organisers enter the results: when your game is over, tell them who won.")
    if game.state == GameState.OPEN:
        again = " ".join(line.text for line in mark_again_line(game))
        return again or _("The game has no result yet: report it when it is over.")
    if game.winner:
        return own_sentence(game, colour, Result(game.winner, game.reason, game.margin_half))
    return ""


def ruling(mail: Mail, player: Player) -> EmailText | None:
    """A ruling or an appeal, and until when a ruling can be appealed."""
    event = event_of(mail)
    found = None if event is None else _case(event, player)
    if event is None or found is None:
        return None
    if event.verb == Verb.APPEALED:
        return _appealed(event, found, player)
    if event.verb == Verb.APPEAL_WITHDRAWN:
        return _withdrawn(event, found, player)
    return _ruled(event, found, player)


def _ruled(event: AuditEvent, found: OwnCase, player: Player) -> EmailText | None:
    """Return the ruling that stands; None if there is a newer one."""
    after = event.after if isinstance(event.after, dict) else {}
    views = rulings_of(found.line.id)
    view = views[0] if views else None
    if view is None or after.get("ruling", view.number) != view.number:
        return None
    values = _case_values(event, player)
    if event.verb == Verb.RULING_FINAL:
        if found.line.state != CaseState.FINAL:
            return None
        return EmailText(
            _("the ruling in case %(case)d is final") % values,
            (
                *_of_game(found, values),
                _("The ruling in case %(case)d can no longer be appealed: it is final.") % values,
                _decision(event, found, view, player),
            ),
            query=_case_query(found),
        )
    told = {
        Verb.RULING_REVISED: _("The referee has ruled again. The earlier ruling no longer stands."),
        Verb.APPEAL_DECIDED: _("The appeals committee upholds the ruling of the referee.")
        if view.kind != RulingKind.APPEAL
        else _("The appeals committee has decided. The ruling of the referee no longer stands."),
    }.get(Verb(event.verb))
    paragraphs = [
        (
            _("Case %(case)d, your game against %(opponent)s in round %(number)s, is decided.")
            if values["opponent"]
            else _("Case %(case)d is decided.")
        )
        % values,
        *filter(None, [told]),
        _decision(event, found, view, player),
        _("The reasons are on your page."),
        *filter(None, [_finality(found, player)]),
    ]
    return EmailText(
        _("ruling in case %(case)d") % values, tuple(paragraphs), query=_case_query(found)
    )


def _of_game(found: OwnCase, values: Mapping[str, object]) -> tuple[str, ...]:
    """Return which game a case is about, if that may be said; empty for a case without one."""
    if not values["opponent"] or _is_secret(found):
        return ()
    text = _("Case %(case)d is about your game against %(opponent)s in round %(number)s.")
    return (text % values,)


def _decision(event: AuditEvent, found: OwnCase, view: RulingView, player: Player) -> str:
    """Return what was decided; if that changes nothing, also what the game still waits for."""
    names = {one.number: one.name for one in found.line.parties}
    game, decision = game_of(event, player), view.decision
    lines = [*case_words.decision_lines(decision, game, names, reader=player.pk)]
    if game is not None and decision.effect == Effect.NOTHING and not found.closed:
        waiting = _unanswered(game)
        if waiting is not None or game.state == GameState.OPEN:
            lines.append(_left_with(game, waiting, player))
    return "\n".join(lines)


def _finality(found: OwnCase, player: Player) -> str:
    """Return whether a ruling can be appealed by a player, and until when."""
    if found.line.state == CaseState.APPEALED:
        return _("There is an appeal against it. The appeals committee decides.")
    until = appealable_until(found.line.id, player.pk, timezone.now())
    if until is not None:
        return _("You can appeal until %(moment)s.") % {"moment": moment_text(until)}
    if found.line.state == CaseState.RULED and not found.closed and not _is_over(found):
        return ""
    return _("The ruling is final.")


def _is_over(found: OwnCase) -> bool:
    """Whether the time for an appeal is over."""
    return found.line.appeal_until is None or found.line.appeal_until <= timezone.now()


def _appealed(event: AuditEvent, found: OwnCase, player: Player) -> EmailText | None:
    """Return that somebody appealed, while the committee has still to decide."""
    appeal = (
        Appeal.objects.filter(case=found.line.id, state=AppealState.WAITING)
        .select_related("by__player")
        .first()
    )
    if appeal is None or found.closed:
        return None
    values = _case_values(event, player) | {"name": _appellant(appeal, found, player)}
    if appeal.player_id == player.pk:
        told = _("Your appeal against the ruling in case %(case)d is before the committee.")
    elif values["name"]:
        told = _("%(name)s has appealed against the ruling in case %(case)d.")
    else:
        told = _("There is an appeal against the ruling in case %(case)d.")
    return EmailText(
        _("appeal in case %(case)d") % values,
        (
            *_of_game(found, values),
            told % values,
            _("The appeals committee decides. Its ruling is final."),
            _("On your page you can write what the committee should know."),
        ),
        query=_case_query(found),
    )


def _withdrawn(event: AuditEvent, found: OwnCase, player: Player) -> EmailText | None:
    """Return that an appeal was taken back, while nobody else has appealed.

    If that made the ruling final, an e-mail of its own says so.
    """
    if found.line.state != CaseState.RULED or found.closed or _is_over(found):
        return None
    appeals = Appeal.objects.filter(case=found.line.id, state=AppealState.WITHDRAWN)
    appeal = appeals.select_related("by__player").order_by("-pk").first()
    if appeal is None:
        return None
    values = _case_values(event, player) | {"name": _appellant(appeal, found, player)}
    if appeal.player_id == player.pk:
        told = _("Your appeal against the ruling in case %(case)d was withdrawn.")
    elif values["name"]:
        told = _("%(name)s has withdrawn their appeal against the ruling in case %(case)d.")
    else:
        told = _("The appeal against the ruling in case %(case)d was withdrawn.")
    return EmailText(
        _("appeal withdrawn in case %(case)d") % values,
        tuple(filter(None, [*_of_game(found, values), told % values, _finality(found, player)])),
        query=_case_query(found),
    )


def _appellant(appeal: Appeal, found: OwnCase, player: Player) -> str:
    """Return the name of whoever appealed, or "" if somebody complains: it may be them."""
    return (
        "" if is_confidential(found.line) and appeal.player_id != player.pk else name_of(appeal.by)
    )


def _reply(event: AuditEvent, found: OwnCase, player: Player) -> EmailText | None:
    """Return that a player may reply, and until when, while they have not and nothing newer is."""
    said = statements_of([found.line.id]).get(found.line.id, ())
    hearing = asked_to_reply(found.line, said, player.pk, player.number)
    if found.closed or hearing is None or hearing.written_at is None:
        return None
    if hearing.written_at > event.at:
        return None
    values = _case_values(event, player)
    return EmailText(
        _("case %(case)d: please reply") % values,
        (
            _("The referee has written in case %(case)d, which concerns you.") % values,
            reply_line(hearing),
        ),
        query=_case_query(found),
    )


def _question(event: AuditEvent, player: Player) -> EmailText | None:
    """Return what a player has to answer, with the case that was opened for it, if one was."""
    opened = opened_with(event)
    found = None if opened is None else _case(opened, player)
    if found is not None and found.line.state not in CaseState.waiting():
        found = None
    game, inquiry = game_of(event, player), _waits_for(event, player)
    if game is None or inquiry is None:
        # They have answered or need not; whoever did not bring up the case is told that there is
        # one.
        if opened is None or found is None or _is_actor(opened, player):
            return None
        return _opened(opened, found, player)
    values = {"opponent": opponent_in(game, player.pk), "number": game.round_number}
    case_told: tuple[str, ...] = ()
    if opened is not None and found is not None:
        case_told = _what_opened(opened, found, player)
    return EmailText(
        _("round %(number)d: a question about your game") % values,
        (
            *filter(None, case_told),
            _("You and %(opponent)s are both asked about your game in round %(number)d:") % values,
            case_words.inquiry_title(inquiry.kind),
            _answer_by(inquiry),
        ),
        query=urlencode({"question": game.id}),
    )


def _left_to_players(event: AuditEvent, found: OwnCase, player: Player) -> EmailText | None:
    """Return how a game goes on by both players' answers, while neither has reported since."""
    row = game_of(event, player)
    line = "" if row is None else resumption_line(row)
    if row is None or found.closed or not line:
        return None
    game = Game.objects.select_related("round__tournament").get(pk=row.id)
    resumption = resumption_of(game)
    if resumption is None or not _settled_with(event, resumption.inquiry):
        return None
    values = {"opponent": opponent_in(row, player.pk), "number": row.round_number}
    subject = _("round %(number)d: play goes on")
    if resumption.counted_at_once:
        subject = _("round %(number)d: all stones are counted")
    both = _(
        "You and %(opponent)s have both answered the question about your game in round %(number)d."
    )
    paragraphs = [
        both % values,
        _who_asked_to_play_on(resumption, row.colour_of(player.pk)) % values,
        line,
    ]
    if resumption.over_stones and not resumption.counted_at_once:
        tournament = game.round.tournament
        counted = counted_after_resumption(tournament.ruleset, policy_of(tournament))
        paragraphs.append(translated(counted))
    return EmailText(subject % values, tuple(paragraphs), query=urlencode({"game": game.pk}))


def _settled_with(event: AuditEvent, inquiry: Inquiry) -> bool:
    """Whether it was this question that an event settled, and not one that was asked later."""
    return inquiry.settled_at is not None and inquiry.settled_at <= event.at


def _who_asked_to_play_on(resumption: Resumption, mine: str) -> str:
    """Return who asked to play on, for the player of a colour; ``opponent`` is to be filled in."""
    inquiry = resumption.inquiry
    said = {"black": inquiry.black_answer, "white": inquiry.white_answer}
    asked = {colour for colour, word in said.items() if word in ASK_TO_PLAY_ON}
    if not asked:
        return _("You both say that you have already played on.")
    if len(asked) == 2 and resumption.counted_at_once:
        return _("You both want to play on, but do not agree on who moves first.")
    if len(asked) == 2:
        return _("You both want to play on.")
    return _("You asked to play on.") if mine in asked else _("%(opponent)s asks to play on.")


def _waits_for(event: AuditEvent, player: Player) -> Inquiry | None:
    """Return the question of an event while it waits for a player's answer."""
    game = game_of(event, player)
    after = event.after if isinstance(event.after, dict) else {}
    if game is None:
        return None
    waiting = Inquiry.objects.filter(
        game=game.id, kind=str(after.get("question", "")), state=InquiryState.WAITING
    )
    inquiry = waiting.select_related("game__round__tournament").first()
    if inquiry is None or getattr(inquiry, f"{game.colour_of(player.pk)}_answer"):
        return None
    return inquiry


def _answer_by(inquiry: Inquiry) -> str:
    """Return that a player has to answer, and by when; or that there is no deadline."""
    until = answer_until(inquiry)
    if until is not None and until > timezone.now():
        told = _("Please answer on your page by %(moment)s: after that a referee looks at it.")
        return told % {"moment": moment_text(until)}
    please = _("Please answer on your page.")
    if until is not None:  # that time is over
        return please
    no_time = _("No time is set for that.")
    if inquiry.case_id is not None:
        no_time = _(
            "No time is set for that: answer soon, because a referee can take over the case."
        )
    return f"{please} {no_time}"


def _is_actor(event: AuditEvent, player: Player) -> bool:
    """Whether it was a player who caused an event."""
    return Person.objects.filter(uid=uid_of_actor(event), player=player).exists()


def _case(event: AuditEvent, player: Player) -> OwnCase | None:
    """Return the case of an event as the player may read it."""
    rows = Case.objects.filter(tournament=event.tournament_id, number=case_number(event) or 0)
    key = rows.values_list("pk", flat=True).first()
    return None if key is None else own_case(key, player.pk)


def _case_query(found: OwnCase) -> str:
    return urlencode({"case": found.line.id})


def _case_values(event: AuditEvent, player: Player) -> dict[str, object]:
    """Return what every e-mail about a case may name."""
    game = game_of(event, player)
    return {
        "case": case_number(event),
        "opponent": "" if game is None else opponent_in(game, player.pk),
        "number": event.round_number or "–",
    }
