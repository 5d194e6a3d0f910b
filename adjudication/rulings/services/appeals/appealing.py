"""Appealing against a ruling, and taking the appeal back."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.services.case_events import tell_case
from adjudication.cases.services.holding import move
from adjudication.models import Appeal, AppealState, Case, CaseState, Motion
from adjudication.rulings.services.appeals.holding import waiting_appeal
from adjudication.rulings.services.finality import close_if_due, end
from adjudication.rulings.services.holding import locked_case
from adjudication.rulings.services.ruling import not_open_to_change
from tournament.audit.services.acting import Actor, actor
from tournament.audit.services.persons import player_person
from tournament.errors import Conflict, NotFound, UserError
from tournament.games.services import acting_player
from tournament.models import Role, Verb

LONGEST_TEXT = 4000


def appeal(*, case_id: int, text: str, player_id: int | None = None) -> Appeal:
    """Appeal against the ruling that stands in a case; return the appeal.

    One of those whom the case is about appeals, by default whoever acts; the staff may write down
    what he says. To uphold the ruling is before the committee from the start. Raises NotFound for
    anybody else, UserError for a text that is missing or too long, and Conflict where there is no
    ruling, it was appealed already or it is final.
    """
    close_if_due(case_id)
    return _appealed(case_id, player_id, text)


@transaction.atomic
def _appealed(case_id: int, player_id: int | None, text: str) -> Appeal:
    text = _checked(text)
    case, _game = locked_case(case_id)
    player_id = _party(case, player_id)
    if case.state != CaseState.RULED:
        raise not_open_to_change(case)
    ruling = case.rulings.order_by("-number").first()
    assert ruling is not None, "a ruled case has a ruling"
    person = player_person(case.tournament_id, player_id)
    if ruling.appeals.filter(by=person).exists():
        raise Conflict(
            "appeal_withdrawn",
            text=_("You have already withdrawn your appeal against this ruling."),
        )
    made = Appeal.objects.create(
        case=case,
        ruling=ruling,
        by=person,
        player_id=player_id,
        text=text,
    )
    Motion.objects.create(appeal=made)
    move(case, CaseState.APPEALED)
    tell_case(Verb.APPEALED, case, by=_who(player_id), ruling=ruling.number)
    return made


@transaction.atomic
def withdraw_appeal(*, case_id: int, player_id: int | None = None) -> None:
    """Take one's own appeal back for good. Raises NotFound and Conflict.

    The ruling is final, or will be when its time for an appeal is over: until then it is the
    other player's turn to say whether he appeals.
    """
    case, _game = locked_case(case_id)
    player_id = _party(case, player_id)
    waiting = waiting_appeal(case)
    if waiting.player_id != player_id:
        raise NotFound("not_your_appeal", text=_("This is not your appeal."))
    now = timezone.now()
    settle(waiting, AppealState.WITHDRAWN)
    tell_case(Verb.APPEAL_WITHDRAWN, case, by=_who(player_id))
    if case.appeal_until is not None and case.appeal_until > now:
        move(case, CaseState.RULED)
    else:
        end(case, now)


def settle(one: Appeal, state: AppealState) -> None:
    """Give a waiting appeal of a locked case its end."""
    changed = Appeal.objects.filter(pk=one.pk).become(state, settled_at=timezone.now())
    if not changed:
        raise Conflict("appeal_over", text=_("The appeal is settled already: reload the page."))


def _party(case: Case, player_id: int | None) -> int:
    if player_id is None:
        player_id = actor().player_id
    if player_id is None or not case.parties.filter(pk=player_id).exists():
        raise NotFound(
            "not_your_case", text=_("Only the people whom the case is about can appeal.")
        )
    return player_id


def _who(player_id: int) -> Actor | None:
    """Return the player as who acts; None, whoever acts, where the staff does it for him."""
    return None if actor().role in set(Role.values) - {Role.PLAYER} else acting_player(player_id)


def _checked(text: str) -> str:
    text = "".join(one for one in text if one.isprintable() or one == "\n").strip()
    if not text:
        raise UserError(
            "text_missing",
            field="text",
            text=_("Say why the committee should decide otherwise."),
        )
    if len(text) > LONGEST_TEXT:
        raise UserError("text", field="text", text=_("An appeal has at most 4,000 characters."))
    return text
