"""What a ruling would do, looked at before it is made."""

import pytest

from adjudication.cases.selectors.rulings import (
    penalties_of,
    resumption_by_ruling,
    rulings_of,
    warnings_in,
)
from adjudication.models import Case, Penalty, Ruling
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.result_entry.services import enter_result
from adjudication.rulings.services.ruling import preview_ruling, revise, rule
from tests.adjudication.decisions import BLACK_WINS, locked, ruled, staff, taken
from tests.support.world import World
from tournament.audit.services.current_actor import acting_as
from tournament.errors import Conflict, UserError
from tournament.models import AuditEvent, Game, RoundState
from tournament.rounds.services.rounds import finish_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def counts() -> tuple[int, ...]:
    return tuple(one.objects.count() for one in (Ruling, Penalty, AuditEvent))


def test_nothing_of_it_is_kept(world: World):
    game = locked(world.games[0])
    case = taken(world.tournament, staff(world.tournament), game)
    before = counts()
    seen = preview_ruling(case_id=case.pk, decision=BLACK_WINS)
    assert (seen.game.state, seen.game.winner) == ("ruled", "black")
    assert {one.number for one in seen.effects.moved if one.score_after > one.score_before} == {
        game.black.number
    }
    game.refresh_from_db()
    case.refresh_from_db()
    assert (game.state, case.state, counts()) == ("disputed", "taken", before)


def test_a_later_round_that_is_paired_already_is_told(drafted: World):
    first = drafted.tournament.rounds.get(number=1).games.order_by("board_number").first()
    enter_result(game_id=first.pk, winner="white")
    case = taken(drafted.tournament, staff(drafted.tournament), first, cause=Cause.ILLEGAL_MOVE)
    seen = preview_ruling(case_id=case.pk, decision=BLACK_WINS)
    assert [one.round for one in seen.effects.paired] == [2]


def test_that_a_closed_round_opens_again_is_told(world: World):
    for game in world.games:
        enter_result(game_id=game.pk, winner="white")
    finish_round(round_id=world.games[0].round_id)
    case = taken(world.tournament, staff(world.tournament), world.games[0])
    again = Decision("replay", reasons="The clock was broken.")
    assert preview_ruling(case_id=case.pk, decision=again).reopens
    assert not preview_ruling(case_id=case.pk, decision=BLACK_WINS).reopens
    assert world.tournament.rounds.get().state == RoundState.FINISHED


def test_the_decision_is_foreseen_as_it_would_be_written(world: World):
    game = locked(world.games[0])
    case = taken(world.tournament, staff(world.tournament), game)
    penalty = PenaltyGiven(game.black.number, "points", points_half=4)
    counted = Decision("result", "black", "score", 3, reasons="Late.", penalties=(penalty,))
    seen = preview_ruling(case_id=case.pk, decision=counted)
    assert (seen.decision.winner, seen.decision.margin_half) == ("white", None)
    with pytest.raises(UserError, match="reasons_missing"):
        preview_ruling(case_id=case.pk, decision=Decision("replay"))


def test_a_case_without_a_game_changes_no_standings(world: World):
    player = world.players[0]
    about = {"cause": Cause.CONDUCT, "players": [player]}
    case = taken(world.tournament, staff(world.tournament), **about)
    warning = PenaltyGiven(player.number, "warning")
    decision = Decision("nothing", reasons="Loud.", penalties=(warning,))
    seen = preview_ruling(case_id=case.pk, decision=decision)
    assert (seen.game, seen.effects, seen.decision) == (None, None, decision)


def test_warnings_add_up_and_a_superseded_one_does_not_count(world: World):
    referee, player = staff(world.tournament), world.players[0]
    warning = PenaltyGiven(player.number, "warning")
    decision = Decision("nothing", reasons="Loud.", penalties=(warning,))
    cases: list[Case] = []
    for _ in range(2):
        case = taken(world.tournament, referee, cause=Cause.CONDUCT, players=[player])
        with acting_as(referee):
            rule(case_id=case.pk, decision=decision, version=case.version)
        case.refresh_from_db()
        cases.append(case)
    assert warnings_in(world.tournament.pk) == {player.pk: 2}
    with acting_as(referee):
        revise(
            case_id=cases[0].pk,
            decision=Decision("nothing", reasons="It was somebody else."),
            version=cases[0].version,
            note="Heard another witness.",
        )
    assert warnings_in(world.tournament.pk) == {player.pk: 1}


def test_a_game_tells_its_ruling_and_the_penalties_beside_its_result(world: World):
    game = world.games[0]
    penalty = PenaltyGiven(game.white.number, "points", points_half=4)
    decision = Decision("result", "black", "score", 3, reasons="Late.", penalties=(penalty,))
    case = ruled(world.tournament, staff(world.tournament), game, decision)
    (told,) = rulings_of(case.pk)
    assert (told.winner, told.margin_half, told.by, told.final) == ("black", 3, "Rita", False)
    assert told.decision == decision
    (line,) = penalties_of([game.pk, world.games[1].pk])[game.pk]
    assert (line.colour, line.points_half, line.name) == ("white", 4, game.white.name)


@pytest.mark.parametrize(("effect", "move"), [("replay", None), ("resume", 87)])
def test_players_are_told_from_where_their_game_goes_on(world: World, effect: str, move: int):
    game = world.games[0]
    decision = Decision(effect, resume_move=move, reasons="The ko was retaken.")
    case = ruled(world.tournament, staff(world.tournament), game, decision)
    told = resumption_by_ruling(game.pk)
    assert (told.case_id, told.resume_move, told.reasons) == (case.pk, move, decision.reasons)
    enter_result(game_id=game.pk, winner="black")
    assert resumption_by_ruling(game.pk) is None


def test_a_result_by_ruling_goes_on_from_nowhere(world: World):
    ruled(world.tournament, staff(world.tournament), world.games[0], BLACK_WINS)
    assert resumption_by_ruling(world.games[0].pk) is None


def test_what_a_confirmed_game_forbids_is_told_beforehand(world: World):
    game: Game = world.games[0]
    case = taken(world.tournament, staff(world.tournament), game, cause=Cause.ILLEGAL_MOVE)
    game.refresh_from_db()
    for state in ("reported", "confirmed"):
        result = {"winner": "black", "reason": "resignation", "margin_half": None}
        when = {"reported_at": case.opened_at} if state == "reported" else {}
        done = {"confirmed_at": case.opened_at} if state == "confirmed" else {}
        assert Game.objects.move(game, state, **result, **when, **done)
        game.refresh_from_db()
    with pytest.raises(Conflict, match="game_confirmed"):
        preview_ruling(case_id=case.pk, decision=BLACK_WINS)
