"""Any sequence of acts: the phases against a plain account of the same game."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.phases import GameEnd, GamePhase, Phase, PhaseError, ResumptionAnswer
from tests.support.catalogues import french
from tests.support.environment import times

PLAYERS = st.sampled_from([BLACK, WHITE])
DEAD = st.sampled_from([frozenset[int](), frozenset({1}), frozenset({1, 2})])


class Game(RuleBasedStateMachine):
    """Keeps who is to move, the passes and the agreements by hand, beside the machine's."""

    def __init__(self) -> None:
        super().__init__()
        self.game = GamePhase()
        self.to_move = BLACK
        self.passes = 0
        self.stops = 0
        self.repeated = False
        self.said: dict[int, frozenset[int]] = {}
        self.agreed: set[int] = set()
        self.end: tuple[GameEnd, int | None] | None = None

    def attempt(self, name: str, *values: object, allowed: bool, **options: object) -> bool:
        """Do an act that must succeed or must be refused, and tell which."""
        refused: PhaseError | None = None
        try:
            self.game = getattr(self.game, name)(*values, **options)
        except PhaseError as error:
            refused = error
        assert (refused is None) == allowed, (name, values)
        if refused is not None:
            assert refused.article.startswith("Art. ")
            assert str(refused.text) != french(refused.text)
        return allowed

    @property
    def stopped(self) -> bool:
        return self.end is None and self.passes == 2

    @rule(colour=PLAYERS, repeats=st.booleans())
    def play(self, colour: int, repeats: bool) -> None:
        allowed = self.end is None and self.passes < 2 and colour == self.to_move
        if self.attempt("play", colour, repeats=repeats, allowed=allowed):
            self.to_move, self.passes = 3 - colour, 0
            self.repeated = self.repeated or repeats
            self.agreed = set()

    @rule(colour=PLAYERS)
    def pass_turn(self, colour: int) -> None:
        allowed = self.end is None and self.passes < 2 and colour == self.to_move
        if self.attempt("pass_turn", colour, allowed=allowed):
            self.to_move, self.passes = 3 - colour, self.passes + 1
            self.stops += self.passes == 2

    @precondition(lambda self: self.end is None)
    @rule()
    def both_pass(self) -> None:
        """Bring a stop about more often than chance would."""
        while self.passes < 2:
            self.pass_turn(self.to_move)

    @rule(by=PLAYERS)
    def resume(self, by: int) -> None:
        if self.attempt("request_resumption", by, allowed=self.stopped):
            self.to_move, self.passes, self.said = 3 - by, 0, {}

    @rule(by=PLAYERS, dead=DEAD)
    def confirm(self, by: int, dead: frozenset[int]) -> None:
        if self.attempt("confirm", by, dead, allowed=self.stopped):
            self.said[by] = dead
            if len(self.said) == 2 and self.said[BLACK] == self.said[WHITE]:
                self.end = (GameEnd.CONFIRMED, None)

    @rule(by=PLAYERS)
    def objects(self, by: int) -> None:
        if self.attempt("object", by, allowed=self.stopped):
            self.said = {}

    @rule(by=PLAYERS)
    def no_result(self, by: int) -> None:
        if self.attempt("agree_no_result", by, allowed=self.end is None and self.repeated):
            self.agreed.add(by)
            if len(self.agreed) == 2:
                self.end = (GameEnd.NO_RESULT, None)

    @rule(black=st.sampled_from(ResumptionAnswer), white=st.sampled_from(ResumptionAnswer))
    def effective_move(self, black: ResumptionAnswer, white: ResumptionAnswer) -> None:
        if not self.attempt("find_effective_move", allowed=self.stopped):
            return
        self.said = {}
        for by, answer in ((BLACK, black), (WHITE, white)):
            self.attempt("answer", by, answer, allowed=True)
            if answer is ResumptionAnswer.RESUME:
                self.to_move, self.passes = 3 - by, 0
                return
        if ResumptionAnswer.NEITHER in (black, white):
            self.end = (GameEnd.BOTH_LOSE, None)

    @rule(put_back=st.booleans())
    def displaced(self, put_back: bool) -> None:
        allowed = self.end is None
        if self.attempt("displaced_stone", put_back=put_back, allowed=allowed) and not put_back:
            self.end = (GameEnd.BOTH_LOSE, None)

    @precondition(lambda self: self.stops > 1)
    @rule(by=PLAYERS, resigns=st.booleans())
    def lose(self, by: int, resigns: bool) -> None:
        if self.attempt("resign" if resigns else "illegal_move", by, allowed=self.end is None):
            self.end = (GameEnd.RESIGNED if resigns else GameEnd.FORFEIT, 3 - by)

    @invariant()
    def agrees(self) -> None:
        game = self.game
        assert (game.phase is Phase.END) == (self.end is not None)
        assert (game.phase is Phase.STOP) == self.stopped
        assert game.stops == self.stops
        assert (game.outcome, game.winner) == (self.end or (None, None))
        assert (game.article is None) == (self.end is None)
        if self.end is None:
            assert game.to_move == self.to_move
            assert game.confirmed == self.said


Game.TestCase.settings = settings(
    max_examples=times(50, long=150), stateful_step_count=30, deadline=None
)
TestPhases = Game.TestCase
