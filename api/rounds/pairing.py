"""Pairing a round: by the program, by hand, and why."""

from contextlib import AbstractContextManager

from rest_framework.request import Request
from rest_framework.response import Response

from api.games.serializers import GameShown
from api.http.doors import READING, ROUNDS
from api.http.fields import called
from api.http.operations import operation
from api.http.problems import no_such_thing
from api.players.finding import player_keys
from api.rounds.bodies import BoardTerms, ByeGiven, Drawing, Seating, Swapping
from api.rounds.serializers import PairingShown, VerificationShown, WhyShown
from api.rounds.views import RoundView
from tournament.selectors.drafts import draft_page
from tournament.selectors.draws import verify_round, why
from tournament.selectors.games import GameRow, game_in
from tournament.services import boards
from tournament.services.draws import draw_round
from tournament.services.games import seat_pair
from tournament.services.seen_drafts import seen_draft


class DraftView(RoundView):
    """An address that changes the draft of a round."""

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
        return self.given(page)


class Pairing(DraftView):
    """Who meets whom in a round."""

    @operation("Show a pairing", door=READING, gives=PairingShown)
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Return the boards with what speaks for them, and who has no place."""
        return self.shown_pairing()

    @operation("Pair a round", door=ROUNDS, takes=Drawing, gives=PairingShown)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Let the program pair; locked boards stay. The next round is created by it."""
        taken = self.taken()
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

    @operation("Take the boards away", door=ROUNDS, status=204)
    def delete(self, request: Request, slug: str, round_number: int) -> Response:
        """Take away all boards but the locked ones, and the bye."""
        boards.unpair(round_id=self.round_id)
        return self.given(None)


class WhyPaired(RoundView):
    """Why a player meets his opponent."""

    @operation("Say why", door=READING, gives=WhyShown)
    def get(self, request: Request, slug: str, round_number: int, number: int) -> Response:
        """Return in words and numbers why, and whom else he could have had."""
        found = why(self.terms.id, round_number, number)
        if found is None:
            raise no_such_thing()
        return self.given(found)


class Verification(RoundView):
    """Whether a draw can be made again."""

    @operation("Check a draw", door=READING, gives=VerificationShown)
    def get(self, request: Request, slug: str, round_number: int) -> Response:
        """Pair again in memory from what was kept of the draw, and compare."""
        found = verify_round(self.terms.id, round_number)
        if found is None:
            raise no_such_thing()
        return self.given(found)


class Boards(DraftView):
    """The boards of a draft."""

    @operation("Seat two players", door=ROUNDS, takes=Seating, gives=GameShown, status=201)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Seat two players at a board by hand; the next round is created by it."""
        taken = self.taken()
        with self.seen(taken["seen"]):
            game = seat_pair(
                tournament_id=self.terms.id,
                round_number=round_number,
                black_id=self.key(taken["black"], "black"),
                white_id=self.key(taken["white"], "white"),
            )
        return self.given(game_in(self.terms.id, game.pk), location=f"{request.path}{game.pk}/")


class Board(DraftView):
    """One board of a draft."""

    @operation("Change a board", door=ROUNDS, takes=BoardTerms, gives=GameShown)
    def patch(self, request: Request, slug: str, round_number: int, game_id: int) -> Response:
        """Force handicap, komi or number of a board, or keep it as it is."""
        taken, board = self.taken(), self._board(game_id)
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
        return self.given(self._board(game_id))

    @operation("Take a board away", door=ROUNDS, status=204)
    def delete(self, request: Request, slug: str, round_number: int, game_id: int) -> Response:
        """Take away a board of a draft; its players have no place then."""
        board = self._board(game_id)
        boards.unpair(round_id=board.round_id, game_ids=[board.id])
        return self.given(None)

    def _board(self, game_id: int) -> GameRow:
        return board_of(self, game_id)


class Colours(DraftView):
    """The colours of a board of a draft."""

    @operation("Exchange colours", door=ROUNDS, gives=GameShown)
    def post(self, request: Request, slug: str, round_number: int, game_id: int) -> Response:
        """Exchange the colours of a board."""
        board = board_of(self, game_id)
        boards.swap_colours(round_id=board.round_id, game_ids=[board.id])
        return self.given(board_of(self, game_id))


class Swap(DraftView):
    """Two players who change places."""

    @operation("Exchange two players", door=ROUNDS, takes=Swapping, gives=PairingShown)
    def post(self, request: Request, slug: str, round_number: int) -> Response:
        """Exchange the places of two players of a draft."""
        taken = self.taken()
        with self.seen(taken["seen"]):
            boards.swap_players(
                round_id=self.round_id,
                first_id=self.key(taken["first"], "first"),
                second_id=self.key(taken["second"], "second"),
            )
        return self.shown_pairing()


class Bye(DraftView):
    """The bye of a draft."""

    @operation("Give the bye", door=ROUNDS, takes=ByeGiven, gives=PairingShown)
    def put(self, request: Request, slug: str, round_number: int) -> Response:
        """Give the bye to a player without a board, or to nobody."""
        taken = self.taken()
        player = taken["player"]
        with self.seen(taken["seen"]):
            boards.give_bye(
                round_id=self.round_id,
                player_id=None if player is None else self.key(player, "player"),
            )
        return self.shown_pairing()


def board_of(view: RoundView, game_id: int) -> GameRow:
    """Return a board of the round in the address. Raises a 404."""
    board = game_in(view.terms.id, game_id)
    if board is None or board.round_number != view.number:
        raise no_such_thing()
    return board
