"""What an imported file names of its order is taken, and what it leaves open is told."""

from dataclasses import replace

import pytest

from tournament.formats.importing import event_to_import
from tournament.formats.recognise import Format, recognise_file
from tournament.formats.writers import WRITERS
from tournament.pairing.random_events import RandomKind, random_event
from tournament.standings.table import standings
from tournament.state.criteria import Criterion
from tournament.state.event import Event

ORDER = (Criterion.MMS, Criterion.EGF_DC, Criterion.SOSM_2)


def played(order: tuple[Criterion, ...] = ORDER) -> Event:
    event = random_event(RandomKind(players=16, rounds=4), 3)
    parameters = replace(event.state.parameters, criteria=order)
    return replace(event, state=replace(event.state, parameters=parameters))


def imported(data: bytes, **options) -> Event:
    return event_to_import(recognise_file(data), **options)


@pytest.mark.parametrize("order", [ORDER, ORDER[:1], (*ORDER[:1], Criterion.SOSM, Criterion.NBW)])
def test_the_columns_of_a_result_list_are_what_places_go_by(order):
    event = played(order)
    data = WRITERS[Format.H9].write(event).data
    found = imported(data)
    assert found.state.parameters.criteria == order
    assert len(found.notes) == len(recognise_file(data).event().notes) + 1
    names = [[row.player.name for row in standings(read.state).rows()] for read in (event, found)]
    assert names[0] == names[1]


def test_a_criterion_that_is_nought_for_everybody_is_taken_all_the_same():
    data = WRITERS[Format.H9].write(played((Criterion.MMS, Criterion.SOSM))).data.decode()
    lines = data.split("\n")
    heading = next(at for at, line in enumerate(lines) if line.startswith("; Pl"))
    lines[heading] = lines[heading].rstrip() + " EGF-DC"
    found = imported("\n".join(lines).encode())
    assert found.state.parameters.criteria[-1] is Criterion.EGF_DC


def test_columns_that_nothing_explains_are_named_and_the_order_stays_the_usual_one():
    data = WRITERS[Format.H9].write(played()).data
    usual = recognise_file(data).event().state.parameters.criteria
    unknown = data.replace(b"SOSM-2", b"Merits")
    for found in (
        imported(unknown.replace(b"EGF-DC", b"Points")),
        imported(data, in_time=lambda: False),
    ):
        assert found.state.parameters.criteria == usual
        assert Criterion.SOSOSM.value in str(found.notes[-1])


@pytest.mark.parametrize("kind", [Format.OPENGOTHA, Format.MACMAHON])
def test_that_all_absences_count_alike_is_told_where_they_count(kind):
    def notes(absent_mms: int, *, missed: bool) -> int:
        event = played((Criterion.MMS, Criterion.SOSM))
        first, *others = (replace(player, absent=frozenset()) for player in event.state.players)
        games = tuple(game for game in event.state.games if first.id not in game.players)
        if missed:
            first = replace(first, absent=frozenset({1}), uncounted=frozenset({1}))
        parameters = event.state.parameters
        scoring = replace(parameters.scoring, absent_mms=absent_mms)
        state = replace(
            event.state,
            players=(first, *others),
            games=games,
            byes=(),
            parameters=replace(parameters, scoring=scoring),
        )
        data = WRITERS[kind].write(replace(event, state=state)).data
        return len(imported(data).notes) - len(recognise_file(data).event().notes)

    assert notes(2, missed=True) == 1
    assert notes(2, missed=False) == 0
    if kind is Format.OPENGOTHA:
        assert notes(0, missed=True) == 0
