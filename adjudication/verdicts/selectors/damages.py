"""What is to be asked of the record of a game, and what a referee may say of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, OuterRef

from adjudication.models import RecordReading, Submission
from adjudication.policy.damage import damage_in
from adjudication.policy.forms.damage import PASS, PASSES, PLAYED, WRONG
from adjudication.policy.forms.results import DIFFERS, NOT_THIS_GAME, OURS
from adjudication.policy.policy import EventPolicy
from adjudication.policy.questions import Answer, Kind, first_question
from adjudication.rules.judgement import IN_DOUBT
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.verdicts import Verdict
from adjudication.verdicts.selectors.jobs import given_up

DECIDED: Final = (PASSES, PASS, PLAYED, WRONG, OURS, NOT_THIS_GAME)
"""The players' answers that a referee may give for both."""


@dataclass(frozen=True, slots=True)
class DamagedRecord:
    """The latest record of a game with what is to be asked of it, and the ``kind`` of question.

    It is damaged at one place, or differs from the game so that an illegal move in it accuses
    nobody yet. ``about`` is what a question about it is about, as
    :mod:`adjudication.policy.forms.damage` reads it.
    """

    submission_id: int
    about: Mapping[str, Any]
    kind: Kind = Kind.DAMAGED_RECORD


def damaged_record_of(game_id: int) -> DamagedRecord | None:
    """Return what is to be asked of the record of a game now, or None where it is nothing.

    That is its latest record that stands. One query.
    """
    said = Submission.objects.filter(game=game_id, record__isnull=False).standing()
    columns = (f"verdict__{name}" for name in ("verdict", "findings", "options"))
    last = said.order_by("-pk").values_list("pk", *columns).first()
    if last is None or last[1] != Verdict.UNDETERMINED:
        return None
    if last[3].get(IN_DOUBT):
        about = {"submission": last[0], DIFFERS: []}
        return DamagedRecord(last[0], about, Kind.WRONG_RECORD)
    damage = damage_in(last[2])
    if damage is None:
        return None
    return DamagedRecord(last[0], damage.about(last[0]))


READING_SETTLED: Final = Exists(RecordReading.objects.filter(game=OuterRef("game")))
"""Of a report: whether it was settled how a damaged record of its game is read."""


def judged_again(game_id: int) -> bool:
    """Return whether a record of a game is still to be judged as it was settled to be read.

    One whose replay was given up is not waited for. One query for nearly all games.
    """
    if not RecordReading.objects.filter(game=game_id).exists():
        return False
    said = Submission.objects.filter(game=game_id, record__isnull=False).standing()
    unjudged = list(said.filter(verdict=None).values_list("pk", flat=True))
    return len(given_up(unjudged)) < len(unjudged)


def decided_answers(
    damaged: DamagedRecord, ruleset: RuleSet, policy: EventPolicy
) -> tuple[Answer, ...]:
    """Return what a referee may say of a record, in the order in which it is offered."""
    question = first_question(damaged.kind, ruleset, policy, damaged.about)
    return tuple(one for one in question.answers if one.word in DECIDED)
