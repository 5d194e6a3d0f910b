"""Decisions as JSON, sent and shown. Margins and penalties are in points, halves included."""

import math
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from adjudication.cases.api import ArticleShown, DecisionShown, decision_data, points
from adjudication.cases.selectors.cases import CasePage
from adjudication.cases.selectors.rulings import RulingView
from adjudication.cases.views.articles import cited_articles
from adjudication.corrections.selectors.correcting import Effects
from adjudication.models import Effect, PenaltyKind
from adjudication.policy.decisions import Decision, PenaltyGiven, board_count_from
from adjudication.precedents.selectors import LONGEST_SEARCH, Precedent
from adjudication.referee.views.one_sided import one_sided
from adjudication.rulings.services.checking import (
    LAST_MOVE,
    LONGEST_NOTE,
    LONGEST_REASONS,
    MOST_ARTICLES,
    MOST_SECONDS,
)
from adjudication.rulings.views.doubts import doubts_about
from api.serializers import (
    LARGEST_KEY,
    Body,
    HalfPointsField,
    MomentField,
    PageQuery,
    WithMore,
    choices,
)
from tournament.errors import UserError
from tournament.games.api import NUMBER
from tournament.models import Winner
from tournament.rounds.api.results import RESULT_FIELDS, ResultBody, ResultShown, columns_in
from tournament.rounds.api.serializers import GameShown

MOST_PENALTIES = 40
FIELDS = {**RESULT_FIELDS, "result": "result.winner", "person": "referee"}
"""The names of fields in services, and in bodies."""


class PenaltySent(Body):
    """A penalty for one player, beside the result."""

    player = serializers.IntegerField(help_text="Their number.", **NUMBER)
    kind = serializers.ChoiceField(choices=choices(PenaltyKind.values))
    points = HalfPointsField(required=False, allow_null=True, default=None)
    seconds = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=MOST_SECONDS
    )
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="")


class OwnersSent(Body):
    """Points whose owner was set by hand, as `A9`."""

    black, white, nobody = (points() for _owner in range(3))


LARGEST_NUMBER = 32_767
"""The largest number that the column for a verdict's number holds."""


class TotalField(serializers.FloatField):
    """A total in points: a finite number, not ``nan`` or ``inf``."""

    def to_internal_value(self, data: Any) -> float:
        """Return the number. Raises ValidationError for anything else."""
        total: float = super().to_internal_value(data)
        if not math.isfinite(total):
            self.fail("invalid")
        return total


class CountSent(Body):
    """A count of the board: both totals in points, and the settings it was made with."""

    black, white = (TotalField(min_value=0, max_value=1000) for _side in range(2))
    winner = serializers.ChoiceField(
        choices=choices(Winner.values),
        help_text="`black`, `white` or `draw`; where the totals are equal, who wins by the rules.",
    )
    dead = points()
    seki = points()
    owners = OwnersSent(default=dict)
    verdicts = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER),
        max_length=100,
        default=list,
        help_text="The numbers of the verdicts on life and death in the case that it rests on.",
    )
    unlike_both = points()
    differing = points()
    record = serializers.RegexField(
        r"^([0-9a-f]{64})?$",
        required=False,
        default="",
        allow_blank=True,
        help_text="The SHA-256 of the record whose board was counted: the players see it.",
    )

    def validate_winner(self, value: str) -> str:
        """Return who wins a count. Raises ValidationError for an outcome that no count gives."""
        if value not in (Winner.BLACK, Winner.WHITE, Winner.DRAW):
            raise serializers.ValidationError(_("Choose who wins by the count, or a draw."))
        return value


class DecisionSent(Body):
    """What a referee or a committee decides."""

    effect = serializers.ChoiceField(
        choices=choices(Effect.values),
        help_text="`result`: the game has the result below; `replay`: it is played again; "
        "`resume`: it goes on after `resume_move`; `nothing`: nothing changes for it.",
    )
    result = ResultBody(required=False, allow_null=True, default=None)
    resume_move = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=LAST_MOVE
    )
    resume_record = serializers.RegexField(
        "^([0-9a-f]{64})?$",
        required=False,
        allow_blank=True,
        default="",
        help_text="The SHA-256 of the record in which `resume_move` is; it is asked for where the "
        "records of the game come to different positions.",
    )
    articles = serializers.ListField(
        child=serializers.CharField(max_length=40), max_length=MOST_ARTICLES, default=list
    )
    finding = serializers.CharField(
        max_length=40,
        required=False,
        allow_blank=True,
        help_text="The code it rests on; left out, the one of the case.",
    )
    reasons = serializers.CharField(max_length=LONGEST_REASONS)
    penalties = PenaltySent(many=True, max_length=MOST_PENALTIES, default=list)
    heard = serializers.CharField(
        max_length=LONGEST_NOTE,
        allow_blank=True,
        default="",
        help_text="How those ruled against were heard in person, where a complaint is ruled on "
        "before they replied or the time for it is over. It is added to the reasons.",
    )
    counted = CountSent(
        required=False,
        allow_null=True,
        default=None,
        help_text="The count that the reasons tell: another result is asked about.",
    )


def decision_in(body: dict[str, Any], page: CasePage) -> Decision:
    """Return the decision about a case that a body describes.

    Raises UserError for details of a game that goes on if it does not.
    """
    resumes = body["effect"] == Effect.RESUME
    for name in ("resume_move", "resume_record"):
        if body[name] not in (None, "") and not resumes:
            text = _("Name this only if the game goes on (effect `resume`).")
            raise UserError(name, field=name, text=text)
    finding = page.line.finding
    usual = "" if finding is None else finding.code
    return Decision(
        effect=body["effect"],
        **({} if body["result"] is None else columns_in(body["result"])),
        resume_move=body["resume_move"],
        resume_record=body["resume_record"],
        articles=tuple(body["articles"]),
        finding=body.get("finding", usual),
        reasons=body["reasons"],
        penalties=tuple(
            PenaltyGiven(
                player=penalty["player"],
                kind=penalty["kind"],
                points_half=penalty["points"],
                seconds=penalty["seconds"],
                note=penalty["note"],
            )
            for penalty in body["penalties"]
        ),
        heard=body["heard"],
        counted=None if body["counted"] is None else board_count_from(dict(body["counted"])),
    )


def ask_about(decision: Decision, page: CasePage) -> None:
    """Raise UserError, with the first doubt's code, if a decision raises doubts to confirm."""
    doubts = doubts_about(page, decision, one_sided(page))
    if doubts:
        text = " ".join(doubt.text for doubt in doubts)
        raise UserError(doubts[0].code, field=doubts[0].field, text=text)


class RulingShown(DecisionShown):
    """A ruling; a later one in the same case has a greater `number`."""

    id = serializers.IntegerField(source="view.id")
    number = serializers.IntegerField(source="view.number")
    kind = serializers.CharField(source="view.kind", help_text="`first`, `revised` or `appeal`.")
    by = serializers.CharField(source="view.by", help_text="Empty where nobody gave a name.")
    made_at = MomentField(source="view.made_at")
    stands = serializers.BooleanField(
        source="view.stands", help_text="False for one that another took the place of."
    )
    final = serializers.BooleanField(source="view.final", help_text="Nothing changes it any more.")
    cited = ArticleShown(many=True, help_text="The articles in words.")


def ruling_data(view: RulingView, page: CasePage) -> WithMore:
    """Return a ruling with its decision in words and the articles it cites."""
    return WithMore(
        decision_data(view.decision, page), view=view, cited=cited_articles(view.articles)
    )


class DecisionMeant(DecisionSent):
    """A decision that takes effect: if it can hardly be right, that is asked about once."""

    sure = serializers.BooleanField(
        default=False,
        help_text="It is meant: without this a decision is asked about (400) that no count gives "
        "with the game's komi, or whose move no record has (`result_cannot_be`), that its "
        "count (`reasons_contradict`) or every record (`records_contradict`) contradicts, or "
        "that its articles do not allow (`article_contradicts`), or by which somebody loses on "
        "time or by an illegal move that no record shows, unheard (`not_shown_not_heard`).",
    )


class RulingSent(DecisionMeant):
    """A ruling, with the version of the case as it was read."""

    version = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST_KEY,
        help_text="The `version` of the case: a 409 where it changed since.",
    )


class RevisionSent(RulingSent):
    """A ruling in place of an earlier one, with the reason for it."""

    note = serializers.CharField(max_length=500, help_text="Why it is decided again.")


class PreviewSent(DecisionSent):
    """A decision that is only previewed."""


class PlaceMoved(serializers.Serializer):
    """A player whose place or score would change. Scores are those of the first criterion."""

    player = serializers.IntegerField(source="number")
    place_before = serializers.IntegerField()
    place_after = serializers.IntegerField()
    score_before = serializers.IntegerField()
    score_after = serializers.IntegerField()


class RoundPaired(serializers.Serializer):
    """A later round that was paired on the basis of what was known."""

    round = serializers.IntegerField()
    boards = serializers.ListField(source="tables", child=serializers.IntegerField())


class EffectsShown(serializers.Serializer):
    """What would change in the standings and in later rounds."""

    after = serializers.IntegerField(help_text="The round after which places are compared.")
    moved = PlaceMoved(many=True)
    paired = serializers.SerializerMethodField()

    @extend_schema_field(RoundPaired(many=True))
    def get_paired(self, effects: Effects) -> Any:
        """Return the rounds with boards that were paired on the basis of what was known."""
        return RoundPaired(
            [later_round for later_round in effects.paired if later_round.tables], many=True
        ).data


class PreviewShown(serializers.Serializer):
    """What a decision would do; nothing is changed."""

    decision = DecisionShown(help_text="As it would be written down.")
    game = GameShown(allow_null=True)
    effects = EffectsShown(allow_null=True)
    reopens = serializers.BooleanField(help_text="A closed round would be played again.")
    doubts = serializers.ListField(
        child=serializers.CharField(),
        help_text="What is asked about it, in the language asked for: a ruling needs `sure` then.",
    )


class PrecedentQuery(PageQuery):
    """What to search for; anything left out matches all."""

    rules = serializers.CharField(required=False, max_length=LONGEST_SEARCH)
    cause = serializers.CharField(required=False, max_length=LONGEST_SEARCH)
    finding = serializers.CharField(
        required=False,
        max_length=LONGEST_SEARCH,
        help_text="A code, or its beginning: `illegal` is also `illegal.ko`.",
    )
    article = serializers.CharField(
        required=False,
        max_length=LONGEST_SEARCH,
        help_text="A key; its clauses count, too: `j1989:9` is also `j1989:9.3`.",
    )
    words = serializers.CharField(
        required=False,
        max_length=LONGEST_SEARCH,
        help_text="All of them stand in the reasons; of the newest 300 rulings only.",
    )
    tournament = serializers.CharField(required=False, max_length=LONGEST_SEARCH)


class PrecedentPenaltyShown(serializers.Serializer):
    """A penalty in a ruling, without any name."""

    colour = serializers.CharField(help_text="`black`, `white`, or empty without a game.")
    kind = serializers.CharField()
    points = HalfPointsField(source="points_half", allow_null=True)
    seconds = serializers.IntegerField(allow_null=True)


class PrecedentTournament(serializers.Serializer):
    """The tournament of a ruling."""

    slug = serializers.CharField()
    name = serializers.CharField(source="tournament")


class PrecedentShown(serializers.Serializer):
    """A final ruling, without names."""

    id = serializers.IntegerField()
    tournament = PrecedentTournament(source="*")
    rules = serializers.CharField()
    cause = serializers.CharField()
    finding = serializers.CharField(help_text="Empty: it rests on none.")
    cited = ArticleShown(many=True)
    effect = serializers.CharField()
    result = ResultShown(source="*", allow_null=True)
    resume_move = serializers.IntegerField(allow_null=True)
    reasons = serializers.CharField(help_text="Empty where somebody whom it names was erased.")
    penalties = PrecedentPenaltyShown(many=True)
    kind = serializers.CharField()
    appealed = serializers.BooleanField()
    made_at = MomentField()


def precedent_data(line: Precedent) -> WithMore:
    """Return a final ruling with the articles it cites."""
    return WithMore(line, cited=cited_articles(line.articles))
