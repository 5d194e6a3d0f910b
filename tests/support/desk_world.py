"""A tournament with cases, and what its referees do, for the tests of their pages."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client

from adjudication.cases.services.actions import take_case
from adjudication.cases.services.disputes import lock_game
from adjudication.cases.services.opening import open_case
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision
from adjudication.rulings.services.appeals import appeal, appoint_committee
from adjudication.rulings.services.ruling import rule
from tests.support.world import World
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.models import AccessLink, Game, Player, Role
from tournament.staff.services import issue_link

DECISION = Decision(
    effect="result",
    winner="black",
    reason="ruling",
    articles=("j1989:14",),
    reasons="White played where the rules forbid it.",
)


def new_case(world: World, index: int = 0, cause: Cause = Cause.CONTESTED, note: str = "") -> Case:
    """Open a case about one of the world's games."""
    game = Game.objects.select_related("round__tournament", "black", "white").get(
        pk=world.games[index].pk
    )
    if game.state in ("open", "reported"):
        lock_game(game)
    return open_case(cause=cause, game=game, note=note)


def referee(world: World, name: str = "Rita") -> Actor:
    """Return a referee with a link of his own, as who acts."""
    issue_link(tournament_id=world.tournament.pk, role=Role.REFEREE, label=name)
    link = AccessLink.objects.filter(tournament=world.tournament).latest("pk")
    return Actor(role=Role.REFEREE, name=name, link_id=link.pk)


def ruled(
    world: World, case: Case, one: Actor | None = None, decision: Decision = DECISION
) -> Case:
    """Let a referee rule on a case."""
    with acting_as(one or referee(world, "Remy")):
        take_case(case_id=case.pk)
        case.refresh_from_db()
        rule(case_id=case.pk, decision=decision, version=case.version)
    case.refresh_from_db()
    return case


def appealed(world: World, case: Case, player: Player) -> int:
    """Let a player appeal against a ruling; return the appeal's id."""
    one = Actor(role=Role.PLAYER, name=player.name, player_id=player.pk)
    with acting_as(one):
        made = appeal(case_id=case.pk, player_id=player.pk, text="That ko was allowed.")
    case.refresh_from_db()
    return made.pk


def committee(world: World, appeal_id: int, *players: int) -> None:
    """Appoint players of the world by index."""
    ids = [world.players[index].pk for index in players]
    appoint_committee(appeal_id=appeal_id, player_ids=ids)


def at(case: Case, rest: str = "") -> str:
    """Return the address of a case's page."""
    return f"/referee/coupe/cases/{case.number}/{rest}"


def fields(page: str) -> dict[str, list[str]]:
    """Return what the last form of a page would send as it stands."""
    found: dict[str, list[str]] = {}
    form = page[page.rindex("<form", 0, page.index("</main>")) :]
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        kind = re.search(r'type="(\w+)"', tag)
        ticked = kind is not None and kind[1] in ("radio", "checkbox")
        if name is None or (ticked and " checked" not in tag) or "csrf" in name[1]:
            continue
        found.setdefault(name[1], []).append(
            unescape(value[1]) if value else "on" if ticked else ""
        )
    for name, text in re.findall(r'<textarea[^>]*name="(\w+)"[^>]*>([^<]*)<', form):
        found[name] = [unescape(text.removeprefix("\n"))]
    for name, options in re.findall(r'<select[^>]*name="(\w+)"[^>]*>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        found[name] = [chosen[1]] if chosen else []
    return found


def taken_by(client: Client, case: Case) -> None:
    """Let somebody take a case by its button."""
    assert client.post(at(case, "do/"), {"what": "take"}).status_code == 302
