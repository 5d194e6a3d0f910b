"""Pairing a round: by the program, by hand, and why."""

from contextlib import AbstractContextManager

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.permissions import (
    DirectorsRead,
    DirectorsRunRounds,
)
from api.problems import no_such_thing
from api.serializers import called
from tournament.games.selectors.games import GameRow, game_in
from tournament.players.api.views import player_keys
from tournament.rounds.api.bodies import BoardTerms, ByeGiven, Drawing, Seating, Swapping
from tournament.rounds.api.serializers import GameShown, PairingShown, VerificationShown, WhyShown
from tournament.rounds.api.views import RoundAddresses
from tournament.rounds.selectors.drafts import draft_page
from tournament.rounds.selectors.draws import verify_round, why
from tournament.rounds.services import boards
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.games import seat_pair
from tournament.rounds.services.seen_drafts import seen_draft


class DraftAddresses(RoundAddresses):
    """Addresses that change the draft of a round."""

    def seen(self, digest: str) -> AbstractContextManager[None]:
        """Let something be done only to the draft that the caller saw."""
        return seen_draft(tournament_id=self.terms.id, round_number=self.number, digest=digest)

    def key(self, number: int, field: str) -> int:
        """Return the key of a player in the body."""
        return player_keys(self.terms.id, [number], field)[0]

    def shown_pairing(self) -> Response:
        """Return the pairing as it is now."""
        page = draft_page(self.terms.id, self.number)
        if page is None:
            raise no_such_thing()
        return self.answer(page)


class PairingViewSet(DraftAddresses):
    """The pairing of a round: by the program, by hand, and why."""

    permission_classes = (DirectorsRead | DirectorsRunRounds,)
    serializer_class = PairingShown

    @action(detail=True, body_class=Drawing)
    def pairing(self, request: Request, slug: str, round_number: int) -> Response:
        """Show a pairing.

        Return the boards with what speaks for them, and who has no place.
        """
        return self.shown_pairing()

    @pairing.mapping.post
    def post_pairing(self, request: Request, slug: str, round_number: int) -> Response:
        """Pair a round.

        Let the program pair; locked boards stay. The next round is created by it.
        """
        taken = self.body
        bye = taken["bye"]
        with self.seen(taken["seen"]):
            draw_round(
                tournament_id=self.terms.id,
                round_number=self.number,
                bye_id=None if bye is None else self.key(bye, "bye"),
                seed=taken["seed"],
                keep_all=taken["keep"],
            )
        return self.shown_pairing()

    @pairing.mapping.delete
    def delete_pairing(self, request: Request, slug: str, round_number: int) -> Response:
        """Take the boards away.

        Take away all boards but the locked ones, and the bye.
        """
        boards.unpair(round_id=self.round_id)
        return self.answer()

    @action(detail=True, url_path="why/<int:number>", serializer_class=WhyShown)
    def why_paired(self, request: Request, slug: str, round_number: int, number: int) -> Response:
        """Say why.

        Return in words and numbers why, and whom else he could have had.
        """
        found = why(self.terms.id, round_number, number)
        if found is None:
            raise no_such_thing()
        return self.answer(found)

    @action(detail=True, serializer_class=VerificationShown)
    def verification(self, request: Request, slug: str, round_number: int) -> Response:
        """Check a draw.

        Pair again in memory from what was kept of the draw, and compare.
        """
        found = verify_round(self.terms.id, round_number)
        if found is None:
            raise no_such_thing()
        return self.answer(found)

    @action(detail=True, methods=["post"], body_class=Swapping)
    def swap(self, request: Request, slug: str, round_number: int) -> Response:
        """Exchange two players.

        Exchange the places of two players of a draft.
        """
        taken = self.body
        with self.seen(taken["seen"]):
            boards.swap_players(
                round_id=self.round_id,
                first_id=self.key(taken["first"], "first"),
                second_id=self.key(taken["second"], "second"),
            )
        return self.shown_pairing()

    @action(detail=True, methods=["put"], body_class=ByeGiven)
    def bye(self, request: Request, slug: str, round_number: int) -> Response:
        """Give the bye.

        Give the bye to a player without a board, or to nobody.
        """
        taken = self.body
        player = taken["player"]
        with self.seen(taken["seen"]):
            boards.give_bye(
                round_id=self.round_id,
                player_id=None if player is None else self.key(player, "player"),
            )
        return self.shown_pairing()


class BoardViewSet(DraftAddresses):
    """The boards of a draft."""

    permission_classes = (DirectorsRunRounds,)
    lookup_url_kwarg, lookup_value_converter = "game_id", "int"
    serializer_class = GameShown
    body_classes = {"create": Seating, "partial_update": BoardTerms}

    def create(self, request: Request, slug: str, round_number: int) -> Response:
        """Seat two players.

        Seat two players at a board by hand; the next round is created by it.
        """
        taken = self.body
        with self.seen(taken["seen"]):
            game = seat_pair(
                tournament_id=self.terms.id,
                round_number=round_number,
                black_id=self.key(taken["black"], "black"),
                white_id=self.key(taken["white"], "white"),
            )
        return self.answer(game_in(self.terms.id, game.pk), location=f"{request.path}{game.pk}/")

    def partial_update(
        self, request: Request, slug: str, round_number: int, game_id: int
    ) -> Response:
        """Change a board.

        Force handicap, komi or number of a board, or keep it as it is.
        """
        taken, board = self.body, self.board(game_id)
        forced = {
            name: taken[key]
            for name, key in (
                ("handicap", "handicap"), ("komi_half", "komi"), ("board_number", "board")
            )
            if key in taken
        }  # fmt: skip
        with self.seen(taken.get("seen", "")):
            if forced:
                with called({"board_number": "board"}):
                    boards.set_terms(game_id=board.id, **forced)
            if "locked" in taken:
                boards.lock_boards(
                    round_id=board.round_id, game_ids=[board.id], locked=taken["locked"]
                )
        return self.answer(self.board(game_id))

    def destroy(self, request: Request, slug: str, round_number: int, game_id: int) -> Response:
        """Take a board away.

        Take away a board of a draft; its players have no place then.
        """
        board = self.board(game_id)
        boards.unpair(round_id=board.round_id, game_ids=[board.id])
        return self.answer()

    @action(detail=True, methods=["post"])
    def colours(self, request: Request, slug: str, round_number: int, game_id: int) -> Response:
        """Exchange colours.

        Exchange the colours of a board.
        """
        board = self.board(game_id)
        boards.swap_colours(round_id=board.round_id, game_ids=[board.id])
        return self.answer(self.board(game_id))

    def board(self, game_id: int) -> GameRow:
        """Return a board of the round in the address. Raises a 404."""
        board = game_in(self.terms.id, game_id)
        if board is None or board.round_number != self.number:
            raise no_such_thing()
        return board
