"""An archive shows one moment, whatever is drawn and reported while it is written."""

import io
import threading
from typing import Any

import pytest
from django.db import connection, models

from adjudication.archive.services import archive
from adjudication.archive.services.archive import restore_archive, write_archive
from adjudication.submissions.services.reports import submit_result
from tests.support.records import WALLS, sgf
from tests.tournament.fields import event
from tournament.models import Game, Round, Tournament
from tournament.players.services.players import add_player
from tournament.rounds.selectors.state import event_of
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import publish_round


def somebody_else(tournament: Tournament, game: Game) -> None:
    """Report a result, and draw the round in preparation anew with one player more."""
    try:
        submit_result(
            game_id=game.pk,
            player_id=game.black_id,
            claim="B+R",
            record_bytes=sgf(WALLS),
            idempotency_key="meanwhile",
        )
        add_player(tournament_id=tournament.pk, surname="Late", rank="1k")
        draw_round(tournament_id=tournament.pk, seed=5)
    finally:
        connection.close()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("table", [Round, Game])
def test_an_archive_written_during_a_draw_and_a_report(
    monkeypatch: pytest.MonkeyPatch, table: type[models.Model]
) -> None:
    tournament = event(8)
    draw_round(tournament_id=tournament.pk)
    publish_round(round_id=tournament.rounds.get().pk)
    draw_round(tournament_id=tournament.pk)
    game = Game.objects.earliest("pk")
    before = event_of(tournament)
    done: list[object] = []
    real = archive.row_values

    def interrupted(row: models.Model) -> dict[str, Any]:
        if isinstance(row, table) and not done:
            other = threading.Thread(target=somebody_else, args=(tournament, game))
            other.start()
            other.join(20)
            done.append(not other.is_alive())
        return real(row)

    monkeypatch.setattr(archive, "row_values", interrupted)
    stream = io.BytesIO()
    write_archive(tournament_id=tournament.pk, stream=stream)
    assert done == [True]
    assert game.submissions.count() == 1
    assert event_of(tournament) != before
    assert event_of(restore_archive(stream=stream, slug="again")) == before
