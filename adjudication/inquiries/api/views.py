"""What the players of a game are asked, and what they bring up themselves."""

from typing import Any

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.cases.selectors.deskmates import policy_in
from adjudication.cases.selectors.live_case import live_case_of
from adjudication.inquiries.api.serializers import (
    Accepting,
    AnswerSent,
    InquiryShown,
    MatterRaised,
    Objecting,
    TakenUp,
)
from adjudication.inquiries.services.answering import answer
from adjudication.inquiries.services.objecting import object_to_result
from adjudication.inquiries.services.raising import raise_matter
from adjudication.models import Inquiry
from adjudication.policy.causes import Cause
from adjudication.policy.policy import EventPolicy
from adjudication.rules.points import parse_any_point, point_name
from adjudication.submissions.api.serializers import claim_in
from adjudication.submissions.services.accepting import accept_claim
from adjudication.triage.selectors import inquiries_of
from adjudication.verdicts.api.addresses import (
    GameAddresses,
    PlayersAndRefereesRead,
    PlayersAnswerForOwnGames,
)
from adjudication.verdicts.api.serializers import GameDetails
from api.pagination import WholeList
from api.problems import no_such_thing
from api.serializers import called
from tournament.errors import UserError

PLACES = {
    "move": (Cause.ILLEGAL_MOVE, Cause.CYCLE),
    "point": (Cause.DISPLACED_STONE,),
    "minutes": (Cause.ABSENCE,),
}
"""What goes with which cause."""


class AskingAddresses(GameAddresses):
    """Addresses about what the players of a game are asked."""

    @cached_property
    def policy(self) -> EventPolicy:
        """Return what the tournament settles itself, read once for all questions."""
        return policy_in(self.place.tournament_id)

    def asking(self) -> tuple[str, EventPolicy, str]:
        """Return by what questions are shown; a player's colour keeps answers from him."""
        colour = self.place.colour_of(self.caller.visitor.player_id)
        return self.place.rules, self.policy, colour

    def taken_up(self) -> Response:
        """Return the case of the game and what its players are asked now."""
        live = live_case_of(self.place.game_id)
        waiting = [one for one in inquiries_of(self.place.game_id) if one.waits]
        return self.answer(
            {
                "case": live and live.id,
                "state": live and live.state.value,
                "inquiry": waiting[0].id if waiting else None,
            }
        )


class GameInquiryViewSet(AskingAddresses):
    """What the players of a game are asked, and what they bring up."""

    permission_classes = (PlayersAndRefereesRead | PlayersAnswerForOwnGames,)
    serializer_class = TakenUp
    list_actions = ("list", "inquiries")

    @action(detail=True, serializer_class=InquiryShown, pagination_class=WholeList)
    def inquiries(self, request: Request, game_id: int) -> Response:
        """List questions to players.

        Return all questions about a game, oldest first, in the language asked for.
        """
        return self.answer_list(inquiries_of(game_id))

    @action(detail=True, methods=["post"], serializer_class=GameDetails, body_class=Accepting)
    def acceptance(self, request: Request, game_id: int) -> Response:
        """Accept the other's report.

        Accept the opponent's report of a disputed game: the result is final.
        """
        wanted = self.body
        accept_claim(
            game_id=game_id,
            player_id=self.player_id,
            expects=wanted["submission"],
            version=wanted["version"],
            sure=wanted["sure"],
        )
        return self.answer(self.game())

    @action(detail=True, methods=["post"], body_class=Objecting)
    def objection(self, request: Request, game_id: int) -> Response:
        """Object to a result.

        Object to the result: the record is replayed, and both say anew what it is.
        """
        object_to_result(game_id=game_id, player_id=self.player_id, **self.body)
        return self.taken_up()

    @action(detail=True, methods=["post"], body_class=MatterRaised)
    def matters(self, request: Request, game_id: int) -> Response:
        """Raise a matter.

        Say what is wrong: both are asked, or a referee looks at it, as the tournament says.
        """
        body = self.body
        cause = Cause(body["cause"])
        raise_matter(
            game_id=game_id,
            player_id=self.player_id,
            cause=cause,
            note=body["note"],
            data=_places(cause, body, self.place.board_size),
            sure=body["sure"],
        )
        return self.taken_up()


class InquiryViewSet(AskingAddresses):
    """A question to the players of a game."""

    permission_classes = (PlayersAnswerForOwnGames,)
    lookup_url_kwarg, lookup_value_converter = "inquiry_id", "int"
    serializer_class = InquiryShown

    @action(detail=True, methods=["post"], url_path="answer", body_class=AnswerSent)
    def inquiry_answer(self, request: Request, inquiry_id: int) -> Response:
        """Answer a question.

        Answer as one of the two players; the second answer settles the question.
        """
        body = self.body
        data = None if body["result"] is None else {"result": claim_in(body)}
        with called({"claim": "result", "winner": "result", "margin": "result"}):
            answer(
                inquiry_id=inquiry_id,
                player_id=self.player_id,
                answer=body["answer"],
                data=data,
                sure=body["sure"],
            )
        found = [one for one in inquiries_of(self.place.game_id) if one.id == inquiry_id]
        if not found:
            raise no_such_thing()
        return self.answer(found[0])

    def game_id(self) -> int:
        """Return the key of the game that is asked about; 0 where there is no such question."""
        rows = Inquiry.objects.filter(pk=self.kwargs["inquiry_id"])
        return rows.values_list("game_id", flat=True).first() or 0


def _places(cause: Cause, body: dict[str, Any], size: int) -> dict[str, object]:
    """Return where it was, or how long. Raises UserError for what does not go with the cause."""
    told: dict[str, object] = {}
    for name, causes in PLACES.items():
        if name not in body:
            continue
        if cause not in causes:
            raise UserError(name, field=name, text=gettext_lazy("This does not go with it."))
        told[name] = body[name]
    if cause is Cause.DISPLACED_STONE:
        try:
            told["point"] = point_name(parse_any_point(str(told.get("point", "")), size), size)
        except ValueError:
            raise UserError(
                "point",
                field="point",
                text=gettext_lazy("Write the point where the stone belongs, such as Q16."),
            ) from None
    return told
