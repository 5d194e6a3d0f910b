"""Standings, exports and the page of the event in the API."""

from collections.abc import Mapping
from typing import Any, TypedDict

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.pagination import WholeList
from api.permissions import AnybodyReads, DirectorsRead, DirectorsRunRounds, OwnersChangeSettings
from api.problems import no_such_thing
from api.serializers import Body, ModelBody, ModelShown, Query, SpokenField, choices
from api.viewsets import TournamentViewSet
from tournament.audit.selectors.trail import seal_of
from tournament.brackets.sheet import Meeting, Side, match_sentence
from tournament.common.addresses import absolute_url
from tournament.common.responses import download
from tournament.common.versions import Version, version_of
from tournament.errors import UserError
from tournament.exchange.selectors import export, exports
from tournament.formats.recognise import Format
from tournament.formats.writers import WRITERS
from tournament.games.api import PlayerNamed
from tournament.games.selectors import PlayerName
from tournament.models import Poster
from tournament.public.forms import AnnouncementForm, PosterForm
from tournament.public.odds_words import must_text
from tournament.public.selectors.bracket import BracketPage, bracket_page
from tournament.public.selectors.odds import OddsPage, odds_page
from tournament.public.selectors.poster import logos_of, poster_of
from tournament.public.selectors.ratings import RatingLine, RatingsPage, ratings_page
from tournament.public.selectors.standings import StandingLine, StandingsPage, standings_page
from tournament.public.services import change_poster, freeze_standings, thaw_standings
from tournament.simulation.figures import Figure
from tournament.simulation.odds import Odds
from tournament.spoken import translated
from tournament.standings.ratings import SCALES, Scale
from tournament.standings.teams import TEAM_TIEBREAKS
from tournament.standings.tiebreaks import TIEBREAKS


class CriterionShown(serializers.Serializer):
    """A criterion that orders the table."""

    criterion = serializers.CharField()
    words = serializers.CharField()


class CellShown(serializers.Serializer):
    """A player's round."""

    round = serializers.IntegerField()
    seat = serializers.CharField(
        source="seat.value",
        help_text="`black`, `white`, `bye`, `walk_over`, `walk_over_lost`, `absent`, `waiting` (in "
        "a double elimination, not due to play) or `unpaired`.",
    )
    opponent = serializers.IntegerField(allow_null=True, help_text="The opponent's number.")
    sign = serializers.CharField(help_text="`+`, `-`, `=`, `?`, or nothing.")
    handicap = serializers.IntegerField()


class LineShown(PlayerNamed):
    """A player's place."""

    place = serializers.IntegerField()
    values = serializers.ListField(
        child=serializers.FloatField(), help_text="One for every criterion."
    )
    rounds = CellShown(many=True)


class TeamShown(serializers.Serializer):
    """A team's place."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    values = serializers.ListField(child=serializers.FloatField())


class TeamsShown(serializers.Serializer):
    """The table of teams."""

    criteria = serializers.ListField(child=serializers.CharField())
    lines = TeamShown(many=True)


class FrozenShown(serializers.Serializer):
    """Standings that are frozen as they were."""

    after = serializers.IntegerField()
    final = serializers.BooleanField()
    at = serializers.DateTimeField()


class BoardNamed(serializers.Serializer):
    """A board of a round."""

    round = serializers.IntegerField()
    board = serializers.IntegerField()


class StandingsShown(serializers.Serializer):
    """The table after a round."""

    after = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.IntegerField())
    criteria = CriterionShown(many=True)
    lines = LineShown(many=True)
    provisional = serializers.IntegerField(
        help_text="How many games are without a result that stands."
    )
    appealed = BoardNamed(
        many=True,
        help_text="The boards whose result counts by a ruling that is under appeal: it may still "
        "change. In a closed tournament nobody decides the appeal any more.",
    )
    teams = TeamsShown(allow_null=True)
    frozen = FrozenShown(
        allow_null=True, help_text="Since when they are kept as they were; null: they are of now."
    )

    def to_representation(self, instance: StandingsPage) -> dict[str, Any]:
        """Return the table, with names as the public sees them."""
        scales = [TIEBREAKS[criterion].scale for criterion in instance.criteria]
        return {
            "after": instance.after,
            "rounds": list(instance.rounds),
            "criteria": [
                {
                    "criterion": criterion.value,
                    "words": translated(TIEBREAKS[criterion].explanation),
                }
                for criterion in instance.criteria
            ],
            "lines": [_line(line, scales) for line in instance.lines],
            "provisional": instance.provisional,
            "appealed": [{"round": number, "board": board} for number, board in instance.appealed],
            "teams": _teams(instance),
            "frozen": FrozenShown(instance.frozen).data if instance.frozen else None,
        }


class RatingShown(PlayerNamed):
    """A player's rating before the event, and what their games so far make of it."""

    old = serializers.FloatField()
    now = serializers.FloatField()
    games = serializers.IntegerField(help_text="How many of their games are rated.")
    points = serializers.FloatField(help_text="A win is 1, a jigo 0.5.")
    expected = serializers.FloatField(help_text="How many points were to be expected.")
    performance = serializers.FloatField(
        allow_null=True,
        help_text="The rating with which exactly these points were to be expected; null where "
        "every game was won, or lost, or none was played.",
    )

    def to_representation(self, instance: RatingLine) -> dict[str, Any]:
        """Return the line, with the name as the public sees it."""
        played = instance.performance
        return {
            **PlayerNamed(instance.player).data,
            "old": instance.change.old,
            "now": instance.change.new,
            "games": instance.change.games,
            "points": played.points if played else 0.0,
            "expected": played.expected if played else 0.0,
            "performance": played.rating if played else None,
        }


class RatingsShown(serializers.Serializer):
    """What the games so far make of ratings, strongest first."""

    scale = serializers.ChoiceField(choices=choices(Scale))
    note = serializers.CharField(help_text="How far the estimate goes.")
    lines = RatingShown(many=True)

    def to_representation(self, instance: RatingsPage) -> dict[str, Any]:
        """Return the table."""
        return {
            "scale": instance.scale.value,
            "note": translated(SCALES[instance.scale].note),
            "lines": RatingShown(instance.lines, many=True).data,
        }


class StandingsAsked(Query):
    """The table to return."""

    after = serializers.IntegerField(
        required=False, min_value=0, max_value=99, help_text="After which round; else the latest."
    )


class ExportListed(serializers.Serializer):
    """A format, and what it cannot carry of this tournament."""

    format = serializers.ChoiceField(choices=choices(Format))
    lost = serializers.ListField(child=SpokenField())


def _line(line: StandingLine, scales: list[int]) -> dict[str, Any]:
    return {
        **PlayerNamed(line.player).data,
        "number": line.number,
        "place": line.place,
        "values": [value / scale for value, scale in zip(line.values, scales, strict=True)],
        "rounds": CellShown(line.cells, many=True).data,
    }


def _teams(page: StandingsPage) -> dict[str, Any] | None:
    if page.teams is None:
        return None
    scales = {criterion: TEAM_TIEBREAKS[criterion].scale for criterion in page.teams.criteria}
    return {
        "criteria": [criterion.value for criterion in page.teams.criteria],
        "lines": [
            {
                "place": row.place,
                "name": row.team.name,
                "values": [row.values[criterion] / scale for criterion, scale in scales.items()],
            }
            for row in page.teams.rows
        ],
    }


class SideShown(serializers.Serializer):
    """A player of a match, or where they will come from."""

    player = PlayerNamed(allow_null=True)
    origin = SpokenField()


class MeetingShown(serializers.Serializer):
    """A match of a bracket; without a second side, the first goes through."""

    board = serializers.IntegerField(allow_null=True)
    first = SideShown()
    second = SideShown(allow_null=True)
    winner = serializers.IntegerField(allow_null=True, help_text="The number of who goes on.")
    walk_over = serializers.BooleanField(help_text="There is no game: somebody was absent.")
    missing = serializers.BooleanField(
        help_text="There is no game, though both were to play: the knock-out cannot go on."
    )
    words = SpokenField(allow_null=True)


class BracketColumnShown(serializers.Serializer):
    """The matches of a round."""

    round = serializers.IntegerField()
    meetings = MeetingShown(many=True)


class BracketPartShown(serializers.Serializer):
    """A bracket, including the rounds to come as far as its tree determines them."""

    title = SpokenField()
    columns = BracketColumnShown(many=True)


class BracketShown(serializers.Serializer):
    """The brackets of a knock-out."""

    parts = BracketPartShown(many=True)
    winner = serializers.IntegerField(allow_null=True, help_text="The number of who has won.")
    problem = SpokenField(allow_null=True, help_text="Why the knock-out cannot go on as it is.")

    def to_representation(self, instance: BracketPage) -> dict[str, Any]:
        """Return the brackets, with names as the public sees them."""
        names, sheet = instance.names, instance.sheet

        def side(found: Side | None) -> dict[str, Any] | None:
            if found is None:
                return None
            player = None if found.player is None else PlayerNamed(names[found.player]).data
            return {"player": player, "origin": translated(found.origin)}

        def meeting(found: Meeting) -> dict[str, Any]:
            said = match_sentence(found, lambda player: names[player].name)
            return {
                "board": found.table,
                "first": side(found.first),
                "second": side(found.second),
                "winner": found.winner,
                "walk_over": found.walk_over,
                "missing": found.missing,
                "words": translated(said) if said else None,
            }

        return {
            "parts": [
                {
                    "title": translated(part.title),
                    "columns": [
                        {"round": column.round, "meetings": [*map(meeting, column.meetings)]}
                        for column in part.columns
                    ],
                }
                for part in sheet.parts
            ],
            "winner": sheet.winner,
            "problem": translated(sheet.problem) if sheet.problem else None,
        }


class ChanceShown(serializers.Serializer):
    """A chance with its 95 % interval, which has no width if the chance is exact."""

    chance = serializers.FloatField(source="mean")
    low = serializers.FloatField()
    high = serializers.FloatField()


class OddsLineShown(PlayerNamed):
    """A player's chances."""

    first = ChanceShown(help_text="To come first; a shared first place counts in part.")
    prize = ChanceShown(help_text="To be among the first `prizes` places.")
    first_if_won = ChanceShown(
        allow_null=True, help_text="To come first after winning the next game; null without one."
    )
    first_if_lost = ChanceShown(allow_null=True, help_text="The same after losing it.")
    must = serializers.CharField(
        allow_null=True, help_text="What has to happen to come first; null unless it is exact."
    )


class OddsShown(serializers.Serializer):
    """Who can still win, according to a model; nothing depends on it."""

    frozen = serializers.BooleanField(help_text="The standings are kept back, so there are none.")
    round = serializers.IntegerField(
        allow_null=True, help_text="The round that they are of; null where there are none."
    )
    known = serializers.IntegerField(help_text="So many results of the round were known.")
    games = serializers.IntegerField(help_text="So many games the round has.")
    exact = serializers.BooleanField(help_text="Every way in which it can end was looked at.")
    events = serializers.IntegerField(help_text="So many events were played, or ways looked at.")
    prizes = serializers.IntegerField(help_text="So many of the first places count as prizes.")
    outdated = serializers.BooleanField(help_text="They follow from other results than stand now.")
    lines = OddsLineShown(many=True)

    def to_representation(self, instance: OddsPage) -> dict[str, Any]:
        """Return the odds as results stand, with names as the public sees them."""
        current = instance.current
        if current is None:
            nothing = dict.fromkeys(("known", "games", "events", "prizes"), 0)
            return {
                "frozen": instance.hidden,
                "round": None,
                **nothing,
                "exact": False,
                "outdated": False,
                "lines": [],
            }
        return {
            "frozen": instance.hidden,
            "round": current.number,
            "known": current.known,
            "games": current.games,
            "exact": current.odds.exact,
            "events": current.events,
            "prizes": current.odds.prizes,
            "outdated": instance.outdated,
            "lines": [
                _odds_line(current.odds, number, instance.names)
                for number in current.odds.win
                if number in instance.names
            ],
        }


def _odds_line(odds: Odds, number: int, names: Mapping[int, PlayerName]) -> dict[str, Any]:
    def chance(figure: Figure) -> Any:
        return ChanceShown(figure).data if figure.count else None

    return {
        **PlayerNamed(names[number]).data,
        "first": chance(odds.win[number]),
        "prize": chance(odds.prize[number]),
        "first_if_won": chance(odds.if_won[number]),
        "first_if_lost": chance(odds.if_lost[number]),
        "must": must_text(odds.must[number], names) if number in odds.must else None,
    }


class FreezingBody(Body):
    """The round after which the standings are frozen."""

    after = serializers.IntegerField(min_value=1, max_value=1000)
    final = serializers.BooleanField(
        required=False, default=False, help_text="They are the result of the tournament."
    )


class FreezingViewSet(TournamentViewSet):
    """Freezing the public standings, and letting them follow the results again."""

    tag = "standings"
    permission_classes = (DirectorsRunRounds,)
    serializer_class = StandingsShown

    @action(detail=True, methods=["post"], url_path="standings/freeze", body_class=FreezingBody)
    def freeze(self, request: Request, slug: str) -> Response:
        """Freeze the standings.

        Freeze the standings after a round for everybody, as they are now; doing it again replaces
        them.
        """
        freeze_standings(tournament_id=self.terms.id, **self.body)
        return self.answer(standings_page(slug))

    @action(detail=True, methods=["post"], url_path="standings/thaw")
    def thaw(self, request: Request, slug: str) -> Response:
        """Thaw the standings.

        Let the public standings follow the results again.
        """
        thaw_standings(tournament_id=self.terms.id)
        return self.answer(standings_page(slug))


class StandingsViewSet(TournamentViewSet):
    """Standings for everybody; files for those who run the tournament."""

    tag = "standings"
    permission_classes = (DirectorsRead,)
    serializer_class = StandingsShown
    list_actions = ("list", "exports")

    @action(detail=True, permission_classes=(AnybodyReads,), query_class=StandingsAsked)
    def standings(self, request: Request, slug: str) -> Response:
        """Show the standings.

        Return the table after a published round, by its criteria.
        """
        after = self.query.get("after")
        found = standings_page(self.terms.slug, after)
        if found is None and after is not None:
            raise UserError(
                "round", field="after", text=_("No round with this number is published.")
            )
        if found is None:
            raise no_such_thing()
        return self.answer(found)

    @action(detail=True, permission_classes=(AnybodyReads,), serializer_class=RatingsShown)
    def ratings(self, request: Request, slug: str) -> Response:
        """Show ratings.

        Return what the games so far make of ratings, if the tournament shows that.
        """
        found = ratings_page(self.terms.slug)
        if found is None:
            raise no_such_thing()
        return self.answer(found)

    @action(detail=True, permission_classes=(AnybodyReads,), serializer_class=BracketShown)
    def bracket(self, request: Request, slug: str) -> Response:
        """Show the bracket.

        Return who met whom in a knock-out, who went on, and where players come from.
        """
        found = bracket_page(self.terms.slug)
        if found is None:
            raise no_such_thing()
        return self.answer(found)

    @action(detail=True, permission_classes=(AnybodyReads,), serializer_class=OddsShown)
    def odds(self, request: Request, slug: str) -> Response:
        """Show the live odds.

        Return who can still win, if the director has switched that on.
        """
        found = odds_page(self.terms.slug)
        if found is None or not found.wanted:
            raise no_such_thing()
        return self.answer(found)

    @action(detail=True, serializer_class=ExportListed, pagination_class=WholeList)
    def exports(self, request: Request, slug: str) -> Response:
        """List formats.

        Return the formats, each with what it cannot carry of this tournament.
        """
        written = exports(self.terms.id)
        return self.answer_list({"format": kind, "lost": written[kind].lost} for kind in WRITERS)

    @action(
        detail=True,
        url_path="exports/<slug:kind>",
        media_types=sorted({writer.media_type for writer in WRITERS.values()}),
    )
    def export(self, request: Request, slug: str, kind: str) -> HttpResponse:
        """Export a tournament.

        Return the file of one format.
        """
        chosen = {file_format.value: file_format for file_format in WRITERS}.get(kind)
        if chosen is None:
            raise no_such_thing()
        writer = WRITERS[chosen]
        data = export(self.terms.id, chosen, absolute_url(request, "/")).data
        return download(data, f"{slug}.{writer.extension}", writer.media_type)


class SealShown(serializers.Serializer):
    """The seal of the latest step of a record."""

    sequence = serializers.IntegerField(source="head.sequence", help_text="How many steps it has.")
    digest = serializers.CharField(source="head.digest", help_text="Seals them all.")
    text = serializers.CharField(
        source="head", help_text="Both, as `verify_audit --head` reads them."
    )
    at = serializers.DateTimeField(help_text="When the last step was written.")


class SealViewSet(TournamentViewSet):
    """The seal of a tournament's record, for programs to store."""

    counted = False  # steps that change no public page also seal the record
    tag = "tournaments"
    permission_classes = (AnybodyReads,)
    serializer_class = SealShown

    @action(detail=True)
    def seal(self, request: Request, slug: str) -> Response:
        """Show the seal of the record.

        Return the number and digest of its latest step. Store them: a rewritten record cannot have
        the same.
        """
        found = seal_of(self.terms.id)
        if found is None:
            raise no_such_thing()
        return self.answer(found)


POSTER_COLUMNS = (*AnnouncementForm.Meta.fields, *PosterForm.Meta.fields)


class PosterBody(ModelBody):
    """The contents of the event's page; fields left out stay as they are."""

    class Meta:
        """The columns of the form."""

        model = Poster
        fields = POSTER_COLUMNS


class LogoShown(TypedDict):
    """A sponsor: the name, the web address if any, and the URL of the logo."""

    name: str
    link: str
    picture: str


class PosterShown(ModelShown):
    """The contents of the event's page, as they were typed."""

    picture = serializers.SerializerMethodField(help_text="The address of its picture, or null.")
    logos = serializers.SerializerMethodField(help_text="The sponsors with a logo.")

    class Meta:
        """The columns of the form, and when the announcement was put up."""

        model = Poster
        fields = (*POSTER_COLUMNS, "banner_at", "picture", "logos")

    def get_picture(self, row: Poster) -> str | None:
        """Return the URL of the poster or logo."""
        if getattr(row, "picture", None) is None:
            return None
        slug = self.context["view"].terms.slug
        return absolute_url(self.context["request"], reverse("tournament:picture", args=[slug]))

    def get_logos(self, row: Poster) -> list[LogoShown]:
        """Return the logos in their order."""
        request, slug = self.context["request"], self.context["view"].terms.slug
        return [
            {
                "name": logo.name,
                "link": logo.link,
                "picture": absolute_url(request, reverse("tournament:logo", args=[slug, logo.pk])),
            }
            for logo in logos_of(row)
        ]


class PosterViewSet(TournamentViewSet):
    """The page of the event, for everybody; its owners change the contents."""

    tag = "tournaments"
    versioned = "slug"
    permission_classes = (AnybodyReads | OwnersChangeSettings,)
    serializer_class = PosterShown

    @action(detail=True, body_class=PosterBody)
    def poster(self, request: Request, slug: str) -> Response:
        """Show the page of the event.

        Return its announcement, place, programme, description, organiser and sponsors.
        """
        return self.shown()

    @poster.mapping.patch
    def patch_poster(self, request: Request, slug: str) -> Response:
        """Change the page of the event.

        Change some of its contents; a new announcement is dated now.
        """
        change_poster(tournament_id=self.terms.id, changes=self.body)
        return self.shown()

    def version(self) -> Version | None:
        """Return the version of the page; None before it has any contents."""
        return version_of(Poster, tournament=self.terms.id)

    def shown(self) -> Response:
        """Return the page as it is now."""
        return self.answer(poster_of(self.terms.id))
