"""A tournament in which everything has happened, with texts of one's own at every place.

``say(kind)`` gives the text for a place: ``name``, ``club``, ``note``... Two of them, with texts
that can be told apart, show what leaks from one to the other; one with hostile texts shows what
becomes of them on every page.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any

from django.test import Client
from django.utils import timezone
from PIL import Image

from adjudication.cases.services.actions import take_case
from adjudication.cases.services.opening import open_case
from adjudication.cases.services.statements import write_statement
from adjudication.inquiries.services.raising import raise_matter
from adjudication.models import Case
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import Decision, PenaltyGiven
from adjudication.rulings.services.appeals import appeal, put_motion
from adjudication.rulings.services.finality import make_final
from api.services.tokens import issue_staff_token
from notices.models import Delivery
from notices.webhooks.services import add_webhook
from tests.adjudication.court import drawn
from tests.support.answering import contest_as_read
from tests.support.desk_world import committee, new_case, referee, ruled
from tests.support.life_world import kept_confirmation
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.world import World, add_round, judge_all, report
from tournament.audit.services.current_actor import Actor, acting_as
from tournament.audit.services.persons import player_person
from tournament.models import AccessLink, Player, RatingScale, Role, Team, TeamSeat, Tournament
from tournament.players.services.arrangements import keep_apart
from tournament.players.services.check_in import check_in
from tournament.players.services.players import add_player
from tournament.players.services.requests import request_place
from tournament.public.services import add_logo, set_prizes
from tournament.results.services.recording_errors import propose
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.rounds import create_round
from tournament.staff.services import issue_link
from tournament.standings.prizes import Prize
from tournament.tournaments.services import create_tournament

Say = Callable[[str], str]
PLAYERS = {"black": 0, "white": 1, "third": 2, "fourth": 3, "fifth": 4, "member": 6}
"""The players who visit, by their place; the last one sits on an appeals committee."""
STAFF = (Role.DIRECTOR, Role.ASSISTANT, Role.HELPER, Role.REFEREE)


class FullWorld(World):
    """A tournament with what addresses and forms need, and the browsers of everybody in it."""

    submission: int
    token: str
    spare_id: int

    @property
    def world(self) -> World:
        """The tournament itself, as the tables of routes call it."""
        return self


def full_world(slug: str, say: Say) -> FullWorld:
    """Return a tournament with games, cases, links and arrangements of every kind."""
    world = FullWorld(
        create_tournament(
            name=say("tournament"),
            slug=slug,
            rules="japanese",
            board_size=9,
            komi_half=13,
            city=say("city"),
            director_name=say("director"),
        )
    )
    Tournament.objects.filter(pk=world.tournament.pk).update(rating_scale=RatingScale.EGF)
    _players(world, say)
    add_round(world)
    add_round(world)
    _reports(world, say)
    _cases(world, say)
    _arrangements(world, say)
    _links(world, say)
    _programs(world, say)
    judge_all()
    return world


def _programs(world: FullWorld, say: Say) -> None:
    """What programs are told, and what lets them in."""
    hook = add_webhook(
        tournament_id=world.tournament.pk,
        url="https://hooks.example.org/" + world.tournament.slug,
        topics=["pairing.published"],
    )
    Delivery.objects.create(
        webhook_id=hook.id,
        topic="pairing.published",
        source=f"test:{world.tournament.slug}",
        state="failed",
        error=say("private error"),
    )
    issue_staff_token(
        tournament_id=world.tournament.pk,
        role=Role.ASSISTANT,
        label=say("private label"),
        scopes=["read"],
    )


def browsers(world: FullWorld) -> dict[str, Client]:
    """Return everybody's browser."""
    found = {str(role): world.client(role) for role in STAFF}
    found |= {name: world.player(index) for name, index in PLAYERS.items()}
    found["anonymous"] = Client()
    return found


def _players(world: FullWorld, say: Say) -> None:
    for index in range(8):
        world.players.append(
            add_player(
                tournament_id=world.tournament.pk,
                surname=say("name"),
                first_name=say("first name"),
                club=say("club"),
                country="FR",
                rank=f"{index + 1}k",
            )
        )


def _record(world: FullWorld, rows: Any, say: Say, **more: str) -> bytes:
    black, white = world.players[0], world.players[1]
    texts = {"PB": black.name, "PW": white.name, "KM": "6.5", "EV": say("sgf"), "C": say("sgf")}
    escaped = {name: text.replace("\\", "\\\\").replace("]", "\\]") for name, text in texts.items()}
    return sgf(rows, **{**escaped, **more})


def picture() -> bytes:
    """Return a picture that can be read."""
    made = BytesIO()
    Image.new("RGB", (40, 30), "red").save(made, "PNG")
    return made.getvalue()


def _reports(world: FullWorld, say: Say) -> None:
    """Bring the games of the first round into four states, and propose to mend one."""
    first, second, third, fourth = world.games[:4]
    dead = DEAD.split()
    counted = _record(world, WALLS, say)
    report(first, first.black, "W+15.5", counted, dead)
    report(first, first.white, "W+15.5")
    world.submission = report(second, second.black, "B+R")
    contested = report(third, third.black, "B+R", _record(world, KO, say))
    contest_as_read(submission_id=contested, player_id=third.white_id, note=say("private note"))
    report(fourth, fourth.white, "W+15.5", counted, dead)
    report(fourth, fourth.black, "B+3.5", _record(world, WALLS, say))
    judge_all()
    propose(
        game_id=first.pk,
        by_player_id=first.black_id,
        winner="black",
        reason="resignation",
        note=say("private note"),
    )


def _decision(say: Say, winner: str = "black") -> Decision:
    return Decision(
        effect="result",
        winner=winner,
        reason="ruling",
        articles=("j1989:14",),
        reasons=say("reasons"),
    )


def _cases(world: FullWorld, say: Say) -> None:
    """Open cases: contested, taken, asked, appealed with a motion, without a game, and final."""
    contested = Case.objects.get(game=world.games[2])
    person = world.games[2].black_id
    write_statement(
        case_id=contested.pk,
        player_id=person,
        text=say("private statement"),
        record_bytes=_record(world, WALLS, say),
        filename=say("filename") + ".sgf",
        pictures=drawn(picture()),
        idempotency_key="full",
    )
    kept_confirmation(contested, player_person(world.tournament.pk, person))
    with acting_as(referee(world, say("private label"))):
        take_case(case_id=Case.objects.get(game=world.games[3]).pk)
    asked = world.games[4]
    raise_matter(game_id=asked.pk, player_id=asked.black_id, cause=Cause.CYCLE, data={"move": 9})
    about = ruled(world, new_case(world, 5, note=say("private note")), decision=_decision(say))
    appellant = world.players[2]
    with acting_as(Actor(role=Role.PLAYER, name=appellant.name, player_id=appellant.pk)):
        key = appeal(case_id=about.pk, player_id=appellant.pk, text=say("private appeal")).pk
    committee(world, key, 0, 6, 7)
    member = player_person(world.tournament.pk, world.players[6].pk)
    one = Actor(role=Role.PLAYER, name=member.name, player_id=world.players[6].pk)
    with acting_as(one):
        put_motion(appeal_id=key, decision=_decision(say, "white"))
    beside = open_case(
        cause=Cause.OUTSIDE_HELP,
        tournament_id=world.tournament.pk,
        players=[world.players[0]],
        note=say("private note"),
    )
    write_statement(
        case_id=beside.pk,
        player_id=world.players[0].pk,
        text=say("private statement"),
        record_bytes=_record(world, WALLS, say),
        pictures=drawn(picture()),
        idempotency_key="full",
    )
    warned = Decision(
        "nothing",
        articles=("event:outside-help",),
        reasons=say("private reasons"),
        penalties=(PenaltyGiven(1, "warning", note=say("private note")),),
    )
    ruled(world, beside, decision=warned)
    final = ruled(world, new_case(world, 7), decision=_decision(say))
    Case.objects.filter(pk=final.pk).update(appeal_until=timezone.now() - timedelta(minutes=1))
    make_final()


def _arrangements(world: FullWorld, say: Say) -> None:
    """A round in preparation, teams, wishes, prizes, who is here, and who asks to take part."""
    ids = [player.pk for player in world.players]
    draft = create_round(tournament_id=world.tournament.pk)
    for black, white in ((0, 2), (1, 3)):
        pair_game(round_id=draft.pk, black_id=ids[black], white_id=ids[white])
    keep_apart(first_id=ids[4], second_id=ids[5])
    set_prizes(tournament_id=world.tournament.pk, prizes=[Prize(say("prize"))])
    (logo,) = drawn(picture())
    add_logo(tournament_id=world.tournament.pk, picture=logo, name=say("sponsor"))
    for index in (0, 1):
        check_in(tournament_id=world.tournament.pk, player_id=ids[index], round_number=3, here=True)
    Tournament.objects.filter(pk=world.tournament.pk).update(registration_open=True)
    entry = Player(
        surname=say("private asking"), first_name="", rank="5k", club=say("private club")
    )
    request_place(tournament_id=world.tournament.pk, entry=entry)
    for pair in (ids[:2], ids[2:4]):
        _team(world, say("team"), pair)


def _team(world: FullWorld, name: str, ids: list[int]) -> None:
    """Add a team as if it had been there before the first round."""
    team = Team.objects.create(
        tournament=world.tournament, number=world.tournament.teams.count() + 1, name=name
    )
    for board, player in enumerate(ids, 1):
        TeamSeat.objects.create(team=team, player_id=player, round_number=1, board=board)


def _links(world: FullWorld, say: Say) -> None:
    for role in STAFF:
        issue_link(tournament_id=world.tournament.pk, role=role, label=say("private label"))
    world.token = issue_link(tournament_id=world.tournament.pk, role=Role.REFEREE)
    issue_link(tournament_id=world.tournament.pk, role=Role.PLAYER, player_id=world.players[7].pk)
    world.spare_id = AccessLink.objects.latest("pk").pk
