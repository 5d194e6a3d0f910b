"""Rounds: listing, publishing, the clock; closing is in :mod:`adjudication.result_entry`."""

from contextlib import AbstractContextManager
from operator import attrgetter

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.permissions import (
    AnybodyReads,
    DirectorsRead,
    DirectorsRunRounds,
    StaffReadsNames,
)
from api.problems import no_such_thing, rules_departure
from api.serializers import WithMore, rename_errors
from api.viewsets import TournamentViewSet
from tournament.common.versions import Version, version_of
from tournament.games.api import player_keys
from tournament.games.selectors import GameRow, game_in
from tournament.models import Round, RoundState
from tournament.rounds.api.serializers import (
    BoardTerms,
    ByeGiven,
    ClockAction,
    ClockShown,
    Drawing,
    GameShown,
    NewRound,
    PairingShown,
    Publication,
    RoundDated,
    RoundListed,
    RoundsAsked,
    RoundShown,
    Seating,
    Swapping,
    VerificationShown,
    WhyShown,
)
from tournament.rounds.selectors.drafts import draft_page
from tournament.rounds.selectors.draws import explain_opponent, verify_round
from tournament.rounds.selectors.rated import departing_draft
from tournament.rounds.selectors.running import clock_by_number, round_id_of, round_state
from tournament.rounds.selectors.whole import WholeRound, whole_round, whole_rounds
from tournament.rounds.services import boards, clock
from tournament.rounds.services.boards import seat_pair
from tournament.rounds.services.draws import draw_round
from tournament.rounds.services.rounds import (
    create_round,
    publish_round,
    remove_round,
    unchanged_draft,
    withdraw_round,
)
from tournament.scheduling.selectors import schedule_of
from tournament.scheduling.services.planned_dates import resume_schedule
from tournament.tournaments.selectors.public import round_outlines


class RoundAddresses(TournamentViewSet):
    """URLs of one round, ``round_number``."""

    lookup_url_kwarg, lookup_value_converter = "round_number", "int"
    versioned = "round_number"

    @property
    def number(self) -> int:
        """Return the number of the round."""
        return int(self.kwargs["round_number"])

    @property
    def round_id(self) -> int:
        """Return the key of the round. Raises a 404 if there is none."""
        found = round_id_of(self.terms.id, self.number)
        if found is None:
            raise no_such_thing()
        return found

    def version(self) -> Version | None:
        """Return the version of the round, or a stand-in while it does not exist."""
        made = version_of(Round, tournament=self.terms.id, number=self.number)
        return made or ("no round", self.number)

    def seen(self) -> AbstractContextManager[None]:
        """Apply a change only to the draft that the caller read, if the body names its version."""
        version = self.body.get("version", "")
        return unchanged_draft(
            tournament_id=self.terms.id, round_number=self.number, seen=str(version)
        )

    def shown(self) -> Response:
        """Return the round as it is now. Only those who prepare drafts may see them."""
        found = whole_round(self.terms.id, self.number)
        if found is None or (found.state == RoundState.DRAFT and not self.may(DirectorsRead)):
            raise no_such_thing()
        return self.answer(self.as_named(found))

    def as_named(self, found: WholeRound) -> WholeRound:
        """Return a round with the names that the caller may read."""
        return found if self.may(StaffReadsNames) else found.public


class RoundViewSet(RoundAddresses):
    """The rounds of a tournament, and the clock of each."""

    permission_classes = (AnybodyReads | DirectorsRunRounds,)
    serializer_class = RoundShown
    serializer_classes = {"list": RoundListed, "create": RoundListed, "post_clock": None}
    body_classes = {"create": NewRound}
    query_classes = {"list": RoundsAsked}
    pagination_key = "number"

    def list(self, request: Request, slug: str) -> Response:
        """List rounds.

        Return the rounds by number; drafts only to those who prepare them.
        """
        rounds = round_outlines(self.terms.id, drafts=self.may(DirectorsRead))[::-1]
        if "expand" not in self.query:
            return self.answer_list(rounds)
        page = self.window.of(rounds, attrgetter("number"))
        whole = whole_rounds(self.terms.id, [round_.number for round_ in page])
        return self.answer_list(
            WithMore(round_, whole=self.as_named(whole[round_.number])) for round_ in page
        )

    def create(self, request: Request, slug: str) -> Response:
        """Prepare a round.

        Create the next round, in preparation.

        One beyond the tournament's number of rounds has to be asked for with `extra`.
        """
        extra = self.body["extra"]
        number = create_round(tournament_id=self.terms.id, extra=extra).number
        (outline,) = (
            made for made in round_outlines(self.terms.id, drafts=True) if made.number == number
        )
        return self.answer(outline, location=f"{request.path}{number}/")

    def retrieve(self, request: Request, slug: str, round_number: int) -> Response:
        """Show a round.

        Return the round with its games; a draft only to those who prepare it.
        """
        return self.shown()

    def destroy(self, request: Request, slug: str, round_number: int) -> Response:
        """Delete a draft.

        Delete the last round, with its boards, while it is in preparation.
        """
        remove_round(round_id=self.round_id)
        return self.answer()

    @action(detail=True, methods=["put"], body_class=Publication)
    def publication(self, request: Request, slug: str, round_number: int) -> Response:
        """Publish a round.

        Show the round to its players and let them report.

        In rated mode, departures from the engine's pairing have to be confirmed.
        """
        sure, round_id = self.body["sure"], self.round_id
        with self.seen():
            if not sure and round_state(self.terms.id, self.number) == RoundState.DRAFT:
                found = departing_draft(self.terms.id, self.number)
                if found:
                    raise rules_departure(("otherwise_paired", text) for text in found)
            publish_round(round_id=round_id)
        return self.shown()

    @publication.mapping.delete
    def delete_publication(self, request: Request, slug: str, round_number: int) -> Response:
        """Take a round back.

        Take the round back into preparation; possible until the first result.
        """
        withdraw_round(round_id=self.round_id)
        return self.answer()

    @action(detail=True, serializer_class=ClockShown, body_class=ClockAction, counted=False)
    def clock(self, request: Request, slug: str, round_number: int) -> Response:
        """Show the clock.

        Return the state of a published round's clock, if it has one.
        """
        # It tells the time: no two responses are the same.
        found = clock_by_number(self.terms.id, self.number)
        draft = round_state(self.terms.id, self.number) in ("", RoundState.DRAFT)
        if draft or found is None:
            raise no_such_thing()
        return self.answer(found)

    @clock.mapping.post
    def post_clock(self, request: Request, slug: str, round_number: int) -> Response:
        """Set the clock.

        Start, pause, resume, set, extend or reset the clock.
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

        Return when rounds open, are played and close, and why an overdue one is not open.
        """
        rounds = schedule_of(self.terms.id).rounds
        self.changes_at = [
            moment for row in rounds for moment in (row.opens_at, row.play_by, row.closes_at)
        ]
        return self.answer_list(rounds)

    @action(detail=True, methods=["put"], url_path="schedule/resumption", serializer_class=None)
    def resumption(self, request: Request, slug: str) -> Response:
        """Let the dates count again.

        Let the rounds of a restored tournament open and close at their dates again.
        """
        resume_schedule(tournament_id=self.terms.id)
        return self.answer()


class DraftAddresses(RoundAddresses):
    """URLs that change the draft of a round."""

    def key(self, number: int, field: str) -> int:
        """Return the key of a player named in the body."""
        return player_keys(self.terms.id, [number], field)[0]

    def shown_pairing(self) -> Response:
        """Return the pairing as it is now."""
        page = draft_page(self.terms.id, self.number)
        if page is None:
            raise no_such_thing()
        return self.answer(page)


class PairingViewSet(DraftAddresses):
    """The pairing of a round: by the program, by hand, and the reasons for it."""

    permission_classes = (DirectorsRead | DirectorsRunRounds,)
    serializer_class = PairingShown

    @action(detail=True, body_class=Drawing)
    def pairing(self, request: Request, slug: str, round_number: int) -> Response:
        """Show a pairing.

        Return the boards with their weights, and the players without a place.
        """
        return self.shown_pairing()

    @pairing.mapping.post
    def post_pairing(self, request: Request, slug: str, round_number: int) -> Response:
        """Pair a round.

        Let the program pair the round; locked boards stay. A round that does not exist yet is
        created, if it is the next.
        """
        taken = self.body
        bye = taken["bye"]
        with self.seen():
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
        """Remove the boards.

        Remove all boards except locked ones, and the bye.
        """
        boards.unpair(round_id=self.round_id)
        return self.answer()

    @action(detail=True, url_path="why/<int:number>", serializer_class=WhyShown)
    def why_paired(self, request: Request, slug: str, round_number: int, number: int) -> Response:
        """Explain a pairing.

        Return in words and numbers why a player has their opponent, and whom else they could have
        had.
        """
        found = explain_opponent(self.terms.id, round_number, number)
        if found is None:
            raise no_such_thing()
        return self.answer(found)

    @action(detail=True, serializer_class=VerificationShown)
    def verification(self, request: Request, slug: str, round_number: int) -> Response:
        """Check a draw.

        Pair again in memory from the draw's stored input, and compare.
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
        with self.seen():
            boards.swap_players(
                round_id=self.round_id,
                first_id=self.key(taken["first"], "first"),
                second_id=self.key(taken["second"], "second"),
            )
        return self.shown_pairing()

    @action(detail=True, methods=["put"], body_class=ByeGiven)
    def bye(self, request: Request, slug: str, round_number: int) -> Response:
        """Give the bye.

        Give the bye to a player without a board, or to nobody. In a table or a bracket, others who
        have one keep it; giving it to nobody removes all of them.
        """
        taken = self.body
        player = taken["player"]
        with self.seen():
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

        Seat two players at a board by hand. A round that does not exist yet is created, if it is
        the next.
        """
        taken = self.body
        with self.seen():
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

        Force handicap, komi or number of a board, or lock it.
        """
        taken, board = self.body, self.board(game_id)
        forced = {
            name: taken[key]
            for name, key in (
                ("handicap", "handicap"), ("komi_half", "komi"), ("board_number", "board")
            )
            if key in taken
        }  # fmt: skip
        with self.seen():
            if forced:
                with rename_errors({"board_number": "board"}):
                    boards.set_terms(game_id=board.id, **forced)
            if "locked" in taken:
                boards.lock_boards(
                    round_id=board.round_id, game_ids=[board.id], locked=taken["locked"]
                )
        return self.answer(self.board(game_id))

    def destroy(self, request: Request, slug: str, round_number: int, game_id: int) -> Response:
        """Remove a board.

        Remove a board of a draft; its players then have no place.
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
        """Return the board if it is in the URL's round. Raises a 404 otherwise."""
        board = game_in(self.terms.id, game_id)
        if board is None or board.round_number != self.number:
            raise no_such_thing()
        return board
