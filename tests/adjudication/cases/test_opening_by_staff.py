"""Cases that the staff opens: what no record shows."""

import pytest

from adjudication.cases.services.opening import BY_STAFF, open_by_staff
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.result_entry.services import enter_result
from adjudication.submissions.services.reports import submit_result
from tests.adjudication.decisions import staff
from tests.factories import GameFactory, PlayerFactory
from tests.support.answering import as_read
from tournament.audit.services.current_actor import acting_as
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import Game, Tournament

pytestmark = pytest.mark.django_db
TABLE = [
    {"minutes": 5, "penalty": "warning"},
    {"minutes": 10, "penalty": "time", "seconds": 600},
    {"minutes": 30, "penalty": "forfeit"},
]


@pytest.fixture
def game() -> Game:
    return GameFactory()


def raise_(game: Game, cause: str, *, on_board: bool = True, **more) -> Case:
    tournament = game.round.tournament
    more.setdefault("note", "I saw it.")
    if on_board:
        more.setdefault("game_id", game.pk)
    with acting_as(staff(tournament)):
        return open_by_staff(tournament_id=tournament.pk, cause=cause, **more)


def state(game: Game) -> str:
    game.refresh_from_db()
    return game.state


def test_a_referee_opens_a_case_with_his_words(game):
    case = raise_(game, Cause.TIME, player_ids=[game.white_id], note="The flag fell.")
    assert (case.cause, case.opened_by.name, case.state) == (Cause.TIME, "Rita", "open")
    assert case.grounds[0]["note"] == "The flag fell."
    assert (case.proposal["winner"], case.proposal["reason"]) == ("black", "time")
    assert state(game) == "disputed"


def test_what_a_clock_did_is_kept_with_the_case(game):
    case = raise_(game, Cause.TIME, player_ids=[game.white_id], clock="moved_after")
    assert case.grounds[0]["clock"] == "moved_after"
    assert case.proposal["articles"] == ["event:time", "event:clock"]


def test_a_clock_that_was_wrong_loses_nobody_the_game(game):
    case = raise_(game, Cause.TIME, player_ids=[game.white_id], clock="wrong")
    assert case.proposal is None


@pytest.mark.parametrize(("cause", "clock"), [(Cause.TIME, "broken"), (Cause.LATE, "fell")])
def test_what_no_clock_does_is_refused(game, cause, clock):
    with pytest.raises(UserError) as refused:
        raise_(game, cause, clock=clock)
    assert refused.value.field == "clock"
    assert not Case.objects.exists()


@pytest.mark.parametrize("cause", [Cause.LATE, Cause.OUTSIDE_HELP, Cause.CONDUCT, Cause.OTHER])
def test_what_is_not_about_the_result_leaves_the_board_alone(game, cause):
    raise_(game, cause)
    submit_result(game_id=game.pk, player_id=game.black_id, claim="B+R", idempotency_key="key")
    assert state(game) == "reported"
    assert Case.objects.live().get().cause == cause


@pytest.mark.parametrize(
    ("minutes", "proposed"),
    [
        (4, None),
        (5, ("nothing", "warning", None)),
        (29, ("nothing", "time", 600)),
        (30, ("result", "", None)),
    ],
)
def test_being_late_costs_what_the_tournaments_table_says(game, minutes, proposed):
    Tournament.objects.update(rulings={"late": TABLE})
    case = raise_(game, Cause.LATE, player_ids=[game.black_id], minutes=minutes)
    ground = case.grounds[0]
    assert (ground["minutes"], ground["players"]) == (minutes, [game.black.number])
    if proposed is None:
        assert case.proposal is None
        return
    effect, kind, seconds = proposed
    assert case.proposal["effect"] == effect
    if effect == "result":
        assert case.proposal["winner"] == "white"
    else:
        (penalty,) = case.proposal["penalties"]
        assert (penalty["player"], penalty["kind"]) == (game.black.number, kind)
        assert penalty["seconds"] == seconds


def test_without_a_board_players_are_named(game):
    other = PlayerFactory(tournament=game.round.tournament)
    case = raise_(
        game,
        Cause.ACCOUNT_SHARING,
        on_board=False,
        player_ids=[other.pk, game.black_id],
        round_number=game.round.number,
    )
    assert set(case.parties.all()) == {other, game.black}
    assert (case.game, case.round) == (None, game.round)
    assert state(game) == "open"


def test_two_cases_without_a_board_are_two(game):
    for _ in range(2):
        raise_(game, Cause.CONDUCT, on_board=False, player_ids=[game.black_id])
    assert Case.objects.count() == 2


def test_a_second_cause_joins_the_case_that_the_game_has(game):
    first = raise_(game, Cause.LATE)
    second = raise_(game, Cause.OUTSIDE_HELP)
    assert second.pk == first.pk
    assert (second.cause, len(second.grounds)) == (Cause.OUTSIDE_HELP, 2)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"note": " "}, "note"),
        ({"note": "x" * 501}, "note"),
        ({"minutes": -1}, "minutes"),
        ({"on_board": False}, "players"),
        ({"on_board": False, "player_ids": [1], "cause": Cause.TIME}, "game"),
        ({"cause": Cause.CONTRADICTED}, "cause"),
        ({"cause": "nonsense"}, "cause"),
    ],
)
def test_what_is_missing_is_said_beside_its_field(game, more, field):
    with pytest.raises(UserError) as refused:
        raise_(game, more.pop("cause", Cause.CONDUCT), **more)
    assert refused.value.field == field
    assert not Case.objects.exists()


def test_players_and_games_of_others_are_not_there(game):
    other = GameFactory()
    with pytest.raises(NotFound):
        raise_(game, Cause.CONDUCT, game_id=other.pk)
    with pytest.raises(NotFound):
        raise_(game, Cause.CONDUCT, on_board=False, player_ids=[other.black_id])
    with pytest.raises(UserError, match="players"):
        raise_(game, Cause.LATE, player_ids=[other.black_id])


def test_after_the_confirmation_only_conduct_is_a_case(game):
    for player, key in ((game.black_id, "black"), (game.white_id, "white")):
        submit_result(
            game_id=game.pk,
            player_id=player,
            claim="B+R",
            idempotency_key=key,
            **as_read(game.pk),
        )
    with pytest.raises(Conflict, match="game_confirmed"):
        raise_(game, Cause.TIME)
    raise_(game, Cause.CONDUCT)
    assert state(game) == "confirmed"


def test_what_the_staff_had_entered_stays_on_the_table(game):
    enter_result(game_id=game.pk, winner="white")
    raise_(game, Cause.DISPLACED_STONE)
    assert state(game) == "entered"


def test_every_cause_of_the_staff_can_be_opened():
    for cause in BY_STAFF:
        assert raise_(GameFactory(), cause).cause == cause


def test_nobody_opens_anything_as_nobody_or_in_a_closed_tournament(game):
    with pytest.raises(UserError, match="nobody"):
        open_by_staff(
            tournament_id=game.round.tournament_id, cause="conduct", game_id=game.pk, note="x"
        )
    Tournament.objects.update(closed_at="2026-01-01T00:00Z")
    with pytest.raises(Conflict, match="tournament_closed"):
        raise_(game, Cause.CONDUCT)
