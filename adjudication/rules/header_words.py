"""The sentences about what a record's header says, in English and French."""

from __future__ import annotations

from typing import Final

from adjudication.rules.findings import Code
from language.localtext import LocalText

OF_THE_HEADER: Final[dict[Code, LocalText]] = {
    Code.HANDICAP_INFERRED: LocalText(
        "Black begins with a handicap of {handicap}, given by the first moves or the stones on the "
        "board.",
        "Noir commence avec un handicap de {handicap}, donné par les premiers coups ou les pierres "
        "posées.",
    ),
    Code.HANDICAP_DIFFERS: LocalText(
        "The record has a handicap of {record}, the game {expected}.",
        "L'enregistrement a un handicap de {record}, la partie {expected}.",
    ),
    Code.KOMI_DIFFERS: LocalText(
        "The record has komi {record}, the game {expected}.",
        "L'enregistrement a un komi de {record}, la partie {expected}.",
    ),
    Code.SIZE_DIFFERS: LocalText(
        "The record is of a {record}x{record} board; the game is played on {expected}x{expected}.",
        "La partie enregistrée est sur un plateau {record}x{record} ; la partie se joue en "
        "{expected}x{expected}.",
    ),
    Code.COLOURS_SWAPPED: LocalText(
        "In the record the players have the other colours: {black} is Black and {white} is White.",
        "Dans la partie enregistrée les couleurs sont échangées : {black} a Noir et {white} Blanc.",
    ),
    Code.NAMES_DIFFER: LocalText(
        "The record names other players: {black} (Black) and {white} (White).",
        "La partie enregistrée porte d'autres noms : {black} (Noir) et {white} (Blanc).",
    ),
    Code.HANDICAP_MISSING: LocalText(
        "The game has a handicap of {handicap}, but the record does not have its stones: it was "
        "replayed as written, and a count of it settles nothing.",
        "La partie a un handicap de {handicap}, mais l'enregistrement n'en contient pas les "
        "pierres : il a été rejoué tel quel, et son décompte ne règle rien.",
    ),
    Code.KOMI_MISSING: LocalText(
        "The record does not say the komi; {komi} was used.",
        "La partie enregistrée n'indique pas le komi ; {komi} a été retenu.",
    ),
    Code.RULES_UNKNOWN: LocalText(
        "The record does not say a rule set we know ({record}): name one to have it judged.",
        "La partie enregistrée n'indique pas une règle connue ({record}) : choisissez-en une pour "
        "qu'elle soit jugée.",
    ),
    Code.RESULT_UNREADABLE: LocalText(
        "The result in the record cannot be read: {record}.",
        "Le résultat inscrit dans la partie enregistrée est illisible : {record}.",
    ),
    Code.CONTRADICTORY: LocalText(
        "The record gives {what} more than once, and not the same: {values}.",
        "L'enregistrement donne {what} plusieurs fois, et différemment : {values}.",
    ),
    Code.VALUE_UNREADABLE: LocalText(
        "What the record gives as {what} cannot be read: {value}.",
        "Ce que l'enregistrement donne pour {what} est illisible : {value}.",
    ),
}
WHAT: Final[dict[str, LocalText]] = {
    "RE": LocalText("the result", "le résultat"),
    "KM": LocalText("the komi", "le komi"),
    "HA": LocalText("the handicap", "le handicap"),
    "RU": LocalText("the rules", "la règle"),
    "SZ": LocalText("the board size", "la taille du plateau"),
}
"""What a root property says, by its SGF name."""
HANDICAP_UNLIKE: Final = LocalText(
    "The record says a handicap of {record}, but begins with one of {shown}.",
    "L'enregistrement annonce un handicap de {record}, mais commence avec un handicap de {shown}.",
)
USED: Final = LocalText(" {value} was used.", " {value} a été retenu.")
NONE_USED: Final = LocalText(" None of them was used.", " Aucun n'a été retenu.")
SETTLES_NOTHING: Final = LocalText(
    " A count with it settles nothing.", " Un décompte fait ainsi ne règle rien."
)
BY_NOTHING: Final = LocalText(
    "The result in the record is a win by 0 points, which is none: {record}. Equal scores are a "
    "draw.",
    "Le résultat inscrit est un gain de 0 point, ce qui n'en est pas un : {record}. À égalité, la "
    "partie est nulle.",
)
