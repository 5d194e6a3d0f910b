"""The phases of a Japanese game: stop, resumption, confirmation, both lose, finality."""

import pytest

from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.phases import GameEnd, GamePhase, Phase, PhaseError, ResumptionAnswer
from tests.support.catalogues import french

NONE_DEAD: frozenset[int] = frozenset()


def stopped(last: int = WHITE) -> GamePhase:
    first = 3 - last
    return GamePhase(to_move=first).pass_turn(first).pass_turn(last)


def test_j3_two_consecutive_passes_stop_play() -> None:
    game = GamePhase().pass_turn(BLACK)
    assert game.phase is Phase.PLAY
    assert game.play(WHITE).pass_turn(BLACK).phase is Phase.PLAY
    assert game.pass_turn(WHITE).phase is Phase.STOP


def test_j4_after_the_stop_nobody_plays() -> None:
    for colour in (BLACK, WHITE):
        for act in (GamePhase.play, GamePhase.pass_turn):
            with pytest.raises(PhaseError) as raised:
                act(stopped(), colour)
            assert raised.value.article == "Art. 9.1"


@pytest.mark.parametrize("requester", [BLACK, WHITE])
@pytest.mark.parametrize("last", [BLACK, WHITE])
def test_j5_the_requesters_opponent_moves_first(requester: int, last: int) -> None:
    """Whoever passed last: with the same colour it moves twice in a row across the stop."""
    game = stopped(last).request_resumption(requester)
    assert (game.phase, game.to_move, game.passes) == (Phase.PLAY, 3 - requester, 0)
    assert game.play(3 - requester).to_move == requester
    # The opponent may pass; then it takes one more pass to stop again.
    again = game.pass_turn(3 - requester).pass_turn(requester)
    assert (again.phase, again.stops) == (Phase.STOP, 2)


def test_j5_a_resumption_voids_what_was_confirmed() -> None:
    game = stopped().confirm(BLACK, frozenset({3}))
    resumed = game.request_resumption(WHITE).pass_turn(BLACK).pass_turn(WHITE)
    assert resumed.confirmed == {}
    assert resumed.confirm(WHITE, frozenset({3})).phase is Phase.STOP


def test_resumption_needs_a_stop() -> None:
    with pytest.raises(PhaseError) as raised:
        GamePhase().request_resumption(BLACK)
    assert raised.value.article == "Art. 9.3"


def test_the_game_ends_when_both_confirm_the_same() -> None:
    game = stopped().confirm(BLACK, frozenset({3, 4}))
    assert game.phase is Phase.STOP
    other = game.confirm(WHITE, frozenset({3}))
    assert other.phase is Phase.STOP
    assert other.disagree
    ended = other.confirm(WHITE, frozenset({4, 3}))
    assert (ended.phase, ended.outcome, ended.winner) == (Phase.END, GameEnd.CONFIRMED, None)


def test_no_dead_stones_can_be_confirmed_too() -> None:
    game = stopped().confirm(WHITE, NONE_DEAD)
    assert game.phase is Phase.STOP
    assert game.confirm(BLACK, NONE_DEAD).outcome is GameEnd.CONFIRMED


def test_j11_an_objection_makes_both_confirm_anew() -> None:
    game = stopped().confirm(BLACK, frozenset({3})).object(WHITE)
    assert game.phase is Phase.STOP
    assert game.confirmed == {}
    assert game.confirm(WHITE, frozenset({3})).phase is Phase.STOP


ENDED = stopped().confirm(BLACK, NONE_DEAD).confirm(WHITE, NONE_DEAD)
ACTS = {
    "play": lambda game: game.play(BLACK),
    "pass": lambda game: game.pass_turn(BLACK),
    "resume": lambda game: game.request_resumption(BLACK),
    "confirm": lambda game: game.confirm(BLACK, NONE_DEAD),
    "object": lambda game: game.object(BLACK),
    "no result": lambda game: game.agree_no_result(BLACK),
    "effective move": lambda game: game.find_effective_move(),
    "answer": lambda game: game.answer(BLACK, ResumptionAnswer.NEITHER),
    "displaced": lambda game: game.displaced_stone(put_back=False),
    "illegal": lambda game: game.illegal_move(BLACK),
    "resign": lambda game: game.resign(BLACK),
}


@pytest.mark.parametrize("act", ACTS)
def test_j12_a_confirmed_result_never_changes(act: str) -> None:
    with pytest.raises(PhaseError) as raised:
        ACTS[act](ENDED)
    assert raised.value.article == "Art. 10.4"
    assert french(raised.value.text)
    assert ENDED.outcome is GameEnd.CONFIRMED


def test_j13_no_result_needs_a_repetition_and_both_players() -> None:
    with pytest.raises(PhaseError) as raised:
        GamePhase().play(BLACK).agree_no_result(WHITE)
    assert raised.value.article == "Art. 12"
    repeated = GamePhase().play(BLACK, repeats=True).play(WHITE)
    one = repeated.agree_no_result(WHITE).agree_no_result(WHITE)
    assert one.phase is Phase.PLAY
    assert one.agree_no_result(BLACK).outcome is GameEnd.NO_RESULT


@pytest.mark.parametrize(
    "answers",
    [(ResumptionAnswer.NEITHER, ResumptionAnswer.NEITHER), (ResumptionAnswer.NEITHER, None)],
)
def test_j14_both_lose(answers: tuple[ResumptionAnswer, ResumptionAnswer | None]) -> None:
    game = stopped().find_effective_move().answer(BLACK, answers[0])
    assert game.phase is Phase.STOP
    ended = game.answer(WHITE, answers[1] or ResumptionAnswer.GAME_OVER)
    assert (ended.outcome, ended.winner) == (GameEnd.BOTH_LOSE, None)
    assert ended.article == "Art. 13.1"


def test_j14_a_request_or_an_agreement_goes_on() -> None:
    found = stopped().find_effective_move()
    resumed = found.answer(BLACK, ResumptionAnswer.NEITHER).answer(WHITE, ResumptionAnswer.RESUME)
    assert (resumed.phase, resumed.to_move) == (Phase.PLAY, BLACK)
    over = found.answer(BLACK, ResumptionAnswer.GAME_OVER).answer(WHITE, ResumptionAnswer.GAME_OVER)
    assert over.phase is Phase.STOP
    assert over.confirm(BLACK, NONE_DEAD).confirm(WHITE, NONE_DEAD).phase is Phase.END


def test_j14_there_is_nothing_to_answer_without_an_effective_move() -> None:
    with pytest.raises(PhaseError):
        stopped().answer(BLACK, ResumptionAnswer.NEITHER)


def test_j15_a_displaced_stone_goes_back_or_both_lose() -> None:
    game = GamePhase().play(BLACK)
    assert game.displaced_stone(put_back=True) == game
    ended = game.displaced_stone(put_back=False)
    assert (ended.outcome, ended.winner, ended.article) == (GameEnd.BOTH_LOSE, None, "Art. 13.2")


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_j16_an_illegal_move_loses_until_the_result_is_confirmed(colour: int) -> None:
    for game in (GamePhase(), stopped(), stopped().confirm(BLACK, NONE_DEAD)):
        ended = game.illegal_move(colour)
        assert (ended.outcome, ended.winner) == (GameEnd.FORFEIT, 3 - colour)
        assert ended.article == "Art. 14"


@pytest.mark.parametrize("colour", [BLACK, WHITE])
def test_resignation(colour: int) -> None:
    ended = GamePhase().resign(colour)
    assert (ended.outcome, ended.winner, ended.article) == (
        GameEnd.RESIGNED,
        3 - colour,
        "Art. 11",
    )


def test_out_of_turn() -> None:
    with pytest.raises(PhaseError) as raised:
        GamePhase().play(WHITE)
    assert raised.value.article == "Art. 2"
    assert GamePhase(to_move=WHITE).play(WHITE).to_move == BLACK


def test_only_a_player_confirms() -> None:
    with pytest.raises(ValueError, match="colour"):
        stopped().confirm(0, NONE_DEAD)
