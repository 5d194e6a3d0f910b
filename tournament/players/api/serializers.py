"""Players as JSON. Players are always named by their number in the tournament."""

from typing import Any

from rest_framework import serializers

from api.serializers import (
    LARGEST_KEY,
    Body,
    Expandable,
    ModelBody,
    ModelShown,
    MomentField,
    PageQuery,
    choices,
    expand_field,
)
from tournament.games.api import NUMBER, PlayerNamed
from tournament.models import ASKED_COLUMNS, Player, Registration
from tournament.players.forms import PlayerForm
from tournament.players.selectors.players import RoundPart
from tournament.state.people import REGISTERS

MOST_AT_ONCE = 1000
STANDINGS = [
    (status.value, status.value) for status in (Registration.PRELIMINARY, Registration.FINAL)
]


ENTERED = (*PlayerForm.Meta.fields, "registration")
"""The fields of a player that a director enters."""


class EntryShown(ModelShown):
    """Everything that was entered of a player."""

    name = serializers.CharField()

    class Meta:
        """As the director entered it."""

        model = Player
        fields = ("number", "name", *ENTERED)


class PlayerListed(Expandable, PlayerNamed):
    """A player of a list."""

    expanded_fields = ("entry",)

    entry = EntryShown(help_text="Only with `expand=entry`.")


class EntryChange(ModelBody):
    """The fields of an entry to change; the others stay as they are."""

    registration = serializers.ChoiceField(choices=STANDINGS, required=False)
    knowingly = serializers.BooleanField(
        required=False, help_text="Do it even if somebody like them is there already."
    )

    class Meta:
        """All that a director enters."""

        model = Player
        fields: tuple[str, ...] = (*ENTERED, "knowingly")
        extra_kwargs = {"rank": {"help_text": "As 12k, 3d or 2p."}}


class NewPlayer(EntryChange):
    """A player to enter."""

    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=99),
        max_length=99,
        required=False,
        help_text="The rounds that they do not play.",
    )

    class Meta(EntryChange.Meta):
        """The entry, and how to enter it."""

        fields = (*EntryChange.Meta.fields, "absent")


class NewPlayers(Body):
    """Players to enter, all or none."""

    players = NewPlayer(many=True, allow_empty=False, max_length=MOST_AT_ONCE)


class Withdrawal(Body):
    """The round to withdraw from, and what the missed rounds score."""

    from_round = serializers.IntegerField(min_value=1, max_value=99)
    counts = serializers.BooleanField(
        default=True,
        help_text="Whether each round without them counts what the settings say of an absence "
        "(`scoring`); with `false` it counts nothing.",
    )


class WithdrawalShown(serializers.Serializer):
    """A withdrawal, and what it scores."""

    from_round = serializers.IntegerField()
    counts = serializers.BooleanField()
    missed_round = serializers.FloatField(
        help_text="What each round without the player counts, in points: 0, 0.5 or 1."
    )
    rounded_down = serializers.BooleanField(
        help_text="Whether the sum of byes and absences is rounded down."
    )


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
    part = serializers.ChoiceField(choices=choices(RoundPart))
    counts = serializers.BooleanField(
        help_text="False for an `absent` round that brings nothing, whatever an absence counts."
    )


class ParticipationShown(PlayerNamed):
    """A player and their rounds."""

    final = serializers.BooleanField(help_text="Whether the registration is final.")
    rounds = PartShown(source="cells", many=True)


class CheckInShown(PlayerNamed):
    """A player at the door of a round."""

    here = serializers.BooleanField()
    absent = serializers.BooleanField(help_text="Whether they are not expected.")
    seated = serializers.BooleanField(help_text="Whether they have a board or the bye already.")


class RequestShown(ModelShown):
    """Somebody who asks to take part."""

    asked_at = MomentField(source="player.created_at")
    absent = serializers.ListField(child=serializers.IntegerField())
    like = PlayerNamed(
        source="twins", many=True, help_text="Who is entered already and looks like them."
    )

    class Meta:
        """What they wrote."""

        model = Player
        fields = (
            "id",
            *dict.fromkeys((*ASKED_COLUMNS, *REGISTERS)),
            *("asked_at", "absent", "like"),
        )

    def build_standard_field(self, field_name: str, model_field: Any) -> tuple[Any, dict[str, Any]]:
        """Return the kind of field for a column, read from the request's player."""
        kind, options = super().build_standard_field(field_name, model_field)
        return kind, {**options, "source": f"player.{field_name}"}


class Requests(Body):
    """Requests, by their ids."""

    requests = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_KEY),
        min_length=1,
        max_length=MOST_AT_ONCE,
    )


class PlayersAsked(PageQuery):
    """Filters for a list of players."""

    club = serializers.CharField(required=False, max_length=80)
    rank = serializers.CharField(required=False, max_length=4)
    expand = expand_field(
        ["entry"], "`entry`: every player with their entry, for who may read entries."
    )
