"""Two reports of one record that count it with other dead stones: neither is confirmed."""

import pytest

from adjudication.models import Submission
from adjudication.submissions.services.answers import accept_claim, contest_submission
from adjudication.verdicts.selectors.submissions import submission_by_id
from tests.support.answering import version_of
from tests.support.records import DEAD, WALLS, sgf
from tests.support.world import judge_all, make_world, report
from tournament.models import Game

pytestmark = pytest.mark.django_db
NONE_DEAD = "W+6.5"
"""What the board counts to if no stone is dead."""


@pytest.fixture
def game() -> Game:
    """A game under rules by which a board without dead stones can be counted."""
    return make_world(rules="french").games[0]


def disputed(game: Game) -> tuple[int, int]:
    """Let Black mark dead stones, and White none, in the same record; return their reports."""
    first = report(game, game.black, "W+15.5", sgf(WALLS), DEAD.split())
    judge_all()
    contest_submission(
        submission_id=first,
        player_id=game.white_id,
        version=version_of(first),
        dead_stones=[],
    )
    judge_all()
    return first, Submission.objects.get(player=game.white).pk


def badge(report_id: int) -> str:
    view = submission_by_id(report_id)
    assert view is not None
    return view.badge


def test_that_no_stone_is_dead_is_one_players_word_too(game: Game) -> None:
    first, second = disputed(game)
    assert (badge(first), badge(second)) == ("marked", "marked")


def test_it_is_both_players_word_once_the_other_accepts_it(game: Game) -> None:
    _first, second = disputed(game)
    accept_claim(
        game_id=game.pk, player_id=game.black_id, expects=second, version=version_of(second)
    )
    assert badge(second) == "confirmed"


def test_a_report_without_dead_stones_agrees_if_nobody_marked_any(game: Game) -> None:
    alone = report(game, game.white, NONE_DEAD, sgf(WALLS), [])
    judge_all()
    assert badge(alone) == "confirmed"
