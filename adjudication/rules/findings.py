"""What a replay reports: findings with stable codes (SPEC 1.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from adjudication.rules.colours import LETTER
from adjudication.rules.points import point_name
from language.messages import Message


class Code(StrEnum):
    """The stable codes. Programs read them; sentences may change, codes do not."""

    OCCUPIED = "illegal.occupied"
    SUICIDE = "illegal.suicide"
    KO = "illegal.ko"
    SUPERKO = "illegal.superko"
    TURN = "illegal.turn"
    AFTER_END = "illegal.after_end"
    CYCLE = "cycle.whole_board"
    CYCLE_POSITION = "cycle.position_only"
    TWO_PASSES = "end.two_passes"
    RESIGNED = "end.resigned"
    UNFINISHED = "end.unfinished"
    RESUMED = "end.resumed"
    SCORE_CONFIRMED = "score.confirmed"
    SCORE_MISMATCH = "score.mismatch"
    NEEDS_DEAD_STONES = "score.needs_dead_stones"
    OPEN_DAME = "score.open_dame"
    SEKI_POSSIBLE = "score.seki_possible"
    MARKS_DIFFER = "score.marks_differ"
    MARKS_SUSPICIOUS = "marks.suspicious"
    HANDICAP_DIFFERS = "record.handicap_differs"
    KOMI_DIFFERS = "record.komi_differs"
    SIZE_DIFFERS = "record.size_differs"
    COLOURS_SWAPPED = "record.colours_swapped"
    NAMES_DIFFER = "record.names_differ"
    DUPLICATE = "record.duplicate"
    HANDICAP_MISSING = "record.handicap_missing"
    KOMI_MISSING = "record.komi_missing"
    RULES_UNKNOWN = "record.rules_unknown"
    RESULT_DIFFERS = "record.result_differs"
    RESULT_UNREADABLE = "record.result_unreadable"
    CONTRADICTORY = "record.contradictory"
    VALUE_UNREADABLE = "record.value_unreadable"
    SETUP_HANDICAP = "record.setup_handicap"
    SETUP_ILLEGAL = "record.setup_illegal"
    SETUP_MID_GAME = "record.setup_mid_game"
    VARIATION = "record.variation"
    MOVE_NUMBER = "record.move_number_differs"
    TO_MOVE = "record.player_to_move"
    TRUNCATED = "record.truncated"
    CHARSET_UNCLEAR = "record.charset_unclear"
    SETUP_UNCLEAR = "record.setup_unclear"
    BAD_POINT = "record.bad_point"
    HANDICAP_INFERRED = "record.handicap_inferred"
    SETUP_AS_MOVES = "record.setup_as_moves"
    SERVER_RULES = "record.server_rules"
    FIRST_MOVE = "record.first_move"
    NOT_SHOWN = "claim.not_shown"
    RETAKE_AFTER_PASS = "ko.retake_after_pass"
    CLOCK_FELL = "clock.fell"
    CLOCK_CONTRADICTS = "clock.contradicts"
    CLOCK_BELOW_ZERO = "clock.below_zero"
    TIME_LEFT = "clock.time_left"
    OTHERS_TURN = "clock.others_turn"
    TERMS_DIFFER = "terms.differ"
    TERMS_NOT_SHOWN = "terms.not_shown"

    @property
    def is_illegal(self) -> bool:
        """Whether this is a fault of a move, be it the player's or the record's."""
        return self.value.startswith("illegal.") and self is not Code.AFTER_END


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing the replay found.

    ``move`` counts plays and passes of the main line from 1, None where the finding is not about a
    move; ``colour`` is BLACK or WHITE or None; ``point`` an index on the board or None for a pass
    and for findings without a point. ``article`` is the article the consequence rests on, None
    where the rule set is silent. ``moot`` findings come after the illegal move that decides and
    never alter the verdict. ``uncertain`` findings are in doubt, since the record itself may be
    wrong there or earlier: they accuse nobody until the players have said what happened. A finding
    that ``asks`` is the question itself. ``detail`` holds further plain values by name.
    """

    code: Code
    rules: str | None
    text: Message
    move: int | None = None
    colour: int | None = None
    point: int | None = None
    article: str | None = None
    moot: bool = False
    uncertain: bool = False
    asks: bool = False
    detail: Mapping[str, object] = field(default_factory=dict)

    def as_dict(self, size: int, say: Callable[[Message], object] = str) -> dict[str, object]:
        """Return the finding as plain values for JSON.

        ``say`` turns the text into ``message``, in English by default.
        """
        return {
            "code": self.code.value,
            "rules": self.rules,
            "move": self.move,
            "color": None if self.colour is None else LETTER[self.colour],
            "point": None if self.point is None else point_name(self.point, size),
            "article": self.article,
            "message": say(self.text),
            "moot": self.moot,
            "uncertain": self.uncertain,
            "asks": self.asks,
            **({"detail": dict(self.detail)} if self.detail else {}),
        }
