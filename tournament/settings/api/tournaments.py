"""Tournaments in the API: listing, showing, creating. Komi is in points, with halves."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.rules.presets import PRESETS
from api.permissions import (
    CHANGING,
    AnybodyReads,
    OwnersChangeSettings,
    RolePermission,
    require_token,
)
from api.problems import ProblemDetails, no_such_thing
from api.serializers import HalfPointsField, ModelBody, PageQuery, choices
from api.services.tokens import SCOPES_OF, SECRET_BYTES, issue_staff_token, text_of
from api.viewsets import TournamentViewSet
from tournament.audit.services.current_actor import Actor, set_current_actor
from tournament.common.addresses import link_address
from tournament.models import Role, Status, Ties, Tournament
from tournament.settings.selectors import EventSettings
from tournament.settings.services import create_with_owner
from tournament.staff.services import SECRET_BYTES as LINK_BYTES
from tournament.staff.services import token_of
from tournament.staff.visitors import may_create, operator_of
from tournament.tournaments.selectors.public import (
    TournamentCard,
    tournament_card,
    tournament_cards_after,
)
from tournament.tournaments.services import LONGEST_SLUG


class TournamentShown(serializers.Serializer):
    """A tournament: its name, its games' terms, how far it is."""

    slug = serializers.CharField(source="terms.slug")
    name = serializers.CharField(source="terms.name")
    city = serializers.CharField(source="terms.city")
    country = serializers.CharField(
        source="terms.country", help_text="Its two-letter code of ISO 3166, or nothing."
    )
    starts_on = serializers.DateField(source="terms.starts_on", allow_null=True)
    ends_on = serializers.DateField(allow_null=True)
    time_zone = serializers.CharField(
        source="terms.time_zone", help_text="Where its pages tell the time: `Europe/Paris`."
    )
    rules = serializers.CharField(
        source="terms.rules", help_text="The key of the rule set, such as `japanese`."
    )
    tie_winner = serializers.ChoiceField(
        source="terms.tie_winner",
        choices=Ties.choices,
        help_text="Who wins equal scores; `rules`: as the rule set says.",
    )
    board_size = serializers.IntegerField(source="terms.board_size")
    komi = HalfPointsField(source="terms.komi_half")
    players = serializers.IntegerField(help_text="How many are registered.")
    latest_round = serializers.IntegerField(
        source="round_number",
        allow_null=True,
        help_text="The number of the newest published round.",
    )
    closed = serializers.BooleanField()
    status = serializers.CharField(
        source="terms.status", help_text="`public`, `archived`, or `draft`: hidden from others."
    )


class TournamentsAsked(PageQuery):
    """Filters for the list of tournaments."""

    closed = serializers.BooleanField(
        required=False, allow_null=True, default=None, help_text="Only closed ones, or only others."
    )
    city = serializers.CharField(required=False, max_length=80, help_text="Only those there.")


TIME_ZONE_HELP = "As `Europe/Paris`; without one, that of the installation."


class NewTournament(ModelBody):
    """A tournament to create."""

    rules = serializers.ChoiceField(
        choices=choices(PRESETS),
        help_text="The rule set that is played; there is no usual one, so it is always named.",
    )
    slug = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LONGEST_SLUG,
        help_text="Its address; else made of the name.",
    )
    status = serializers.ChoiceField(
        choices=choices((Status.DRAFT, Status.PUBLIC)),
        default=Status.DRAFT,
        help_text="`draft`: only its own people see it until it is published; or `public`.",
    )

    class Meta:
        """The tournament's name and its games' terms."""

        model = Tournament
        fields = (
            *("name", "rules", "slug", "city", "country", "starts_on", "ends_on"),
            *("time_zone", "director_name", "board_size", "internet", "status"),
        )
        extra_kwargs = {
            "city": {"default": ""},
            "country": {"default": ""},
            "starts_on": {"default": None},
            "ends_on": {"default": None},
            "time_zone": {"default": "", "allow_blank": True, "help_text": TIME_ZONE_HELP},
            "director_name": {"default": ""},
            "board_size": {"default": 19},
            "internet": {"default": False, "help_text": "Whether it is played online."},
        }


class TournamentFounded(TournamentShown):
    """A new tournament, and how its owner signs in."""

    link = serializers.CharField(required=False, help_text="The owner's private link: keep it.")
    token = serializers.CharField(required=False, help_text="A token of the owner: keep it.")


class CreatesTournaments(RolePermission):
    """Callers whom the operator of the installation lets create tournaments."""

    methods = CHANGING

    def has_permission(self, request: Request, view: Any) -> bool:
        """Whether the caller may create tournaments here; they own what they create."""
        if request.method not in self.methods:
            return False
        visitor = request.user.visitor
        if not may_create(visitor):
            require_token(request)
            raise ProblemDetails(403, "create", _("Only the operator creates tournaments here."))
        if visitor.superuser:
            OwnersChangeSettings().need_scope(request)
            set_current_actor(operator_of(visitor))
        else:
            set_current_actor(Actor(Role.DIRECTOR))
        return True


class TournamentsViewSet(TournamentViewSet):
    """All tournaments: listing, creating, showing one."""

    permission_classes = (AnybodyReads | CreatesTournaments,)
    tag = "tournaments"
    serializer_class = TournamentShown
    serializer_classes = {"create": TournamentFounded}
    body_classes = {"create": NewTournament}
    query_classes = {"list": TournamentsAsked}
    pagination_key = "-terms.id"

    def list(self, request: Request) -> Response:
        """List tournaments.

        Return the tournaments, most recently created first.
        """
        asked, window = self.query, self.window
        cards = tournament_cards_after(
            after=window.after,
            limit=window.limit + 1,
            closed=asked["closed"],
            city=asked.get("city"),
        )
        return self.answer_list(cards)

    def create(self, request: Request) -> Response:
        """Create a tournament.

        Create a tournament, if the operator of the installation allows it. Only its own people see
        it until it is published, or everybody at once with the status `public`.

        An operator's token needs the scope `settings` for this. Without a token the idempotency key
        has to be a random UUID.
        """
        body = dict(self.body)
        hidden = body.pop("status") == Status.DRAFT
        created = create_with_owner(
            event=EventSettings(**body), secret=self.derived(LINK_BYTES), hidden=hidden
        )
        issue_staff_token(
            tournament_id=created.tournament_id,
            role=Role.DIRECTOR,
            label=_("From creating it"),
            scopes=SCOPES_OF[Role.DIRECTOR],
            secret=self.derived(SECRET_BYTES),
        )
        card = card_of(created.tournament_id)
        return self.answer(card, location=f"{request.path}{created.slug}/")

    def retrieve(self, request: Request, slug: str) -> Response:
        """Show a tournament.

        Return the tournament; its players and rounds have URLs of their own.
        """
        return self.answer(card_of(self.terms.id))

    def locate(self) -> None:
        """Find the tournament named in the URL. Raises a 404."""
        if "slug" in self.kwargs:
            super().locate()

    def secrets(self) -> dict[str, str]:
        """Return the owner's link and token."""
        if self.action != "create":
            return {}
        return {
            "link": link_address(self.request, token_of(self.derived(LINK_BYTES)).text),
            "token": text_of(self.derived(SECRET_BYTES)),
        }


def card_of(tournament_id: int) -> TournamentCard:
    """Return the tournament as it is now."""
    card = tournament_card(tournament_id)
    if card is None:
        raise no_such_thing()
    return card
