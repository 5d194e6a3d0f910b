"""Records that the staff brings in one transaction, while others act on the same games."""

import threading
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction

from adjudication.records.services import RecordFile
from adjudication.submissions.services import bulk_records
from adjudication.submissions.services.bulk_records import FileOutcome, Outcome, import_records
from adjudication.submissions.services.reports import submit_result
from tests.adjudication.threads import at_once
from tests.factories import COUNTED, GameFactory, TournamentFactory
from tournament.errors import Conflict
from tournament.models import Game, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
WAITS = 0.5
"""Seconds in which the other one comes as far as he can."""


def bring(tournament: Tournament, games: list[Game]) -> tuple[FileOutcome, ...]:
    files = [
        RecordFile(
            "a.sgf", COUNTED.replace(b"(;", b"(;RE[W+0.5]C[%d]" % game.pk, 1), 1, game.board_number
        )
        for game in games
    ]
    with transaction.atomic():  # as a call of the API is
        return import_records(tournament_id=tournament.pk, files=files, enter_results=True)


def test_a_report_that_comes_meanwhile_waits_for_all_of_them():
    tournament = TournamentFactory()
    first = GameFactory(round__tournament=tournament, round__state="published", round__number=1)
    second = GameFactory(round=first.round, board_number=first.board_number + 1)
    begun = threading.Event()
    told = bulk_records.enter_all

    def enter(*args: Any, **named: Any) -> None:
        told(*args, **named)
        begun.set()
        threading.Event().wait(WAITS)

    def report() -> int:
        assert begun.wait(20)
        return submit_result(
            game_id=second.pk, player_id=second.black_id, claim="B+R", idempotency_key="key"
        )

    with patch.object(bulk_records, "enter_all", enter):
        brought, reported = at_once([partial(bring, tournament, [first, second]), report])
    assert [one.outcome for one in brought] == [Outcome.ENTERED] * 2
    assert isinstance(reported, Conflict)
