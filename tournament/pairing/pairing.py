"""The values of a pairing: the request for a round, and the boards and bye that answer it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from language.messages import Message
from tournament.brackets.seeding import BracketError
from tournament.state.games import Bye, Game
from tournament.state.results import UNKNOWN, Result
from tournament.state.state import TournamentState
from tournament.state.wishes import FixedBoard

ENGINE_VERSION = "pairing-2"
"""Changes whenever anything does that can change a pairing; stored with every draw."""


class PairingError(ValueError):
    """A round that cannot be paired. ``code`` is stable, ``text`` says why and what to do.

    ``field`` names the parameter that is wrong, if it is a single one, and ``round`` an earlier
    round in which something has to be put right first. ``why`` is for readers who can do nothing
    about it.
    """

    def __init__(
        self,
        code: str,
        text: Message,
        *,
        why: Message | None = None,
        field: str = "",
        round: int | None = None,
    ) -> None:
        super().__init__(str(text))
        self.code = code
        self.text = text
        self.why = text if why is None else why
        self.field = field
        self.round = round


@contextmanager
def bracket_errors() -> Iterator[None]:
    """Turn the error of a bracket that cannot go on into a PairingError."""
    try:
        yield
    except BracketError as error:
        raise PairingError(error.code, error.text, why=error.why, round=error.round) from error


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """A round to pair.

    Games and byes in ``state`` of ``round`` and later are ignored. ``only`` replaces participation:
    exactly these players are paired (they are still grouped among all who take part). ``bye`` is
    the player chosen by hand for the bye. ``fixed`` boards are kept as they are. ``seed`` is used
    if the parameters ask for a random component that is not deterministic. ``reserved`` tables are
    given to nobody, but a fixed board that names one keeps it.
    """

    state: TournamentState
    round: int
    seed: int = 0
    only: frozenset[int] | None = None
    bye: int | None = None
    fixed: tuple[FixedBoard, ...] = ()
    reserved: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Board:
    """A pair at its table.

    ``components`` has the named parts of ``weight``, which is their sum + 1. For methods without
    weights they are empty and 0.
    """

    table: int
    black: int
    white: int
    handicap: int = 0
    komi_half: int = 15
    weight: int = 0
    components: Mapping[str, int] = field(default_factory=dict)
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """The pairing of a round: boards by table, the bye, and how they were computed.

    ``total`` is the sum of the weights of the boards that the matching chose; no pairing of these
    players has a greater sum than ``bound``, which is None if that was not proven. ``notes`` say
    which rules and wishes could not be kept. Players in ``unpaired`` take part but have neither a
    board nor the bye, as happens in round-robins, knock-outs and pairings by hand. Players in
    ``walk_overs`` go through because the opponent does not play; the round counts them as byes.
    """

    round: int
    boards: tuple[Board, ...]
    bye: int | None = None
    total: int = 0
    bound: int | None = None
    seed: int = 0
    engine_version: str = ENGINE_VERSION
    notes: tuple[Message, ...] = ()
    unpaired: tuple[int, ...] = ()
    walk_overs: tuple[int, ...] = ()

    @property
    def byes(self) -> tuple[int, ...]:
        """Return everybody for whom the round counts a bye."""
        return self.walk_overs if self.bye is None else (self.bye, *self.walk_overs)

    def seated(
        self, state: TournamentState, result_of: Callable[[Board], Result] = lambda _board: UNKNOWN
    ) -> TournamentState:
        """Return the state with the games and byes of this round added.

        ``result_of`` gives the result of a board, by default unknown; it is called in board order.
        """
        games = tuple(
            Game(
                round=self.round,
                table=board.table,
                black=board.black,
                white=board.white,
                result=result_of(board),
                handicap=board.handicap,
                komi_half=board.komi_half,
            )
            for board in self.boards
        )
        byes = tuple(Bye(self.round, player) for player in self.byes)
        return replace(state, games=(*state.games, *games), byes=(*state.byes, *byes))
