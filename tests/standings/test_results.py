"""What every kind of result, and what is no game, is worth."""

import pytest

from tests.standings.builders import BLACK, player, state_of, wins
from tests.support.catalogues import french
from tournament.standings.history import history_of
from tournament.standings.placing import Ties
from tournament.standings.scores import scores_of
from tournament.standings.table import standings
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.criteria import Criterion
from tournament.state.games import Bye, Game
from tournament.state.parameters import Parameters, ScoringParameters, System
from tournament.state.results import Decided, Outcome, Result
from tournament.state.state import TournamentState


def nbw(state: TournamentState, after: int | None = None) -> list[int]:
    return standings(state, after=after, criteria=[Criterion.NBW]).columns[Criterion.NBW].tolist()


@pytest.mark.parametrize("decided", Decided)
@pytest.mark.parametrize(
    ("outcome", "points"),
    [
        (Outcome.UNKNOWN, [0, 0]),
        (Outcome.BLACK, [2, 0]),
        (Outcome.WHITE, [0, 2]),
        (Outcome.JIGO, [1, 1]),
        (Outcome.BOTH_WIN, [2, 2]),
        (Outcome.BOTH_LOSE, [0, 0]),
        (Outcome.NO_RESULT, [1, 1]),
        (Outcome.VOID, [0, 0]),
    ],
)
def test_points_of_a_game(outcome: Outcome, decided: Decided, points: list[int]):
    assert nbw(state_of(2, [Game(1, 1, 1, 2, Result(outcome, decided))])) == points


def test_a_void_game_was_never_paired():
    history = history_of(state_of(2, [Game(1, 1, 1, 2, Result(Outcome.VOID))]))
    assert not history.played.any()
    assert not history.absent.any()
    assert len(history.games.round) == 0


def test_a_void_game_leaves_ones_own_start_in_the_sum():
    state = state_of(2, [Game(1, 1, 1, 2, Result(Outcome.VOID))], criteria=[Criterion.SOSM])
    assert standings(state).columns[Criterion.SOSM].tolist() == [60, 60]


def test_a_game_counts_before_the_bye_and_the_bye_before_an_absence():
    players = (player(1, absent=frozenset({1})), player(2), player(3, absent=frozenset({1, 2})))
    state = TournamentState(
        players,
        (Game(1, 1, 1, 2, BLACK),),
        (Bye(1, 3),),
        Parameters(scoring=ScoringParameters(absent_nbw=1, round_down=False)),
    )
    history = history_of(state, 2)
    assert history.bye.tolist() == [[False, False, True], [False] * 3]
    assert history.absent.tolist() == [[False] * 3, [False, False, True]]
    assert nbw(state, 2) == [2, 0, 3]


def test_two_absences_are_a_whole_point_and_one_is_none():
    players = (player(1, absent=frozenset({1, 3})), player(2))
    state = TournamentState(players)
    mms = [standings(state, after=k).columns[Criterion.MMS][0] for k in range(4)]
    assert mms == [60, 60, 60, 62]


def test_an_absence_that_brings_nothing_is_an_absence_all_the_same():
    away = player(1, absent=frozenset({1, 2, 3}), uncounted=frozenset({2, 3, 4}))
    scoring = ScoringParameters(absent_nbw=2, round_down=False)
    state = TournamentState((away, player(2)), parameters=Parameters(scoring=scoring))
    table = standings(state, after=4, criteria=[Criterion.MMS, Criterion.NBW])
    assert table.columns[Criterion.MMS].tolist() == [61, 60]
    assert table.columns[Criterion.NBW].tolist() == [2, 0]
    assert history_of(state, 4).absent[:, 0].tolist() == [True, True, True, False]


def test_a_jigo_is_never_rounded():
    players = (player(1, absent=frozenset({2})), player(2))
    game = Game(1, 1, 1, 2, Result(Outcome.JIGO))
    table = standings(TournamentState(players, (game,)), after=2)
    assert table.columns[Criterion.MMS].tolist() == [61, 61]


def test_a_bye_before_and_after_a_game():
    state = state_of(3, [Game(2, 1, 1, 2, BLACK)], [Bye(1, 1), Bye(3, 1)])
    assert [nbw(state, k)[0] for k in range(4)] == [0, 2, 4, 6]
    assert scores_of(state).cps[:, 0].tolist() == [0, 2, 4, 8]


def test_cup_points_double_but_those_of_a_bye_do_not():
    state = state_of(2, wins((1, 2), (1, 2), (1, 2)))
    assert scores_of(state).cps[:, 0].tolist() == [0, 2, 6, 14]
    state = state_of(3, wins((1, 2), (1, 2)), [Bye(1, 3), Bye(2, 3)])
    assert scores_of(state).cps[:, 2].tolist() == [0, 2, 4]


def test_the_strasbourg_bonus_is_for_who_stands_exactly_at_the_top():
    state = state_of(2, wins((1, 2), (1, 2), (1, 2)), bar=0, rounds=3)
    assert scores_of(state).sts[:, 0].tolist() == [60, 66, 72, 74]
    lower_bar = state_of(2, wins((1, 2), (1, 2), (1, 2)), bar=-1, rounds=2)
    assert scores_of(lower_bar).sts[:, 0].tolist() == [58, 64, 66, 68]


def test_the_main_score_is_in_whole_points():
    state = state_of(2, [Game(1, 1, 1, 2, Result(Outcome.JIGO))])
    scores = scores_of(state)
    assert scores.main(System.MCMAHON).tolist() == [[30, 30], [30, 30]]
    assert scores.main(System.SWISS).tolist() == [[0, 0], [0, 0]]
    assert scores.main(System.CUP).tolist() == [[0, 0], [0, 0]]


def test_rounds_after_the_last_one_played_change_no_points():
    state = state_of(2, wins((1, 2)))
    assert nbw(state, 7) == nbw(state, 1) == [2, 0]
    assert standings(state, after=7).after == 7


def test_later_games_are_not_looked_at():
    state = state_of(2, wins((1, 2), (2, 1)))
    assert nbw(state, 1) == [2, 0]


def test_a_tournament_without_rounds_or_without_players():
    rows = standings(state_of(2), every=True).rows()
    assert [(row.place, row.player.id) for row in rows] == [(1, 1), (1, 2)]
    assert {*rows[0].values} == {*Criterion}
    assert standings(state_of(0), after=3, every=True).rows() == ()


def test_preliminary_registrations_have_a_row_and_count_as_opponents():
    players = (player(1, final=False), player(2))
    state = TournamentState(players, (Game(1, 1, 1, 2, BLACK),))
    table = standings(state, criteria=[Criterion.SOSW])
    assert table.columns[Criterion.SOSW].tolist() == [0, 2]


def test_a_negative_number_of_rounds_is_refused():
    with pytest.raises(ValueError, match="counted from 1"):
        standings(state_of(2), after=-1)


def test_places_are_shared_or_broken_by_name_or_by_lot():
    state = state_of(4, wins((4, 1)))

    def order(**more: object) -> list[tuple[int, int]]:
        return [(row.place, row.player.id) for row in standings(state, **more).rows()]  # type: ignore[arg-type]

    assert order() == [(1, 4), (2, 1), (2, 2), (2, 3)]
    assert order(ties=Ties.BROKEN) == [(1, 4), (2, 1), (3, 2), (4, 3)]
    assert order(ties=Ties.BROKEN, lots=[3, 2]) == [(1, 4), (2, 3), (3, 2), (4, 1)]
    with pytest.raises(ValueError, match="not a player"):
        order(lots=[9])


def test_every_criterion_has_a_metric_that_says_what_it_is_in_both_languages():
    assert {*TIEBREAKS} == {*Criterion}
    for criterion, row in TIEBREAKS.items():
        assert row.criterion is criterion
        for text in (str(row.explanation), french(row.explanation)):
            assert text.endswith(".")
            assert "\n" not in text


def test_a_result_made_of_words_is_the_result_they_name():
    said = Result("black", "default")  # type: ignore[arg-type]
    assert said == Result(Outcome.BLACK, Decided.DEFAULT)
    assert nbw(state_of(2, [Game(1, 1, 1, 2, said)])) == [2, 0]
    for words in (("blue",), ("black", "luck")):
        with pytest.raises(ValueError, match=words[-1]):
            Result(*words)
