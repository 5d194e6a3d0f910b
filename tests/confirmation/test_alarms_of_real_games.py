"""The consistency check on finished games with the players' own marks, and with one chain wrong."""

from __future__ import annotations

from adjudication.rules.alarms import AlarmCode, check_marks
from adjudication.rules.chains import chains_of
from tests.confirmation.marked_games import counted_games
from tests.support.environment import times


def test_finished_games_raise_hardly_an_alarm() -> None:
    """Five in a hundred are allowed. All of them: 26 of 737, 3.5 %.

    18 have a living stone in atari: a half-point ko or a protecting move that nobody bothered to
    play. The others are groups whose life hangs on what is not yet filled, rare seki, and two games
    that stopped before their end.
    """
    games = list(counted_games(times(7, 1)))
    alarmed = {
        game.file: [alarm.code for alarm in alarms]
        for game in games
        if (alarms := check_marks(game.position, game.size, game.dead))
    }
    assert len(alarmed) <= 0.05 * len(games), alarmed
    kinds = {code for codes in alarmed.values() for code in codes}
    assert kinds <= {AlarmCode.LIVE_IN_ATARI, AlarmCode.LIVE_WITHOUT_EYES}


def test_a_single_chain_marked_wrong_is_found() -> None:
    """At least 99 of a hundred, either way: 5,399 of 5,435 forgotten ones (99.3 %) and 21,788 of
    21,831 living ones marked dead (99.8 %), in the 711 games without an alarm.

    What is missed: in a seki one side marked dead is as consistent as the truth, and so is a whole
    group with one large eye; dead stones marked alive that look like one side of a seki.
    """
    forgotten = wronged = found_forgotten = found_wronged = 0
    missed = []
    for game in counted_games(times(60, 1)):
        if check_marks(game.position, game.size, game.dead):
            continue
        for chain in chains_of(game.position, game.size):
            was_dead = not chain.points.isdisjoint(game.dead)
            dead = game.dead - chain.points if was_dead else game.dead | chain.points
            found = bool(check_marks(game.position, game.size, dead))
            if was_dead:
                forgotten, found_forgotten = forgotten + 1, found_forgotten + found
            else:
                wronged, found_wronged = wronged + 1, found_wronged + found
            if not found:
                missed.append((game.file, was_dead, min(chain.points)))
    assert found_forgotten + found_wronged >= 0.99 * (forgotten + wronged), missed
    if times(0, 1):
        assert (forgotten, wronged) > (5_000, 20_000)
        assert found_forgotten >= 0.99 * forgotten
        assert found_wronged >= 0.99 * wronged
