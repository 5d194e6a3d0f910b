"""Appeals as plain values: what was asked, who decides, who cannot, and what is voted on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from adjudication.cases.selectors.rulings import reasons_in_language, standing_rulings
from adjudication.models import (
    Appeal,
    AppealState,
    Case,
    CaseState,
    Effect,
    Motion,
    Ruling,
    Statement,
)
from adjudication.policy.decisions import Decision, decision_from
from tournament.common.prepared import prepared
from tournament.models import AccessLink, Person, Player, Role, TeamSeat

Text = str | Promise

PARTY = _("The case is about this player.")
RULED = _("Has ruled in this case.")
OPENED = _("Opened this case.")
SAID = _("Has made a statement in this case.")
TEAM = _("Plays in a team with one of the players.")
LEFT = _("Has left the staff.")
SAME = _("Has the same name as somebody involved: perhaps the same person.")


@dataclass(frozen=True, slots=True)
class Involved:
    """Why somebody is not free to judge: by person, by player, and by case-folded name."""

    persons: Mapping[int, Text]
    players: Mapping[int, Text]
    names: frozenset[str]

    def why_not_free(self, *, person_id: int | None, player_id: int | None, name: str) -> Text:
        """Return why this person cannot be on the committee, or an empty text."""
        found = self.players.get(player_id or 0) or self.persons.get(person_id or 0)
        if found:
            return found
        return SAME if player_id is None and name.strip().casefold() in self.names else ""


DONE = (RULED, PARTY, SAID, OPENED)
"""What somebody has done in a case; if several apply, the first is shown."""


@dataclass(frozen=True, slots=True)
class _Doer:
    """A person who did something in a case; ``place`` is its index in :data:`DONE`."""

    place: int
    person_id: int
    player_id: int | None
    name: str


def _doers(case_id: int) -> list[_Doer]:
    """Return who did something in a case, sorted by what it was. One query."""

    def rows(found: "QuerySet[Any]", place: int, who: str) -> "QuerySet[Any]":
        name = Coalesce(f"{who}__player__name", f"{who}__name")
        return found.values_list(Value(place), who, f"{who}__player", name)

    ruled = rows(Ruling.objects.filter(case=case_id), 0, "by")
    found = ruled.union(
        rows(Appeal.objects.filter(case=case_id), 1, "by"),
        rows(Statement.objects.filter(case=case_id), 2, "person"),
        rows(Case.objects.filter(pk=case_id, opened_by__isnull=False), 3, "opened_by"),
    )
    return sorted((_Doer(*row) for row in found), key=lambda doer: doer.place)


def involved_in(case_id: int) -> Involved:
    """Return who is involved in a case. Three queries."""
    parties = list(Player.everybody.filter(cases=case_id))
    persons: dict[int, Text] = {}
    doers = _doers(case_id)
    for doer in doers:
        persons.setdefault(doer.person_id, DONE[doer.place])
    players: dict[int, Text] = dict.fromkeys((player.pk for player in parties), PARTY)
    seats = TeamSeat.objects.filter(team__seats__player__in=players)
    for player_id in seats.values_list("player", flat=True):
        players.setdefault(player_id, TEAM)
    for doer in doers:
        if doer.player_id is not None:
            players.setdefault(doer.player_id, persons[doer.person_id])
    names = {doer.name for doer in doers} | {player.name for player in parties}
    return Involved(persons, players, frozenset(name.strip().casefold() for name in names) - {""})


def left_staff(tournament_id: int) -> frozenset[int]:
    """Return the persons, not players, who no longer have a link to a tournament. One query.

    They can neither read the case nor vote. The installation's operators count only once they have
    stopped being operators.
    """
    links = AccessLink.objects.usable().filter(pk=OuterRef("link"))
    users = get_user_model().objects.filter(pk=OuterRef("user_id"))
    operators = users.filter(is_active=True, is_superuser=True)
    persons = Person.objects.filter(tournament=tournament_id, player=None)
    gone = persons.filter(~Exists(links), ~Exists(operators))
    return frozenset(gone.values_list("pk", flat=True))


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member of a committee; ``motion_id`` is what they vote for now."""

    id: int
    person_id: int
    name: str
    role: str
    motion_id: int | None


@dataclass(frozen=True, slots=True)
class MotionLine:
    """A motion and its number of votes; without a ``decision`` it is to uphold the ruling.

    The motion to uphold has ``number`` 0. ``by`` names its mover, whose id is ``person_id``;
    ``wins`` says whether it has decided the appeal.
    """

    id: int
    number: int
    by: str
    decision: Decision | None
    made_at: datetime
    votes: int
    wins: bool
    person_id: int | None = None


@dataclass(frozen=True, slots=True)
class AppealText:
    """What an appeal says, by whom and against which ruling."""

    id: int
    ruling_id: int
    by: str
    text: str
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class AppealView:
    """An appeal against the ruling ``ruling_number``; ``needed`` is how many votes decide it."""

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
    upheld: bool | None = None
    """Whether the committee upheld the ruling; None before that, and where it was not recorded."""
    reasons: str = ""
    """Why its members uphold it."""
    unheard: int | None = None
    """How many had not voted when it was decided."""
    closing_note: str = ""
    """Why it was decided without them."""
    closed_by: str = ""
    """Who closed the vote, if anybody did; empty if no name was given."""
    replacing_notes: str = ""
    """Why members who had not voted were replaced, one reason a line."""

    @property
    def closable(self) -> bool:
        """Whether a motion has a majority but not all have voted, or it was not counted since."""
        return self.waits and any(motion.votes >= self.needed for motion in self.motions)

    @property
    def waits(self) -> bool:
        """Whether the committee still has to decide it."""
        return self.state == AppealState.WAITING

    @property
    def needed(self) -> int:
        """Return the number of votes that makes a majority."""
        return len(self.members) // 2 + 1

    @property
    def heard(self) -> frozenset[int]:
        """Return the ids of the persons who have voted or put a motion: they stay members."""
        voted = {member.person_id for member in self.members if member.motion_id is not None}
        moved = {motion.person_id for motion in self.motions if motion.person_id is not None}
        return frozenset(voted | moved)

    def member(self, person_id: int | None) -> MemberLine | None:
        """Return somebody's membership of the committee, or None."""
        return next((member for member in self.members if member.person_id == person_id), None)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who could be on the committee, identified by exactly one of the ids.

    ``why_not`` is a sentence saying why they cannot be; empty if they can.
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
    return _views(_appeals(case_id))


def appealable_until(case_id: int, player_id: int, now: datetime) -> datetime | None:
    """Return the time until which a player may appeal the ruling of a case; None if they cannot.

    A player who withdrew an appeal cannot appeal the same ruling again. Nobody can appeal a ruling
    that a later one has replaced (:func:`ruled_later`), or once the tournament is closed.
    """
    found = Case.objects.filter(pk=case_id, state=CaseState.RULED, parties=player_id)
    case = found.filter(tournament__closed_at=None).first()
    if case is None or case.appeal_until is None or case.appeal_until <= now:
        return None
    ruling = case.rulings.order_by("-number").first()
    if ruling is not None:
        appealed = ruling.appeals.filter(player=player_id).exists()
        if appealed or ruled_later(case, ruling) is not None:
            return None
    return case.appeal_until


def ruled_later(case: Case, ruling: Ruling) -> int | None:
    """Return the number of the case whose ruling has replaced this one, or None.

    The later ruling is on the same game and says what happens to it. An earlier ruling with a
    penalty is not replaced: the penalty stands and has to be appealed there. Two queries.
    """
    if case.game_id is None or ruling.penalties.exists():
        return None
    later = standing_rulings().filter(case__game=case.game_id, made_at__gt=ruling.made_at)
    later = later.exclude(case=case).exclude(effect=Effect.NOTHING).order_by("-made_at")
    return later.values_list("case__number", flat=True).first()


def before_committee(game_id: int | None, *, but: int) -> int | None:
    """Return the number of another case of the game that is before the committee, or None.

    ``but`` is the id of the case to leave out. One query.
    """
    if game_id is None:
        return None
    appealed = Case.objects.filter(game=game_id, state=CaseState.APPEALED).exclude(pk=but)
    return appealed.values_list("number", flat=True).first()


def latest_appeal(case_id: int) -> AppealText | None:
    """Return the latest appeal of a case, or None. One query."""
    rows = Appeal.objects.filter(case=case_id).order_by("-pk").select_related("by__player")
    appeal = rows.first()
    if appeal is None:
        return None
    withdrawn = appeal.state == AppealState.WITHDRAWN
    return AppealText(appeal.pk, appeal.ruling_id, _name(appeal.by), appeal.text, withdrawn)


def candidates(appeal: AppealView, tournament_id: int) -> tuple[Candidate, ...]:
    """Return the staff, then the players, by name, each with any reason not to decide an appeal.

    Members of the committee are included even if their link has been revoked or their name erased
    since. Their votes count, but those who left the staff unheard cannot stay on it. Eight queries.
    """
    involved = involved_in(appeal.case_id)
    left = left_staff(tournament_id) - appeal.heard
    members = {member.person_id for member in appeal.members}
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
        why = involved.why_not_free(person_id=person, player_id=player, name=name)
        if person in left:
            why = why or LEFT
        found.append(Candidate(link, player, person, name, role, person in members, why))

    links = AccessLink.objects.usable().filter(tournament=tournament_id).exclude(role=Role.PLAYER)
    for pk, label, role in links.order_by("label", "pk").values_list("pk", "label", "role"):
        add(label, role, person=by_link.get(pk), link=pk)
    players = Player.objects.filter(tournament=tournament_id, erased_at=None)
    named = list(players.order_by("name", "pk").values_list("pk", "name"))
    shown = {link.link_id for link in found}, {pk for pk, _name in named}
    for pk, link, player, user_id, name, role in persons:
        gone = pk in members and link not in shown[0] and player not in shown[1]
        if gone or (user_id is not None and pk not in left):
            add(name, role, person=pk)
    for pk, name in named:
        add(name, Role.PLAYER, person=by_player.get(pk), player=pk)
    return tuple(found)


@prepared
def _appeals(case_id: int) -> "QuerySet[Appeal]":
    found = Appeal.objects.filter(case=case_id).order_by("-pk")
    return found.select_related("ruling", "by__player", "closed_by__player")


@prepared
def _members(appeal_ids: Sequence[int]) -> "QuerySet[Appeal, tuple[Any, ...]]":
    found = Appeal.objects.filter(pk__in=appeal_ids, members__isnull=False)
    return found.order_by("members__pk").values_list(
        "pk",
        "members__pk",
        "members__person_id",
        "members__person__role",
        "members__person__name",
        "members__person__player__name",
        "members__vote__motion",
    )


@prepared
def _motions(appeal_ids: Sequence[int]) -> "QuerySet[Motion]":
    found = Motion.objects.filter(appeal__in=appeal_ids).order_by("pk")
    return found.select_related("by__person__player")


def _views(appeals: list[Appeal]) -> tuple[AppealView, ...]:
    keys = [appeal.pk for appeal in appeals]
    members: dict[int, list[MemberLine]] = {}
    for appeal_id, pk, person_id, role, label, player, motion_id in _members(keys):
        line = MemberLine(pk, person_id, player or label, role, motion_id)
        members.setdefault(appeal_id, []).append(line)
    motions: dict[int, list[Motion]] = {}
    for motion in _motions(keys):
        motions.setdefault(motion.appeal_id, []).append(motion)
    counts = Counter(member.motion_id for lines in members.values() for member in lines)
    return tuple(
        AppealView(
            id=appeal.pk,
            case_id=appeal.case_id,
            ruling_id=appeal.ruling_id,
            ruling_number=appeal.ruling.number,
            by=_name(appeal.by),
            player_id=appeal.player_id,
            text=appeal.text,
            state=appeal.state,
            made_at=appeal.made_at,
            settled_at=appeal.settled_at,
            upheld=appeal.upheld,
            reasons=appeal.reasons,
            unheard=appeal.unheard,
            closing_note=appeal.closing_note,
            closed_by="" if appeal.closed_by is None else _name(appeal.closed_by),
            replacing_notes=appeal.replacing_notes,
            members=tuple(members.get(appeal.pk, ())),
            motions=tuple(
                MotionLine(
                    id=motion.pk,
                    number=number,
                    by="" if motion.by is None else _name(motion.by.person),
                    decision=_decision(motion),
                    made_at=motion.made_at,
                    votes=counts[motion.pk],
                    person_id=None if motion.by is None else motion.by.person_id,
                    wins=appeal.state == AppealState.DECIDED
                    and 2 * counts[motion.pk] > len(members.get(appeal.pk, ())),
                )
                for number, motion in enumerate(motions.get(appeal.pk, ()))
            ),
        )
        for appeal in appeals
    )


def _decision(motion: Motion) -> Decision | None:
    """Return what a motion decides, with its reasons as shown to readers; None if it upholds."""
    if motion.decision is None:
        return None
    decision = decision_from(motion.decision)
    return replace(
        decision, reasons=reasons_in_language(decision.reasons, motion.decision.get("made_of"))
    )


def _name(person: Person) -> str:
    return person.player.name if person.player else person.name
