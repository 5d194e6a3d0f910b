"""Confirmations as JSON: whether stones are alive, as was asked in a case, and what is asked."""

from typing import Any

from rest_framework import serializers

from adjudication.confirmation.budget import DEFAULT_BUDGET
from adjudication.confirmation.walls import Assume
from adjudication.selectors.confirmations import (
    AnswerView,
    AssumptionView,
    ChainLine,
    ChainView,
    ConfirmationLine,
    ConfirmationView,
)
from adjudication.services.confirmations.asking import LEAST_BUDGET, MOST_BUDGET
from api.cases.serializers import PersonShown, moment
from api.http.fields import LARGEST_KEY, Body, choices

MOST_NAMES = 25 * 25
READING = "`both` or `each`: what a pass for a ko lifts (Japanese rules 1989, Art. 7.2)."


def names(**more: Any) -> serializers.ListField:
    """Return a field of points by their names."""
    return serializers.ListField(
        child=serializers.CharField(max_length=4), max_length=MOST_NAMES, **more
    )


class ConfirmationAsked(Body):
    """Which stones it is about."""

    submission = serializers.IntegerField(
        min_value=1, max_value=LARGEST_KEY, help_text="The id of a report of the game."
    )
    points = names(allow_empty=False, help_text="A stone of each chain in dispute, like `Q16`.")
    move = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=32767,
        help_text="The board after this move of the record; null: after the last.",
    )
    agreed_dead = names(default=list, help_text="Stones that nobody disputes to be dead.")
    assume = serializers.ChoiceField(
        choices=choices(Assume),
        default=Assume.TERRITORY.value,
        help_text="What else counts as alive: chains with real territory, or only proven ones.",
    )
    budget = serializers.IntegerField(
        default=DEFAULT_BUDGET,
        min_value=LEAST_BUDGET,
        max_value=MOST_BUDGET,
        help_text="Positions that are looked at for a question, at most.",
    )


class ChainListed(serializers.Serializer):
    """The verdict about one chain by one reading."""

    ko_pass = serializers.CharField(help_text=READING)
    points = serializers.ListField(child=serializers.CharField())
    colour = serializers.CharField(help_text="`black` or `white`.")
    status = serializers.CharField(
        help_text="`uncapturable`, `alive_by_recapture`, `alive_by_enabling`, `dead` or "
        "`undecided`."
    )
    reason = serializers.CharField(
        allow_null=True,
        help_text="Why undecided: `budget`, `memory`, `region_too_large` or `not_checked`.",
    )
    too_large = serializers.IntegerField(
        allow_null=True, help_text="The points of a region that is too large to be searched."
    )

    def to_representation(self, instance: ChainLine) -> dict[str, Any]:
        """Return a verdict."""
        return {
            "ko_pass": instance.ko_pass,
            "points": list(instance.points),
            "colour": instance.colour,
            "status": instance.status,
            "reason": instance.reason or None,
            "too_large": instance.too_large,
        }


class ChainAssumed(serializers.Serializer):
    """A chain that counts as alive without being asked for."""

    points = serializers.ListField(child=serializers.CharField())
    colour = serializers.CharField()
    why = serializers.CharField(help_text="`benson` (proven), `territory` or `agreed`.")

    def to_representation(self, instance: AssumptionView) -> dict[str, Any]:
        """Return an assumption."""
        return {"points": list(instance.points), "colour": instance.colour, "why": instance.why}


class ChainDecided(ChainListed):
    """A verdict with what it rests on."""

    assumptions = ChainAssumed(many=True)
    answers = serializers.ListField(
        child=serializers.CharField(), help_text="Keys of the answers about the chain itself."
    )
    supports = serializers.ListField(
        child=serializers.CharField(), help_text="Keys of the answers about its neighbours."
    )

    def to_representation(self, instance: ChainLine) -> dict[str, Any]:
        """Return a verdict."""
        assert isinstance(instance, ChainView)
        assumed = ChainAssumed().to_representation
        return {
            **super().to_representation(instance),
            "assumptions": [assumed(one) for one in instance.assumptions],
            "answers": [one.key for one in instance.answers],
            "supports": [one.key for one in instance.supports],
        }


class ProvenAnswer(serializers.Serializer):
    """One question and its answer."""

    key = serializers.CharField(help_text="It stands in the address of its certificate.")
    ko_pass = serializers.CharField(help_text=READING)
    question = serializers.CharField(
        help_text="`Q0`: can it be captured? `Q1`, `Q2`: does that give its owner a new stone "
        "there, or close by, that cannot be taken?"
    )
    target = serializers.ListField(child=serializers.CharField())
    local = serializers.ListField(
        child=serializers.CharField(), help_text="Where a new stone counts."
    )
    winner = serializers.CharField(
        allow_null=True, help_text="`attacker`, `owner`, or null where it is not answered."
    )
    reason = serializers.CharField(allow_null=True)
    nodes = serializers.IntegerField(help_text="Positions that were looked at.")
    line = serializers.ListField(
        child=serializers.CharField(), help_text="The attacker first: `Q16`, `pass`, `ko-pass`."
    )
    certificate = serializers.BooleanField(help_text="There is a proof to get.")

    def to_representation(self, instance: AnswerView) -> dict[str, Any]:
        """Return an answer."""
        return {
            "key": instance.key,
            "ko_pass": instance.ko_pass,
            "question": instance.question,
            "target": list(instance.target),
            "local": list(instance.local),
            "winner": instance.winner or None,
            "reason": instance.reason or None,
            "nodes": instance.nodes,
            "line": list(instance.line),
            "certificate": instance.has_certificate,
        }


class ConfirmationListed(serializers.Serializer):
    """A confirmation as a line of a list."""

    number = serializers.IntegerField(help_text="It stands in addresses.")
    state = serializers.CharField(
        help_text="`waiting`, `running`, `done`, `cancelled` or `failed`."
    )
    submission = serializers.IntegerField()
    move = serializers.IntegerField()
    size = serializers.IntegerField(help_text="Lines of the board.")
    points = serializers.ListField(child=serializers.CharField())
    nodes = serializers.IntegerField(help_text="Positions looked at so far.")
    answered = serializers.IntegerField(help_text="Questions answered so far.")
    asked_by = PersonShown()
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    chains = ChainListed(many=True, help_text="Every chain by both readings, once it is done.")

    def to_representation(self, instance: ConfirmationLine) -> dict[str, Any]:
        """Return a confirmation."""
        chain = self.fields["chains"].child.to_representation
        return {
            "number": instance.number,
            "state": instance.state.value,
            "submission": instance.submission_id,
            "move": instance.move,
            "size": instance.size,
            "points": list(instance.points),
            "nodes": instance.nodes,
            "answered": instance.answered,
            "asked_by": PersonShown().to_representation(instance.asked_by),
            "created_at": instance.created_at.isoformat(),
            "ended_at": moment(instance.ended_at),
            "chains": [chain(one) for one in instance.chains],
        }


class ConfirmationShown(ConfirmationListed):
    """A confirmation with everything but its certificates."""

    position = serializers.ListField(
        child=serializers.CharField(), help_text="Rows from the top: `.` empty, `X` black, `O`."
    )
    agreed_dead = serializers.ListField(child=serializers.CharField())
    assume = serializers.CharField()
    budget = serializers.IntegerField()
    engine_version = serializers.CharField()
    error = serializers.CharField(allow_null=True, help_text="Why it was given up.")
    chains = ChainDecided(many=True, help_text="Every chain by both readings, once it is done.")
    answers = ProvenAnswer(many=True, help_text="All found so far, in that order.")

    def to_representation(self, instance: ConfirmationLine) -> dict[str, Any]:
        """Return a confirmation."""
        assert isinstance(instance, ConfirmationView)
        size, text = instance.size, instance.position
        return {
            **super().to_representation(instance),
            "position": [text[row * size : (row + 1) * size] for row in range(size)],
            "agreed_dead": list(instance.agreed_dead),
            "assume": instance.assume,
            "budget": instance.budget,
            "engine_version": instance.engine_version,
            "error": instance.error or None,
            "answers": [ProvenAnswer().to_representation(one) for one in instance.found],
        }
