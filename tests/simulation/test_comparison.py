"""Formats compared: what they are, what is measured, what is advised."""

import json
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from tests.formats.opengotha_files import file
from tests.pairing.builders import state_of
from tests.simulation.test_playing import field_of, with_rounds
from tournament.simulation.advice import advice
from tournament.simulation.comparison import Comparison, comparison_of
from tournament.simulation.figures import difference, figure_of
from tournament.simulation.formats import Choices, NotComparedError, TooManyFormatsError, formats_of
from tournament.simulation.measures import EventMeasures, Measure, measure_event, tau_b
from tournament.simulation.playing import Luck, play_out
from tournament.state.criteria import Criterion
from tournament.state.parameters import Method, System
from tournament.state.presets import MCMAHON

RANKS = [4, 2, 1, 0, -1, -3, -5, -8]


def test_a_grid_has_every_combination_once_and_only_what_a_system_knows():
    choices = Choices(
        systems=(System.MCMAHON, System.SWISS), rounds=(4, 5), bars=(0, 2), reductions=(1, 2)
    )
    formats = formats_of(MCMAHON, choices)
    assert len(formats) == 2 * 2 * 2 + 2 * 2
    assert {each.parameters.system for each in formats} == {System.MCMAHON, System.SWISS}
    assert len(formats_of(MCMAHON, Choices())) == 1
    assert formats_of(MCMAHON, Choices())[0].parameters == MCMAHON


def test_tie_breaks_of_another_system_are_not_tried():
    orders = ((Criterion.MMS, Criterion.SOSM), (Criterion.NBW, Criterion.SOSW))
    formats = formats_of(MCMAHON, Choices(criteria=orders))
    assert [each.parameters.criteria for each in formats] == [orders[0]]


def test_a_bracket_is_not_taken_for_a_swiss() -> None:
    with pytest.raises(NotComparedError):
        formats_of(replace(MCMAHON, method=Method.KNOCK_OUT), Choices())


def test_too_many_formats_are_refused_with_their_number():
    with pytest.raises(TooManyFormatsError, match="80"):
        formats_of(MCMAHON, Choices(rounds=tuple(range(1, 9)), bars=tuple(range(-2, 8))))


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [([0] * 10, 0, 0.2775), ([1] * 10, 0.7225, 1), ([0, 1], 0.095, 0.905)],
)
def test_a_share_has_the_interval_of_wilson(values, low, high):
    found = figure_of(values, share=True)
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_a_share_to_which_events_count_in_part_stays_one() -> None:
    found = figure_of([0.5, 0, 0, 0.5, 0], share=True)
    assert 0 <= found.low < 0.2 < found.high <= 1


def test_events_in_which_a_measure_says_nothing_are_left_out():
    nan = float("nan")
    assert figure_of([0.5, nan, 0.7]).count == 2
    assert figure_of([nan]).count == 0
    assert difference([1, nan, 3], [0.5, 1, nan]).mean == 0.5


def test_formats_with_the_same_luck_differ_less_than_two_of_their_own():
    first = [0.1, 0.9, 0.4, 0.6]
    second = [value - 0.1 for value in first]
    assert difference(first, second).half_width < figure_of(first).half_width / 10


def test_tau_b_is_that_of_the_definition():
    one, other = [1, 2, 2, 4, 5], [3, 1, 2, 2, 9]
    agree = apart = 0
    for a, b in combinations(range(5), 2):
        sign = (one[a] - one[b]) * (other[a] - other[b])
        agree, apart = agree + (sign > 0), apart + (sign < 0)
    pairs = 10
    tied_one, tied_other = 1, 1
    expected = (agree - apart) / ((pairs - tied_one) * (pairs - tied_other)) ** 0.5
    assert tau_b(np.array(one), np.array(other)) == pytest.approx(expected)
    assert np.isnan(tau_b(np.array([1, 1]), np.array([1, 2])))


def test_what_an_event_was_like_is_counted_from_its_games():
    rules = with_rounds(replace(MCMAHON, scoring=replace(MCMAHON.scoring, bar=1)), 3)
    state = state_of(RANKS, rules)
    clubs = tuple(replace(player, club="Lyon" if player.id < 4 else "") for player in state.players)
    state = replace(state, players=clubs)
    field = field_of(state)
    end = play_out(state, field, Luck(1, 1))
    values = measure_event(end, field, minutes=150).values
    rating = {player.id: player.rating for player in end.players}
    gaps = [abs(rating[game.black] - rating[game.white]) for game in end.games]
    assert values[Measure.GAP] == pytest.approx(sum(gaps) / len(gaps) / 100)
    mates = sum(game.black < 4 and game.white < 4 for game in end.games)
    assert values[Measure.SAME_CLUB] == pytest.approx(mates / len(end.games))
    stones = sum(game.handicap > 0 for game in end.games)
    assert values[Measure.HANDICAPS] == pytest.approx(stones / len(end.games))
    assert values[Measure.MINUTES] == 450
    assert -1 <= values[Measure.TAU] <= 1


def made_up(wins: dict[int, list[float]], asked: int) -> Comparison:
    """A comparison of formats by their rounds, with how often the strongest won in each."""
    formats = formats_of(with_rounds(MCMAHON, 3), Choices(rounds=tuple(wins)))
    comparison = comparison_of(formats, (), events=asked)
    for trial in comparison.trials:
        for share in wins[trial.format.rounds]:
            values = dict.fromkeys(Measure, 0.0) | {Measure.STRONGEST_WINS: share}
            trial.events.append(EventMeasures(values, {}, {}, {}))
    return comparison


def coins(first: int, count: int) -> list[float]:
    """So many events in which the strongest won every other time, or in the others."""
    return [float((event + first) % 2) for event in range(count)]


def test_nothing_is_advised_before_it_means_something() -> None:
    even = {3: coins(0, 120), 4: coins(0, 120)}
    early = advice(made_up(even, asked=1000))
    assert early.best is None
    assert dict(early.sentences[0].params) == {"count": 120, "needed": 250, "fewest": 100}
    assert advice(made_up(even, asked=1000), over=True).best.format.rounds == 3
    few = {3: coins(0, 20), 4: coins(0, 20)}
    assert advice(made_up(few, asked=20), over=True).best is None
    assert advice(comparison_of((), ())) is None


@pytest.mark.parametrize("longer", [4, 2], ids=["the shorter", "the longer"])
@pytest.mark.parametrize("more", [0, 8], ids=["equal", "a little ahead"])
def test_no_format_is_advised_on_noise(longer: int, more: int) -> None:
    ahead = [*coins(0, 120 - more), *[1.0] * more]
    found = advice(made_up({3: ahead, longer: coins(1, 120)}, asked=120))
    assert found.best is None
    assert {trial.format.rounds for trial in found.alike} == {3, longer}


def test_of_formats_that_are_as_good_the_shortest_is_advised_and_a_longer_one_if_clearly_better():
    alike = {3: coins(0, 120), 4: [*coins(0, 119), 0.0]}
    found = advice(made_up(alike, asked=120))
    assert (found.best.format.rounds, found.next.format.rounds) == (3, 4)
    better = {3: coins(0, 120), 4: [*coins(0, 60), *[1.0] * 60]}
    found = advice(made_up(better, asked=120))
    assert (found.best.format.rounds, found.next.format.rounds) == (4, 3)
    assert len(found.sentences) == 2
    assert not found.alike


def test_a_format_that_is_surely_worse_is_not_played_to_the_end():
    state = state_of(RANKS, with_rounds(MCMAHON, 1))
    formats = formats_of(
        replace(state.parameters, scoring=replace(state.parameters.scoring, bar=5)),
        Choices(systems=(System.MCMAHON, System.SWISS), rounds=(1, 3), bars=(4,)),
    )
    comparison = comparison_of(formats, state.players, events=140)
    comparison.play()
    counts = [len(trial.events) for trial in comparison.trials]
    assert max(counts) == 140
    assert any(trial.dropped for trial in comparison.trials)
    assert all((len(trial.events) < 140) == trial.dropped for trial in comparison.trials)


@pytest.fixture
def cup(tmp_path):
    path = tmp_path / "cup.xml"
    path.write_bytes(file())
    return str(path)


def test_the_events_of_a_task_are_divided_among_processes_and_come_to_the_same() -> None:
    state = state_of(RANKS, with_rounds(MCMAHON, 2))
    comparison = comparison_of(formats_of(state.parameters, Choices()), state.players, events=7)
    ((_trial, task),) = next(comparison.batches())
    parts = task.parts(3)
    assert [list(part.events) for part in parts] == [[0, 1, 2], [3, 4, 5], [6]]
    assert [event.first for part in parts for event in part.played()] == [
        event.first for event in task.played()
    ]


@pytest.mark.once
def test_the_command_says_the_same_for_a_seed_and_a_field_needs_no_file(capsys):
    def run(*more: str) -> dict:
        call_command(
            "simulate",
            "--field",
            "3d:2,1d:2,2k:4",
            "--events",
            "10",
            "--workers",
            "1",
            "--rounds",
            "2-3",
            "--json",
            *more,
        )
        return json.loads(capsys.readouterr().out)

    first = run()
    assert first == run()
    assert first != run("--seed", "1")
    with pytest.raises(CommandError, match="--field"):
        call_command("simulate")
    assert [entry["rounds"] for entry in first["formats"]] == [2, 3]
    assert all(entry["events"] == 10 for entry in first["formats"])
    low_to_high = first["formats"][0]["measures"]["tau"]
    assert low_to_high[1] <= low_to_high[0] <= low_to_high[2]


@pytest.mark.once
@pytest.mark.parametrize(
    "wrong",
    [
        ("--rounds", "7-4"),
        ("--rounds", "many"),
        ("--bar", "1x"),
        ("--system", "ladder"),
        ("--tiebreaks", "MMS/LUCK"),
        ("--field", "3d:x"),
        ("--events", "0"),
        ("--handicap", "two"),
        ("--handicap", "77"),
        ("--floor", "5d", "--bar", "1k"),
        ("--prizes", "0"),
    ],
    ids=" ".join,
)
def test_a_choice_that_cannot_be_is_refused_by_its_name(cup, wrong):
    with pytest.raises(CommandError) as refused:
        call_command("simulate", cup, *wrong)
    assert wrong[0] in str(refused.value)
