"""The record of a tournament shows whatever was done to it behind the program's back."""

from collections import Counter
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from adjudication.corrections.services.corrections import correct_result
from adjudication.corrections.services.undo import undo
from adjudication.result_entry.services import clear_result, enter_result
from tests.adjudication.threads import at_once
from tests.support.database import refused
from tests.support.environment import times
from tests.support.remembered import remembered
from tests.support.world import World, fill, make_world
from tests.tournament.fields import event as field
from tests.tournament.tampering import TABLE, Tamperer, raw, without_triggers
from tournament.audit.selectors.trail import check_trail
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.audit.services.recording import record
from tournament.formats.chain import ChainFault, Head, parse_noted_seal
from tournament.models import AuditEvent, Person, Role, TrailHead, Verb
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import publish_round

pytestmark = pytest.mark.database

TRIES = times(120, long=1000) if connection.vendor == "sqlite" else times(80, long=150)


def verified(*options: str) -> str:
    out = StringIO()
    call_command("verify_audit", *options, stdout=out)
    return out.getvalue()


@pytest.fixture
def busy(db: None) -> World:
    return busy_world()


@remembered
def busy_world() -> World:
    """A tournament in which much happened, some of it undone, by several people."""
    world = make_world()
    fill(world)
    for name, reason in (("Ana", "time"), ("Ben", "forfeit")):
        with acting_as(Actor(role=Role.ASSISTANT, name=name)):
            for number in range(4):
                correct_result(
                    game_id=world.games[1].pk,
                    winner=("black", "white")[number % 2],
                    reason=reason,
                    note=f"{name} saw it, {number}",
                )
                if number < 3:
                    undo(event_id=AuditEvent.objects.latest("pk").pk)
    return world


def test_every_tampering_by_raw_sql_is_found_and_the_first_bad_event_named(busy: World) -> None:
    elsewhere = make_world(slug="elsewhere", name="Elsewhere").tournament.pk
    random = Random(20261121)
    pk = busy.tournament.pk
    assert check_trail(pk).wrong is None
    done: Counter[str] = Counter()
    with transaction.atomic():
        without_triggers()
        tamperer = Tamperer(random, pk, elsewhere)
        for number in range(TRIES):
            point = transaction.savepoint()
            what, first = tamperer.tamper()
            found = check_trail(pk)
            assert found.wrong is not None, (number, what, first)
            assert found.sequence == first, (number, what, first, found)
            transaction.savepoint_rollback(point)
            done[what] += 1
        transaction.set_rollback(True)
    assert len(done) == 16
    assert check_trail(pk).events == tamperer.count


def test_what_is_wrong_is_said(busy: World) -> None:
    pk = busy.tournament.pk
    without_triggers()
    for change, wrong in (
        ("UPDATE {} SET verb = 'x' WHERE sequence = 7", ChainFault.EDITED),
        ("DELETE FROM {} WHERE sequence = 7", ChainFault.REMOVED),
        ("UPDATE {} SET reason = 'x' WHERE sequence = 7", ChainFault.REASON),
    ):
        with transaction.atomic():
            raw(change.format(TABLE))
            found = check_trail(pk)
            assert (found.wrong, found.sequence) == (wrong, 7)
            with pytest.raises(CommandError, match="coupe: event 7: it"):
                verified("--tournament", "coupe")
            transaction.set_rollback(True)


def test_the_end_is_missed_when_the_last_events_are_cut_off(busy: World) -> None:
    pk, count = busy.tournament.pk, AuditEvent.objects.count()
    noted = TrailHead.objects.get().digest
    without_triggers()
    raw(f"DELETE FROM {TABLE} WHERE sequence > %s", count - 3)
    assert (check_trail(pk).wrong, check_trail(pk).sequence) == (ChainFault.REMOVED, count - 2)
    # Whoever changes the head with it is found by the digest that was noted down.
    last = AuditEvent.objects.latest("sequence")
    raw("UPDATE tournament_trailhead SET sequence = %s, digest = %s", count - 3, last.digest)
    assert check_trail(pk).wrong is None
    assert check_trail(pk, noted=parse_noted_seal(noted)).wrong == ChainFault.NOTED
    assert check_trail(pk, noted=parse_noted_seal(last.previous)).noted == count - 4
    elsewhere = Head(count - 3, last.previous)
    assert check_trail(pk, noted=elsewhere).wrong == ChainFault.NOTED
    with pytest.raises(CommandError, match="written anew"):
        verified("--tournament", "coupe", "--head", noted)


def test_a_trail_without_its_head_is_not_whole(busy: World) -> None:
    without_triggers()
    raw("DELETE FROM tournament_trailhead")
    assert check_trail(busy.tournament.pk).wrong == ChainFault.HEAD


def test_a_record_that_was_taken_away_whole_is_missed(busy: World) -> None:
    without_triggers()
    raw("DELETE FROM tournament_trailhead")
    raw(f"UPDATE {TABLE} SET undoes_id = NULL")
    raw(f"DELETE FROM {TABLE}")
    assert check_trail(busy.tournament.pk).wrong == ChainFault.REMOVED
    with pytest.raises(CommandError, match="coupe: event 1: it was removed"):
        verified()


def test_records_of_two_tournaments_that_changed_places_are_found(busy: World) -> None:
    other = make_world(slug="elsewhere", name="Elsewhere")
    fill(other)
    pks = (busy.tournament.pk, other.tournament.pk)
    without_triggers()
    swapped = "CASE tournament_id WHEN %s THEN %s ELSE %s END"
    raw(f"UPDATE {TABLE} SET sequence = sequence + 9999 WHERE tournament_id = %s", pks[0])
    for table in (TABLE, "tournament_person"):
        raw(f"UPDATE {table} SET tournament_id = {swapped}", *pks, pks[0])
    raw(f"UPDATE {TABLE} SET sequence = sequence - 9999 WHERE sequence > 9999")
    (one, first), (two, second) = TrailHead.objects.order_by("pk").values_list("pk", "sequence")
    digests = [TrailHead.objects.get(pk=key).digest for key in (one, two)]
    change = "UPDATE tournament_trailhead SET sequence = %s, digest = %s WHERE id = %s"
    raw(change, second, digests[1], one)
    raw(change, first, digests[0], two)
    assert [check_trail(pk).wrong for pk in pks] == [ChainFault.EDITED, ChainFault.EDITED]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL holds columns to their type")
@pytest.mark.parametrize("column", ["at", "verb", "actor", "table", "previous"])
@pytest.mark.parametrize("value", ["'x'", "x'00ff'", "CAST(x'00ff' AS TEXT)"])
def test_what_cannot_even_be_read_is_named(busy: World, column: str, value: str) -> None:
    without_triggers()
    raw(f'UPDATE {TABLE} SET "{column}" = {value} WHERE sequence = 7')
    found = check_trail(busy.tournament.pk)
    assert (found.wrong, found.sequence) == (ChainFault.EDITED, 7)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL refuses it")
def test_a_tournament_that_was_taken_out_from_under_its_record_is_told(busy: World) -> None:
    pk = busy.tournament.pk
    without_triggers()
    with transaction.atomic():
        raw(f"UPDATE {TABLE} SET tournament_id = tournament_id + 77")
        with pytest.raises(CommandError, match=f"tournament {pk + 77}: it was removed"):
            verified()
        transaction.set_rollback(True)


def test_events_in_another_order_of_writing_are_found(busy: World) -> None:
    without_triggers()
    first, second = AuditEvent.objects.order_by("sequence").values_list("pk", flat=True)[8:10]
    for old, new in ((first, -1), (second, first), (-1, second)):
        raw(f"UPDATE {TABLE} SET id = %s WHERE id = %s", new, old)
    found = check_trail(busy.tournament.pk)
    assert (found.wrong, found.sequence) == (ChainFault.ORDER, 9)


def test_the_command_tells_the_head_to_note_down(busy: World) -> None:
    head = TrailHead.objects.get()
    told = verified()
    assert (
        told
        == f"coupe: {head.sequence} events, all as written; head {head.sequence}:{head.digest}\n"
    )
    record(Verb.ROUND_CLOCK, tournament_id=busy.tournament.pk, round_number=1)
    told = verified("--tournament", "coupe", "--head", head.digest)
    assert f"the noted one is event {head.sequence}" in told


def test_the_database_refuses_to_change_what_is_sealed(busy: World) -> None:
    for column in ("sequence", "actor", "digest", "previous", "reason_digest"):
        refused(
            "an event is written once",
            lambda column=column: raw(f"UPDATE {TABLE} SET {column} = '9' WHERE sequence = 3"),
        )
    reasoned = AuditEvent.objects.exclude(reason="").latest("pk")
    change = f"UPDATE {TABLE} SET reason = %s WHERE id = %s"
    refused("only be erased", lambda: raw(change, "x", reasoned.pk))
    refused("only moves on", lambda: raw("UPDATE tournament_trailhead SET sequence = 1"))
    refused("kept for ever", lambda: raw("DELETE FROM tournament_trailhead"))
    refused("stays who it is", lambda: raw("UPDATE tournament_person SET uid = 'x'"))
    refused("only be erased", lambda: raw("UPDATE tournament_person SET name = 'x'"))
    refused("kept for ever", lambda: raw("DELETE FROM tournament_person"))


def test_one_person_is_one_id_and_a_name_is_kept_once(busy: World) -> None:
    names = Person.objects.filter(player=None).values_list("name", flat=True)
    assert sorted(names) == ["Ana", "Ben"]
    told = AuditEvent.objects.filter(verb=Verb.RESULT_CORRECTED, undoes=None)
    assert len(set(told.values_list("actor", flat=True))) == 2


@pytest.mark.django_db(transaction=True)
def test_results_that_come_in_at_once_keep_the_chain_whole() -> None:
    tournament = field(100)
    draw_round(tournament_id=tournament.pk)
    round_ = tournament.rounds.get()
    publish_round(round_id=round_.pk)
    games = list(round_.games.values_list("pk", flat=True))

    def enter(game: int, number: int) -> None:
        with acting_as(Actor(role=Role.HELPER, name=f"Helper {number % 5}")):
            enter_result(game_id=game, winner="black")
            clear_result(game_id=game)

    before = AuditEvent.objects.count()
    outcomes = at_once([lambda g=g, n=n: enter(g, n) for n, g in enumerate(games)])
    assert outcomes == [None] * 50
    found = check_trail(tournament.pk)
    assert (found.wrong, found.events) == (None, before + 100)
    assert Person.objects.filter(tournament=tournament).count() == 5
