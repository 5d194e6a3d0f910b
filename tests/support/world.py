"""A small tournament built through the services, and visitors with their links opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from uuid import uuid4

from django.conf import settings
from django.db.models import F
from django.test import Client
from django.utils import timezone

from adjudication.submissions.services.reports import submit_result
from config.sessions import SessionStore
from jobs.models import Job, JobState
from jobs.table import sweep
from jobs.worker import run_job
from tests.support.answering import as_read, contest_as_read
from tests.support.records import DEAD, KO, WALLS, sgf
from tests.support.remembered import remembered
from tournament.models import Game, Player, RatingScale, Role, Tournament
from tournament.players.services.players import add_player
from tournament.public.services import change_poster
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import create_round, publish_round
from tournament.staff.services import issue_link, open_link
from tournament.staff.visitors import SESSION_KEY
from tournament.tournaments.services import create_tournament

NAMES = ("Aki", "Béa", "Chris", "Dora", "Emil", "Fanny", "Gil", "Hana")

POSTER = {
    "banner": "Тур 2 в 14:00",
    "venue": "Дом го",
    "address": "Набережная, 1",
    "description": "# Игра\n\n- **Все**\n- [здесь](https://example.org)",
    "programme": "2026-11-22\n9:00-9:30 Встреча\n10:00 Round 1\nПризы",
    "fees": "10 €",
    "organiser": "Клуб",
    "contact_email": "club@example.org",
    "website": "https://example.org",
    "sponsors": "Магазин https://example.org/shop\nГород",
}
"""What the page of the event says, in a language that no catalogue has."""


@dataclass
class World:
    """A tournament on 9x9 with one published round; players are paired in the order of names."""

    tournament: Tournament
    players: list[Player] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)

    def games_of(self, player: int) -> list[Game]:
        """Return the games that the player of this index plays, by rounds."""
        wanted = self.players[player].pk
        return [game for game in self.games if wanted in (game.black_id, game.white_id)]

    def client(self, role: str, player: int | None = None, language: str = "en") -> Client:
        """Return the browser of a director, a referee, or a player by index.

        It has the session that opening a link leaves, without the request: see ``test_links``.
        """
        player_id = None if player is None else self.players[player].pk
        token = issue_link(tournament_id=self.tournament.pk, role=role, player_id=player_id)
        session = SessionStore()
        session[SESSION_KEY] = [open_link(token).link_id]
        session.create()
        client = Client(headers={"Accept-Language": language})
        client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
        return client

    def player(self, index: int, language: str = "en") -> Client:
        """Return the browser of a player by index."""
        return self.client(Role.PLAYER, index, language)


@remembered
def make_world(
    *,
    name: str = "Coupe d’été",
    slug: str = "coupe",
    rules: str = "japanese",
    names: tuple[str, ...] = NAMES,
    size: int = 9,
) -> World:
    """Return a tournament of the named players with round 1 published."""
    tournament = create_tournament(
        name=name, slug=slug, rules=rules, board_size=size, komi_half=13, city="Grenoble"
    )
    tournament.rating_scale = RatingScale.EGF
    tournament.save(update_fields=["rating_scale"])
    world = World(tournament)
    for index, player in enumerate(names):
        world.players.append(
            add_player(
                tournament_id=tournament.pk, surname=player, rank=f"{index % 30 + 1}k", club="38Gr"
            )
        )
    add_round(world)
    return world


@remembered
def filled_world(poster: dict[str, str] = POSTER) -> World:
    """Return a tournament with the games of round 1 in four states, and an open round 2.

    The program pairs round 2; its games come by the number of their boards.
    """
    world = make_world()
    fill(world, poster)
    drawn = draw_round(tournament_id=world.tournament.pk, seed=1).round
    publish_round(round_id=drawn.pk)
    world.games += drawn.games.order_by("board_number")
    return world


def add_round(world: World) -> None:
    """Pair and publish one more round, everybody against the same neighbour."""
    round_ = create_round(tournament_id=world.tournament.pk, extra=True)
    for black, white in zip(world.players[::2], world.players[1::2], strict=True):
        world.games.append(pair_game(round_id=round_.pk, black_id=black.pk, white_id=white.pk))
    publish_round(round_id=round_.pk)


def report(
    game: Game,
    player: Player,
    claim: str,
    record: bytes | None = None,
    dead: list[str] | None = None,
) -> int:
    """Report a result as one of the game's players; return the submission's id."""
    return submit_result(
        game_id=game.pk,
        player_id=player.pk,
        claim=claim,
        record_bytes=record,
        filename="game.sgf" if record else "",
        dead_stones=dead,
        idempotency_key=uuid4().hex,
        **as_read(game.pk),
    )


def both_report(game: Game, claim: str) -> None:
    """Let both players report the same, Black first: then the result is confirmed."""
    report(game, game.black, claim)
    report(game, game.white, claim)


def give_up_all() -> None:
    """Let the worker of every job that waits die once too often."""
    past = timezone.now() - timedelta(minutes=1)
    Job.objects.filter(state=JobState.READY).update(
        state=JobState.RUNNING, lease_until=past, attempts=F("max_attempts")
    )
    sweep()


def judge_all() -> None:
    """Do every job that is due."""
    while run_job():
        pass
    assert not Job.objects.exclude(state="done").exists()


def fill(world: World, poster: dict[str, str] = POSTER) -> None:
    """Bring the four games of the first round into four states, every record judged.

    Board 1: confirmed, with a counted record. 2: reported by Black. 3: contested, the record
    holding an illegal move. 4: disputed by two different reports. The page of the event says
    something of everything.
    """
    change_poster(tournament_id=world.tournament.pk, changes=poster)
    first, second, third, fourth = world.games[:4]
    dead = DEAD.split()
    counted = sgf(WALLS, KM="6.5", PB=first.black.name, PW=first.white.name)
    report(first, first.black, "W+15.5", counted, dead)
    report(first, first.white, "W+15.5")
    report(second, second.black, "B+R")
    contested = report(third, third.black, "B+R", sgf(KO, KM="6.5"))
    contest_as_read(submission_id=contested, player_id=third.white_id, note="The ko!\nMove 10.")
    report(fourth, fourth.white, "W+15.5", counted, dead)
    report(fourth, fourth.black, "B+3.5", sgf(WALLS, KM="6.5"))
    judge_all()
