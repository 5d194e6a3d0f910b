"""Tournaments: the list of all, one, creating, closing."""

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.http.doors import SETTINGS
from api.http.operations import ANYBODY, operation
from api.http.problems import Problem, no_such_thing
from api.http.views import ApiView, TournamentView
from api.services.tokens import SCOPES_OF, SECRET_BYTES, issue_staff_token, text_of
from api.tournaments.serializers import (
    ClosingNote,
    NewTournament,
    ReopeningNote,
    TournamentFounded,
    TournamentsAsked,
    TournamentShown,
)
from tournament.models import Role
from tournament.selectors.public import (
    TournamentCard,
    tournament_card,
    tournament_cards_after,
)
from tournament.selectors.setup import EventSettings
from tournament.services.acting import Actor, act_as
from tournament.services.closing import close_tournament, reopen_tournament
from tournament.services.founding import found_tournament
from tournament.services.tokens import SECRET_BYTES as LINK_BYTES
from tournament.services.tokens import token_of
from tournament.web.access import may_create
from tournament.web.addresses import link_address


class Tournaments(ApiView):
    """All tournaments."""

    @operation(
        "List tournaments",
        door=ANYBODY,
        asks=TournamentsAsked,
        gives=TournamentShown,
        paged=True,
    )
    def get(self, request: Request) -> Response:
        """Return the tournaments, those created last first."""
        asked, window = self.asked(), self.window()
        cards = tournament_cards_after(
            after=window.after,
            limit=window.limit + 1,
            closed=asked["closed"],
            city=asked.get("city"),
        )
        return self.page(cards, key=lambda card: card.terms.id)

    @operation("Create a tournament", takes=NewTournament, gives=TournamentFounded, status=201)
    def post(self, request: Request) -> Response:
        """Create a tournament, where the operator of the installation lets the caller.

        A token of the operator needs the scope `settings` for it. Without a token the key has to
        be a random UUID.
        """
        visitor = self.caller.visitor
        if not may_create(visitor):
            self.needs_token()
            raise Problem(403, "create", _("Only the operator creates tournaments here."))
        if visitor.superuser:
            self.needs_scope(SETTINGS)
        else:
            act_as(Actor(Role.DIRECTOR))
        founded = found_tournament(
            event=EventSettings(**self.taken()), secret=self.derived(LINK_BYTES)
        )
        issue_staff_token(
            tournament_id=founded.tournament_id,
            role=Role.DIRECTOR,
            label=_("From creating it"),
            scopes=SCOPES_OF[Role.DIRECTOR],
            secret=self.derived(SECRET_BYTES),
        )
        card = card_of(founded.tournament_id)
        return self.given(card, location=f"{request.path}{founded.slug}/")

    def secrets(self) -> dict[str, str]:
        """Return the owner's link and token."""
        return {
            "link": link_address(self.request, token_of(self.derived(LINK_BYTES)).text),
            "token": text_of(self.derived(SECRET_BYTES)),
        }


class Tournament(TournamentView):
    """One tournament."""

    @operation("Show a tournament", door=ANYBODY, gives=TournamentShown)
    def get(self, request: Request, slug: str) -> Response:
        """Return the tournament; its players and rounds have addresses of their own."""
        return self.given(card_of(self.terms.id))


class Closing(TournamentView):
    """The end of a tournament."""

    @operation("Close a tournament", door=SETTINGS, takes=ClosingNote, gives=TournamentShown)
    def post(self, request: Request, slug: str) -> Response:
        """Close the tournament: nothing of it changes from then on."""
        close_tournament(tournament_id=self.terms.id, **self.taken())
        return self.given(card_of(self.terms.id))


class Reopening(TournamentView):
    """A closed tournament that goes on."""

    @operation("Open it again", door=SETTINGS, takes=ReopeningNote, gives=TournamentShown)
    def post(self, request: Request, slug: str) -> Response:
        """Open a closed tournament again, and say why."""
        reopen_tournament(tournament_id=self.terms.id, note=self.taken()["note"])
        return self.given(card_of(self.terms.id))


def card_of(tournament_id: int) -> TournamentCard:
    """Return the tournament as it is now."""
    card = tournament_card(tournament_id)
    if card is None:
        raise no_such_thing()
    return card
