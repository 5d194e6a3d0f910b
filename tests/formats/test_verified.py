"""Places and scores of result lists, held against their games."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from tests.support.environment import times
from tests.support.shared import require_shared
from tournament.formats.opengotha import read_opengotha
from tournament.formats.recognise import Format, read_with_places
from tournament.formats.verified import verify_file
from tournament.formats.writers import WRITERS
from tournament.pairing.random_events import RandomKind, random_event
from tournament.standings.placings import headline_of, verify_placings
from tournament.standings.stated_doubts import NO_DOUBTS, doubts_of
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.event import Details, Event
from tournament.state.games import Game
from tournament.state.parameters import Method, Parameters, System
from tournament.state.people import Player, distinct_names
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState

SEEDS = range(times(5, 200))
SYSTEMS = list(System)


def list_of(seed, kind=Format.H9, **chances):
    """A made-up tournament and its result list as read: the state, and what it states."""
    made = RandomKind(SYSTEMS[seed % 4], players=9 + seed % 23, rounds=3 + seed % 4, **chances)
    event = random_event(made, seed)
    read, table = read_with_places(WRITERS[kind].write(event).data)
    return event, read.state, table


def with_row(table, at, **changes):
    rows = [replace(row, **changes) if n == at else row for n, row in enumerate(table.rows)]
    return replace(table, rows=tuple(rows))


def swapped(table, first, second):
    one, other = table.rows[first].place, table.rows[second].place
    return with_row(with_row(table, first, place=other), second, place=one)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_list_as_written_is_right_and_every_fault_in_it_is_found(seed):
    event, state, table = list_of(seed)
    honest = verify_placings(state, table)
    assert honest.right
    assert honest.doubts == NO_DOUBTS

    random = Random(seed)
    first, second = random.sample(range(len(table.rows)), 2)
    both = {table.rows[at].player for at in (first, second)}
    rows = [
        row for row in standings(event.state).rows() if len(table.rows) == len(event.state.players)
    ]
    check = verify_placings(state, swapped(table, first, second))
    if not rows or rows[first].place != rows[second].place:  # equal players may stand either way
        assert {wrong.player for wrong in check.places} == both
        assert all(wrong.first <= wrong.last != wrong.place for wrong in check.places)
    assert not check.scores

    at = random.randrange(len(table.rows))
    column = random.randrange(len(table.heading.split()))
    columns = list(table.rows[at].columns)
    columns[column] = f"{float(columns[column]) + random.choice((1, 2, -1)):g}"
    check = verify_placings(state, with_row(table, at, columns=tuple(columns)))
    (wrong,) = check.scores
    assert (wrong.player, wrong.stated) == (table.rows[at].player, columns[column])
    assert not check.places
    assert not check.order_known or "0 " not in str(headline_of(check))


def exchanged(state, at, result):
    games = [
        replace(game, result=result) if n == at else game for n, game in enumerate(state.games)
    ]
    return replace(state, games=tuple(games))


def test_a_result_exchanged_under_scores_that_are_left_is_told_in_the_headline():
    __, state, table = list_of(4)  # McMahon: others have no starts to hide a result in
    honest, found = headline_of(verify_placings(state, table)), []
    for at in range(0, len(state.games), 5):
        game = state.games[at]
        other = Outcome.WHITE if game.result.outcome is Outcome.BLACK else Outcome.BLACK
        check = verify_placings(exchanged(state, at, Result(other)), table)
        assert headline_of(check) != honest
        assert check.doubts.unexplained
        found.append(game.players in [doubted.players for doubted in check.doubts.exchanged])
        assert check.right or check.doubts.contradictory
    assert any(found)  # what becomes of the strongest, a bar may explain as well


@pytest.mark.parametrize("outcome", [Outcome.BOTH_LOSE, Outcome.BOTH_WIN])
@pytest.mark.parametrize("kind", [Format.H9, Format.TOU])
def test_a_game_that_both_lost_or_both_won_is_a_contradiction(kind, outcome):
    __, state, table = list_of(0, kind)
    check = verify_placings(exchanged(state, 0, Result(outcome)), table)
    (game,) = check.doubts.both
    assert game.players == state.games[0].players
    assert not check.right
    absent = exchanged(state, 0, Result(outcome, Decided.DEFAULT))
    assert not verify_placings(absent, table).doubts.both


def test_a_start_that_others_of_the_rank_have_is_explained_and_a_single_one_is_told():
    player = Player(id=1, surname="Abel", first_name="Bo", rank=-1)
    players = [replace(player, id=number) for number in (1, 2, 3)]
    lifted = [replace(players[0], smms_correction=1), replace(players[1], smms_correction=1)]
    assert doubts_of(TournamentState(players=(*lifted, players[2]))) == NO_DOUBTS
    found = doubts_of(TournamentState(players=(lifted[0], *players[1:])))
    assert found.unexplained == (1,)
    assert not found.contradictory


def test_a_list_that_does_not_say_how_it_was_paired_accuses_nobody():
    event = random_event(RandomKind(players=10, rounds=3), 3)
    silent = verify_file(WRITERS[Format.H9].write(event).data)
    assert not silent.parameters_known
    assert not any(silent.check(number).departs for number in silent.rounds)
    told = verify_file(WRITERS[Format.OPENGOTHA].write(event).data)
    assert told.parameters_known
    bracket = random_event(RandomKind(players=8, rounds=3, method=Method.KNOCK_OUT), 3)
    silent = verify_file(WRITERS[Format.OPENGOTHA].write(bracket).data)
    assert not silent.parameters_known
    assert not any(silent.check(number).departs for number in silent.rounds)
    again = verify_file(WRITERS[Format.OPENGOTHA].write(silent.event).data)
    assert not again.parameters_known


@pytest.mark.parametrize("kind", [Format.OPENGOTHA, Format.JSON])
def test_colours_that_only_the_draw_decides_are_told_and_no_departure(kind):
    event = random_event(RandomKind(System.SWISS, players=12, rounds=3, absent=0, default=0), 3)
    file = verify_file(WRITERS[kind].write(event).data)
    assert not any(file.check(number).said for number in file.rounds)
    games = [game for game in event.state.games if game.round == 1]
    mirrored = {Outcome.BLACK: Outcome.WHITE, Outcome.WHITE: Outcome.BLACK}
    turned = [
        replace(
            game,
            black=game.white,
            white=game.black,
            result=Result(mirrored.get(game.result.outcome, game.result.outcome)),
        )
        for game in games[:2]
    ]
    state = replace(event.state, games=(*turned, *event.state.games[2:]))
    found = verify_file(WRITERS[kind].write(replace(event, state=state)).data).check(1)
    assert not found.departs
    assert len(found.check.colours) == 2
    names = {player.id: player.name for player in state.players}
    (said,) = map(str, found.said)
    assert all(names[player] in said for game in turned for player in game.players)
    silent = replace(state.parameters.weights, deterministic=False)
    state = replace(state, parameters=replace(state.parameters, weights=silent))
    data = WRITERS[kind].write(replace(event, state=state)).data
    assert not verify_file(data).check(1).check.colours
    listed = verify_file(WRITERS[Format.H9].write(replace(event, state=state)).data)
    assert not any("draw by names" in str(said) for said in listed.check(1).said)


@pytest.mark.parametrize(
    "kind",
    [
        RandomKind(System.MCMAHON, players=16, rounds=3),
        RandomKind(players=8, rounds=6, method=Method.DOUBLE_ELIMINATION),
    ],
)
def test_numbers_of_boards_that_were_exchanged_are_told_and_no_departure(kind):
    event = random_event(kind, 3)
    file = verify_file(WRITERS[Format.JSON].write(event).data)
    assert not any(file.check(number).check.renumbered for number in file.rounds)
    games = list(event.state.games)
    first, last = [place for place, game in enumerate(games) if game.round == 2][:2]
    games[first], games[last] = (
        replace(games[first], table=games[last].table),
        replace(games[last], table=games[first].table),
    )
    swapped = replace(event, state=replace(event.state, games=tuple(games)))
    found = verify_file(WRITERS[Format.JSON].write(swapped).data).check(2)
    assert not found.departs
    assert {board.game for board in found.check.renumbered} == {games[first], games[last]}
    assert len(found.said) == 1
    elsewhere = verify_file(WRITERS[Format.OPENGOTHA].write(swapped).data)
    assert not any("umbered otherwise" in str(said) for said in elsewhere.check(2).said)
    compared = not any("Board numbers are not compared" in str(said) for said in elsewhere.about)
    assert compared is (kind.method is not Method.WEIGHTS)


def test_people_of_one_name_are_told_apart():
    first, second = Player(1, "Dupont", "Marie", 3, club="A"), Player(2, "Dupont", "Marie", 3)
    other = Player(3, "Roe", "Ann", 3)
    assert distinct_names([first, second, other]) == {
        1: "Dupont Marie (1)",
        2: "Dupont Marie (2)",
        3: "Roe Ann",
    }
    elsewhere = replace(second, club="B")
    assert distinct_names([first, elsewhere])[2] == "Dupont Marie (B)"


def test_a_list_without_scores_is_right_and_says_what_it_assumes():
    for seed in islice(SEEDS, 4):
        # The opponents of games won by default are not in the list.
        __, state, table = list_of(seed, Format.TOU, default=0.0)
        check = verify_placings(state, table)
        assert check.right
        assert check.criteria
        assert not check.order_known
        assert check.notes


def test_who_share_a_place_may_not_be_told_apart():
    __, state, table = list_of(4)
    shared = with_row(table, 1, place=1)
    (wrong,) = verify_placings(state, shared).places
    assert (wrong.place, wrong.first) == (1, 2)
    empty = with_row(table, 1, place=None)  # as OpenGotha writes a shared place
    assert verify_placings(state, empty).places == (wrong,)


def test_a_list_with_many_columns_or_odd_scores_is_no_endless_work():
    __, state, table = list_of(1)
    rows = [replace(row, columns=row.columns + ("1", "2") * 20) for row in table.rows]
    check = verify_placings(state, replace(table, rows=tuple(rows)))
    assert len(check.criteria) <= 12
    far = with_row(table, 0, columns=("999", *table.rows[0].columns[1:]))
    assert [wrong.line for wrong in verify_placings(state, far).scores] == [table.rows[0].line]
    asked = []
    late = verify_placings(state, far, lambda: not asked.append(1) and len(asked) < 2)
    assert late.why is not None
    assert not late.scores
    assert not late.places


def test_categories_stand_before_the_scores_and_the_first_is_the_highest():
    event = random_event(RandomKind(System.SWISS_CATEGORIES, players=12, rounds=3), 2)
    parameters = event.state.parameters
    by_category = replace(parameters, criteria=(Criterion.CATEGORY, *parameters.criteria))
    event = replace(event, state=replace(event.state, parameters=by_category))
    read, table = read_with_places(WRITERS[Format.H9].write(event).data)
    state, limits = read.state, parameters.scoring.categories
    of = {player.id: 1 + sum(player.rank < limit for limit in limits) for player in state.players}
    assert len(set(of.values())) > 1
    rows = [replace(row, columns=(str(of[row.player]), *row.columns)) for row in table.rows]
    with_cat = replace(table, rows=tuple(rows), heading=f"  CAT {table.heading}")
    check = verify_placings(state, with_cat)
    assert check.right
    assert check.criteria[0] == "CAT"
    check = verify_placings(state, swapped(with_cat, 0, len(rows) - 1))
    assert [wrong.column for wrong in check.places] == ["CAT", "CAT"]
    assert [(wrong.own, wrong.theirs) for wrong in check.places] == [("1", "2"), ("2", "1")]


def test_real_lists_have_no_fault():
    files = sorted(require_shared("corpus/tournaments/exports").iterdir())
    assert len(files) == 7
    for path in files:
        file = verify_file(path.read_bytes(), path.name)
        assert file.placings is not None
        assert file.placings.right
        assert file.placings.why is None


def test_two_players_swapped_in_a_real_list_are_found():
    for name in ("TestPartEtLic.h9", "Veterans.h9"):
        path = require_shared(f"corpus/tournaments/exports/{name}")
        event, table = read_with_places(path.read_bytes())
        check = verify_placings(event.state, swapped(table, 0, len(table.rows) - 1))
        assert {1, len(table.rows)} <= {wrong.player for wrong in check.places}


def test_lists_of_real_tournaments_have_no_fault():
    files = sorted(require_shared("corpus/tournaments/opengotha").glob("*.xml"))
    small = [path for path in files if path.stat().st_size < 150_000]
    for path in islice(small, 0, None, times(40, 1)):
        event = read_opengotha(path.read_bytes())
        if event.state.games:
            read, table = read_with_places(WRITERS[Format.H9].write(event).data)
            assert verify_placings(read.state, table).right, path.name


def test_a_file_without_places_names_everybody_who_shares_a_place_among_the_first():
    players = tuple(Player(n, f"Name{n}", "First", 0, 2050) for n in range(1, 5))
    games = tuple(
        Game(1, table, black, white, Result(Outcome.BLACK))
        for table, black, white in ((1, 1, 3), (2, 2, 4))
    )
    by_wins = Parameters(criteria=(Criterion.NBW, Criterion.SOSW))
    event = Event(Details(name="Cup"), TournamentState(players, games, parameters=by_wins))
    file = verify_file(WRITERS[Format.OPENGOTHA].write(event).data)
    (said,) = file.about_places
    assert all(f"3. {player.name}" in str(said) for player in players[2:])


def test_a_file_without_places_says_who_is_first():
    event = random_event(RandomKind(players=10, rounds=3), 1)
    file = verify_file(WRITERS[Format.OPENGOTHA].write(event).data)
    assert file.placings is None
    (said,) = file.about_places
    first = standings(event.state).rows()[0].player
    assert first.name in str(said)
