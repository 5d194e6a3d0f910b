"""The same for the API: another tournament's keys under one's own token."""

import json
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from adjudication.models import Case
from api.models import Scope
from api.serializers import LARGEST_KEY, Body, ModelBody
from api.services.tokens import issue_player_token, issue_staff_token
from tests.security import ids
from tests.security.examples import asking, examples, routes
from tests.security.two_tournaments import Scene, make_scene, marks, text_of
from tests.security.walk import LONG, undone
from tournament.models import AccessLink, Role

OK_FOR_NOBODY = {400, 401, 403, 404, 405, 409, 412, 415, 422, 428}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE") if LONG else ("GET", "POST", "DELETE")
NOBODYS = {"api:nothing"}


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """Two tournaments, built once; every call is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        cache.clear()
        yield make_scene()
        transaction.set_rollback(True)


def tokens(scene: Scene) -> dict[str, str]:
    """Return a token of every role, each with all that it may have."""
    own = scene.own.tournament.pk
    found = {}
    for role in (Role.DIRECTOR, Role.REFEREE):
        every = [scope for scope in Scope.values if scope != Scope.GAMES]
        for scopes in (every, [Scope.READ]):
            try:
                made = issue_staff_token(
                    tournament_id=own, role=role, label=f"{role}", scopes=scopes
                )
            except Exception:
                continue
            found[str(role)] = made.text
            break
    link = AccessLink.objects.filter(tournament=own, player=scene.own.players[0]).latest("pk")
    found["player"] = issue_player_token(link_id=link.pk, label="black").text
    return found


def parts_of_the_api() -> list[str]:
    return [
        name
        for name, entry in routes().items()
        if entry.whole.startswith("/api/")  # type: ignore[attr-defined]
        and entry.pattern.converters
        and name not in NOBODYS
    ]


@pytest.mark.by_turns
@pytest.mark.django_db
def test_no_token_opens_another_tournament(
    scene: Scene, django_db_blocker: DjangoDbBlocker
) -> None:
    wrong = []
    called = 0
    with django_db_blocker.unblock():
        for who, token in list(tokens(scene).items())[: None if LONG else 1]:
            client = Client(headers={"Authorization": f"Bearer {token}"})
            before = ids.rows()
            for name in parts_of_the_api():
                for own in list(examples(scene.own, name))[-1:]:
                    for address in scene.swap.addresses(own):
                        for method in METHODS:
                            called += 1
                            wrong += [
                                f"{who} {method} {address}: {one}"
                                for one in call(scene, client, before, method, address)
                            ]
    assert wrong == []
    assert called > 100


KEYS_IN_BODIES = {
    ("CaseOpened", "game"),
    ("ConfirmationAsked", "submission"),
    ("ConfirmationAsked", "statement"),
    ("OutlookAsked", "submission"),
    ("OutlookAsked", "statement"),
    ("QuestionAsked", "submission"),
    ("QuestionAsked", "statement"),
    ("RecordNamed", "submission"),
    ("RecordNamed", "statement"),
    ("StonesSent", "submission"),
    ("StonesSent", "statement"),
    ("HandedTo", "referee"),
    ("CommitteeSent", "links"),
    ("CommitteeSent", "persons"),
    ("Accepting", "submission"),
    ("RightRecord", "submission_id"),
    ("RightRecord", "statement_id"),
    ("StatementNamed", "statement_id"),
    ("Requests", "requests"),
    ("ResultSent", "expects"),
    ("RoundClosing", "leaves"),
    ("TakenBack", "case"),
    ("LostOnTime", "case"),
}
"""Fields of bodies that hold keys, each of which :func:`bodies` exchanges."""


def bodies(scene: Scene) -> list[tuple[str, str, int, dict[str, object]]]:
    """Return addresses of our own, by whom they are called (0 the director, else a player's key)
    and bodies with the other tournament's keys: every field that holds one.
    """
    own, other = scene.own, scene.swap.twins.other
    home = f"/api/v1/tournaments/{own.tournament.slug}/"
    at = f"{home}cases/"
    game, disputed = own.games[4], own.games[3]
    links, persons = (
        list(other[table][:3]) for table in ("tournament_accesslink", "tournament_person")
    )
    requests = [asking(world) for world in (own, scene.other)]
    report = other["adjudication_submission"][-1]
    said = Case.objects.get(game=disputed)
    taken = said.number
    appealed = Case.objects.get(tournament=own.tournament, state="appealed").number
    opened = {"cause": "outside_help", "note": "Because", "game": scene.other.games[6].pk}
    return [
        ("POST", at, 0, opened),
        *(
            ("POST", f"{home}requests/{what}/", 0, {"requests": some})
            for what in ("approval", "refusal")
            for some in (requests, requests[1:])
        ),
        *(
            ("PUT", f"{home}rounds/{number}/finish/", 0, {"leaves": other["tournament_game"][:3]})
            for number in (1, 2)
        ),
        ("POST", f"{at}{taken}/handover/", 0, {"referee": links[0]}),
        *(
            ("POST", f"{at}{taken}/confirmations/{what}", 0, {source: key, "points": ["A1"]})
            for what in ("", "outlook/")
            for source in ("submission", "statement")
            for key in other[f"adjudication_{source}"]
        ),
        *(
            ("POST", f"{at}{taken}/right-record/", 0, {field: key})
            for field, table in (
                ("submission_id", "adjudication_submission"),
                ("statement_id", "adjudication_statement"),
            )
            for key in other[table]
        ),
        *(
            (
                *("POST", f"/api/v1/cases/{said.pk}/stones/", disputed.black_id),
                {source: key, "alive": ["A1"], "dead": []},
            )
            for source in ("submission", "statement")
            for key in other[f"adjudication_{source}"]
        ),
        *(
            (
                *("POST", f"/api/v1/games/{disputed.pk}/right-record/", disputed.black_id),
                {"statement_id": key, "version": 0},
            )
            for key in other["adjudication_statement"]
        ),
        *(
            ("POST", f"/api/v1/games/{disputed.pk}/{what}/", player, {"case": key, **more})
            for what, more in (
                ("matters/withdrawal", {}),
                ("lost-on-time", {"version": disputed.version}),
            )
            for player in (disputed.black_id, disputed.white_id)
            for key in other["adjudication_case"]
        ),
        ("POST", f"{at}{taken}/handover/", 0, {"referee": persons[0]}),
        ("PUT", f"{at}{appealed}/appeal/committee/", 0, {"links": links}),
        ("PUT", f"{at}{appealed}/appeal/committee/", 0, {"persons": persons}),
        *(
            (
                "POST",
                f"/api/v1/games/{disputed.pk}/acceptance/",
                player,
                {"submission": key, "version": 0},
            )
            for player in (disputed.black_id, disputed.white_id)
            for key in other["adjudication_submission"]
        ),
        *(
            (
                *("POST", f"/api/v1/games/{game.pk}/submissions/", game.black_id),
                {"result": {"winner": "black", "reason": "resignation"}, "expects": str(key)},
            )
            for key in (report, *other["tournament_game"][:1])
        ),
    ]


def test_every_key_in_a_body_is_known() -> None:
    """Fails for a new field that holds a key: let :func:`bodies` exchange it."""
    found = {
        (body.__name__, name)
        for body in every_body()
        for name, field in body().fields.items()
        if name != "version"
        and getattr(getattr(field, "child", field), "max_value", 0) == LARGEST_KEY
    }
    asked = {("CasesAsked", "game")}  # after a question mark: the next test
    assert found | {("ResultSent", "expects")} == KEYS_IN_BODIES | asked


def every_body() -> list[type[Body]]:
    routes()  # imports them all
    waiting, found = [Body], []
    while waiting:
        here = waiting.pop()
        found.append(here)
        waiting += [one for one in here.__subclasses__() if not one.__module__.startswith("tests.")]
    return [body for body in found if body is not ModelBody]  # which has no fields of its own


@pytest.mark.by_turns
@pytest.mark.django_db
def test_no_body_names_what_is_another_tournaments(
    scene: Scene, django_db_blocker: DjangoDbBlocker
) -> None:
    wrong = []
    with django_db_blocker.unblock():
        director = tokens(scene)["director"]
        made: dict[int, str] = {0: director}
        for link in AccessLink.objects.filter(
            tournament=scene.own.tournament, role=Role.PLAYER
        ).exclude(player=None):
            made[link.player_id] = issue_player_token(link_id=link.pk, label="own").text
        before = ids.rows()
        for method, address, who, body in bodies(scene):
            if who not in made:
                continue
            client = Client(headers={"Authorization": f"Bearer {made[who]}"})
            told = call(scene, client, before, method, address, body)
            wrong += [f"{method} {address} {body}: {one}" for one in told]
        game = scene.other.games[2].pk
        asked = Client(headers={"Authorization": f"Bearer {director}"}).get(
            f"/api/v1/tournaments/{scene.own.tournament.slug}/cases/?game={game}"
        )
    assert wrong == []
    assert (asked.status_code, asked.json()["results"]) == (200, [])


def call(
    scene: Scene,
    client: Client,
    before: ids.Rows,
    method: str,
    address: str,
    sent: dict[str, object] | None = None,
) -> list[str]:
    """Call an address with another tournament's keys; return what is wrong with what came of it."""
    found: list[str] = []

    def do() -> None:
        cache.clear()
        body = json.dumps(sent or {}) if method != "GET" else ""
        key = {"Idempotency-Key": "k" * 20, "If-Match": "*"} if method != "GET" else {}
        answer = client.generic(method, address, body, content_type="application/json", headers=key)
        text = text_of(answer)
        if answer.status_code >= 500:
            found.append(f"answered {answer.status_code}")
        if answer.status_code in OK_FOR_NOBODY:
            found.extend(f"tells {mark}" for mark in marks(text))
        elif method == "GET":
            status, public = scene.of_anybody(address)
            found.extend(f"tells {mark}" for mark in marks(text) if mark not in public)
            if status != answer.status_code:
                found.append(f"answered {answer.status_code}, to anybody {status}")
        else:
            found.append(f"answered {answer.status_code}")
        if method != "GET":
            found.extend(ids.touched(before, ids.rows(), scene.swap.twins))

    undone(do)
    return found
