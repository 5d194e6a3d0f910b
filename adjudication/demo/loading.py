"""Loads the demo tournaments through the same services as everything else."""

from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from adjudication.demo import outcomes, plan
from adjudication.demo.signed import SignedPlayer, signed
from adjudication.result_entry.services import enter_result
from adjudication.rules.sgf import read_record
from adjudication.submissions.services.answers import contest_submission
from adjudication.submissions.services.reports import confirm_submission, submit_result
from adjudication.verdicts.services.claims import result_columns
from jobs import worker
from jobs.models import Job, JobState
from tournament.errors import Conflict
from tournament.models import Game, Player, Reason, Role, Tournament, Winner
from tournament.players.services.players import add_players, set_participation
from tournament.public.services import change_poster
from tournament.rounds.services.boards import pair_game
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import create_round, finish_round, publish_round
from tournament.staff.services import SECRET_BYTES, issue_link
from tournament.tournaments.services import create_tournament


@dataclass(frozen=True, slots=True)
class DemoLink:
    """A private link of the demo: its holder and its token."""

    role: str
    name: str
    token: str


def load_demo() -> bool:
    """Create the missing demo tournaments, with verdicts; return whether any was created.

    Each tournament is written in one transaction, so that none is ever half there. What happened in
    one since it was loaded stays, and so do tournaments that visitors created. Raises Conflict for
    a database that holds other tournaments and never was the demo's, because the demo's links open
    everything to anybody who sees them.
    """
    slugs = [event.slug for event in plan.EVENTS]
    known = Tournament.objects.filter(slug__in=slugs).exists()
    other = Tournament.objects.exclude(slug__in=slugs).order_by("pk").first()
    if other is not None and not known:
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
        worker.run_job(job_id=job_id)
    return bool(missing)


def demo_links() -> list[DemoLink]:
    """Return the links to show: director, player, opponent, one with a report to answer, referee.

    Their secrets are derived from SECRET_KEY, so that they stay the same across restarts.
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


def _create(event: plan.DemoTournament) -> None:
    tournament = create_tournament(
        name=event.name,
        slug=event.slug,
        rules=event.rules,
        board_size=event.board_size,
        handicap_policy=event.handicap_policy,
        city=event.city,
        country="FR",
        time_zone="Europe/Paris",
        starts_on=timezone.localdate(),
        parameters=event.parameters,
    )
    Tournament.objects.filter(pk=tournament.pk).update(rulings=dict(event.rulings))
    if event.poster:
        change_poster(tournament_id=tournament.pk, changes=event.poster)
    players = _enter(event, tournament)
    for number, planned in enumerate(event.rounds, start=1):
        if isinstance(planned, plan.PairedRound):
            round_id = draw_round(tournament_id=tournament.pk, seed=0).round_id
        else:
            round_id = create_round(tournament_id=tournament.pk).pk
            for board in planned:
                pair_game(
                    round_id=round_id,
                    black_id=players[board.black - 1].pk,
                    white_id=players[board.white - 1].pk,
                )
        publish_round(round_id=round_id)
        games = Game.objects.filter(round=round_id).select_related("black", "white")
        for game in games.order_by("board_number"):
            if isinstance(planned, plan.PairedRound):
                _finish_drawn(planned, number, game)
            elif (report := planned[game.board_number - 1].report) is not None:
                _report(report, game, _record(report))
        if number < len(event.rounds):
            finish_round(round_id=round_id)


def _enter(event: plan.DemoTournament, tournament: Tournament) -> list[Player]:
    players = add_players(
        tournament_id=tournament.pk,
        entries=[
            Player(
                surname=entry.surname,
                first_name=entry.first_name,
                club=entry.club,
                country=entry.country,
                rank=entry.rank,
                rating=entry.rating,
            )
            for entry in event.entries
        ],
    )
    for entry, player in zip(event.entries, players, strict=True):
        for number in entry.absent:
            set_participation(player_id=player.pk, round_number=number, plays=False)
    return players


def _finish_drawn(planned: plan.PairedRound, round_number: int, game: Game) -> None:
    """Bring a game of a machine-paired round as far as the plan says."""
    table = game.board_number
    if table in planned.playing:
        return
    if table in planned.no_show:
        enter_result(game_id=game.pk, winner=Winner.WHITE, reason=Reason.ABSENCE)
        return
    report = planned.reports.get(table)
    if report is not None:
        record = _record(report)
        if record is not None:
            black, white = (
                SignedPlayer(player.name, player.rank) for player in (game.black, game.white)
            )
            record = signed(record, black, white)
        _report(report, game, record)
        return
    claim = outcomes.result_of(
        round_number=round_number,
        table=table,
        black=game.black.rating or 0,
        white=game.white.rating or 0,
        handicap=game.handicap,
        komi_half=game.komi_half,
    )
    if table in planned.entered:
        result = result_columns(claim)
        enter_result(
            game_id=game.pk,
            winner=result.winner,
            reason=result.reason,
            margin_half=result.margin_half,
        )
    else:
        _report(
            plan.PlannedReport(claim=claim, reporter="black" if table % 3 else "white"), game, None
        )


def _record(report: plan.PlannedReport) -> bytes | None:
    return (plan.RECORDS / report.record).read_bytes() if report.record else None


def _report(report: plan.PlannedReport, game: Game, record: bytes | None) -> None:
    claim = report.claim
    if record is not None and not claim:
        claim = read_record(record).result_text or ""
    reporter, opponent = game.black_id, game.white_id
    if report.reporter == "white":
        reporter, opponent = opponent, reporter
    submission_id = submit_result(
        game_id=game.pk,
        player_id=reporter,
        claim=claim,
        record_bytes=record,
        filename=report.record,
        idempotency_key=f"demo:{game.pk}",
    )
    game.refresh_from_db(fields=["version"])
    match report.answer:
        case plan.OpponentAnswer.CONFIRMS:
            confirm_submission(
                submission_id=submission_id, player_id=opponent, version=game.version
            )
        case plan.OpponentAnswer.CONTESTS:
            contest_submission(
                submission_id=submission_id,
                player_id=opponent,
                version=game.version,
                note=report.note,
            )
        case plan.OpponentAnswer.DIFFERS:
            submit_result(
                game_id=game.pk,
                player_id=opponent,
                claim=report.other,
                idempotency_key=f"demo:{game.pk}:other",
            )
        case plan.OpponentAnswer.WAITS:
            pass
