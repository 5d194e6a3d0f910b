"""What a player writes in a complaint reaches nobody but whoever may rule on it, in no way."""

import json
from collections.abc import Callable, Iterator

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from adjudication.cases.services.statements import write_statement
from adjudication.inquiries.services.raising import raise_matter
from adjudication.models import Case, Ruling, Statement
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.appeals import appeal
from adjudication.rulings.services.finality import make_final
from notices.webhooks.payloads import payload_of
from tests.api.test_permissions import EVERYTHING, caller
from tests.notices.conftest import post  # noqa: F401 - a fixture
from tests.notices.emails import address as mail_address
from tests.notices.emails import text_of
from tests.support.desk_world import ruled
from tests.support.environment import some
from tests.support.mail_server import MailServer
from tests.support.pdf import whole
from tests.support.records import WALLS, sgf
from tests.support.scene import Scene
from tests.support.world import judge_all
from tests.web.routes.tables import ROUTES
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import AuditEvent

WORDS = "Zanzibar"
"""It stands in everything that Black writes, and nowhere else."""
OTHERS = ("anonymous", "white", "other", "stranger", "helper", "assistant", "other director")
LEAVING = ("tournament:leave",)
READERS = ("black", "referee", "director")

Play = tuple[Scene, list[Case], list[str], list[str]]
"""The scene, the cases with complaints, and the addresses of all pages and of the API."""


def plant(scene: Scene) -> list[Case]:
    """Complain of White as Black: of what is final, of what is under appeal, and once more."""
    world = scene.world
    black = world.players[0]

    def complain(cause: Cause) -> Case:
        made = raise_matter(
            game_id=world.games[0].pk, player_id=black.pk, cause=cause, note=f"{WORDS}, move 90"
        )
        write_statement(
            case_id=made.pk,
            player_id=black.pk,
            text=f"I have seen it: {WORDS}",
            record_bytes=sgf(WALLS, GC=WORDS),
            idempotency_key=f"{made.pk:032}",
        )
        return made

    cases = [complain(cause) for cause in (Cause.CONDUCT,)]
    dropped = Decision("nothing", reasons="Nothing was shown.")
    ruled(world, cases[0], decision=dropped)
    Case.objects.filter(pk=cases[0].pk).update(appeal_until=cases[0].opened_at)
    make_final()
    cases.append(ruled(world, complain(Cause.OTHER), decision=dropped))
    with acting_as(Actor(role="player", player_id=black.pk)):
        appeal(case_id=cases[1].pk, player_id=black.pk, text=f"You did not read: {WORDS}")
    cases.append(complain(Cause.CONDUCT))
    return cases


@pytest.fixture(scope="module")
def play(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Play]:
    """The scene with the complaints; built once, every request is taken back afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        scene = Scene()
        rows = [row for name, row in ROUTES.items() if name not in LEAVING]
        # In short some; all that show complaints are asked for by themselves, see pages_with.
        pages = [where(row[2], scene) for row in some(rows, every=10)]
        reads = [where(row[0], scene) for row in EVERYTHING.values() if "GET" in row[1]]
        yield scene, plant(scene), pages, reads
        transaction.set_rollback(True)


def where(address: Callable[[Scene], str], scene: Scene) -> str:
    """Return an address; what it makes to be had, such as a case of its own, is taken back."""
    with transaction.atomic():
        path = address(scene)
        transaction.set_rollback(True)
    return path


def text_in(response: object) -> str:
    """Return what somebody reads of an answer, also of a PDF."""
    data = b"".join(response) if getattr(response, "streaming", False) else response.content  # type: ignore[attr-defined, call-overload]
    if response.headers.get("Content-Type") == "application/pdf":  # type: ignore[attr-defined]
        return whole(data)
    return str(data.decode(errors="replace"))


def pages_with(play: Play, visitor: str) -> Iterator[str]:
    """Yield the addresses at which a visitor reads the words, first those of the complaints."""
    scene, cases, addresses, _reads = play
    browser: Client = scene.browser(visitor)
    game = scene.world.games[0].pk
    own = [f"/games/{game}/case/", "/rulings/"]
    own += [f"/rulings/{one}/" for one in Ruling.objects.values_list("pk", flat=True)]
    for case in cases:
        own += [f"/cases/{case.pk}/", f"/referee/coupe/cases/{case.number}/"]
        for said in Statement.objects.filter(case=case):
            own += [
                f"/cases/{case.pk}/records/{said.pk}.sgf",
                f"/games/{game}/case/records/{said.pk}.sgf",
                f"/referee/coupe/cases/{case.number}/records/{said.pk}.sgf",
            ]
    for path in (*own, *addresses):
        with transaction.atomic():
            response = browser.get(path)
            reads = response.status_code == 200 and WORDS in text_in(response)
            transaction.set_rollback(True)
        if reads:
            yield path


def answers_with(play: Play, who: str) -> Iterator[str]:
    """Yield the addresses of the API at which a program reads the words, in the same order."""
    scene, cases, _pages, reads = play
    api = caller(scene, who)
    own = [f"/rulings/{one}/" for one in Ruling.objects.values_list("pk", flat=True)]
    for case in cases:
        for start in (f"/cases/{case.pk}/", f"/tournaments/coupe/cases/{case.number}/"):
            own += [start, f"{start}appeal/", f"{start}rulings/"]
            own += [
                f"{start}statements/{one}/record/"
                for one in Statement.objects.filter(case=case).values_list("pk", flat=True)
            ]
    for path in (*own, *reads):
        with transaction.atomic():
            response = api.get(path)
            read = response.status_code == 200 and WORDS in text_in(response)
            transaction.set_rollback(True)
        if read:
            yield path


@pytest.mark.by_turns
@pytest.mark.parametrize("visitor", OTHERS)
def test_no_page_and_no_file_shows_it(
    play: Play, django_db_blocker: DjangoDbBlocker, visitor: str
) -> None:
    with django_db_blocker.unblock():
        assert list(pages_with(play, visitor)) == []


@pytest.mark.parametrize("visitor", READERS)
def test_who_wrote_it_and_who_rules_on_it_reads_it(
    play: Play, django_db_blocker: DjangoDbBlocker, visitor: str
) -> None:
    with django_db_blocker.unblock():
        assert any(pages_with(play, visitor))
        assert any(answers_with(play, visitor))


@pytest.mark.by_turns
@pytest.mark.parametrize("who", OTHERS)
def test_no_program_reads_it(play: Play, django_db_blocker: DjangoDbBlocker, who: str) -> None:
    with django_db_blocker.unblock():
        assert list(answers_with(play, who)) == []


@pytest.mark.django_db
def test_no_mail_and_no_announcement_tells_it(post: MailServer) -> None:  # noqa: F811
    scene = Scene()
    mail_address(scene.world)
    plant(scene)
    judge_all()
    assert post.to("bea@example.org")
    assert not [mail for _to, mail in post.got if WORDS in text_of(mail)]
    events = AuditEvent.objects.filter(tournament=scene.world.tournament)
    assert events.filter(reason__contains=WORDS).exists()
    for topic in ("ruling", "case.opened"):
        told = [payload_of(topic, f"event:{pk}") for pk in events.values_list("pk", flat=True)]
        assert WORDS not in json.dumps(told)
