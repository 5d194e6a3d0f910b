"""Stones in seki as a mark of a report: judged, compared by both confirmations, taken over."""

import pytest

from adjudication.models import Inquiry, Submission
from adjudication.submissions.services.reports import submit_result
from adjudication.triage.services.dead_stones import clean_named
from tests.adjudication.submissions.views.test_dead_stones import groups, mark
from tests.adjudication.submissions.views.test_proposing import drawn
from tests.rules.test_seki_as_said import THREE_CHAINS
from tests.support.forms import address, hidden, upload
from tests.support.world import World, as_read, judge_all
from tournament.errors import Conflict, UserError

RECORD = drawn("\n".join(THREE_CHAINS))
"""With the eyes at A9 and J9 it is W+1.5 at komi 6.5; in seki they count for nobody: B+0.5."""
SEKI = ["B9", "H9"]


def said(world: World, index: int, claim: str, seki: list[str] | None, dead: object = ()) -> int:
    game = world.games[0]
    return submit_result(
        game_id=game.pk,
        player_id=(game.black_id, game.white_id)[index],
        claim=claim,
        record_bytes=RECORD,
        dead_stones=dead,
        seki_stones=seki,
        idempotency_key=f"{index}{claim}{seki}",
        **as_read(game.pk),
    )


@pytest.mark.django_db
def test_a_report_is_judged_with_its_seki_and_nothing_is_left_open(world: World) -> None:
    with_seki = said(world, 0, "B+0.5", SEKI)
    judge_all()
    assert Submission.objects.get(pk=with_seki).verdict.verdict == "confirmed"
    without = said(world, 0, "B+0.5", [])
    judge_all()
    assert Submission.objects.get(pk=without).verdict.verdict == "undetermined"


@pytest.mark.django_db
def test_the_same_result_with_another_seki_confirms_nothing(world: World) -> None:
    said(world, 0, "B+0.5", SEKI)
    with pytest.raises(Conflict) as refused:
        said(world, 1, "B+0.5", [])
    assert refused.value.code == "dead_stones_differ"
    said(world, 1, "B+0.5", ["A8", "J8"])  # other stones of the same chains
    world.games[0].refresh_from_db()
    assert world.games[0].state == "confirmed"


@pytest.mark.django_db
def test_a_seki_has_its_place_where_territory_is_counted_and_with_dead_stones(world: World) -> None:
    game = world.games[0]
    for dead, seki in (((), ["Z9"]), (["B9"], ["B9"]), (None, ["B9"])):
        with pytest.raises(UserError) as refused:
            clean_named(game, dead, seki)
        assert refused.value.field == "seki_stones"
    world.tournament.rules = game.round.tournament.rules = "french"
    assert clean_named(game, ["B9"], []).seki is None
    with pytest.raises(UserError):
        clean_named(game, [], ["B9"])


def test_a_second_tap_takes_the_mark_away_and_the_offer_marks_the_seki(world: World) -> None:
    form = {"step": "review", "winner": "white", "reason": "score", "margin": "1.5", "dead": "none"}
    browser = world.player(0)
    page = browser.post(address(world), {**form, "record": upload(RECORD)}).text
    taps = ("", "", "seki", "seki", "seki", "")
    states = [groups(page := mark(world, page, "B9", tap))["B9"][1] for tap in taps]
    assert states == [1, 0, 2, 0, 2, 1]
    page = mark(world, page, "B9")
    page = browser.post(address(world), {**hidden(page), "step": "seki"}).text
    assert {groups(page)[name][1] for name in SEKI} == {2}
    assert "B+0.5" in page
    browser.post(address(world), {**hidden(page), "step": "send"})
    sent = Submission.objects.get()
    assert sent.claim_winner == "black"
    assert set(SEKI) <= set(sent.seki_stones or ())


def test_a_case_takes_over_what_was_marked_and_names_where_they_differ(world: World) -> None:
    said(world, 0, "B+0.5", SEKI)
    said(world, 1, "W+1.5", SEKI[:1])
    judge_all()
    inquiry = Inquiry.objects.get()
    assert set(inquiry.data["black_seki"]) > set(inquiry.data["white_seki"])
    asked = world.player(0).get(f"/games/{world.games[0].pk}/").text
    assert "in seki" in asked.lower()
