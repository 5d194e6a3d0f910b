"""The sentences that the reasons of a ruling are made of, as templates with named places."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from adjudication.policy.causes import Cause
from adjudication.policy.forms.shapes import Outcome
from adjudication.policy.policy import IllegalMove, NoResult
from language.localtext import LocalText

FINDING: Final[Mapping[str, LocalText]] = MappingProxyType(
    {
        "illegal.occupied": LocalText(
            "With move {move} {colour} plays on a point where a stone stands.",
            "Au coup {move}, {colour} joue sur un point occupé.",
        ),
        "record.bad_point": LocalText(
            "What the record gives for move {move} by {colour} is no point of the board.",
            "Ce que l'enregistrement donne pour le coup {move} de {colour} n'est pas un point du "
            "plateau.",
        ),
        "illegal.suicide": LocalText(
            "With move {move} {colour} leaves his own stones without a liberty and captures "
            "nothing.",
            "Au coup {move}, {colour} laisse ses propres pierres sans liberté et ne capture rien.",
        ),
        "illegal.ko": LocalText(
            "With move {move} {colour} takes back in a ko at once, without a move elsewhere.",
            "Au coup {move}, {colour} reprend un ko aussitôt, sans avoir joué ailleurs.",
        ),
        "illegal.superko": LocalText(
            "With move {move} {colour} brings back the whole board as it was {earlier}.",
            "Au coup {move}, {colour} ramène la grille entière telle qu'elle était {earlier}.",
        ),
        "illegal.turn": LocalText(
            "With move {move} {colour} moves twice in a row.",
            "Au coup {move}, {colour} joue deux fois de suite.",
        ),
        "cycle.whole_board": LocalText(
            "Move {move} brings back the whole board as it was {earlier}, with the same player to "
            "move.",
            "Le coup {move} ramène la grille entière telle qu'elle était {earlier}, avec le même "
            "joueur au trait.",
        ),
        "cycle.position_only": LocalText(
            "Move {move} brings back the board as it was {earlier}, with the other player to move.",
            "Le coup {move} ramène la grille telle qu'elle était {earlier}, avec l'autre joueur au "
            "trait.",
        ),
        "score.mismatch": LocalText(
            "The count of the record gives {computed}; {claim} was reported.",
            "Le décompte de l'enregistrement donne {computed} ; {claim} a été annoncé.",
        ),
    }
)
"""What was found, where it can be said in fewer words than the finding's own sentence."""

CAUSE: Final[Mapping[Cause, LocalText]] = MappingProxyType(
    {
        Cause.CLAIMS_DIFFER: LocalText(
            "The players reported different results.",
            "Les joueurs ont annoncé des résultats différents.",
        ),
        Cause.CONTESTED: LocalText(
            "The reported result was contested before both had confirmed it.",
            "Le résultat annoncé a été contesté avant d'être confirmé par les deux.",
        ),
        Cause.CONTRADICTED: LocalText(
            "Both had not confirmed the report, so what the count gives is the result.",
            "L'annonce n'ayant pas été confirmée par les deux, le résultat est celui du décompte.",
        ),
        Cause.NOT_REPORTED: LocalText(
            "Neither player reported a result in time.",
            "Aucun des joueurs n'a annoncé de résultat à temps.",
        ),
        Cause.DEAD_STONES: LocalText(
            "The players did not agree which stones are dead, and the way that the rules have for "
            "it brought no agreement.",
            "Les joueurs n'étaient pas d'accord sur les pierres mortes, et la voie prévue par la "
            "règle n'a pas mené à un accord.",
        ),
        Cause.OBJECTION: LocalText(
            "A player objected before both had confirmed, and going through the result again "
            "brought no agreement.",
            "Un joueur a contesté avant la confirmation des deux, et la vérification du résultat "
            "n'a pas mené à un accord.",
        ),
        Cause.WRONG_RECORD: LocalText(
            "The record does not fit the game as it was paired, and the players did not agree how "
            "to mend it.",
            "L'enregistrement ne correspond pas à la partie appariée, et les joueurs ne se sont "
            "pas accordés sur la correction.",
        ),
        Cause.DUPLICATE_RECORD: LocalText(
            "The same record was sent for two games; it can show only one of them.",
            "Le même enregistrement a été envoyé pour deux parties ; il n'en montre qu'une.",
        ),
        Cause.DAMAGED_RECORD: LocalText(
            "At one place the record does not show what was played, and the players did not settle "
            "it between them.",
            "À un endroit, l'enregistrement ne montre pas ce qui a été joué, et les joueurs ne "
            "l'ont pas réglé entre eux.",
        ),
        Cause.ABSENCE: LocalText(
            "A player is said not to have been at the board when the time of grace was over.",
            "Un joueur n'aurait pas été à la table à la fin du délai de grâce.",
        ),
        Cause.LATE: LocalText(
            "A player is said to have come late; the tournament's table says what that costs.",
            "Un joueur serait arrivé en retard ; le tableau du tournoi dit ce que cela coûte.",
        ),
        Cause.TIME: LocalText(
            "Something was said about the time or the clock.",
            "Une question de temps ou de pendule a été soulevée.",
        ),
        Cause.OUTSIDE_HELP: LocalText(
            "There was a suspicion of outside help.",
            "Une aide extérieure a été soupçonnée.",
        ),
        Cause.ACCOUNT_SHARING: LocalText(
            "There was a suspicion that somebody else played.",
            "On a soupçonné qu'une autre personne avait joué.",
        ),
        Cause.CONDUCT: LocalText(
            "A player's conduct was complained of.",
            "Le comportement d'un joueur a fait l'objet d'une plainte.",
        ),
        Cause.OTHER: LocalText(
            "The rules do not settle this.",
            "La règle ne tranche pas cette question.",
        ),
    }
)

WROTE: Final[Mapping[frozenset[str], LocalText]] = MappingProxyType(
    {
        frozenset(): LocalText("", ""),
        frozenset({"black"}): LocalText(
            "Black made a statement in writing.", "Noir a fait une déclaration écrite."
        ),
        frozenset({"white"}): LocalText(
            "White made a statement in writing.", "Blanc a fait une déclaration écrite."
        ),
        frozenset({"black", "white"}): LocalText(
            "Both players made statements in writing.",
            "Les deux joueurs ont fait une déclaration écrite.",
        ),
    }
)
"""Which players of the game wrote a statement in the case."""

LOSES: Final = LocalText(
    "The result had not been confirmed by both, so the game is lost with that move: {article}.",
    "Le résultat n'étant pas confirmé par les deux, la partie est perdue à ce coup : {article}.",
)
ILLEGAL_CLAIMED: Final = LocalText(
    "A move is said to have been illegal; no record shows it beyond doubt.",
    "Un coup aurait été illégal ; aucun enregistrement ne le montre avec certitude.",
)
SILENT: Final = LocalText(
    "The rules do not say what an illegal move costs; the tournament's own rule applies.",
    "La règle ne dit pas ce que coûte un coup illégal ; c'est celle du tournoi qui s'applique.",
)
COSTS: Final = {
    IllegalMove.FORFEIT: LocalText(
        "The rules do not say what an illegal move costs; in this tournament it loses the game.",
        "La règle ne dit pas ce que coûte un coup illégal ; dans ce tournoi, il fait perdre la "
        "partie.",
    ),
    IllegalMove.TAKE_BACK: LocalText(
        "The rules do not say what an illegal move costs; in this tournament it is taken back and "
        "the game goes on.",
        "La règle ne dit pas ce que coûte un coup illégal ; dans ce tournoi, il est repris et la "
        "partie continue.",
    ),
    IllegalMove.REFEREE: LocalText(
        "The rules do not say what an illegal move costs; in this tournament the referee decides.",
        "La règle ne dit pas ce que coûte un coup illégal ; dans ce tournoi, l'arbitre en décide.",
    ),
}
AGREEMENT: Final = LocalText(
    "A game ends without result only if both players agree ({article}): nobody can impose it.",
    "Une partie n'est sans résultat que si les deux joueurs sont d'accord ({article}) : personne "
    "ne peut l'imposer.",
)
BOTH_AGREED: Final = LocalText(
    "Both players agreed that the game ends without result ({article}).",
    "Les deux joueurs ont accepté que la partie soit sans résultat ({article}).",
)
FORBIDDEN: Final = LocalText(
    "The rules do not let a whole-board position come back by a play of the same player.",
    "La règle ne permet pas à un joueur de ramener la grille à un état antérieur.",
)
NOT_SETTLED: Final = LocalText(
    "The rules say nothing of a repetition of the whole board; the tournament's own rule applies.",
    "La règle ne dit rien d'une répétition de toute la grille ; celle du tournoi s'applique.",
)
BECOMES: Final = {
    NoResult.HALF: LocalText(
        "In this tournament each player gets half a point for it.",
        "Dans ce tournoi, chacun reçoit un demi-point.",
    ),
    NoResult.REPLAY: LocalText(
        "In this tournament it is played again.", "Dans ce tournoi, elle est rejouée."
    ),
    NoResult.VOID: LocalText(
        "In this tournament it does not count.", "Dans ce tournoi, elle ne compte pas."
    ),
}
EFFECTIVE_MOVE: Final = LocalText(
    "After the stop a move was found that changes the result.",
    "Après l'arrêt, un coup qui change le résultat a été trouvé.",
)
EFFECTIVE_MOVE_CLAIMED: Final = LocalText(
    "After the stop a move is said to have been found that changes the result.",
    "Après l'arrêt, un coup qui change le résultat aurait été trouvé.",
)
NOBODY_ASKED: Final = LocalText(
    "Nobody asked to play on and the players did not agree that the game was over, so both lose: "
    "{article}.",
    "Personne n'a demandé la reprise et les joueurs ne se sont pas accordés sur la fin ; les deux "
    "perdent : {article}.",
)
RESUMED_OR_OVER: Final = LocalText(
    "A player may ask to play on, or both may take the game as over; both lose only where neither "
    "happens: {article}.",
    "Un joueur peut demander la reprise, ou les deux peuvent tenir la partie pour finie ; les deux "
    "ne perdent que faute de l'un et de l'autre : {article}.",
)
DISPLACED: Final = LocalText(
    "A stone was moved by accident and play went on.",
    "Une pierre a été déplacée par accident et le jeu a continué.",
)
DISPLACED_CLAIMED: Final = LocalText(
    "A stone is said to have been moved by accident.",
    "Une pierre aurait été déplacée par accident.",
)
NOT_PUT_BACK: Final = LocalText(
    "It could not be put back where both players say it stood, so both lose: {article}.",
    "Elle n'a pas pu être remise là où les deux joueurs disent qu'elle était ; les deux perdent : "
    "{article}.",
)
PUT_BACK: Final = LocalText(
    "It goes back where both players say it stood; both lose only where they do not agree or it "
    "cannot stand there: {article}.",
    "Elle est remise là où les deux joueurs disent qu'elle était ; les deux ne perdent que s'ils "
    "ne s'accordent pas ou si elle ne peut y être : {article}.",
)
NO_TEXT: Final = LocalText(
    "The rules say nothing of it: where the players do not agree, the referee decides.",
    "La règle n'en dit rien : si les joueurs ne s'accordent pas, l'arbitre décide.",
)
HOW_IT_CAME: Final[Mapping[Outcome, LocalText]] = MappingProxyType(
    {
        Outcome.GO_ON: LocalText(
            "Both players agree how the game goes on, so it does.",
            "Les deux joueurs s'accordent sur la suite : la partie continue.",
        ),
        Outcome.RESUME: LocalText(
            "Play goes on from the position of the stop{cited}.",
            "Le jeu reprend dans la position de l'arrêt{cited}.",
        ),
        Outcome.GAME_OVER: LocalText(
            "Both players say that the game is over as it stands, so it is counted.",
            "Les deux joueurs disent la partie finie en l'état ; elle est donc comptée.",
        ),
        Outcome.ALL_STAND: LocalText(
            "No stone is removed any more, so all that stand are counted{cited}.",
            "Plus aucune pierre n'est retirée ; toutes celles qui restent sont donc comptées"
            "{cited}.",
        ),
        Outcome.MEND: LocalText(
            "Both players say that it is the record of their game: what differs is mended.",
            "Les deux joueurs disent que c'est l'enregistrement de leur partie : ce qui diffère "
            "est corrigé.",
        ),
        Outcome.DROP_RECORD: LocalText(
            "Both players say that it is not the record of this game: it is set aside.",
            "Les deux joueurs disent que ce n'est pas l'enregistrement de cette partie : il est "
            "écarté.",
        ),
        Outcome.JUDGE_AGAIN: LocalText(
            "Both players say the same of that place, and the record was judged again so.",
            "Les deux joueurs disent la même chose de cet endroit, et l'enregistrement a été jugé "
            "à nouveau ainsi.",
        ),
        Outcome.CONFIRM: LocalText(
            "Both players say the same now, so that is the result.",
            "Les deux joueurs disent maintenant la même chose : c'est le résultat.",
        ),
        Outcome.TAKE_BACK: LocalText(
            "Both players take the move back, and the game goes on from the position before it.",
            "Les deux joueurs reprennent le coup, et la partie continue dans la position "
            "précédente.",
        ),
    }
)
"""What follows where the players' answers settle the matter; the rest is told by its cause."""
SETTLED: Final = MappingProxyType(
    {
        Cause.EFFECTIVE_MOVE: EFFECTIVE_MOVE,
        Cause.DISPLACED_STONE: DISPLACED,
        Cause.DEAD_STONES: LocalText(
            "The players did not mark the same dead stones.",
            "Les joueurs n'avaient pas marqué les mêmes pierres mortes.",
        ),
        Cause.OBJECTION: LocalText(
            "A player objected before both had confirmed.",
            "Un joueur a contesté avant la confirmation des deux.",
        ),
        Cause.WRONG_RECORD: LocalText(
            "The record does not fit the game as it was paired.",
            "L'enregistrement ne correspond pas à la partie appariée.",
        ),
        Cause.DAMAGED_RECORD: LocalText(
            "At one place the record does not show what was played.",
            "À un endroit, l'enregistrement ne montre pas ce qui a été joué.",
        ),
    }
)
"""What happened, where that is told together with what came of it."""
BY: Final = LocalText(" ({article})", " ({article})")
SPACE: Final = LocalText(" ", " ")
NOTHING: Final = LocalText("", "")
MOVE: Final = LocalText("It is about move {move}.", "Il s'agit du coup {move}.")
"""What a player says that he saw, where no replay found it."""
