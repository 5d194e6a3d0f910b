"""The first words of a ruling's reasons: what was found and what follows, for the referee to edit.

Players are Black and White here, never names.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from adjudication.policy.causes import Cause
from adjudication.policy.policy import EventPolicy, IllegalMove, NoResult
from adjudication.policy.stakes import articles_at_stake, both_lose_article
from adjudication.rules.claims import parse_claim
from adjudication.rules.rulesets import LongCycle, RuleSet
from adjudication.rules.sentences import COLOUR_NAME, fill, joined, result_text, when
from language.localtext import LocalText

_FINDING: Final[Mapping[str, LocalText]] = MappingProxyType(
    {
        "illegal.occupied": LocalText(
            "With move {move} {colour} plays on a point where a stone stands.",
            "Au coup {move}, {colour} joue sur un point occupé.",
        ),
        "illegal.off_board": LocalText(
            "With move {move} {colour} plays outside the board.",
            "Au coup {move}, {colour} joue en dehors du plateau.",
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

_CAUSE: Final[Mapping[Cause, LocalText]] = MappingProxyType(
    {
        Cause.CLAIMS_DIFFER: LocalText(
            "The players reported different results. Both were heard, and the board and the record "
            "were looked at.",
            "Les joueurs ont annoncé des résultats différents. Les deux ont été entendus, la "
            "position et l'enregistrement ont été examinés.",
        ),
        Cause.CONTESTED: LocalText(
            "The reported result was contested before both had confirmed it. Both players were "
            "heard.",
            "Le résultat annoncé a été contesté avant d'être confirmé par les deux. Les deux "
            "joueurs ont été entendus.",
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
        Cause.ABSENCE: LocalText(
            "The player was not at the board when the time of grace was over.",
            "Le joueur n'était pas à la table à la fin du délai de grâce.",
        ),
        Cause.LATE: LocalText(
            "The player came late; the tournament's table says what that costs.",
            "Le joueur est arrivé en retard ; le tableau du tournoi dit ce que cela coûte.",
        ),
        Cause.TIME: LocalText(
            "The time on the clock was used up while the game was going on.",
            "Le temps de la pendule a été épuisé pendant la partie.",
        ),
        Cause.OUTSIDE_HELP: LocalText(
            "There was a suspicion of outside help. The player was heard before this ruling.",
            "Une aide extérieure a été soupçonnée. Le joueur a été entendu avant cette décision.",
        ),
        Cause.ACCOUNT_SHARING: LocalText(
            "There was a suspicion that somebody else played. The player was heard before this "
            "ruling.",
            "On a soupçonné qu'une autre personne avait joué. Le joueur a été entendu avant cette "
            "décision.",
        ),
        Cause.CONDUCT: LocalText(
            "A player's conduct was complained of. Those concerned were heard.",
            "Le comportement d'un joueur a fait l'objet d'une plainte. Les personnes concernées "
            "ont été entendues.",
        ),
        Cause.OTHER: LocalText(
            "The rules do not settle this; the players were heard.",
            "La règle ne tranche pas cette question ; les joueurs ont été entendus.",
        ),
    }
)

_LOSES: Final = LocalText(
    "The result had not been confirmed by both, so the game is lost with that move: {article}.",
    "Le résultat n'étant pas confirmé par les deux, la partie est perdue à ce coup : {article}.",
)
_SILENT: Final = LocalText(
    "The rules do not say what an illegal move costs; the tournament's own rule applies.",
    "La règle ne dit pas ce que coûte un coup illégal ; c'est celle du tournoi qui s'applique.",
)
_COSTS: Final = {
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
_AGREEMENT: Final = LocalText(
    "A game ends without result only if both players agree ({article}); they did not.",
    "Une partie n'est sans résultat que si les deux joueurs sont d'accord ({article}) ; ils ne le "
    "sont pas.",
)
_BOTH_AGREED: Final = LocalText(
    "Both players agreed that the game ends without result ({article}).",
    "Les deux joueurs ont accepté que la partie soit sans résultat ({article}).",
)
_FORBIDDEN: Final = LocalText(
    "The rules do not let a whole-board position come back by a play of the same player.",
    "La règle ne permet pas à un joueur de ramener la grille à un état antérieur.",
)
_NOT_SETTLED: Final = LocalText(
    "The rules say nothing of a repetition of the whole board; the tournament's own rule applies.",
    "La règle ne dit rien d'une répétition de toute la grille ; celle du tournoi s'applique.",
)
_BECOMES: Final = {
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
_EFFECTIVE_MOVE: Final = LocalText(
    "After the stop a move was found that changes the result.",
    "Après l'arrêt, un coup qui change le résultat a été trouvé.",
)
_NOBODY_ASKED: Final = LocalText(
    "Nobody asked to play on and the players did not agree that the game was over, so both lose: "
    "{article}.",
    "Personne n'a demandé la reprise et les joueurs ne se sont pas accordés sur la fin ; les deux "
    "perdent : {article}.",
)
_DISPLACED: Final = LocalText(
    "A stone was moved by accident and play went on.",
    "Une pierre a été déplacée par accident et le jeu a continué.",
)
_NOT_PUT_BACK: Final = LocalText(
    "It could not be put back where both players say it stood, so both lose: {article}.",
    "Elle n'a pas pu être remise là où les deux joueurs disent qu'elle était ; les deux perdent : "
    "{article}.",
)
_NO_TEXT: Final = LocalText(
    "The rules say nothing of it, and the players did not agree.",
    "La règle n'en dit rien, et les joueurs ne se sont pas mis d'accord.",
)
_SPACE: Final = LocalText(" ", " ")


def reasons_for(
    cause: Cause,
    finding: Mapping[str, Any] | None,
    ruleset: RuleSet,
    language: str,
    *,
    policy: EventPolicy | None = None,
    agreed: bool = False,
) -> str:
    """Return a sentence or two of reasons, in a language.

    ``policy`` adds what the tournament says where the rules are silent; ``agreed`` tells that both
    players agreed (to no result).
    """
    parts = _parts(Cause(cause), finding, ruleset, policy, agreed=agreed)
    return joined(*(part for one in parts for part in (_SPACE, one))).get(language).strip()


def _parts(
    cause: Cause,
    finding: Mapping[str, Any] | None,
    ruleset: RuleSet,
    policy: EventPolicy | None,
    *,
    agreed: bool,
) -> list[LocalText]:
    found = [_found(finding)] if finding else []
    cited = _article(cause, finding, ruleset)
    match cause:
        case Cause.ILLEGAL_MOVE:
            if ruleset.illegal_move_loses.value:
                return [*found, fill(_LOSES, article=cited)]
            return [*found, _COSTS[policy.illegal_move] if policy else _SILENT]
        case Cause.CYCLE:
            return [*found, *_cycle(ruleset, policy, cited, agreed=agreed)]
        case Cause.EFFECTIVE_MOVE:
            return [_EFFECTIVE_MOVE, _both_lose(_NOBODY_ASKED, cause, ruleset)]
        case Cause.DISPLACED_STONE:
            return [_DISPLACED, _both_lose(_NOT_PUT_BACK, cause, ruleset)]
        case _:
            return [*found, _CAUSE[cause]]


def _cycle(
    ruleset: RuleSet, policy: EventPolicy | None, cited: str, *, agreed: bool
) -> list[LocalText]:
    becomes = [_BECOMES[policy.no_result]] if policy else []
    match ruleset.long_cycle.value:
        case LongCycle.NO_RESULT_IF_AGREED:
            if not agreed:
                return [fill(_AGREEMENT, article=cited)]
            return [fill(_BOTH_AGREED, article=cited), *becomes]
        case LongCycle.FORBIDDEN:
            return [_FORBIDDEN]
        case LongCycle.UNSPECIFIED:
            return [_NOT_SETTLED, *becomes]


def _both_lose(template: LocalText, cause: Cause, ruleset: RuleSet) -> LocalText:
    decides = both_lose_article(cause, ruleset)
    return fill(template, article=decides.number) if decides else _NO_TEXT


def _article(cause: Cause, finding: Mapping[str, Any] | None, ruleset: RuleSet) -> str:
    """Return the number of the article that decides, "" where the text has none."""
    at_stake = articles_at_stake(cause, None, ruleset)
    own = [article.number for article in at_stake if article.rules != "event"]
    if own:
        return own[0]
    return str((finding or {}).get("article") or "")


def _found(finding: Mapping[str, Any]) -> LocalText:
    """Return what was found: in our few words, else in the finding's own."""
    template = _FINDING.get(str(finding.get("code")))
    detail = finding.get("detail") or {}
    if template is None:
        message = finding.get("message") or {}
        if not isinstance(message, Mapping):
            return LocalText(str(message), str(message))
        return LocalText(message.get("en", ""), message.get("fr", ""))
    earlier = detail.get("earlier", detail.get("first"))
    return fill(
        template,
        move=finding.get("move"),
        colour=COLOUR_NAME[2 if finding.get("color") == "W" else 1],
        earlier=when(earlier) if isinstance(earlier, int) else "",
        computed=_result(detail.get("computed")),
        claim=_result(detail.get("claim")),
    )


def _result(text: object) -> LocalText:
    claim = parse_claim(str(text or ""))
    return result_text(claim) if claim else LocalText(str(text or ""), str(text or ""))
