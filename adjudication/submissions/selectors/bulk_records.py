"""The game records that a tournament's staff brought, and the case of a game."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import BooleanField, ExpressionWrapper, OuterRef, Subquery

from adjudication.cases.selectors.referees import actor_column
from adjudication.models import Case, Submission
from adjudication.rules.judgement import RESULT_LINE
from adjudication.verdicts.selectors.verdicts import (
    BY_RULING,
    EARLIER,
    badge_of,
    names_another_result,
    reports_given_up,
    stands_instead,
)
from tournament.audit.services.current_actor import Actor
from tournament.games.selectors import GameRow, games_by_id, namesake_marks
from tournament.models import Game


@dataclass(frozen=True, slots=True)
class ImportedRecord:
    """One record with its game; ``badge`` is its verdict or what stands in its place.

    It is about the result that stands now: if the record was brought for another result, or gives
    another one and leaves open whether that is right, it says that instead.
    """

    submission_id: int
    game_id: int
    round_number: int
    board_number: int
    filename: str
    badge: str


def imported_records(tournament_id: int, *, most: int = 200) -> tuple[ImportedRecord, ...]:
    """Return the latest records that the staff brought, newest first. Three queries.

    They are looked up game by game, so that records of other tournaments are not read.
    """
    brought = Submission.objects.filter(game=OuterRef("pk")).exclude(imported_at=None)
    games = Game.objects.filter(round__tournament=tournament_id)
    having = games.annotate(brought=Subquery(brought.values("pk")[:1])).values_list("pk", "brought")
    columns = ("winner", "reason", "margin_half")
    rows = list(
        Submission.objects.filter(game__in=[pk for pk, record in having if record is not None])
        .exclude(imported_at=None)
        .order_by("-pk")
        .values_list(
            "pk",
            "game_id",
            "game__round__number",
            "game__board_number",
            "record__filename",
            "verdict__verdict",
            stands_instead(),
            ExpressionWrapper(names_another_result(), output_field=BooleanField()),
            *(f"{of}{name}" for of in ("claim_", "game__") for name in columns),
        )[:most]
    )
    abandoned = reports_given_up([row[0] for row in rows if row[5] is None])
    found = []
    for pk, game, number, board, name, verdict, instead, other, *results in rows:
        badge = badge_of(verdict, instead, abandoned=pk in abandoned)
        if verdict is not None and badge not in BY_RULING:
            if results[: len(columns)] != results[len(columns) :]:
                badge = EARLIER
            elif other:
                badge = RESULT_LINE
        found.append(ImportedRecord(pk, game, number, board, name, badge))
    return tuple(found)


def boards_by_id(tournament_id: int, game_ids: Collection[int]) -> dict[int, GameRow]:
    """Return games like :func:`games_by_id`, with namesakes told apart; one query more."""
    found = games_by_id(tournament_id, game_ids)
    marks = namesake_marks(tournament_id) if found else {}
    return {key: game.with_marks(marks) for key, game in found.items()}


def undecided_case(game_id: int, who: Actor) -> tuple[int, bool] | None:
    """Return the number of a game's case that waits for a ruling, and whether ``who`` has taken it.

    None if there is no such case.
    """
    by, value = actor_column(who)
    found = Case.objects.undecided().filter(game=game_id).values_list("number", f"taken_by__{by}")
    first = found.first()
    return None if first is None else (first[0], bool(value) and first[1] == value)
