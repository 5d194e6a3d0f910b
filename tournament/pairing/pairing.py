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
"""Changes with anything that can change a pairing; stored with every draw."""


class PairingError(ValueError):
    """A round that cannot be paired. ``code`` is stable, ``text`` says why and what to do.

    ``field`` names the parameter that is wrong, where it is a single one, and ``round`` an earlier
    round in which something has to be mended first. ``why`` is for those who can do nothing about
    it.
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
    """Say of a bracket that cannot go on that its round cannot be paired."""
    try:
        yield
    except BracketError as error:
        raise PairingError(error.code, error.text, why=error.why, round=error.round) from error


@dataclass(frozen=True, slots=True)
class PairingRequest:
    """A round to pair.

    Games and byes of ``round`` and later in ``state`` are not looked at. ``only`` replaces
    participation: exactly these players are paired (they are still grouped among all who take
    part). ``bye`` is the player chosen by hand for the bye. ``fixed`` boards are kept as they are.
    ``seed`` is used where the parameters ask for a random component that is not deterministic.
    ``reserved`` tables are given to nobody; a fixed board that names one of them keeps it.
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

    ``components`` has the named parts of ``weight``, which is their sum + 1.
    For systems without weights both are empty and 0.
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
    """The pairing of a round: boards by table, the bye, and what it was computed by.

    ``total`` is the sum of the weights of the boards that the matching chose; no pairing of these
    players has a sum beyond ``bound``, which is None where that was not proven. ``notes`` say which
    rules and wishes could not be kept. ``unpaired`` take part but have neither a board nor the bye,
    as in round-robins, knock-outs and pairings by hand. ``walk_overs`` go through in a bracket
    because the opponent does not play; the round counts them as byes.
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
        """Return everybody whom the round counts a bye of."""
        return self.walk_overs if self.bye is None else (self.bye, *self.walk_overs)

    def seated(
        self, state: TournamentState, result_of: Callable[[Board], Result] = lambda _board: UNKNOWN
    ) -> TournamentState:
        """Return a state with the games and byes of this round, the games open unless told.

        ``result_of`` says how the game of a board ended; it is asked in the order of the boards.
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
