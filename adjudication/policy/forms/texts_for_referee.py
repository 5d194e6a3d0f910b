"""The forms' texts for a referee who puts the questions: about Black and White, never "you".

A player reads the forms as they are; :func:`for_referee` gives the text for a referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.sentences import colour_text
from language.messages import Message, Param
from language.messages import gettext_lazy as _

_TOLD: Final[Mapping[str, Message]] = MappingProxyType(
    {
        (
            "Did the whole board return to an earlier position, and do you agree that the "
            "game ends without result?"
        ): _(
            "Did the whole board return to an earlier position, and does %(player)s agree "
            "that the game ends without result?"
        ),
        (
            "If your opponent says yes too, the game ends without result, with half a point "
            "for each of you."
        ): _(
            "If %(opponent)s says yes too, the game ends without result, with half a point "
            "for each player."
        ),
        ("If your opponent says yes too, the game ends without result and you play it again."): _(
            "If %(opponent)s says yes too, the game ends without result and is played again."
        ),
        ("If your opponent says yes too, the game ends without result and does not count."): _(
            "If %(opponent)s says yes too, the game ends without result and does not count."
        ),
        ("The record does not fit the game as it was paired. Is it the record of your game?"): _(
            "The record does not fit the game as it was paired. Is it the record of this game?"
        ),
        (
            "The same record, or nearly the same, was sent for another game. Is it the record of "
            "your game?"
        ): _(
            "The same record, or nearly the same, was sent for another game. Is it the record of "
            "this game?"
        ),
        ("It is our game, played as the record says. Correct the game."): _(
            "It is this game, played as the record says: the game is corrected."
        ),
        (
            "If your opponent agrees, the game is changed: %(changes)s What the record shows "
            "then counts, including any illegal move."
        ): _(
            "If %(opponent)s agrees, the game is changed: %(changes)s What the record shows "
            "then counts, including any illegal move."
        ),
        (
            "If your opponent agrees, nothing about the game changes. What the record shows "
            "then counts, including any illegal move."
        ): _(
            "If %(opponent)s agrees, nothing about the game changes. What the record shows "
            "then counts, including any illegal move."
        ),
        ("If your opponent agrees, the record is set aside and proves nothing."): _(
            "If %(opponent)s agrees, the record is set aside and proves nothing."
        ),
        ("Is it the record of your game, as it was played?"): _(
            "Is it the record of this game, as it was played?"
        ),
        (
            "If your opponent agrees, the game is given the colours of the record. What the "
            "record shows then counts, including any illegal move."
        ): _(
            "If %(opponent)s agrees, the game is given the colours of the record. What the record "
            "shows then counts, including any illegal move."
        ),
        ("It is our game, but we did not play it on the terms of the tournament."): _(
            "It is this game, but it was not played on the terms of the tournament."
        ),
        (
            "%(terms)s The tournament fixes them, so you cannot settle this between yourselves: "
            "even if your opponent says the same, a referee decides whether the game counts so."
        ): _(
            "%(terms)s The tournament fixes them, so the players cannot settle this between "
            "themselves: the referee decides whether the game counts so."
        ),
        (
            "The tournament fixes board size, handicap and komi: even if your opponent says the "
            "same, a referee decides whether the game counts so."
        ): _(
            "The tournament fixes board size, handicap and komi: the referee decides whether the "
            "game counts so."
        ),
        ("You did not mark the same dead stones. What do you say?"): _(
            "The players did not mark the same dead stones. What does %(player)s say?"
        ),
        ("Neither of you has marked which stones are dead. What do you say?"): _(
            "Neither player has marked which stones are dead. What does %(player)s say?"
        ),
        ("We both mark the dead stones."): _("Both mark the dead stones."),
        ("My opponent's marks are right."): _("The marks of %(opponent)s are right."),
        ("The game is counted with your opponent's marks, unless they ask to play on."): _(
            "The game is counted with the marks of %(opponent)s, unless %(opponent)s asks to play "
            "on."
        ),
        ("The game is counted with your opponent's marks."): _(
            "The game is counted with the marks of %(opponent)s."
        ),
        (
            "(If each of you accepts the other's, or your opponent wants to mark again, you both "
            "do.)"
        ): _("(If each accepts the other's, or %(opponent)s wants to mark again, both do.)"),
        ("(If your opponent gives up their own marks, you both mark again.)"): _(
            "(If %(opponent)s gives up their own marks, both mark again.)"
        ),
        ("My opponent is right: my marks are wrong."): _(
            "%(opponent)s is right: the marks of %(player)s are wrong."
        ),
        (
            "Your report is set aside, and you both mark the dead stones and report again, "
            "unless your opponent asks to play on."
        ): _(
            "The report of %(player)s is set aside, and both mark the dead stones and report "
            "again, unless %(opponent)s asks to play on."
        ),
        ("Your report is set aside, and you both mark the dead stones and report again."): _(
            "The report of %(player)s is set aside, and both mark the dead stones and report again."
        ),
        (
            "The report is set aside, and you both mark the dead stones and report again, unless "
            "your opponent asks to play on."
        ): _(
            "The report is set aside, and both mark the dead stones and report again, unless "
            "%(opponent)s asks to play on."
        ),
        ("The report is set aside, and you both mark the dead stones and report again."): _(
            "The report is set aside, and both mark the dead stones and report again."
        ),
        ("They are not right. We play on."): _("They are not right: the game is to go on."),
        (
            "If your opponent does not accept your marks, play goes on from the position at "
            "the stop. The player who did not pass last moves first."
        ): _(
            "If %(opponent)s does not accept the marks of %(player)s, play goes on from the "
            "position at the stop. The player who did not pass last moves first."
        ),
        (
            "Unless your opponent gives up their own marks, play goes on from the position at the "
            "stop. The player who did not pass last moves first."
        ): _(
            "Unless %(opponent)s gives up their own marks, play goes on from the position at the "
            "stop. The player who did not pass last moves first."
        ),
        (
            "Unless your opponent says that you both mark the dead stones, play goes on from the "
            "position at the stop. The player who did not pass last moves first."
        ): _(
            "Unless %(opponent)s says that both mark the dead stones, play goes on from the "
            "position at the stop. The player who did not pass last moves first."
        ),
        ("We have already played on because of this, and both passed again."): _(
            "The players have already played on because of this, and both passed again."
        ),
        (
            "If your opponent agrees, no more stones are removed: all those on the board are "
            "counted. Otherwise a referee decides."
        ): _(
            "If %(opponent)s agrees, no more stones are removed: all those on the board are "
            "counted. Otherwise a referee decides."
        ),
        ("Neither of us is right everywhere: we mark them again."): _(
            "Neither player is right everywhere: both mark them again."
        ),
        (
            "Both reports are set aside. One of you reports again, with other marks and what they "
            "count to, and the other confirms that or does not."
        ): _(
            "Both reports are set aside. One of the players reports again, with other marks and "
            "what they count to, and the other confirms that or does not."
        ),
        ("But if your opponent wants to play on, a referee decides."): _(
            "But if %(opponent)s wants to play on, the referee decides."
        ),
        ("But if your opponent wants to play on, play goes on."): _(
            "But if %(opponent)s wants to play on, play goes on."
        ),
        (
            "If your opponent says that you have already played on because of this, a referee "
            "decides."
        ): _(
            "If %(opponent)s says that they have already played on because of this, the referee "
            "decides."
        ),
        (
            "Unless your opponent accepts your marks, you must play on. Next, you say who moves. "
            "If your opponent wants you both to mark again, a referee decides."
        ): _(
            "Unless %(opponent)s accepts the marks of %(player)s, the players must play on. Next, "
            "%(player)s says who moves. If %(opponent)s wants both to mark again, the referee "
            "decides."
        ),
        ("You must play on. Next, you say who moves."): _(
            "The players must play on. Next, %(player)s says who moves."
        ),
        (
            "If your opponent says the same, play goes on that way. If not, no stones are "
            "taken off and all those on the board are counted."
        ): _(
            "If %(opponent)s says the same, play goes on that way. If not, no stones are "
            "taken off and all those on the board are counted."
        ),
        ("I want to play on."): _("%(player)s wants to play on."),
        (
            "Play goes on from the position at the stop. Your opponent cannot refuse, and "
            "may move first or pass."
        ): _(
            "Play goes on from the position at the stop. %(opponent)s cannot refuse, and "
            "may move first or pass."
        ),
        ("After two more passes you both mark the dead stones again."): _(
            "After two more passes both mark the dead stones again."
        ),
        ("My opponent’s marks are not right, and I do not ask to play on."): _(
            "The opponent’s marks are not right, and %(player)s does not ask to play on."
        ),
        ("I do not ask to play on."): _("%(player)s does not ask to play on."),
        (
            "If your opponent accepts your marks, they count. If your opponent asks to play "
            "on, you move first. Otherwise a referee decides."
        ): _(
            "If %(opponent)s accepts the marks of %(player)s, they count. If %(opponent)s "
            "asks to play on, %(player)s moves first. Otherwise a referee decides."
        ),
        (
            "If your opponent accepts your marks, they count; if your opponent wants you both to "
            "mark again, you do. If your opponent asks to play on, you move first. Otherwise a "
            "referee decides."
        ): _(
            "If %(opponent)s accepts the marks of %(player)s, they count; if %(opponent)s wants "
            "both to mark again, they do. If %(opponent)s asks to play on, %(player)s moves first. "
            "Otherwise a referee decides."
        ),
        (
            "If your opponent gives up their own marks, you both mark again. If your opponent asks "
            "to play on, you move first. Otherwise a referee decides."
        ): _(
            "If %(opponent)s gives up their own marks, both mark again. If %(opponent)s asks to "
            "play on, %(player)s moves first. Otherwise a referee decides."
        ),
        (
            "If your opponent says that you both mark the dead stones, you do. If your opponent "
            "asks to play on, you move first. Otherwise a referee decides."
        ): _(
            "If %(opponent)s says that both mark the dead stones, they do. If %(opponent)s asks to "
            "play on, %(player)s moves first. Otherwise a referee decides."
        ),
        (
            "After two more passes you both mark the dead stones again; if you still do not "
            "agree, a referee decides."
        ): _(
            "After two more passes both mark the dead stones again; if they still do not "
            "agree, a referee decides."
        ),
        ("If your opponent agrees, the game is counted as it stands."): _(
            "If %(opponent)s agrees, the game is counted as it stands."
        ),
        ("No, we play on."): _("No, the game goes on."),
        ("Somebody says that they found a move that changes the result. Do you ask to play on?"): _(
            "Somebody says that they found a move that changes the result. Does %(player)s "
            "ask to play on?"
        ),
        ("Yes, I ask to play on."): _("Yes, %(player)s asks to play on."),
        (
            "Next, you say whether the game is over. If your opponent asks to play on, you "
            "move first."
        ): _(
            "Next, %(player)s says whether the game is over. If %(opponent)s asks to play "
            "on, %(player)s moves first."
        ),
        (
            "If your opponent agrees, you go on to the dead stones and the count. If "
            "your opponent says no and does not ask to play on, both of you lose."
        ): _(
            "If %(opponent)s agrees, they go on to the dead stones and the count. If "
            "%(opponent)s says no and does not ask to play on, both lose."
        ),
        ("No, but I do not ask to play on."): _("No, but %(player)s does not ask to play on."),
        ("Unless your opponent asks to play on or does not know, both of you lose."): _(
            "Unless %(opponent)s asks to play on or does not know, both lose."
        ),
        ("If your opponent asks to play on, you move first. Otherwise a referee decides."): _(
            "If %(opponent)s asks to play on, %(player)s moves first. Otherwise a referee decides."
        ),
        ("If your opponent wants to play on too, play goes on; otherwise a referee decides."): _(
            "If %(opponent)s wants to play on too, play goes on; otherwise a referee decides."
        ),
        ("Next, you say whether it can be put back."): _(
            "Next, %(player)s says whether it can be put back."
        ),
        ("If your opponent says so too, the game goes on. Otherwise a referee decides."): _(
            "If %(opponent)s says so too, the game goes on. Otherwise a referee decides."
        ),
        ("Talk to your opponent first: it can only be put back if you agree. %(otherwise)s"): _(
            "Let the players talk first: it can only be put back if they agree. %(otherwise)s"
        ),
        ("If your opponent agrees, the stone is put back and the game goes on."): _(
            "If %(opponent)s agrees, the stone is put back and the game goes on."
        ),
        ("Then a referee decides: under the rules both of you lose by this."): _(
            "Then both players lose under the rules."
        ),
        (
            "If your opponent says so too, the result is confirmed and final; otherwise a referee "
            "decides."
        ): _(
            "If %(opponent)s says so too, the result is confirmed and final; otherwise a referee "
            "decides."
        ),
        (
            "If your opponent gives the same result, it stands and is final; otherwise a referee "
            "decides."
        ): _(
            "If %(opponent)s gives the same result, it stands and is final; otherwise a referee "
            "decides."
        ),
        ("Somebody says that a move broke the rules. Do you agree to take it back?"): _(
            "Somebody says that a move broke the rules. Does %(player)s agree to take it back?"
        ),
        ("If your opponent agrees, the game goes on from the position before that move."): _(
            "If %(opponent)s agrees, the game goes on from the position before that move."
        ),
        (
            "If your opponent agrees, the record is checked again with a pass before each of "
            "these moves: %(moves)s. What it then shows counts, including any later illegal "
            "move."
        ): _(
            "If %(opponent)s agrees, the record is checked again with a pass before each of "
            "these moves: %(moves)s. What it then shows counts, including any later illegal "
            "move."
        ),
        (
            "If your opponent agrees, the record is checked again with that pass, and what "
            "it then shows counts, including any later illegal move."
        ): _(
            "If %(opponent)s agrees, the record is checked again with that pass, and what it "
            "then shows counts, including any later illegal move."
        ),
        (
            "The tournament fixes the handicap, so you cannot settle this between yourselves: even "
            "if your opponent says the same, a referee decides whether the game counts so."
        ): _(
            "The tournament fixes the handicap, so the players cannot settle this between "
            "themselves: the referee decides whether the game counts so."
        ),
        (
            "If your opponent agrees, it counts as an illegal move. The rules do not say "
            "what that costs; the tournament does."
        ): _(
            "If %(opponent)s agrees, it counts as an illegal move. The rules do not say what "
            "that costs; the tournament does."
        ),
        (
            "If your opponent agrees, the record is set aside and either of you can send "
            "another. The result stays as it was reported."
        ): _(
            "If %(opponent)s agrees, the record is set aside and either player can send "
            "another. The result stays as it was reported."
        ),
        ("I do not know."): _("%(player)s does not know."),
        (
            "If your opponent agrees, it counts as an illegal move, which loses the game "
            "under these rules."
        ): _(
            "If %(opponent)s agrees, it counts as an illegal move, which loses the game "
            "under these rules."
        ),
        ("If your opponent agrees, it counts as an illegal move. A referee decides."): _(
            "If %(opponent)s agrees, it counts as an illegal move. A referee decides."
        ),
    }
)


def for_referee(message: Message, colour: str) -> Message:
    """Return a text of a form for a referee who asks the player of this colour."""
    here = BLACK if colour == "black" else WHITE
    params: dict[str, Param] = {
        name: for_referee(value, colour) if isinstance(value, Message) else value
        for name, value in message.params
    }
    told = _TOLD.get(message.id)
    if told is None:
        return (
            message
            if not params
            else Message(
                message.id, tuple(params.items()), message.plural, message.count, message.context
            )
        )
    seats = {"player": colour_text(here), "opponent": colour_text(BLACK + WHITE - here)}
    return told % {**params, **seats}
