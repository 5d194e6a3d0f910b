"""Appeals through the pages: the owner appoints, the committee reads, moves and votes."""

import re

import pytest
from django.test import Client

from adjudication.models import Appeal, Case, Motion, Ruling, Statement, Vote
from tests.support.desk_world import appealed, at, committee, fields, new_case, referee, ruled
from tests.support.world import World
from tournament.audit.services.persons import player_person
from tournament.models import AccessLink, Game, Role
from tournament.staff.services import issue_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(world: World) -> Case:
    """A case that Remy ruled for Black, and White appealed."""
    found = new_case(world)
    appealed(world, ruled(world, found), world.players[1])
    return found


@pytest.fixture
def owner(world: World) -> Client:
    return world.client(Role.DIRECTOR)


def key() -> int:
    return Appeal.objects.get().pk


def test_the_owner_is_told_that_somebody_has_to_be_appointed(case: Case, owner: Client) -> None:
    page = owner.get(at(case, "appeal/")).text
    assert "Why Béa appeals" in page
    assert "That ko was allowed." in page
    assert "It has at least 3 members." in page
    assert "Appoint the committee" in page


def test_the_director_reads_of_a_pending_appeal_under_what_comes_next(
    case: Case, owner: Client
) -> None:
    page = owner.get("/director/coupe/").text
    assert at(case, "appeal/") in page[page.index('id="next"') :].split("</section>")[0]


def test_who_is_involved_cannot_be_ticked_and_it_says_why(case: Case, owner: Client) -> None:
    page = owner.get(at(case, "appeal/committee/")).text
    for name, why in (
        ("Aki", "The case is about this player."),
        ("Béa", "The case is about this player."),
        ("Remy", "Has ruled in this case."),
    ):
        row = next(part for part in page.split("<li>") if f"<span>{name} " in part)
        assert " disabled" in row
        assert why in row
    free = next(part for part in page.split("<li>") if "<span>Chris " in part)
    assert " disabled" not in free


def test_a_committee_of_too_few_is_refused_with_what_was_ticked(
    world: World, case: Case, owner: Client
) -> None:
    who = [f"player-{world.players[index].pk}" for index in (2, 3)]
    answer = owner.post(at(case, "appeal/committee/"), {"who": who})
    assert answer.status_code == 400
    assert "The committee has at least 3 members" in answer.text
    assert 'id="who_error"' in answer.text
    for one in who:
        assert re.search(rf'value="{one}"[^>]* checked', answer.text)
    assert not Appeal.objects.get().members.exists()


def test_players_and_staff_are_appointed_and_told_apart(
    world: World, case: Case, owner: Client
) -> None:
    other = referee(world, "Uma")
    who = [f"link-{other.link_id}", *(f"player-{world.players[index].pk}" for index in (2, 3))]
    page = owner.post(at(case, "appeal/committee/"), {"who": who}, follow=True).text
    assert "The committee is appointed." in page
    members = page[page.index('id="members"') :]
    assert "Uma" in members
    assert "Chris" in members
    assert "has not voted yet" in members
    again = owner.get(at(case, "appeal/committee/")).text
    assert re.search(rf'value="link-{other.link_id}"[^>]* checked', again)


def test_why_a_member_is_replaced_is_asked_for_and_read_by_the_players(
    world: World, case: Case, owner: Client
) -> None:
    address = at(case, "appeal/committee/")

    def chosen(*indexes: int) -> list[str]:
        return [f"player-{world.players[index].pk}" for index in indexes]

    assert 'name="note"' not in owner.get(address).text
    owner.post(address, {"who": chosen(2, 3, 4)})
    assert 'name="note"' in owner.get(address).text
    refused = owner.post(address, {"who": chosen(2, 3, 5)})
    assert refused.status_code == 400
    assert 'id="note_error"' in refused.text
    note = "She had to catch a train."
    assert owner.post(address, {"who": chosen(2, 3, 5), "note": note}).status_code == 302
    game = case.game_id
    assert note in world.player(0).get(f"/games/{game}/case/").text
    assert note in owner.get(at(case, "appeal/")).text
    assert note in owner.get("/director/coupe/history/").text


def test_only_the_owner_appoints(world: World, case: Case) -> None:
    assert world.client(Role.REFEREE).get(at(case, "appeal/committee/")).status_code == 403


def test_a_member_reads_the_case_but_does_nothing_to_it(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    chris = world.player(2)
    page = chris.get(at(case)).text
    assert "You sit on the appeals committee of this case" in page
    assert "White played where the rules forbid it." in page
    assert "What happened in this case" in page
    assert "Write down what you saw" not in page
    assert chris.post(at(case, "do/"), {"what": "take"}).status_code == 403
    assert chris.get("/referee/coupe/").status_code == 403


def test_the_page_of_an_appeal_has_the_statements_and_leads_to_life_and_death(
    world: World, case: Case
) -> None:
    person = player_person(world.tournament.pk, world.players[1].pk)
    Statement.objects.create(
        case=case,
        person=person,
        player=world.players[1],
        text="I passed first.",
        idempotency_key="said",
    )
    committee(world, key(), 2, 3, 4)
    page = world.player(2).get(at(case, "appeal/")).text
    assert "I passed first." in page
    assert at(case, "life/") in page


def test_another_player_reads_nothing_of_it(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    for path in ("", "appeal/", "appeal/motion/"):
        assert world.player(6).get(at(case, path)).status_code == 403


def test_a_member_of_one_committee_reads_no_other_case(world: World, case: Case) -> None:
    committee(world, key(), 4, 5, 6)
    other = new_case(world, 1)
    assert world.player(4).get(at(other)).status_code == 403
    assert world.player(4).get(at(other, "appeal/")).status_code == 403


def test_the_case_tells_the_words_of_an_appeal_that_was_withdrawn(world: World, case: Case) -> None:
    referee = world.client(Role.REFEREE)
    assert "data-withdrawn" not in referee.get(at(case)).text
    world.player(1).post(f"/games/{case.game_id}/case/appeal/withdraw/")
    case.refresh_from_db()
    assert case.state == "ruled"
    page = referee.get(at(case)).text
    assert "That ko was allowed." in page
    assert "data-withdrawn" in page


def test_the_majority_upholds_the_ruling_and_it_is_final(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    uphold = Motion.objects.get()
    chris, dora, emil = (world.player(index) for index in (2, 3, 4))
    page = chris.get(at(case, "appeal/")).text
    assert "Uphold the ruling as it is" in page
    assert "3 members: once everybody has voted, 2 votes for one motion decide." in page
    silent = chris.post(at(case, "appeal/"), {"motion": uphold.pk})
    assert silent.status_code == 400
    assert "Say why the ruling is upheld" in silent.text
    sent = {"motion": uphold.pk, "reasons": "Both saw the ko."}
    page = chris.post(at(case, "appeal/"), sent, follow=True).text
    assert "Your vote is counted." in page
    assert "your vote" in page
    page = dora.post(at(case, "appeal/"), {"motion": uphold.pk}, follow=True).text
    assert "Your vote is counted." in page
    assert 'id="close-vote"' in page
    page = emil.post(at(case, "appeal/"), {"motion": uphold.pk}, follow=True).text
    assert "Everybody has voted: the ruling is final." in page
    assert "Both saw the ko." in page
    assert "The committee has voted: this is final." in page
    case.refresh_from_db()
    assert case.state == "final"
    assert Game.objects.get(cases=case).final
    assert "That ko was allowed." in world.player(0).get(f"/games/{world.games[0].pk}/case/").text
    referee = world.client(Role.REFEREE).get(at(case)).text
    assert "That ko was allowed." in referee
    assert f'href="{at(case, "appeal/")}"' in referee
    late = emil.post(at(case, "appeal/"), {"motion": uphold.pk})
    assert late.status_code == 409
    assert 'id="vote-0"' not in late.text
    assert "Both saw the ko." in world.player(1).get(f"/games/{world.games[0].pk}/case/").text


def test_a_member_closes_the_vote_and_the_players_read_why(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    uphold = Motion.objects.get()
    chris, dora = world.player(2), world.player(3)
    sent = {"motion": uphold.pk, "reasons": "Both saw the ko."}
    assert 'id="close-vote"' not in chris.post(at(case, "appeal/"), sent, follow=True).text
    dora.post(at(case, "appeal/"), {"motion": uphold.pk})
    refused = chris.post(at(case, "appeal/"), {"close": "1", "note": " "})
    assert refused.status_code == 400
    assert Appeal.objects.get().state == "waiting"
    onlooker = world.client(Role.REFEREE).post(at(case, "appeal/"), {"close": "1", "note": "Now."})
    assert onlooker.status_code == 403
    sent = {"close": "1", "note": "Emil has gone home."}
    page = chris.post(at(case, "appeal/"), sent, follow=True).text
    assert "The vote is closed: the ruling is final." in page
    read = world.player(0).get(f"/games/{world.games[0].pk}/case/").text
    assert "Emil has gone home." in read


def test_another_decision_is_put_seen_and_voted(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    chris, dora = world.player(2), world.player(3)
    opened = chris.get(at(case, "appeal/motion/")).text
    form = fields(opened)
    typed = {**form, "effect": "result", "winner": "white", "reasons": "The ko was over."}
    page = chris.post(at(case, "appeal/motion/"), typed | {"step": "preview"}).text
    assert "If the committee votes for it, it is final." in page
    page = chris.post(
        at(case, "appeal/motion/"), {**fields(page), "step": "confirm"}, follow=True
    ).text
    assert "Another decision, put by Chris" in page
    assert "The ko was over." in page
    motion = Motion.objects.exclude(decision=None).get()
    for member in (chris, dora, world.player(4)):
        page = member.post(at(case, "appeal/"), {"motion": motion.pk}, follow=True).text
    assert "has the majority" in page
    game = Game.objects.get(cases=case)
    assert (game.winner, game.final) == ("white", True)
    ruling = chris.get(at(case)).text.split('id="rulings"')[1].split("</div>")[0]
    assert "The ko was over." in ruling
    assert "the appeals committee" in ruling
    assert "Chris" not in ruling


def test_the_players_read_why_outvoted_members_would_have_upheld_the_ruling(
    world: World, case: Case
) -> None:
    committee(world, key(), 2, 3, 4)
    uphold, appeal_page = Motion.objects.get(), at(case, "appeal/")
    chris, dora, emil = (world.player(index) for index in (2, 3, 4))
    chris.post(appeal_page, {"motion": uphold.pk, "reasons": "The third record shows it, too."})
    form = fields(dora.get(at(case, "appeal/motion/")).text)
    typed = {**form, "effect": "result", "winner": "white", "reasons": "The ko was over."}
    preview = dora.post(at(case, "appeal/motion/"), typed | {"step": "preview"}).text
    dora.post(at(case, "appeal/motion/"), {**fields(preview), "step": "confirm"})
    motion = Motion.objects.exclude(decision=None).get()
    for member in (dora, emil):
        member.post(appeal_page, {"motion": motion.pk})
    assert Appeal.objects.get().upheld is False
    own = f"/games/{world.games[0].pk}/case/"
    for reader, address in (
        (world.player(0), own),
        (world.player(1), own),
        (world.client(Role.REFEREE), appeal_page),
        (world.client(Role.DIRECTOR), appeal_page),
    ):
        assert reader.get(address).text.count("The third record shows it, too.") == 1


def test_a_member_is_led_to_the_vote_from_the_top_of_the_page(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    chris, address = world.player(2), at(case, "appeal/")
    for _time in range(2):
        page = chris.get(address).text
        assert page.index('href="#motions"') < page.index('id="why"') < page.index('id="motions"')
        vote = {"motion": Motion.objects.get().pk, "reasons": "It was so."}
        chris.post(address, vote)
    assert "2 members have not yet" in chris.get(address).text


@pytest.mark.parametrize("step", ["preview", "confirm"])
def test_the_ruling_once_more_is_refused_with_the_way_to_uphold_it(
    world: World, case: Case, step: str
) -> None:
    committee(world, key(), 2, 3, 4)
    chris = world.player(2)
    form = fields(chris.get(at(case, "appeal/motion/")).text)
    ruling = Ruling.objects.get(case=case)
    typed = {
        **form,
        "effect": ruling.effect,
        "winner": ruling.winner,
        "reason": ruling.reason,
        "reasons": "We say so, too.",
    }
    answer = chris.post(at(case, "appeal/motion/"), typed | {"step": step})
    assert answer.status_code == 409
    assert "If the committee votes for it" not in answer.text
    assert f'href="{at(case, "appeal/")}#motions"' in answer.text
    assert "We say so, too." in answer.text
    assert Motion.objects.count() == 1


def test_a_motion_starts_from_no_decision_below_the_appeal_and_the_ruling(
    world: World, case: Case
) -> None:
    committee(world, key(), 2, 3, 4)
    chris, by = world.player(2), Appeal.objects.get().player.name
    page = chris.get(at(case, "appeal/motion/")).text
    assert "winner" not in fields(page)
    said, ruled_, form = (
        page.index(text)
        for text in (f"Why {by} appeals", "The ruling it is against", 'class="ruling"')
    )
    assert said < ruled_ < form
    again = chris.post(at(case, "appeal/motion/"), {"step": "preview"}).text
    assert f"Why {by} appeals" in again


def test_all_that_can_be_voted_for_looks_alike(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    page = world.player(2).get(at(case, "appeal/")).text
    main = page[page.index("<main") : page.index("</main>")]
    assert 'id="vote-0"' in main
    assert 'class="main"' not in main
    assert 'class="button main"' not in main


def test_an_empty_motion_is_refused_with_its_errors(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    answer = world.player(2).post(at(case, "appeal/motion/"), {"step": "preview"})
    assert answer.status_code == 400
    assert 'id="reasons_error"' in answer.text


def test_a_vote_for_nothing_is_told_and_counts_nothing(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    page = world.player(2).post(at(case, "appeal/"), {"motion": "999999"}, follow=True).text
    assert "There is no such motion." in page
    assert not Vote.objects.exists()


def test_a_member_is_told_how_much_room_the_others_reasons_leave(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    uphold = Motion.objects.get().pk
    world.player(2).post(at(case, "appeal/"), {"motion": uphold, "reasons": "x" * 3900})
    second = world.player(3)
    page = second.get(at(case, "appeal/")).text
    assert 'data-most="98"' in page
    assert "Characters left: 98" in page
    refused = second.post(at(case, "appeal/"), {"motion": uphold, "reasons": "y" * 99})
    assert refused.status_code == 400
    assert "this text has 99" in refused.text
    assert "y" * 99 in refused.text
    assert (
        second.post(at(case, "appeal/"), {"motion": uphold, "reasons": "y" * 98}).status_code == 302
    )
    # A member for whom no room is left votes all the same.
    third = world.player(4)
    assert third.post(at(case, "appeal/"), {"motion": uphold, "reasons": "z"}).status_code == 400
    assert Vote.objects.count() == 2
    assert third.post(at(case, "appeal/"), {"motion": uphold, "reasons": ""}).status_code == 302
    assert Appeal.objects.get().state == "decided"


def test_a_helper_who_is_a_member_votes_as_himself(world: World, case: Case) -> None:
    token = issue_link(tournament_id=world.tournament.pk, role=Role.HELPER, label="Hugo")
    link = AccessLink.objects.latest("pk")
    owner = world.client(Role.DIRECTOR)
    who = [f"link-{link.pk}", *(f"player-{world.players[index].pk}" for index in (2, 3))]
    owner.post(at(case, "appeal/committee/"), {"who": who})
    hugo = Client(headers={"Accept-Language": "en"})
    hugo.post(f"/l/{token}/")
    hugo.post(at(case, "appeal/"), {"motion": Motion.objects.get().pk, "reasons": "It was so."})
    assert Vote.objects.get().member.person.link_id == link.pk


def test_the_staff_looks_on_without_a_vote(world: World, case: Case) -> None:
    committee(world, key(), 2, 3, 4)
    onlooker = world.client(Role.REFEREE)
    page = onlooker.get(at(case, "appeal/")).text
    assert "Vote for this" not in page
    answer = onlooker.post(at(case, "appeal/"), {"motion": Motion.objects.get().pk})
    assert answer.status_code == 403


def test_without_an_appeal_there_is_no_page_of_it(world: World) -> None:
    found = new_case(world, 1)
    assert world.client(Role.REFEREE).get(at(found, "appeal/")).status_code == 404


def test_members_are_told_on_their_own_pages_until_it_is_decided(world: World, case: Case) -> None:
    token = issue_link(tournament_id=world.tournament.pk, role=Role.ASSISTANT, label="Ada")
    link = AccessLink.objects.latest("pk")
    who = [f"link-{link.pk}", *(f"player-{world.players[index].pk}" for index in (2, 3))]
    world.client(Role.DIRECTOR).post(at(case, "appeal/committee/"), {"who": who})
    ada, chris = Client(headers={"Accept-Language": "en"}), world.player(2)
    ada.post(f"/l/{token}/")
    assert "You sit on the appeals committee of case 1" in chris.get("/me/").text
    assert at(case, "appeal/") in chris.get("/me/").text
    assert at(case, "appeal/") in ada.get("/director/coupe/").text
    assert at(case, "appeal/") not in world.player(4).get("/me/").text
    uphold = Motion.objects.get().pk
    for member in (ada, chris, world.player(3)):
        member.post(at(case, "appeal/"), {"motion": uphold, "reasons": "It was so."})
    assert at(case, "appeal/") not in chris.get("/me/").text
    assert at(case, "appeal/") not in ada.get("/director/coupe/").text
