"""Rounds as JSON. Scores and komi are in points, with halves."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers import (
    LARGEST_KEY,
    Body,
    HalfPointsField,
    MomentField,
    PageQuery,
    SpokenField,
    SureBody,
    choices,
    column_field,
    expand_field,
)
from tournament.games.api import HIDDEN, NUMBER, PlayerNamed
from tournament.models import AuditEvent, Game
from tournament.pairing.sentences import COMPONENT_NAMES
from tournament.rounds.api.results import ResultSentBody, ResultShown
from tournament.rounds.selectors.draws import PairingExplanation
from tournament.rounds.services.clock import LONGEST_MINUTES
from tournament.scheduling.selectors import DatedRound
from tournament.scheduling.sentences import refusal_text
from tournament.spoken import translated


class GameShown(serializers.Serializer):
    """A game with its result."""

    id = serializers.IntegerField()
    round = serializers.IntegerField(source="round_number")
    board = serializers.IntegerField(source="board_number")
    black = PlayerNamed()
    white = PlayerNamed()
    handicap = serializers.IntegerField()
    komi = HalfPointsField(source="komi_half")
    state = serializers.CharField()
    result = ResultShown(source="*", allow_null=True, help_text="Null where there is none.")
    stones_stay = serializers.BooleanField(
        help_text="No stone is removed in its count: play was resumed over dead stones."
    )
    version = serializers.IntegerField(
        help_text="Grows with every change of its result or its terms."
    )


MOST_EXPANDED = 10
EXPANDED = "Only with `expand=games`."


class RoundsAsked(PageQuery):
    """How much of every round to return."""

    expand = expand_field(
        ["games"],
        "`games`: every round with its games, their players and its byes. A page has "
        f"{MOST_EXPANDED} rounds at most then.",
    )

    def validate(self, attrs: Any) -> Any:
        """Limit how many whole rounds a page may have."""
        if "expand" in attrs:
            attrs["limit"] = min(attrs["limit"], MOST_EXPANDED)
        return attrs


class RoundListed(serializers.Serializer):
    """A round and its state."""

    number = serializers.IntegerField()
    state = serializers.CharField(help_text="`draft`, `published` or `finished`.")
    boards = serializers.IntegerField(source="counts.total", help_text="How many games it has.")
    results = serializers.IntegerField(
        source="counts.done",
        help_text="How many of them have a result that stands: confirmed, entered or ruled.",
    )
    games = GameShown(source="whole.games", many=True, required=False, help_text=EXPANDED)
    byes = PlayerNamed(source="whole.byes", many=True, required=False, help_text=EXPANDED)


class WhyNotOpen(serializers.Serializer):
    """Why a round is not open though its time has come."""

    code = serializers.CharField()
    text = serializers.CharField()
    since = MomentField()

    def get_attribute(self, instance: DatedRound) -> Any:
        """Return the reason; a stored one is given in the requested language."""
        reason = super().get_attribute(instance)
        if not isinstance(reason, Mapping):
            return reason
        text = refusal_text(reason)
        return {"code": reason.get("code", ""), "text": text, "since": instance.opens_at}


class RoundDated(serializers.Serializer):
    """The dates of a round, made or planned."""

    number = serializers.IntegerField()
    state = serializers.CharField(help_text="Empty for a round that is not made yet.")
    opens_at = MomentField(allow_null=True)
    play_by = MomentField(allow_null=True)
    closes_at = MomentField(allow_null=True)
    closed_to_players = serializers.BooleanField(
        source="shut", help_text="Whether players report no more."
    )
    refused = WhyNotOpen(
        allow_null=True, help_text="It was tried and could not be done; it is not tried again."
    )
    waits = WhyNotOpen(
        allow_null=True,
        help_text="It opens once this is over: `schedule_held`, `round_missing`, `round_before`.",
    )


class RoundShown(RoundListed):
    """A round with its games by board."""

    games = GameShown(many=True)
    byes = PlayerNamed(many=True)


class DraftedShown(PlayerNamed):
    """A player of a draft."""

    name = serializers.CharField(source="name.name", help_text=HIDDEN)
    rank = serializers.CharField(source="name.rank")
    club = serializers.CharField(source="name.club")
    score = HalfPointsField(source="score_x2", help_text="The score that the round is paired by.")


class BoardShown(serializers.Serializer):
    """A board of a draft, and the parts of its weight."""

    game = serializers.IntegerField(source="game_id", help_text="The id of the game.")
    board = serializers.IntegerField(source="table")
    black = DraftedShown()
    white = DraftedShown()
    handicap = serializers.IntegerField()
    komi = HalfPointsField(source="komi_half")
    locked = serializers.BooleanField()
    weight = serializers.IntegerField()
    components = serializers.DictField(
        child=serializers.IntegerField(), help_text="The parts of the weight, by their names."
    )
    violated = serializers.ListField(
        child=serializers.CharField(), help_text="Wishes that this board goes against."
    )


class PairingShown(serializers.Serializer):
    """The pairing of a round, as its director sees it."""

    round = serializers.IntegerField(source="number")
    state = serializers.CharField()
    version = serializers.IntegerField(
        help_text="Send it with a change: it is refused where somebody else changed the draft."
    )
    boards = BoardShown(many=True)
    byes = DraftedShown(many=True)
    unpaired = DraftedShown(
        many=True, help_text="Who is to have a place in this round and has none yet."
    )
    absent = DraftedShown(many=True)
    drawn = serializers.BooleanField(help_text="Whether the program has paired the round.")
    problem = SpokenField(allow_null=True, help_text="Why nothing can be paired, if so.")


class PartOfWeight(serializers.Serializer):
    """A part of what a pair weighs."""

    component = serializers.CharField()
    words = serializers.CharField()
    weight = serializers.IntegerField()


class OtherOpponent(serializers.Serializer):
    """Another possible opponent, and what the round would lose."""

    number = serializers.IntegerField()
    loss = serializers.IntegerField()
    sentence = serializers.CharField()


class WhyShown(serializers.Serializer):
    """Why a player meets their opponent."""

    player = serializers.IntegerField(source="player.id")
    opponent = serializers.IntegerField(source="opponent.id", allow_null=True)
    sentences = serializers.ListField(child=SpokenField(), source="explanation.sentences")
    about = serializers.ListField(
        child=SpokenField(), help_text="What it is held against: the draw, or the facts of today."
    )
    weight = serializers.IntegerField(source="explanation.pair.weight", allow_null=True)
    components = serializers.SerializerMethodField()
    others = serializers.SerializerMethodField()

    @extend_schema_field(PartOfWeight(many=True))
    def get_components(self, why: PairingExplanation) -> list[dict[str, Any]]:
        """Return the parts of the weight, also in words."""
        pair = why.explanation.pair
        return [
            {"component": name, "words": translated(COMPONENT_NAMES[name]), "weight": weight}
            for name, weight in (pair.components if pair else {}).items()
        ]

    @extend_schema_field(OtherOpponent(many=True))
    def get_others(self, why: PairingExplanation) -> list[dict[str, Any]]:
        """Return the other opponents, each with what would be lost."""
        return [
            {"number": player.id, "loss": other.loss, "sentence": translated(other.sentence)}
            for player, other in why.others
        ]


class VerificationShown(serializers.Serializer):
    """Whether making the latest draw again gives the same result."""

    intact = serializers.BooleanField(help_text="Whether what it was made from is as it was.")
    differences = serializers.ListField(child=SpokenField())
    input_changed = serializers.BooleanField()
    changed_by_hand = serializers.IntegerField(help_text="How many boards.")


class ClockShown(serializers.Serializer):
    """The state of a round's clock."""

    now = MomentField()
    remaining_seconds = serializers.IntegerField()
    running = serializers.BooleanField()
    paused = serializers.BooleanField()
    ends_at = MomentField(allow_null=True)
    report_until = MomentField(allow_null=True)
    play_by = MomentField(allow_null=True)
    closes_at = MomentField(allow_null=True)


ACTIONS = ("start", "pause", "resume", "set", "add", "reset")


class Versioned(Body):
    """The version of the draft that the caller read."""

    version = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_KEY,
        help_text="The `version` of the pairing as it was read: refused where it changed since.",
    )


class Publication(SureBody, Versioned):
    """The draft to publish, and a confirmation of departures from the rules."""


class NewRound(Body):
    """Whether a round beyond the tournament's number of rounds is wanted."""

    extra = serializers.BooleanField(
        default=False, help_text="Make a round beyond the number the tournament is set to."
    )


class Drawing(Versioned):
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


class Seating(Versioned):
    """Two players for a board."""

    black = serializers.IntegerField(**NUMBER)
    white = serializers.IntegerField(**NUMBER)


class Swapping(Versioned):
    """Two players who change places."""

    first = serializers.IntegerField(**NUMBER)
    second = serializers.IntegerField(**NUMBER)


class ByeGiven(Versioned):
    """Who gets the bye; null for nobody."""

    player = serializers.IntegerField(allow_null=True, **NUMBER)


class BoardTerms(Versioned):
    """What is forced on a board of a draft; fields left out stay as they are."""

    handicap = column_field(Game, "handicap", required=False)
    komi = column_field(Game, "komi_half", required=False)
    board = column_field(Game, "board_number", required=False)
    locked = serializers.BooleanField(
        required=False, help_text="Keep the board when the round is paired again."
    )


class ClockAction(Body):
    """What to do with the clock; `set` and `add` take minutes."""

    action = serializers.ChoiceField(choices=choices(ACTIONS))
    minutes = serializers.IntegerField(
        required=False, min_value=-LONGEST_MINUTES, max_value=LONGEST_MINUTES
    )

    def validate(self, attrs: Any) -> Any:
        """Require minutes where they are needed, and only there."""
        if (attrs["action"] in ("set", "add")) != ("minutes" in attrs):
            raise serializers.ValidationError(
                {"minutes": serializers.ErrorDetail(_("`set` and `add` take minutes."), "minutes")}
            )
        return attrs


class ResultEntered(ResultSentBody):
    """A result to enter."""

    version = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=LARGEST_KEY,
        help_text="The `version` of the game as it was read: refused where it changed since.",
    )


class Noted(Body):
    """Why a game of a published round is corrected."""

    note = column_field(
        AuditEvent, "reason", required=True, allow_blank=False, help_text="Why, for the record."
    )


class ResultCorrected(ResultSentBody, Noted):
    """The right result, and why it is corrected."""


class ColoursCorrected(SureBody, Noted):
    """Why the colours are exchanged."""


class TermsCorrected(SureBody, Noted):
    """The right terms, and why they are corrected."""

    handicap = column_field(Game, "handicap", required=False)
    komi = column_field(Game, "komi_half", required=False)
    board = column_field(Game, "board_number", required=False)


class PlayersCorrected(SureBody, Noted):
    """Who really sat at a board, and why that is corrected."""

    black = serializers.IntegerField(**NUMBER)
    white = serializers.IntegerField(**NUMBER)


class GroupLineShown(serializers.Serializer):
    """A player of a group."""

    place = serializers.IntegerField()
    player = PlayerNamed()
    values = serializers.ListField(
        child=serializers.CharField(), help_text="One for each of the criteria."
    )
    through = serializers.BooleanField(help_text="Whether the player is in the knock-out.")


class GroupShown(serializers.Serializer):
    """A group as it stands."""

    letter = serializers.CharField()
    criteria = serializers.ListField(child=serializers.CharField())
    lines = GroupLineShown(many=True)


class GroupTieShown(serializers.Serializer):
    """Players whom no criterion separates and of whom only some go on from the same place."""

    letter = serializers.CharField()
    place = serializers.IntegerField()
    players = PlayerNamed(many=True)


class GroupsShown(serializers.Serializer):
    """The groups, and how far they are."""

    version = serializers.IntegerField(help_text="That of the settings.")
    best = serializers.IntegerField(help_text="How many of each group go on.")
    groups = GroupShown(many=True, help_text="None before they are drawn.")
    ties = GroupTieShown(many=True)
    rounds = serializers.IntegerField(source="progress.rounds", help_text="Those of the groups.")
    missing = serializers.IntegerField(
        source="progress.missing",
        help_text="Games before the knock-out that have no result that stands.",
    )
    over = serializers.BooleanField(
        source="progress.over", help_text="Whether the knock-out can be started."
    )
    started = serializers.BooleanField(help_text="Whether the knock-out is drawn.")


class KnockOutStart(Body):
    """How the director decided the ties."""

    decided = serializers.ListField(
        child=serializers.IntegerField(**NUMBER),
        required=False,
        default=list,
        help_text="The numbers of the players who tie, in the order in which they go on.",
    )
