"""The referees' pages: the queue, the page of a case, and what is done with it."""

import pytest
from django.test import Client
from django.utils import timezone

from adjudication.cases.services.opening import open_case
from adjudication.cases.views.words import left_open
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.raising import raise_matter, withdraw_matter
from adjudication.models import Case, Inquiry, Statement
from adjudication.policy.causes import Cause
from adjudication.policy.policy import EventPolicy
from adjudication.policy.questions import final_words
from adjudication.rules.presets import get_ruleset
from tests.support.desk_world import at, new_case, referee, ruled, taken_by
from tests.support.world import World, add_round
from tournament.models import Game, Role

pytestmark = pytest.mark.django_db
QUEUE = "/referee/coupe/"


@pytest.fixture
def rita(world: World) -> Client:
    return world.client(Role.REFEREE)


def test_an_empty_queue_says_what_comes_there(rita: Client) -> None:
    page = rita.get(QUEUE).text
    assert "No case waits for a referee." in page
    assert "the replay of a record finds an illegal move" in page


def test_the_queue_tells_what_where_and_since_when_the_gravest_first(
    world: World, rita: Client
) -> None:
    new_case(world, 0, Cause.CONTESTED)
    new_case(world, 1, Cause.ILLEGAL_MOVE)
    page = rita.get(QUEUE).text
    assert page.index("Case 2: Illegal move") < page.index("Case 1: Contested result")
    assert "Aki – Béa" in page
    assert "Round 1, board 2" in page
    assert ">urgent<" in page
    assert "Open for less than a minute" in page


def test_every_case_stands_under_its_heading_and_no_other(world: World, rita: Client) -> None:
    for index in range(3):
        new_case(world, index)
    ruled(world, Case.objects.get(number=3))
    taken_by(rita, Case.objects.get(number=1))
    shown = {
        show: [number for number in (1, 2, 3) if f'id="case-{number}"' in rita.get(
            f"{QUEUE}?show={show}"
        ).text]
        for show in ("open", "mine", "players", "ruled", "over")
    }  # fmt: skip
    assert shown == {"open": [1, 2], "mine": [1], "players": [], "ruled": [3], "over": []}


def test_a_case_is_taken_and_given_back_from_the_list(world: World, rita: Client) -> None:
    case = new_case(world)
    assert "Take it" in rita.get(QUEUE).text
    answer = rita.post(at(case, "do/"), {"what": "take"}, follow=True).text
    assert "Case 1 is yours now." in answer
    assert "You have it until" in answer
    page = rita.get(QUEUE).text
    assert "Continue with it" in page
    rita.post(at(case, "do/"), {"what": "return", "from": "queue"})
    case.refresh_from_db()
    assert case.state == "open"


def test_what_another_referee_works_on_cannot_be_taken(world: World, rita: Client) -> None:
    case = new_case(world)
    other = world.client(Role.REFEREE)
    taken_by(other, case)
    assert "Take it" not in rita.get(at(case)).text
    answer = rita.post(at(case, "do/"), {"what": "take"}, follow=True).text
    assert "is working on this case" in answer


def test_a_case_whose_time_is_over_can_be_taken_over(world: World, rita: Client) -> None:
    case = new_case(world)
    taken_by(world.client(Role.REFEREE), case)
    Case.objects.update(lease_until=timezone.now())
    assert "Take over the case" in rita.get(QUEUE).text
    assert "Case 1 is yours now." in rita.post(
        at(case, "do/"), {"what": "take"}, follow=True
    ).text  # fmt: skip


def test_a_case_is_handed_to_a_referee_who_has_done_nothing_yet(world: World, rita: Client) -> None:
    case = new_case(world)
    taken_by(rita, case)
    other = referee(world, "Omar")
    assert "Omar (Referee)" in rita.get(at(case)).text
    rita.post(at(case, "do/"), {"what": "hand", "to": str(other.link_id)})
    case.refresh_from_db()
    assert case.taken_by is not None
    assert case.taken_by.link_id == other.link_id


def test_handing_over_to_nobody_changes_nothing(world: World, rita: Client) -> None:
    case = new_case(world)
    taken_by(rita, case)
    page = rita.post(at(case, "do/"), {"what": "hand", "to": "999999"}, follow=True).text
    assert "Choose another referee." in page


def test_the_live_part_is_news_only_when_something_changed(world: World, rita: Client) -> None:
    new_case(world)
    first = rita.get(f"{QUEUE}live/")
    again = rita.get(f"{QUEUE}live/", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    new_case(world, 1)
    later = rita.get(f"{QUEUE}live/", headers={"If-None-Match": first["ETag"]})
    assert later.status_code == 200
    assert 'id="case-2"' in later.text


def test_a_case_shows_claims_and_findings_apart(filled: World) -> None:
    game = filled.games[2]
    case = Case.objects.filter(game=game).first() or new_case(filled, 2, Cause.ILLEGAL_MOVE)
    page = filled.client(Role.REFEREE).get(at(case)).text
    people, found = page.split('id="people"')[1].split('id="found"')
    computed = "The record contains a move that the rules do not allow."
    claimed = "Emil (Black) won against Fanny (White) by resignation."
    assert (computed in found, computed in people) == (True, False)
    assert (claimed in found, claimed in people) == (False, True)
    assert "The ko!" in people


def test_the_article_at_stake_stands_there_and_all_others_are_folded(
    world: World, rita: Client
) -> None:
    case = new_case(world, 0, Cause.ILLEGAL_MOVE)
    page = rita.get(at(case)).text
    at_stake, rest = page.split('id="all-articles"')
    assert "Art. 14" in at_stake
    assert "Art. 13.1" in rest


def test_a_statement_of_a_witness_is_written_down(world: World, rita: Client) -> None:
    case = new_case(world)
    form = {"what": "say", "text": "The umpire saw\nit.", "key": "k1"}
    page = rita.post(at(case, "do/"), form, follow=True).text
    assert "The umpire saw" in page
    assert Statement.objects.get().player is None


def test_too_long_a_statement_keeps_what_was_typed(world: World, rita: Client) -> None:
    case = new_case(world)
    text = "x" * 4001
    answer = rita.post(at(case, "do/"), {"what": "say", "text": text, "key": "k1"})
    assert answer.status_code == 400
    assert text in answer.text


def test_a_case_is_settled_without_a_ruling_with_a_reason(world: World, rita: Client) -> None:
    case = new_case(world)
    taken_by(rita, case)
    missing = rita.post(at(case, "do/"), {"what": "settle", "note": ""}, follow=True).text
    assert "Say in a few words why there is no ruling." in missing
    rita.post(at(case, "do/"), {"what": "settle", "note": "They agree now."})
    case.refresh_from_db()
    assert case.state == "settled"
    assert "They agree now." in rita.get(f"{QUEUE}?show=over").text


def test_both_players_are_asked_and_the_case_is_with_them(world: World, rita: Client) -> None:
    case = new_case(world, 0, Cause.CYCLE)
    taken_by(rita, case)
    rita.post(at(case, "do/"), {"what": "ask", "kind": "no_result"})
    case.refresh_from_db()
    assert case.state == "asked"
    inquiry = Inquiry.objects.get()
    assert (inquiry.kind, inquiry.case_id) == ("no_result", case.pk)
    page = rita.get(at(case)).text
    assert "no answer yet" in page
    assert "Take it" in page


def test_nobody_is_asked_about_an_illegal_move_that_nobody_mentioned(
    world: World, rita: Client
) -> None:
    case = new_case(world, 0, Cause.CONTESTED)
    taken_by(rita, case)
    assert 'value="illegal_move"' not in rita.get(at(case)).text
    ask = {"what": "ask", "kind": "illegal_move"}
    page = rita.post(at(case, "do/"), ask, follow=True).text
    assert "Nobody has said that a move was illegal" in page
    assert not Inquiry.objects.exists()


def test_nobody_is_asked_about_dead_stones_that_nobody_marked(world: World, rita: Client) -> None:
    case = new_case(world, 0, Cause.COUNT_LOST)
    taken_by(rita, case)
    page = rita.get(at(case)).text
    assert 'value="dead_stones"' not in page
    assert "data-unasked" in page
    ask = {"what": "ask", "kind": "dead_stones"}
    assert "Neither player has reported which" in rita.post(at(case, "do/"), ask, follow=True).text
    assert not Inquiry.objects.exists()


def test_the_question_about_an_illegal_move_names_it_and_who_says_so(
    world: World, rita: Client
) -> None:
    game = world.games[0]
    case = raise_matter(
        game_id=game.pk,
        player_id=game.black_id,
        cause=Cause.ILLEGAL_MOVE,
        note="He took the ko back.",
        data={"move": 57},
    )
    taken_by(rita, case)
    rita.post(at(case, "do/"), {"what": "ask", "kind": "illegal_move"})
    page = world.player(1).get(f"/games/{game.pk}/question/").text
    assert f"{game.black.name} says that a move was illegal" in page
    assert "57" in page
    assert "He took the ko back." in page
    assert 'value="unsure"' in page


def test_asking_nothing_known_changes_nothing(world: World, rita: Client) -> None:
    case = new_case(world)
    taken_by(rita, case)
    page = rita.post(at(case, "do/"), {"what": "ask", "kind": "weather"}, follow=True).text
    assert "Choose what to ask." in page
    assert not Inquiry.objects.exists()


def test_an_unknown_button_does_nothing(world: World, rita: Client) -> None:
    case = new_case(world)
    before = case.version
    assert rita.post(at(case, "do/"), {"what": "burn"}).status_code == 302
    case.refresh_from_db()
    assert case.version == before


def test_a_case_of_another_tournament_is_not_found_by_its_number(
    world: World, rita: Client
) -> None:
    assert rita.get("/referee/coupe/cases/7/").status_code == 404


def test_staff_writes_down_what_happened(world: World, rita: Client) -> None:
    page = rita.get(f"{QUEUE}new/?board={world.games[1].pk}").text
    assert f'value="{world.games[1].pk}" selected' in page
    form = {
        "cause": "absence",
        "board": str(world.games[1].pk),
        "players": [str(world.players[3].pk)],
        "note": "Dora is not here.",
    }
    answer = rita.post(f"{QUEUE}new/", form, follow=True).text
    assert "Case 1: A player did not come" in answer
    assert "Dora is not here." in answer
    assert (Case.objects.get().proposal or {})["winner"] == "black"


def test_what_is_wrong_with_it_stands_beside_its_field_and_nothing_typed_is_lost(
    world: World, rita: Client
) -> None:
    form = {"cause": "time", "minutes": "ten", "note": "The clock stood still."}
    answer = rita.post(f"{QUEUE}new/", form)
    assert answer.status_code == 400
    assert 'id="minutes_error"' in answer.text
    assert "The clock stood still.</textarea>" in answer.text
    answer = rita.post(f"{QUEUE}new/", {**form, "minutes": ""})
    assert "Choose the board it happened at." in answer.text
    assert 'id="board_error"' in answer.text
    assert not Case.objects.exists()


def test_players_without_a_board_may_be_meant(world: World, rita: Client) -> None:
    form = {
        "cause": "conduct",
        "players": [str(one.pk) for one in world.players[:2]],
        "round": "1",
        "note": "They shouted.",
    }
    page = rita.post(f"{QUEUE}new/", form, follow=True).text
    assert "Case 1: Conduct" in page
    assert "Aki, Béa" in page


def test_a_closed_tournament_lets_nothing_be_done(world: World, rita: Client) -> None:
    case = new_case(world)
    type(world.tournament).objects.update(closed_at=timezone.now())
    page = rita.get(at(case)).text
    assert left_open(case.state) in page
    assert 'value="take"' not in page
    form = {"cause": "conduct", "players": [str(world.players[0].pk)], "note": "x"}
    assert rita.post(f"{QUEUE}new/", form).status_code in (302, 409)
    assert Case.objects.count() == 1


def test_what_the_round_waits_for_is_said(world: World, rita: Client) -> None:
    for index in range(4):
        new_case(world, index)
    assert "the round waits for it" in rita.get(QUEUE).text
    add_round(world)
    assert "the round waits for it" in rita.get(QUEUE).text


def test_a_game_leads_the_referee_to_its_case_or_to_the_form(world: World, rita: Client) -> None:
    case, game = new_case(world, 1), world.games[0]
    page = rita.get(f"/games/{world.games[1].pk}/").text
    assert f"/referee/coupe/games/{world.games[1].pk}/" in page
    assert rita.get(f"/referee/coupe/games/{world.games[1].pk}/").headers["Location"] == at(case)
    page = rita.get(f"/games/{game.pk}/").text
    assert f"/referee/coupe/new/?board={game.pk}" in page
    there = rita.get(f"/referee/coupe/games/{game.pk}/").headers["Location"]
    assert there == f"/referee/coupe/new/?board={game.pk}"
    assert "/referee/" not in world.player(0).get(f"/games/{game.pk}/").text


def test_the_navigation_counts_what_waits(world: World) -> None:
    director = world.client(Role.DIRECTOR)
    assert "open)</span>" not in director.get("/director/coupe/").text
    new_case(world, 0)
    new_case(world, 1)
    page = director.get("/director/coupe/").text
    assert "(2 open)" in page
    assert "(2 open)" not in world.client(Role.ASSISTANT).get("/director/coupe/").text


def test_the_answers_to_a_question_are_told_in_words(world: World, rita: Client) -> None:
    case = new_case(world, 0, Cause.OBJECTION)
    taken_by(rita, case)
    rita.post(at(case, "do/"), {"what": "ask", "kind": "objection"})
    key = Inquiry.objects.get().pk
    words = final_words("objection", get_ruleset("japanese"), EventPolicy())
    given = {world.players[0].pk: (words[0], None), world.players[1].pk: (words[1], "W+3.5")}
    for player_id, (word, result) in given.items():
        data = None if result is None else {"result": result}
        answer(inquiry_id=key, player_id=player_id, answer=word, data=data)
    page = rita.get(at(case)).text
    asked = page[page.index('id="asked"') : page.index('id="articles"')]
    assert "no answer yet" not in asked
    assert "(W+3.5)" in asked
    assert not any(f"<dd>{word}" in asked for word in words)
    guide = rita.get(at(case, "steps/objection/")).text
    assert "The players have been asked already:" in guide
    assert "(W+3.5)" in guide
    assert "The players have been asked" not in rita.get(at(case, "steps/no_result/")).text


def test_a_record_that_came_for_two_games_leads_to_the_other(world: World) -> None:
    game = Game.objects.select_related("round__tournament").get(pk=world.games[1].pk)
    finding = {
        "code": "record.duplicate",
        "move": None,
        "message": {"id": "The same record came for round 1, board 1."},
        "detail": {"round": 1, "board": 1},
    }
    case = open_case(cause=Cause.DUPLICATE_RECORD, game=game, finding=finding)
    page = world.client(Role.REFEREE).get(at(case)).text
    assert f'href="/games/{world.games[0].pk}/">See the other game' in page
    both = page[page.index("This game") : page.index("See the other game")]
    for index in range(4):
        assert world.players[index].name in both, "the two games stand side by side"


def test_the_boards_of_a_round_lead_the_director_to_their_case_and_nobody_else(
    world: World,
) -> None:
    case = new_case(world)
    address = f"/referee/coupe/games/{world.games[0].pk}/"
    round_page = "/director/coupe/rounds/1/"
    director = world.client(Role.DIRECTOR)
    page = director.get(round_page).text
    assert page.count("/referee/coupe/games/") == 1
    assert f'href="{address}"' in page
    assert director.get(address).headers["Location"] == at(case)
    assert "/referee/coupe/games/" not in world.client(Role.HELPER).get(round_page).text


def test_a_claim_of_a_loss_on_time_names_who_says_so_even_once_taken_back(world: World) -> None:
    game = world.games[0]
    case = raise_matter(
        game_id=game.pk,
        player_id=game.white_id,
        cause=Cause.TIME,
        note="The flag was down.",
        data={"clock": "fell", "whose": "black"},
    )
    desk = world.client(Role.REFEREE)
    told = "Béa says: Aki (Black) ran out of time · The flag was down."
    assert told in desk.get("/referee/coupe/").text
    page = desk.get(at(case)).text
    assert "Béa says so" in page
    assert "Nobody has said anything yet." not in page
    withdraw_matter(game_id=game.pk, case_id=case.pk, player_id=game.white_id)
    assert told in desk.get("/referee/coupe/?show=over").text
