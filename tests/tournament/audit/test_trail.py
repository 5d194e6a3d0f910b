"""What the services write into the audit trail."""

from datetime import datetime

import pytest

from adjudication.result_entry.services import clear_result, enter_result
from adjudication.submissions.services.reports import submit_result, withdraw_submission
from tests.support.answering import contest_as_read
from tests.support.world import World, report
from tests.tournament.trail import by_whom, last
from tournament.audit.selectors.trail import check_trail
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.errors import Conflict
from tournament.models import ApartKind, AuditEvent, Player, Role, Verb
from tournament.players.services.arrangements import (
    add_team,
    keep_apart,
    let_meet,
    line_up,
    play_by_teams,
)
from tournament.players.services.players import (
    add_players,
    change_player,
    set_absent,
    set_participation,
    withdraw_player,
)
from tournament.rounds.services.boards import (
    give_bye,
    set_terms,
    swap_colours,
    swap_players,
    unpair,
)
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import create_round, publish_round, withdraw_round

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def verbs_since(count: int) -> list[str]:
    return [event.verb for event in AuditEvent.objects.order_by("pk")][count:]


def test_a_result_entered_twice_is_one_event(world: World):
    count, game = AuditEvent.objects.count(), world.games[2]
    with acting_as(Actor(role=Role.HELPER, name="Zoe")):
        enter_result(game_id=game.pk, winner="black", margin_half=7)
        enter_result(game_id=game.pk, winner="black", margin_half=7)
        clear_result(game_id=game.pk)
        clear_result(game_id=game.pk)
    assert verbs_since(count) == [Verb.RESULT_ENTERED, Verb.RESULT_CLEARED]
    event = last()
    assert (event.actor_role, by_whom(event)) == (Role.HELPER, "Zoe")
    assert (event.round_number, event.table, event.players) == (1, 3, [5, 6])
    since = event.before.pop("reported_at")
    assert datetime.fromisoformat(since) < event.at
    assert event.before == {
        "table": 3,
        "black": 5,
        "white": 6,
        "handicap": 0,
        "komi_half": 13,
        "state": "entered",
        "winner": "black",
        "reason": "score",
        "margin_half": 7,
    }
    assert "winner" not in event.after


def test_a_draft_is_paired_changed_published_and_taken_back(world: World):
    count = AuditEvent.objects.count()
    draw_round(tournament_id=world.tournament.pk, seed=1)
    round_ = world.tournament.rounds.get(number=2)
    one, other = round_.games.order_by("board_number")[:2]
    swap_players(round_id=round_.pk, first_id=one.black_id, second_id=other.black_id)
    swap_colours(round_id=round_.pk, game_ids=[one.pk])
    set_terms(game_id=one.pk, komi_half=9)
    set_terms(game_id=one.pk, komi_half=9)
    unpair(round_id=round_.pk, game_ids=[one.pk])
    give_bye(round_id=round_.pk, player_id=one.white_id)
    publish_round(round_id=round_.pk)
    publish_round(round_id=round_.pk)
    withdraw_round(round_id=round_.pk)
    assert verbs_since(count) == [
        Verb.ROUND_PAIRED,
        Verb.PLAYERS_SWAPPED,
        Verb.COLOURS_SWAPPED,
        Verb.TERMS_SET,
        Verb.ROUND_UNPAIRED,
        Verb.BYE_GIVEN,
        Verb.ROUND_PUBLISHED,
        Verb.ROUND_WITHDRAWN,
    ]
    events = AuditEvent.objects.filter(round_number=2)
    paired = events.get(verb=Verb.ROUND_PAIRED)
    assert len(paired.after["boards"]) == 4
    assert paired.before is None
    assert events.get(verb=Verb.BYE_GIVEN).after == {"byes": [one.white.number]}
    assert last().after == {"round": "draft"}


def test_players_act_under_their_name_and_leave_numbers(world: World):
    count, game = AuditEvent.objects.count(), world.games[0]
    withdraw_submission(submission_id=report(game, game.black, "B+R"), player_id=game.black_id)
    contested = report(game, game.black, "B+R")
    key = "twice"
    contest_as_read(submission_id=contested, player_id=game.white_id)
    other = world.games[1]
    for _ in range(2):
        submit_result(
            game_id=other.pk, player_id=other.black_id, claim="B+2.5", idempotency_key=key
        )
    report(other, other.white, "B+2.5")
    assert verbs_since(count) == [
        Verb.RESULT_REPORTED,
        Verb.REPORT_WITHDRAWN,
        Verb.RESULT_REPORTED,
        Verb.RESULT_CONTESTED,
        Verb.CASE_OPENED,
        Verb.RESULT_REPORTED,
        Verb.RESULT_CONFIRMED,
    ]
    assert (last().actor_role, by_whom(last())) == (Role.PLAYER, other.white.name)
    assert all(
        other.white.surname not in f"{event.before} {event.after}"
        for event in AuditEvent.objects.all()
    )


def test_players_are_entered_changed_and_withdrawn(world: World):
    tournament, count = world.tournament.pk, AuditEvent.objects.count()
    rows = add_players(
        tournament_id=tournament, entries=[Player(surname="Ida"), Player(surname="Jan", rank="3k")]
    )
    change_player(player_id=rows[0].pk, surname="Ines", rank="2d")
    change_player(player_id=rows[0].pk, surname="Ines")
    set_participation(player_id=rows[0].pk, round_number=2, plays=False)
    set_participation(player_id=rows[0].pk, round_number=2, plays=False)
    set_absent(tournament_id=tournament, round_number=2, player_ids=[rows[1].pk])
    withdraw_player(player_id=rows[1].pk, from_round=2)
    assert verbs_since(count) == [
        Verb.PLAYER_ADDED,
        Verb.PLAYER_CHANGED,
        Verb.PARTICIPATION,
        Verb.PARTICIPATION,
        Verb.PLAYER_WITHDRAWN,
    ]
    added, changed, _, absent, withdrawn = AuditEvent.objects.order_by("pk")[count:]
    assert added.players == [9, 10]
    assert changed.after == {
        "players": [{"number": 9, "rank": "2d", "level": 1}],
        "withheld": ["surname"],
    }
    assert absent.before == {"absent": [[9, 2]], "plays": [[10, 2]]}
    assert absent.after == {"absent": [[10, 2]], "plays": [[9, 2]]}
    assert withdrawn.after["absent"][:2] == [[10, 3], [10, 4]]
    assert "uncounted" not in withdrawn.after


def test_a_withdrawal_tells_that_rounds_count_nothing_and_what_they_counted_before(world: World):
    tournament, player = world.tournament.pk, world.players[2]
    set_participation(player_id=player.pk, round_number=3, plays=False)
    withdraw_player(player_id=player.pk, from_round=2, counts=False)
    event = AuditEvent.objects.order_by("pk").last()
    assert event is not None
    assert event.after["uncounted"] == event.after["absent"]
    assert event.after["absent"][:2] == [[3, 2], [3, 3]]
    assert event.before["absent"] == [[3, 3]]
    assert [3, 3] not in event.before["plays"]
    count = AuditEvent.objects.count()
    withdraw_player(player_id=player.pk, from_round=2, counts=False)
    assert AuditEvent.objects.count() == count
    assert check_trail(tournament).wrong is None


def test_teams_and_wishes(world: World):
    tournament, count = world.tournament.pk, AuditEvent.objects.count()
    one, two, three = world.players[:3]
    keep_apart(first_id=two.pk, second_id=one.pk)
    keep_apart(first_id=two.pk, second_id=one.pk, kind=ApartKind.FORBIDDEN)
    let_meet(first_id=one.pk, second_id=two.pk)
    let_meet(first_id=one.pk, second_id=two.pk)
    play_by_teams(tournament_id=tournament, boards=2, apart=True)
    play_by_teams(tournament_id=tournament, boards=2, apart=True)
    team = add_team(tournament_id=tournament, name="Rooks", player_ids=[one.pk, two.pk])
    line_up(team_id=team.pk, from_round=2, player_ids=[three.pk, one.pk])
    assert verbs_since(count) == [
        Verb.WISHES_CHANGED,
        Verb.WISHES_CHANGED,
        Verb.TEAMS_CHANGED,
        Verb.TEAMS_CHANGED,
        Verb.TEAMS_CHANGED,
    ]
    assert (last().before["line_up"], last().after["line_up"]) == ([1, 2], [3, 1])


def test_nothing_changes_in_a_closed_tournament(world: World):
    tournament, game, player = world.tournament, world.games[0], world.players[0]
    round_ = create_round(tournament_id=tournament.pk)
    tournament.closed_at = tournament.created_at
    tournament.save()
    count = AuditEvent.objects.count()
    for change in (
        lambda: enter_result(game_id=game.pk, winner="black"),
        lambda: report(game, game.black, "B+R"),
        lambda: change_player(player_id=player.pk, rank="1d"),
        lambda: add_players(tournament_id=tournament.pk, entries=[Player(surname="Late")]),
        lambda: set_participation(player_id=player.pk, round_number=3, plays=False),
        lambda: draw_round(tournament_id=tournament.pk),
        lambda: create_round(tournament_id=tournament.pk),
        lambda: publish_round(round_id=round_.pk),
        lambda: unpair(round_id=round_.pk),
        lambda: keep_apart(first_id=game.black_id, second_id=game.white_id),
        lambda: play_by_teams(tournament_id=tournament.pk, boards=2),
    ):
        with pytest.raises(Conflict, match="tournament_closed"):
            change()
    assert AuditEvent.objects.count() == count
