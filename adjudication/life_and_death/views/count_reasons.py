"""A count of the board as a ruling stores it: as values, and as reasons in every language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from adjudication.cases.selectors.cases import CasePage
from adjudication.confirmation.walls import AliveReason
from adjudication.confirmation.words import assumption_text, chain_name_within
from adjudication.life_and_death.boards import MarkedBoard, MarksOrigin
from adjudication.life_and_death.counting import (
    ALIVE,
    BY_THE_AREA,
    DEAD,
    OWNERS,
    SEKI,
    CountSetting,
    VerdictOnChain,
    stones_unlike_both,
)
from adjudication.life_and_death.grounds import ground_of
from adjudication.life_and_death.selectors import ChainLine, ConfirmationLine
from adjudication.life_and_death.views.lines import points_of, status_message
from adjudication.policy.causes import Cause
from adjudication.policy.decisions import BoardCount
from adjudication.policy.reason_words import RULED_INSTEAD
from adjudication.policy.stakes import articles_at_stake
from adjudication.rules.chains import chains_on
from adjudication.rules.colours import BLACK, COLOURS, EMPTY, WHITE
from adjudication.rules.life import alive_stones_of_both
from adjudication.rules.points import listed_points as points_listed
from adjudication.rules.points import parse_point, point_name
from adjudication.rules.possible import tie_text
from adjudication.rules.rulesets import RuleSet
from adjudication.rules.scoring.count import Count
from adjudication.rules.scoring.regions import chain_at
from adjudication.rules.sentences import result_text
from adjudication.submissions.views.chains import chain_texts, first_stones
from adjudication.submissions.views.marking import count_text, winner_of
from adjudication.verdicts.selectors.chosen import chosen_by_player
from adjudication.verdicts.selectors.submissions import SubmissionView
from language.messages import Message, comma_list, join_clauses, join_messages
from language.messages import gettext_lazy as _
from tournament.games.selectors import GameRow

_NONE_REMOVED: Final = _("No stone is removed.")
_NONE_DEAD: Final = _("No stone is dead.")
_VERDICT: Final = "verdict"
_DRAWN: Final = "drawn"
"""A verdict that rests on the area that somebody drew."""
_SAID: Final = "both"
"""Reasons for a stone's state that need no ruling; for any other, the ruling gives its own."""
_BOTH_MARKED: Final = frozenset({"black here", "white here"})
"""Reasons for what both players marked, but only one of them on this board."""
_OTHER_BOARD: Final = frozenset({"black there", "white there", "another", "unspoken"})
"""Reasons for what was marked on another board, or on none: it is no sign of a dispute."""
_BY: Final = {
    DEAD: {
        _SAID: _("Dead, as both players say: %(groups)s."),
        "black here": _("Dead, as both players marked them, White in another record: %(groups)s."),
        "white here": _("Dead, as both players marked them, Black in another record: %(groups)s."),
        _VERDICT: _("Dead by the verdict on hypothetical play: %(groups)s."),
        _DRAWN: _(
            "Dead by the verdict on hypothetical play, which rests on the area that the referee "
            "drew: %(groups)s."
        ),
        "black": _("Ruled dead, as Black alone says: %(groups)s."),
        "white": _("Ruled dead, as White alone says: %(groups)s."),
        "black there": _(
            "Ruled dead, as Black marked them; in the record that White marked they stand in "
            "another way: %(groups)s."
        ),
        "white there": _(
            "Ruled dead, as White marked them; in the record that Black marked they stand in "
            "another way: %(groups)s."
        ),
        "another": _("Ruled dead, as they were marked in another record: %(groups)s."),
        "file": _("Ruled dead, as the record’s file marks them: %(groups)s."),
        "unspoken": _("Ruled dead; no marks speak of them: %(groups)s."),
        "": _("Ruled dead, though neither player says so: %(groups)s."),
    },
    SEKI: {
        _SAID: _("In seki, as both players say: %(groups)s."),
        "black here": _(
            "In seki, as both players marked them, White in another record: %(groups)s."
        ),
        "white here": _(
            "In seki, as both players marked them, Black in another record: %(groups)s."
        ),
        _VERDICT: _("In seki, and alive by the verdict on hypothetical play: %(groups)s."),
        _DRAWN: _(
            "In seki, and alive by the verdict on hypothetical play, which rests on the area that "
            "the referee drew: %(groups)s."
        ),
        "black": _("Ruled to be in seki, as Black alone says: %(groups)s."),
        "white": _("Ruled to be in seki, as White alone says: %(groups)s."),
        "black there": _(
            "Ruled to be in seki, as Black marked them; in the record that White marked they "
            "stand in another way: %(groups)s."
        ),
        "white there": _(
            "Ruled to be in seki, as White marked them; in the record that Black marked they "
            "stand in another way: %(groups)s."
        ),
        "another": _("Ruled to be in seki, as they were marked in another record: %(groups)s."),
        "unspoken": _("Ruled to be in seki; no marks speak of them: %(groups)s."),
        "": _("Ruled to be in seki, though neither player says so: %(groups)s."),
    },
    ALIVE: {
        _SAID: _("Alive, as both players say: %(groups)s."),
        _VERDICT: _("Alive by the verdict on hypothetical play: %(groups)s."),
        _DRAWN: _(
            "Alive by the verdict on hypothetical play, which rests on the area that the referee "
            "drew: %(groups)s."
        ),
        "both dead": _("Ruled alive, though both players call them dead: %(groups)s."),
        "black dead": _("Ruled alive, though Black calls them dead: %(groups)s."),
        "white dead": _("Ruled alive, though White calls them dead: %(groups)s."),
        "both seki": _("Ruled alive, though both players call them in seki: %(groups)s."),
        "black seki": _("Ruled alive, though Black calls them in seki: %(groups)s."),
        "white seki": _("Ruled alive, though White calls them in seki: %(groups)s."),
        "neither": _("Ruled alive, though neither player says so: %(groups)s."),
        "unspoken": _("Ruled alive; no marks speak of them: %(groups)s."),
        "": _("Ruled alive: %(groups)s."),
    },
}
"""Why stones are dead, in seki or alive, by :meth:`_By.why`."""
# The wording of 1.0.0: rulings made with it are read in every language, too.
_BEFORE: Final = (
    _(
        "Dead by Black’s marks alone, which White does not share and no verdict confirms: "
        "%(groups)s."
    ),
    _(
        "Dead by White’s marks alone, which Black does not share and no verdict confirms: "
        "%(groups)s."
    ),
    _("Dead, as the referee finds: %(groups)s."),
    _("Dead: %(groups)s."),
    _("Alive, though both players call them dead: %(groups)s."),
    _("Alive, though Black calls them dead: %(groups)s."),
    _("Alive, though White calls them dead: %(groups)s."),
    _("Alive, as the referee finds: %(groups)s."),
    _("Alive: %(groups)s."),
    _("In seki, so that what they surround counts for nobody: %(groups)s."),
)
_RECORDS: Final = {
    "black": _("Black’s"),
    "white": _("White’s"),
    "": _("the one that the staff brought"),
}
_BOTHS: Final = _("the one that both players sent")
_CHOSEN: Final = _("Of the records of this game, the referee chose %(record)s.")
_GOES_BY: Final = _("Of the records of this game, %(record)s is counted.")
_SURROUNDED: Final = _("What stones in seki surround counts for nobody.")
_DECIDES: Final = _("What decides on stones in dispute: %(article)s.")
_SAFE: Final = _("These cannot be taken, whatever is played: %(groups)s.")
_GAMES_TAKE: Final = _(
    "The proposal from random games, which can be wrong, takes for dead: %(groups)s."
)
_GAMES_LEAVE: Final = _(
    "The proposal from random games, which can be wrong, takes for alive: %(groups)s."
)
_COUNTED_FOR: Final = {
    EMPTY: _("Counted for nobody: %(points)s."),
    BLACK: _("Counted for Black: %(points)s."),
    WHITE: _("Counted for White: %(points)s."),
}
_PROVEN: Final = _("Hypothetical play, with its proof in verdict %(number)s of this case: %(told)s")
_AGAINST: Final = _(
    "Verdict %(number)s of this case, with assumptions of its own, proves the opposite about "
    "%(the_stones)s."
)
_RESULT: Final = _("That is %(result)s.")
_IN_GAMES: Final = _("%(stones)s, which stay in %(lived)d of %(games)d random games")
_REFEREE: Final = _("The referee takes to be alive: %(groups)s.")
_TAKEN_BY: Final = {
    AliveReason.PLAYERS: _("Both players take to be alive: %(groups)s."),
    AliveReason.PROPOSED: _REFEREE,
    AliveReason.AGREED: _REFEREE,
}


def board_count(
    board: MarkedBoard,
    setting: CountSetting,
    counted: Count,
    verdicts: Mapping[frozenset[int], VerdictOnChain],
) -> BoardCount:
    """Return a count with the setting it was made with, and the verdicts beside it."""
    told = {name: tuple(names.split()) for name, names in _words(board, setting).items()}
    return BoardCount(
        black=counted.black.total,
        white=counted.white.total,
        winner=winner_of(counted).value,
        dead=told[DEAD],
        seki=told[SEKI],
        owners={owner: told[owner] for owner in OWNERS if told[owner]},
        verdicts=_cited(verdicts),
        unlike_both=tuple(
            first_stones(
                board.position, board.size, stones_unlike_both(board, verdicts, setting)
            ).split()
        ),
        differing=tuple(first_stones(board.position, board.size, board.differing).split()),
        record=board.digest,
    )


def _cited(verdicts: Mapping[frozenset[int], VerdictOnChain]) -> tuple[int, ...]:
    """Return the numbers of the verdicts that a count can cite: those with a proof."""
    return tuple(sorted({judged.number for judged in verdicts.values() if judged.proven}))


def _words(board: MarkedBoard, setting: CountSetting) -> dict[str, str]:
    return setting.words(board.position, board.size)


def reasons_of(
    board: MarkedBoard,
    setting: CountSetting,
    counted: Count,
    ruleset: RuleSet,
    *,
    verdicts: Mapping[frozenset[int], VerdictOnChain],
    confirmations: Sequence[ConfirmationLine],
    game: GameRow,
    play_on: Message | str | None = None,
    goes_by: Message | None = None,
) -> Message:
    """Return what a count rests on, with Black and White for names, and a paragraph a verdict.

    ``play_on`` is the article by which the players play on over stones in dispute, if one does;
    ``goes_by`` says which of several records is counted.
    """
    size = board.size

    def named(points: Iterable[int]) -> Message:
        return comma_list(chain_texts(board.position, size, frozenset(points)))

    texts: list[Message] = [] if goes_by is None else [goes_by]
    if game.stones_stay:
        texts.append(_NONE_REMOVED)
    else:
        by = _By(board, setting, verdicts, game)
        reasons = by.reasons
        for state, found in reasons.items():
            if state == DEAD and not found:
                texts.append(_NONE_DEAD)
            texts += [
                text % {"groups": named(found[why])}
                for why, text in _BY[state].items()
                if why in found
            ]
        texts += [text % {"groups": named(stones)} for text, stones in by.grounds() if stones]
        if setting.seki:
            texts.append(_SURROUNDED)
        if by.disputed:
            texts.append(_what_decides(setting, ruleset, play_on))
    for owner, text in _COUNTED_FOR.items():
        points = [point for point, said in setting.owners.items() if said == owner]
        if points:
            texts.append(text % {"points": points_listed(points, size)})
    paragraphs = [texts]
    for number in _cited(verdicts):
        proven = [one for one in verdicts.values() if one.number == number and one.proven]
        told = join_messages(status_message(one.chain, size) for one in proven)
        line = next(line for line in confirmations if line.number == number)
        granted = dict.fromkeys(text for one in proven for text in drawn_texts(one.chain, size))
        proof = _PROVEN % {"number": number, "told": told}
        paragraphs.append([proof, *granted, *_taken_alive(board, line)])
    paragraphs.append([text for one in verdicts.values() for text in against_texts(one, size)])
    texts = [count_text(counted)]
    tie = tie_text(ruleset) if counted.tied else None
    if tie is not None:
        texts.append(tie)
    if counted.claim.margin is not None:
        texts.append(_RESULT % {"result": result_text(counted.claim)})
    paragraphs.append(texts)
    return join_messages(map(join_messages, filter(None, paragraphs)), "\n\n")


def _what_decides(
    setting: CountSetting, ruleset: RuleSet, play_on: Message | str | None
) -> Message:
    """Return what decides on stones in dispute; where the players play on, it is the ruling.

    If no stone is dead, all are counted as they would be in the end under such a text.
    """
    if play_on is not None and setting.dead:
        return RULED_INSTEAD % {"article": play_on}
    decides = articles_at_stake(Cause.DEAD_STONES, None, ruleset)[0]
    return _DECIDES % {"article": decides.name}


def drawn_texts(chain: ChainLine, size: int) -> Iterator[Message]:
    """Yield what a verdict takes for granted because of where an area was drawn."""
    for one in chain.assumptions:
        if one.why in BY_THE_AREA:
            points, colour = points_of(one.points, size), COLOURS[one.colour]
            yield assumption_text(AliveReason(one.why), points, colour, size)


def against_texts(judged: VerdictOnChain, size: int) -> Iterator[Message]:
    """Yield which other verdicts prove the opposite of one."""
    points = points_of(judged.chain.points, size)
    stones = chain_name_within(points, COLOURS[judged.chain.colour], size)
    for number in judged.against:
        yield _AGAINST % {"number": number, "the_stones": stones}


def record_sentence(
    page: CasePage, boards: Iterable[MarkedBoard], standing: MarkedBoard, game: GameRow
) -> Message | None:
    """Return which record a count goes by; None unless it could have been another.

    That is so if a record was chosen in place of another, or if the board of another record ends in
    a different position. The names are Black and White. Two queries at most.
    """
    reports = [
        one for one in page.recorded_reports if one.record and one.record.sha256 == standing.digest
    ]
    said = [one.record for one in page.statements if one.record is not None]
    senders = {one.record.sent_by for one in reports if one.record is not None}
    senders |= {record.sent_by for record in said if record.sha256 == standing.digest}
    colours = {game.colour_of(sender) for sender in senders if sender is not None} - {""}
    name = _BOTHS if len(colours) > 1 else _RECORDS[next(iter(colours), "")]
    chosen = [one for one in reports if one.chosen]
    if chosen and not all(map(partial(_by_player, page, game), chosen)):
        return _CHOSEN % {"record": name}
    others = any(board.position != standing.position for board in boards)
    return _GOES_BY % {"record": name} if chosen or others else None


def _by_player(page: CasePage, game: GameRow, report: SubmissionView) -> bool:
    """Whether a player, not a referee, chose the record that a report stands with."""
    player = game.black if report.player_id == game.black.id else game.white
    return chosen_by_player(page.terms.id, game.round_number, player.number)


def dispute_in_count(
    board: MarkedBoard,
    setting: CountSetting,
    verdicts: Mapping[frozenset[int], VerdictOnChain],
    game: GameRow,
) -> tuple[bool, bool]:
    """Return whether a count decides on stones in dispute, and whether both agree on all of them.

    Neither is so if somebody marked another board.
    """
    by = _By(board, setting, verdicts, game)
    return by.disputed, by.agreed


@dataclass(frozen=True)
class _By:
    """On whose word the stones of a board are dead or alive in a setting."""

    board: MarkedBoard
    setting: CountSetting
    verdicts: Mapping[frozenset[int], VerdictOnChain]
    game: GameRow

    @cached_property
    def reasons(self) -> dict[str, dict[str, set[int]]]:
        """Return the stones to give reasons for, by their state and by the reason."""
        return {
            DEAD: self.chains(self.setting.dead),
            ALIVE: self.chains(_alive_in_dispute(self.board, self.setting)),
            SEKI: self.chains(self.setting.seki),
        }

    @property
    def disputed(self) -> bool:
        """Whether stones were in dispute, or are ruled otherwise than a player says."""
        differing = self.board.differing
        return any(
            why not in _OTHER_BOARD or not differing.isdisjoint(points)
            for why, points in self._ruled
            if why not in (_VERDICT, _DRAWN)
        )

    @property
    def agreed(self) -> bool:
        """Whether everything is counted as both players say or marked it."""
        return not self._ruled

    @property
    def _ruled(self) -> list[tuple[str, set[int]]]:
        return [
            (why, points)
            for found in self.reasons.values()
            for why, points in found.items()
            if why != _SAID and why not in _BOTH_MARKED
        ]

    def chains(self, points: frozenset[int]) -> dict[str, set[int]]:
        """Return the chains on some points, by the reason for how they are counted."""
        found: dict[str, set[int]] = {}
        for chain in chains_on(self.board.position, self.board.size, points):
            found.setdefault(self.why(chain), set()).update(chain)
        return found

    def why(self, chain: Collection[int]) -> str:
        """Return the key of the reason for how a chain is counted (in :data:`_BY`).

        ``verdict`` (``drawn`` if it rests on a drawn area) or ``both`` if a verdict or both players
        agree, or else the colour of the player who does: with ``here`` if the other marked the same
        chain in another record, with ``there`` if the chain stands in another way in the record
        that the other marked. If neither does, it is where else the stones were marked so,
        ``unspoken`` if nobody could mark them, or empty.
        For living stones it says which players call them otherwise, and what they call them.
        """
        first = min(chain)
        state = self.setting.state_of(first)
        judged = self.verdicts.get(frozenset(chain))
        calls = {
            self.game.colour_of(player): said
            for player, said in self.board.calls_by_player(first).items()
            if self.game.colour_of(player)
        }
        agree = len(calls) == 2 and set(calls.values()) == {state}
        if agree and state == SEKI:
            return _SAID  # a verdict that they live does not say that
        if judged is not None and judged.alive is not None and judged.alive is (state != DEAD):
            return _DRAWN if judged.rests_on_drawn_area else _VERDICT
        if agree:
            return _SAID
        if not calls and first in self.board.unspoken:
            return "unspoken"
        if state == ALIVE:
            return _otherwise(calls)
        callers = [colour for colour, said in calls.items() if said == state]
        return self._called(callers[0], first) if callers else self._marked_elsewhere(first, state)

    def _called(self, caller: str, point: int) -> str:
        """Return the key of the reason for a stone that only ``caller`` called so on this board."""
        for mark in self.board.marked:
            colour = "" if mark.player_id is None else self.game.colour_of(mark.player_id)
            if mark.where is not MarksOrigin.ANOTHER or colour in ("", caller):
                continue
            if not mark.covers_chain_at(point):
                return f"{caller} there"
            if mark.state_of(point) == self.setting.state_of(point):
                return f"{caller} here"
        return caller

    def _marked_elsewhere(self, point: int, state: str) -> str:
        """Return where a stone was marked so, other than on this board; empty if nowhere."""
        found = {mark.where for mark in self.board.marked if mark.state_of(point) == state}
        if MarksOrigin.ANOTHER in found:
            return "another"
        return "file" if MarksOrigin.FILE in found else ""

    def grounds(self) -> Iterator[tuple[Message, frozenset[int]]]:
        """Yield reasons for stones without a verdict that not both players call so.

        The set of stones is empty if a reason applies to none.
        """
        board, setting = self.board, self.setting
        lived = _alive_in_dispute(board, setting) - self._proven
        safe = lived & alive_stones_of_both(board.position, board.size)
        yield _SAFE, safe
        # Nobody asks why stones are dead that both call dead.
        asked = setting.proposed - self._proven - board.agreed_dead
        yield _GAMES_TAKE, asked & setting.dead
        yield _GAMES_LEAVE, (asked & lived) - safe

    @property
    def _proven(self) -> frozenset[int]:
        """Return the stones whose fate a verdict has decided."""
        judged = self.verdicts.items()
        return frozenset().union(*(chain for chain, one in judged if one.alive is not None))


def _otherwise(calls: Mapping[str, str]) -> str:
    """Return which players do not call living stones alive, and what they call them instead."""
    others = {colour: said for colour, said in calls.items() if said != ALIVE}
    match sorted(others.items()):
        case []:
            return ""
        case [(colour, said)]:
            return f"{colour} {said}"
        case [(_black, said), (_white, also)] if said == also:
            return f"both {said}"
    return "neither"


def _alive_in_dispute(board: MarkedBoard, setting: CountSetting) -> frozenset[int]:
    """Return the stones that count as alive by a ruling, or although somebody disagrees.

    A player who called them dead should read what became of that.
    """
    called = board.to_decide | board.agreed_dead | board.agreed_seki
    return (called | setting.decided) - setting.dead - setting.seki


def _taken_alive(board: MarkedBoard, line: ConfirmationLine) -> Iterator[Message]:
    """Yield which stones a verdict takes to be alive, and on whose word."""
    size = board.size
    groups: dict[AliveReason, dict[Message, None]] = {}
    for first in line.alive:
        point = parse_point(first, size)
        (name,) = chain_texts(board.position, size, {point})
        start = point_name(min(chain_at(board.position, size, point)), size)
        why, figures = ground_of(line.grounds, start)
        if figures:
            name = _IN_GAMES % {"stones": name, "lived": figures[0], "games": figures[1]}
        groups.setdefault(why, {})[name] = None
    for why, text in _TAKEN_BY.items():
        if why in groups:
            yield text % {"groups": join_clauses(groups[why])}
