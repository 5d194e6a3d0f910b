"""Queries that are composed once: the rows are those that Django's own composing gives."""

import gc
import threading
import weakref
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from tests.factories.tournament import PlayerFactory, TournamentFactory
from tournament.common.prepared import prepared
from tournament.models import Player, Tournament

pytestmark = pytest.mark.django_db


@prepared
def named(tournament_id: int, ids: list[int], *, by: str = "pk") -> "QuerySet[Player]":
    rows = Player.objects.filter(tournament=tournament_id, pk__in=ids)
    return rows.select_related("tournament").order_by(by)


@prepared
def told(slug: str) -> "QuerySet[Tournament, dict[str, Any]]":
    return Tournament.objects.filter(slug=slug).values("pk", "parameters", "created_at")


def test_rows_of_other_values_are_theirs() -> None:
    for tournament in TournamentFactory.create_batch(2):
        players = [player.pk for player in PlayerFactory.create_batch(5, tournament=tournament)]
        for ids in ([players[0]], players[:3], players, [*players, 0]):
            found = named(tournament.pk, ids)
            assert [player.pk for player in found] == sorted(set(ids) - {0})
            assert {player.tournament for player in found} == {tournament}
        assert told(tournament.slug) == list(
            Tournament.objects.filter(pk=tournament.pk).values("pk", "parameters", "created_at")
        )
        assert [player.pk for player in named(tournament.pk, players, by="-pk")] == players[::-1]
    assert named(tournament.pk, []) == []
    assert told("no such") == []


def test_many_ids_are_read_as_well() -> None:
    tournament = TournamentFactory()
    players = [player.pk for player in PlayerFactory.create_batch(3, tournament=tournament)]
    assert len(named(tournament.pk, [*players, *range(10**6, 10**6 + 100)])) == 3


def test_each_call_is_one_statement() -> None:
    with CaptureQueriesContext(connection) as asked:
        told("one")
        told("another")
    assert [statement["sql"].count("another") for statement in asked] == [0, 1]


def test_a_value_that_no_column_is_compared_with_is_refused() -> None:
    @prepared
    def overlooked(_tournament_id: int) -> "QuerySet[Tournament]":
        return Tournament.objects.all()

    with pytest.raises(TypeError, match="does not compare"):
        overlooked(1)


@prepared
def locked(tournament_id: int) -> "QuerySet[Tournament]":
    return Tournament.objects.select_for_update().filter(pk=tournament_id)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_only() -> None:
    tournament = TournamentFactory()
    with transaction.atomic():
        assert locked(tournament.pk) == [tournament]
    with pytest.raises(TransactionManagementError):
        locked(tournament.pk)


def test_other_threads_read_with_connections_of_their_own() -> None:
    """And what they composed keeps none of them open."""
    told("one")
    found: list[object] = []

    def read() -> None:
        told("one")
        found.append(weakref.ref(connections["default"]))
        connection.close()

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    gc.collect()
    assert [one() for one in found] == [None]  # type: ignore[operator]
