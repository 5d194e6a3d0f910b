"""A player agrees that they lost on time, as their opponent says in a case."""

from datetime import timedelta

import pytest

from adjudication.cases.selectors.cases import (
    cases_of_game,
    live_case_of,
    said_to_be_late,
)
from adjudication.cases.services.actions import take_case
from adjudication.cases.services.opening import open_by_staff
from adjudication.inquiries.services.raising import raise_matter, withdraw_matter
from adjudication.models import Case, Submission
from adjudication.policy.causes import Cause
from adjudication.submissions.services.answers import (
    NO_LONGER_SAID,
    accept_claim,
    agree_lost_on_time,
)
from adjudication.triage.views import case_of
from adjudication.verdicts.selectors.games import game_page
from tests.adjudication.decisions import staff
from tests.support.records import WALLS, sgf
from tests.support.world import World, judge_all, make_world, report
from tournament.audit.services.current_actor import acting_as
from tournament.errors import Conflict, NotFound
from tournament.models import AuditEvent, Game, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return make_world()


@pytest.fixture
def game(world: World) -> Game:
    return world.games[0]


def claim(game: Game, clock: str = "fell", whose: str = "black", *, by_white: bool = True) -> Case:
    """Let White say what Black's clock did, or what else is said, and return the case."""
    return raise_matter(
        game_id=game.pk,
        player_id=game.white_id if by_white else game.black_id,
        cause=Cause.TIME,
        data={"clock": clock, "whose": whose} if whose else {"clock": clock},
    )


def agree(game: Game, case: Case, *, white: bool = False, version: int | None = None) -> None:
    seen = Game.objects.get(pk=game.pk).version if version is None else version
    agree_lost_on_time(
        game_id=game.pk,
        player_id=game.white_id if white else game.black_id,
        case_id=case.pk,
        version=seen,
    )


def offered(game: Game, colour: str = "black") -> bool:
    """Whether the page of a game offers the player of a colour to agree."""
    page = game_page(game.pk)
    assert page is not None
    told = case_of(page.game, page.standing_reports, colour, closed=page.closed)
    return told is not None and told.late


def outcome(game: Game) -> tuple[str, str, str]:
    game.refresh_from_db()
    return game.state, game.winner, game.reason


def test_whoever_agrees_has_lost_and_the_case_is_over_without_a_ruling(game: Game) -> None:
    case = claim(game)
    assert offered(game)
    assert not offered(game, "white")
    for _press in range(2):
        agree(game, case)
    assert outcome(game) == ("confirmed", "white", "time")
    case.refresh_from_db()
    assert case.state == "settled"
    (line,) = cases_of_game(game.pk)
    assert "Aki (Black)" in line.settled_note
    agreed = Submission.objects.get(game=game)
    assert (agreed.state, agreed.player, agreed.answered_by) == (
        "confirmed",
        game.black,
        game.white,
    )
    events = AuditEvent.objects.filter(verb__in=["result.confirmed", "case.settled"])
    assert events.count() == 2
    assert len({event.actor for event in events} - {""}) == 1


def test_their_own_report_of_another_result_is_set_aside_and_its_record_stays(game: Game) -> None:
    report(game, game.black, "B+R", sgf(WALLS))
    judge_all()
    case = claim(game)
    agree(game, case)
    judge_all()
    assert outcome(game) == ("confirmed", "white", "time")
    page = game_page(game.pk)
    assert page is not None
    assert [one.winner for one in page.standing_reports if one.record] == ["white"]
    states = Submission.objects.filter(game=game).order_by("pk").values_list("state", flat=True)
    assert list(states) == ["superseded", "confirmed"]


@pytest.mark.parametrize(
    ("clock", "whose", "by_white"),
    [
        ("fell", "white", True),  # their own clock
        ("fell", "black", False),  # said by the player themselves
        ("wrong", "black", True),
        ("passing", "black", True),
        ("unpressed", "black", True),
    ],
)
def test_anything_else_that_is_said_of_a_clock_is_nothing_to_agree_to(
    game: Game, clock: str, whose: str, by_white: bool
) -> None:
    case = claim(game, clock, whose, by_white=by_white)
    assert not offered(game)
    with pytest.raises(Conflict, match="no_longer_said"):
        agree(game, case)
    assert outcome(game)[0] == "disputed"


def test_what_the_staff_says_is_not_the_opponents_word(world: World, game: Game) -> None:
    with acting_as(staff(world.tournament)):
        case = open_by_staff(
            tournament_id=world.tournament.pk,
            cause=Cause.TIME,
            game_id=game.pk,
            player_ids=[game.black_id],
            clock="fell",
            note="It fell.",
        )
    assert not offered(game)
    with pytest.raises(Conflict, match="no_longer_said"):
        agree(game, case)


def test_who_says_something_else_of_the_clock_later_no_longer_says_it(game: Game) -> None:
    case = claim(game)
    claim(game, "wrong")
    assert not offered(game)
    with pytest.raises(Conflict, match="no_longer_said"):
        agree(game, case)


@pytest.mark.parametrize("reported", ["W+5.5", "B+R"])
def test_who_claims_a_win_on_time_does_not_stand_by_what_they_reported_before(
    game: Game, reported: str
) -> None:
    """Whoever is accused of it cannot make the accuser lose by a report of before."""
    before = report(game, game.white, reported)
    case = claim(game)
    assert offered(game)
    with pytest.raises(Conflict, match="no_longer_said"):
        accept_claim(
            game_id=game.pk,
            player_id=game.black_id,
            expects=before,
            version=Game.objects.get(pk=game.pk).version,
        )
    agree(game, case)
    assert outcome(game) == ("confirmed", "white", "time")
    assert Submission.objects.get(pk=before).state == "superseded"


def test_the_last_word_counts_of_a_claim_and_a_report(game: Game) -> None:
    claim(game)
    live = live_case_of(game.pk)
    assert live is not None
    white, black = game.white.number, game.black.number
    (ground,) = live.grounds
    later, earlier = ground.at + timedelta(minutes=1), ground.at - timedelta(minutes=1)
    for reported_at, late in ((None, True), (earlier, True), (later, False)):
        assert late is said_to_be_late(live.grounds, by=white, late=black, reported_at=reported_at)
    assert not said_to_be_late(live.grounds, by=black, late=white)


def test_once_a_referee_has_it_they_decide(world: World, game: Game) -> None:
    case = claim(game)
    with acting_as(staff(world.tournament)):
        take_case(case_id=case.pk)
    assert not offered(game)
    with pytest.raises(Conflict, match="case_taken"):
        agree(game, case)


def test_an_illegal_move_beside_it_is_a_referees(game: Game) -> None:
    case = claim(game)
    raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.ILLEGAL_MOVE, note="A ko.")
    assert not offered(game)
    with pytest.raises(Conflict, match="finding_decides"):
        agree(game, case)


def test_what_was_taken_back_or_changed_is_not_agreed_to_unseen(game: Game) -> None:
    case, old = claim(game), game.version
    with pytest.raises(Conflict, match="report_changed"):
        agree(game, case, version=old)
    withdraw_matter(game_id=game.pk, case_id=case.pk, player_id=game.white_id)
    with pytest.raises(Conflict, match="no_longer_said"):
        agree(game, case)
    claim(game)
    with pytest.raises(Conflict, match="no_longer_said"):
        agree(game, case)


def test_nobody_agrees_for_others_or_where_the_staff_enters_results(game: Game) -> None:
    case = claim(game)
    with pytest.raises(Conflict, match="no_longer_said"):
        agree(game, case, white=True)
    with pytest.raises(NotFound):
        agree_lost_on_time(game_id=game.pk, player_id=0, case_id=case.pk, version=game.version)
    Tournament.objects.update(reporting="director")
    assert not offered(game)
    with pytest.raises(Conflict, match="staff_reports"):
        agree(game, case)


def test_whoever_agrees_to_what_was_just_taken_back_is_told_so(world: World, game: Game) -> None:
    case = claim(game)
    seen = Game.objects.get(pk=game.pk).version
    withdraw_matter(game_id=game.pk, case_id=case.pk, player_id=game.white_id)
    with pytest.raises(Conflict) as refused:
        agree(game, case, version=seen)
    assert refused.value.code == "no_longer_said"
    page = world.player(0).get(f"/games/{game.pk}/lost-on-time/", follow=True).text
    assert str(NO_LONGER_SAID) in page
