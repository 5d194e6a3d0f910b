"""Appeals as they are looked at: what was asked, who decides, what is voted on."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from adjudication.cases.selectors.involved import Text, involved_in
from adjudication.models import Appeal, AppealState, Case, CaseState, Motion
from adjudication.policy.decisions import Decision, decision_from
from tournament.models import AccessLink, Person, Player, Role


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member of a committee; ``motion_id`` is what he votes for now."""

    id: int
    person_id: int
    name: str
    role: str
    motion_id: int | None


@dataclass(frozen=True, slots=True)
class MotionLine:
    """A motion with its number of votes; without a ``decision`` it is to uphold the ruling.

    ``number`` is 0 for that one. ``by`` is who put it, ``wins`` that it has decided the appeal.
    """

    id: int
    number: int
    by: str
    decision: Decision | None
    made_at: datetime
    votes: int
    wins: bool


@dataclass(frozen=True, slots=True)
class AppealView:
    """An appeal; ``needed`` is how many votes decide. ``ruling_number`` is what it is against."""

    id: int
    case_id: int
    ruling_id: int
    ruling_number: int
    by: str
    player_id: int | None
    text: str
    state: str
    made_at: datetime
    settled_at: datetime | None
    members: tuple[MemberLine, ...]
    motions: tuple[MotionLine, ...]

    @property
    def waits(self) -> bool:
        """Whether the committee has still to decide it."""
        return self.state == AppealState.WAITING

    @property
    def needed(self) -> int:
        """Return with how many votes a motion decides."""
        return len(self.members) // 2 + 1

    def member(self, person_id: int | None) -> MemberLine | None:
        """Return what somebody is on the committee, or None."""
        return next((one for one in self.members if one.person_id == person_id), None)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who could be on the committee; exactly one of the ids tells who.

    ``why_not`` says in a sentence why he cannot be; empty where he can.
    """

    link_id: int | None
    player_id: int | None
    person_id: int | None
    name: str
    role: str
    member: bool
    why_not: Text


def appeals_of(case_id: int) -> tuple[AppealView, ...]:
    """Return the appeals of a case, the newest first. Three queries."""
    return _views(Appeal.objects.filter(case=case_id).order_by("-pk"))


def appealable_until(case_id: int, player_id: int, now: datetime) -> datetime | None:
    """Return until when a player may appeal the ruling of a case; None where he cannot.

    Who took an appeal back cannot appeal the same ruling again.
    """
    case = Case.objects.filter(pk=case_id, state=CaseState.RULED, parties=player_id).first()
    if case is None or case.appeal_until is None or case.appeal_until <= now:
        return None
    ruling = case.rulings.order_by("-number").first()
    if ruling is not None and ruling.appeals.filter(player=player_id).exists():
        return None
    return case.appeal_until


def latest_appeal(case_id: int) -> int | None:
    """Return the id of the latest appeal of a case, or None. One query."""
    rows = Appeal.objects.filter(case=case_id).order_by("-pk")
    return rows.values_list("pk", flat=True).first()


def candidates(appeal: AppealView, tournament_id: int) -> tuple[Candidate, ...]:
    """Return the staff and then the players, by name, each with why he cannot decide an appeal.

    Who is on the committee is told even when his link was revoked or his name erased since: his
    vote counts. Seven queries.
    """
    involved = involved_in(appeal.case_id)
    members = {one.person_id for one in appeal.members}
    rows = Person.objects.filter(tournament=tournament_id)
    rows = rows.filter(Q(erased_at=None) | Q(pk__in=members))
    persons = list(rows.values_list("pk", "link_id", "player_id", "user_id", "name", "role"))
    by_link = {link: pk for pk, link, *_ in persons if link is not None}
    by_player = {player: pk for pk, _, player, *_ in persons if player is not None}
    found: list[Candidate] = []

    def add(
        name: str,
        role: str,
        *,
        person: int | None,
        link: int | None = None,
        player: int | None = None,
    ) -> None:
        why = involved.why(person_id=person, player_id=player, name=name)
        found.append(Candidate(link, player, person, name, role, person in members, why))

    links = AccessLink.objects.usable().filter(tournament=tournament_id).exclude(role=Role.PLAYER)
    for pk, label, role in links.order_by("label", "pk").values_list("pk", "label", "role"):
        add(label, role, person=by_link.get(pk), link=pk)
    players = Player.objects.filter(tournament=tournament_id, erased_at=None)
    named = list(players.order_by("name", "pk").values_list("pk", "name"))
    shown = {one.link_id for one in found}, {pk for pk, _name in named}
    for pk, link, player, user_id, name, role in persons:
        gone = pk in members and link not in shown[0] and player not in shown[1]
        if user_id is not None or gone:
            add(name, role, person=pk)
    for pk, name in named:
        add(name, Role.PLAYER, person=by_player.get(pk), player=pk)
    return tuple(found)


def _views(found: "QuerySet[Appeal]") -> tuple[AppealView, ...]:
    appeals = list(found.select_related("ruling", "by__player"))
    keys = [one.pk for one in appeals]
    members: dict[int, list[MemberLine]] = {}
    for appeal_id, pk, person_id, role, label, player, motion_id in (
        Appeal.objects.filter(pk__in=keys, members__isnull=False)
        .order_by("members__pk")
        .values_list(
            "pk",
            "members__pk",
            "members__person_id",
            "members__person__role",
            "members__person__name",
            "members__person__player__name",
            "members__vote__motion",
        )
    ):
        line = MemberLine(pk, person_id, player or label, role, motion_id)
        members.setdefault(appeal_id, []).append(line)
    motions: dict[int, list[Motion]] = {}
    for one in (
        Motion.objects.filter(appeal__in=keys).order_by("pk").select_related("by__person__player")
    ):
        motions.setdefault(one.appeal_id, []).append(one)
    counts = Counter(one.motion_id for lines in members.values() for one in lines)
    return tuple(
        AppealView(
            id=one.pk,
            case_id=one.case_id,
            ruling_id=one.ruling_id,
            ruling_number=one.ruling.number,
            by=_name(one.by),
            player_id=one.player_id,
            text=one.text,
            state=one.state,
            made_at=one.made_at,
            settled_at=one.settled_at,
            members=tuple(members.get(one.pk, ())),
            motions=tuple(
                MotionLine(
                    id=motion.pk,
                    number=number,
                    by="" if motion.by is None else _name(motion.by.person),
                    decision=None if motion.decision is None else decision_from(motion.decision),
                    made_at=motion.made_at,
                    votes=counts[motion.pk],
                    wins=one.state == AppealState.DECIDED
                    and 2 * counts[motion.pk] > len(members.get(one.pk, ())),
                )
                for number, motion in enumerate(motions.get(one.pk, ()))
            ),
        )
        for one in appeals
    )


def _name(person: Person) -> str:
    return person.player.name if person.player else person.name
