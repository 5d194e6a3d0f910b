"""A record that a player sends with a statement although the case has it is drawn once."""

import re
from html import unescape

import pytest

from adjudication.cases.services.statements import write_statement
from adjudication.models import Case, Statement
from tests.support.desk_world import at
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, report

FILE = sgf(WALLS, KM="6.5")
NAMED = sgf(WALLS, KM="6.5", PB="Aki", PW="Béa")
OTHER = sgf(WALLS.replace("gg bb", "gf bb"), KM="6.5")


@pytest.fixture
def case(world: World) -> Case:
    """The case of a game of which Aki sent a record and Béa reported another result."""
    game = world.games[0]
    report(game, game.black, "W+15.5", FILE, dead=["B8", "G3"])
    report(game, game.white, "W+14.5")
    judge_all()
    return Case.objects.get(game=game)


def say(case: Case, player_id: int | None, record: bytes, name: str) -> int:
    return write_statement(
        case_id=case.pk,
        player_id=player_id,
        text="This is how we played.",
        record_bytes=record,
        idempotency_key=name,
    )


def desk(world: World, case: Case) -> str:
    return unescape(world.client("referee").get(at(case)).text)


def players(world: World, player: int) -> str:
    return unescape(world.player(player).get(f"/games/{world.games[0].pk}/case/").text)


@pytest.mark.parametrize(
    ("record", "how"),
    [
        (FILE, "The same file came with the report of Aki. Both players sent it."),
        (
            NAMED,
            "The same moves came with the report of Aki, in another file. Both players sent it.",
        ),
    ],
)
def test_the_referee_sees_it_once_and_who_else_sent_it(
    world: World, case: Case, record: bytes, how: str
) -> None:
    say(case, world.games[0].white_id, record, "one")
    judge_all()
    page = desk(world, case)
    assert page.count("<figure") == 1
    assert how in page
    found = page.partition('id="found"')[2].partition('id="articles"')[0]
    assert "with a statement of Béa" in found
    assert ("Record sent by both players" in found) is (record is FILE)
    # The file itself can still be read, and what was found is told once for each file.
    assert f"records/{Statement.objects.get().pk}.sgf" in page
    assert page.count("data-verdict") == (1 if record is FILE else 2)


def test_a_players_own_record_sent_again_is_not_said_to_be_of_both(
    world: World, case: Case
) -> None:
    say(case, world.games[0].black_id, FILE, "one")
    judge_all()
    page = desk(world, case)
    assert page.count("<figure") == 1
    assert "The same file came with the report of Aki." in page
    assert "Both players sent it." not in page
    assert "Record sent by both players" not in page


def test_a_record_with_other_moves_is_drawn_beside_it(world: World, case: Case) -> None:
    say(case, world.games[0].white_id, OTHER, "one")
    judge_all()
    page = desk(world, case)
    assert page.count("<figure") == 2
    assert "data-repeated" not in page


def test_of_two_statements_with_one_record_the_first_is_drawn(world: World, case: Case) -> None:
    game = world.games[0]
    first = say(case, game.white_id, OTHER, "one")
    say(case, game.black_id, OTHER, "two")
    judge_all()
    page = desk(world, case)
    assert page.count("<figure") == 2
    assert "The same file came with an earlier statement of Béa. Both players sent it." in page
    assert f'href="#said-by-{first}"' in page
    for player in (0, 1):
        shown = players(world, player)
        assert shown.count("<figure") == 1
        assert "The same file came with an earlier statement of Béa." in shown


def test_players_see_a_reported_record_on_their_page_once(world: World, case: Case) -> None:
    game = world.games[0]
    say(case, game.white_id, FILE, "one")
    say(case, game.black_id, NAMED, "two")
    judge_all()
    for player in (0, 1):
        page = players(world, player)
        assert page.count("<figure") == 1
        assert "The same file came with the report of Aki. Both players sent it." in page
        assert "The same moves came with the report of Aki, in another file." in page


def test_a_record_of_both_ways_has_the_name_of_both_players(world: World, case: Case) -> None:
    game = world.games[0]
    say(case, game.white_id, FILE, "one")
    say(case, game.white_id, OTHER, "two")
    judge_all()
    found = desk(world, case).partition('id="found"')[2]
    assert re.search(r"<h3 id=.record-of-\d+.>Record of both players<", found)


def test_what_a_record_shows_of_a_claim_leads_to_the_board_that_is_drawn(
    world: World, case: Case
) -> None:
    game = world.games[0]
    reported = re.findall(r'id="record-of-(\d+)"', desk(world, case))[0]
    say(case, game.white_id, NAMED, "one")
    judge_all()
    Case.objects.filter(pk=case.pk).update(
        grounds=[*case.grounds, {**case.grounds[0], "cause": "illegal_move", "by": 2,
                 "finding": {"code": "", "move": 5, "said": True, "detail": {}}}]
    )  # fmt: skip
    page = desk(world, case)
    shown = "".join(re.findall(r'<p class="shown">.*?</p>', page))
    assert set(re.findall(r'data-jump="([^"]+)"', shown)) == {f"board-{reported}"}
