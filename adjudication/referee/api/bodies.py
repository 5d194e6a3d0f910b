"""What may be sent about cases."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rest_framework import serializers

from adjudication.cases.services.desk import LONGEST_NOTE
from adjudication.cases.services.pictures import MOST_BYTES, MOST_PICTURES
from adjudication.cases.services.staff import BY_STAFF, LONGEST_LATE
from adjudication.cases.services.statements import LONGEST_TEXT
from adjudication.models import InquiryKind
from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.submissions.api.serializers import RecordFields
from adjudication.verdicts.selectors.games import DECIDED
from api.serializers import LARGEST_KEY, Body, bytes_of, choices
from tournament.players.api.serializers import NUMBER

STATEMENT_BYTES = (MOST_PICTURES * MOST_BYTES + MAX_RECORD_BYTES) * 4 // 3 + 64 * 1024
"""How large a statement may be: what comes with it is in base64."""
KEY = {"min_value": 1, "max_value": LARGEST_KEY}


class CaseOpened(Body):
    """What happened, where and to whom."""

    cause = serializers.ChoiceField(choices=choices(BY_STAFF))
    note = serializers.CharField(
        max_length=LONGEST_NOTE, help_text="What happened, in a few words."
    )
    game = serializers.IntegerField(
        required=False, allow_null=True, default=None, help_text="The id of the game.", **KEY
    )
    round = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=32767
    )
    players = serializers.ListField(
        child=serializers.IntegerField(**NUMBER),
        max_length=40,
        default=list,
        help_text="Their numbers; with a game, those of its two players whom it is about.",
    )
    minutes = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=LONGEST_LATE,
        help_text="How late somebody was.",
    )


class NoteSent(Body):
    """A few words, or none."""

    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")


class WhySettled(Body):
    """Why there is no ruling."""

    note = serializers.CharField(max_length=LONGEST_NOTE)


class HandedTo(NoteSent):
    """Another referee."""

    referee = serializers.IntegerField(help_text="The `id` of one of the referees.", **KEY)


class Asking(Body):
    """What to ask the players."""

    kind = serializers.ChoiceField(choices=choices(InquiryKind.values))


class StonesStay(Body):
    """Whether play was resumed because the players did not agree on dead stones."""

    stay = serializers.BooleanField(
        help_text="True: no stone of the game is removed any more. False: that was not so."
    )


class ReadingSent(Body):
    """What was played where the record of the game is damaged."""

    answer = serializers.ChoiceField(
        choices=choices(DECIDED),
        help_text="With the meaning that it has where both players answer so.",
    )


class StatementSent(RecordFields):
    """Words, a game record, up to three pictures: one of them at least."""

    text = serializers.CharField(
        max_length=LONGEST_TEXT, allow_blank=True, default="", trim_whitespace=False
    )
    pictures = serializers.ListField(
        child=serializers.CharField(max_length=MOST_BYTES * 4 // 3 + 4),
        max_length=MOST_PICTURES,
        default=list,
        help_text="JPEG, PNG or WebP in base64.",
    )


def pictures_of(body: dict[str, Any]) -> list[Callable[[], bytes]]:
    """Return what reads the pictures in a body. It raises UserError, naming the field."""
    coded = enumerate(body["pictures"])
    return [partial(bytes_of, text, f"pictures.{index}") for index, text in coded]
