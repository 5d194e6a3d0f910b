"""Questions after play has stopped: dead stones, and a move that was found too late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from adjudication.policy.articles import Topic
from adjudication.policy.forms.shapes import Answer, Form, Outcome, Question, cite
from adjudication.policy.policy import EventPolicy
from adjudication.rules.colours import BLACK, WHITE
from adjudication.rules.phases import Answer as Said
from adjudication.rules.phases import GamePhase, Phase
from adjudication.rules.presets import get_ruleset
from adjudication.rules.rulesets import Resumption, RuleSet, Unresolved
from language.localtext import LocalText

ACCEPT: Final = "accept"
KEEP: Final = "keep"
RESUME: Final = "resume"
BLACK_MOVES: Final = "black_moves"
WHITE_MOVES: Final = "white_moves"
GAME_OVER: Final = "game_over"
NEITHER: Final = "neither"
RESUMED: Final = "resumed"
NO_RESUMPTION: Final = "no_resumption"

_WHO_MOVES: Final = "who_moves"

_HOW_PLAY_GOES_ON: Final = {
    Resumption.OPPONENT_OF_REQUESTER: LocalText(
        "Play goes on from the position of the stop. Your opponent must agree to it and moves "
        "first.",
        "Le jeu reprend dans la position de l'arrêt. Votre adversaire doit l'accepter et joue le "
        "premier.",
    ),
    Resumption.TURN_ORDER: LocalText(
        "If your opponent does not accept your marks, play goes on from the position of the stop: "
        "whoever did not pass last moves first.",
        "Si votre adversaire n'accepte pas vos marques, le jeu reprend dans la position de "
        "l'arrêt : celui qui n'a pas passé en dernier joue le premier.",
    ),
    Resumption.AGREED: LocalText(
        "You must play on. Next you say who moves.",
        "Il faut continuer à jouer. Vous direz ensuite qui joue.",
    ),
}
_WHAT_FOLLOWS: Final = {
    Unresolved.NOTHING_REMOVED: LocalText(
        " After two more passes no stone is taken off any more: what stands is counted.",
        " Après deux nouvelles passes, plus aucune pierre n'est retirée : on compte ce qui est sur "
        "la grille.",
    ),
    Unresolved.ALL_STAND: LocalText(
        " After two more passes all stones that stand are counted.",
        " Après deux nouvelles passes, toutes les pierres encore là sont comptées.",
    ),
    Unresolved.BOTH_LOSE: LocalText(
        " After two more passes you both mark the dead stones again.",
        " Après deux nouvelles passes, vous marquez tous deux à nouveau les pierres mortes.",
    ),
    Unresolved.UNSPECIFIED: LocalText(
        " After two more passes you both mark the dead stones again; if you still do not agree, a "
        "referee decides.",
        " Après deux nouvelles passes, vous marquez tous deux à nouveau les pierres mortes ; si le "
        "désaccord demeure, un arbitre décide.",
    ),
}


def dispute_ruleset(ruleset: RuleSet, policy: EventPolicy) -> RuleSet:
    """Return the rule set whose way is gone when the players do not agree on dead stones."""
    if ruleset.unresolved.value is Unresolved.UNSPECIFIED and policy.dispute_rules:
        return get_ruleset(policy.dispute_rules)
    return ruleset


def dead_stones(ruleset: RuleSet, policy: EventPolicy, about: Mapping[str, Any]) -> Form:
    """Return the form for players who marked different dead stones.

    ``about`` has the dead stones that ``black`` and ``white`` name, and as ``asked`` the colour of
    the player who is asked: nobody accepts marks that the opponent has not made. Where it is not
    known what they name, every answer is offered.
    """
    opponent = {"black": "white", "white": "black"}.get(str(about.get("asked", "")), "")
    marked = about.get(opponent, ()) is not None
    way = dispute_ruleset(ruleset, policy)
    resumption = way.resumption.value
    on_request = resumption is Resumption.OPPONENT_OF_REQUESTER
    agreed = resumption is Resumption.AGREED
    play_on = _HOW_PLAY_GOES_ON[resumption]
    if not agreed:
        after = _WHAT_FOLLOWS[way.unresolved.value]
        play_on = LocalText(play_on.en + after.en, play_on.fr + after.fr)
    answers = [
        Answer(
            ACCEPT,
            LocalText(
                "My opponent's marks are right.", "Les marques de mon adversaire sont justes."
            ),
            LocalText(
                "The game is counted with your opponent's marks. (If each of you accepts the "
                "other's, you mark again.)",
                "La partie est comptée avec les marques de votre adversaire. (Si chacun accepte "
                "celles de l'autre, vous marquez à nouveau.)",
            ),
        ),
        Answer(
            RESUME,
            LocalText("I want to play on.", "Je veux continuer à jouer.")
            if on_request or not marked
            else LocalText(
                "They are not right: we play on.", "Elles ne sont pas justes : on continue."
            ),
            play_on,
            then=_WHO_MOVES if agreed else "",
        ),
    ]
    if on_request:
        answers.append(
            Answer(
                KEEP,
                LocalText(
                    "They are not right, and I do not ask to play on.",
                    "Elles ne sont pas justes, et je ne demande pas la reprise.",
                )
                if marked
                else LocalText(
                    "I do not ask to play on.",
                    "Je ne demande pas la reprise.",
                ),
                LocalText(
                    "If your opponent accepts your marks, they count; if he asks to play on, you "
                    "move first. Otherwise a referee decides.",
                    "Si votre adversaire accepte vos marques, elles comptent ; s'il demande la "
                    "reprise, vous jouez le premier. Sinon un arbitre décide.",
                ),
            )
        )
    if way.stones_stay:
        answers.append(
            Answer(
                RESUMED,
                LocalText(
                    "We have played on because of this already, and both passed again.",
                    "Nous avons déjà repris le jeu à cause de ce désaccord, et passé à nouveau.",
                ),
                LocalText(
                    "If your opponent says so too, no stone is removed any more: all that stand "
                    "are counted. Otherwise a referee decides.",
                    "Si votre adversaire le dit aussi, plus aucune pierre n'est retirée : on "
                    "compte toutes celles qui restent. Sinon un arbitre décide.",
                ),
            )
        )
    if not marked:
        answers = [one for one in answers if one.word != ACCEPT]
    first = Question(
        "marks",
        LocalText(
            "You did not mark the same dead stones. What do you say?",
            "Vous n'avez pas marqué les mêmes pierres mortes. Que dites-vous ?",
        ),
        cite(way, Topic.DISPUTE, Topic.RESUMPTION, otherwise="event:dispute"),
        tuple(answers),
    )
    return (first, _who_moves(way)) if agreed else (first,)


def dead_stones_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> Outcome:
    """Return what the answers come to."""
    del same  # the marks differ, or nobody would be asked
    said = (black, white)
    resumption = dispute_ruleset(ruleset, policy).resumption.value
    if resumption is Resumption.OPPONENT_OF_REQUESTER and RESUME in said:
        return Outcome.RESUME
    match said.count(ACCEPT):
        case 2:
            return Outcome.GO_ON
        case 1:
            return Outcome.CONFIRM
    if KEEP in said:
        return Outcome.CASE
    if RESUMED in said:
        return Outcome.ALL_STAND if said == (RESUMED, RESUMED) else Outcome.CASE
    return _play_on(resumption, said)


def after_resumption(ruleset: RuleSet, policy: EventPolicy) -> Outcome:
    """Return what follows where play was resumed over dead stones and has stopped again.

    ALL_STAND: nobody is asked, no stone is taken off. GAME_OVER: both mark again and are asked
    again where they differ. CASE: they mark again, and where they differ a referee decides.
    """
    way = dispute_ruleset(ruleset, policy)
    if way.stones_stay:
        return Outcome.ALL_STAND
    return Outcome.CASE if way.unresolved.value is Unresolved.UNSPECIFIED else Outcome.GAME_OVER


def effective_move(ruleset: RuleSet, policy: EventPolicy) -> Form:
    """Return the form for a move that changes the result, found after play had stopped."""
    del policy
    if ruleset.unresolved.value is Unresolved.BOTH_LOSE:
        return _in_the_order_of_the_articles(ruleset)
    agreed = ruleset.resumption.value is Resumption.AGREED
    over = LocalText(
        "If your opponent says so too, the game is counted as it stands.",
        "Si votre adversaire le dit aussi, la partie est comptée en l'état.",
    )
    silent = ruleset.unresolved.value is Unresolved.UNSPECIFIED
    play_on = (
        LocalText(
            "If your opponent wants it too, play goes on; otherwise a referee decides.",
            "Si votre adversaire le veut aussi, le jeu reprend ; sinon un arbitre décide.",
        )
        if silent
        else LocalText(
            "Play goes on from the position of the stop.",
            "Le jeu reprend dans la position de l'arrêt.",
        )
    )
    first = Question(
        "over",
        LocalText(
            "A move is said to have been found that changes the result. Is the game over all the "
            "same?",
            "On aurait trouvé un coup qui change le résultat. La partie est-elle finie malgré "
            "tout ?",
        ),
        cite(ruleset, Topic.RESUMPTION, Topic.END, otherwise="event:silent"),
        (
            Answer(GAME_OVER, LocalText("Yes, it is over.", "Oui, elle est finie."), over),
            Answer(
                RESUME,
                LocalText("No, we play on.", "Non, on continue."),
                _HOW_PLAY_GOES_ON[Resumption.AGREED] if agreed else play_on,
                then=_WHO_MOVES if agreed else "",
            ),
        ),
    )
    return (first, _who_moves(ruleset)) if agreed else (first,)


def effective_move_outcome(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, same: bool
) -> Outcome:
    """Return what the answers come to; where Art. 13.1 speaks, as the phases of the game do."""
    del policy, same
    if ruleset.unresolved.value is Unresolved.BOTH_LOSE:
        return _as_the_phases_say(((BLACK, Said(black)), (WHITE, Said(white))))
    said = (black, white)
    if said == (GAME_OVER, GAME_OVER):
        return Outcome.GAME_OVER
    if GAME_OVER in said and ruleset.unresolved.value is Unresolved.UNSPECIFIED:
        return Outcome.CASE
    if GAME_OVER in said:
        return Outcome.RESUME
    return _play_on(ruleset.resumption.value, said)


def moves_first(
    ruleset: RuleSet, policy: EventPolicy, black: str, white: str, *, asked_first: str = "black"
) -> str:
    """Return who moves first once play is resumed: black, white, or "" for whose turn it is.

    Takes the answers of both. Where both asked to resume, ``asked_first`` is who did so first.
    """
    match dispute_ruleset(ruleset, policy).resumption.value:
        case Resumption.TURN_ORDER:
            return ""
        case Resumption.AGREED:
            named = {black, white} & {BLACK_MOVES, WHITE_MOVES}
            return {BLACK_MOVES: "black", WHITE_MOVES: "white"}[named.pop()] if named else ""
        case Resumption.OPPONENT_OF_REQUESTER:
            asked = asked_first if black == white else "black" if black == RESUME else "white"
            return "white" if asked == "black" else "black"


def _play_on(resumption: Resumption, said: tuple[str, str]) -> Outcome:
    """Return whether play goes on: where players name who moves, they must name the same."""
    if resumption is Resumption.AGREED and said[0] != said[1]:
        return Outcome.ALL_STAND
    return Outcome.RESUME


def _as_the_phases_say(said: Iterable[tuple[int, Said]]) -> Outcome:
    game = GamePhase(phase=Phase.STOP, passes=2, stops=1).find_effective_move()
    for colour, answer in said:
        game = game.answer(colour, answer)
        if game.phase is Phase.PLAY:
            return Outcome.RESUME
    return Outcome.BOTH_LOSE if game.phase is Phase.END else Outcome.GAME_OVER


def _who_moves(ruleset: RuleSet) -> Question:
    goes_on = LocalText(
        "If your opponent says the same, play goes on so. If not, no stone is taken off and all "
        "that stand are counted.",
        "Si votre adversaire dit la même chose, le jeu reprend ainsi. Sinon, aucune pierre n'est "
        "retirée et toutes sont comptées.",
    )
    return Question(
        _WHO_MOVES,
        LocalText("Who moves next?", "Qui joue maintenant ?"),
        cite(ruleset, Topic.DISPUTE, otherwise="event:dispute"),
        (
            Answer(BLACK_MOVES, LocalText("Black moves.", "Noir joue."), goes_on),
            Answer(WHITE_MOVES, LocalText("White moves.", "Blanc joue."), goes_on),
        ),
    )


def _in_the_order_of_the_articles(ruleset: RuleSet) -> Form:
    return (
        Question(
            "resume",
            LocalText(
                "A move is said to have been found that changes the result. Do you ask to play on?",
                "On aurait trouvé un coup qui change le résultat. Demandez-vous la reprise ?",
            ),
            cite(ruleset, Topic.RESUMPTION, otherwise="event:silent"),
            (
                Answer(
                    RESUME,
                    LocalText("Yes, I ask to play on.", "Oui, je demande la reprise."),
                    _HOW_PLAY_GOES_ON[Resumption.OPPONENT_OF_REQUESTER],
                ),
                Answer(
                    NO_RESUMPTION,
                    LocalText("No.", "Non."),
                    LocalText(
                        "Next you say whether the game is over. If your opponent asks to play on, "
                        "you move first.",
                        "Vous direz ensuite si la partie est finie. Si votre adversaire demande la "
                        "reprise, vous jouez le premier.",
                    ),
                    then="over",
                ),
            ),
        ),
        Question(
            "over",
            LocalText("Is the game over as it stands?", "La partie est-elle finie en l'état ?"),
            cite(ruleset, Topic.EFFECTIVE_MOVE, otherwise="event:silent"),
            (
                Answer(
                    GAME_OVER,
                    LocalText("Yes, it is over.", "Oui, elle est finie."),
                    LocalText(
                        "If your opponent says so too, you go on to dead stones and the count. If "
                        "he does not and nobody asks to play on, both of you lose.",
                        "Si votre adversaire le dit aussi, vous passez aux pierres mortes et au "
                        "décompte. Sinon, et si personne ne demande la reprise, vous perdez tous "
                        "les deux.",
                    ),
                ),
                Answer(
                    NEITHER,
                    LocalText(
                        "No, but I do not ask to play on.",
                        "Non, mais je ne demande pas la reprise.",
                    ),
                    LocalText(
                        "Unless your opponent asks to play on, both of you lose.",
                        "À moins que votre adversaire ne demande la reprise, vous perdez tous les "
                        "deux.",
                    ),
                ),
            ),
        ),
    )
