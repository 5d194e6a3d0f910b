"""Rounds: the list, one, publishing, closing, the clock."""

from django.utils.functional import cached_property
from rest_framework.request import Request
from rest_framework.response import Response

from api.http.doors import NAMES, READING, ROUNDS
from api.http.operations import ANYBODY, operation
from api.http.problems import no_such_thing
from api.http.views import TournamentView
from api.rounds.bodies import ClockAction, NewRound
from api.rounds.serializers import ClockShown, RoundDated, RoundListed, RoundShown
from tournament.models import RoundState
from tournament.selectors.clock import clock_by_number
from tournament.selectors.paper import printed_round
from tournament.selectors.public import rounds_of
from tournament.selectors.round_dates import schedule_of
from tournament.selectors.running import round_id_of, round_state
from tournament.services import clock
from tournament.services.removed_rounds import remove_round
from tournament.services.round_dates import resume_schedule
from tournament.services.rounds import (
    create_round,
    finish_round,
    publish_round,
    withdraw_round,
)


class RoundView(TournamentView):
    """An address of one round, ``round_number``."""

    @cached_property
    def sees_names(self) -> bool:
        """Whether the caller is shown names that are hidden from the public."""
        return self.may(NAMES)

    @property
    def number(self) -> int:
        """Return the number of the round."""
        return int(self.kwargs["round_number"])

    @property
    def round_id(self) -> int:
        """Return the key of the round. Raises a 404 where there is none."""
        found = round_id_of(self.terms.id, self.number)
        if found is None:
            raise no_such_thing()
        return found

    def shown(self) -> Response:
        """Return the round as it is now. Drafts are for who prepares them."""
        found = printed_round(self.terms.id, self.number)
        if found is None or (found.state == RoundState.DRAFT and not self.may(READING)):
            raise no_such_thing()
        return self.given(found)


class Rounds(TournamentView):
    """The rounds of a tournament."""

    @operation("List rounds", door=ANYBODY, gives=RoundListed, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return the rounds by number; drafts are for who prepares them."""
        rounds = rounds_of(self.terms.id, drafts=self.may(READING))
        return self.listed(reversed(rounds), lambda one: one.number)

    @operation("Prepare a round", door=ROUNDS, takes=NewRound, gives=RoundListed, status=201)
    def post(self, request: Request, slug: str) -> Response:
        """Create the next round, in preparation.

        One beyond the tournament's number of rounds has to be asked for with `extra`.
        """
        extra = self.taken()["extra"]
        number = create_round(tournament_id=self.terms.id, extra=extra).number
        (made,) = (one for one in rounds_of(self.terms.id, drafts=True) if one.number == number)
        return self.given(made, location=f"{request.path}{number}/")


class Round(RoundView):
    """One round."""

    @operation("Show a round", door=ANYBODY, gives=RoundShown)
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Return the round with its games; a draft is for who prepares it."""
        return self.shown()

    @operation("Delete a draft", door=ROUNDS, status=204)
    def delete(self, request: Request, slug: str, round_number: int) -> Response:
        """Delete the last round, with its boards, while it is in preparation."""
        remove_round(round_id=self.round_id)
        return self.given(None)


class Schedule(TournamentView):
    """The dates of the rounds."""

    @operation("List the dates of the rounds", door=READING, gives=RoundDated, paged=True)
    def get(self, request: Request, slug: str) -> Response:
        """Return when rounds open, are played and close, and why one that is due is not open."""
        return self.listed(schedule_of(self.terms.id).rounds, lambda one: one.number)


class Resumption(TournamentView):
    """Whether the dates of a restored tournament count."""

    @operation("Let the dates count again", door=ROUNDS, status=204)
    def put(self, request: Request, slug: str) -> Response:
        """Let rounds of a restored tournament open and close at their dates again."""
        resume_schedule(tournament_id=self.terms.id)
        return self.given(None)


class Publication(RoundView):
    """Whether a round is shown to its players."""

    @operation("Publish a round", door=ROUNDS, gives=RoundShown)
    def put(self, request: Request, slug: str, round_number: int) -> Response:
        """Show the round to its players and let them report."""
        publish_round(round_id=self.round_id)
        return self.shown()

    @operation("Take a round back", door=ROUNDS, status=204)
    def delete(self, request: Request, slug: str, round_number: int) -> Response:
        """Take the round back into preparation, until the first result."""
        withdraw_round(round_id=self.round_id)
        return self.given(None)


class Finish(RoundView):
    """Whether a round is closed."""

    @operation("Close a round", door=ROUNDS, gives=RoundShown)
    def put(self, request: Request, slug: str, round_number: int) -> Response:
        """Close a round whose results all stand."""
        finish_round(round_id=self.round_id)
        return self.shown()


class Clock(RoundView):
    """The clock of a round."""

    @operation("Show the clock", door=ANYBODY, gives=ClockShown)
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Return how the clock of a published round stands, where it has one."""
        found = clock_by_number(self.terms.id, self.number)
        draft = round_state(self.terms.id, self.number) in ("", RoundState.DRAFT)
        if draft or found is None:
            raise no_such_thing()
        return self.given(found)

    @operation("Set the clock", door=ROUNDS, takes=ClockAction, status=204)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Start the clock, stop it for a while, let it go on, set it, add to it, put it back."""
        taken, round_id = self.taken(), self.round_id
        match taken["action"]:
            case "start":
                clock.start_clock(round_id=round_id)
            case "pause":
                clock.pause_clock(round_id=round_id)
            case "resume":
                clock.resume_clock(round_id=round_id)
            case "set":
                clock.set_clock(round_id=round_id, minutes=taken["minutes"])
            case "add":
                clock.add_minutes(round_id=round_id, minutes=taken["minutes"])
            case _:
                clock.reset_clock(round_id=round_id)
        return self.given(None)
