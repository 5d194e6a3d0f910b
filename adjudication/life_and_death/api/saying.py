"""What the players of a case say is alive and dead on its board: reading it and saying it."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.cases.selectors.cases import case_page, with_evidence
from adjudication.life_and_death.api.serializers import RecordNamed, names
from adjudication.life_and_death.boards import (
    MarkedBoard,
    board_named,
    final_boards,
    may_say,
    usual_board,
)
from adjudication.life_and_death.services.saying import say_stones
from adjudication.life_and_death.sources import Source
from adjudication.referee.api.addresses import (
    OwnCaseAddresses,
    PlayersReadOwnCase,
    PlayersSpeakInOwnCase,
)
from adjudication.rules.chains import chains_on
from adjudication.rules.points import point_name
from api.problems import no_such_thing
from api.serializers import MomentField, WithMore, rename_errors
from tournament.errors import Conflict


class StonesSent(RecordNamed):
    """What a player says is alive, dead and in seki: one stone of each chain, like `Q16`."""

    alive = names()
    dead = names()
    seki = names(
        default=list, help_text="Alive in seki: what they surround is no territory (Art. 8)."
    )


class PlayerSaid(serializers.Serializer):
    """What one player says; chains are named by their first stones."""

    player = serializers.IntegerField(source="player_id", help_text="Their id.")
    name = serializers.CharField()
    alive = serializers.ListField(child=serializers.CharField())
    dead = serializers.ListField(child=serializers.CharField())
    seki = serializers.ListField(child=serializers.CharField())
    said_at = MomentField()


class StonesSaid(serializers.Serializer):
    """What the players say about the final position of a record, and what both say.

    None of it needs a search.
    """

    submission = serializers.IntegerField(
        source="source.submission_id",
        allow_null=True,
        help_text="The report whose record it is said on; null where that was sent in the case.",
    )
    statement = serializers.IntegerField(
        source="source.statement_id",
        allow_null=True,
        help_text="The statement in the case whose record it is said on, or null.",
    )
    size = serializers.IntegerField()
    said = PlayerSaid(many=True)
    both_alive = serializers.ListField(
        child=serializers.CharField(), help_text="Both say that it is alive, and not in seki."
    )
    both_dead = serializers.ListField(child=serializers.CharField())
    both_seki = serializers.ListField(child=serializers.CharField())
    differing = serializers.ListField(
        child=serializers.CharField(), help_text="Both speak of it, each in another way."
    )


class SaidStonesViewSet(OwnCaseAddresses):
    """The stones of one case, for the players it is about."""

    tag = "cases"
    permission_classes = (PlayersReadOwnCase | PlayersSpeakInOwnCase,)
    serializer_class = StonesSaid

    @action(detail=True, url_path="stones", body_class=StonesSent, success_status=201)
    def own_stones(self, request: Request, case_id: int) -> Response:
        """Read which stones are alive, as the players say.

        Return what each player says is alive and dead on the board of their case, and what both
        say. Answers 404 if there is no record of the game, if no stone is removed because play was
        resumed, in a case about somebody's behaviour, and once the case is ruled.
        """
        return self.shown()

    @own_stones.mapping.post
    def post_own_stones(self, request: Request, case_id: int) -> Response:
        """Say which stones are alive.

        This replaces what the player said before. The referee can take for granted what both say.
        It decides nothing yet. Name the record whose board was read: if that record no longer
        counts because another one was chosen, nothing is stored (409). Without a name, the
        statement is about the board that GET returns.
        """
        player_id = self.caller.visitor.player_id
        assert player_id is not None
        with rename_errors({"agreed_dead": "dead"}):
            say_stones(
                case_id=case_id,
                player_id=player_id,
                source=self.named(),
                alive=self.body["alive"],
                dead=self.body["dead"],
                seki=self.body["seki"],
            )
        return self.shown(location=f"/api/v1/cases/{case_id}/stones/")

    def boards(self) -> tuple[MarkedBoard, ...]:
        """Return the boards that a player can speak about. Raises a 404 in a case without any."""
        line = self.own().line
        page = case_page(self.terms.id, line.number, line=line)
        if page is None or not may_say(page):
            raise no_such_thing()
        return final_boards(with_evidence(page))

    def named(self) -> Source:
        """Return the source of the record named in the request, or else that of :meth:`board`.

        Raises a Conflict if the named record is not one of those that count.
        """
        source = Source(self.body["submission"], self.body["statement"])
        if source == Source():
            return self.board().source
        if board_named(self.boards(), source.key) is None:
            raise Conflict(
                "record_gone",
                field="submission" if source.statement_id is None else "statement",
                text=_("This record is none of those that count: read the board again."),
            )
        return source

    def board(self) -> MarkedBoard:
        """Return the board that is meant unless another is named. Raises a 404."""
        board = usual_board(self.boards(), self.caller.visitor.player_id)
        if board is None:
            raise no_such_thing()
        return board

    def shown(self, *, location: str = "") -> Response:
        """Return what the players say now."""
        board = self.board()

        def first_stones(points: frozenset[int]) -> list[str]:
            chains = chains_on(board.position, board.size, points)
            return [point_name(min(chain), board.size) for chain in chains]

        both = {
            "both_alive": first_stones(board.both_alive),
            "both_dead": first_stones(board.both_dead),
            "both_seki": first_stones(board.both_seki),
            "differing": first_stones(board.said_differently),
        }
        return self.answer(WithMore(board, **both), location=location)
