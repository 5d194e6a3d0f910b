"""Players as JSON. Everywhere a player is named by the number in the tournament."""

from typing import Any

from rest_framework import serializers

from api.http.fields import LARGEST_KEY, Body, Paged, choices
from tournament.models import Registration
from tournament.selectors.check_in import DoorLine
from tournament.selectors.games import PlayerName
from tournament.selectors.participation import GridLine, Part
from tournament.selectors.players import PlayerEntry
from tournament.selectors.requests import Request

MOST_AT_ONCE = 1000
HIGHEST = 99_999
STANDINGS = [(one.value, one.value) for one in (Registration.PRELIMINARY, Registration.FINAL)]
NUMBER = {"min_value": 1, "max_value": HIGHEST}


class PlayerNamed(serializers.Serializer):
    """A player as results name him. The number stands for him everywhere."""

    number = serializers.IntegerField()
    name = serializers.CharField(help_text="`#12` where it is hidden from the public.")
    rank = serializers.CharField()
    club = serializers.CharField()

    def to_representation(self, instance: PlayerName) -> dict[str, Any]:
        """Return a name."""
        return {
            "number": instance.number,
            "name": instance.name,
            "rank": instance.rank,
            "club": instance.club,
        }


class EntryShown(serializers.Serializer):
    """All that was entered of a player."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    surname = serializers.CharField()
    first_name = serializers.CharField()
    partner = serializers.CharField()
    rank = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    club = serializers.CharField()
    country = serializers.CharField()
    egf_pin = serializers.CharField()
    ffg_licence = serializers.CharField()
    aga_id = serializers.CharField()
    smms_correction = serializers.IntegerField()
    registration = serializers.CharField()
    no_handicap = serializers.BooleanField()
    local = serializers.BooleanField()
    email = serializers.CharField()
    minor = serializers.BooleanField()

    def to_representation(self, instance: tuple[int, PlayerEntry]) -> dict[str, Any]:
        """Return a number with its entry."""
        number, entry = instance
        names = [name for name in self.fields if name != "number"]
        return {"number": number, **{name: getattr(entry, name) for name in names}}


class EntryChange(Body):
    """What is to change of an entry; what is left out stays."""

    surname = serializers.CharField(max_length=100)
    first_name = serializers.CharField(max_length=170, allow_blank=True)
    partner = serializers.CharField(max_length=100, allow_blank=True)
    rank = serializers.CharField(max_length=4, allow_blank=True, help_text="As 12k, 3d or 2p.")
    rating = serializers.IntegerField(allow_null=True, min_value=-9999, max_value=9999)
    club = serializers.CharField(max_length=80, allow_blank=True)
    country = serializers.CharField(max_length=3, allow_blank=True)
    egf_pin = serializers.CharField(max_length=10, allow_blank=True)
    ffg_licence = serializers.CharField(max_length=10, allow_blank=True)
    aga_id = serializers.CharField(max_length=10, allow_blank=True)
    smms_correction = serializers.IntegerField(min_value=-20, max_value=20)
    registration = serializers.ChoiceField(choices=STANDINGS)
    no_handicap = serializers.BooleanField()
    local = serializers.BooleanField()
    email = serializers.CharField(max_length=120, allow_blank=True)
    minor = serializers.BooleanField()


class NewPlayer(EntryChange):
    """A player to enter."""

    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=99),
        max_length=99,
        help_text="The rounds that he does not play.",
    )
    knowingly = serializers.BooleanField(
        help_text="Enter him even where somebody like him is there already."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.required = name == "surname"


class NewPlayers(Body):
    """Players to enter: all of them, or nobody."""

    players = NewPlayer(many=True, allow_empty=False, max_length=MOST_AT_ONCE)


class FromRound(Body):
    """From which round on."""

    from_round = serializers.IntegerField(min_value=1, max_value=99)


class Plays(Body):
    """Whether a player takes part."""

    plays = serializers.BooleanField()


class Here(Body):
    """Whether a player is here."""

    here = serializers.BooleanField()


class Numbers(Body):
    """Players, by their numbers."""

    players = serializers.ListField(
        child=serializers.IntegerField(**NUMBER), max_length=MOST_AT_ONCE
    )


class PartShown(serializers.Serializer):
    """What a player does in a round."""

    round = serializers.IntegerField()
    part = serializers.ChoiceField(choices=choices(Part))


class ParticipationShown(PlayerNamed):
    """A player and his rounds."""

    final = serializers.BooleanField(help_text="Whether the registration is final.")
    rounds = PartShown(many=True)

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return a line of the grid (:class:`GridLine`)."""
        line: GridLine = instance
        return {
            **super().to_representation(instance),
            "final": line.final,
            "rounds": [{"round": cell.round, "part": cell.part.value} for cell in line.cells],
        }


class CheckInShown(PlayerNamed):
    """A player at the door of a round."""

    here = serializers.BooleanField()
    absent = serializers.BooleanField(help_text="Whether he is not expected.")
    seated = serializers.BooleanField(help_text="Whether he has a board or the bye already.")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return a line of the door (:class:`DoorLine`)."""
        line: DoorLine = instance
        more = {"here": line.here, "absent": line.absent, "seated": line.seated}
        return {**super().to_representation(instance), **more}


class RequestShown(serializers.Serializer):
    """Somebody who asks to take part."""

    id = serializers.IntegerField()
    surname = serializers.CharField()
    first_name = serializers.CharField()
    rank = serializers.CharField()
    club = serializers.CharField()
    country = serializers.CharField()
    email = serializers.CharField()
    egf_pin = serializers.CharField()
    ffg_licence = serializers.CharField()
    aga_id = serializers.CharField()
    asked_at = serializers.DateTimeField()
    absent = serializers.ListField(child=serializers.IntegerField())
    like = PlayerNamed(many=True, help_text="Who is entered already and looks like him.")

    def to_representation(self, instance: Request) -> dict[str, Any]:
        """Return a request."""
        names = [name for name in self.fields if name not in ("like", "asked_at", "absent")]
        return {
            **{name: getattr(instance, name) for name in names},
            "asked_at": instance.asked_at.isoformat(),
            "absent": list(instance.absent),
            "like": PlayerNamed(instance.twins, many=True).data,
        }


class Requests(Body):
    """Requests, by their ids."""

    requests = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_KEY),
        min_length=1,
        max_length=MOST_AT_ONCE,
    )


class PlayersAsked(Paged):
    """Which players are asked for."""

    club = serializers.CharField(required=False, max_length=80)
    rank = serializers.CharField(required=False, max_length=4)
