"""Rounds as JSON. Scores and komi are in points, with halves."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from rest_framework import serializers

from api.games.serializers import GameShown
from api.players.serializers import PlayerNamed
from language.localtext import LocalText
from tournament.pairing.sentences import COMPONENT_NAMES
from tournament.selectors.clock import ClockView
from tournament.selectors.drafts import DraftBoard, Drafted, DraftPage
from tournament.selectors.draws import Verification, Why
from tournament.selectors.paper import PrintedRound
from tournament.selectors.public import RoundGames
from tournament.selectors.round_dates import DatedRound
from tournament.spoken import spoken
from tournament.state.people import Player
from tournament.web.corrections.date_sentences import reason_told


class RoundListed(serializers.Serializer):
    """A round: how far it is."""

    number = serializers.IntegerField()
    state = serializers.CharField(help_text="`draft`, `published` or `finished`.")
    games = serializers.IntegerField()
    results = serializers.IntegerField(help_text="How many games have a result.")

    def to_representation(self, instance: RoundGames) -> dict[str, Any]:
        """Return a round of the list."""
        return {
            "number": instance.number,
            "state": instance.state,
            "games": len(instance.games),
            "results": instance.known,
        }


class WhyNotOpen(serializers.Serializer):
    """Why a round is not open though its moment has come."""

    code = serializers.CharField()
    text = serializers.CharField()
    since = serializers.DateTimeField()


class RoundDated(serializers.Serializer):
    """The dates of a round, made or planned."""

    number = serializers.IntegerField()
    state = serializers.CharField(help_text="Empty for a round that is not made yet.")
    opens_at = serializers.DateTimeField(allow_null=True)
    play_by = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    closed_to_players = serializers.BooleanField(help_text="Whether players report no more.")
    refused = WhyNotOpen(
        allow_null=True, help_text="It was tried and could not be done; it is not tried again."
    )
    waits = WhyNotOpen(
        allow_null=True,
        help_text="It opens once this is over: `schedule_held`, `round_missing`, `round_before`.",
    )

    def to_representation(self, instance: DatedRound) -> dict[str, Any]:
        """Return a round of the schedule, its reasons in the language asked for."""
        refused = instance.refused
        return {
            "number": instance.number,
            "state": instance.state,
            **{
                name: when.isoformat() if (when := getattr(instance, name)) else None
                for name in ("opens_at", "play_by", "closes_at")
            },
            "closed_to_players": instance.shut,
            "refused": refused
            and _why(str(refused.get("code", "")), reason_told(refused), instance.opens_at),
            "waits": instance.waits
            and _why(instance.waits.code, str(instance.waits.text), instance.waits.since),
        }


class RoundShown(serializers.Serializer):
    """A round with its games by board."""

    number = serializers.IntegerField()
    state = serializers.CharField()
    games = GameShown(many=True)
    byes = PlayerNamed(many=True)

    def to_representation(self, instance: PrintedRound) -> dict[str, Any]:
        """Return a round, its names as its caller may see them."""
        shown = instance.games, instance.byes
        if not self.context["view"].sees_names:
            shown = tuple(one.public for one in shown[0]), tuple(one.public for one in shown[1])
        return {
            "number": instance.number,
            "state": instance.state,
            "games": GameShown(shown[0], many=True).data,
            "byes": PlayerNamed(shown[1], many=True).data,
        }


class DraftedShown(PlayerNamed):
    """A player of a draft."""

    score = serializers.FloatField(help_text="The score that the round is paired by.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return a player with the score (:class:`Drafted`)."""
        drafted: Drafted = instance
        named = super().to_representation(drafted.name)
        return {**named, "number": drafted.number, "score": drafted.score_x2 / 2}


class BoardShown(serializers.Serializer):
    """A board of a draft, and what its weight is made of."""

    game = serializers.IntegerField(help_text="The id of the game.")
    board = serializers.IntegerField()
    black = DraftedShown()
    white = DraftedShown()
    handicap = serializers.IntegerField()
    komi = serializers.FloatField()
    locked = serializers.BooleanField()
    weight = serializers.IntegerField()
    components = serializers.DictField(
        child=serializers.IntegerField(), help_text="The parts of the weight, by their names."
    )
    violated = serializers.ListField(
        child=serializers.CharField(), help_text="Wishes that this board goes against."
    )

    def to_representation(self, instance: DraftBoard) -> dict[str, Any]:
        """Return a board."""
        drafted = DraftedShown().to_representation
        return {
            "game": instance.game_id,
            "board": instance.table,
            "black": drafted(instance.black),
            "white": drafted(instance.white),
            "handicap": instance.handicap,
            "komi": instance.komi_half / 2,
            "locked": instance.locked,
            "weight": instance.weight,
            "components": dict(instance.components),
            "violated": list(instance.violated),
        }


class PairingShown(serializers.Serializer):
    """The pairing of a round, as its director sees it."""

    round = serializers.IntegerField()
    state = serializers.CharField()
    seen = serializers.CharField(
        help_text="Send it with a change: it is refused where somebody else changed the draft."
    )
    boards = BoardShown(many=True)
    byes = DraftedShown(many=True)
    unpaired = DraftedShown(many=True, help_text="Who takes part and has no place yet.")
    absent = DraftedShown(many=True)
    drawn = serializers.BooleanField(help_text="Whether the program has paired the round.")
    problem = serializers.CharField(allow_null=True, help_text="Why nothing can be paired, if so.")

    def to_representation(self, instance: DraftPage) -> dict[str, Any]:
        """Return the page of a draft."""

        def drafted(players: Iterable[Drafted]) -> list[dict[str, Any]]:
            return [DraftedShown().to_representation(one) for one in players]

        return {
            "round": instance.number,
            "state": instance.state,
            "seen": instance.digest,
            "boards": [BoardShown().to_representation(board) for board in instance.boards],
            "byes": drafted(instance.byes),
            "unpaired": drafted(instance.unpaired),
            "absent": drafted(instance.absent),
            "drawn": instance.draw_id is not None,
            "problem": spoken(instance.problem) if instance.problem else None,
        }


class PartOfWeight(serializers.Serializer):
    """A part of what a pair weighs."""

    component = serializers.CharField()
    words = serializers.CharField()
    weight = serializers.IntegerField()


class OtherOpponent(serializers.Serializer):
    """Whom a player could have had instead, and what the round would lose by it."""

    number = serializers.IntegerField()
    loss = serializers.IntegerField()
    sentence = serializers.CharField()


class WhyShown(serializers.Serializer):
    """Why a player meets his opponent."""

    player = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True)
    sentences = serializers.ListField(child=serializers.CharField())
    weight = serializers.IntegerField(allow_null=True)
    components = PartOfWeight(many=True)
    others = OtherOpponent(many=True)

    def to_representation(self, instance: Why) -> dict[str, Any]:
        """Return an explanation, in the language asked for."""
        pair = instance.explanation.pair
        opponent: Player | None = instance.opponent
        return {
            "player": instance.player.id,
            "opponent": None if opponent is None else opponent.id,
            "sentences": _spoken(instance.explanation.sentences),
            "weight": None if pair is None else pair.weight,
            "components": [
                {"component": name, "words": spoken(COMPONENT_NAMES[name]), "weight": weight}
                for name, weight in (pair.components if pair else {}).items()
            ],
            "others": [
                {"number": one.id, "loss": other.loss, "sentence": spoken(other.sentence)}
                for one, other in instance.others
            ],
        }


class VerificationShown(serializers.Serializer):
    """Whether the latest draw comes out the same when it is made again."""

    intact = serializers.BooleanField(help_text="Whether what it was made from is as it was.")
    differences = serializers.ListField(child=serializers.CharField())
    input_changed = serializers.BooleanField()
    changed_by_hand = serializers.IntegerField(help_text="How many boards.")

    def to_representation(self, instance: Verification) -> dict[str, Any]:
        """Return what came out."""
        return {
            "intact": instance.intact,
            "differences": _spoken(instance.differences),
            "input_changed": instance.input_changed,
            "changed_by_hand": instance.changed_by_hand,
        }


class ClockShown(serializers.Serializer):
    """How the clock of a round stands."""

    now = serializers.DateTimeField()
    remaining_seconds = serializers.IntegerField()
    running = serializers.BooleanField()
    paused = serializers.BooleanField()
    ends_at = serializers.DateTimeField(allow_null=True)
    report_until = serializers.DateTimeField(allow_null=True)
    play_by = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)

    def to_representation(self, instance: ClockView) -> dict[str, Any]:
        """Return a clock."""
        return {
            "now": instance.now.isoformat(),
            "remaining_seconds": instance.remaining_seconds,
            "running": instance.running,
            "paused": instance.paused,
            **{
                name: when.isoformat() if (when := getattr(instance, name)) else None
                for name in ("ends_at", "report_until", "play_by", "closes_at")
            },
        }


def _why(code: str, text: str, since: datetime | None) -> dict[str, Any]:
    return {"code": code, "text": text, "since": since.isoformat() if since else None}


def _spoken(sentences: Iterable[LocalText]) -> list[str]:
    return [spoken(sentence) for sentence in sentences]
