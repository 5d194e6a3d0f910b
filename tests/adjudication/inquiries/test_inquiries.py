"""Questions to both players: asked once, answered by each, settled by both."""

import pytest

from adjudication.cases.services.disputes import withdraw_questions
from adjudication.inquiries.services.answering import answer
from adjudication.models import InquiryKind, InquiryState
from adjudication.triage.selectors import inquiries_of
from adjudication.triage.services.questions import ask_both_players
from tests.support.world import World, both_report, make_world
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, Game, Verb

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture
def game(world: World) -> Game:
    return Game.objects.select_related("round").get(pk=world.games[0].pk)


def test_both_are_asked_once_and_told_of_it_in_the_trail(game: Game) -> None:
    first = ask_both_players(game=game, kind=InquiryKind.NO_RESULT, data={"move": 9})
    assert ask_both_players(game=game, kind=InquiryKind.NO_RESULT, data={"move": 12}).pk == first.pk
    (view,) = inquiries_of(game.pk)
    assert (view.kind, view.waits, view.data) == ("no_result", True, {"move": 9})
    event = AuditEvent.objects.get(verb=Verb.INQUIRY_ASKED)
    assert event.players == [1, 2]
    assert event.after == {"question": "no_result", "case": None}


def test_what_is_known_already_is_not_asked_again(game: Game) -> None:
    ask_both_players(game=game, kind=InquiryKind.DEAD_STONES, data={}, answers={"white": "resume"})
    (view,) = inquiries_of(game.pk)
    assert view.answer_of("white") == "resume"
    assert not view.answer_of("black")
    assert view.waits


def test_an_answer_changes_until_the_other_one_is_there(game: Game) -> None:
    asked = ask_both_players(game=game, kind=InquiryKind.OBJECTION, data={})
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="confirm")
    answer(inquiry_id=asked.pk, player_id=game.black_id, answer="other", data={"result": "b+3.5"})
    (view,) = inquiries_of(game.pk)
    assert (view.black_answer, view.data_of("black")) == ("other", {"result": "B+3.5"})
    assert view.waits


def test_only_the_two_players_answer_and_only_with_a_word(world: World, game: Game) -> None:
    asked = ask_both_players(game=game, kind=InquiryKind.OBJECTION, data={})
    with pytest.raises(NotFound):
        answer(inquiry_id=asked.pk, player_id=world.players[5].pk, answer="confirm")
    with pytest.raises(NotFound):
        answer(inquiry_id=asked.pk + 1, player_id=game.black_id, answer="confirm")
    for word in ("", "no such word"):
        with pytest.raises(UserError, match="answer"):
            answer(inquiry_id=asked.pk, player_id=game.black_id, answer=word)


def test_a_question_taken_back_is_answered_no_more(game: Game) -> None:
    asked = ask_both_players(game=game, kind=InquiryKind.NO_RESULT, data={})
    withdraw_questions(game)
    with pytest.raises(Conflict, match="question_settled"):
        answer(inquiry_id=asked.pk, player_id=game.black_id, answer="yes")
    assert inquiries_of(game.pk)[0].state == InquiryState.WITHDRAWN


def test_nothing_is_asked_about_a_confirmed_result(world: World, game: Game) -> None:
    both_report(world.games[0], "B+R")
    confirmed = Game.objects.select_related("round").get(pk=game.pk)
    with pytest.raises(ValueError, match="confirmed"):
        ask_both_players(game=confirmed, kind=InquiryKind.NO_RESULT, data={})
