"""The page of a case: what was found is said once, and every way leads on once."""

import re

import pytest

from adjudication.policy.causes import Cause
from tests.support.answering import contest_as_read
from tests.support.desk_world import at, new_case, ruled
from tests.support.world import filled_world, make_world, report
from tests.web.routes.tables import PAGES
from tournament.models import Role

pytestmark = pytest.mark.django_db


def test_a_finding_and_the_steps_of_its_articles_stand_there_once() -> None:
    world = filled_world()
    visitor, address = PAGES["case, taken"]
    page = visitor(world).get(address(world)).text
    assert page.count("retakes the ko on the very next move") == 1
    assert page.count("/steps/illegal_move/") == 1
    assert page.count("Similar precedents") == 1
    ruling, at = PAGES["ruling"]
    assert "/steps/" not in ruling(world).get(at(world)).text


def test_a_long_note_of_a_contest_is_told_in_full_once() -> None:
    world = make_world()
    game = world.games[0]
    note = "".join(f"We counted {number}. " for number in range(55)).strip()
    sent = report(game, game.white, "W+3.5")
    contest_as_read(submission_id=sent, player_id=game.black_id, note=note)
    page = world.client(Role.REFEREE).get("/referee/coupe/cases/1/").text
    assert page.count(note) == 1
    about = page[page.index('id="about"') : page.index('id="next"')]
    assert "We counted 0." in about
    assert "We counted 54." not in about


def test_what_to_do_next_stands_before_the_evidence() -> None:
    world = filled_world()
    visitor, address = PAGES["case, taken"]
    page = visitor(world).get(address(world)).text
    places = [page.index(f'id="{name}"') for name in ("about", "next", "people", "found", "trail")]
    assert places == sorted(places)


def test_the_players_page_names_who_contested_and_leads_a_referee_to_the_case() -> None:
    world = filled_world()
    visitor, address = PAGES["asked, case"]
    player = visitor(world).get(address(world)).text
    assert "<bdi>Fanny</bdi>" in player
    assert "Nobody has written anything yet." not in player
    visitor, address = PAGES["asked, case for the referee"]
    page = visitor(world).get(address(world)).text
    assert "Both players see this page." in page
    assert "Meanwhile you can write down" not in page
    assert 'id="referee-case" href="/referee/coupe/cases/1/"' in page


def test_after_a_ruling_a_player_can_appeal_until_a_day_and_write_nothing_else() -> None:
    world = filled_world()
    visitor, address = PAGES["asked, case without a game, ruled"]
    page = visitor(world).get(address(world)).text
    assert re.search(r"You can appeal until \w{3} \d+ \w+ \d{4}, \d\d:\d\d UTC", page)
    assert page.index('id="appeal-it"') < page.index('id="said"')
    assert "send-statement" not in page


def test_a_committee_sees_what_was_found_before_two_equal_choices() -> None:
    world = filled_world()
    visitor, address = PAGES["appeal"]
    page = visitor(world).get(address(world)).text
    parts = ("why", "found", "whole-case", "vote-0", "set-aside")
    places = [page.index(f'id="{part}"') for part in parts]
    assert places == sorted(places)
    assert page.count("<figure ") == 2


def test_staff_without_a_name_are_called_by_their_role() -> None:
    world = filled_world()
    visitor, address = PAGES["appeal, committee"]
    page = visitor(world).get(address(world)).text
    assert "Director without a name" in page
    assert "no name" not in page


def test_two_reports_that_differ_stand_beside_each_other_with_one_way_to_the_case() -> None:
    world = filled_world()
    visitor, address = PAGES["game, referee"]
    page = visitor(world).get(address(world)).text
    table = page[page.index('id="both-say"') : page.index("</table>")]
    assert re.findall(r"<td>([^<]+)</td>", table)[:2] == ["W+15.5", "B+3.5"]
    assert table.count(">differs<") == 2
    assert 'id="referee-case"' in page
    assert 'id="see-case"' not in page


def test_the_referee_of_a_second_case_about_a_game_reads_how_the_first_was_ruled() -> None:
    world = make_world()
    rita = world.client(Role.REFEREE)
    first = ruled(world, new_case(world, 1))
    second = new_case(world, 1, Cause.ILLEGAL_MOVE)
    assert f'href="{at(first)}"' in rita.get(at(second)).text
    assert f'href="{at(second)}"' not in rita.get(at(first)).text
