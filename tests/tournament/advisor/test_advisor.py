"""Comparing formats: the question, its job, what is kept of it, and who sees it."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from jobs import sweeper, worker
from jobs.models import Job, JobState, Urgency
from tests.support.world import World
from tournament.advisor.choices import MOST_FORMATS, other_bar, usual_choices
from tournament.advisor.jobs import COMPARE
from tournament.advisor.models import ComparedEvents, ComparisonState, FormatComparison
from tournament.advisor.selectors import MOST_SECONDS, comparison_view
from tournament.advisor.services import working
from tournament.advisor.services.asking import KEPT, cancel_comparison, start_comparison
from tournament.advisor.services.sharing import (
    share_comparison,
    share_key_of,
    token_of_share,
    withdraw_share,
)
from tournament.advisor.stored import field_as_json, field_from
from tournament.errors import Conflict, NotFound, UserError
from tournament.models import AuditEvent, PairingMethod, Role, Tournament, Verb
from tournament.pairing.field import club_key
from tournament.pairing.random_numbers import det_name
from tournament.players.services.players import add_player
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.rounds import create_round, publish_round
from tournament.settings.selectors import setup_of
from tournament.simulation.comparison import BATCH
from tournament.simulation.expected import expected_field, field_text
from tournament.simulation.formats import Choices, formats_of
from tournament.simulation.strength import Model
from tournament.state.parameters import Method, System
from tournament.state.people import Card
from tournament.state.presets import MCMAHON, SWISS
from tournament.tournaments.services import create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]

FIELD = "3d:2, 1d:1, 2k:1"
TWO = Choices(rounds=(1, 2))


@pytest.fixture
def cup() -> Tournament:
    return create_tournament(name="Cup", slug="cup", rules="french")


def started(cup: Tournament, events: int = BATCH, **asked: Any) -> FormatComparison:
    asked = {"choices": TWO, "expected": FIELD, **asked}
    return start_comparison(tournament_id=cup.pk, events=events, **asked)


def worked_off() -> int:
    count = 0
    while worker.run_job(kinds=[COMPARE]):
        count += 1
    return count


def rows() -> list[tuple[int, int, Any]]:
    found = ComparedEvents.objects.order_by("format", "start")
    return [(row.format, row.start, row.events) for row in found]


def events_of() -> list[Any]:
    """Every event that is kept, by format, however it is cut into rows."""
    found: dict[int, list[Any]] = {}
    for place, _start, events in rows():
        found.setdefault(place, []).extend(events)
    return [found[place] for place in sorted(found)]


def test_a_comparison_is_played_out_and_says_what_to_take(cup: Tournament) -> None:
    row = started(cup)
    job = Job.objects.get(kind=COMPARE)
    assert (job.priority, job.tournament_id) == (Urgency.BULK, cup.pk)
    worked_off()
    view = comparison_view(cup.pk, row.number)
    assert view is not None
    assert (view.state, view.done, view.cut) == (ComparisonState.DONE, BATCH, False)
    assert [trial.format.rounds for trial in view.comparison.trials] == [1, 2]
    assert view.played == 2 * BATCH


def test_what_was_not_measured_when_it_was_kept_is_unknown_on_its_page(cup: Tournament) -> None:
    number = started(cup).number
    worked_off()
    for row in ComparedEvents.objects.all():
        row.events = [
            [values, first, [told[:3] for told in changed], wins]
            for values, first, changed, wins in row.events
        ]
        row.save()
    page = World(cup).client(Role.DIRECTOR).get(f"/director/cup/settings/formats/{number}/")
    shared = [cell for line in page.context["tie_breaks"] for cell in line.shared]
    assert shared.count("–") > len(shared) / 2


def test_slices_that_hand_on_come_to_the_same_as_one(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(cup)
    worked_off()
    at_once = events_of()
    FormatComparison.objects.all().delete()
    monkeypatch.setattr(working, "SLICE_SECONDS", 0)
    started(cup)
    assert worked_off() > BATCH
    assert events_of() == at_once


def test_a_killed_worker_loses_what_it_had_not_kept_and_nothing_else(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(cup)
    worked_off()
    whole = events_of()
    FormatComparison.objects.all().delete()
    row = started(cup)
    keep = working._Slice._keep

    def killed(self: Any, trial: Any, task: Any, events: Any) -> None:
        if task.events.start == 0 and trial is self._comparison.trials[1]:
            raise SystemExit
        keep(self, trial, task, events)

    with monkeypatch.context() as patch:
        patch.setattr(working._Slice, "_keep", killed)
        with pytest.raises(SystemExit):
            worker.run_job(kinds=[COMPARE])
    assert [place for place, _start, _events in rows()] == [0]
    Job.objects.filter(state=JobState.RUNNING).update(lease_until=timezone.now())
    sweeper.sweep()
    worked_off()
    row.refresh_from_db()
    assert row.state == ComparisonState.DONE
    assert events_of() == whole


def test_a_cancelled_one_keeps_what_it_has_and_is_not_played_on(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "SLICE_SECONDS", 0)
    row = started(cup)
    worker.run_job(kinds=[COMPARE])
    for _twice in range(2):
        cancel_comparison(tournament_id=cup.pk, number=row.number)
    worked_off()
    view = comparison_view(cup.pk, row.number)
    assert view is not None
    assert (view.state, view.played, len(rows())) == (ComparisonState.CANCELLED, 1, 1)
    told = AuditEvent.objects.filter(verb__startswith="formats.").order_by("sequence")
    assert list(told.values_list("verb", flat=True)) == [
        *(Verb.FORMATS_COMPARED, Verb.FORMATS_CANCELLED),
    ]
    started(cup)


def test_a_cancel_during_the_work_is_noticed_when_it_keeps_something(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = started(cup)
    keep = working._Slice._keep

    def cancelled_before(self: Any, *args: Any) -> None:
        cancel_comparison(tournament_id=cup.pk, number=row.number)
        keep(self, *args)

    monkeypatch.setattr(working._Slice, "_keep", cancelled_before)
    assert worked_off() == 1
    assert rows() == []


def test_its_time_is_limited(cup: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    row = started(cup)
    FormatComparison.objects.update(worked_ms=1000 * MOST_SECONDS)
    worked_off()
    view = comparison_view(cup.pk, row.number)
    assert view is not None
    assert (view.state, view.cut) == (ComparisonState.DONE, True)


def test_a_job_that_is_given_up_ends_it(cup: Tournament) -> None:
    row = started(cup)
    working.give_up(cup.pk)
    row.refresh_from_db()
    assert (row.state, row.ended_at is not None) == (ComparisonState.FAILED, True)


def test_a_second_start_is_refused_while_the_first_goes_on(cup: Tournament) -> None:
    started(cup)
    with pytest.raises(Conflict, match="comparison_live"):
        started(cup)
    assert Job.objects.filter(kind=COMPARE).count() == 1


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"expected": ""}, "expected"),
        ({"expected": "3d:x"}, "expected"),
        ({"expected": "5k:999"}, "expected"),
        ({"choices": Choices(rounds=(0, 1))}, "rounds"),
        ({"choices": Choices(rounds=tuple(range(1, MOST_FORMATS + 2)))}, "formats"),
        ({"events": 10**6}, "events"),
    ],
)
def test_what_cannot_be_compared_is_refused_by_its_field(
    cup: Tournament, asked: dict[str, Any], field: str
) -> None:
    with pytest.raises(UserError) as refused:
        started(cup, **asked)
    assert refused.value.field == field


def test_a_tournament_that_has_begun_compares_nothing(cup: Tournament) -> None:
    pair = [add_player(tournament_id=cup.pk, surname=name, rank="3k").pk for name in "AB"]
    round_ = create_round(tournament_id=cup.pk)
    pair_game(round_id=round_.pk, black_id=pair[0], white_id=pair[1])
    publish_round(round_id=round_.pk)
    with pytest.raises(Conflict, match="under_way"):
        started(cup)


def test_the_oldest_makes_room_unless_it_is_shared(cup: Tournament) -> None:
    for number in range(1, KEPT + 2):
        started(cup)
        cancel_comparison(tournament_id=cup.pk, number=number)
        if number == 1:
            share_comparison(tournament_id=cup.pk, number=1)
    kept = FormatComparison.objects.order_by("number").values_list("number", flat=True)
    assert list(kept) == [1, *range(3, KEPT + 2)]


def test_no_name_and_no_club_is_kept(cup: Tournament) -> None:
    for name in ("Akihiko", "Beatrix", "Christo", "Dorothea"):
        add_player(tournament_id=cup.pk, surname=name, rank="3k", club="Zugzwang")
    row = started(cup, expected="")
    text = json.dumps([row.players, row.formats])
    assert not any(word in text for word in ("Akihiko", "Zugzwang"))
    assert len({entrant["club"] for entrant in row.players}) == 1


def test_a_link_shows_one_comparison_until_it_is_withdrawn(cup: Tournament) -> None:
    row = started(cup)
    worked_off()
    share_comparison(tournament_id=cup.pk, number=row.number)
    row.refresh_from_db()
    token = token_of_share(str(row.share_key))
    share_comparison(tournament_id=cup.pk, number=row.number)
    row.refresh_from_db()
    assert token_of_share(str(row.share_key)) == token
    address = f"/formats/{token}/"
    page = Client().get(address)
    assert page.status_code == 200
    assert "director/" not in page.content.decode()
    live = Client().get(f"{address}live/")
    assert live.status_code == 200
    held = {"If-None-Match": live.headers["ETag"]}
    assert Client().get(f"{address}live/", headers=held).status_code == 304
    withdraw_share(tournament_id=cup.pk, number=row.number)
    assert Client().get(address).status_code == 404
    assert Client().get(f"{address}live/").status_code == 404
    share_comparison(tournament_id=cup.pk, number=row.number)
    assert Client().get(address).status_code == 404
    with pytest.raises(NotFound):
        share_key_of(token[:-1])


def test_the_director_asks_watches_and_takes_a_format_over(cup: Tournament) -> None:
    owner = World(cup).client(Role.DIRECTOR)
    formats = "/director/cup/settings/formats/"
    assert not owner.get(formats).context["not_simulated"]
    sent = {"expected": FIELD, "systems": "swiss", "rounds_from": "3", "rounds_to": "2"}
    sent["events"] = "200"
    assert owner.post(formats, sent).status_code == 400
    answer = owner.post(formats, sent | {"rounds_to": "3"})
    assert answer.headers["Location"] == f"{formats}1/"
    live = owner.get(f"{formats}1/live/")
    assert live.status_code == 200
    held = {"If-None-Match": live.headers["ETag"]}
    assert owner.get(f"{formats}1/live/", headers=held).status_code == 304
    worker.run_job(kinds=[COMPARE])
    assert owner.get(f"{formats}1/live/", headers=held).status_code == 200
    done = owner.get(f"{formats}1/")
    assert done.status_code == 200
    assert cup.name in re.sub("<title>.*?</title>", "", done.text)
    assert done.context["field"] == field_text(expected_field(FIELD))
    cells = [cell for line in done.context["tie_breaks"] for cell in (*line.prize, *line.first)]
    assert cells
    assert "–" not in cells
    before = setup_of(cup.pk).system
    page = owner.get(f"{formats}1/use/0/")
    form = page.context["form"]
    assert (form.settings.parameters.system, form.settings.parameters.scoring.rounds) == (
        System.SWISS,
        3,
    )
    assert form.filled_in
    assert setup_of(cup.pk).system == before
    Tournament.objects.update(method=PairingMethod.KNOCK_OUT)
    assert owner.get(formats).context["not_simulated"]
    assert owner.get(f"{formats}1/").context["not_simulated"]
    assert owner.post(f"{formats}1/cancel/").status_code == 302
    assert owner.get(f"{formats}1/use/1/").status_code == 404


@pytest.mark.parametrize(
    "own", [MCMAHON, SWISS, replace(SWISS, method=Method.KNOCK_OUT)], ids=lambda own: own.method
)
def test_the_usual_choices_are_a_grid_of_a_few_formats_with_the_own_one(own: Any) -> None:
    players = expected_field("4d:2, 2d:4, 1k:8, 5k:10")
    found = formats_of(own, usual_choices(own, players))
    assert 3 <= len(found) <= 6
    assert own.scoring.rounds in {each.rounds for each in found}


def test_a_bar_that_nobody_reaches_is_not_held_against_that_of_the_strongest() -> None:
    players = expected_field("2d:2, 1d:4, 1k:8, 5k:10")
    assert MCMAHON.scoring.bar > max(player.rank for player in players)
    assert other_bar(MCMAHON.scoring.bar, 5, players) == 0


@pytest.mark.parametrize("own", [MCMAHON, SWISS], ids=lambda own: own.system)
@pytest.mark.parametrize("field", ["1k:1, 2k:3, 8k:8", "1k:6, 4k:6, 8k:8", "8k:4", "4d:1, 8k:9"])
def test_at_least_two_players_are_above_every_bar_that_is_proposed(own: Any, field: str) -> None:
    players = expected_field(field)
    bars = usual_choices(own, players).bars
    assert bars
    for bar in bars:
        assert sum(player.rank >= bar for player in players) >= 2


def test_no_bar_is_proposed_before_somebody_is_registered(cup: Tournament) -> None:
    owner = World(cup).client(Role.DIRECTOR)
    formats = "/director/cup/settings/formats/"
    assert not owner.get(formats).context["form"]["bars"].value()
    for number in range(4):
        add_player(tournament_id=cup.pk, surname=f"P{number}", rank="2k")
    assert owner.get(formats).context["form"]["bars"].value() == "2k"


def test_bars_are_proposed_for_the_field_that_is_expected(cup: Tournament) -> None:
    owner = World(cup).client(Role.DIRECTOR)
    formats = "/director/cup/settings/formats/"
    form = {
        "systems": ["mcmahon"],
        "rounds_from": "5",
        "rounds_to": "5",
        "bars": owner.get(formats).context["form"]["bars"].value(),
        "expected": "1k:4, 4k:8, 8k:8",
        "events": "200",
    }

    def compared(**changed: object) -> set[int]:
        page = owner.post(formats, {**form, **changed}, follow=True)
        view = page.context["view"]
        cancel_comparison(tournament_id=cup.pk, number=view.number)
        return {trial.format.parameters.scoring.bar for trial in view.comparison.trials}

    assert max(compared()) <= -1
    assert compared(bars="2d") == {1}, "what somebody asks for is compared"


def test_a_field_is_paired_without_names_as_with_them() -> None:
    named = [
        replace(player, surname=name, club=club)
        for player, name, club in zip(
            expected_field("1d:4"),
            ("Dupont", "Ayme", "Cru", "Bon"),
            ("Lyon Est", "Lyon Sud", "Paris", ""),
            strict=True,
        )
    ]
    field = field_from(field_as_json(named))
    order = [player.id for player in sorted(field, key=lambda player: player.surname)]
    assert order == [player.id for player in sorted(named, key=lambda player: player.surname)]
    assert len({det_name(player) for player in field}) == 4
    east, south, paris, none = (player.club for player in field)
    assert east != south
    assert club_key(east) == club_key(south) != club_key(paris)
    assert not none


def test_a_rating_of_a_list_is_kept_as_one_and_nothing_else_of_where_it_is_from() -> None:
    listed, declared = expected_field("1d:2")
    field = (replace(listed, card=Card(rating_origin="EGF : 2104")), declared)
    kept = field_as_json(field)
    assert "2104" not in json.dumps(kept)
    model = Model()
    assert [model.spread_of(one) for one in field_from(kept)] == [model.listed, model.declared]
