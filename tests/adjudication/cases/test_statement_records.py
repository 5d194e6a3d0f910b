"""The record of a statement is judged, and nothing prewritten takes a claim for shown."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from adjudication.cases.selectors.statements import statements_of
from adjudication.cases.services.actions import settle_case, take_case
from adjudication.cases.services.statements import write_statement
from adjudication.inquiries.services.raising import raise_matter
from adjudication.models import Case, StatementVerdict
from adjudication.policy.causes import Cause
from tests.adjudication.decisions import staff
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, both_report, judge_all, make_world, report
from tournament.audit.services.current_actor import acting_as
from tournament.models import AuditEvent, Game, Role, Verb

pytestmark = pytest.mark.django_db
WITH_KO, WITHOUT = sgf(KO, KM="6.5"), sgf(WALLS, KM="6.5")


def claimed(rules: str = "japanese", cause: Cause = Cause.ILLEGAL_MOVE, **about: object) -> World:
    """Black says that White's move 10 was illegal; there is no record."""
    world = make_world(rules=rules)
    game = world.games[0]
    note = "The ko!" if cause is Cause.ILLEGAL_MOVE else ""
    raise_matter(game_id=game.pk, player_id=game.black_id, cause=cause, note=note, data=about)
    return world


def case_of(world: World) -> Case:
    return Case.objects.get(game=world.games[0])


def state_it(world: World, record: bytes, player: int | None = 0) -> int:
    player_id = None if player is None else world.players[player].pk
    return write_statement(
        case_id=case_of(world).pk,
        player_id=player_id,
        text="",
        record_bytes=record,
        idempotency_key=uuid4().hex,
    )


def ruling_form(world: World) -> dict[str, str]:
    """What the referee's form of the ruling starts with."""
    case = case_of(world)
    rita = world.client(Role.REFEREE)
    address = f"/referee/{world.tournament.slug}/cases/{case.number}/"
    rita.post(f"{address}do/", {"what": "take"})
    page = rita.get(f"{address}ruling/?proposed=1")
    assert page.status_code == 200
    return dict(page.context["form"].initial)


@pytest.mark.parametrize("rules", ["japanese", "french"])
def test_a_claim_alone_prewrites_no_loss(rules: str) -> None:
    world = claimed(rules, move=10)
    started = ruling_form(world)
    assert case_of(world).proposal is None
    assert started.get("winner", "") == ""
    assert "lost" not in started["reasons"]
    assert "costs" not in started["reasons"]


def test_the_record_of_a_statement_is_judged_and_becomes_a_ground() -> None:
    world = claimed(move=10)
    said = state_it(world, WITH_KO)
    (view,) = statements_of([case_of(world).pk])[case_of(world).pk]
    assert view.checking
    judge_all()
    assert StatementVerdict.objects.get(statement=said).verdict == "forfeit"
    case = case_of(world)
    assert case.proposal is not None
    assert (case.proposal["winner"], case.proposal["reason"]) == ("black", "forfeit")
    assert [ground["finding"]["code"] for ground in case.grounds] == ["", "illegal.ko"]
    started = ruling_form(world)
    assert started["winner"] == "black"
    assert "Art. 14" in started["reasons"]


def test_a_record_that_shows_nothing_accuses_nobody_and_is_shown_with_the_case() -> None:
    world = claimed(move=10)
    report(world.games[1], world.games[1].black, "B+R")
    state_it(world, WITHOUT, player=1)
    judge_all()
    case = case_of(world)
    assert len(case.grounds) == 1
    assert case.proposal is None
    (view,) = statements_of([case.pk])[case.pk]
    assert view.verdict is not None
    assert view.detail is not None
    assert not [one for one in view.detail.findings if one.code.startswith("illegal.")]
    slug = world.tournament.slug
    for page in (
        world.client(Role.REFEREE).get(f"/referee/{slug}/cases/{case.number}/"),
        world.player(0).get(f"/games/{world.games[0].pk}/case/"),
    ):
        assert "data-verdict" in page.content.decode()


def test_what_it_shows_after_the_confirmation_is_shown_as_such() -> None:
    world = claimed(move=10)
    state_it(world, WITH_KO)
    now = timezone.now()
    Game.objects.filter(pk=world.games[0].pk).update(
        state="confirmed",
        winner="white",
        reason="resignation",
        reported_at=now,
        confirmed_at=now,
    )
    judge_all()
    address = f"/referee/{world.tournament.slug}/cases/{case_of(world).number}/"
    assert "Found after confirmation" in world.client(Role.REFEREE).get(address).text


def test_what_the_staff_writes_down_is_judged_as_well() -> None:
    world = claimed(move=10)
    rita = staff(world.tournament)
    with acting_as(rita):
        take_case(case_id=case_of(world).pk)
        before = case_of(world).version
        state_it(world, WITH_KO, player=None)
        judge_all()
    case = case_of(world)
    assert StatementVerdict.objects.get().verdict == "forfeit"
    assert (case.state, case.version > before + 1) == ("taken", True)


def test_what_is_found_once_the_result_is_final_is_only_kept() -> None:
    world = make_world()
    game = world.games[0]
    both_report(game, "B+R")
    raise_matter(game_id=game.pk, player_id=game.black_id, cause=Cause.CONDUCT, note="Noise.")
    state_it(world, WITH_KO)
    judge_all()
    assert StatementVerdict.objects.get().verdict == "forfeit"
    assert [ground["cause"] for ground in case_of(world).grounds] == ["conduct"]
    assert Game.objects.get(pk=game.pk).state == "confirmed"
    assert AuditEvent.objects.filter(verb=Verb.FINDING_LATE).count() == 1


def test_a_player_who_says_that_nobody_came_proposes_nothing() -> None:
    world = claimed(cause=Cause.ABSENCE, minutes=45)
    assert case_of(world).proposal is None
    assert ruling_form(world).get("winner", "") == ""


def test_a_case_that_is_over_by_then_is_left_as_it_is() -> None:
    world = claimed(move=10)
    said = state_it(world, WITH_KO)
    with acting_as(staff(world.tournament)):
        take_case(case_id=case_of(world).pk)
        settle_case(case_id=case_of(world).pk, note="They agree.")
    before = case_of(world)
    judge_all()
    assert StatementVerdict.objects.get().statement_id == said
    assert (case_of(world).version, case_of(world).grounds) == (before.version, before.grounds)


def test_it_is_written_once() -> None:
    world = claimed(move=10)
    state_it(world, WITH_KO)
    judge_all()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE adjudication_statementverdict SET verdict = 'confirmed'")


def test_it_is_compared_with_what_its_player_reported() -> None:
    world = make_world()
    game = world.games[0]
    report(game, game.black, "W+15.5", WITHOUT, DEAD.split())
    raise_matter(game_id=game.pk, player_id=game.white_id, cause=Cause.OTHER, note="Look.")
    state_it(world, WITHOUT + b"\n")
    judge_all()
    assert StatementVerdict.objects.get().claim == "W+15.5"
