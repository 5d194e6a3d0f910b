"""Round-robins, knock-outs and rounds by hand in the application."""

from dataclasses import replace

import pytest
from django.test import Client

from adjudication.closing.selectors import closing_state
from adjudication.me.selectors import player_page
from adjudication.result_entry.services import clear_result, enter_result
from tests.support.world import World
from tests.tournament.fields import event, ids, pairs, play, teams
from tournament.errors import Conflict, UserError
from tournament.models import Absence, Game, Player, Role, Seat
from tournament.players.services.players import add_players, set_absent
from tournament.public.selectors.player_card import player_card
from tournament.public.selectors.standings import standings_page
from tournament.rounds.selectors.drafts import draft_page
from tournament.rounds.selectors.draws import explain_opponent, verify_round
from tournament.rounds.services import boards
from tournament.rounds.services.boards import pair_game, seat_pair
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import (
    create_round,
    finish_round,
    publish_round,
    withdraw_round,
)
from tournament.state.codec import to_json
from tournament.state.parameters import ScoringParameters
from tournament.state.presets import KNOCK_OUT

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def step(director: Client, room: str):
    """The buttons of what is to be done next."""
    return director.get(room).context["next"].doors


def unchanged(tournament, number: int) -> bool:
    checked = verify_round(tournament.pk, number)
    return checked is not None and not checked.differences


@pytest.mark.parametrize("count", [5, 6])
def test_everybody_meets_everybody(count: int):
    tournament = event(count, method="round_robin")
    met: set[frozenset[int]] = set()
    rounds = count - 1 + count % 2
    for number in range(1, rounds + 1):
        draw_round(tournament_id=tournament.pk)
        assert unchanged(tournament, number)
        met |= pairs(tournament, number)
        play(tournament, number)
        # A rank mended meanwhile changes nothing any more.
        Player.objects.filter(tournament=tournament, number=1).update(level=-20)
    assert len(met) == count * (count - 1) // 2
    assert Seat.objects.filter(game=None).count() == (count if count % 2 else 0)
    with pytest.raises(UserError):
        draw_round(tournament_id=tournament.pk)


def test_a_knock_out_is_played_to_its_winner():
    tournament = event(6, method="knock_out")
    for number, games in ((1, 2), (2, 2), (3, 1)):
        draw_round(tournament_id=tournament.pk)
        assert Game.objects.filter(round__number=number).count() == games
        assert unchanged(tournament, number)
        play(tournament, number)
        Player.objects.filter(tournament=tournament, number=6).update(level=8)
    with pytest.raises(UserError):
        draw_round(tournament_id=tournament.pk)
    assert explain_opponent(tournament.pk, 1, 1) is None
    assert standings_page(tournament.slug) is not None


def test_a_walk_over_stays_when_another_bye_is_given_or_two_are_exchanged():
    tournament = event(6, method="round_robin")
    first, *__, fifth, last = ids(tournament)
    Absence.objects.create(player_id=last, round_number=1)
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    byes = Seat.objects.filter(round=round_, game=None)
    boards.unpair(round_id=round_.pk, game_ids=[Seat.objects.get(player=fifth).game_id])
    boards.give_bye(round_id=round_.pk, player_id=fifth)
    boards.swap_players(round_id=round_.pk, first_id=first, second_id=fifth)
    boards.give_bye(round_id=round_.pk, player_id=fifth)
    assert {seat.player_id for seat in byes} == {first, fifth}
    boards.give_bye(round_id=round_.pk, player_id=None)
    assert not byes.all().exists()


def test_a_match_that_neither_won_is_told_before_the_round_is_closed():
    tournament = event(4, method="knock_out")
    director = World(tournament).client(Role.DIRECTOR)
    room = f"/director/{tournament.slug}/rounds/1/"
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    publish_round(round_id=round_.pk)
    first, second = round_.games.order_by("board_number")
    enter_result(game_id=first.pk, winner="both", reason="absence")
    assert not director.get(room).context["unmet"].undecided  # while others are open
    enter_result(game_id=second.pk, winner="black")
    asked = director.post(f"{room}close/", follow=True)
    (told,) = asked.context["sentences"]
    assert first.black.name in told
    page = draft_page(tournament.pk, 2)
    assert page is not None
    assert (str(page.problem), page.fix_in_round) == (told, 1)
    shown = Client().get(f"/t/{tournament.slug}/bracket/").context["problem"]
    assert first.black.name in shown
    assert shown != told


def test_two_of_a_bracket_whose_board_was_taken_out_are_named_everywhere():
    tournament = event(4, method="knock_out")
    director = World(tournament).client(Role.DIRECTOR)
    room = f"/director/{tournament.slug}/rounds/1/"
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    taken, kept = round_.games.order_by("board_number")
    boards.unpair(round_id=round_.pk, game_ids=[taken.pk])
    again = pair_game(round_id=round_.pk, black_id=taken.black_id, white_id=taken.white_id)
    assert again.board_number == taken.board_number  # the first that is free
    boards.unpair(round_id=round_.pk, game_ids=[again.pk])
    asked = director.post(f"{room}state/", {"step": "publish", "version": ""}, follow=True)
    (warned,) = asked.context["warnings"]
    both = {taken.black.name, taken.white.name}
    assert (warned.key, {*warned.named[0][0].split(" – ")}) == ("unmatched", both)
    publish_round(round_id=round_.pk)
    shown = Client().get(f"/t/{tournament.slug}/")
    (sentence,) = shown.context["page"].missing
    assert all(name in sentence for name in both)
    assert sentence in shown.text
    assert sentence in director.get(room).text
    own = player_page(tournament_id=tournament.pk, player_id=taken.black_id).free
    assert own is not None
    assert (own.why, own.opponents) == ("due", taken.white.name)
    withdrawn = director.get(f"/director/{tournament.slug}/players/{kept.black_id}/withdraw/")
    assert [game.id for game in withdrawn.context["open"]] == [kept.pk]
    # The next round says what is to be mended first, and so do closing and the overview.
    coming = draft_page(tournament.pk, 2)
    assert coming is not None
    assert (coming.fix_in_round, coming.problem is not None) == (1, True)
    enter_result(game_id=kept.pk, winner="black")
    asked = director.post(f"{room}close/", follow=True)
    assert asked.context["sentences"] == (sentence,)
    assert tournament.rounds.get().state == "published"
    director.post(f"{room}close/", {"sure": "1"})
    assert tournament.rounds.get().state == "finished"
    step_now = director.get(f"/director/{tournament.slug}/").context["next"]
    assert sentence in [line.text for line in step_now.lines]
    assert step_now.doors[0].href == room
    # Whoever does not come has lost; the other goes on, and is given the walk-over by one button.
    set_absent(tournament_id=tournament.pk, round_number=1, player_ids=[taken.white_id])
    shown = Client().get(f"/t/{tournament.slug}/").context["page"]
    (told,) = shown.through
    assert not shown.missing
    assert all(name in told for name in both)
    card = player_card(tournament.slug, taken.black.number)
    assert card is not None
    assert card.rounds[0].absent == card.names[taken.white.number]
    (owed,) = director.get(room).context["unmet"].not_given
    assert (owed.player_id, owed.away) == (taken.black_id, taken.white.name)
    pressed = {"mend": "bye", "step": "confirm", "note": "Walk-over", "player": owed.player_id}
    version = tournament.rounds.get().version
    director.post(f"{room}correct/", {**pressed, "version": version})
    assert Seat.objects.get(round=round_, game=None).player_id == taken.black_id
    assert not director.get(room).context["unmet"].not_given
    assert Client().get(f"/t/{tournament.slug}/").context["page"].through == (told,)
    card = player_card(tournament.slug, taken.black.number)
    assert card is not None
    assert card.rounds[0].cell.walk_over


def test_after_the_final_nobody_is_asked_for_a_round_more():
    tournament = event(8, method="knock_out")  # set to 5 rounds
    director = World(tournament).client(Role.DIRECTOR)
    room = f"/director/{tournament.slug}/"
    for number in (1, 2, 3):
        draw_round(tournament_id=tournament.pk)
        play(tournament, number)
        shown = director.get(f"{room}rounds/{number}/").context["page"].following
        assert shown == (number + 1 if number < 3 else 0)
    assert f"{room}rounds/4/" not in [door.href for door in step(director, room)]
    asked = director.get(f"{room}rounds/4/")
    assert (asked.context["planned"], "extra round" in asked.text) == (3, True)
    with pytest.raises(Conflict, match="beyond_last"):
        draw_round(tournament_id=tournament.pk)
    shown = standings_page(tournament.slug)
    assert shown is not None
    assert shown.final


@pytest.mark.parametrize(
    ("method", "rounds", "places"),
    [("knock_out", 2, [1, 2, 3, 3]), ("double_elimination", 5, [1, 2, 3, 4])],
)
def test_an_absent_finalist_leaves_the_first_place_to_the_other(method, rounds, places):
    parameters = to_json(replace(KNOCK_OUT, scoring=ScoringParameters(rounds=rounds)))
    tournament = event(4, method=method, parameters=parameters)
    final = rounds if method == "knock_out" else rounds - 1
    for number in range(1, final):
        draw_round(tournament_id=tournament.pk)
        play(tournament, number)
    first = Player.objects.get(tournament=tournament, number=1)
    for number in range(final, rounds + 1):
        Absence.objects.create(player=first, round_number=number)
    for number in range(final, rounds + 1):
        draw_round(tournament_id=tournament.pk)
        assert unchanged(tournament, number)
        page = draft_page(tournament.pk, number)
        assert page is not None
        assert (page.boards, [bye.number for bye in page.byes], page.unpaired) == ((), [2], ())
        round_ = tournament.rounds.get(number=number)
        publish_round(round_id=round_.pk)
        finish_round(round_id=round_.pk)
    shown = standings_page(tournament.slug)
    assert shown is not None
    assert shown.final
    assert [line.place for line in shown.lines] == places
    assert shown.lines[0].player.number == 2
    assert "does not play" in Client().get(f"/t/{tournament.slug}/bracket/").text


def test_a_double_elimination_is_played_to_its_winner():
    parameters = to_json(replace(KNOCK_OUT, scoring=ScoringParameters(rounds=5)))
    tournament = event(6, method="double_elimination", parameters=parameters)
    director = World(tournament).client(Role.DIRECTOR)
    room = f"/director/{tournament.slug}/"
    for number in range(1, 7):
        if number == 6:  # the final, which the number that was set left out
            page = standings_page(tournament.slug)
            assert page is not None
            assert not page.final
            assert f"{room}rounds/6/" in [door.href for door in step(director, room)]
            assert closing_state(tournament.pk).unwon
        draw_round(tournament_id=tournament.pk)
        assert unchanged(tournament, number)
        play(tournament, number)
        Player.objects.filter(tournament=tournament, number=6).update(level=8)
    page = standings_page(tournament.slug)
    assert page is not None
    assert page.final
    assert [line.place for line in page.lines] == [1, 2, 3, 4, 5, 6]
    assert f"{room}closing/" in [door.href for door in step(director, room)]
    assert not closing_state(tournament.pk).unwon
    with pytest.raises(UserError):
        draw_round(tournament_id=tournament.pk, round_number=7)


def test_a_final_without_a_winner_is_decided_and_not_the_end():
    tournament = event(2, method="knock_out")
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    publish_round(round_id=round_.pk)
    enter_result(game_id=round_.games.get().pk, winner="draw")
    finish_round(round_id=round_.pk)
    room = f"/director/{tournament.slug}/"
    doors = [door.href for door in step(World(tournament).client(Role.DIRECTOR), room)]
    assert f"{room}rounds/1/correct/" in doors
    assert not {f"{room}closing/", f"{room}rounds/2/"}.intersection(doors)


def test_by_hand_only_what_the_director_seats_is_paired():
    tournament = event(8, method="manual")
    players = ids(tournament)
    round_ = create_round(tournament_id=tournament.pk)
    with pytest.raises(UserError, match="nobody_to_pair"):
        draw_round(tournament_id=tournament.pk)
    pair_game(round_id=round_.pk, black_id=players[7], white_id=players[0])
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert (len(page.boards), len(page.unpaired)) == (1, 6)
    assert Game.objects.get().handicap == 4


def test_every_player_of_a_team_without_a_match_has_the_bye():
    tournament, _ = teams(2, 3)
    for number in (1, 2, 3):
        draw_round(tournament_id=tournament.pk)
        assert Game.objects.filter(round__number=number).count() == 2
        assert Seat.objects.filter(round__number=number, game=None).count() == 2
        page = draft_page(tournament.pk, number)
        assert page is not None
        assert len(page.byes) == 2
        assert not page.unpaired
        assert unchanged(tournament, number)
        play(tournament, number)
    assert len(set(Seat.objects.filter(game=None).values_list("player_id", flat=True))) == 6


def test_a_late_entry_after_a_round_taken_back_is_in_the_table():
    tournament = event(4, method="round_robin")
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    publish_round(round_id=round_.pk)
    tournament.refresh_from_db()
    assert tournament.field_settled
    withdraw_round(round_id=round_.pk)
    add_players(
        tournament_id=tournament.pk, entries=[Player(surname=f"L{n}", rank="1k") for n in range(2)]
    )
    draw_round(tournament_id=tournament.pk)
    assert Game.objects.filter(round=round_).count() == 3


def test_by_hand_a_round_is_made_by_its_first_board():
    tournament = event(4, method="manual")
    players = ids(tournament)
    seat_pair(tournament_id=tournament.pk, round_number=1, black_id=players[0], white_id=players[1])
    with pytest.raises(Conflict, match="round_before"):
        seat_pair(
            tournament_id=tournament.pk, round_number=2, black_id=players[0], white_id=players[1]
        )
    draw_round(tournament_id=tournament.pk, keep_all=True)
    assert Game.objects.count() == 1


def test_a_round_is_taken_back_until_its_first_result_whatever_was_set_by_hand():
    tournament = event(4, method="round_robin")
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    first, second = round_.games.order_by("board_number")
    boards.set_terms(game_id=first.pk, komi_half=1)
    boards.swap_colours(round_id=round_.pk, game_ids=[second.pk])
    for _time in range(2):
        publish_round(round_id=round_.pk)
        withdraw_round(round_id=round_.pk)
    publish_round(round_id=round_.pk)
    enter_result(game_id=first.pk, winner="black")
    clear_result(game_id=first.pk)
    with pytest.raises(Conflict, match="round_has_results"):
        withdraw_round(round_id=round_.pk)


@pytest.mark.parametrize(("method", "rounds"), [("double_elimination", 6), ("knock_out", 3)])
def test_a_bracket_that_is_not_drawn_has_the_rounds_that_its_players_make(method, rounds):
    parameters = to_json(replace(KNOCK_OUT, scoring=ScoringParameters(rounds=4)))
    tournament = event(8, method=method, parameters=parameters)
    create_round(tournament_id=tournament.pk)
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert page.planned == rounds
