"""The sentences of findings, in English and French, as templates with named places."""

from __future__ import annotations

from typing import Final

from adjudication.rules.claims import Claim, Grounds, Winner, format_points
from adjudication.rules.colours import BLACK
from adjudication.rules.findings import Code
from adjudication.rules.header_words import OF_THE_HEADER
from language.localtext import LocalText

COLOUR_NAME: Final = {1: LocalText("Black", "Noir"), 2: LocalText("White", "Blanc")}

NO_STONE: Final = LocalText(
    "No stone stands on {points}, so none can be dead there: look at the dead stones again.",
    "Aucune pierre ne se trouve en {points} : vérifiez les pierres mortes.",
)

SENTENCES: Final[dict[Code, LocalText]] = {
    Code.OCCUPIED: LocalText(
        "Move {move}: the record has {colour} play on {point}, where a stone already stands.",
        "Coup {move} : l'enregistrement fait jouer {colour} en {point}, où se trouve déjà une "
        "pierre.",
    ),
    Code.BAD_POINT: LocalText(
        "Move {move}: what the record gives for {colour} is no point of this board.",
        "Coup {move} : ce que l'enregistrement donne pour {colour} n'est pas un point de ce "
        "plateau.",
    ),
    Code.SERVER_RULES: LocalText(
        "Move {move}: the record is of a game on {server}, which refuses such a move, so it may be "
        "wrong here: only the players can say whether the move was played.",
        "Coup {move} : l'enregistrement est celui d'une partie sur {server}, qui refuse un tel "
        "coup ; il est peut-être fautif : seuls les joueurs peuvent dire si ce coup a été joué.",
    ),
    Code.SETUP_AS_MOVES: LocalText(
        "The record begins with {moves} stones entered as moves, like a position and not like a "
        "game: only the players can say whether it is theirs.",
        "L'enregistrement commence par {moves} pierres notées comme des coups, comme une position "
        "et non une partie : seuls les joueurs peuvent dire si c'est la leur.",
    ),
    Code.FIRST_MOVE: LocalText(
        "{colour} plays first, although {why}: perhaps the colours are exchanged.",
        "{colour} commence, alors que {why} : les couleurs sont peut-être échangées.",
    ),
    Code.RETAKE_AFTER_PASS: LocalText(
        "Move {move}: {colour} at {point} takes back the ko that was taken with move {earlier}, "
        "after nothing but a pass. It is allowed, for it is not the next move; a threat is usually "
        "a move played elsewhere.",
        "Coup {move} : {colour} en {point} reprend le ko pris au coup {earlier}, en n'ayant que "
        "passé entre-temps. C'est permis, car ce n'est pas le coup suivant ; une menace est "
        "d'ordinaire un coup joué ailleurs.",
    ),
    Code.NOT_SHOWN: LocalText(
        "The result claimed is {claim} for {grounds}, but the record shows none.",
        "Le résultat annoncé est {claim} pour {grounds}, mais l'enregistrement n'en montre pas.",
    ),
    Code.SUICIDE: LocalText(
        "Move {move}: {colour} at {point} leaves his own stones without a liberty and captures "
        "nothing, which is forbidden.",
        "Coup {move} : {colour} en {point} laisse ses propres pierres sans liberté et ne capture "
        "rien, ce qui est interdit.",
    ),
    Code.KO: LocalText(
        "Move {move}: {colour} at {point} retakes the ko on the very next move.",
        "Coup {move} : {colour} en {point} reprend le ko dès le coup suivant.",
    ),
    Code.SUPERKO: LocalText(
        "Move {move}: {colour} at {point} brings back the whole board as it was {earlier}, which "
        "is forbidden.",
        "Coup {move} : {colour} en {point} ramène la grille entière telle qu'elle était {earlier}, "
        "ce qui est interdit.",
    ),
    Code.TURN: LocalText(
        "Move {move}: the record has {colour} play twice in a row.",
        "Coup {move} : l'enregistrement fait jouer {colour} deux fois de suite.",
    ),
    Code.AFTER_END: LocalText(
        "Move {move} was played after the game had ended: it is shown but not counted.",
        "Le coup {move} a été joué après la fin de la partie : il est montré mais ne compte pas.",
    ),
    Code.CYCLE: LocalText(
        "Move {move}: {colour} at {point} brings back the whole board as it was {earlier}, with "
        "the same player to move ({kind}, {length}, prisoners {delta}).",
        "Coup {move} : {colour} en {point} ramène la grille entière telle qu'elle était {earlier}, "
        "avec le même joueur au trait ({kind}, {length}, prisonniers {delta}).",
    ),
    Code.CYCLE_POSITION: LocalText(
        "Move {move}: {colour} at {point} brings back the board as it was {earlier}, with the "
        "other player to move ({kind}).",
        "Coup {move} : {colour} en {point} ramène la grille telle qu'elle était {earlier}, mais "
        "avec l'autre joueur au trait ({kind}).",
    ),
    Code.TWO_PASSES: LocalText(
        "Both players passed: play stopped after move {move}.",
        "Les deux joueurs ont passé : le jeu s'est arrêté après le coup {move}.",
    ),
    Code.RESIGNED: LocalText("{colour} resigned.", "{colour} a abandonné."),
    Code.UNFINISHED: LocalText(
        "The record stops after move {move} without two passes.",
        "La partie s'interrompt après le coup {move} sans que les deux joueurs aient passé.",
    ),
    Code.RESUMED: LocalText(
        "Move {move}: play was resumed after both players had passed.",
        "Coup {move} : le jeu a repris après que les deux joueurs ont passé.",
    ),
    Code.SCORE_CONFIRMED: LocalText(
        "The count gives {computed}, as claimed.",
        "Le décompte donne {computed}, comme annoncé.",
    ),
    Code.SCORE_MISMATCH: LocalText(
        "The count gives {computed}, but the claim is {claim}.",
        "Le décompte donne {computed}, mais le résultat annoncé est {claim}.",
    ),
    Code.NEEDS_DEAD_STONES: LocalText(
        "Both players passed, but the record does not say which stones are dead: mark them, or say "
        "that there are none.",
        "Les deux joueurs ont passé, mais la partie enregistrée ne dit pas quelles pierres sont "
        "mortes : marquez-les, ou indiquez qu'il n'y en a pas.",
    ),
    Code.OPEN_DAME: LocalText(
        "Open dame: {points}. To the letter of Article 8 the stones beside them are in seki, and "
        "the count would be {strict}.",
        "Dames non remplis : {points}. À la lettre de l'article 8, les pierres voisines sont en "
        "seki et le décompte serait {strict}.",
    ),
    Code.MARKS_DIFFER: LocalText(
        "The marked territory is not what the dead stones give; it differs at {points}.",
        "Le territoire marqué n'est pas celui que donnent les pierres mortes ; il diffère en "
        "{points}.",
    ),
    **OF_THE_HEADER,
    # The other reasons to look again are further down.
    Code.MARKS_SUSPICIOUS: NO_STONE,
    Code.DUPLICATE: LocalText(
        "The same record was sent for another game: {other}.",
        "La même partie enregistrée a été envoyée pour une autre partie : {other}.",
    ),
    Code.SETUP_HANDICAP: LocalText(
        "The handicap stones were placed on the board, where these rules have White pass.",
        "Les pierres de handicap ont été posées au départ, alors que cette règle fait passer "
        "Blanc.",
    ),
    Code.SETUP_ILLEGAL: LocalText(
        "The position at the start has stones without a liberty ({points}), which no board can "
        "have.",
        "La position de départ a des pierres sans liberté ({points}), ce qu'aucun plateau ne peut "
        "avoir.",
    ),
    Code.SETUP_MID_GAME: LocalText(
        "After move {move} the record changes the board by hand: it is no proof of the game.",
        "Après le coup {move}, la position est modifiée à la main : l'enregistrement ne prouve pas "
        "la partie.",
    ),
    Code.VARIATION: LocalText(
        "The record has variations; the first line was taken as the game.",
        "L'enregistrement contient des variantes ; la première ligne a été prise pour la partie.",
    ),
    Code.MOVE_NUMBER: LocalText(
        "Move {move} has the number {number} in the record: moves before it may be missing.",
        "Le coup {move} porte le numéro {number} dans l'enregistrement : il manque peut-être des "
        "coups avant lui.",
    ),
    Code.TO_MOVE: LocalText(
        "Move {move} is by {colour}, but the record says before it that the other player is to "
        "move.",
        "Le coup {move} est de {colour}, mais l'enregistrement dit juste avant que c'est à l'autre "
        "joueur de jouer.",
    ),
    Code.CHARSET_UNCLEAR: LocalText(
        "The texts of the record are in a character set that it does not name (CA) or names "
        "wrongly, and two ways to read them give different moves: save the record as UTF-8 and "
        "send it again.",
        "Les textes de l'enregistrement sont dans un jeu de caractères qu'il n'indique pas (CA) ou "
        "indique à tort, et deux façons de les lire donnent des coups différents : enregistrez-le "
        "en UTF-8 et envoyez-le à nouveau.",
    ),
    Code.SETUP_UNCLEAR: LocalText(
        "The record gives the position at the start in a way that no board can have: what it "
        "writes as {points} is no point of the board, or has two colours.",
        "L'enregistrement donne une position de départ qu'aucun plateau ne peut avoir : ce qu'il "
        "écrit {points} n'est pas un point du plateau, ou a deux couleurs.",
    ),
    Code.TRUNCATED: LocalText(
        "The record breaks off: only what could be read was replayed.",
        "L'enregistrement est tronqué : seule la partie lisible a été rejouée.",
    ),
}

LOSES: Final = LocalText(
    " Under these rules an illegal move loses the game ({article}).",
    " Selon cette règle, un coup illégal fait perdre la partie ({article}).",
)
MOOT: Final = LocalText(
    " It changes nothing, for it comes after the illegal move that counts.",
    " Cela ne change rien, car c'est après le coup illégal qui compte.",
)
SILENT: Final = LocalText(
    " These rules do not say what an illegal move costs; the tournament decides.",
    " Cette règle ne dit pas ce que coûte un coup illégal ; le tournoi en décide.",
)
NO_RESULT: Final = LocalText(
    " If both players agree, the game ends without result ({article}).",
    " Si les deux joueurs sont d'accord, la partie est sans résultat ({article}).",
)
INCOMPLETE: Final = LocalText(
    " The record lacks its handicap stones, so this may be a fault of the record.",
    " L'enregistrement n'a pas ses pierres de handicap : la faute peut venir de lui.",
)

FAULTY: Final = LocalText(
    " The board was set up or changed by hand before it, so this may be a fault of the record.",
    " La position a été posée ou modifiée à la main auparavant : la faute peut venir de "
    "l'enregistrement.",
)
OTHER_GAME: Final = LocalText(
    " The record differs from the game that it was sent for, so it may be of another one: that is "
    "asked first.",
    " L'enregistrement diffère de la partie pour laquelle il a été envoyé ; c'est peut-être celui "
    "d'une autre : la question est d'abord posée.",
)
TWO_SIZES: Final = LocalText(
    " The record gives two board sizes, so this may be a fault of the record.",
    " L'enregistrement donne deux tailles de plateau : la faute peut venir de lui.",
)
OTHER_HANDICAP: Final = LocalText(
    " The first moves give another handicap than the game's, so this may be a fault of the record.",
    " Les premiers coups donnent un autre handicap que celui de la partie : la faute peut venir de "
    "l'enregistrement.",
)
BY_MOVES: Final = LocalText(
    " Black begins with so many moves in a row; the second may also have been played out of turn, "
    "or a pass is missing: only the players can say.",
    " Noir commence par autant de coups de suite ; le deuxième a peut-être aussi été joué hors de "
    "son tour, ou une passe manque : seuls les joueurs peuvent le dire.",
)
GROUNDS: Final[dict[Grounds | None, LocalText]] = {
    Grounds.ILLEGAL: LocalText("an illegal move", "un coup illégal"),
    Grounds.REPETITION: LocalText("a repetition", "une répétition"),
    None: LocalText("a forfeit", "un forfait"),
}
CLAIM_ASKED: Final = LocalText(
    " Only the players can say what happened.",
    " Seuls les joueurs peuvent dire ce qui s'est passé.",
)
CLAIM_STANDS: Final = LocalText(
    " It stands as it is claimed: it may be for absence or conduct.",
    " Il vaut tel qu'il est annoncé : absence ou comportement, par exemple.",
)
_WRONG_HERE: Final = LocalText(
    " Nobody can play that, so the record is wrong here: only the players can say what was played.",
    " Personne ne peut jouer ainsi, l'enregistrement est donc fautif : seuls les joueurs peuvent "
    "dire ce qui a été joué.",
)
ASKED: Final[dict[Code, LocalText]] = {
    Code.OCCUPIED: _WRONG_HERE,
    Code.BAD_POINT: _WRONG_HERE,
    Code.TURN: LocalText(
        " A record cannot tell whether a pass was not written or the player really moved twice: "
        "only the players can say.",
        " L'enregistrement ne dit pas si une passe n'a pas été notée ou si le joueur a vraiment "
        "joué deux fois : seuls les joueurs peuvent le dire.",
    ),
}
"""What is added to a finding that both players are asked about."""
UNCERTAIN: Final = LocalText(
    " It is uncertain, for the record is damaged or breaks off.",
    " C'est incertain, car l'enregistrement est endommagé ou tronqué.",
)
UNSETTLED_HERE: Final = LocalText(
    " This is uncertain until it is settled what happened there.",
    " Cela reste incertain tant qu'on ne sait pas ce qui s'y est passé.",
)
UNSETTLED: Final = LocalText(
    " This is uncertain until it is settled what happened at move {move}.",
    " Cela reste incertain tant qu'on ne sait pas ce qui s'est passé au coup {move}.",
)
START: Final = LocalText("at the start", "au début")
AFTER_MOVE: Final = LocalText("after move {earlier}", "après le coup {earlier}")

CYCLE_KIND: Final = {
    "triple_ko": LocalText("triple ko", "triple ko"),
    "four_or_more_kos": LocalText("four or more kos", "quatre kos ou plus"),
    "rotating_ko": LocalText("rotating ko", "ko par alternance"),
    "eternal_life": LocalText("eternal life", "ko par longue vie"),
    "sending_two_returning_one": LocalText("sending two, returning one", "deux pierres pour une"),
    "other": LocalText("repetition", "répétition"),
}


def colour_text(colour: int) -> LocalText:
    """Return the name of a player, Black or White, in both languages."""
    return COLOUR_NAME[BLACK if colour == BLACK else 2]


def sentence(code: Code, **values: object) -> LocalText:
    """Return the sentence of a code with its places filled; a LocalText value fills each language.

    Raises KeyError when a place of the template has no value.
    """
    template = SENTENCES[code]
    return fill(template, **values)


def fill(template: LocalText, **values: object) -> LocalText:
    """Fill the places of a template; a value that is a LocalText gives each language its own."""
    english = {k: v.en if isinstance(v, LocalText) else v for k, v in values.items()}
    french = {k: v.fr if isinstance(v, LocalText) else v for k, v in values.items()}
    return LocalText(template.en.format(**english), template.fr.format(**french))


def joined(*texts: LocalText) -> LocalText:
    """Return texts written one behind the other."""
    return LocalText("".join(t.en for t in texts), "".join(t.fr for t in texts))


def points_text(points: float) -> LocalText:
    """Return points as each language writes them: 6.5 and 6,5."""
    english = format_points(points)
    return LocalText(english, english.replace(".", ","))


def result_text(claim: Claim) -> LocalText:
    """Return a result as each language writes it: B+3.5 and Noir+3,5 (in French B is Blanc)."""
    english = str(claim)
    if claim.winner.colour is None:
        return LocalText(english, "sans résultat" if claim.winner is Winner.NONE else english)
    winner, how = english.split("+")
    french = {"R": "abandon", "T": "temps", "F": "forfait"}.get(how, how.replace(".", ","))
    return LocalText(english, f"{'Noir' if winner == 'B' else 'Blanc'}+{french}")


def moves_text(count: int) -> LocalText:
    """Return "1 move" or "6 moves"."""
    many = "" if count == 1 else "s"
    return LocalText(f"{count} move{many}", f"{count} coup{many}")


def when(earlier: int) -> LocalText:
    """Return "after move 12" or, for 0, "at the start"."""
    return START if earlier == 0 else fill(AFTER_MOVE, earlier=earlier)
