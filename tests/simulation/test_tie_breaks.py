"""What other tie-breaks would change: held against the standings by them."""

import numpy as np
import pytest

from tests.pairing.builders import state_of
from tests.simulation.test_playing import field_of, with_rounds
from tournament.advisor.stored import events_as_json, events_from
from tournament.simulation.comparison import Trial
from tournament.simulation.formats import Format
from tournament.simulation.measures import Measure, measure_event
from tournament.simulation.playing import Luck, play_out
from tournament.simulation.tie_breaks import TieBreaks, criteria_with
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.presets import MCMAHON, SWISS, SWISS_CATEGORIES

RANKS = [3, 3, 2, 2, 1, 0, -1, -2, -4, -5, -9]
PRIZES = 3


@pytest.mark.parametrize("rules", [MCMAHON, SWISS, SWISS_CATEGORIES], ids=lambda own: own.system)
def test_what_other_tie_breaks_change_is_what_the_standings_by_them_say(rules) -> None:
    begun = state_of(RANKS, with_rounds(rules, 4))
    found = set()
    for event in range(4):
        field = field_of(begun)
        ended = play_out(begun, field, Luck(5, event))
        changed = measure_event(ended, field, prizes=PRIZES).changed
        own = standings(ended).places
        for tie_breaks in TieBreaks:
            order = criteria_with(tie_breaks, rules)
            if order == rules.criteria:
                assert tie_breaks not in changed
                continue
            other = standings(ended, criteria=order).places
            prize = any(
                not np.array_equal(own == place, other == place) for place in range(1, PRIZES + 1)
            )
            first = not np.array_equal(own == 1, other == 1)
            assert (changed[tie_breaks].prize, changed[tie_breaks].first) == (prize, first)
            assert changed[tie_breaks].shared == (np.count_nonzero(other == 1) > 1)
            found |= {prize, first}
    assert found == {True, False}


def test_how_often_first_place_is_shared_is_told_of_the_own_order_and_of_others() -> None:
    begun = state_of(RANKS, with_rounds(SWISS, 3))
    trial = Trial(Format(begun.parameters))
    shared = dict.fromkeys(TieBreaks, 0)
    for event in range(6):
        field = field_of(begun)
        ended = play_out(begun, field, Luck(5, event))
        trial.events.append(measure_event(ended, field, prizes=PRIZES))
        for tie_breaks in TieBreaks:
            order = criteria_with(tie_breaks, begun.parameters)
            places = standings(ended, criteria=order).places
            shared[tie_breaks] += np.count_nonzero(places == 1) > 1
    own = [each for each in TieBreaks if criteria_with(each, SWISS) == SWISS.criteria]
    assert own
    for tie_breaks in TieBreaks:
        assert trial.first_shared_by(tie_breaks).mean * 6 == pytest.approx(shared[tie_breaks])
    assert trial.first_shared_by(own[0]).mean == trial.figure(Measure.FIRST_SHARED).mean
    assert shared[TieBreaks.NONE]


def test_prizes_are_counted_by_the_wins_of_those_who_might_have_come_first() -> None:
    begun = state_of(RANKS, with_rounds(MCMAHON, 4))
    field = field_of(begun)
    ended = play_out(begun, field, Luck(5, 1))
    event = measure_event(ended, field, prizes=PRIZES)
    rows = standings(ended, also=[Criterion.NBW]).rows()
    top = [row for row in rows if row.player.rank >= ended.parameters.scoring.bar]
    assert sum(each.players for each in event.by_wins.values()) == len(top)
    for wins, found in event.by_wins.items():
        these = [row for row in top if row.values[Criterion.NBW] == 2 * wins]
        prizes = sum(row.place <= PRIZES for row in these)
        assert (found.players, found.prizes) == (len(these), prizes)
    assert events_from(events_as_json([event]))[0].by_wins == event.by_wins
    assert events_from(events_as_json([event]))[0].changed == event.changed
