"""Records in bulk as JSON."""

from rest_framework import serializers

from adjudication.submissions.services.bulk_records import Outcome as Words
from api.serializers import Body, choices

MOST_FILES = 200
LONGEST_NAME = 300


class RecordFileSent(Body):
    """One game record."""

    name = serializers.CharField(max_length=LONGEST_NAME, help_text="Its file name.")
    data = serializers.CharField(help_text="Its bytes in base64.")
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=999, help_text="Else as its name or players say."
    )
    board = serializers.IntegerField(required=False, min_value=1, max_value=9999)


class RecordsSent(Body):
    """Many game records."""

    files = RecordFileSent(many=True, min_length=1, max_length=MOST_FILES)
    enter_results = serializers.BooleanField(
        default=False,
        help_text="Enter what a record says, for a game that has no result yet.",
    )


class OutcomeShown(serializers.Serializer):
    """What became of one file."""

    name = serializers.CharField()
    outcome = serializers.ChoiceField(choices=choices(Words))
    detail = serializers.CharField(source="text", help_text="The same in words.")
    round = serializers.IntegerField(source="round_number", allow_null=True)
    board = serializers.IntegerField(source="board_number", allow_null=True)
    game = serializers.IntegerField(source="game_id", allow_null=True, help_text="Its id.")
    submission = serializers.IntegerField(
        source="submission_id",
        allow_null=True,
        help_text="The id of the report that holds it: ask it for the verdict.",
    )
