"""Reports and verdicts as JSON."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from adjudication.cases.selectors.ruled_position import departure_sentence
from adjudication.models import RemovedAs
from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.rules.claims import Claim
from adjudication.submissions.selectors.other_results import other_results_in_words
from adjudication.submissions.services.answers import LONGEST_NOTE
from adjudication.submissions.services.removing import LONGEST_WHY
from adjudication.verdicts.api import OutcomeField
from adjudication.verdicts.selectors.submissions import SubmissionView
from adjudication.verdicts.services.claims import REASONS, WINNERS, Result, claim_of, result_columns
from api.serializers import (
    LARGEST_KEY,
    Body,
    Expandable,
    MomentField,
    Query,
    bytes_of,
    choices,
    expand_field,
    rename_errors,
)
from tournament.errors import UserError
from tournament.results.services.results import mismatch_error
from tournament.results.services.results import result_of as usual_result
from tournament.rounds.api.results import (
    RESULT_FIELDS,
    ResultBody,
    ResultSentBody,
    ResultShown,
    columns_in,
)
from tournament.spoken import in_every_language

MOST_STONES = 25 * 25


class VerdictGiven(serializers.Serializer):
    """What the replay of a record found."""

    outcome = OutcomeField(
        source="badge",
        help_text=(
            "`agrees` (with the report, which makes no result final), "
            "`contradicted`, `forfeit`, `no_result_possible`, `needs_dead_stones`, `undetermined` "
            "or `unreadable`. In the place of `agrees` stand, where they hold: `doubted` (it may "
            "be of another game), `differing` (another record of the game tells other moves), "
            "`otherwise` (it says otherwise itself), `unmet` (the game had other terms), "
            "`stopped` (it ends with the passes that stop play, and the claim is a loss on time), "
            "`time_left` (by its clock), `others_turn` (who is said to have lost on time made its "
            "last move), `at_zero` (that player’s clock shows zero, which may be no fall), "
            "`clocks_unclear` (its clock times contradict each other, or have both below zero), "
            "`counts_otherwise` (counted as it is marked, it gives "
            "another winner, and the claim is what no count shows), `said` (its result line says "
            "so, its moves do not), "
            "`unshown` (nothing in it is against what no moves show) and, until the opponent has "
            "confirmed the report, `marked` (its count rests on the stones that the report calls "
            "dead) or `marked_alive` (some of these have two eyes). In the place of `forfeit` "
            "stands `ruled_out` where a ruling on the illegal move left the game as it is. Where a "
            "ruling gave the game the reported result, `counted` (it counts the board of this "
            "record) or `decided` (it rests on no player's dead stones) stand for what hangs on "
            "dead stones. In any place stand `not_chosen` (another record was chosen instead) and "
            "`not_counted` (a ruling gives the result of another record), and in that of `agrees` "
            "`ruled_otherwise`, where a ruling gave the game another result."
        ),
    )
    rules = serializers.CharField()
    engine_version = serializers.CharField()
    decisive_move = serializers.IntegerField(allow_null=True)
    judged_at = MomentField(source="created_at")


class RecordTold(serializers.Serializer):
    """A game record, without its bytes."""

    sha256 = serializers.CharField()
    filename = serializers.CharField()
    size = serializers.IntegerField(help_text="In bytes.")


class SubmissionShown(serializers.Serializer):
    """A report of one player, or a record that the staff added."""

    id = serializers.IntegerField()
    game = serializers.IntegerField(source="game_id")
    player = serializers.SerializerMethodField(
        help_text="The number of the player who reported; 0: they play elsewhere by now, or nobody "
        "reported (`added`)."
    )
    result = ResultShown(source="*")
    state = serializers.CharField(
        source="said_state",
        help_text="`pending`, `confirmed`, `contested`, `superseded` or `withdrawn`; `added`: the "
        "staff added this record, with the result it was compared with, and no player said "
        "anything.",
    )
    stands = serializers.BooleanField(
        source="counts", help_text="False for what was replaced or taken back."
    )
    version = serializers.IntegerField(
        source="game_version",
        help_text="The `version` of its game: who answers the report names it.",
    )
    answer_note = serializers.CharField()
    created_at = MomentField()
    answered_at = MomentField(source="said_at", allow_null=True)
    record = RecordTold(allow_null=True)
    checking = serializers.BooleanField(help_text="The record waits for its verdict.")
    verdict = VerdictGiven(allow_null=True)

    def get_player(self, report: SubmissionView) -> int:
        """Return the number of the player who reported; 0 if nobody did."""
        return 0 if report.imported else int(self.context["view"].number_of(report.player_id))


class EveryLanguageField(serializers.DictField):
    """A sentence by language; empty if there is none."""

    def get_attribute(self, instance: Any) -> Any:
        """Return the sentence, or None."""
        return super().get_attribute(instance) or {}

    def to_representation(self, value: Any) -> dict[str, str]:
        """Return the sentence in every language."""
        return in_every_language(value) if value else {}


class FindingShown(serializers.Serializer):
    """One finding, with its move, its article and a sentence in every language."""

    code = serializers.CharField()
    move = serializers.IntegerField(allow_null=True)
    colour = serializers.CharField(help_text="`B`, `W` or empty.")
    point = serializers.CharField(help_text="As on a board, `Q16`, or empty.")
    article = serializers.CharField()
    message = EveryLanguageField(child=serializers.CharField())
    moot = serializers.BooleanField(help_text="It changes nothing any more.")
    uncertain = serializers.BooleanField(
        help_text="The record may be at fault there or before: it accuses nobody."
    )
    asks = serializers.BooleanField(help_text="Both players are asked about it.")


class ReadingShown(serializers.Serializer):
    """What was settled about a record that is damaged or differs from its game."""

    unwritten_passes = serializers.ListField(
        child=serializers.IntegerField(), help_text="The other player passed before these."
    )
    played_so = serializers.ListField(
        child=serializers.IntegerField(), help_text="They were played as they stand there."
    )
    of_this_game = serializers.BooleanField(
        help_text="The record is of this game, although it differs from it as it was paired."
    )

    def get_attribute(self, instance: Any) -> Any:
        """Return the reading as JSON; None if the record is read as written."""
        reading = super().get_attribute(instance)
        return reading.as_json() if reading else None


class SubmissionConfirmed(SubmissionShown):
    """A report, and what the records at hand show instead of its result."""

    records_otherwise = serializers.SerializerMethodField(
        help_text="What records of the game show by their count, or give themselves, in the place "
        "of the result of this report: sentences by language. Read it before you confirm: it "
        "keeps nobody from doing so."
    )

    @extend_schema_field(
        serializers.ListField(child=serializers.DictField(child=serializers.CharField()))
    )
    def get_records_otherwise(self, report: SubmissionView) -> list[dict[str, str]]:
        """Return the sentences, each in every language."""
        result = Result(report.winner, report.reason, report.margin_half)
        told = other_results_in_words(report.game_id, result, confirming=False)
        return [in_every_language(text) for text in told]


class SubmissionDetails(SubmissionShown):
    """A report with its dead stones, the count, and all findings."""

    dead_stones = serializers.ListField(
        source="detail.dead_stones", child=serializers.CharField(), allow_null=True
    )
    seki_stones = serializers.ListField(
        source="detail.seki_stones",
        child=serializers.CharField(),
        allow_null=True,
        help_text="Stones in seki; null: nothing was said of that.",
    )
    computed = serializers.DictField(
        source="detail.computed", help_text="The count of the final position, as computed."
    )
    findings = FindingShown(source="detail.findings", many=True)
    read_as = ReadingShown(
        source="detail.read_as",
        allow_null=True,
        help_text="How the record was read; null: as it is written.",
    )


class SubmissionsAsked(Query):
    """How much of each report to return."""

    expand = expand_field(
        ["details"],
        "`details`: every report with its dead stones, its count and all findings.",
    )


class SubmissionListed(Expandable, SubmissionDetails):
    """A report as an item of a list; its details only with `expand=details`."""

    expanded_fields = ("dead_stones", "seki_stones", "computed", "findings", "read_as")


class SubmissionSent(SubmissionShown):
    """A report just sent, and whether its record departs from the position settled by a ruling."""

    departs = serializers.SerializerMethodField(
        help_text="That its record lacks the position from which a ruling let the game go on, and "
        "where it departs: a sentence by language; null where it does not, or there is none."
    )

    @extend_schema_field(serializers.DictField(child=serializers.CharField(), allow_null=True))
    def get_departs(self, report: SubmissionView) -> dict[str, str] | None:
        """Return the sentence in every language."""
        told = departure_sentence(report)
        return None if told is None else in_every_language(told)


class SubmissionRead(SubmissionConfirmed, SubmissionDetails, SubmissionSent):
    """A report with everything to be read before it is answered."""


class RecordFields(Body):
    """A game record, as text or as bytes in base64."""

    record = serializers.CharField(
        required=False,
        max_length=MAX_RECORD_BYTES,
        trim_whitespace=False,
        help_text="The SGF as text.",
    )
    record_base64 = serializers.CharField(
        required=False,
        max_length=MAX_RECORD_BYTES * 3 // 2,
        help_text="Or its bytes, where it is not in UTF-8.",
    )
    filename = serializers.CharField(max_length=200, allow_blank=True, default="")


class RecordSent(RecordFields):
    """A game record, with the stones that are dead and those in seki."""

    dead_stones = serializers.ListField(
        child=serializers.CharField(max_length=12),
        max_length=MOST_STONES,
        allow_null=True,
        default=None,
        help_text="Points such as `Q16`; null: nothing was said; an empty list: there are none.",
    )
    seki_stones = serializers.ListField(
        child=serializers.CharField(max_length=12),
        max_length=MOST_STONES,
        allow_null=True,
        default=None,
        help_text="With dead stones, those in seki, where territory is counted: what they surround "
        "counts for nobody (J1989 Art. 8). Null: nothing was said.",
    )


class ClaimBody(ResultBody):
    """A result in a form that a player can report."""

    winner = serializers.ChoiceField(choices=choices(WINNERS), help_text="`none`: no result.")
    reason = serializers.ChoiceField(
        choices=choices(REASONS),
        required=False,
        help_text="Without it, the usual one of the outcome.",
    )


class ResultSent(ResultSentBody, RecordSent):
    """A result, with or without its record."""

    result = ClaimBody()
    expects = serializers.CharField(
        max_length=20,
        allow_null=True,
        allow_blank=True,
        default=None,
        help_text="The id of the report that waited when this was decided, empty for none: "
        "refused where another waits. Null: not to be checked, and nothing is confirmed by it.",
    )
    version = serializers.IntegerField(
        allow_null=True,
        default=None,
        help_text="With `expects`, the `version` of that report: needed to confirm it.",
        min_value=0,
        max_value=LARGEST_KEY,
    )


class ReportNamed(Body):
    """The report being answered, as it was read."""

    version = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_KEY,
        help_text="The `version` of the report as it was read: refused where it changed since.",
    )


class StatementNamed(ReportNamed):
    """The statement whose record is right, with the `version` of the game's reports as read."""

    statement_id = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY)


class RecordRemoved(Body):
    """Why a record is removed."""

    note = serializers.CharField(
        max_length=LONGEST_WHY, help_text="It stays in the history of the tournament."
    )
    why = serializers.ChoiceField(
        RemovedAs.choices,
        default=RemovedAs.NOT_WANTED,
        help_text="What is wrong with it: `other_game`, `invented` and `damaged` set aside a "
        "record that a player stands by, too.",
    )


class Confirming(ReportNamed):
    """The report to confirm."""

    sure = serializers.BooleanField(
        default=False,
        help_text="The result is right, although no count gives it with the game's komi: without "
        "this it is asked about (400 `result_cannot_be`).",
    )


class Contest(ReportNamed, RecordSent):
    """Why a report is contested, and with which record and dead stones."""

    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")
    about_dead_stones = serializers.BooleanField(
        default=False, help_text="The players only disagree on which stones are dead."
    )


class DifferingMovesShown(serializers.Serializer):
    """A stretch in which two records differ: the numbers of the moves in each, empty for none."""

    kind = serializers.CharField(
        source="kind.value",
        help_text="`another_point`, `another_order`, `left_out`, `goes_on` or `other_moves`.",
    )
    theirs = serializers.ListField(source="first", child=serializers.IntegerField())
    yours = serializers.ListField(source="second", child=serializers.IntegerField())


class RecordsCompared(serializers.Serializer):
    """A record beside that of the report: how they differ, and what each counts to."""

    differences = DifferingMovesShown(many=True)
    dead_stones = serializers.ListField(
        source="named.dead",
        child=serializers.CharField(),
        help_text="The stones that are dead in your record: those sent, or else the report's, as "
        "whole chains.",
    )
    theirs = ResultShown(allow_null=True, help_text="What the report's record counts to.")
    yours = ResultShown(allow_null=True, help_text="What your record counts to.")


def claim_in(body: dict[str, Any]) -> Claim:
    """Return the result in a body as a claim. Raises UserError, naming the field."""
    with rename_errors(RESULT_FIELDS):
        columns: dict[str, Any] = usual_result(**columns_in(body["result"]))
        claim = claim_of(Result(**columns))
        if result_columns(claim).columns() != columns:
            raise mismatch_error()
    return claim


def record_of(body: dict[str, Any]) -> bytes | None:
    """Return the bytes of the record in a body, or None. Raises UserError."""
    text, coded = body.get("record"), body.get("record_base64")
    if text is not None and coded is not None:
        raise UserError(
            "record_twice", field="record", text=_("Send the record in one of the two fields.")
        )
    if coded is not None:
        return bytes_of(coded, "record_base64")
    return None if text is None else text.encode("utf-8", "surrogatepass")
