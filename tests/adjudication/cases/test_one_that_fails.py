"""What falls due by itself: one game or case that fails keeps no other from its turn."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from adjudication.cases.services import overdue
from adjudication.cases.services.overdue import open_overdue
from adjudication.models import Case, CaseState
from adjudication.rulings.services import finality
from adjudication.rulings.services.finality import make_final
from tests.adjudication.decisions import BLACK_WINS, locked, ruled, staff
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


def test_a_missing_report_that_cannot_be_made_a_case_stops_no_other(monkeypatch):
    past = timezone.now() - timedelta(days=9)
    games = [GameFactory(round__state="published", round__report_until=past) for _ in range(2)]
    real = overdue.open_case

    def opened(*, game: Any, **named: Any) -> Any:
        if game.pk == games[0].pk:
            raise RuntimeError("a fault")
        return real(game=game, **named)

    monkeypatch.setattr(overdue, "open_case", opened)
    assert open_overdue(timezone.now()) == 1
    assert list(Case.objects.values_list("game", flat=True)) == [games[1].pk]


def test_a_ruling_that_cannot_be_made_final_stops_no_other(monkeypatch):
    cases = []
    for _ in range(2):
        game = GameFactory(round__state="published")
        tournament = game.round.tournament
        cases.append(ruled(tournament, staff(tournament), locked(game), BLACK_WINS))
    later = timezone.now() + timedelta(days=99)
    real = finality.make_ruling_final

    def end(case: Case, now: Any) -> None:
        if case.pk == cases[0].pk:
            raise RuntimeError("a fault")
        real(case, now)

    monkeypatch.setattr(finality, "make_ruling_final", end)
    assert make_final(later) == 1
    states = dict(Case.objects.values_list("pk", "state"))
    assert [states[case.pk] for case in cases] == [CaseState.RULED, CaseState.FINAL]
