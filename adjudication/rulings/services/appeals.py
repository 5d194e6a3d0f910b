"""Appealing against a ruling, withdrawing an appeal, and deciding it in a committee."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.appeals import (
    LEFT,
    involved_in,
    left_staff,
    ruled_later,
)
from adjudication.cases.selectors.rulings import rulings_of
from adjudication.cases.services.base import move_case, name_of, policy_of, record_case_event
from adjudication.models import (
    Appeal,
    AppealState,
    Case,
    CaseState,
    CommitteeMember,
    Effect,
    Motion,
    RulingKind,
    Vote,
)
from adjudication.policy.decisions import Decision, decision_from, same_outcome
from adjudication.rulings.services.checking import check_decision
from adjudication.rulings.services.finality import (
    close_if_due,
    locked_case_and_game,
    make_ruling_final,
    set_final,
)
from adjudication.rulings.services.ruling import not_open_to_change, write_ruling
from language.messages import Message
from tournament.audit.models import Topic
from tournament.audit.selectors.snapshots import board_now
from tournament.audit.services.current_actor import Actor, current_actor
from tournament.audit.services.outbox import announce
from tournament.audit.services.persons import person_of, player_person
from tournament.common.cleaning import check_length
from tournament.errors import Conflict, NotFound, UserError
from tournament.fields.models import max_length_of
from tournament.games.services import acting_player
from tournament.models import AccessLink, Game, GameState, Person, Player, Role, Verb
from tournament.spoken import renders_as

LONGEST_TEXT = max_length_of(Appeal, "text")


def appeal(*, case_id: int, text: str, player_id: int | None = None) -> Appeal:
    """Appeal against the ruling that stands in a case; return the appeal.

    The appellant is one of those the case is about, by default the current actor; the staff may
    write down an appeal for them. The motion to uphold the ruling is before the committee from the
    start. Raises NotFound for anybody else, UserError for a missing or too long text, and Conflict
    if there is no ruling, or it has already been appealed, is final, or has been replaced.
    """
    close_if_due(case_id)
    return _appealed(case_id, player_id, text)


@transaction.atomic
def _appealed(case_id: int, player_id: int | None, text: str) -> Appeal:
    text = _checked(text)
    case, _game = locked_case_and_game(case_id)
    player_id = _party(case, player_id)
    if case.state != CaseState.RULED:
        raise not_open_to_change(case)
    ruling = case.rulings.order_by("-number").first()
    assert ruling is not None, "a ruled case has a ruling"
    later = ruled_later(case, ruling)
    if later is not None:
        raise Conflict(
            "ruled_later",
            text=_(
                "Case %(case)d is about the same game and was ruled later: appeal against that "
                "ruling, which has taken the place of this one."
            )
            % {"case": later},
        )
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
    move_case(case, CaseState.APPEALED)
    record_case_event(Verb.APPEALED, case, by=_who(player_id), ruling=ruling.number)
    return made


@transaction.atomic
def withdraw_appeal(*, case_id: int, player_id: int | None = None) -> None:
    """Withdraw one's own appeal for good. Raises NotFound and Conflict.

    The ruling is then final, or becomes so when its time for an appeal is over: until then the
    other player can still appeal.
    """
    case, _game = locked_case_and_game(case_id)
    player_id = _party(case, player_id)
    waiting = waiting_appeal(case)
    if waiting.player_id != player_id:
        raise NotFound("not_your_appeal", text=_("This is not your appeal."))
    now = timezone.now()
    settle_appeal(waiting, AppealState.WITHDRAWN)
    record_case_event(Verb.APPEAL_WITHDRAWN, case, by=_who(player_id))
    if case.appeal_until is not None and case.appeal_until > now:
        move_case(case, CaseState.RULED)
    else:
        make_ruling_final(case, now)


def settle_appeal(appeal: Appeal, state: AppealState, **columns: object) -> None:
    """Give a waiting appeal of a locked case its final state."""
    changed = Appeal.objects.filter(pk=appeal.pk).become(
        state, settled_at=timezone.now(), **columns
    )
    if not changed:
        raise Conflict("appeal_over", text=_("The appeal is settled already: reload the page."))


def _party(case: Case, player_id: int | None) -> int:
    if player_id is None:
        player_id = current_actor().player_id
    if player_id is None or not case.parties.filter(pk=player_id).exists():
        raise NotFound(
            "not_your_case", text=_("Only the people whom the case is about can appeal.")
        )
    return player_id


def _who(player_id: int) -> Actor | None:
    """Return the player who acts; None for the current actor, if the staff acts for the player."""
    return (
        None
        if current_actor().role in set(Role.values) - {Role.PLAYER}
        else acting_player(player_id)
    )


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable() or letter == "\n").strip()


def _checked(text: str) -> str:
    text = _printable(text)
    if not text:
        raise UserError(
            "text_missing",
            field="text",
            text=_("Say why the committee should decide otherwise."),
        )
    check_length(text, LONGEST_TEXT, field="text", code="text")
    return text


def locked_appeal(appeal_id: int) -> tuple[Appeal, Case, Game | None]:
    """Return a waiting appeal with its case and game, locked. Raises NotFound and Conflict."""
    case_id = Appeal.objects.filter(pk=appeal_id).values_list("case_id", flat=True).first()
    if case_id is None:
        raise NotFound("no_appeal", text=_("There is no such appeal."))
    case, game = locked_case_and_game(case_id)
    waiting = waiting_appeal(case)
    if waiting.pk != appeal_id:
        raise _over()
    return waiting, case, game


def waiting_appeal(case: Case) -> Appeal:
    """Return the appeal of a locked case that is waiting for the committee. Raises Conflict."""
    waiting = Appeal.objects.filter(case=case, state=AppealState.WAITING).first()
    if waiting is None:
        raise _over()
    return waiting


def acting_member(appeal: Appeal) -> CommitteeMember:
    """Return the current actor as a committee member. Raises NotFound for anybody else."""
    person = person_of(appeal.case.tournament_id)
    member = None if person is None else appeal.members.filter(person=person).first()
    if member is None:
        raise NotFound("not_a_member", text=_("You are not on the committee of this appeal."))
    return member


def _over() -> Conflict:
    return Conflict("appeal_over", text=_("The appeal is settled already: reload the page."))


MOST_MEMBERS = 15


@transaction.atomic
def appoint_committee(
    *,
    appeal_id: int,
    person_ids: Iterable[int] = (),
    link_ids: Iterable[int] = (),
    player_ids: Iterable[int] = (),
    note: str = "",
) -> None:
    """Make these people the committee of an appeal, replacing its present members.

    If somebody leaves it, ``note`` says why: it is stored in the history, and the players read it.

    People who have done nothing here yet have no Person so far: the staff are then named by their
    links, players by their ids. Raises NotFound for anybody of another tournament; UserError for
    fewer people than the tournament's policy requires, for somebody named twice, for somebody who
    is involved or has left the staff without having voted, and (field ``note``) without a reason
    if somebody leaves; and Conflict if a member who has voted or put a motion would leave.
    """
    appeal, case, _game = locked_appeal(appeal_id)
    chosen = _people(appeal, list(person_ids), list(link_ids), list(player_ids))
    if len({person.pk for person in chosen}) < len(chosen):
        raise UserError("twice", field="members", text=_("Somebody is listed twice."))
    least = policy_of(case.tournament).committee
    if not least <= len(chosen) <= MOST_MEMBERS:
        raise UserError(
            "too_few",
            field="members",
            text=_("The committee has at least %(least)d members, and at most %(most)d.")
            % {"least": least, "most": MOST_MEMBERS},
        )
    heard = appeal.members.filter(Q(vote__isnull=False) | Q(motions__isnull=False))
    stay = frozenset(heard.values_list("person_id", flat=True))
    involved, gone = involved_in(case.pk), left_staff(case.tournament_id) - stay
    for person in chosen:
        why = involved.why_not_free(
            person_id=person.pk, player_id=person.player_id, name=name_of(person)
        )
        why = why or (LEFT if person.pk in gone else "")
        if why:
            raise UserError(
                "involved",
                field="members",
                text=_("%(name)s cannot be on the committee: %(why)s")
                % {"name": name_of(person) or person.role, "why": why},
            )
    before = set(appeal.members.values_list("pk", flat=True))
    left = _replace(appeal, {person.pk for person in chosen})
    note = _why_replaced(appeal, note) if left else ""
    members = sorted(person.uid for person in chosen)
    record_case_event(Verb.COMMITTEE_SET, case, note=note, members=members, left=sorted(left))
    called = set(appeal.members.values_list("pk", flat=True)) - before
    for member_id in sorted(called):
        announce(Topic.COMMITTEE_CALLED, tournament_id=case.tournament_id, member=member_id)
    _ask_the_last(appeal, case, called)


def _ask_the_last(appeal: Appeal, case: Case, called: Collection[int] = ()) -> None:
    """Notify the only member who has not voted, unless they were just appointed (``called``)."""
    missing = list(appeal.members.filter(vote=None).values_list("pk", flat=True)[:2])
    if len(missing) == 1 and missing[0] not in called:
        announce(Topic.VOTE_MISSING, tournament_id=case.tournament_id, vote=missing[0])


def _why_replaced(appeal: Appeal, note: str) -> str:
    """Store why members leave a committee, below earlier reasons, and return the reason."""
    note = " ".join(_printable(note).split())
    if not note:
        text = _("Say why a member is replaced who was not heard: the players read it.")
        raise UserError("note", field="note", text=text)
    before = f"{appeal.replacing_notes}\n" if appeal.replacing_notes else ""
    room = max(0, LONGEST_REPLACING - len(before))
    check_length(note, min(LONGEST_CLOSING, room), field="note", code="note")
    notes = f"{before}{note}"
    appeal.replacing_notes = notes
    appeal.save(update_fields=["replacing_notes"])
    return note


def _replace(appeal: Appeal, wanted: set[int]) -> list[str]:
    """Replace the members by the persons wanted; return the uids of those who leave."""
    here = {member.person_id: member for member in appeal.members.all()}
    leaving = [member for key, member in here.items() if key not in wanted]
    for member in leaving:
        if hasattr(member, "vote") or member.motions.exists():
            raise Conflict(
                "member_voted",
                text=_("%(name)s has voted or made a motion, and stays on the committee.")
                % {"name": name_of(member.person)},
            )
        member.delete()
    CommitteeMember.objects.bulk_create(
        CommitteeMember(appeal=appeal, person_id=key) for key in sorted(wanted - here.keys())
    )
    return [member.person.uid for member in leaving]


def _people(
    appeal: Appeal, person_ids: list[int], link_ids: list[int], player_ids: list[int]
) -> list[Person]:
    tournament_id = appeal.case.tournament_id
    persons = Person.objects.select_related("player").filter(
        # A member who was erased since stays on it, because their vote counts.
        Q(erased_at=None) | Q(committees__appeal=appeal),
        tournament=tournament_id,
    )
    known = {person.pk: person for person in persons.filter(pk__in=person_ids)}
    links = {
        link.pk: link
        for link in AccessLink.objects.usable()
        .filter(tournament=tournament_id, pk__in=link_ids)
        .exclude(role=Role.PLAYER)
    }
    players = set(
        Player.objects.filter(
            tournament=tournament_id, pk__in=player_ids, erased_at=None
        ).values_list("pk", flat=True)
    )
    if known.keys() != set(person_ids) or links.keys() != set(link_ids):
        raise _nobody()
    if players != set(player_ids):
        raise _nobody()
    found = [known[key] for key in person_ids]
    for key in link_ids:
        link = links[key]
        who = Actor(role=link.role, name=link.label, link_id=link.pk)
        person = person_of(tournament_id, who)
        assert person is not None, "a link is somebody"
        found.append(person)
    found += [player_person(tournament_id, key) for key in player_ids]
    # Newly created persons have not loaded their players, whose names are used.
    told = persons.in_bulk([person.pk for person in found])
    return [told[person.pk] for person in found]


def _nobody() -> NotFound:
    return NotFound(
        "no_person", field="members", text=_("Somebody on the list is not in this tournament.")
    )


MOST_MOTIONS = 12


@transaction.atomic
def put_motion(*, appeal_id: int, decision: Decision, proposed: Message | None = None) -> Motion:
    """Put another decision before the committee, as a member; return the motion.

    ``proposed`` are the proposed reasons, as for a ruling: if they were left unchanged, everybody
    reads them in their own language. Raises NotFound for anybody who is not a member, UserError and
    Conflict as for a ruling, and Conflict for a decision that is already before the committee, as
    the ruling itself always is (:func:`refuse_as_ruled`).
    """
    appeal, case, game = locked_appeal(appeal_id)
    member = acting_member(appeal)
    decision, _parties = check_decision(decision, case, game, policy_of(case.tournament))
    refuse_as_ruled(appeal_id=appeal_id, decision=decision)
    if proposed is not None and renders_as(proposed, decision.reasons):
        decision = replace(decision, made_of=proposed)
    told = decision.as_json()
    there = list(appeal.motions.values_list("decision", flat=True))
    if told in there:
        raise Conflict("motion_twice", text=_("This is already before the committee."))
    if len(there) > MOST_MOTIONS:
        raise Conflict("too_many_motions", text=_("Vote on the existing motions first."))
    motion = Motion.objects.create(appeal=appeal, by=member, decision=told)
    record_case_event(Verb.MOTION_MADE, case, motion=len(there))
    return motion


def refuse_as_ruled(*, appeal_id: int, decision: Decision) -> None:
    """Raise Conflict (``as_ruled``) for a decision, as written down, that only upholds the ruling.

    It has the same result and the same penalties: the players would read that the ruling was
    changed, and nobody would have said why it is upheld. A replay or a resumption may be decided
    again if the game has been played since the ruling.
    """
    appeal = Appeal.objects.select_related("case__game").get(pk=appeal_id)
    game = appeal.case.game
    opened = decision.effect in (Effect.REPLAY, Effect.RESUME)
    if opened and game is not None and game.state != GameState.OPEN:
        return
    against = next(one for one in rulings_of(appeal.case_id) if one.id == appeal.ruling_id)
    if same_outcome(decision, against.decision):
        raise Conflict(
            "as_ruled",
            text=_(
                "This is what the ruling says: the same result, and the same penalties. To uphold "
                "it, vote for “Uphold the ruling as it is” and give your reasons there."
            ),
        )


@transaction.atomic
def vote(*, appeal_id: int, motion_id: int, reasons: str = "") -> bool:
    """Vote for a motion as a member, or change one's vote; return whether that decides.

    Once every member has voted, a motion with more than half of the votes decides: the case is
    final, and its game too. A vote to uphold the ruling needs ``reasons`` until one of its voters
    has given some; these stay, and others may add to them.

    Raises NotFound for anybody who is not on the committee and for an unknown motion, UserError
    (field ``reasons``) if they are missing, too long or for another motion, and Conflict if the
    appeal is settled.
    """
    appeal, case, game = locked_appeal(appeal_id)
    member = acting_member(appeal)
    motion = appeal.motions.filter(pk=motion_id).first()
    if motion is None:
        raise NotFound("no_motion", text=_("There is no such motion."))
    _add_reasons(appeal, motion, _printable(reasons))
    Vote.objects.update_or_create(member=member, defaults={"motion": motion, "at": timezone.now()})
    number = appeal.motions.filter(pk__lt=motion.pk).count()
    record_case_event(Verb.VOTED, case, motion=number)
    ahead = _with_majority(appeal)
    if ahead is None or _unheard(appeal):
        _ask_the_last(appeal, case)
        return False
    _decide(appeal, case, game, ahead)
    return True


@transaction.atomic
def close_vote(*, appeal_id: int, note: str) -> None:
    """Close a vote as a member before all have voted, with a reason; the majority decides.

    Raises NotFound for anybody who is not on the committee, UserError (field ``note``) if the
    reason is missing or too long, and Conflict if no motion has a majority or the appeal is
    settled.
    """
    appeal, case, game = locked_appeal(appeal_id)
    member = acting_member(appeal)
    note = " ".join(_printable(note).split())
    if not note:
        raise UserError(
            "note",
            field="note",
            text=_("Say why the vote is closed before everybody has voted: the players read it."),
        )
    check_length(note, LONGEST_CLOSING, field="note", code="note")
    ahead = _with_majority(appeal)
    if ahead is None:
        raise Conflict(
            "no_majority",
            text=_("No motion has the votes of more than half of the committee yet."),
        )
    _decide(appeal, case, game, ahead, note=note, closed_by=member.person)


LONGEST_REASONS = max_length_of(Appeal, "reasons")
LONGEST_CLOSING = max_length_of(Appeal, "closing_note")
LONGEST_REPLACING = max_length_of(Appeal, "replacing_notes")


_BELOW = "\n\n"
"""Separates the reasons of two members."""


def room_for_reasons(written: str) -> int:
    """Return how many characters another member can add to the reasons written so far."""
    used = len(written) + len(_BELOW) if written else 0
    return max(0, LONGEST_REASONS - used)


def _add_reasons(appeal: Appeal, motion: Motion, reasons: str) -> None:
    """Store why a member upholds the ruling, below what others wrote."""
    if motion.decision is not None:
        if reasons:
            raise UserError(
                "reasons",
                field="reasons",
                text=_("This motion has reasons of its own: only to uphold needs yours."),
            )
        return
    if not reasons and not appeal.reasons:
        raise UserError(
            "reasons_missing",
            field="reasons",
            text=_("Say why the ruling is upheld: the players read it."),
        )
    if not reasons:
        return
    room = room_for_reasons(appeal.reasons)
    if not room:
        raise UserError(
            "reasons",
            field="reasons",
            text=_("There is no room for more reasons than other members wrote: vote without any."),
        )
    check_length(reasons, room, field="reasons", code="reasons")
    appeal.reasons = _BELOW.join(filter(None, [appeal.reasons, reasons]))
    appeal.save(update_fields=["reasons"])


def _with_majority(appeal: Appeal) -> Motion | None:
    """Return the motion with the votes of more than half of the members, if there is one."""
    counted = appeal.motions.annotate(n=Count("votes")).filter(n__gt=appeal.members.count() // 2)
    return counted.first()


def _unheard(appeal: Appeal) -> int:
    """Return how many members have not voted."""
    return appeal.members.filter(vote=None).count()


def _decide(
    appeal: Appeal,
    case: Case,
    game: Game | None,
    motion: Motion,
    *,
    note: str = "",
    closed_by: Person | None = None,
) -> None:
    settle_appeal(
        appeal,
        AppealState.DECIDED,
        upheld=motion.decision is None,
        unheard=_unheard(appeal),
        closing_note=note,
        closed_by=closed_by,
    )
    if motion.decision is not None:
        assert motion.by is not None, "only to uphold is nobody's motion"
        decision = decision_from(motion.decision)
        write_ruling(
            case,
            game,
            decision,
            motion.by.person,
            RulingKind.APPEAL,
            note=note,
            proposed=decision.made_of,
        )
        return
    # The ruling stands as it is, and so does anything that has happened to the game since.
    move_case(case, CaseState.FINAL, settled_at=timezone.now())
    set_final(case)
    board = {} if game is None else board_now(game.pk)
    record_case_event(Verb.APPEAL_DECIDED, case, note=note, upheld=True, **board)
