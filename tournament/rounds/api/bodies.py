"""What may be sent about rounds. Komi and margins are in points, with halves."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.serializers import LARGEST_KEY, Body, HalfPointsField, choices
from tournament.models import Reason, Winner
from tournament.players.api.serializers import NUMBER

ACTIONS = ("start", "pause", "resume", "set", "add", "reset")


class Seen(Body):
    """The draft as the caller saw it."""

    seen = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=40,
        help_text="The `seen` of the pairing: refused where somebody changed it since.",
    )


class NewRound(Body):
    """Whether a round beyond the tournament's number of rounds is wanted."""

    extra = serializers.BooleanField(
        default=False, help_text="Make a round beyond the number the tournament is set to."
    )


class Drawing(Seen):
    """How to pair."""

    bye = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="Who gets the bye.", **NUMBER
    )
    keep = serializers.BooleanField(
        default=False, help_text="Keep every board, and pair only who has none."
    )
    seed = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=2**31 - 1
    )


class Seating(Seen):
    """Two players for a board."""

    black = serializers.IntegerField(**NUMBER)
    white = serializers.IntegerField(**NUMBER)


class Swapping(Seen):
    """Two players who change places."""

    first = serializers.IntegerField(**NUMBER)
    second = serializers.IntegerField(**NUMBER)


class ByeGiven(Seen):
    """Who gets the bye; null for nobody."""

    player = serializers.IntegerField(allow_null=True, **NUMBER)


class BoardTerms(Seen):
    """What is forced on a board of a draft; what is left out stays."""

    handicap = serializers.IntegerField(required=False, min_value=0, max_value=50)
    komi = HalfPointsField(required=False)
    board = serializers.IntegerField(required=False, min_value=1, max_value=9999)
    locked = serializers.BooleanField(
        required=False, help_text="Keep the board when the round is paired again."
    )


class ClockAction(Body):
    """What to do with the clock; `set` and `add` take minutes."""

    action = serializers.ChoiceField(choices=choices(ACTIONS))
    minutes = serializers.IntegerField(required=False, min_value=-1440, max_value=1440)

    def validate(self, attrs: Any) -> Any:
        """See that minutes come where they are needed, and only there."""
        if (attrs["action"] in ("set", "add")) != ("minutes" in attrs):
            raise serializers.ValidationError(
                {"minutes": serializers.ErrorDetail(_("`set` and `add` take minutes."), "minutes")}
            )
        return attrs


class Result(Body):
    """A result."""

    winner = serializers.ChoiceField(choices=choices(Winner.values))
    reason = serializers.ChoiceField(
        choices=choices(Reason.values),
        required=False,
        help_text="Without it, the usual one of the outcome.",
    )
    margin = HalfPointsField(required=False, allow_null=True, help_text="Of a win by points.")
    sure = serializers.BooleanField(
        default=False,
        help_text="It is meant, although no count gives it with the game's komi: without this such "
        "a result is asked about (400 `result_cannot_be`).",
    )


class ResultEntered(Result):
    """A result to enter."""

    version = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_KEY,
        help_text="The `version` of the game as it was read: refused where it changed since.",
    )


class Noted(Body):
    """Why a game of a published round is corrected."""

    note = serializers.CharField(max_length=500, help_text="Why, for the record.")


class ResultCorrected(Result, Noted):
    """The right result, and why it is corrected."""


class TermsCorrected(Noted):
    """The right terms, and why they are corrected."""

    handicap = serializers.IntegerField(required=False, min_value=0, max_value=50)
    komi = HalfPointsField(required=False)
    board = serializers.IntegerField(required=False, min_value=1, max_value=9999)


class PlayersCorrected(Noted):
    """Who really sat at a board, and why that is corrected."""

    black = serializers.IntegerField(**NUMBER)
    white = serializers.IntegerField(**NUMBER)
