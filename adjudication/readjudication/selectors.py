"""Runs of judging again, and the differences they found, as plain values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce

from adjudication.models import Readjudication, ReadjudicationState, Rejudgement


@dataclass(frozen=True, slots=True)
class ReadjudicationView:
    """A run and its progress in records. ``lost`` parts were given up after all attempts."""

    id: int
    tournament: str
    """The slug of the tournament; empty for all of them."""
    engine_before: str
    engine_version: str
    dry_run: bool
    state: str
    created_at: datetime
    ended_at: datetime | None
    total: int
    judged: int
    changed: int
    failed: int
    lost: int

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.state != ReadjudicationState.RUNNING


@dataclass(frozen=True, slots=True)
class Difference:
    """A report or statement whose record now gives something different from its verdict.

    ``findings`` are new, each with ``code``, ``move`` and ``article``; the codes ``gone`` are no
    longer found.
    """

    submission_id: int | None
    statement_id: int | None
    game_id: int
    tournament: str
    round_number: int
    board_number: int
    game_state: str
    before: str
    after: str
    result_before: str
    result_after: str
    findings: tuple[Mapping[str, Any], ...]
    gone: tuple[str, ...]


def readjudications(
    tournament_id: int | None = None, *, most: int = 20
) -> tuple[ReadjudicationView, ...]:
    """Return the latest runs, newest first: all, or those that were about a tournament."""
    found = Readjudication.objects.order_by("-pk")
    if tournament_id is not None:
        found = found.filter(Q(tournament=tournament_id) | Q(tournament=None))
    return tuple(_views(found.values_list("pk", flat=True)[:most]))


def readjudication(run_id: int) -> ReadjudicationView | None:
    """Return one run, or None if there is none."""
    return next(iter(_views([run_id])), None)


def _views(keys: Any) -> Iterator[ReadjudicationView]:
    found = Readjudication.objects.filter(pk__in=list(keys)).select_related("tournament")
    counted = found.annotate(
        judged=Sum("parts__judged", default=0),
        changed=Sum("parts__changed", default=0),
        failed=Sum("parts__failed", default=0),
        left=Count("parts", filter=Q(parts__done_at=None)),
    )
    for run in counted.order_by("-pk"):
        done = run.state == ReadjudicationState.DONE
        yield ReadjudicationView(
            id=run.pk,
            tournament=run.tournament.slug if run.tournament else "",
            engine_before=run.engine_before,
            engine_version=run.engine_version,
            dry_run=run.dry_run,
            state=run.state,
            created_at=run.created_at,
            ended_at=run.ended_at,
            total=run.total,
            judged=run.judged,
            changed=run.changed,
            failed=run.failed,
            lost=run.left if done else 0,
        )


def differences(run_id: int, tournament_id: int | None = None) -> Iterator[Difference]:
    """Yield how a run's judgements differ from the verdicts, in the order of the games."""
    found = Rejudgement.objects.filter(readjudication=run_id, changed=True).annotate(
        game=_of_game("id"),
        tournament=_of_game("round__tournament"),
        slug=_of_game("round__tournament__slug"),
        number=_of_game("round__number"),
        board=_of_game("board_number"),
        state=_of_game("state"),
    )
    if tournament_id is not None:
        found = found.filter(tournament=tournament_id)
    rows = found.order_by("tournament", "number", "board", "submission", "statement").values_list(
        "submission_id",
        "statement_id",
        "game",
        "slug",
        "number",
        "board",
        "state",
        "before",
        "after",
        "result_before",
        "result_after",
        "findings",
        "gone",
    )
    for row in rows.iterator(chunk_size=500):
        yield Difference(*row[:11], findings=tuple(row[11]), gone=tuple(row[12]))


def _of_game(name: str) -> Coalesce:
    """Return a column of the game of a report or of a statement's case."""
    return Coalesce(f"submission__game__{name}", f"statement__case__game__{name}")
