"""Two browsers save one thing: the second is asked, and nothing that the first saved is lost."""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Callable
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.utils import timezone

from notices.models import MailRules
from tests.adjudication.threads import at_once
from tests.support.world import make_world
from tournament.models import PlannedRound, Role, Tournament

pytestmark = pytest.mark.django_db

TABLES = "/director/coupe/settings/further/"
MAILS = "/director/coupe/mails/"
DATES = "/director/coupe/dates/"
ASKED = "Somebody else changed this meanwhile"


class Forms(HTMLParser):
    """The forms of a page, as a browser would send them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[dict[str, list[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append({})
        name = given.get("name")
        box = given.get("type") in ("checkbox", "radio")
        if tag == "input" and self.forms and name and (not box or "checked" in given):
            value = given.get("value", "on" if box else "") or ""
            self.forms[-1].setdefault(name, []).append(value)


def form_with(client: Client, address: str, field: str) -> dict[str, list[str]]:
    """Return what the form with this field would send."""
    page = client.get(address).content.decode()
    return next(form for form in Forms(page).forms if field in form)


@pytest.fixture
def director() -> Client:
    return make_world().client(Role.DIRECTOR)


def test_unused_tables_that_both_changed_are_asked_about(director: Client) -> None:
    first = form_with(director, TABLES, "tables")
    second = form_with(director, TABLES, "tables")
    director.post(TABLES, {**first, "tables": "5"})
    answer = director.post(TABLES, {**second, "tables": "9"})
    assert answer.status_code == 400
    assert ASKED in answer.content.decode()
    assert list(Tournament.objects.get().reserved_tables) == [5]
    asked = next(form for form in Forms(answer.content.decode()).forms if "tables" in form)
    director.post(TABLES, {**asked, "choice-tables": "mine"})
    assert list(Tournament.objects.get().reserved_tables) == [9]


def test_rules_of_emails_that_both_changed_are_asked_about(director: Client) -> None:
    first, second = (form_with(director, MAILS, "remind_hours") for _time in range(2))
    director.post(MAILS, {**first, "remind_hours": "10"})
    answer = director.post(MAILS, {**second, "remind_hours": "20"})
    assert answer.status_code == 409
    assert ASKED in answer.content.decode()
    assert MailRules.objects.get().remind_hours == 10


def test_rules_of_emails_that_only_others_changed_are_merged(director: Client) -> None:
    first, second = (form_with(director, MAILS, "remind_hours") for _time in range(2))
    director.post(MAILS, {**first, "remind_hours": "10"})
    second.pop("enabled")
    assert director.post(MAILS, second).status_code == 302
    rules = MailRules.objects.get()
    assert (rules.enabled, rules.remind_hours) == (False, 10)


def test_dates_of_a_round_that_both_changed_are_asked_about(director: Client) -> None:
    days = [timezone.localdate() + timedelta(days=ahead) for ahead in (20, 22)]
    first, second = (form_with(director, DATES, "opens_at_3_day") for _time in range(2))
    save = {"step": "save", "opens_at_3_time": "18:00"}
    director.post(DATES, {**first, **save, "opens_at_3_day": f"{days[0]}"})
    answer = director.post(DATES, {**second, **save, "opens_at_3_day": f"{days[1]}"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert f"{days[0]} 18:00" in page
    assert f"{days[1]} 18:00" in page
    planned = PlannedRound.objects.get(number=3)
    assert planned.opens_at is not None
    assert timezone.localdate(planned.opens_at) == days[0]
    asked = next(form for form in Forms(page).forms if "opens_at_3_day" in form)
    director.post(DATES, {**asked, "step": "save", "choice-opens_at_3": "theirs"})
    planned.refresh_from_db()
    assert planned.opens_at is not None
    assert timezone.localdate(planned.opens_at) == days[0]
    answer = director.post(DATES, {**asked, "step": "save", "choice-opens_at_3": "mine"})
    assert answer.status_code == 302
    planned = PlannedRound.objects.get(number=3)
    assert planned.opens_at is not None
    assert timezone.localdate(planned.opens_at) == days[1]


SAVES = {
    "tables": "tournament.players.views.arrangements.CHANGES",
    "e-mails": "notices.emails.views.set_mail_rules",
    "dates": "adjudication.dates.views.set_dates",
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", SAVES)
def test_of_two_who_save_in_the_same_instant_one_is_asked(
    director: Client, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    day = f"{timezone.localdate() + timedelta(days=20)}"
    address, shown, sent = {
        "tables": (TABLES, "tables", [{"tables": "5"}, {"tables": "9"}]),
        "e-mails": (MAILS, "remind_hours", [{"remind_hours": "10"}, {"remind_hours": "20"}]),
        "dates": (
            DATES,
            "opens_at_3_day",
            [
                {"step": "save", "opens_at_3_day": day, "opens_at_3_time": time}
                for time in ("18:00", "19:00")
            ],
        ),
    }[what]
    forms = [{**form_with(director, address, shown), **values} for values in sent]
    both = threading.Barrier(2)

    def together(save: Callable[..., object]) -> Callable[..., object]:
        """Let both arrive at saving before one of them saves, if nothing keeps them apart."""

        def saved(*args: object, **options: object) -> object:
            with contextlib.suppress(threading.BrokenBarrierError):
                both.wait(0.5)
            return save(*args, **options)

        return saved

    module, _, name = SAVES[what].rpartition(".")
    real = getattr(importlib.import_module(module), name)
    if what == "tables":
        monkeypatch.setitem(real, what, together(real[what]))
    else:
        monkeypatch.setattr(SAVES[what], together(real))
    answers = at_once([lambda form=form: director.post(address, form) for form in forms])  # type: ignore[misc]
    statuses = sorted(getattr(answer, "status_code", 0) for answer in answers)
    assert statuses in ([302, 400], [302, 409])
