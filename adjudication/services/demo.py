"""Loading the demo tournaments, through the same services as everything else."""

from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from adjudication.demo import plan
from adjudication.models import Job, JobState
from adjudication.rules.sgf import read_record
from adjudication.services import judging
from adjudication.services.reports import confirm_submission, contest_submission, submit_result
from tournament.errors import Conflict
from tournament.models import Game, Role, Tournament
from tournament.services.games import pair_game
from tournament.services.links import SECRET_BYTES, issue_link
from tournament.services.players import add_player
from tournament.services.rounds import create_round, finish_round, publish_round
from tournament.services.tournaments import create_tournament


@dataclass(frozen=True, slots=True)
class DemoLink:
    """A private link of the demo: whose it is, and its token."""

    role: str
    name: str
    token: str


def load_demo() -> bool:
    """Create the demo tournaments that are not there yet, with verdicts; say whether any was.

    Each tournament is written in one transaction, so that none is ever half there. What happened
    in one since it was loaded stays. Raises Conflict for a database that holds another tournament:
    the demo's links open everything to whoever sees them.
    """
    slugs = [event.slug for event in plan.EVENTS]
    other = Tournament.objects.exclude(slug__in=slugs).order_by("pk").first()
    if other is not None:
        raise Conflict(
            "not_a_demo",
            text=f"This database holds “{other.name}”: the demo needs a database of its own.",
        )
    missing = [
        event for event in plan.EVENTS if not Tournament.objects.filter(slug=event.slug).exists()
    ]
    for event in missing:
        with transaction.atomic():
            _create(event)
    ready = Job.objects.filter(state=JobState.READY).order_by("pk")
    for job_id in list(ready.values_list("pk", flat=True)) if missing else []:
        judging.run_job(job_id=job_id)
    return bool(missing)


def demo_links() -> list[DemoLink]:
    """Return the links to show: director, a player, his opponent, a player to answer, referee.

    Their secrets come from SECRET_KEY, so that they stay the same from start to start.
    """
    tournament = Tournament.objects.get(slug=plan.OPEN.slug)
    players = {player.number: player for player in tournament.players.all()}
    wanted = [
        (Role.DIRECTOR, None),
        (Role.PLAYER, players[plan.PLAYER]),
        (Role.PLAYER, players[plan.OPPONENT]),
        (Role.PLAYER, players[plan.CONFIRMER]),
        (Role.REFEREE, None),
    ]
    return [
        DemoLink(
            role=role,
            name=player.name if player else "",
            token=issue_link(
                tournament_id=tournament.pk,
                role=role,
                player_id=player.pk if player else None,
                secret=_secret(f"{tournament.slug}:{role}:{player.number if player else ''}"),
            ),
        )
        for role, player in wanted
    ]


def _secret(purpose: str) -> bytes:
    return salted_hmac(
        "shinpan.demo", purpose, secret=settings.SECRET_KEY, algorithm="sha256"
    ).digest()[:SECRET_BYTES]


def _create(event: plan.Event) -> None:
    tournament = create_tournament(
        name=event.name,
        slug=event.slug,
        rules=event.rules,
        board_size=event.board_size,
        city=event.city,
        starts_on=timezone.localdate(),
    )
    players = [
        add_player(
            tournament_id=tournament.pk,
            surname=entry.name,
            club=entry.club,
            rank=entry.rank,
        ).pk
        for entry in event.entries
    ]
    for number, boards in enumerate(event.rounds, start=1):
        round_id = create_round(tournament_id=tournament.pk).pk
        games = [
            pair_game(
                round_id=round_id,
                black_id=players[board.black - 1],
                white_id=players[board.white - 1],
            )
            for board in boards
        ]
        publish_round(round_id=round_id)
        for board, game in zip(boards, games, strict=True):
            _report(event, board, game)
        if number < len(event.rounds):
            finish_round(round_id=round_id)


def _report(event: plan.Event, board: plan.Board, game: Game) -> None:
    data = (plan.RECORDS / board.record).read_bytes() if board.record else None
    claim = board.claim
    if data is not None and not claim:
        claim = read_record(data).result_text or ""
    if not claim:
        return
    reporter, opponent = game.black_id, game.white_id
    if board.reporter == "white":
        reporter, opponent = opponent, reporter
    submission_id = submit_result(
        game_id=game.pk,
        player_id=reporter,
        claim=claim,
        record_bytes=data,
        filename=board.record,
        idempotency_key=f"demo:{event.slug}:{game.pk}",
    )
    match board.answer:
        case plan.Answer.CONFIRMS:
            confirm_submission(submission_id=submission_id, player_id=opponent)
        case plan.Answer.CONTESTS:
            contest_submission(submission_id=submission_id, player_id=opponent, note=board.note)
        case plan.Answer.WAITS:
            pass
