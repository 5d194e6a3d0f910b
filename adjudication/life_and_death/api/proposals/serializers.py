"""Proposals as JSON; points are given by name, like `Q16`."""

from rest_framework import serializers

from tournament.rounds.api.results import ResultShown


class ProposedChainShown(serializers.Serializer):
    """A chain of the final position, and what random games make of it."""

    stones = serializers.ListField(child=serializers.CharField())
    colour = serializers.CharField(help_text="`B` or `W`.")
    dead = serializers.BooleanField()
    certainty = serializers.FloatField(
        help_text="From 0 (half of the games disagree) to 1 (none does)."
    )
    unsure = serializers.BooleanField(help_text="Let people look at this one.")


class FalseEyeShown(serializers.Serializer):
    """A point that has to be filled in the end, and by whom."""

    point = serializers.CharField()
    colour = serializers.CharField(help_text="`B` or `W`.")


class ProposalShown(serializers.Serializer):
    """Dead stones as random games propose them. A proposal decides nothing."""

    decides = serializers.BooleanField(help_text="Always false.")
    dead_stones = serializers.ListField(
        child=serializers.CharField(), help_text="As a report takes them, for people to change."
    )
    chains = ProposedChainShown(many=True, help_text="All of the position.")
    false_eyes = FalseEyeShown(many=True)
    seki = serializers.ListField(
        child=serializers.CharField(), help_text="Stones that live in a seki by the looks of it."
    )
    in_question = serializers.ListField(
        child=serializers.CharField(),
        help_text="Points that count or not as one reads the shapes: false eyes, points in seki.",
    )
    without_doubt = serializers.BooleanField(
        help_text="No chain is unsure, and no point is in question."
    )
    winner_without_doubt = serializers.BooleanField(
        help_text="No chain is unsure, and the points in question cannot change who wins."
    )
    result = ResultShown(
        help_text="The count with these dead stones, with false eyes filled and nothing counted in "
        "a seki where the rules want that. A record is counted without such guesses."
    )
    cut_short = serializers.BooleanField(
        help_text="The board was too open to be analysed to the end."
    )
