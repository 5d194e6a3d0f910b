"""Appointing the committee that decides an appeal."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.involved import involved_in
from adjudication.cases.services.case_events import tell_case
from adjudication.cases.services.holding import name_of
from adjudication.cases.services.policies import policy_of
from adjudication.models import Appeal, CommitteeMember
from adjudication.rulings.services.appeals.holding import locked_appeal
from tournament.audit.services.acting import Actor
from tournament.audit.services.persons import person_of, player_person
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AccessLink, Person, Player, Role, Verb

MOST_MEMBERS = 15


@transaction.atomic
def appoint(
    *,
    appeal_id: int,
    person_ids: Iterable[int] = (),
    link_ids: Iterable[int] = (),
    player_ids: Iterable[int] = (),
) -> None:
    """Make these people the committee of an appeal, in place of those who were on it.

    Who has done nothing here yet is nobody for the record so far: the staff is named by its links
    then, a player by his id. Raises NotFound for anybody of another tournament, UserError for
    fewer than the tournament's policy asks for, for somebody named twice and for somebody who is
    involved, and Conflict where a member who has voted or put a motion would leave.
    """
    appeal, case, _game = locked_appeal(appeal_id)
    chosen = _people(appeal, list(person_ids), list(link_ids), list(player_ids))
    if len({one.pk for one in chosen}) < len(chosen):
        raise UserError("twice", field="members", text=_("Somebody is on the list twice."))
    least = policy_of(case.tournament).committee
    if not least <= len(chosen) <= MOST_MEMBERS:
        raise UserError(
            "too_few",
            field="members",
            text=_("The committee has at least %(least)d members, and at most %(most)d.")
            % {"least": least, "most": MOST_MEMBERS},
        )
    involved = involved_in(case.pk)
    for one in chosen:
        why = involved.why(person_id=one.pk, player_id=one.player_id, name=name_of(one))
        if why:
            raise UserError(
                "involved",
                field="members",
                text=_("%(name)s cannot be on the committee: %(why)s")
                % {"name": name_of(one) or one.role, "why": why},
            )
    _replace(appeal, {one.pk for one in chosen})
    tell_case(Verb.COMMITTEE_SET, case, members=sorted(one.uid for one in chosen))


def _replace(appeal: Appeal, wanted: set[int]) -> None:
    here = {one.person_id: one for one in appeal.members.all()}
    left = [one for key, one in here.items() if key not in wanted]
    for one in left:
        if hasattr(one, "vote") or one.motions.exists():
            raise Conflict(
                "member_voted",
                text=_("%(name)s has voted or made a motion, and stays on the committee.")
                % {"name": name_of(one.person)},
            )
        one.delete()
    CommitteeMember.objects.bulk_create(
        CommitteeMember(appeal=appeal, person_id=key) for key in sorted(wanted - here.keys())
    )


def _people(
    appeal: Appeal, person_ids: list[int], link_ids: list[int], player_ids: list[int]
) -> list[Person]:
    tournament_id = appeal.case.tournament_id
    persons = Person.objects.select_related("player").filter(
        # Who was erased since stays on it, for his vote counts.
        Q(erased_at=None) | Q(committees__appeal=appeal),
        tournament=tournament_id,
    )
    known = {one.pk: one for one in persons.filter(pk__in=person_ids)}
    links = {
        one.pk: one
        for one in AccessLink.objects.usable()
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
    # Those that were only made now do not hold their players, whose names are told.
    told = persons.in_bulk([one.pk for one in found])
    return [told[one.pk] for one in found]


def _nobody() -> NotFound:
    return NotFound(
        "no_person", field="members", text=_("Somebody on the list is not in this tournament.")
    )
