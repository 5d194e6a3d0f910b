"""E-mails to members of appeals committees: who is called, who is asked for the last vote, once."""

from typing import Any

import pytest
from django.test import Client

from adjudication.cases.services.opening import open_by_staff
from adjudication.models import Case, Motion
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.appeals import appoint_committee, vote
from jobs.worker import run_job
from notices.emails.services import set_mail_rules, set_player_mail, set_staff_mail
from notices.models import Mail, MailKind
from tests.adjudication.decisions import as_player
from tests.notices.emails import address, only, path_in, states, text_of
from tests.notices.hooks import bodies, listen, work
from tests.support.desk_world import appealed, at, committee, new_case, referee, ruled
from tests.support.world import World
from tournament.audit.services.current_actor import acting_as
from tournament.models import Role
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db

CHRIS, DORA, EMIL = (f"{name}@example.org" for name in ("chris", "dora", "emil"))


@pytest.fixture
def case(world: World) -> Case:
    """A case with an appeal of White's that waits for its committee."""
    found = ruled(world, new_case(world))
    appealed(world, found, world.players[1])
    return found


def key(case: Case) -> int:
    return case.appeals.get().pk


def votes(world: World, case: Case, *players: int) -> None:
    for index in players:
        with acting_as(as_player(world.players[index])):
            motion = Motion.objects.get().pk
            vote(appeal_id=key(case), motion_id=motion, reasons="It is right.")
        work()


def test_whoever_is_called_reads_what_is_asked_and_gets_to_the_vote(world, post, case):
    address(world, 2)
    issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=world.players[2].pk)
    committee(world, key(case), 2, 3, 4)
    work()
    (to, mail) = post.got[0]
    assert (to, len(post.got)) == (CHRIS, 1)
    assert "appeals committee of case 1" in mail["Subject"]
    assert "you are asked to read the case and to vote" in text_of(mail)
    assert "Round 1, board 1: Aki – Béa." in text_of(mail)
    path = path_in(mail, "/m/")
    client = Client()
    client.get(path)
    page = client.post(path, follow=True)
    assert page.redirect_chain[-1][0] == at(case, "appeal/")
    assert 'id="vote-0"' in page.text


def test_the_address_in_it_lets_in_nobody_who_does_not_sit_there(world, post, case):
    address(world, 5)
    issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=world.players[5].pk)
    new_case(world, 2)
    work()
    path = path_in(post.to("fanny@example.org")[0], "/m/").partition("?")[0]
    there = Client().post(f"{path}?appeal=1&tournament=coupe", follow=True)
    assert there.status_code == 403


def test_the_last_who_has_not_voted_is_told_once(world, post, case):
    address(world, 2, 3, 4)
    committee(world, key(case), 2, 3, 4)
    work()
    post.got.clear()
    votes(world, case, 2)
    assert post.got == []
    votes(world, case, 3, 2, 3)
    mail = only(post, EMIL)
    assert "please vote" in mail["Subject"]
    assert "only your vote is missing" in text_of(mail)
    assert "Round 1, board 1: Aki – Béa." in text_of(mail)
    assert len(post.got) == 1


@pytest.mark.parametrize(("cause", "named"), [(Cause.LATE, True), (Cause.CONDUCT, False)])
def test_without_a_game_players_are_named_unless_somebody_may_be_suspected(
    world, post, cause, named
):
    address(world, 2)
    ids = [world.players[index].pk for index in (0, 1)]
    with acting_as(referee(world)):
        found = open_by_staff(
            tournament_id=world.tournament.pk, cause=cause, player_ids=ids, note="It is so."
        )
    ruled(world, found, decision=Decision("nothing", reasons="Nothing changes."))
    appealed(world, found, world.players[1])
    committee(world, key(found), 2, 3, 4)
    work()
    assert ("Aki, Béa" in text_of(only(post, CHRIS))) == named


def test_whoever_takes_the_last_place_is_told_both_in_one(world, post, case):
    address(world, 2, 3, 4, 5)
    committee(world, key(case), 2, 3, 4)
    votes(world, case, 2, 3)
    post.got.clear()
    ids = [world.players[index].pk for index in (2, 3, 5)]
    appoint_committee(appeal_id=key(case), player_ids=ids, note="She had to catch a train.")
    work()
    text = text_of(only(post, "fanny@example.org"))
    assert "You were appointed" in text
    assert "only your vote is missing" in text
    assert len(post.got) == 1


def test_a_smaller_committee_asks_for_the_last_vote(world, post, case):
    address(world, 5)
    committee(world, key(case), 2, 3, 4, 5)
    votes(world, case, 2, 3)
    post.got.clear()
    ids = [world.players[index].pk for index in (2, 3, 5)]
    appoint_committee(appeal_id=key(case), player_ids=ids, note="She had to catch a train.")
    work()
    assert "please vote" in only(post, "fanny@example.org")["Subject"]


def test_nobody_who_left_or_has_voted_is_told(world, post, case):
    address(world, 2, 3, 4, 5)
    committee(world, key(case), 2, 3, 4)
    with acting_as(as_player(world.players[2])):
        vote(appeal_id=key(case), motion_id=Motion.objects.get().pk, reasons="It is right.")
    ids = [world.players[index].pk for index in (2, 3, 5)]
    appoint_committee(appeal_id=key(case), player_ids=ids, note="She had to catch a train.")
    work()
    assert sorted(to for to, _mail in post.got) == [DORA, "fanny@example.org"]


def test_what_is_written_already_is_dropped_for_who_leaves(world, post, case):
    address(world, 4)
    committee(world, key(case), 2, 3, 4)
    while not Mail.objects.exists():
        assert run_job()
    ids = [world.players[index].pk for index in (2, 3, 5)]
    appoint_committee(appeal_id=key(case), player_ids=ids, note="She had to catch a train.")
    work()
    assert post.got == []
    assert states() == ["dropped"]


def test_to_appoint_the_same_again_calls_nobody_twice(world, post, case):
    address(world, 2, 3, 4)
    committee(world, key(case), 2, 3, 4)
    work()
    committee(world, key(case), 2, 3, 4)
    committee(world, key(case), 2, 3, 4, 5)
    work()
    assert sorted(to for to, _mail in post.got) == [CHRIS, DORA, EMIL]


def test_somebody_of_the_staff_is_told_too(world, post, case):
    link = referee(world, "Ruth").link_id
    assert link is not None
    set_staff_mail(tournament_id=world.tournament.pk, link_id=link, email="ruth@example.org")
    ids = [world.players[index].pk for index in (2, 3)]
    appoint_committee(appeal_id=key(case), link_ids=[link], player_ids=ids)
    work()
    assert at(case, "appeal/") in text_of(only(post, "ruth@example.org"))
    votes(world, case, 2, 3)
    assert "please vote" in post.to("ruth@example.org")[-1]["Subject"]


def test_in_their_own_language_and_not_where_it_is_switched_off(world, post, case):
    address(world, 2, 3)
    set_player_mail(player_id=world.players[2].pk, off=[], language="fr")
    set_player_mail(player_id=world.players[3].pk, off=[MailKind.COMMITTEE], language="")
    committee(world, key(case), 2, 3, 4)
    work()
    assert "commission d’appel du dossier 1" in text_of(only(post, CHRIS))
    assert len(post.got) == 1


def appointed(world: World, case: Case, **more: Any) -> str:
    """Return what the director reads once they have appointed three players."""
    owner = world.client(Role.DIRECTOR)
    who = [f"player-{world.players[index].pk}" for index in (2, 3, 4)]
    return owner.post(at(case, "appeal/committee/"), {"who": who, **more}, follow=True).text


def test_the_director_reads_whom_they_have_to_tell(world, post, case):
    address(world, 2, 3)
    for index in (2, 4):
        player = world.players[index].pk
        issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=player)
    page = appointed(world, case)
    assert "to whom no e-mail goes: Dora, Emil." in page
    assert page.count("told by e-mail") == 1
    assert page.count("gets no e-mail") == 2


@pytest.mark.parametrize("sends", ["all", "not these", "none"])
def test_they_read_it_of_everybody(world, post, case, settings, sends):
    address(world, 2, 3, 4)
    for index in (2, 3, 4):
        player = world.players[index].pk
        issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=player)
    if sends == "none":
        settings.SHINPAN_EMAIL = False
    elif sends == "not these":
        off = [MailKind.COMMITTEE]
        set_mail_rules(
            tournament_id=world.tournament.pk, enabled=True, off=off, language="", remind_hours=48
        )
    page = appointed(world, case)
    assert ("Its members are told by e-mail." in page) == (sends == "all")
    assert page.count("gets no e-mail") == (0 if sends == "all" else 3)


def test_webhooks_are_not_told_who_sits_on_a_committee(world, receiver, case):
    listen(world, receiver)
    committee(world, key(case), 2, 3, 4)
    work()
    assert not [one for one in bodies(receiver) if one["type"] == "committee.called"]
