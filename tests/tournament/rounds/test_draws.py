"""A round: paired by the machine, looked at, changed, published, and paired again to check."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from adjudication.corrections.services.corrections import correct_result
from adjudication.corrections.services.undo import undo
from adjudication.result_entry.services import clear_result, enter_result
from tests.tournament.fields import event, ids, pairs, play
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import (
    Apart,
    Draw,
    Game,
    Player,
    Round,
    RoundState,
    Seat,
)
from tournament.players.services.players import (
    add_players,
    set_participation,
    withdraw_player,
)
from tournament.rounds.selectors.drafts import draft_page, next_round_number
from tournament.rounds.selectors.draws import explain_opponent, verify_round
from tournament.rounds.services import boards
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import create_round, publish_round, withdraw_round
from tournament.state.codec import to_json
from tournament.state.presets import MCMAHON

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_tournament_is_paired_round_after_round():
    tournament = event(13)
    met: set[frozenset[int]] = set()
    byes = []
    for number in range(1, 5):
        assert next_round_number(tournament.pk) == number
        draw = draw_round(tournament_id=tournament.pk)
        found = pairs(tournament, number)
        assert len(found) == 6
        assert not found & met
        met |= found
        byes.append(draw.bye_number)
        assert len(draw.boards) == 6
        assert int(draw.total) == sum(board["weight"] for board in draw.boards)
        checked = verify_round(tournament.pk, number)
        assert checked is not None
        assert (checked.intact, checked.input_changed, checked.differences) == (True, False, ())
        play(tournament, number)
    assert len(set(byes)) == 4
    assert Seat.objects.filter(game=None).count() == 4
    for number in range(1, 5):
        checked = verify_round(tournament.pk, number)
        assert checked is not None
        assert (checked.intact, checked.input_changed, checked.differences) == (True, False, ())


def test_a_round_is_paired_again_the_same_and_only_while_in_preparation():
    tournament = event(10)
    draw_round(tournament_id=tournament.pk)
    first = pairs(tournament)
    draw_round(tournament_id=tournament.pk, round_number=1)
    assert pairs(tournament) == first
    assert Round.objects.count() == 1
    assert Draw.objects.count() == 2
    play(tournament, 1)
    with pytest.raises(Conflict, match="round_published"):
        draw_round(tournament_id=tournament.pk, round_number=1)
    with pytest.raises(NotFound):
        draw_round(tournament_id=tournament.pk, round_number=9)


def test_handicap_and_komi_come_from_the_rule():
    tournament = event(12)
    draw_round(tournament_id=tournament.pk)
    for game in Game.objects.all():
        assert game.komi_half == (tournament.handicap_komi_half if game.handicap else 13)
    assert Game.objects.filter(handicap__gt=0).exists()


def test_locked_boards_stay_and_the_rest_is_paired():
    tournament = event(10)
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    first, last = ids(tournament)[0], ids(tournament)[-1]
    boards.unpair(round_id=round_.pk)
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert len(page.unpaired) == 10
    game = pair_game(round_id=round_.pk, black_id=last, white_id=first, board_number=7)
    boards.lock_boards(round_id=round_.pk, game_ids=[game.pk], locked=True)
    for keep_all in (False, True):
        draw_round(tournament_id=tournament.pk, keep_all=keep_all)
        assert frozenset({first, last}) in pairs(tournament)
        assert len(pairs(tournament)) == 5
        assert Game.objects.get(pk=game.pk).board_number == 7


def test_some_are_unpaired_and_only_they_are_paired_again():
    tournament = event(12)
    draw_round(tournament_id=tournament.pk)
    games = list(Game.objects.order_by("board_number"))
    before = pairs(tournament)
    assert boards.unpair(round_id=games[0].round_id, game_ids=[games[1].pk, games[4].pk]) == 2
    kept = pairs(tournament)
    assert len(kept) == 4
    draw_round(tournament_id=tournament.pk, keep_all=True)
    assert kept < pairs(tournament)
    assert len(pairs(tournament)) == 6
    assert before >= kept


def test_a_late_player_takes_the_place_of_the_bye():
    tournament = event(5)
    draw_round(tournament_id=tournament.pk)
    assert Seat.objects.filter(game=None).count() == 1
    before = pairs(tournament)
    add_players(tournament_id=tournament.pk, entries=[Player(surname="Late", rank="5k")])
    draw_round(tournament_id=tournament.pk, keep_all=True)
    assert before < pairs(tournament)
    assert not Seat.objects.filter(game=None).exists()


def test_who_loses_the_bye_to_a_late_player_is_told_before_and_after_and_has_it_back():
    tournament = event(5)
    bye = draw_round(tournament_id=tournament.pk).bye_number
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert (page.bye_at_stake, page.lost_bye) == (None, None)
    late = add_players(tournament_id=tournament.pk, entries=[Player(surname="Late", rank="5k")])
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert page.bye_at_stake is not None
    assert page.bye_at_stake.number == bye
    draw_round(tournament_id=tournament.pk, keep_all=True)
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert page.bye_at_stake is None
    assert page.lost_bye is not None
    assert page.lost_bye.player.number == bye
    board = next(board for board in page.boards if board.table == page.lost_bye.table)
    assert {board.black.number, board.white.number} == {bye, late[0].number}
    undo(event_id=page.lost_bye.event_id)
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert [player.number for player in page.byes] == [bye]
    assert page.lost_bye is None


def test_nobody_lost_a_bye_that_is_drawn_anew_or_was_given_up_by_hand():
    tournament = event(5)
    draw_round(tournament_id=tournament.pk)
    add_players(tournament_id=tournament.pk, entries=[Player(surname="Late", rank="5k")])
    draw_round(tournament_id=tournament.pk)
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert (page.byes, page.lost_bye) == ((), None)


def test_a_pair_of_late_players_takes_the_bye_from_nobody():
    tournament = event(5)
    bye = draw_round(tournament_id=tournament.pk).bye_number
    late = [Player(surname=name, rank="5k") for name in ("Late", "Later")]
    add_players(tournament_id=tournament.pk, entries=late)
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert page.bye_at_stake is None
    draw_round(tournament_id=tournament.pk, keep_all=True)
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert [player.number for player in page.byes] == [bye]
    assert page.lost_bye is None


def test_two_players_change_places():
    tournament = event(7)
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    one, two = Game.objects.order_by("board_number")[:2]
    boards.swap_players(round_id=round_.pk, first_id=one.black_id, second_id=two.white_id)
    assert frozenset({two.white_id, one.white_id}) in pairs(tournament)
    assert frozenset({two.black_id, one.black_id}) in pairs(tournament)
    bye = Seat.objects.get(game=None).player_id
    boards.swap_players(round_id=round_.pk, first_id=bye, second_id=one.white_id)
    assert Seat.objects.get(game=None).player_id == one.white_id
    assert frozenset({bye, two.white_id}) in pairs(tournament)
    game = Game.objects.order_by("board_number").last()
    assert game is not None
    boards.swap_players(round_id=round_.pk, first_id=game.black_id, second_id=game.white_id)
    swapped = Game.objects.get(pk=game.pk)
    assert (swapped.black_id, swapped.white_id) == (game.white_id, game.black_id)
    assert Seat.objects.count() == 7


def test_terms_and_tables_are_forced():
    tournament = event(8)
    draw_round(tournament_id=tournament.pk)
    one, two = Game.objects.order_by("board_number")[:2]
    boards.set_terms(game_id=one.pk, handicap=5)
    boards.set_terms(game_id=one.pk, board_number=two.board_number)
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.handicap, one.komi_half, one.board_number) == (5, tournament.handicap_komi_half, 2)
    assert two.board_number == 1
    boards.swap_colours(round_id=one.round_id, game_ids=[one.pk, two.pk])
    for game, black in ((one, one.white_id), (two, two.white_id)):
        game.refresh_from_db()
        assert game.black_id == black
    # What was forced stays with its board; the other's terms follow from the colours.
    assert (one.handicap, one.komi_half) == (5, tournament.handicap_komi_half)
    assert (two.handicap, two.komi_half) == (0, 13)
    for change in (
        lambda: boards.set_terms(game_id=one.pk, handicap=31),
        lambda: boards.set_terms(game_id=one.pk, handicap=1, komi_half=999),
        lambda: boards.set_terms(game_id=one.pk, handicap=1, board_number=0),
        lambda: boards.set_terms(game_id=0, board_number=1),
    ):
        with pytest.raises(UserError):
            change()
    one.refresh_from_db()
    assert one.handicap == 5
    publish_round(round_id=one.round_id)
    with pytest.raises(Conflict, match="round_published"):
        boards.set_terms(game_id=one.pk, handicap=0)


def test_a_bye_is_given_by_hand_once():
    tournament = event(5)
    players = ids(tournament)
    draw_round(tournament_id=tournament.pk, bye_id=players[0])
    assert Seat.objects.get(game=None).player_id == players[0]
    play(tournament, 1)
    draw_round(tournament_id=tournament.pk)
    second = tournament.rounds.get(number=2)
    game = second.games.filter(seats__player_id=players[0]).get()
    boards.unpair(round_id=second.pk, game_ids=[game.pk])
    with pytest.raises(Conflict, match="bye_twice"):
        boards.give_bye(round_id=second.pk, player_id=players[0])
    with pytest.raises(Conflict, match="bye_twice"):
        draw_round(tournament_id=tournament.pk, bye_id=players[0])
    other = game.opponent_of(players[0])
    boards.give_bye(round_id=second.pk, player_id=other)
    assert second.seats.get(game=None).player_id == other
    seated = second.seats.exclude(game=None).values_list("player_id", flat=True)[0]
    with pytest.raises(Conflict, match="bye_twice"):
        boards.swap_players(round_id=second.pk, first_id=other, second_id=players[0])
    assert seated != players[0]
    boards.give_bye(round_id=second.pk, player_id=None)
    assert not second.seats.filter(game=None).exists()


def test_who_is_absent_is_not_paired():
    tournament = event(6)
    players = ids(tournament)
    set_participation(player_id=players[2], round_number=1, plays=False)
    withdraw_player(player_id=players[3], from_round=1)
    draw_round(tournament_id=tournament.pk)
    seated = {player for pair in pairs(tournament) for player in pair}
    assert seated == {players[0], players[1], players[4], players[5]}
    with pytest.raises(Conflict, match="player_paired"):
        set_participation(player_id=players[0], round_number=1, plays=False)
    with pytest.raises(Conflict, match="player_paired"):
        withdraw_player(player_id=players[0], from_round=1)
    set_participation(player_id=players[2], round_number=1, plays=True)
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert [one.name.id for one in page.unpaired] == [players[2]]
    assert [one.name.id for one in page.absent] == [players[3]]


def test_wishes_and_reserved_tables_are_kept():
    tournament = event(8, reserved_tables=[1, 3])
    draw_round(tournament_id=tournament.pk)
    for pair in pairs(tournament):
        first, second = sorted(pair)
        Apart.objects.create(first_id=first, second_id=second, kind="forbidden")
    before = pairs(tournament)
    draw_round(tournament_id=tournament.pk)
    assert not before & pairs(tournament)
    assert not {1, 3} & set(Game.objects.values_list("board_number", flat=True))


def test_nobody_to_pair_is_told_and_nothing_is_left_behind():
    tournament = event(0)
    with pytest.raises(UserError, match="nobody_to_pair"):
        draw_round(tournament_id=tournament.pk)
    assert not Round.objects.exists()


def test_what_changed_since_a_draw_is_told():
    tournament = event(8)
    draw_round(tournament_id=tournament.pk)
    Player.objects.filter(number=1).update(level=-25)
    add_players(tournament_id=tournament.pk, entries=[Player(surname="Late", rank="5k")])
    checked = verify_round(tournament.pk, 1)
    assert checked is not None
    # The draw carries what it was made from: it comes out the same whatever was mended since.
    assert (checked.intact, checked.differences) == (True, ())
    assert checked.input_changed
    assert checked.changed_by_hand == 0
    boards.unpair(round_id=tournament.rounds.get().pk)
    checked = verify_round(tournament.pk, 1)
    assert checked is not None
    assert checked.changed_by_hand == 4
    assert verify_round(tournament.pk, 2) is None


def test_a_draft_says_which_results_and_players_changed_since_it_was_paired():
    tournament = event(8)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    board, other = Game.objects.filter(round__tournament=tournament).order_by("pk")[:2]
    correct_result(game_id=board.pk, winner="both", note="neither came")
    draw_round(tournament_id=tournament.pk)

    def since():
        page = draft_page(tournament.pk, 2)
        assert page is not None
        return page.changes

    assert since() is None
    loser = "white" if other.winner == "black" else "black"
    correct_result(game_id=other.pk, winner=loser, reason="resignation", note="typed wrong")
    Player.objects.filter(number=1).update(level=-25)
    found = since()
    assert found is not None
    assert [game.table for game in found.games] == [other.board_number]
    assert (found.players, found.others) == ((1,), ())
    draw_round(tournament_id=tournament.pk)
    assert since() is None


def test_a_draft_says_who_came_and_who_left_since_it_was_paired():
    tournament = event(8)
    players = ids(tournament)
    draw_round(tournament_id=tournament.pk)
    withdraw_player(player_id=players[3], from_round=1, unseat=True)
    (late,) = add_players(tournament_id=tournament.pk, entries=[Player(surname="Late", rank="5k")])
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert page.changes is not None
    gone = Player.objects.get(pk=players[3]).number
    assert (page.changes.gone, page.changes.came) == ((gone,), (late.number,))
    assert page.changes.players == ()
    draw_round(tournament_id=tournament.pk, keep_all=True)
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert page.changes is None


def changed(tournament, number):
    """Return what has changed since a round was paired, and whether its draw is called proven."""
    page = draft_page(tournament.pk, number)
    assert page is not None
    return page.changes, page.proven_best


def mend_first_result(tournament):
    """Turn the result of a game of round 1 round, and return its board's number."""
    game = Game.objects.filter(round__tournament=tournament, round__number=1).order_by("pk")[0]
    loser = "white" if game.winner == "black" else "black"
    correct_result(game_id=game.pk, winner=loser, reason="resignation", note="typed wrong")
    return game.board_number


def late(tournament, *names):
    entries = [Player(surname=name, rank="5k") for name in names]
    return [player.number for player in add_players(tournament_id=tournament.pk, entries=entries)]


def test_what_changed_is_told_until_the_round_is_paired_again_as_a_whole():
    tournament = event(8)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    draw_round(tournament_id=tournament.pk)
    assert changed(tournament, 2) == (None, True)
    board = mend_first_result(tournament)
    came = late(tournament, "First", "Second")
    since, proven = changed(tournament, 2)
    assert since is not None
    assert ([game.table for game in since.games], list(since.came)) == ([board], came)
    assert not proven
    # Twice, so that the draw the other boards rest on is not the one before.
    for names in ((), ("Third", "Fourth")):
        late(tournament, *names)
        draw_round(tournament_id=tournament.pk, keep_all=True)
        since, proven = changed(tournament, 2)
        assert since is not None
        assert ([game.table for game in since.games], since.came) == ([board], ())
        assert not proven
    draw_round(tournament_id=tournament.pk)
    assert changed(tournament, 2) == (None, True)


def test_pairs_that_were_changed_stand_beside_the_proof_of_the_draw():
    tournament = event(8)
    draw_round(tournament_id=tournament.pk)
    first, second = Game.objects.order_by("board_number")[:2]

    def found():
        page = draft_page(tournament.pk, 1)
        assert page is not None
        return page.proven_best, page.changed_pairs

    assert found() == (True, 0)
    boards.swap_colours(round_id=first.round_id, game_ids=[first.pk])
    assert found() == (True, 0)
    boards.swap_players(round_id=first.round_id, first_id=first.black_id, second_id=second.black_id)
    assert found() == (True, 2)


def test_locked_boards_are_no_reason_to_pair_a_round_again():
    tournament = event(8)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    draw_round(tournament_id=tournament.pk)
    mend_first_result(tournament)
    locked = Game.objects.filter(round__tournament=tournament, round__number=2)[:1].get()
    boards.lock_boards(round_id=locked.round_id, game_ids=[locked.pk], locked=True)
    assert changed(tournament, 2)[0] is not None
    draw_round(tournament_id=tournament.pk)
    assert changed(tournament, 2)[0] is None


def test_a_round_paired_before_all_players_had_come_is_proven_no_more():
    tournament = event(8)
    draw_round(tournament_id=tournament.pk)
    assert changed(tournament, 1) == (None, True)
    late(tournament, "First", "Second")
    draw_round(tournament_id=tournament.pk, keep_all=True)
    assert changed(tournament, 1) == (None, False)


def test_why_two_players_meet():
    tournament = event(9)
    draw = draw_round(tournament_id=tournament.pk)
    for number in range(1, 10):
        found = explain_opponent(tournament.pk, 1, number)
        assert found is not None
        assert found.explanation.sentences
        assert (found.opponent is None) == (number == draw.bye_number)
        if found.opponent:
            assert found.others
            assert all(other.loss >= 0 for _, other in found.others)
    assert explain_opponent(tournament.pk, 2, 1) is None
    assert explain_opponent(tournament.pk, 1, 99) is None


def _told_of(tournament, number, players):
    """Return of players why they have their place, with what another opponent would cost."""
    found = {player: explain_opponent(tournament.pk, number, player) for player in players}
    return {
        player: (one.explanation, [other.loss for _, other in one.others])
        for player, one in found.items()
    }


def test_why_is_told_by_the_draw_whatever_was_corrected_or_changed_elsewhere_since():
    tournament = event(17)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    draw_round(tournament_id=tournament.pk)
    second = tournament.rounds.get(number=2)
    *kept, third, fourth = second.games.order_by("board_number")
    numbers = [game.black.number for game in kept] + [game.white.number for game in kept]
    numbers.append(second.seats.get(game=None).player.number)
    told = _told_of(tournament, 2, numbers)
    before = explain_opponent(tournament.pk, 2, numbers[0])
    assert before is not None
    assert before.about == ()
    boards.swap_players(round_id=second.pk, first_id=third.black_id, second_id=fourth.white_id)
    publish_round(round_id=second.pk)
    for game in Game.objects.filter(round__tournament=tournament, round__number=1)[:4]:
        loser = "white" if game.winner == "black" else "black"
        correct_result(game_id=game.pk, winner=loser, reason="resignation", note="typed wrong")
    assert _told_of(tournament, 2, numbers) == told
    for number in numbers:
        found = explain_opponent(tournament.pk, 2, number)
        assert found is not None
        assert len(found.about) == 2
    third.refresh_from_db()
    changed = explain_opponent(tournament.pk, 2, third.black.number)
    assert changed is not None
    assert changed.about == found.about
    assert third.black.name in str(changed.about[-1])
    assert changed.opponent is not None
    assert changed.opponent.id == third.white.number
    assert changed.others[0][1].loss < 0


def test_why_goes_by_the_facts_of_today_and_says_so_where_nothing_was_drawn():
    tournament = event(8)
    players = ids(tournament)
    first = create_round(tournament_id=tournament.pk)
    for black, white in zip(players[:4], players[4:], strict=True):
        pair_game(round_id=first.pk, black_id=black, white_id=white)
    for number in range(1, 9):
        found = explain_opponent(tournament.pk, 1, number)
        assert found is not None
        assert len(found.about) == 1


def test_why_of_a_board_that_was_kept_while_others_were_paired_is_told_by_its_own_draw():
    tournament = event(9)
    draw = draw_round(tournament_id=tournament.pk)
    numbers = [side for board in draw.boards[:3] for side in (board["black"], board["white"])]
    numbers.append(draw.bye_number)
    told = _told_of(tournament, 1, numbers)
    round_ = tournament.rounds.get()
    last = round_.games.order_by("board_number").last()
    boards.unpair(round_id=round_.pk, game_ids=[last.pk])
    draw_round(tournament_id=tournament.pk, keep_all=True)
    assert _told_of(tournament, 1, numbers) == told
    Draw.objects.update(request=b"")  # as after somebody in it is erased
    found = explain_opponent(tournament.pk, 1, numbers[0])
    assert found is not None
    assert len(found.about) == 1


def test_the_draft_shows_what_is_wrong():
    tournament = event(4)
    draw_round(tournament_id=tournament.pk)
    play(tournament, 1)
    pair = sorted(next(iter(pairs(tournament))))
    draw_round(tournament_id=tournament.pk)
    second = tournament.rounds.get(number=2)
    assert second.state == RoundState.DRAFT
    boards.unpair(round_id=second.pk)
    pair_game(round_id=second.pk, black_id=pair[0], white_id=pair[1])
    page = draft_page(tournament.pk, 2)
    assert page is not None
    assert page.boards[0].violated == ("rematch",)


def test_a_later_round_waits_for_the_one_before():
    tournament = event(8)
    draw_round(tournament_id=tournament.pk)
    with pytest.raises(Conflict, match="round_before"):
        draw_round(tournament_id=tournament.pk, round_number=2)
    first = tournament.rounds.get()
    publish_round(round_id=first.pk)
    draw_round(tournament_id=tournament.pk, round_number=2)
    with pytest.raises(Conflict, match="round_after"):
        withdraw_round(round_id=first.pk)
    boards.unpair(round_id=tournament.rounds.get(number=2).pk)
    assert withdraw_round(round_id=first.pk).state == RoundState.DRAFT


def test_a_result_taken_back_still_keeps_the_round_published():
    tournament = event(4)
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    publish_round(round_id=round_.pk)
    game = round_.games.first()
    enter_result(game_id=game.pk, winner="black")
    clear_result(game_id=game.pk)
    with pytest.raises(Conflict, match="round_has_results"):
        withdraw_round(round_id=round_.pk)
    play(tournament, 1)
    with pytest.raises(Conflict, match="round_finished"):
        clear_result(game_id=game.pk)
    correct_result(game_id=game.pk, winner="draw", note="The slip says so.")


def test_somebody_absent_by_now_changes_no_explanation():
    tournament = event(6)
    draw_round(tournament_id=tournament.pk)
    Player.objects.filter(number=1).update(registration="preliminary")
    for number in range(1, 7):
        assert explain_opponent(tournament.pk, 1, number) is not None
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert len(page.boards) == 3
    first, second = ids(tournament)[:2]
    with pytest.raises(Conflict, match="player_absent"):
        boards.swap_players(round_id=tournament.rounds.get().pk, first_id=first, second_id=second)


def test_parameters_that_pair_nothing_are_told_on_the_page():
    parameters = replace(MCMAHON, weights=replace(MCMAHON.weights, colour=-5))
    tournament = event(4, parameters=to_json(parameters))
    with pytest.raises(UserError):
        draw_round(tournament_id=tournament.pk)
    round_ = create_round(tournament_id=tournament.pk)
    one, other = ids(tournament)[:2]
    pair_game(round_id=round_.pk, black_id=one, white_id=other)
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert page.problem is not None
    assert len(page.boards) == 1


def test_a_draw_is_written_once():
    draw = draw_round(tournament_id=event(4).pk)
    for change in (
        lambda: Draw.objects.filter(pk=draw.pk).update(total="1"),
        lambda: Draw.objects.filter(pk=draw.pk).delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


@pytest.mark.parametrize("few", [1, 2])
def test_a_bye_past_the_rule_is_told_before_only_those_without_a_board_are_paired(few: int):
    """One comes into a full round, or two into one with a bye: the rule is asked of the whole."""
    tournament = event(5 + few % 2)
    bye = draw_round(tournament_id=tournament.pk).bye_number
    weakest = Player.objects.filter(tournament=tournament).order_by("level").values("number")[0]
    late = [Player(surname=f"Late {number}", rank="7d") for number in range(few)]
    numbers = {one.number for one in add_players(tournament_id=tournament.pk, entries=late)}
    page = draft_page(tournament.pk, 1)
    assert page is not None
    if few == 2:  # the bye stays where the rule gave it
        assert page.bye_aside is None
        Player.objects.filter(number__in=numbers).update(rank="30k", level=-30)
        page = draft_page(tournament.pk, 1)
        assert page is not None
        assert page.bye_aside is not None
        assert page.bye_aside.player.number == bye
        assert page.bye_aside.due.number in numbers
    else:
        assert page.bye_aside is not None
        assert page.bye_aside.player.number in numbers
        assert page.bye_aside.due.number == weakest["number"]
    told, due = page.bye_aside.player.number, page.bye_aside.due.number
    assert page.bye_aside.stays is (few == 2)
    assert not page.bye_aside.again
    assert draw_round(tournament_id=tournament.pk, keep_all=True).bye_number == told
    assert draw_round(tournament_id=tournament.pk).bye_number == due
    page = draft_page(tournament.pk, 1)
    assert page is not None
    assert page.bye_aside is None


def test_a_second_bye_past_the_rule_is_told_as_that():
    tournament = event(5)
    had = draw_round(tournament_id=tournament.pk).bye_number
    play(tournament, 1)
    away = Player.objects.get(tournament=tournament, number=had)
    set_participation(player_id=away.pk, round_number=2, plays=False)
    draw_round(tournament_id=tournament.pk)
    set_participation(player_id=away.pk, round_number=2, plays=True)
    page = draft_page(tournament.pk, 2)
    assert page is not None
    assert page.bye_aside is not None
    assert (page.bye_aside.player.number, page.bye_aside.again) == (had, True)
    assert page.bye_aside.due.number != had
