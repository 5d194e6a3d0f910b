"""What may still be appealed is not public as a penalty, and its result says that it may change."""

from datetime import timedelta

import pytest
from django.test import Client

from adjudication.closing.services import close_tournament
from adjudication.models import Case
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.result_entry.services import enter_result
from adjudication.rulings.services.finality import make_final
from tests.support.desk_world import appealed, new_case, ruled
from tests.support.world import World, make_world
from tournament.models import Role

pytestmark = pytest.mark.django_db
WARNED = Decision(
    "result",
    "black",
    "score",
    7,
    reasons="Loud.",
    penalties=(PenaltyGiven(2, "warning"), PenaltyGiven(1, "points", 4)),
)


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.fixture
def case(world: World) -> Case:
    """A ruling that may be appealed, with a warning and a penalty in points."""
    return ruled(world, new_case(world, 0), decision=WARNED)


def page(world: World, client: Client) -> str:
    return client.get(f"/games/{world.games[0].pk}/").text


def publicly(world: World) -> tuple[str, str]:
    """Return what somebody without a login reads of the game and of its round."""
    return page(world, Client()), Client().get("/t/coupe/").text


def test_the_public_reads_no_penalty_before_it_is_final(world: World, case: Case) -> None:
    for text in publicly(world):
        assert "may be appealed" in text
        assert "is warned" not in text
        assert "2 points" not in text
    appealed(world, case, world.players[1])
    for text in publicly(world):
        assert "under appeal" in text
        assert "is warned" not in text
        assert "2 points" not in text


def test_the_directors_round_says_no_less_than_the_public_one(world: World, case: Case) -> None:
    director = world.client(Role.DIRECTOR)
    boards = "/director/coupe/rounds/1/"
    assert "may be appealed" in director.get(boards).text
    appealed(world, case, world.players[1])
    assert "under appeal" in director.get(boards).text
    assert "under appeal" in director.get(f"{boards}live/").text


def test_it_does_once_it_is(world: World, case: Case) -> None:
    assert case.appeal_until is not None
    make_final(case.appeal_until + timedelta(seconds=1))
    game, results = publicly(world)
    assert "Béa is warned." in game
    assert "penalty Black: 2 points" in results
    for text in (game, results):
        assert "may be appealed" not in text


def test_not_where_the_tournament_was_closed_before(world: World, case: Case) -> None:
    appealed(world, case, world.players[1])
    close_tournament(tournament_id=world.tournament.pk, leaves=[case.number])
    for text in publicly(world):
        assert "not final" in text
        assert "under appeal" not in text
        assert "is warned" not in text


def test_its_players_and_the_referee_read_it_marked(world: World, case: Case) -> None:
    for reader in (world.player(0), world.player(1), world.client(Role.REFEREE)):
        notice = page(world, reader).split("Béa is warned.")[1].split("</p>")[0]
        assert "may be appealed" in notice
    assert "is warned" not in page(world, world.player(4))


def test_a_warning_alone_leaves_no_trace_for_the_public(world: World) -> None:
    """Without it nobody else knows that there is a case."""
    enter_result(game_id=world.games[0].pk, winner="black")
    before = publicly(world)
    loud = Decision("nothing", reasons="Loud.", penalties=(PenaltyGiven(2, "warning"),))
    case = new_case(world, 0)
    ruled(world, case, decision=loud)
    assert ["may be appealed" in text or "is warned" in text for text in before] == [False, False]
    for text in publicly(world):
        assert "is warned" not in text
