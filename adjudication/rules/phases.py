"""The phases of a game under the Japanese rules of 1989, as a state machine of values.

Play, stop (two passes, Art. 9.1), perhaps resumption (Art. 9.3), confirmation (Art. 9.2 and 10),
end. Every act of a player is a method that returns the next state; an act that the rules do not
allow in a phase raises PhaseError with the article. After the end nothing can change (Art. 10.4).

The machine knows who may act and what an act leads to; the board, legality and the count are the
replay's business. Moves played out after the stop are outside the rules (Art. 9.2, commentary 2)
and do not appear here: a resumption starts from the position of the stop.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from adjudication.rules.colours import BLACK, WHITE, opponent
from language.messages import Message
from language.messages import gettext_lazy as _


class Phase(StrEnum):
    """Where a game stands."""

    PLAY = "play"
    STOP = "stop"
    """Play has stopped: the players confirm dead stones and territory."""
    END = "end"


class GameEnd(StrEnum):
    """How a game ended."""

    CONFIRMED = "confirmed"
    """Both confirmed the same dead stones: the count gives the result (Art. 10)."""
    RESIGNED = "resigned"
    NO_RESULT = "no_result"
    BOTH_LOSE = "both_lose"
    FORFEIT = "forfeit"


class ResumptionAnswer(StrEnum):
    """A player's answer once an effective move was found after the stop (Art. 13.1)."""

    RESUME = "resume"
    GAME_OVER = "game_over"
    NEITHER = "neither"
    """Neither asks for resumption nor considers the game over."""


class PhaseError(ValueError):
    """An act that the rules do not allow in this phase. ``article`` says which article."""

    def __init__(self, article: str, text: Message) -> None:
        super().__init__(str(text))
        self.article = article
        self.text = text


def _nothing_confirmed() -> Mapping[int, frozenset[int]]:
    return MappingProxyType({})


def _no_answers() -> Mapping[int, ResumptionAnswer]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class GamePhase:
    """The state of a game. Immutable: every act returns a new one.

    ``to_move`` is the player whose turn it is in play (White first in a handicap game).
    ``confirmed`` maps a player to the dead stones they confirmed since the stop; ``no_result``
    holds the players who agreed to no result; ``answers`` holds what players said about an
    effective move. ``outcome``, ``winner`` and ``article`` are set only at the end; ``winner``
    stays None if the count decides or nobody wins.
    """

    phase: Phase = Phase.PLAY
    to_move: int = BLACK
    passes: int = 0
    stops: int = 0
    repeated: bool = False
    effective_move: bool = False
    confirmed: Mapping[int, frozenset[int]] = field(default_factory=_nothing_confirmed)
    answers: Mapping[int, ResumptionAnswer] = field(default_factory=_no_answers)
    no_result: frozenset[int] = field(default_factory=frozenset)
    outcome: GameEnd | None = None
    winner: int | None = None
    article: str | None = None

    def play(self, colour: int, *, repeats: bool = False) -> GamePhase:
        """Play a stone. ``repeats`` says that it repeated a whole-board position.

        Raises PhaseError after the stop (Art. 9.1), after the end, and out of turn (Art. 2), which
        the referee may report as an illegal move. A play withdraws either player's agreement to no
        result, as the game went on.
        """
        self._must_be_playing(colour)
        return replace(
            self,
            to_move=opponent(colour),
            passes=0,
            repeated=self.repeated or repeats,
            no_result=frozenset(),
        )

    def pass_turn(self, colour: int) -> GamePhase:
        """Pass. The second pass in a row stops the game (Art. 9.1). Raises PhaseError like play."""
        self._must_be_playing(colour)
        if self.passes == 0:
            return replace(self, to_move=opponent(colour), passes=1)
        return replace(
            self, phase=Phase.STOP, to_move=opponent(colour), passes=2, stops=self.stops + 1
        )

    def request_resumption(self, by: int) -> GamePhase:
        """Resume play at one player's request: the opponent must comply and moves first (9.3).

        Anything confirmed since the stop becomes void. Raises PhaseError unless play has stopped.
        """
        self._must_be_stopped("Art. 9.3")
        _must_be_player(by)
        return replace(
            self,
            phase=Phase.PLAY,
            to_move=opponent(by),
            passes=0,
            effective_move=False,
            confirmed=_nothing_confirmed(),
            answers=_no_answers(),
        )

    def confirm(self, by: int, dead: frozenset[int]) -> GamePhase:
        """Confirm which stones are dead. When both confirm the same ones the game ends (Art. 10).

        A player may confirm anew until then. Raises PhaseError unless play has stopped.
        """
        self._must_be_stopped("Art. 9.2")
        _must_be_player(by)
        confirmed = MappingProxyType({**self.confirmed, by: dead})
        if confirmed.get(BLACK) == confirmed.get(WHITE):
            return self._end(GameEnd.CONFIRMED, None, "Art. 10.4", confirmed=confirmed)
        return replace(self, confirmed=confirmed)

    def object(self, by: int) -> GamePhase:
        """Object to what was confirmed, so that both players confirm anew (Art. 10.3).

        ``by`` may be either player; the other cannot refuse. Raises PhaseError unless play has
        stopped and the two have not yet both confirmed the result.
        """
        self._must_be_stopped("Art. 10.3")
        _must_be_player(by)
        return replace(self, confirmed=_nothing_confirmed())

    @property
    def disagree(self) -> bool:
        """Whether both players have confirmed, but not the same dead stones."""
        return len(self.confirmed) == 2 and self.confirmed[BLACK] != self.confirmed[WHITE]

    def agree_no_result(self, by: int) -> GamePhase:
        """Agree that the game ends without result; it does once both have agreed (Art. 12).

        Raises PhaseError unless a whole-board position was repeated and the game has not ended.
        """
        self._must_not_have_ended()
        _must_be_player(by)
        if not self.repeated:
            raise PhaseError(
                "Art. 12",
                _("No result needs a whole-board position to have been repeated."),
            )
        agreed = self.no_result | {by}
        if len(agreed) == 2:
            return self._end(GameEnd.NO_RESULT, None, "Art. 12", no_result=agreed)
        return replace(self, no_result=agreed)

    def find_effective_move(self) -> GamePhase:
        """Record that a move that would change the result was found after the stop (Art. 13.1).

        Raises PhaseError unless play has stopped.
        """
        self._must_be_stopped("Art. 13.1")
        return replace(
            self, effective_move=True, confirmed=_nothing_confirmed(), answers=_no_answers()
        )

    def answer(self, by: int, answer: ResumptionAnswer) -> GamePhase:
        """Answer the question what follows from an effective move (Art. 13.1).

        A request resumes play at once. Once both have answered, the game goes on to confirmation if
        both consider it over; otherwise both lose. Raises PhaseError unless an effective move was
        found after the stop.
        """
        self._must_be_stopped("Art. 13.1")
        _must_be_player(by)
        if not self.effective_move:
            raise PhaseError(
                "Art. 13.1",
                _("No effective move was found after the stop."),
            )
        if answer is ResumptionAnswer.RESUME:
            return self.request_resumption(by)
        answers = MappingProxyType({**self.answers, by: answer})
        if len(answers) < 2:
            return replace(self, answers=answers)
        if set(answers.values()) == {ResumptionAnswer.GAME_OVER}:
            return replace(self, effective_move=False, answers=_no_answers())
        return self._end(GameEnd.BOTH_LOSE, None, "Art. 13.1", answers=answers)

    def displaced_stone(self, *, put_back: bool) -> GamePhase:
        """Settle a stone moved during play: it is put back and the game goes on (Art. 13.2).

        If the players cannot agree on that (``put_back`` False), both lose. Raises PhaseError after
        the end.
        """
        self._must_not_have_ended()
        return self if put_back else self._end(GameEnd.BOTH_LOSE, None, "Art. 13.2")

    def illegal_move(self, by: int) -> GamePhase:
        """Report an illegal move: its player loses at once (Art. 14).

        Raises PhaseError if both have already confirmed the result, which then stands (Art. 10.4).
        """
        self._must_not_have_ended()
        _must_be_player(by)
        return self._end(GameEnd.FORFEIT, opponent(by), "Art. 14")

    def resign(self, by: int) -> GamePhase:
        """Resign (Art. 11). Raises PhaseError after the end."""
        self._must_not_have_ended()
        _must_be_player(by)
        return self._end(GameEnd.RESIGNED, opponent(by), "Art. 11")

    def _end(
        self,
        outcome: GameEnd,
        winner: int | None,
        article: str,
        *,
        confirmed: Mapping[int, frozenset[int]] | None = None,
        answers: Mapping[int, ResumptionAnswer] | None = None,
        no_result: frozenset[int] | None = None,
    ) -> GamePhase:
        return replace(
            self,
            phase=Phase.END,
            outcome=outcome,
            winner=winner,
            article=article,
            confirmed=self.confirmed if confirmed is None else confirmed,
            answers=self.answers if answers is None else answers,
            no_result=self.no_result if no_result is None else no_result,
        )

    def _must_not_have_ended(self) -> None:
        if self.phase is Phase.END:
            raise PhaseError(
                "Art. 10.4",
                _("The game has ended, and its result can no longer change."),
            )

    def _must_be_playing(self, colour: int) -> None:
        self._must_not_have_ended()
        _must_be_player(colour)
        if self.phase is Phase.STOP:
            raise PhaseError(
                "Art. 9.1",
                _("Play has stopped: nobody may move unless a player asks to resume."),
            )
        if colour != self.to_move:
            raise PhaseError("Art. 2", _("It is the other player's turn."))

    def _must_be_stopped(self, article: str) -> None:
        self._must_not_have_ended()
        if self.phase is not Phase.STOP:
            raise PhaseError(
                article,
                _("This is possible only once both players have passed."),
            )


def _must_be_player(colour: int) -> None:
    if colour not in (BLACK, WHITE):
        raise ValueError(f"{colour} is no player's colour")
