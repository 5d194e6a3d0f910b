"""What the services write into the trail is told in true sentences."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest

from adjudication.corrections.selectors.history import event_of, names_of
from adjudication.corrections.services import corrections
from adjudication.corrections.services.undo import undo
from adjudication.corrections.views.sentences import event_sentence
from adjudication.dates.services import set_dates, set_game_date
from adjudication.inquiries.services.raising import raise_matter, withdraw_matter
from adjudication.policy.causes import Cause
from adjudication.result_entry.services import clear_result, enter_result
from tests.adjudication.life import Asking, life_case, work_off
from tests.support.world import World, make_world, report
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import AuditEvent, Game, Role, Round, Tournament, Verb
from tournament.players.services import players
from tournament.rounds.services import boards, rounds
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.clock import set_clock, start_clock
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.services.planned_dates import RoundDates
from tournament.scheduling.services.rescheduling import (
    agree_date,
    counter_date,
    propose_date,
    refuse_date,
)
from tournament.staff.services import issue_link

pytestmark = [pytest.mark.django_db, pytest.mark.once]
ANA = Actor(role=Role.ASSISTANT, name="Ana")


@pytest.fixture
def world() -> World:
    world = make_world()
    set_clock(round_id=world.games[0].round_id, minutes=60)
    enter_result(game_id=world.games[0].pk, winner="black", reason="resignation")
    return world


def told(world: World) -> str:
    """Return the sentence of the latest event."""
    return told_of(world.tournament.pk)


def told_of(tournament_id: int) -> str:
    event = event_of(tournament_id, AuditEvent.objects.latest("pk").pk)
    assert event is not None
    return event_sentence(event, names_of(tournament_id))


def draft(world: World) -> tuple[int, int]:
    """Return a round in preparation with one board."""
    round_ = rounds.create_round(tournament_id=world.tournament.pk)
    one, other = (player.pk for player in world.players[:2])
    game = pair_game(round_id=round_.pk, black_id=one, white_id=other)
    return round_.pk, game.pk


def _draft_step(step: Callable[[int, int, World], object]) -> Callable[[World], object]:
    return lambda world: step(*draft(world), world)


def closed(world: World) -> Game:
    """Close the first round and return its first game."""
    for game in Game.objects.filter(round__number=1, state="open"):
        enter_result(game_id=game.pk, winner="black")
    rounds.finish_round(round_id=world.games[0].round_id)
    return world.games[0]


def added(world: World) -> None:
    game = world.games[0]
    corrections.remove_game(game_id=game.pk, note="x")
    closed(world)
    corrections.add_game(
        round_id=game.round_id, black_id=game.black_id, white_id=game.white_id, note="x"
    )


def with_bye(world: World, *players: int | None) -> None:
    game = world.games[1]
    corrections.remove_game(game_id=game.pk, note="x")
    for player in players:
        player_id = None if player is None else world.players[player].pk
        corrections.set_bye(round_id=game.round_id, player_id=player_id, note="x")


def taken_back(round_id: int) -> None:
    rounds.publish_round(round_id=round_id)
    set_clock(round_id=round_id, minutes=60)
    start_clock(round_id=round_id)
    rounds.withdraw_round(round_id=round_id)


STEPS: list[tuple[Callable[[World], object], str]] = [
    (
        lambda world: enter_result(game_id=world.games[1].pk, winner="white", margin_half=7),
        "entered the result W+3.5: Chris (Black) – Dora (White).",
    ),
    (
        lambda world: enter_result(game_id=world.games[0].pk, winner="draw"),
        "entered jigo in place of B+R: Aki (Black) – Béa (White).",
    ),
    (
        lambda world: enter_result(game_id=world.games[1].pk, winner="black"),
        "entered the result B: Chris (Black) – Dora (White).",
    ),
    (
        lambda world: clear_result(game_id=world.games[0].pk),
        "removed the result B+R: Aki (Black) – Béa (White).",
    ),
    (
        lambda world: players.set_absent(
            tournament_id=world.tournament.pk,
            round_number=2,
            player_ids=[world.players[3].pk, world.players[4].pk],
        ),
        "marked as absent in round 2: Dora, Emil.",
    ),
    (
        lambda world: start_clock(round_id=world.games[0].round_id),
        "started the round clock.",
    ),
    (
        lambda world: players.withdraw_player(player_id=world.players[3].pk, from_round=2),
        "withdrew Dora.",
    ),
    (
        lambda world: players.withdraw_player(
            player_id=world.players[3].pk, from_round=2, counts=False
        ),
        "withdrew Dora; rounds without them count nothing.",
    ),
    (
        lambda world: players.change_player(player_id=world.players[2].pk, rank="2d"),
        "changed the entry of Chris: rank 3k → 2d.",
    ),
    (
        lambda world: players.change_player(player_id=world.players[2].pk, surname="Kris"),
        "changed the entry of Kris.",
    ),
    (
        lambda world: issue_link(
            tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=world.players[2].pk
        ),
        "issued a link for Chris (player).",
    ),
    (
        lambda world: issue_link(tournament_id=world.tournament.pk, role=Role.REFEREE),
        "issued a link for referee.",
    ),
    (_draft_step(lambda round_id, game_id, world: None), "paired Aki (Black) – Béa (White)."),
    (
        _draft_step(
            lambda round_id, game_id, world: boards.swap_colours(
                round_id=round_id, game_ids=[game_id]
            )
        ),
        "exchanged the colours, now Béa (Black) – Aki (White).",
    ),
    (
        _draft_step(
            lambda round_id, game_id, world: boards.set_terms(
                game_id=game_id, handicap=2, komi_half=1, board_number=5
            )
        ),
        "changed the terms from board 1, handicap 0, komi 6.5 to board 5, handicap 2, komi 0.5: "
        "Aki (Black) – Béa (White).",
    ),
    (
        _draft_step(
            lambda round_id, game_id, world: boards.unpair(round_id=round_id, game_ids=[game_id])
        ),
        "unpaired boards.",
    ),
    (
        _draft_step(
            lambda round_id, game_id, world: boards.give_bye(
                round_id=round_id, player_id=world.players[5].pk
            )
        ),
        "gave the bye to Fanny.",
    ),
    (
        _draft_step(lambda round_id, game_id, world: rounds.publish_round(round_id=round_id)),
        "published the round.",
    ),
    (lambda world: draw_round(tournament_id=world.tournament.pk, seed=1), "paired the round."),
    (
        lambda world: corrections.swap_in_round(
            round_id=world.games[0].round_id,
            first_id=world.players[0].pk,
            second_id=world.players[2].pk,
            note="x",
        ),
        "corrected the pairing from Aki (Black) – Béa (White); Chris (Black) – Dora (White) to "
        "Chris (Black) – Béa (White); Aki (Black) – Dora (White).",
    ),
    (
        lambda world: corrections.withdraw_result(game_id=closed(world).pk, note="x"),
        "corrected the result from B+R to no result: Aki (Black) – Béa (White). "
        "The round is open again.",
    ),
    (
        lambda world: added(world),
        "added the pairing Aki (Black) – Béa (White). The round is open again.",
    ),
    (lambda world: with_bye(world, 2), "gave the bye to Chris."),
    (lambda world: with_bye(world, 2, None), "removed the bye of Chris."),
    (
        _draft_step(lambda round_id, game_id, world: taken_back(round_id)),
        "took the round back into preparation, which ended its clock.",
    ),
    (
        _draft_step(
            lambda round_id, game_id, world: boards.lock_boards(
                round_id=round_id, game_ids=[game_id], locked=True
            )
        ),
        "locked Aki (Black) – Béa (White): it stays when the round is paired again.",
    ),
    (
        lambda world: corrections.correct_terms(
            game_id=world.games[0].pk, board_number=2, note="x"
        ),
        "changed the terms from board 1, handicap 0, komi 6.5 to board 2, handicap 0, komi 6.5: "
        "Aki (Black) – Béa (White).",
    ),
]


MOMENT = datetime(2090, 12, 3, 20, tzinfo=UTC)


def test_dates_are_told_in_the_time_zone_of_the_tournament(world: World):
    game = world.games[1]
    Round.objects.update(play_by=MOMENT)
    Tournament.objects.update(reschedule_days=9)
    pair = "Chris, Dora."
    later = MOMENT + timedelta(days=2)
    with (
        patch("adjudication.dates.services.FARTHEST", timedelta(days=99999)),
        acting_as(ANA),
    ):
        asked = propose_date(game_id=game.pk, player_id=game.black_id, plays_at=MOMENT)
        assert told(world) == (
            f"Chris (player) proposed to play on Sun 3 December 2090, 20:00 UTC: {pair}"
        )
        answer = counter_date(reschedule_id=asked.pk, player_id=game.white_id, plays_at=later)
        assert told(world) == (
            f"Dora (player) proposed to play on Tue 5 December 2090, 20:00 UTC instead: {pair}"
        )
        agree_date(reschedule_id=answer.pk, player_id=game.black_id)
        assert told(world) == (
            "Chris (player) agreed to play on Tue 5 December 2090, 20:00 UTC, and it is reported "
            f"by Wed 6 December 2090, 20:00 UTC: {pair}"
        )
        set_game_date(game_id=game.pk, play_by=None, plays_at=None, note="x")
        assert told(world) == (
            f"Ana (assistant) set until when a game is played: same as its round: {pair}"
        )
        asked = propose_date(game_id=game.pk, player_id=game.black_id, plays_at=MOMENT)
        refuse_date(reschedule_id=asked.pk, player_id=game.white_id)
        assert told(world) == (
            f"Dora (player) refused to play on Sun 3 December 2090, 20:00 UTC: {pair}"
        )
        set_dates(tournament_id=world.tournament.pk, wanted={2: RoundDates(MOMENT, later)})
        assert told(world) == (
            "Ana (assistant) set the dates of the round: it opens on Sun 3 December 2090, 20:00 "
            "UTC; its games are played by Tue 5 December 2090, 20:00 UTC."
        )
    keep_schedule(later)
    assert told(world) == (
        "The program could not publish the round at its time: Not everybody who takes part has a "
        "board yet."
    )


@pytest.mark.parametrize(("step", "sentence"), STEPS)
def test_a_step_is_told_as_it_was(world: World, step: Callable[[World], object], sentence: str):
    with acting_as(ANA):
        step(world)
    assert told(world) == f"Ana (assistant) {sentence}"


@pytest.mark.parametrize(
    ("reported", "locked", "restored"),
    [
        (
            "",
            "The game gets no result until its case is settled: ",
            "The case is settled, and the game is open again, without a result: ",
        ),
        (
            "B+R",
            "B+R is suspended until its case is settled: ",
            "The case is settled, and the earlier result is restored: B+R, ",
        ),
        (
            "void",
            "“no result” is suspended until its case is settled: ",
            "The case is settled, and the earlier result is restored: “no result”, ",
        ),
    ],
)
def test_what_a_case_suspends_and_restores_is_told(
    world: World, reported: str, locked: str, restored: str
):
    game = world.games[1]
    if reported:
        report(game, game.black, reported)
    said = {"clock": "wrong"}
    case = raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.TIME, data=said)
    withdraw_matter(game_id=game.pk, player_id=game.white_id, case_id=case.pk)
    for verb, sentence in ((Verb.RESULT_LOCKED, locked), (Verb.RESULT_UNLOCKED, restored)):
        event = event_of(world.tournament.pk, AuditEvent.objects.get(verb=verb).pk)
        assert event is not None
        found = event_sentence(event, names_of(world.tournament.pk))
        assert found == f"{sentence}Chris (Black) – Dora (White)."


def test_players_are_told_by_name(world: World):
    game = world.games[1]
    report(game, game.black, "W+3.5")
    assert told(world) == "Chris (player) reported W+3.5: Chris (Black) – Dora (White)."
    report(game, game.white, "W+3.5")
    assert told(world) == "Dora (player) confirmed W+3.5: Chris (Black) – Dora (White)."


def test_undoing_and_doing_again_name_what_was_first_done(world: World):
    first = "The program entered the result B+R: Aki (Black) – Béa (White)."
    for said in ("undid this", "redid this", "undid this"):
        with acting_as(ANA):
            undo(event_id=AuditEvent.objects.latest("pk").pk)
        assert told(world) == f"Ana (assistant) {said}: “{first}”"


def test_many_names_are_counted(world: World):
    with acting_as(ANA):
        players.set_absent(
            tournament_id=world.tournament.pk,
            round_number=2,
            player_ids=[player.pk for player in world.players[:7]],
        )
    assert told(world).endswith("absent in round 2: Aki, Béa, Chris, Dora and 3 more.")


def test_a_correction_that_keeps_a_reported_result_tells_it_once(world: World):
    game = world.games[1]
    report(game, game.white, "W+R")
    corrections.correct_result(
        game_id=game.pk, winner="white", reason="resignation", note="Both told me."
    )
    assert told(world).count("W+R") == 1
    assert "without the opponent" in told(world)


def test_the_history_says_of_which_stones_life_and_death_was_asked_and_what_was_found() -> None:
    asking = Asking(life_case())
    asked = asking.ask("D9")
    found = told_of(asked.case.tournament_id)
    assert "D9" in found
    assert "alive" in found
    work_off()
    assert "D9 (dead)" in told_of(asked.case.tournament_id)
