"""Who is on the committee of an appeal, and who stays on it."""

import pytest

from adjudication.erasing.services import erase_player
from adjudication.rulings.services.appeals import appeal, appoint_committee
from tests.adjudication.decisions import as_player, person, staff
from tests.adjudication.rulings.test_appeals import (
    WHITE_WINS,
    case,
    committee,
    game,
    listed,
    putting,
    referee,
    the_view,
    tournament,
    uphold,
    voting,
    waiting,
)
from tests.factories import GameFactory, PlayerFactory
from tournament.audit.services.current_actor import acting_as
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, Role, Tournament, Verb
from tournament.staff.services import revoke_link

__all__ = ["case", "committee", "game", "referee", "tournament", "waiting"]

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_second_link_of_the_referee_is_noticed_by_its_name(tournament, waiting):
    staff(tournament, Role.ASSISTANT, "rita ")
    told = [one for one in listed(waiting) if one.name.casefold().strip() == "rita"]
    assert len(told) == 2
    assert all(one.why_not for one in told)


def test_a_committee_has_enough_members_each_once(case, tournament, waiting, committee):
    persons = [person(tournament, one).pk for one in committee]
    for ids, code in ((persons[:2], "too_few"), ([*persons, persons[0]], "twice")):
        with pytest.raises(UserError, match=code):
            appoint_committee(appeal_id=waiting.pk, person_ids=ids)
    stranger = person(GameFactory().round.tournament, staff(Tournament.objects.last()))
    with pytest.raises(NotFound):
        appoint_committee(appeal_id=waiting.pk, person_ids=[*persons, stranger.pk])
    tournament.rulings = {"committee": 5}
    tournament.save()
    with pytest.raises(UserError, match="too_few"):
        appoint_committee(appeal_id=waiting.pk, person_ids=persons)


def test_members_can_be_named_by_link_and_player_before_they_did_anything(case, game, tournament):
    with acting_as(as_player(game.white)):
        made = appeal(case_id=case.pk, text="It was not so.")
    links = [staff(tournament, name=name).link_id for name in ("Dora", "Ann")]
    player = PlayerFactory(tournament=tournament)
    appoint_committee(appeal_id=made.pk, link_ids=links, player_ids=[player.pk])
    assert [one.name for one in the_view(made).members] == ["Dora", "Ann", player.name]
    chosen = [one for one in listed(made) if one.member]
    assert {one.name for one in chosen} == {"Dora", "Ann", player.name}
    with pytest.raises(NotFound):
        appoint_committee(appeal_id=made.pk, link_ids=links, player_ids=[PlayerFactory().pk])


def test_who_has_voted_stays_on_the_committee(tournament, waiting, committee):
    voting(waiting, committee[0], uphold(waiting))
    other = staff(tournament, name="Ulla")
    ids = [person(tournament, one).pk for one in (*committee[1:], other)]
    with pytest.raises(Conflict, match="member_voted"):
        appoint_committee(appeal_id=waiting.pk, person_ids=ids)
    ids = [person(tournament, one).pk for one in (*committee[:2], other)]
    for said in ("", " \n ", "x" * 501):
        with pytest.raises(UserError) as refused:
            appoint_committee(appeal_id=waiting.pk, person_ids=ids, note=said)
        assert refused.value.field == "note"
    appoint_committee(appeal_id=waiting.pk, person_ids=ids, note="They had to catch a train.")
    view = the_view(waiting)
    assert {one.name for one in view.members} == {"Dora", "Ann", "Ulla"}
    assert view.replacing_notes == "They had to catch a train."
    assert sum(one.motion_id is not None for one in view.members) == 1
    event = AuditEvent.objects.filter(verb=Verb.COMMITTEE_SET).latest("pk")
    assert (event.reason, len(event.after["left"])) == ("They had to catch a train.", 1)


def test_who_joins_a_committee_needs_no_reason(tournament, waiting, committee):
    other = staff(tournament, name="Ulla")
    ids = [person(tournament, one).pk for one in (*committee, other)]
    appoint_committee(appeal_id=waiting.pk, person_ids=ids)
    assert the_view(waiting).replacing_notes == ""


@pytest.mark.parametrize("gone", [1, 2])
def test_who_has_voted_and_is_gone_since_does_not_keep_others_from_the_committee(
    tournament, waiting, committee, gone
):
    voting(waiting, committee[gone], uphold(waiting))
    if gone == 1:
        revoke_link(link_id=committee[1].link_id)
    else:
        erase_player(
            tournament_id=tournament.pk, player_id=committee[2].player_id, note="He asked for it."
        )
    staff(tournament, name="Ulla")
    chosen = [one for one in listed(waiting) if one.member or one.name == "Ulla"]
    assert len(chosen) == 4
    # Just as the page does: by player, else by link, else by person.
    appoint_committee(
        appeal_id=waiting.pk,
        player_ids=[one.player_id for one in chosen if one.player_id],
        link_ids=[one.link_id for one in chosen if one.link_id],
        person_ids=[one.person_id for one in chosen if not one.player_id and not one.link_id],
    )
    assert len(the_view(waiting).members) == 4


def test_who_has_left_the_staff_is_not_offered_and_does_not_count(tournament, waiting, committee):
    revoke_link(link_id=committee[1].link_id)
    left = person(tournament, committee[1])
    (told,) = [one for one in listed(waiting) if one.person_id == left.pk]
    assert told.why_not
    ids = [person(tournament, one).pk for one in committee]
    with pytest.raises(UserError, match="involved"):
        appoint_committee(appeal_id=waiting.pk, person_ids=ids)
    ids[1] = person(tournament, staff(tournament, name="Ulla")).pk
    appoint_committee(appeal_id=waiting.pk, person_ids=ids, note="They have left.")
    assert left.pk not in {one.person_id for one in the_view(waiting).members}
    # Nobody who never was on it either, by the id that programs know.
    with pytest.raises(UserError, match="involved"):
        appoint_committee(appeal_id=waiting.pk, person_ids=[*ids, left.pk])


def test_who_put_a_motion_and_is_gone_since_stays_on_the_committee(tournament, waiting, committee):
    putting(waiting, committee[1], WHITE_WINS)
    revoke_link(link_id=committee[1].link_id)
    gone = person(tournament, committee[1]).pk
    (told,) = [one for one in listed(waiting) if one.person_id == gone]
    assert not told.why_not
    other = person(tournament, staff(tournament, name="Ulla")).pk
    appoint_committee(
        appeal_id=waiting.pk,
        person_ids=[*(person(tournament, one).pk for one in committee), other],
    )
    assert gone in {one.person_id for one in the_view(waiting).members}
