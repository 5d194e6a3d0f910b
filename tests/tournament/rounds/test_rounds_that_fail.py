"""Rounds at whose opening the program itself fails."""

import pytest
from django.db import OperationalError

from adjudication.dates.services import set_dates
from tests.tournament.fields import event
from tests.tournament.leagues import in_days, round_of, verbs
from tournament.models import RoundState, Tournament
from tournament.rounds.services import scheduled_rounds
from tournament.rounds.services.scheduled_rounds import keep_schedule
from tournament.scheduling.services.planned_dates import RoundDates

pytestmark = pytest.mark.django_db


def due() -> Tournament:
    tournament = event(4)
    Tournament.objects.filter(pk=tournament.pk).update(auto_pair=True)
    set_dates(tournament_id=tournament.pk, wanted={1: RoundDates(in_days(1))})
    return tournament


def fails(monkeypatch: pytest.MonkeyPatch, error: Exception) -> list[int]:
    tried = []

    def draw(*, tournament_id: int, **_named: object) -> None:
        tried.append(tournament_id)
        raise error

    monkeypatch.setattr(scheduled_rounds, "draw_round", draw)
    return tried


def test_a_fault_of_the_program_is_told_to_the_director_and_not_tried_again(monkeypatch):
    tournament, other = due(), due()
    tried = fails(monkeypatch, RuntimeError("a fault"))
    for _twice in range(2):
        keep_schedule(in_days(2))
    assert sorted(tried) == sorted([tournament.pk, other.pk])
    round_ = round_of(tournament, 1)
    assert round_.state == RoundState.DRAFT
    assert round_.opening_refused["code"] == "fault"
    assert "a fault" not in str(round_.opening_refused)
    assert verbs(tournament).count("round.not_opened") == 1


def test_a_database_that_is_busy_is_no_reason_to_give_a_round_up(monkeypatch):
    tournament = due()
    tried = fails(monkeypatch, OperationalError("busy"))
    keep_schedule(in_days(2))
    monkeypatch.undo()
    keep_schedule(in_days(2))
    assert tried == [tournament.pk]
    assert round_of(tournament, 1).state == RoundState.PUBLISHED
