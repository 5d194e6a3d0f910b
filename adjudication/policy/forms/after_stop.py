"""Questions after play has stopped: dead stones, and a move that was found too late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from adjudication.policy.articles import ArticleTopic, articles_about
from adjudication.policy.forms.shapes import (
    UNSURE,
    AnswersOutcome,
    Form,
    FormAnswer,
    FormQuestion,
    article_key,
)
from adjudication.policy.policy import EventPolicy
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.phases import GamePhase, Phase
from adjudication.rules.phases import ResumptionAnswer as Said
from adjudication.rules.presets import get_ruleset
from adjudication.rules.rulesets import Resumption, RuleSet, Unresolved
from language.messages import Message, join_messages
from language.messages import gettext_lazy as _

ACCEPT: Final = "accept"
CONCEDE: Final = "concede"
AGAIN: Final = "again"
KEEP: Final = "keep"
RESUME: Final = "resume"
BLACK_MOVES: Final = "black_moves"
WHITE_MOVES: Final = "white_moves"
GAME_OVER: Final = "game_over"
NEITHER: Final = "neither"
RESUMED: Final = "resumed"
NO_RESUMPTION: Final = "no_resumption"

ASK_TO_PLAY_ON: Final = frozenset({RESUME, BLACK_MOVES, WHITE_MOVES})
"""The answers of a player who asks to play on."""

_WHO_MOVES: Final = "who_moves"

_HOW_PLAY_GOES_ON: Final = {
    Resumption.OPPONENT_OF_REQUESTER: _(
        "Play goes on from the position at the stop. Your opponent cannot refuse, and may move "
        "first or pass."
    ),
    Resumption.TURN_ORDER: _(
        "If your opponent does not accept your marks, play goes on from the position at the stop. "
        "The player who did not pass last moves first."
    ),
    Resumption.AGREED: _("You must play on. Next, you say who moves."),
}
_UNLESS_GIVEN_UP: Final = _(
    "Unless your opponent gives up their own marks, play goes on from the position at the stop. "
    "The player who did not pass last moves first."
)
"""How play goes on by turns if only the opponent has marked stones."""
_UNLESS_MARKED: Final = _(
    "Unless your opponent says that you both mark the dead stones, play goes on from the position "
    "at the stop. The player who did not pass last moves first."
)
"""How play goes on by turns if nobody has marked stones."""
_UNLESS_ACCEPTED: Final = _(
    "Unless your opponent accepts your marks, you must play on. Next, you say who moves. If your "
    "opponent wants you both to mark again, a referee decides."
)
"""How play goes on by agreement where both have marked stones."""
_BOTH_CORRECT: Final = _(
    "Both reports are set aside. One of you reports again, with other marks and what they count "
    "to, and the other confirms that or does not."
)
"""What follows if whoever marked stones says that neither's marks are right everywhere."""
_MARK_AGAIN: Final = {
    # Keys: whether the player asked has marked stones, and whether either may ask to play on.
    (True, True): _(
        "Your report is set aside, and you both mark the dead stones and report again, unless your "
        "opponent asks to play on."
    ),
    (True, False): _(
        "Your report is set aside, and you both mark the dead stones and report again."
    ),
    (False, True): _(
        "The report is set aside, and you both mark the dead stones and report again, unless your "
        "opponent asks to play on."
    ),
    (False, False): _(
        "The report is set aside, and you both mark the dead stones and report again."
    ),
}
_KEPT: Final = {
    # Keys: whether the player asked has marked stones, and whether the opponent has.
    (True, True): _(
        "If your opponent accepts your marks, they count; if your opponent wants you both to mark "
        "again, you do. If your opponent asks to play on, you move first. Otherwise a referee "
        "decides."
    ),
    (True, False): _(
        "If your opponent accepts your marks, they count. If your opponent asks to play on, you "
        "move first. Otherwise a referee decides."
    ),
    (False, True): _(
        "If your opponent gives up their own marks, you both mark again. If your opponent asks to "
        "play on, you move first. Otherwise a referee decides."
    ),
    (False, False): _(
        "If your opponent says that you both mark the dead stones, you do. If your opponent asks "
        "to play on, you move first. Otherwise a referee decides."
    ),
}
_WHAT_FOLLOWS: Final = {
    Unresolved.NOTHING_REMOVED: _(
        "After two more passes no more stones are taken off: the board is counted as it stands."
    ),
    Unresolved.ALL_STAND: _("After two more passes all the stones on the board are counted."),
    Unresolved.BOTH_LOSE: _("After two more passes you both mark the dead stones again."),
    Unresolved.UNSPECIFIED: _(
        "After two more passes you both mark the dead stones again; if you still do not agree, a "
        "referee decides."
    ),
}


def dispute_ruleset(ruleset: RuleSet, policy: EventPolicy) -> RuleSet:
    """Return the rule set whose procedure applies when the players disagree on dead stones."""
    if ruleset.unresolved.value is Unresolved.UNSPECIFIED and policy.dispute_rules:
        return get_ruleset(policy.dispute_rules)
    return ruleset


def play_on_article(ruleset: RuleSet, policy: EventPolicy) -> Message | str | None:
    """Return the article by which players who disagree on dead stones play on; None if none does.

    It leaves nobody to decide on the stones: in the end all that are left on the board are counted.
    If the article is not told here, the name of the rules is returned.
    """
    way = dispute_ruleset(ruleset, policy)
    if way.unresolved.value not in (Unresolved.NOTHING_REMOVED, Unresolved.ALL_STAND):
        return None
    told = articles_about(way, ArticleTopic.DISPUTE)
    return told[0].name if told else way.unresolved.article or way.title


def dead_stones(ruleset: RuleSet, policy: EventPolicy, about: Mapping[str, Any]) -> Form:
    """Return the form for players whose dead stones differ, or who contest a count without marks.

    ``about`` has the dead stones that ``black`` and ``white`` name (and as ``black_seki`` and
    ``white_seki`` those in seki, if they name any), and as ``asked`` the colour of the player who
    is asked: nobody accepts marks that the opponent has not made. A player who alone has marked
    stones may instead say that the opponent is right to refuse them. If neither has, or one has
    said that none is dead, each may say that they will both mark them now; so may each if both
    have, for neither may be right everywhere. If it is not known what they name, both are taken to
    have named something.
    """
    asked = str(about.get("asked", ""))
    opponent = {"black": "white", "white": "black"}.get(asked, "")
    marked, has_marks = about.get(opponent, ()) is not None, about.get(asked, ()) is not None
    # A player who says that no stone is dead has answered, but has marked none.
    none_theirs, none_mine = (
        about.get(side, ()) == [] and not about.get(f"{side}_seki") for side in (opponent, asked)
    )
    no_stones = (none_theirs or not marked) and (none_mine or not has_marks)
    way = dispute_ruleset(ruleset, policy)
    resumption = way.resumption.value
    on_request = resumption is Resumption.OPPONENT_OF_REQUESTER
    agreed = resumption is Resumption.AGREED
    play_on = _HOW_PLAY_GOES_ON[resumption]
    if resumption is Resumption.TURN_ORDER and not has_marks:
        play_on = _UNLESS_GIVEN_UP if marked else _UNLESS_MARKED
    elif agreed and marked and has_marks:
        play_on = _UNLESS_ACCEPTED
    if not agreed:
        after = _WHAT_FOLLOWS[way.unresolved.value]
        play_on = join_messages([play_on, after])
    counted = (
        _("The game is counted with your opponent's marks, unless they ask to play on.")
        if on_request
        else _("The game is counted with your opponent's marks.")
    )
    again = (
        _(
            "(If each of you accepts the other's, or your opponent wants to mark again, you both "
            "do.)"
        )
        if has_marks
        else _("(If your opponent gives up their own marks, you both mark again.)")
    )
    answers = [
        FormAnswer(
            ACCEPT,
            _("My opponent is right: no stone is dead.")
            if none_theirs
            else _("My opponent's marks are right."),
            join_messages([counted, again]),
        )
        if marked
        else FormAnswer(
            CONCEDE,
            _("Stones may be dead: we both mark them.")
            if none_mine
            else _("My opponent is right: my marks are wrong.")
            if has_marks
            else _("We both mark the dead stones."),
            _MARK_AGAIN[has_marks, on_request],
        ),
        FormAnswer(
            RESUME,
            _("I want to play on.")
            if on_request or not marked
            else _("They are not right. We play on."),
            play_on,
            then=_WHO_MOVES if agreed else "",
        ),
    ]
    if none_theirs and not has_marks:
        text = _("Stones are dead: we both mark them.")
        answers.insert(1, FormAnswer(CONCEDE, text, _MARK_AGAIN[False, on_request]))
    if marked and has_marks:
        follows = [
            _BOTH_CORRECT,
            _("But if your opponent wants to play on, a referee decides.")
            if agreed
            else _("But if your opponent wants to play on, play goes on."),
        ]
        if way.stones_stay:
            follows.append(
                _(
                    "If your opponent says that you have already played on because of this, a "
                    "referee decides."
                )
            )
        text = _("Neither of us is right everywhere: we mark them again.")
        answers.insert(1, FormAnswer(AGAIN, text, join_messages(follows)))
    if on_request:
        answers.append(
            FormAnswer(
                KEEP,
                _("Stones are dead, and I do not ask to play on.")
                if none_theirs
                else _("My opponent’s marks are not right, and I do not ask to play on.")
                if marked
                else _("I do not ask to play on."),
                _KEPT[has_marks, marked],
            )
        )
    if way.stones_stay:
        answers.append(
            FormAnswer(
                RESUMED,
                _("We have already played on because of this, and both passed again."),
                _(
                    "If your opponent agrees, no more stones are removed: all those on the board "
                    "are counted. Otherwise a referee decides."
                ),
            )
        )
    first = FormQuestion(
        "marks",
        _(
            "One of you says that no stone is dead, and the other has not said which are. What do "
            "you say?"
        )
        if no_stones and (marked or has_marks)
        else _("You did not mark the same dead stones. What do you say?")
        if marked or has_marks
        else _("Neither of you has marked which stones are dead. What do you say?"),
        article_key(way, ArticleTopic.DISPUTE, ArticleTopic.RESUMPTION, otherwise="event:dispute"),
        tuple(answers),
    )
    return (first, _who_moves(way)) if agreed else (first,)


def dead_stones_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> AnswersOutcome:
    """Return what the answers come to."""
    del same  # no marks come with an answer: they are in what the question is about
    said = (black, white)
    resumption = dispute_ruleset(ruleset, policy).resumption.value
    if resumption is Resumption.OPPONENT_OF_REQUESTER and RESUME in said:
        return AnswersOutcome.RESUME
    if CONCEDE in said or said == (AGAIN, AGAIN):
        return AnswersOutcome.GO_ON
    if AGAIN in said:
        return _where_one_marks_again(resumption, *({*said} - {AGAIN}))
    match said.count(ACCEPT):
        case 2:
            return AnswersOutcome.GO_ON
        case 1:
            return AnswersOutcome.CONFIRM
    if KEEP in said:
        return AnswersOutcome.CASE
    if RESUMED in said:
        return AnswersOutcome.ALL_STAND if said == (RESUMED, RESUMED) else AnswersOutcome.CASE
    return _play_on(resumption, said)


def _where_one_marks_again(resumption: Resumption, other: str) -> AnswersOutcome:
    """Return what comes of one player's wish to mark again, by what the other answers.

    Whoever wants to play on may: nobody has accepted their marks.
    """
    if other in (ACCEPT, KEEP):
        return AnswersOutcome.GO_ON
    if other == RESUMED or resumption is Resumption.AGREED:
        return AnswersOutcome.CASE
    return AnswersOutcome.RESUME


def after_resumption(ruleset: RuleSet, policy: EventPolicy) -> AnswersOutcome:
    """Return what follows when play was resumed over dead stones and has stopped again.

    ALL_STAND: nobody is asked and no stone is removed. GAME_OVER: both mark again, and are asked
    again if they differ. CASE: both mark again, and if they differ a referee decides.
    """
    way = dispute_ruleset(ruleset, policy)
    if way.stones_stay:
        return AnswersOutcome.ALL_STAND
    return (
        AnswersOutcome.CASE
        if way.unresolved.value is Unresolved.UNSPECIFIED
        else AnswersOutcome.GAME_OVER
    )


def counted_after_resumption(ruleset: RuleSet, policy: EventPolicy) -> Message:
    """Return what counts once play that was resumed over dead stones has stopped again."""
    if after_resumption(ruleset, policy) is AnswersOutcome.GAME_OVER:
        return _WHAT_FOLLOWS[Unresolved.BOTH_LOSE]
    return _WHAT_FOLLOWS[dispute_ruleset(ruleset, policy).unresolved.value]


def effective_move(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for a move that changes the result, found after play had stopped."""
    del policy
    if ruleset.unresolved.value is Unresolved.BOTH_LOSE:
        return _in_the_order_of_the_articles(ruleset)
    agreed = ruleset.resumption.value is Resumption.AGREED
    over = _("If your opponent agrees, the game is counted as it stands.")
    silent = ruleset.unresolved.value is Unresolved.UNSPECIFIED
    play_on = (
        _("If your opponent wants to play on too, play goes on; otherwise a referee decides.")
        if silent
        else _("Play goes on from the position at the stop.")
    )
    first = FormQuestion(
        "over",
        _(
            "Somebody says that they found a move that changes the result. Is the game over all "
            "the same?"
        ),
        article_key(ruleset, ArticleTopic.RESUMPTION, ArticleTopic.END, otherwise="event:silent"),
        (
            FormAnswer(GAME_OVER, _("Yes, it is over."), over),
            FormAnswer(
                RESUME,
                _("No, we play on."),
                _HOW_PLAY_GOES_ON[Resumption.AGREED] if agreed else play_on,
                then=_WHO_MOVES if agreed else "",
            ),
        ),
    )
    return (first, _who_moves(ruleset)) if agreed else (first,)


def effective_move_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> AnswersOutcome:
    """Return what the answers come to; where Art. 13.1 applies, the phases of the game decide."""
    del policy, same
    if ruleset.unresolved.value is Unresolved.BOTH_LOSE:
        if UNSURE in (black, white) and RESUME not in (black, white):
            return AnswersOutcome.CASE
        return _as_the_phases_say(((BLACK, black), (WHITE, white)))
    said = (black, white)
    if said == (GAME_OVER, GAME_OVER):
        return AnswersOutcome.GAME_OVER
    if GAME_OVER in said and ruleset.unresolved.value is Unresolved.UNSPECIFIED:
        return AnswersOutcome.CASE
    if GAME_OVER in said:
        return AnswersOutcome.RESUME
    return _play_on(ruleset.resumption.value, said)


def first_to_move(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, asked_first: str = "black"
) -> str:
    """Return who moves first once play resumes: black, white, or "" for whoever's turn it is.

    Takes both players' answers. If both asked to resume, ``asked_first`` is who did so first.
    """
    match dispute_ruleset(ruleset, policy).resumption.value:
        case Resumption.TURN_ORDER:
            return ""
        case Resumption.AGREED:
            named = {black, white} & {BLACK_MOVES, WHITE_MOVES}
            if len(named) != 1:  # they disagree: no more moves are played
                return ""
            return "black" if named == {BLACK_MOVES} else "white"
        case Resumption.OPPONENT_OF_REQUESTER:
            asked = asked_first if black == white else "black" if black == RESUME else "white"
            return "white" if asked == "black" else "black"


def _play_on(resumption: Resumption, said: tuple[str, str]) -> AnswersOutcome:
    """Return whether play goes on; where players say who moves, they must say the same."""
    if resumption is Resumption.AGREED and said[0] != said[1]:
        return AnswersOutcome.ALL_STAND
    return AnswersOutcome.RESUME


def _as_the_phases_say(said: Iterable[tuple[int, str]]) -> AnswersOutcome:
    game = GamePhase(phase=Phase.STOP, passes=2, stops=1).find_effective_move()
    for colour, word in said:
        if word == UNSURE:
            continue  # a player who is unsure has neither asked to play on nor agreed to anything
        game = game.answer(colour, Said(word))
        if game.phase is Phase.PLAY:
            return AnswersOutcome.RESUME
    return AnswersOutcome.BOTH_LOSE if game.phase is Phase.END else AnswersOutcome.GAME_OVER


def _who_moves(ruleset: RuleSet) -> FormQuestion:
    goes_on = _(
        "If your opponent says the same, play goes on that way. If not, no stones are taken off "
        "and all those on the board are counted."
    )
    return FormQuestion(
        _WHO_MOVES,
        _("Who moves next?"),
        article_key(ruleset, ArticleTopic.DISPUTE, otherwise="event:dispute"),
        (
            FormAnswer(BLACK_MOVES, _("Black moves."), goes_on),
            FormAnswer(WHITE_MOVES, _("White moves."), goes_on),
        ),
    )


def _in_the_order_of_the_articles(ruleset: RuleSet) -> Form:
    return (
        FormQuestion(
            "resume",
            _(
                "Somebody says that they found a move that changes the result. Do you ask to play "
                "on?"
            ),
            article_key(ruleset, ArticleTopic.RESUMPTION, otherwise="event:silent"),
            (
                FormAnswer(
                    RESUME,
                    _("Yes, I ask to play on."),
                    _HOW_PLAY_GOES_ON[Resumption.OPPONENT_OF_REQUESTER],
                ),
                FormAnswer(
                    NO_RESUMPTION,
                    _("No."),
                    _(
                        "Next, you say whether the game is over. If your opponent asks to play on, "
                        "you move first."
                    ),
                    then="over",
                ),
            ),
        ),
        FormQuestion(
            "over",
            _("Is the game over as it stands?"),
            article_key(ruleset, ArticleTopic.EFFECTIVE_MOVE, otherwise="event:silent"),
            (
                FormAnswer(
                    GAME_OVER,
                    _("Yes, it is over."),
                    _(
                        "If your opponent agrees, you go on to the dead stones and the count. If "
                        "your opponent says no and does not ask to play on, both of you lose."
                    ),
                ),
                FormAnswer(
                    NEITHER,
                    _("No, but I do not ask to play on."),
                    _("Unless your opponent asks to play on or does not know, both of you lose."),
                ),
                FormAnswer(
                    UNSURE,
                    _("I do not know."),
                    _(
                        "If your opponent asks to play on, you move first. Otherwise a referee "
                        "decides."
                    ),
                ),
            ),
        ),
    )
