"""Undoing what is in the audit trail: what was before is there again, and nothing is lost."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from adjudication.corrections.selectors.history import HistoryFilter, history_page
from adjudication.corrections.selectors.undo import undo_checks
from adjudication.corrections.services import corrections
from adjudication.corrections.services.undo import undo
from adjudication.models import SubmissionState
from adjudication.result_entry.services import clear_result, enter_result
from jobs.models import Job
from tests.support.answering import confirm_as_read
from tests.support.environment import some
from tests.support.records import WALLS, sgf
from tests.support.world import World, both_report, report
from tests.tournament.trail import everything, last, refused, there_and_back
from tournament.audit.services.recording import record
from tournament.errors import Conflict
from tournament.models import Game, GameState, Reopening, Verb
from tournament.players.services.players import (
    change_player,
    set_absent,
    set_participation,
    withdraw_player,
)
from tournament.rounds.services.boards import (
    give_bye,
    pair_game,
    set_terms,
    swap_colours,
    swap_players,
    unpair,
)
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import (
    create_round,
    finish_round,
    publish_round,
    withdraw_round,
)

pytestmark = pytest.mark.django_db
NOTE = "Looked at the board again."


DRAFTED = {
    "swap": lambda w: swap_players(
        round_id=w.games[0].round_id, first_id=w.games[0].black_id, second_id=w.games[1].white_id
    ),
    "colours": lambda w: swap_colours(round_id=w.games[0].round_id, game_ids=[w.games[0].pk]),
    "terms": lambda w: set_terms(game_id=w.games[0].pk, handicap=3),
    "renumber": lambda w: set_terms(game_id=w.games[0].pk, board_number=2),
    "unpair one": lambda w: unpair(round_id=w.games[0].round_id, game_ids=[w.games[1].pk]),
    "unpair all": lambda w: unpair(round_id=w.games[0].round_id),
    "publish": lambda w: publish_round(round_id=w.games[0].round_id),
}


@pytest.mark.parametrize("name", DRAFTED)
def test_what_was_done_to_a_draft(drafted: World, name: str):
    there_and_back(drafted, lambda: DRAFTED[name](drafted))


def test_a_seat_and_a_bye(world: World):
    round_ = create_round(tournament_id=world.tournament.pk)
    one, two, three = world.players[:3]
    there_and_back(world, lambda: pair_game(round_id=round_.pk, black_id=one.pk, white_id=two.pk))
    there_and_back(world, lambda: give_bye(round_id=round_.pk, player_id=three.pk))
    give_bye(round_id=round_.pk, player_id=three.pk)
    there_and_back(world, lambda: give_bye(round_id=round_.pk, player_id=one.pk))


def test_a_drawn_round(world: World):
    create_round(tournament_id=world.tournament.pk)
    there_and_back(world, lambda: draw_round(tournament_id=world.tournament.pk, seed=3))


def swapped(w: World) -> None:
    corrections.swap_in_round(
        round_id=w.games[0].round_id,
        first_id=w.games[0].black_id,
        second_id=w.games[1].white_id,
        note=NOTE,
    )


def fixed(name: str):
    def change(w: World) -> None:
        game = w.games[0]
        {
            "enter": lambda: enter_result(game_id=w.games[2].pk, winner="black", margin_half=7),
            "clear": lambda: clear_result(game_id=game.pk),
            "result": lambda: corrections.correct_result(game_id=game.pk, winner="draw", note=NOTE),
            "withdraw": lambda: corrections.withdraw_result(game_id=game.pk, note=NOTE),
            "colours": lambda: corrections.correct_colours(game_id=game.pk, note=NOTE),
            "terms": lambda: corrections.correct_terms(
                game_id=game.pk, handicap=4, board_number=3, note=NOTE
            ),
            "swap": lambda: swapped(w),
            "remove": lambda: corrections.remove_game(game_id=game.pk, note=NOTE),
            "leave": lambda: withdraw_player(player_id=w.players[0].pk, from_round=2),
            "leave for nothing": lambda: withdraw_player(
                player_id=w.players[2].pk, from_round=2, counts=False
            ),
            "absent": lambda: set_absent(
                tournament_id=w.tournament.pk, round_number=2, player_ids=[w.players[3].pk]
            ),
            "rank": lambda: change_player(player_id=w.players[0].pk, rank="3d"),
        }[name]()

    return change


RESULTS = ["enter", "clear", "result", "withdraw"]
PAIRINGS = ["colours", "terms", "swap", "remove"]
PEOPLE = ["absent", "rank", "leave", "leave for nothing"]


@pytest.mark.parametrize("name", [*RESULTS, *PAIRINGS, *PEOPLE])
def test_what_was_done_to_a_published_round(world: World, name: str):
    set_participation(player_id=world.players[2].pk, round_number=3, plays=False)
    enter_result(game_id=world.games[0].pk, winner="black", margin_half=7)
    there_and_back(world, lambda: fixed(name)(world))


def test_a_bye_and_a_late_game_of_a_published_round(world: World):
    game = world.games[0]
    round_id, black, white = game.round_id, game.black_id, game.white_id
    corrections.remove_game(game_id=game.pk, note=NOTE)
    there_and_back(
        world, lambda: corrections.set_bye(round_id=round_id, player_id=black, note=NOTE)
    )
    there_and_back(
        world,
        lambda: corrections.add_game(round_id=round_id, black_id=white, white_id=black, note=NOTE),
    )


def test_a_closed_round_is_opened_and_closed_again(world: World):
    for game in world.games:
        enter_result(game_id=game.pk, winner="white")
    there_and_back(world, lambda: finish_round(round_id=world.games[0].round_id))


def test_a_round_taken_back_is_published_again(world: World):
    there_and_back(world, lambda: withdraw_round(round_id=world.games[0].round_id))


def test_a_report_that_was_set_aside_waits_again(world: World):
    game = world.games[0]
    report(game, game.black, "B+R", sgf(WALLS, KM="6.5"))
    event = corrections.correct_result(game_id=game.pk, winner="white", note=NOTE)
    undo(event_id=event.pk)
    assert Game.objects.get(pk=game.pk).state == GameState.REPORTED
    old, again = game.submissions.filter(imported_at=None).order_by("pk")
    assert (old.state, again.state) == (SubmissionState.SUPERSEDED, SubmissionState.PENDING)
    assert again.record == old.record
    assert Job.objects.filter(payload__submission_id=again.pk).count() == 1
    confirm_as_read(submission_id=again.pk, player_id=game.white_id)
    assert Game.objects.get(pk=game.pk).state == GameState.CONFIRMED


def test_a_confirmed_result_goes_back_where_the_policy_let_it_change(world: World):
    game, tournament = world.games[0], world.tournament
    both_report(game, "B+R")
    tournament.reopening = Reopening.ALWAYS
    tournament.save()
    event = corrections.correct_result(game_id=game.pk, winner="white", reason="time", note=NOTE)
    undo(event_id=event.pk)
    found = Game.objects.get(pk=game.pk)
    assert (found.winner, found.reason, found.corrections) == ("black", "resignation", 2)


def test_what_is_undone_is_not_undone_twice(world: World):
    enter_result(game_id=world.games[0].pk, winner="black")
    event = last()
    undo(event_id=event.pk)
    assert refused(event) == "undone_already"


def test_the_latest_first(world: World):
    game = world.games[0]
    enter_result(game_id=game.pk, winner="black")
    first = last()
    enter_result(game_id=game.pk, winner="white")
    second = last()
    enter_result(game_id=game.pk, winner="black")
    third = last()
    assert refused(first) == "changed_since"
    undo(event_id=third.pk)
    undo(event_id=second.pk)
    undo(event_id=first.pk)
    assert Game.objects.get(pk=game.pk).state == GameState.OPEN


def test_another_board_is_another_matter(world: World):
    enter_result(game_id=world.games[0].pk, winner="black")
    event = last()
    enter_result(game_id=world.games[1].pk, winner="black")
    undo(event_id=event.pk)
    assert Game.objects.get(pk=world.games[1].pk).winner == "black"


def test_a_result_stays_once_the_next_round_is_paired_from_it(world: World):
    enter_result(game_id=world.games[0].pk, winner="black")
    event = last()
    draw_round(tournament_id=world.tournament.pk)
    paired = last()
    assert refused(event) == "paired_since"
    undo(event_id=paired.pk)
    undo(event_id=event.pk)
    assert Game.objects.get(pk=world.games[0].pk).state == GameState.OPEN


def test_a_draft_that_is_published_since(drafted: World):
    swap_colours(round_id=drafted.games[0].round_id, game_ids=[drafted.games[0].pk])
    event = last()
    publish_round(round_id=drafted.games[0].round_id)
    published = last()
    assert refused(event) == "round_published"
    enter_result(game_id=drafted.games[0].pk, winner="black")
    assert refused(published) == "changed_since"


def test_a_round_that_had_a_result_is_not_taken_back(drafted: World):
    publish_round(round_id=drafted.games[0].round_id)
    published = last()
    enter_result(game_id=drafted.games[0].pk, winner="black")
    undo(event_id=last().pk)
    assert refused(published) == "round_has_results"


def test_a_player_paired_since_stays_in_the_round(world: World):
    player = world.players[0]
    set_participation(player_id=player.pk, round_number=2, plays=False)
    set_participation(player_id=player.pk, round_number=2, plays=True)
    event = last()
    draw_round(tournament_id=world.tournament.pk)
    assert refused(event) == "player_paired"


def test_names_are_not_in_the_trail(world: World):
    change_player(player_id=world.players[0].pk, surname="Akira")
    assert refused(last()) == "withheld"


def test_what_players_did_is_not_undone_for_them(world: World):
    report(world.games[0], world.games[0].black, "B+R")
    assert refused(last()) == "not_undoable"
    assert last().verb == Verb.RESULT_REPORTED


@pytest.mark.parametrize("verb", some(sorted(Verb.values), every=4))
def test_an_event_that_tells_nothing_is_not_undone(world: World, verb: str):
    player = world.players[0].number
    record(verb, tournament_id=world.tournament.pk, round_number=1, players=[player])
    assert refused(last()) == "not_undoable"


BOARD = {"table": 1, "black": 1, "white": 2, "handicap": 0, "komi_half": 13}
STRANGE = [
    (Verb.PARTICIPATION, {"absent": [1]}, {"plays": [[1, 2]]}),
    (Verb.PARTICIPATION, {"absent": [[99, 2]]}, {"plays": [[99, 2]]}),
    (Verb.PARTICIPATION, {"absent": [[[], {}]]}, {"plays": [[1, 2]]}),
    (Verb.PLAYER_CHANGED, {"players": [{"number": 1}]}, {"players": [{}]}),
    (Verb.PLAYER_CHANGED, {"players": [{"tournament_id": 0}]}, {"players": [{"number": 1}]}),
    (Verb.PLAYER_CHANGED, {"players": [{"level": 99}]}, {"players": [{"number": 1}]}),
    (Verb.RESULT_ENTERED, BOARD | {"black": 77}, BOARD),
    (Verb.RESULT_ENTERED, BOARD | {"table": -1}, BOARD),
    (Verb.RESULT_ENTERED, BOARD | {"state": "confirmed"}, BOARD),
    (Verb.RESULT_ENTERED, BOARD | {"state": "entered", "winner": "nobody"}, BOARD),
    (Verb.RESULT_ENTERED, {"byes": [77]}, BOARD),
    (Verb.RESULT_ENTERED, {"boards": 7}, BOARD),
    (Verb.ROUND_PUBLISHED, {"round": "paused"}, {"round": "published"}),
    (Verb.ROUND_PUBLISHED, [], {"round": "published"}),
]


@pytest.mark.parametrize(("verb", "before", "after"), STRANGE)
def test_what_an_archive_makes_up_changes_nothing(world: World, verb, before, after):
    there = everything(world)
    record(
        verb,
        tournament_id=world.tournament.pk,
        round_number=1,
        players=[1],
        before=before,
        after=after,
    )
    page = history_page(world.tournament.pk, HistoryFilter())
    undo_checks(world.tournament.pk, page.events)
    with pytest.raises(Conflict, match=r"not_undoable|changed_since"):
        undo(event_id=last().pk)
    assert everything(world) == there


def test_a_closed_tournament_is_left_alone(world: World):
    enter_result(game_id=world.games[0].pk, winner="black")
    event, tournament = last(), world.tournament
    tournament.closed_at = tournament.created_at
    tournament.save()
    assert refused(event) == "tournament_closed"


def test_a_page_of_events_takes_as_many_queries_as_one(drafted: World):
    for game in drafted.games:
        set_terms(game_id=game.pk, komi_half=9)
    for index, player in enumerate(drafted.players):
        change_player(player_id=player.pk, rating=100 + index)
        set_participation(player_id=player.pk, round_number=3, plays=False)
    page = history_page(drafted.tournament.pk, HistoryFilter())
    with CaptureQueriesContext(
        connection,
    ) as captured:
        answers = undo_checks(drafted.tournament.pk, page.events)
    assert len(captured) <= 7
    assert len(answers) == len(page.events) > 20
