"""A result as JSON, in one shape: who won, how, and by how many points."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.serializers import Body, HalfPointsField, choices, column_field
from tournament.models import Game, Reason, Winner

RESULT_FIELDS: Mapping[str, str] = MappingProxyType(
    {
        "winner": "result.winner",
        "reason": "result.reason",
        "margin": "result.margin",
        "margin_half": "result.margin",
        "claim": "result",
    }
)
"""The names of the parts of a result in services, and in request bodies."""


class ResultShown(serializers.Serializer):
    """A result, in the shape in which it can also be sent."""

    winner = serializers.ChoiceField(choices=choices(Winner.values))
    reason = serializers.ChoiceField(choices=choices(Reason.values))
    margin = HalfPointsField(
        source="margin_half", allow_null=True, help_text="In points; null unless won by points."
    )

    def get_attribute(self, instance: Any) -> Any:
        """Return the object with the columns of a result; None if there is no winner or draw."""
        value = super().get_attribute(instance)
        return value if value is not None and value.winner else None


class ResultBody(Body):
    """A result in a request body."""

    default_error_messages = {
        "invalid": _("Write a result as an object with `winner`, `reason` and `margin`."),
    }

    winner = serializers.ChoiceField(choices=choices(Winner.values))
    reason = serializers.ChoiceField(
        choices=choices(Reason.values),
        required=False,
        help_text="Without it, the usual one of the outcome.",
    )
    margin = column_field(
        Game, "margin_half", required=False, help_text="In points, of a win by points."
    )


class ResultSentBody(Body):
    """A result, and a confirmation that it is meant."""

    result = ResultBody()
    sure = serializers.BooleanField(
        default=False,
        help_text="It is meant, although no count gives it with the game's komi: without this such "
        "a result is asked about (400 `result_cannot_be`).",
    )


def columns_in(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result from a request body as services take it."""
    return {
        "winner": body["winner"],
        "reason": body.get("reason", ""),
        "margin_half": body.get("margin"),
    }
