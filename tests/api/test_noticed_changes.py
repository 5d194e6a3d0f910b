"""Every answer about a tournament is a 304 as long as nothing of it changes, and no longer."""

from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from adjudication.corrections.services.undo import undo
from adjudication.dates.services import set_dates, set_game_date
from adjudication.erasing.services import erase_player
from jobs.models import Job
from jobs.table import retry_failed
from tests.api.case_routes import CASE_ROUTES
from tests.api.client import player_api, staff_api
from tests.api.routes import ROUTES
from tests.api.test_permissions import caller
from tests.support.environment import times
from tests.support.records import WALLS, sgf
from tests.support.scene import Scene
from tests.support.world import give_up_all, judge_all, report
from tournament.models import AccessLink, AuditEvent, Player, Role, Verb
from tournament.players.services.requests import request_place
from tournament.rounds.services.clock import set_clock
from tournament.scheduling.services.planned_dates import RoundDates
from tournament.scheduling.services.rescheduling import agree_date, propose_date
from tournament.staff.services import issue_link, revoke_link

pytestmark = pytest.mark.once

T = "/tournaments/coupe"
LEFT_OUT = {
    *("ruling-list", "ruling-detail", "tournament-list", "me-me", "own_case-list"),
    "submission_proposal-submission-proposal",
}
"""What is read across tournaments, and what needs a scene of its own."""
READERS = ("anonymous", "black", "director")


class Reading:
    """All that everybody, a player and the director can read of a tournament, and the ETags they
    hold of it.
    """

    def __init__(self) -> None:
        self.scene = Scene()
        self.world = self.scene.world
        judge_all()
        set_clock(round_id=self.world.games[0].round_id, minutes=60)
        addresses = {
            address(self.scene): ways["GET"][0]
            for name, (address, ways) in {**CASE_ROUTES, **ROUTES}.items()
            if name not in LEFT_OUT and ways.get("GET", (None, 0))[1] == 200
        }
        addresses[f"{T}/rounds/1/clock/"] = frozenset(READERS)
        addresses[f"{T}/rounds/2/"] = frozenset(READERS)
        self.readers = {who: caller(self.scene, who) for who in READERS}
        self.director = staff_api(self.world, Role.DIRECTOR)
        self.referee = staff_api(self.world, Role.REFEREE)
        self.held: dict[tuple[str, str], HttpResponse | None] = {
            (who, path): None
            for path, inside in addresses.items()
            for who in READERS
            if who in inside
        }
        assert len(self.held) > 60
        assert self.not_noticed() == []

    def not_noticed(self) -> list[str]:
        """Read everything again; return what is a 304 although it is another now."""
        wrong = []
        for (who, path), held in self.held.items():
            cache.clear()  # nobody calls too often
            reader = self.readers[who]
            if held is None or held.status_code != 200:
                self.held[who, path] = reader.get(path)
                continue
            answer = reader.get(path, **{"If-None-Match": held["ETag"]})
            if answer.status_code != 304:
                self.held[who, path] = answer
            elif answer["ETag"] == held["ETag"]:  # nothing was computed
                present = reader.get(path)
                if (present.status_code, present.content) != (200, held.content):
                    wrong.append(f"{who}: {path}")
                self.held[who, path] = present
        return wrong

    def case(self) -> str:
        """Return the address of the latest case that is not decided."""
        cases = self.referee.read(f"{T}/cases/?limit=200")["results"]
        numbers = [one["number"] for one in cases if one["state"] in ("open", "taken")]
        return f"{T}/cases/{numbers[-1]}/"


@pytest.fixture(scope="module")
def first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Reading]:
    """What everybody holds before anything changes, read once."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield Reading()
        transaction.set_rollback(True)


@pytest.fixture
def reading(first: Reading, db: None) -> Reading:
    """The same for one test; what it changes is taken back."""
    own = copy(first)
    own.held, own.world = dict(first.held), deepcopy(first.world)
    return own


Change = Callable[[Reading], Any]


def in_days(days: float) -> datetime:
    return timezone.now() + timedelta(days=days)


def direct(method: str, path: str, body: Any = None) -> Change:
    """Return a change that the director makes."""
    return lambda reading: reading.director.done(method, T + path, body)


def judge(what: str, body: Any = None) -> Change:
    """Return a change that a referee makes in a case."""
    return lambda reading: reading.referee.done("POST", reading.case() + what, body)


def about_game(index: int, method: str, what: str, body: Any = None) -> Change:
    """Return a change of one of the games by the director."""
    return lambda reading: reading.director.done(
        method, f"{T}/games/{reading.world.games[index].pk}/{what}/", body
    )


def ask_for_a_place(reading: Reading) -> None:
    entry = Player(surname="Inès", rank="5k")
    request_place(tournament_id=reading.world.tournament.pk, entry=entry)


def report_a_record(reading: Reading) -> None:
    game = reading.world.games[3]
    report(game, game.black, "B+R", sgf(WALLS))


def confirm(reading: Reading) -> None:
    game = reading.world.games[3]
    report(game, game.white, "B+R")


def undo_the_last(reading: Reading) -> None:
    undo(event_id=AuditEvent.objects.filter(verb=Verb.RESULT_CORRECTED).latest("pk").pk)


def issue(reading: Reading) -> None:
    issue_link(tournament_id=reading.world.tournament.pk, role=Role.REFEREE, label="Rolf")


def revoke(reading: Reading) -> None:
    revoke_link(link_id=AccessLink.objects.get(label="Rolf").pk)


def schedule(reading: Reading) -> None:
    dates = RoundDates(opens_at=in_days(3), play_by=in_days(5), closes_at=in_days(6))
    set_dates(tournament_id=reading.world.tournament.pk, wanted={3: dates})


def meet(reading: Reading) -> None:
    set_game_date(game_id=reading.world.games[3].pk, play_by=in_days(9), plays_at=None, note="Ill")


def propose(reading: Reading) -> None:
    game = reading.world.games[3]
    propose_date(game_id=game.pk, player_id=game.black_id, plays_at=in_days(2))


def agree(reading: Reading) -> None:
    game = reading.world.games[3]
    agree_date(reschedule_id=game.reschedules.latest("pk").pk, player_id=game.white_id)


def erase(reading: Reading) -> None:
    player = reading.world.players[5]
    erase_player(tournament_id=reading.world.tournament.pk, player_id=player.pk, note="Asked")


def withdraw(reading: Reading) -> None:
    cases = reading.readers["black"].read("/me/cases/")["results"]
    (own,) = (one["id"] for one in cases if one["state"] == "appealed")
    reading.readers["black"].done("DELETE", f"/cases/{own}/appeal/")


CHANGES: dict[str, dict[str, Change]] = {
    "players": {
        "entry": direct("PATCH", "/players/1/entry/", {"club": "Nice"}),
        "hidden": direct("PATCH", "/settings/results/", {"hide_minors": True}),
        "minor": direct("PATCH", "/players/2/entry/", {"minor": True}),
        "new": direct("POST", "/players/", {"surname": "Ida", "rank": "4k"}),
        "registration": direct("PATCH", "/settings/results/", {"registration_open": True}),
        "request": ask_for_a_place,
        "absent": direct("PUT", "/rounds/2/absent/", {"players": [3]}),
        "here": direct("PUT", "/rounds/2/check-in/4/", {"here": True}),
        "withdrawal": direct("POST", "/players/8/withdrawal/", {"from_round": 2}),
        "removal": direct("DELETE", "/players/9/entry/"),
        "link": issue,
        "revoked": revoke,
        "token": direct(
            "POST", "/tokens/", {"role": "helper", "label": "Phone", "scopes": ["read"]}
        ),
        "webhook": direct(
            "POST", "/webhooks/", {"url": "https://example.org/x", "topics": ["ruling"]}
        ),
        "erased": erase,
    },
    "rounds": {
        "event": direct("PATCH", "/settings/event/", {"city": "Metz"}),
        "system": direct("PATCH", "/settings/system/", {"komi": 5.5}),
        "disputes": direct("PATCH", "/settings/disputes/", {"rulings": {"lease_minutes": 7}}),
        "clock": direct("POST", "/rounds/1/clock/", {"action": "start"}),
        "date": meet,
        "proposed": propose,
        "agreed": agree,
        "result": about_game(1, "PUT", "result", {"result": {"winner": "black"}}),
        "corrected": about_game(
            1, "POST", "correction", {"result": {"winner": "white"}, "note": "Slip"}
        ),
        "undone": undo_the_last,
        "colours": about_game(1, "POST", "correction/colours", {"note": "Slip"}),
        "terms": about_game(1, "POST", "correction/terms", {"handicap": 2, "note": "Slip"}),
        "taken back": about_game(1, "POST", "correction/none", {"note": "Slip"}),
        "round": direct("POST", "/rounds/", {}),
        "pairing": direct("POST", "/rounds/2/pairing/", {}),
        "bye": direct("DELETE", "/rounds/2/pairing/"),
        "board": direct("POST", "/rounds/2/boards/", {"black": 7, "white": 8}),
        "published": direct("PUT", "/rounds/2/publication/"),
        "withdrawn": direct("DELETE", "/rounds/2/publication/"),
        "removed": direct("DELETE", "/rounds/2/"),
        "schedule": schedule,
    },
    "games": {
        "report": report_a_record,
        "given up": lambda reading: give_up_all(),
        "retried": lambda reading: retry_failed(list(Job.objects.values_list("pk", flat=True))),
        "judged": lambda reading: judge_all(),
        "confirmed": confirm,
        "raised": lambda reading: player_api(reading.world, 0).done(
            "POST",
            f"/games/{reading.world.games[0].pk}/matters/",
            {"cause": "conduct", "note": "Noise"},
        ),
        "closed": direct("POST", "/closing/", {"leaves": list(range(1, 40))}),
        "opened": direct("POST", "/reopening/", {"note": "Too early"}),
    },
    "cases": {
        "staff": lambda reading: reading.referee.done(
            "POST",
            f"{T}/cases/",
            {"cause": "conduct", "note": "Noise", "players": [1, 2]},
        ),
        "taken": judge("take/"),
        "kept": judge("keep/"),
        "statement": judge("statements/", {"text": "It was loud."}),
        "record": judge("statements/", {"text": "See.", "record": sgf(WALLS).decode()}),
        "judged": lambda reading: judge_all(),
        "returned": judge("return/"),
        "settled": lambda reading: (
            judge("take/")(reading),
            judge("settlement/", {"note": "Nothing"})(reading),
        ),
        "appeal": withdraw,
    },
}
"""What changes, one thing after the other."""


@pytest.mark.by_turns
@pytest.mark.parametrize("subject", CHANGES)
def test_no_answer_that_changed_is_a_304(reading: Reading, subject: str) -> None:
    for number, (name, change) in enumerate(CHANGES[subject].items(), 1):
        cache.clear()
        change(reading)
        if number % times(6, 1) == 0 or number == len(CHANGES[subject]):
            assert reading.not_noticed() == [], name


@pytest.mark.by_turns
def test_no_answer_that_changes_with_time_is_a_304(
    reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    schedule(reading)
    reading.not_noticed()
    now = timezone.now()
    for days in (1, 2, 4, 5.5, 7, 60):
        later = now + timedelta(days=days)
        monkeypatch.setattr(timezone, "now", lambda later=later: later)
        assert reading.not_noticed() == [], days
