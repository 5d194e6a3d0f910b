"""Corrections of published rounds, and what they write into the trail."""

from dataclasses import replace

import pytest

from adjudication.corrections.services import corrections
from adjudication.models import SubmissionState
from adjudication.result_entry.services import enter_result
from tests.support.answering import contest_as_read
from tests.support.world import World, both_report, report
from tournament.errors import Conflict, UserError
from tournament.models import (
    Absence,
    AuditEvent,
    Game,
    GameState,
    HandicapPolicy,
    Reopening,
    RoundState,
    Seat,
    Tournament,
    Verb,
)
from tournament.players.services.players import set_participation
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.rounds import create_round, finish_round
from tournament.state.codec import to_json
from tournament.state.parameters import Basis, HandicapRule
from tournament.state.presets import MCMAHON

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NOTE = "Looked at the board again."


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def numbers(game: Game) -> tuple[int, int]:
    found = fresh(game)
    return found.black.number, found.white.number


def test_a_correction_wants_a_reason(world: World):
    game = world.games[0]
    for change in (
        lambda: corrections.correct_result(game_id=game.pk, winner="black", note=" "),
        lambda: corrections.withdraw_result(game_id=game.pk, note=""),
        lambda: corrections.correct_colours(game_id=game.pk, note=""),
        lambda: corrections.correct_terms(game_id=game.pk, handicap=2, note=""),
        lambda: corrections.remove_game(game_id=game.pk, note=""),
        lambda: corrections.set_bye(round_id=game.round_id, player_id=None, note=""),
    ):
        with pytest.raises(UserError, match="reason_missing") as caught:
            change()
        assert caught.value.field == "note"


def test_an_entered_result_is_corrected_with_what_was_and_what_is(world: World):
    game = world.games[0]
    enter_result(game_id=game.pk, winner="black", margin_half=7)
    event = corrections.correct_result(game_id=game.pk, winner="white", margin_half=7, note=NOTE)
    assert fresh(game).winner == "white"
    assert (event.verb, event.round_number, event.table) == (Verb.RESULT_CORRECTED, 1, 1)
    assert (event.before["winner"], event.after["winner"]) == ("black", "white")
    assert event.reason == NOTE
    assert event.players == [1, 2]


def test_the_same_result_again_is_no_correction(world: World):
    game = world.games[0]
    enter_result(game_id=game.pk, winner="black")
    before = AuditEvent.objects.count()
    with pytest.raises(UserError, match="unchanged"):
        corrections.correct_result(game_id=game.pk, winner="black", note=NOTE)
    assert AuditEvent.objects.count() == before


def test_a_waiting_report_is_set_aside_and_kept(world: World):
    game = world.games[0]
    report(game, game.black, "B+R")
    corrections.correct_result(game_id=game.pk, winner="white", reason="time", note=NOTE)
    submission = game.submissions.get()
    assert (submission.state, submission.answer_note) == (SubmissionState.SUPERSEDED, NOTE)
    assert (fresh(game).state, fresh(game).winner) == (GameState.ENTERED, "white")


def test_a_dispute_is_decided_by_ruling(world: World):
    game = world.games[0]
    submission = report(game, game.black, "B+R")
    contest_as_read(submission_id=submission, player_id=game.white_id)
    corrections.correct_result(game_id=game.pk, winner="black", note=NOTE)
    assert (fresh(game).state, fresh(game).reason) == (GameState.ENTERED, "ruling")


def confirmed(world: World) -> Game:
    game = world.games[0]
    both_report(game, "B+R")
    return game


@pytest.mark.parametrize(
    "change",
    [
        lambda game: corrections.correct_result(game_id=game.pk, winner="white", note=NOTE),
        lambda game: corrections.withdraw_result(game_id=game.pk, note=NOTE),
        lambda game: corrections.correct_colours(game_id=game.pk, note=NOTE),
        lambda game: corrections.correct_terms(game_id=game.pk, handicap=3, note=NOTE),
        lambda game: corrections.remove_game(game_id=game.pk, note=NOTE),
        lambda game: corrections.correct_players(
            game_id=game.pk, black_id=game.white_id, white_id=game.black_id, note=NOTE
        ),
    ],
)
def test_what_both_confirmed_stays(world: World, change):
    game = confirmed(world)
    with pytest.raises(Conflict, match="game_confirmed"):
        change(game)


def test_the_policy_lets_a_confirmed_result_change(world: World):
    game = confirmed(world)
    tournament = world.tournament
    tournament.reopening = Reopening.NEXT_ROUND
    tournament.save()
    corrections.correct_result(game_id=game.pk, winner="white", reason="time", note=NOTE)
    found = fresh(game)
    assert (found.state, found.winner, found.corrections) == (GameState.CONFIRMED, "white", 1)


def test_whoever_won_has_won_when_the_colours_were_the_other_way(world: World):
    game = world.games[0]
    enter_result(game_id=game.pk, winner="black", margin_half=7)
    event = corrections.correct_colours(game_id=game.pk, note=NOTE)
    assert numbers(game) == (2, 1)
    assert (fresh(game).winner, fresh(game).margin_half) == ("white", 7)
    assert event.verb == Verb.PAIRING_CORRECTED


def test_a_reported_result_stands_as_entered_when_colours_are_corrected(world: World):
    game = world.games[0]
    report(game, game.black, "B+R")
    corrections.correct_colours(game_id=game.pk, note=NOTE)
    assert (fresh(game).state, fresh(game).winner) == (GameState.ENTERED, "white")
    assert game.submissions.get().state == SubmissionState.SUPERSEDED


def test_two_players_of_two_boards_change_places(world: World):
    one, other = world.games[:2]
    enter_result(game_id=one.pk, winner="black")
    event = corrections.swap_in_round(
        round_id=one.round_id, first_id=one.black_id, second_id=other.white_id, note=NOTE
    )
    assert (numbers(one), numbers(other)) == ((4, 2), (3, 1))
    assert fresh(one).winner == "black"
    assert [board["table"] for board in event.after["boards"]] == [1, 2]
    assert event.players == [1, 2, 3, 4]


def test_a_reported_game_keeps_its_players(world: World):
    one, other = world.games[:2]
    report(one, one.black, "B+R")
    with pytest.raises(Conflict, match="game_has_reports"):
        corrections.swap_in_round(
            round_id=one.round_id, first_id=one.black_id, second_id=other.white_id, note=NOTE
        )
    with pytest.raises(Conflict, match="game_has_reports"):
        corrections.remove_game(game_id=one.pk, note=NOTE)


def test_a_game_is_removed_its_player_gets_the_bye_and_another_pairing_is_added(world: World):
    game = world.games[0]
    round_id, black, white = game.round_id, game.black, game.white
    enter_result(game_id=world.games[1].pk, winner="black")
    assert corrections.remove_game(game_id=game.pk, note=NOTE).after is None
    corrections.set_bye(round_id=round_id, player_id=black.pk, note=NOTE)
    with pytest.raises(Conflict, match="player_taken"):
        corrections.add_game(round_id=round_id, black_id=black.pk, white_id=white.pk, note=NOTE)
    event = corrections.set_bye(round_id=round_id, player_id=None, note=NOTE)
    assert (event.before, event.after) == ({"byes": [1]}, None)
    corrections.add_game(
        round_id=round_id, black_id=white.pk, white_id=black.pk, board_number=9, note=NOTE
    )
    assert Game.objects.get(round=round_id, board_number=9).black == white


def test_who_was_away_and_is_seated_late_takes_part(world: World):
    game = world.games[0]
    round_id, black, white = game.round_id, game.black_id, game.white_id
    corrections.remove_game(game_id=game.pk, note=NOTE)
    set_participation(player_id=white, round_number=1, plays=False)
    corrections.add_game(round_id=round_id, black_id=black, white_id=white, note=NOTE)
    assert not Absence.objects.filter(player=white).exists()
    draft = create_round(tournament_id=world.tournament.pk)
    set_participation(player_id=black, round_number=2, plays=False)
    with pytest.raises(Conflict, match="player_absent"):
        pair_game(round_id=draft.pk, black_id=black, white_id=white)


def test_two_players_are_exchanged_one_of_them_from_the_bye(world: World):
    gone, game = world.games[:2]
    rests, plays = gone.black_id, game.white_id
    corrections.remove_game(game_id=gone.pk, note=NOTE)
    corrections.set_bye(round_id=gone.round_id, player_id=rests, note=NOTE)
    event = corrections.swap_in_round(
        round_id=gone.round_id, first_id=rests, second_id=plays, note=NOTE
    )
    assert (fresh(game).black_id, fresh(game).white_id) == (game.black_id, rests)
    byes = Seat.objects.filter(round=gone.round_id, game=None)
    assert [seat.player_id for seat in byes] == [plays]
    assert (event.before["byes"], event.after["byes"]) == ([1], [4])


@pytest.mark.parametrize("played", [True, False])
def test_only_a_played_game_keeps_the_terms_it_was_played_on(world: World, played: bool):
    rule = replace(MCMAHON, handicap=HandicapRule(basis=Basis.RANK, threshold=8))
    Tournament.objects.update(handicap_policy=HandicapPolicy.RULE, parameters=to_json(rule))
    game = world.games[0]
    if played:
        enter_result(game_id=game.pk, winner="black")
    late = world.games[3]
    corrections.remove_game(game_id=late.pk, note=NOTE)
    before = (game.handicap, game.komi_half)
    corrections.correct_players(
        game_id=game.pk, black_id=late.black_id, white_id=game.white_id, note=NOTE
    )
    assert ((fresh(game).handicap, fresh(game).komi_half) == before) is played


def test_terms_of_a_played_game_are_corrected_and_its_result_stays(world: World):
    one, other = world.games[:2]
    enter_result(game_id=one.pk, winner="black")
    corrections.correct_terms(game_id=one.pk, handicap=2, komi_half=1, board_number=2, note=NOTE)
    found = fresh(one)
    assert (found.handicap, found.komi_half, found.board_number) == (2, 1, 2)
    assert found.winner == "black"
    assert fresh(other).board_number == 1


def test_a_result_withdrawn_from_a_closed_round_lets_it_be_played_again(world: World):
    for game in world.games:
        enter_result(game_id=game.pk, winner="black")
    finish_round(round_id=world.games[0].round_id)
    corrections.withdraw_result(game_id=world.games[0].pk, note=NOTE)
    found = fresh(world.games[0])
    assert (found.state, found.round.state) == (GameState.OPEN, RoundState.PUBLISHED)
