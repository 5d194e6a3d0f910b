"""The tag of a game's changing part: whatever changes what somebody sees there changes it."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from adjudication.closing.services import close_tournament, reopen_tournament
from adjudication.corrections.services.corrections import (
    correct_colours,
    correct_result,
    correct_terms,
    withdraw_result,
)
from adjudication.models import Submission
from adjudication.result_entry.services import clear_result, enter_result
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.reports import withdraw_submission
from operations.work.services import retry_any
from tests.support.answering import contest_as_read
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, give_up_all, judge_all, report
from tournament.audit.services.recording import record
from tournament.models import Game, Role, Tournament, Verb
from tournament.players.services.players import change_player
from tournament.results.services import recording_errors
from tournament.rounds.services.rounds import withdraw_round

Step = Callable[[World], object]


def waiting(world: World) -> int:
    return Submission.objects.get(game=world.games[0], state="pending").pk


def by(world: World, player: int, claim: str, *record: object) -> int:
    game = Game.objects.get(pk=world.games[0].pk)
    return report(game, world.players[player], claim, *record)  # type: ignore[arg-type]


def game_of(world: World) -> int:
    return world.games[0].pk


def error_consented(world: World) -> None:
    error = recording_errors.propose(
        game_id=game_of(world),
        by_player_id=world.players[0].pk,
        winner="black",
        reason="score",
        margin_half=1,
        note="Read wrong",
    )
    recording_errors.consent(error_id=error.pk, player_id=world.players[1].pk)


def give_up(_world: World) -> None:
    give_up_all()


def try_again(_world: World) -> None:
    retry_any()
    judge_all()


def settings(**values: object) -> Step:
    def change(world: World) -> None:
        Tournament.objects.filter(pk=world.tournament.pk).update(**values)
        record(Verb.TOURNAMENT_CHANGED, tournament_id=world.tournament.pk)

    return change


def entered(winner: str) -> Step:
    return lambda world: enter_result(game_id=game_of(world), winner=winner)


def corrected(winner: str) -> Step:
    return lambda world: correct_result(game_id=game_of(world), winner=winner, note="Slip")


WALLS_COUNTED = (sgf(WALLS, KM="6.5"), DEAD.split())
ENDINGS: dict[str, tuple[Step, ...]] = {
    "reported and confirmed": (
        lambda world: by(world, 0, "W+15.5", *WALLS_COUNTED),
        lambda world: judge_all(),
        lambda world: change_player(player_id=world.players[0].pk, surname="Renamed"),
        lambda world: by(world, 1, "W+15.5"),
        lambda world: add_record(
            game_id=game_of(world),
            player_id=world.players[1].pk,
            record_bytes=sgf(KO),
            filename="mine.sgf",
            dead_stones=None,
            idempotency_key="added",
        ),
        give_up,
        try_again,
        error_consented,
    ),
    "replaced and taken back": (
        lambda world: by(world, 0, "B+R"),
        lambda world: by(world, 0, "B+3.5"),
        lambda world: withdraw_submission(
            submission_id=waiting(world), player_id=world.players[0].pk
        ),
        settings(reporting="director"),
        settings(reporting="players"),
    ),
    "contested and decided": (
        lambda world: by(world, 0, "B+R", sgf(KO, KM="6.5")),
        lambda world: contest_as_read(
            submission_id=waiting(world), player_id=world.players[1].pk, note="The ko!"
        ),
        lambda world: judge_all(),
        corrected("white"),
        lambda world: withdraw_result(game_id=game_of(world), note="Slip"),
    ),
    "entered, undone and corrected": (
        entered("black"),
        corrected("white"),
        lambda world: correct_colours(game_id=game_of(world), note="Sat down wrong"),
        lambda world: clear_result(game_id=game_of(world)),
        entered("both"),
        lambda world: close_tournament(tournament_id=world.tournament.pk, note="Over"),
        lambda world: reopen_tournament(tournament_id=world.tournament.pk, note="Not over"),
    ),
    "closed while it waits": (
        lambda world: by(world, 1, "B+R"),
        lambda world: close_tournament(tournament_id=world.tournament.pk, note="Over"),
    ),
}


@pytest.fixture
def visitors(world: World) -> list[Client]:
    return [Client(), world.player(0), world.player(1), world.client(Role.REFEREE)]


def seen(visitors: list[Client], address: str) -> list[tuple[str, str]]:
    found = []
    for browser in visitors:
        token = browser.cookies["csrftoken"].value if "csrftoken" in browser.cookies else ""
        answer = browser.get(address)
        text = "\n".join(
            line.partition('name="csrfmiddlewaretoken" value="')[0] + line.partition('"><input')[2]
            if "csrfmiddlewaretoken" in line
            else line
            for line in answer.text.replace(token, "").splitlines()
        )
        found.append((answer["ETag"], text))
    return found


@pytest.mark.parametrize("steps", ENDINGS.values(), ids=ENDINGS)
def test_every_change_that_somebody_sees_is_news(
    world: World, visitors: list[Client], steps: tuple[Step, ...]
) -> None:
    address = f"/games/{game_of(world)}/live/"
    before = seen(visitors, address)
    for number, step in enumerate(steps):
        step(world)
        after = seen(visitors, address)
        news = [one[1] != other[1] for one, other in zip(before, after, strict=True)]
        assert any(news), f"step {number} changes nothing"
        for changed, one, other in zip(news, before, after, strict=True):
            assert not changed or one[0] != other[0], f"step {number} is no news"
        before = after


def test_terms_are_news(world: World) -> None:
    address = f"/games/{game_of(world)}/live/"
    tag = Client().get(address)["ETag"]
    correct_terms(game_id=game_of(world), komi_half=1, note="Slip")
    assert Client().get(address)["ETag"] != tag


def test_another_board_is_no_news(world: World) -> None:
    address = f"/games/{game_of(world)}/live/"
    tag = Client().get(address)["ETag"]
    enter_result(game_id=world.games[2].pk, winner="black")
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304


def test_a_round_taken_back_is_no_longer_there(world: World) -> None:
    address = f"/games/{game_of(world)}/live/"
    tag = Client().get(address)["ETag"]
    withdraw_round(round_id=world.games[0].round_id)
    for path in (address, address.removesuffix("live/")):
        assert Client().get(path, headers={"If-None-Match": tag}).status_code == 404


def test_what_has_not_changed_costs_two_statements_beside_the_session(filled: World) -> None:
    """One for whether the tournament is to be seen, and in which time zone; one for the tag."""
    for browser, session in ((Client(), 0), (filled.player(0), 2)):
        for game in filled.games[:4]:
            address = f"/games/{game.pk}/live/"
            tag = browser.get(address)["ETag"]
            with CaptureQueriesContext(connection) as queries:
                assert browser.get(address, headers={"If-None-Match": tag}).status_code == 304
            assert len(queries) == session + 2
