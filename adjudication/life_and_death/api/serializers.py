"""Confirmations as JSON: what is asked about stones in a case, and whether they are alive."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from adjudication.confirmation.budget import DEFAULT_BUDGET
from adjudication.confirmation.walls import AssumeAlive
from adjudication.life_and_death.selectors import (
    AnswerView,
    ConfirmationView,
)
from adjudication.life_and_death.services.asking import LEAST_BUDGET, MOST_BUDGET
from adjudication.life_and_death.views.verdict import conflicts_of
from adjudication.referee.api.serializers import KEY, PersonShown
from api.serializers import Body, MomentField, WordField, choices

MOST_NAMES = 25 * 25
READING = "`both` or `each`: what a pass for a ko lifts (Japanese rules 1989, Art. 7.2)."


def names(**more: Any) -> serializers.ListField:
    """Return a field for a list of point names."""
    return serializers.ListField(
        child=serializers.CharField(max_length=4), max_length=MOST_NAMES, **more
    )


class RecordNamed(Body):
    """The board of a record, identified by the report or statement that the record came with."""

    submission = serializers.IntegerField(
        allow_null=True,
        default=None,
        help_text="The id of the report of the game that the record came with.",
        **KEY,
    )
    statement = serializers.IntegerField(
        allow_null=True,
        default=None,
        help_text="In its place: the id of the statement that the record was sent with.",
        **KEY,
    )


class QuestionAsked(RecordNamed):
    """Which stones a question is about, and what is said about those around them."""

    points = names(allow_empty=False, help_text="A stone of each chain in dispute, like `Q16`.")
    move = serializers.IntegerField(
        allow_null=True,
        default=None,
        min_value=0,
        max_value=32767,
        help_text="The board after this move of the record; null: after the last.",
    )
    agreed_dead = names(default=list, help_text="Stones that nobody disputes to be dead.")
    assume = serializers.ChoiceField(
        choices=choices(AssumeAlive),
        default=AssumeAlive.TERRITORY.value,
        help_text="What else counts as alive: chains with real territory, or only proven ones.",
    )
    alive = names(
        default=list,
        help_text="Stones of further chains that you take to be alive: an assumption in your name, "
        "listed with the verdict.",
    )
    area = serializers.ListField(
        child=serializers.CharField(max_length=7),
        max_length=MOST_NAMES,
        default=list,
        help_text="Beyond these points nothing matters: points, or rectangles by two corners like "
        "`A1-G6`. Chains that do not all lie within count as alive; empty points beside it as held "
        "by the opponent of the stones in question. Empty: the whole board.",
    )


class ConfirmationAsked(QuestionAsked):
    """Which stones a question is about, and how far to search."""

    budget = serializers.IntegerField(
        default=DEFAULT_BUDGET,
        min_value=LEAST_BUDGET,
        max_value=MOST_BUDGET,
        help_text="Positions that are looked at for a question, at most.",
    )


class OutlookAsked(QuestionAsked):
    """Which stones the question would be about."""

    propose = serializers.BooleanField(
        default=False, help_text="Whether stones that look alive are proposed, by random games."
    )


class ChainListed(serializers.Serializer):
    """The verdict about one chain by one reading."""

    ko_pass = serializers.CharField(help_text=READING)
    points = serializers.ListField(child=serializers.CharField())
    colour = serializers.CharField(help_text="`black` or `white`.")
    status = serializers.CharField(
        help_text="`uncapturable`, `alive_by_recapture`, `alive_by_enabling`, `dead`, "
        "`capturable` (the capture is proven, what follows is open) or `undecided`."
    )
    reason = WordField(
        help_text="Why it is open: `budget`, `memory`, `region_too_large` or `not_checked`.",
    )
    too_large = serializers.IntegerField(
        allow_null=True, help_text="The points of a region that is too large to be searched."
    )


class ChainAssumed(serializers.Serializer):
    """A chain that counts as alive without having been asked about."""

    points = serializers.ListField(child=serializers.CharField())
    colour = serializers.CharField()
    why = serializers.CharField(
        help_text="`benson` (proven), `territory`, `agreed` (whoever asked named it), `players` "
        "(so do both players), `proposed` (whoever asked named it, and it looks alive), `area` (it "
        "is not all in the area), or `edge` (empty points at its edge that count as held)."
    )
    figures = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Of what was proposed: the random games in which it stays, all of them, and the "
        "same of those games in which the stones in question stay.",
    )


class RegionShown(serializers.Serializer):
    """What would be searched for a chain."""

    points = serializers.ListField(child=serializers.CharField(), help_text="The chain's.")
    size = serializers.IntegerField(help_text="Points of the part of the board that matters.")
    empty = serializers.IntegerField(
        allow_null=True, help_text="How many of them are empty; null: it is too large to search."
    )
    assumptions = ChainAssumed(many=True)


class OpeningShown(serializers.Serializer):
    """Stones that keep a region open."""

    points = serializers.ListField(child=serializers.CharField())
    colour = serializers.CharField(help_text="`black` or `white`.")
    left = serializers.IntegerField(
        help_text="Points that are left where they, and those named before them, count as alive."
    )


class ProposedStonesShown(serializers.Serializer):
    """Stones that look alive. A proposal decides nothing."""

    points = serializers.ListField(child=serializers.CharField())
    colour = serializers.CharField(help_text="`black` or `white`.")
    lived = serializers.IntegerField(help_text="Random games in which they stay.")
    games = serializers.IntegerField(help_text="All random games.")
    apart = serializers.IntegerField(
        help_text="Games of `together` in which they stay: they need not take those in question."
    )
    together = serializers.IntegerField(help_text="Games in which the stones in question stay.")


class OutlookShown(serializers.Serializer):
    """What a question would search, and which stones would close it."""

    regions = RegionShown(many=True, help_text="For every chain in question.")
    kept_open_by = OpeningShown(
        many=True,
        help_text="The fewest stones whose being alive would close what is too large; empty where "
        "nothing is, or where only an area does.",
    )
    proposed = ProposedStonesShown(many=True)


class ConflictShown(serializers.Serializer):
    """Two verdicts by the same reading that cannot both hold."""

    kind = serializers.CharField(help_text="`both_dead`, `edge` or `assumed`.")
    one = serializers.ListField(child=serializers.CharField())
    other = serializers.ListField(child=serializers.CharField())
    text = serializers.CharField(help_text="Why, in the language of the call.")
    ko_pass = serializers.ListField(
        source="readings", child=serializers.CharField(), help_text=f"By which of them: {READING}"
    )


class AnswerKeyField(serializers.CharField):
    """An answer, represented by its key."""

    def to_representation(self, value: AnswerView) -> str:
        """Return the key."""
        return value.key


class ChainDecided(ChainListed):
    """A verdict, and what it rests on."""

    assumptions = ChainAssumed(many=True)
    answers = serializers.ListField(
        child=AnswerKeyField(), help_text="Keys of the answers about the chain itself."
    )
    supports = serializers.ListField(
        child=AnswerKeyField(), help_text="Keys of the answers about its neighbours."
    )


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
    winner = WordField(help_text="`attacker`, `owner`, or null where it is not answered.")
    reason = WordField()
    nodes = serializers.IntegerField(help_text="Positions that were looked at.")
    line = serializers.ListField(
        child=serializers.CharField(), help_text="The attacker first: `Q16`, `pass`, `ko-pass`."
    )
    certificate = serializers.BooleanField(
        source="has_certificate", help_text="There is a proof to get."
    )


class ConfirmationListed(serializers.Serializer):
    """A confirmation as an item of a list."""

    number = serializers.IntegerField(help_text="Used in addresses.")
    state = serializers.CharField(
        source="state.value", help_text="`waiting`, `running`, `done`, `cancelled` or `failed`."
    )
    submission = serializers.IntegerField(
        source="source.submission_id", allow_null=True, help_text="The report it came with."
    )
    statement = serializers.IntegerField(
        source="source.statement_id", allow_null=True, help_text="Or the statement."
    )
    move = serializers.IntegerField()
    size = serializers.IntegerField(help_text="Lines of the board.")
    points = serializers.ListField(child=serializers.CharField())
    nodes = serializers.IntegerField(help_text="Positions looked at so far.")
    answered = serializers.IntegerField(help_text="Questions answered so far.")
    asked_by = PersonShown()
    created_at = MomentField()
    ended_at = MomentField(allow_null=True)
    chains = ChainListed(many=True, help_text="Every chain by both readings, once it is done.")


class ConfirmationShown(ConfirmationListed):
    """A confirmation in full, without its certificates."""

    position = serializers.SerializerMethodField(
        help_text="Rows from the top: `.` empty, `X` black, `O`."
    )
    agreed_dead = serializers.ListField(child=serializers.CharField())
    assume = serializers.CharField()
    alive = serializers.ListField(child=serializers.CharField())
    area = serializers.ListField(child=serializers.CharField())
    budget = serializers.IntegerField()
    engine_version = serializers.CharField()
    error = WordField(help_text="Why it was given up.")
    chains = ChainDecided(many=True, help_text="Every chain by both readings, once it is done.")
    conflicts = serializers.SerializerMethodField(
        help_text="Verdicts of this question that exclude each other."
    )
    answers = ProvenAnswer(source="found", many=True, help_text="All found so far, in that order.")

    @extend_schema_field(ConflictShown(many=True))
    def get_conflicts(self, confirmation: ConfirmationView) -> Any:
        """Return the pairs of verdicts that conflict."""
        return ConflictShown(conflicts_of(confirmation, ()), many=True).data

    def get_position(self, confirmation: ConfirmationView) -> list[str]:
        """Return the rows of the board."""
        size, text = confirmation.size, confirmation.position
        return [text[row * size : (row + 1) * size] for row in range(size)]
