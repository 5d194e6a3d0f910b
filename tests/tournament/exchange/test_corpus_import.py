"""Real tournament files: into the tables and out again, their standings, their next round.

In short every third of them; all in ``./run faults tournaments``.
"""

from dataclasses import replace

import pytest

from tests.formats.opengotha_files import label, paths
from tests.support.environment import some
from tests.support.shared import require_shared
from tournament.exchange.services import import_event
from tournament.formats.countries import known_code
from tournament.formats.opengotha import read_opengotha, write_opengotha
from tournament.models import Tournament
from tournament.public.selectors.standings import standings_page
from tournament.rounds.selectors.draws import verify_round
from tournament.rounds.selectors.state import event_of
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import create_round
from tournament.state.event import Event

pytestmark = [pytest.mark.django_db, pytest.mark.once]

CORPUS = paths("corpus/tournaments/opengotha")


def test_the_corpus_is_there():
    require_shared("corpus/tournaments/opengotha")
    assert len(CORPUS) == 142


def as_stored(event: Event, stored: Event) -> Event:
    """Return the event as our tables hold it: ISO countries; of games komi, one table a board."""
    games = {(game.round, game.players): game for game in stored.state.games}
    terms = tuple(
        replace(
            game,
            komi_half=games[game.round, game.players].komi_half,
            table=games[game.round, game.players].table,
        )
        for game in event.state.games
    )
    ordered = tuple(sorted(terms, key=lambda game: (game.round, game.table)))
    players = tuple(
        replace(player, country=known_code(player.country)) for player in event.state.players
    )
    state = replace(event.state, games=ordered, players=players)
    return replace(event, state=state, details=stored.details, notes=())


@pytest.mark.by_turns
@pytest.mark.parametrize("path", some(CORPUS, every=6), ids=label)
def test_a_real_tournament_goes_on_here(path, django_assert_max_num_queries):
    event = read_opengotha(path.read_bytes())
    tournament = import_event(event=event)
    stored = event_of(tournament)
    assert stored == as_stored(event, stored)
    for name in ("board_size", "clock", "internet", "begins_on", "ends_on"):
        assert getattr(stored.details, name) == getattr(event.details, name)
    written = write_opengotha(stored)
    again = read_opengotha(written.data)
    assert again.state.players == stored.state.players
    assert len(again.state.games) == len(event.state.games)
    rounds = range(event.state.played_rounds + 1)
    for after in rounds:
        with django_assert_max_num_queries(12):
            page = standings_page(tournament.slug, after)
        assert page is not None
        assert len(page.lines) == len(event.state.players)
    present = [player for player in event.state.players if player.takes_part(rounds[-1] + 1)]
    if len(present) > 1:
        create_round(tournament_id=tournament.pk, extra=True)
        draw = draw_round(tournament_id=tournament.pk)
        assert len(draw.boards) == len(present) // 2
        checked = verify_round(tournament.pk, rounds[-1] + 1)
        assert checked is not None
        assert (checked.intact, checked.input_changed, checked.differences) == (True, False, ())
    assert Tournament.objects.count() == 1
