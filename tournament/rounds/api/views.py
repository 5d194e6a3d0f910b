"""Rounds: the list, one, publishing, closing, the clock."""

from dataclasses import replace

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.permissions import (
    AnybodyReads,
    DirectorsRead,
    DirectorsRunRounds,
    StaffReadsNames,
)
from api.problems import no_such_thing
from api.viewsets import TournamentViewSet
from tournament.models import RoundState
from tournament.printing.selectors import printed_round
from tournament.rounds.api.bodies import ClockAction, NewRound
from tournament.rounds.api.serializers import ClockShown, RoundDated, RoundListed, RoundShown
from tournament.rounds.selectors.clock import clock_by_number
from tournament.rounds.selectors.running import round_id_of, round_state
from tournament.rounds.services import clock
from tournament.rounds.services.removed_rounds import remove_round
from tournament.rounds.services.rounds import (
    create_round,
    finish_round,
    publish_round,
    withdraw_round,
)
from tournament.scheduling.selectors import schedule_of
from tournament.scheduling.services.planned_dates import resume_schedule
from tournament.tournaments.selectors.public import rounds_of


class RoundAddresses(TournamentViewSet):
    """Addresses of one round, ``round_number``."""

    lookup_url_kwarg, lookup_value_converter = "round_number", "int"

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
        if found is None or (found.state == RoundState.DRAFT and not self.may(DirectorsRead)):
            raise no_such_thing()
        if not self.may(StaffReadsNames):
            found = replace(
                found,
                games=tuple(game.public for game in found.games),
                byes=tuple(player.public for player in found.byes),
            )
        return self.answer(found)


class RoundViewSet(RoundAddresses):
    """The rounds of a tournament, and the clock of each."""

    permission_classes = (AnybodyReads | DirectorsRunRounds,)
    serializer_class = RoundShown
    serializer_classes = {"list": RoundListed, "create": RoundListed, "post_clock": None}
    body_classes = {"create": NewRound}
    pagination_key = "number"

    def list(self, request: Request, slug: str) -> Response:
        """List rounds.

        Return the rounds by number; drafts are for who prepares them.
        """
        rounds = rounds_of(self.terms.id, drafts=self.may(DirectorsRead))
        return self.answer_list(reversed(rounds))

    def create(self, request: Request, slug: str) -> Response:
        """Prepare a round.

        Create the next round, in preparation.

        One beyond the tournament's number of rounds has to be asked for with `extra`.
        """
        extra = self.body["extra"]
        number = create_round(tournament_id=self.terms.id, extra=extra).number
        (made,) = (one for one in rounds_of(self.terms.id, drafts=True) if one.number == number)
        return self.answer(made, location=f"{request.path}{number}/")

    def retrieve(self, request: Request, slug: str, round_number: int) -> Response:
        """Show a round.

        Return the round with its games; a draft is for who prepares it.
        """
        return self.shown()

    def destroy(self, request: Request, slug: str, round_number: int) -> Response:
        """Delete a draft.

        Delete the last round, with its boards, while it is in preparation.
        """
        remove_round(round_id=self.round_id)
        return self.answer()

    @action(detail=True, methods=["put"])
    def publication(self, request: Request, slug: str, round_number: int) -> Response:
        """Publish a round.

        Show the round to its players and let them report.
        """
        publish_round(round_id=self.round_id)
        return self.shown()

    @publication.mapping.delete
    def delete_publication(self, request: Request, slug: str, round_number: int) -> Response:
        """Take a round back.

        Take the round back into preparation, until the first result.
        """
        withdraw_round(round_id=self.round_id)
        return self.answer()

    @action(detail=True, methods=["put"])
    def finish(self, request: Request, slug: str, round_number: int) -> Response:
        """Close a round.

        Close a round whose results all stand.
        """
        finish_round(round_id=self.round_id)
        return self.shown()

    @action(detail=True, serializer_class=ClockShown, body_class=ClockAction)
    def clock(self, request: Request, slug: str, round_number: int) -> Response:
        """Show the clock.

        Return how the clock of a published round stands, where it has one.
        """
        found = clock_by_number(self.terms.id, self.number)
        draft = round_state(self.terms.id, self.number) in ("", RoundState.DRAFT)
        if draft or found is None:
            raise no_such_thing()
        return self.answer(found)

    @clock.mapping.post
    def post_clock(self, request: Request, slug: str, round_number: int) -> Response:
        """Set the clock.

        Start the clock, stop it for a while, let it go on, set it, add to it, put it back.
        """
        taken, round_id = self.body, self.round_id
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
        return self.answer()


class ScheduleViewSet(TournamentViewSet):
    """The dates of the rounds."""

    permission_classes = (DirectorsRead | DirectorsRunRounds,)
    serializer_class = RoundDated
    list_actions = ("list", "schedule")

    @action(detail=True, pagination_key="number")
    def schedule(self, request: Request, slug: str) -> Response:
        """List the dates of the rounds.

        Return when rounds open, are played and close, and why one that is due is not open.
        """
        return self.answer_list(schedule_of(self.terms.id).rounds)

    @action(detail=True, methods=["put"], url_path="schedule/resumption", serializer_class=None)
    def resumption(self, request: Request, slug: str) -> Response:
        """Let the dates count again.

        Let rounds of a restored tournament open and close at their dates again.
        """
        resume_schedule(tournament_id=self.terms.id)
        return self.answer()
