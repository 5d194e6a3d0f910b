"""What confirmation found out, in the words of the rules: for players, in English and French."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from adjudication.confirmation.exploring import End, Step
from adjudication.confirmation.problem import KoPass, MoveKind, Question, Winner
from adjudication.confirmation.verdict import Reason, Status
from adjudication.confirmation.walls import Why
from adjudication.rules.colours import BLACK
from adjudication.rules.points import listed, point_name
from language.localtext import LocalText

LIFE: Final = "j1989:7.1"
KO: Final = "j1989:7.2"
"""The articles that these sentences rest on, by their keys in the policy's texts."""

_STATUS: Final = {
    Status.UNCAPTURABLE: LocalText(
        "{stones} {are} alive: {enemy} cannot take {them}, even moving first (Art. 7.1).",
        "{stones} {are} : {enemy} ne peut pas {them} prendre, même en jouant le premier "
        "(art. 7.1).",
    ),
    Status.ALIVE_BY_RECAPTURE: LocalText(
        "{stones} {are} alive: {enemy} can take {them}, but then {owner} plays a new stone in that "
        "place which cannot be taken (Art. 7.1).",
        "{stones} {are} : {enemy} peut {them} prendre, mais {owner} pose alors à cet endroit une "
        "pierre imprenable (art. 7.1).",
    ),
    Status.ALIVE_BY_ENABLING: LocalText(
        "{stones} {are} alive: {enemy} can take {them}, but that lets {owner} play a new stone "
        "close by which cannot be taken (Art. 7.1).",
        "{stones} {are} : {enemy} peut {them} prendre, mais cela permet à {owner} de poser tout "
        "près une pierre imprenable (art. 7.1).",
    ),
    Status.DEAD: LocalText(
        "{stones} {are} dead: {enemy} can take {them}, and {owner} gets no new stone for it that "
        "cannot be taken (Art. 7.1).",
        "{stones} {are} : {enemy} peut {them} prendre, et {owner} n'y gagne aucune pierre "
        "imprenable (art. 7.1).",
    ),
    Status.UNDECIDED: LocalText(
        "Whether {stones_inside} {are} alive is not decided.",
        "Il n'est pas décidé si {stones_inside} {are} ou non.",
    ),
}
_REASON: Final = {
    Reason.BUDGET: LocalText(
        "The search ended before it had an answer: it may look at so many positions and no more.",
        "La recherche s'est arrêtée avant d'avoir une réponse : le nombre de positions qu'elle "
        "peut examiner est limité.",
    ),
    Reason.MEMORY: LocalText(
        "The search ended before it had an answer: it may remember so many positions and no more.",
        "La recherche s'est arrêtée avant d'avoir une réponse : le nombre de positions qu'elle "
        "peut retenir est limité.",
    ),
    Reason.REGION_TOO_LARGE: LocalText(
        "The part of the board that matters is too large to be searched: too little around it is "
        "certain or agreed to be alive.",
        "La partie du plateau qui compte est trop grande pour être explorée : trop peu de ce qui "
        "l'entoure est vivant à coup sûr ou d'un commun accord.",
    ),
    Reason.NOT_CHECKED: LocalText(
        "A proof was found, but the second program did not accept it, so it counts for nothing. "
        "Please report this.",
        "Une preuve a été trouvée, mais le second programme ne l'a pas acceptée : elle ne compte "
        "donc pas. Merci de le signaler.",
    ),
}
_QUESTION: Final = {
    Question.Q0: LocalText(
        "Can {enemy} take {stones_inside}?",
        "{enemy} peut-il prendre {stones_inside} ?",
    ),
    Question.Q1: LocalText(
        "If {enemy} takes {stones_inside}, does {owner} get a new stone there that cannot be "
        "taken?",
        "Si {enemy} prend {stones_inside}, {owner} obtient-il à cet endroit une nouvelle pierre "
        "imprenable ?",
    ),
    Question.Q2: LocalText(
        "If {enemy} takes {stones_inside}, does {owner} get a new stone there or close by that "
        "cannot be taken?",
        "Si {enemy} prend {stones_inside}, {owner} obtient-il là ou tout près une nouvelle pierre "
        "imprenable ?",
    ),
}
_YES, _NO = LocalText("Yes", "Oui"), LocalText("No", "Non")
_OPEN: Final = LocalText("Not decided", "Pas décidé")
_READING: Final = {
    KoPass.BOTH: LocalText(
        "A pass for a ko lets both players retake theirs: the reading that the sixteenth example "
        "of the commentary needs.",
        "Une passe pour un ko permet aux deux joueurs de reprendre le leur : la lecture qu'exige "
        "le seizième exemple du commentaire.",
    ),
    KoPass.EACH: LocalText(
        "A pass for a ko lets a player retake the one ko that he names: the letter of Article 7.2.",
        "Une passe pour un ko permet au joueur de reprendre le seul ko qu'il nomme : la lettre de "
        "l'article 7.2.",
    ),
    KoPass.ALL: LocalText(
        "A pass for a ko lets a player retake all of his own.",
        "Une passe pour un ko permet au joueur de reprendre tous les siens.",
    ),
}
_WHY: Final = {
    Why.BENSON: LocalText(
        "{stones} {are} alive whatever is played: this is proven.",
        "{stones} {are} quoi qu'on joue : c'est prouvé.",
    ),
    Why.TERRITORY: LocalText(
        "{stones} {are} taken to be alive: nobody disputes it, and the territory around does not "
        "hang on what is in dispute.",
        "{stones} {are} par hypothèse : personne ne le conteste, et leur territoire ne dépend pas "
        "de ce qui est en litige.",
    ),
    Why.AGREED: LocalText(
        "{stones} {are} taken to be alive, because whoever asked said so.",
        "{stones} {are} par hypothèse, parce que la demande le dit.",
    ),
}
_WHY_ALL: Final = {
    Why.BENSON: LocalText(
        "Alive whatever is played; this is proven:",
        "Vivantes quoi qu'on joue ; c'est prouvé :",
    ),
    Why.TERRITORY: LocalText(
        "Taken to be alive; nobody disputes them, and their territory does not hang on what is in "
        "dispute:",
        "Vivantes par hypothèse ; personne ne les conteste, et leur territoire ne dépend pas de ce "
        "qui est en litige :",
    ),
    Why.AGREED: LocalText(
        "Taken to be alive, because whoever asked said so:",
        "Vivantes par hypothèse, parce que la demande le dit :",
    ),
}
_END: Final = {
    End.CAPTURED: LocalText("The stones are taken.", "Les pierres sont prises."),
    End.LIVES: LocalText(
        "{owner} now has stones there with two eyes, which nobody can take.",
        "{owner} a désormais à cet endroit des pierres à deux yeux, que personne ne peut prendre.",
    ),
    End.CANNOT_LIVE: LocalText(
        "What is left there is too small for two eyes: {enemy} fills it and takes everything.",
        "Ce qui reste est trop petit pour deux yeux : {enemy} le remplit et prend tout.",
    ),
    End.NO_MOVE: LocalText(
        "{loser} has no move left, and if he passes it ends like this.",
        "{loser} n'a plus de coup, et s'il passe, cela finit ainsi.",
    ),
}
_GUARDED: Final = LocalText(
    "Nothing takes {enemy}'s stones around what is left, and whatever {loser} plays, there or "
    "elsewhere, {enemy} has an answer.",
    "Rien ne peut prendre les pierres de {enemy} autour de ce qui reste, et quoi que joue {loser}, "
    "là ou ailleurs, {enemy} a une réponse.",
)
_AGAIN: Final = LocalText(
    "This position came before: {loser} can go round for ever, and that does not help him.",
    "Cette position s'est déjà présentée : {loser} peut tourner en rond, et cela ne l'aide pas.",
)
_MOVE: Final = {
    MoveKind.PLAY: LocalText("{colour} plays {point}", "{colour} joue en {point}"),
    MoveKind.PASS: LocalText("{colour} passes", "{colour} passe"),
    MoveKind.KO_PASS: LocalText("{colour} passes for the ko", "{colour} passe pour le ko"),
}
_NAMED_KO: Final = LocalText(
    "{colour} passes for the ko at {point}", "{colour} passe pour le ko en {point}"
)
_TAKES_ONE: Final = LocalText(" and takes the stone at {points}", " et prend la pierre en {points}")
_TAKES: Final = LocalText(
    " and takes {count} stones at {points}", " et prend {count} pierres en {points}"
)
_BAN: Final = LocalText(
    "; {other} may retake at {ko} only after a pass for this ko (Art. 7.2)",
    " ; {other} ne peut reprendre en {ko} qu'après avoir passé pour ce ko (art. 7.2)",
)
_COLOUR: Final = (LocalText("White", "Blanc"), LocalText("Black", "Noir"))


def colour_name(colour: int) -> LocalText:
    """Return the name of a player by his colour."""
    return _COLOUR[colour == BLACK]


def stones_named(chain: Collection[int], colour: int, size: int) -> LocalText:
    """Return what a chain is called: ``The 7 black stones at A1``, by its first point."""
    return LocalText(*(_stones(chain, colour, size, fr, inside=False) for fr in (False, True)))


def status_text(status: Status, chain: Collection[int], colour: int, size: int) -> LocalText:
    """Return a verdict in the words of J1989 Art. 7.1."""
    return _about(_STATUS[status], chain, colour, size, status)


def question_text(question: Question, chain: Collection[int], colour: int, size: int) -> LocalText:
    """Return what is asked about a chain, in the words of J1989 Art. 7.1."""
    return _about(_QUESTION[question], chain, colour, size)


def answer_text(question: Question, winner: Winner | None) -> LocalText:
    """Return yes or no, or that it is not decided: Q0 asks for the attacker, others the owner."""
    if winner is None:
        return _OPEN
    asked_for = Winner.ATTACKER if question is Question.Q0 else Winner.OWNER
    return _YES if winner is asked_for else _NO


def reason_text(reason: Reason) -> LocalText:
    """Return why something is undecided."""
    return _REASON[reason]


def reading_text(reading: KoPass) -> LocalText:
    """Return what a reading of J1989 Art. 7.2 says of the pass for a ko, and whose it is."""
    return _READING[reading]


def assumption_text(why: Why, chain: Collection[int], colour: int, size: int) -> LocalText:
    """Return why a chain counts as alive without being asked for."""
    return _about(_WHY[why], chain, colour, size, Status.UNCAPTURABLE)


def assumptions_text(why: Why) -> LocalText:
    """Return why the chains of a list count as alive without being asked for."""
    return _WHY_ALL[why]


def end_text(end: End, owner: int, loser: int) -> LocalText:
    """Return why a line is over."""
    return _with_names(_END[end], owner, loser=loser)


def guarded_text(owner: int, loser: int) -> LocalText:
    """Return why the winner has nothing more to do than to answer in an area."""
    return _with_names(_GUARDED, owner, loser=loser)


def again_text(owner: int, loser: int) -> LocalText:
    """Return what it means that a line has come round to where it was."""
    return _with_names(_AGAIN, owner, loser=loser)


def step_text(step: Step, size: int) -> LocalText:
    """Return a move of a line as a sentence: what is played, taken, and may not be retaken yet."""
    kind, _, named = step.move.partition(" ")
    if step.point is not None:
        parts, named = [_MOVE[MoveKind.PLAY]], point_name(step.point, size)
    else:
        parts = [_NAMED_KO if named else _MOVE[MoveKind(kind)]]
    if step.taken:
        parts.append(_TAKES_ONE if len(step.taken) == 1 else _TAKES)
    if step.retakes_after_pass is not None:
        parts.append(_BAN)
    text = LocalText(
        "".join(part.en for part in parts) + ".", "".join(part.fr for part in parts) + "."
    )
    ko = step.retakes_after_pass
    names = {"colour": colour_name(step.colour), "other": colour_name(3 - step.colour)}
    plain = {
        "point": named,
        "ko": "" if ko is None else point_name(ko, size),
        "points": listed(step.taken, size),
        "count": str(len(step.taken)),
    }
    return _filled(text, names, plain)


def _about(
    text: LocalText,
    chain: Collection[int],
    colour: int,
    size: int,
    status: Status | None = None,
) -> LocalText:
    one = len(chain) == 1
    dead = status is Status.DEAD
    living = ("est " if one else "sont ") + ("morte" if dead else "vivante") + ("" if one else "s")
    names = {
        "owner": colour_name(colour),
        "enemy": colour_name(3 - colour),
        "stones": stones_named(chain, colour, size),
        "stones_inside": LocalText(
            *(_stones(chain, colour, size, fr, inside=True) for fr in (False, True))
        ),
        "are": LocalText("is" if one else "are", living),
        "them": LocalText("it" if one else "them", "la" if one else "les"),
    }
    return _filled(text, names, {})


def _with_names(text: LocalText, owner: int, loser: int) -> LocalText:
    names = {
        "owner": colour_name(owner),
        "enemy": colour_name(3 - owner),
        "loser": colour_name(loser),
    }
    return _filled(text, names, {})


def _filled(text: LocalText, names: Mapping[str, LocalText], plain: Mapping[str, str]) -> LocalText:
    return LocalText(
        text.en.format(**{key: one.en for key, one in names.items()}, **plain),
        text.fr.format(**{key: one.fr for key, one in names.items()}, **plain),
    )


def _stones(chain: Collection[int], colour: int, size: int, french: bool, *, inside: bool) -> str:
    count, place, black = len(chain), point_name(min(chain), size), colour == BLACK
    if french:
        word = "noire" if black else "blanche"
        one, many = f"la pierre {word} en {place}", f"les {count} pierres {word}s en {place}"
    else:
        word = "black" if black else "white"
        one, many = f"the {word} stone at {place}", f"the {count} {word} stones at {place}"
    text = one if count == 1 else many
    return text if inside else text[0].upper() + text[1:]
