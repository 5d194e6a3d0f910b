"""The components of a pair's weight in words."""

from collections.abc import Callable, Mapping

import numpy as np

from language.localtext import LocalText
from tournament.pairing.components.draw_up_down import makes_up
from tournament.pairing.field import Field
from tournament.pairing.groups import seed_phase
from tournament.pairing.handicap import handicap_of
from tournament.state.parameters import Seeding

COMPONENT_NAMES: Mapping[str, LocalText] = {
    "rematch": LocalText("no second game", "pas de seconde partie"),
    "random": LocalText("the random part", "la part de hasard"),
    "colour": LocalText("balance of colours", "équilibre des couleurs"),
    "category": LocalText("categories", "catégories"),
    "score": LocalText("equal scores", "scores égaux"),
    "draw_up_down": LocalText("drawing up and down", "montées et descentes"),
    "seeding": LocalText("seeding", "placement dans le groupe"),
    "handicap": LocalText("small handicaps", "petits handicaps"),
    "geography": LocalText("clubs and countries", "clubs et pays"),
    "forbidden": LocalText("forbidden pairs", "rencontres interdites"),
    "family": LocalText("families", "familles"),
    "team": LocalText("teams", "équipes"),
    "local": LocalText("locals", "joueurs locaux"),
}


def amount(value: int) -> LocalText:
    """Return a number as both languages write it."""
    written = f"{value:,}"
    return LocalText(written, written.replace(",", "\u202f"))


def sentences(
    field: Field, one: int, other: int, parts: Mapping[str, int]
) -> tuple[LocalText, ...]:
    """Return what there is to say of a pair of places and the components of its weight."""
    said = (tell(field, one, other, parts) for tell in _TELLERS)
    return tuple(sentence for sentence in said if sentence is not None)


def _rematch(field: Field, one: int, other: int, parts: Mapping[str, int]) -> LocalText:
    if field.past.met[one, other]:
        return LocalText("They have met before.", "Ils se sont déjà rencontrés.")
    return LocalText("First game between them.", "Première partie entre eux.")


def _wish(field: Field, one: int, other: int, parts: Mapping[str, int]) -> LocalText | None:
    broken = [name for name in ("forbidden", "family", "team", "local") if parts.get(name, 1) == 0]
    if not broken:
        return None
    names = [COMPONENT_NAMES[name] for name in broken]
    return LocalText(
        f"Against a wish: {', '.join(name.en for name in names)}.",
        f"Contre un souhait : {', '.join(name.fr for name in names)}.",
    )


def _category(field: Field, one: int, other: int, parts: Mapping[str, int]) -> LocalText | None:
    if not field.parameters.scoring.categories:
        return None
    if field.groups.category[one] == field.groups.category[other]:
        return LocalText("Same category.", "Même catégorie.")
    return LocalText("Different categories.", "Catégories différentes.")


def _score(field: Field, one: int, other: int, parts: Mapping[str, int]) -> LocalText | None:
    if field.groups.category[one] != field.groups.category[other]:
        return None  # scores are compared within a category
    groups = field.groups.number
    apart = abs(int(groups[one]) - int(groups[other]))
    if apart == 0:
        return LocalText("Same score group.", "Même groupe de score.")
    lost = amount(field.weights.score - parts["score"])
    plural = "s" if apart > 1 else ""
    return LocalText(
        f"{apart} score group{plural} apart, at a cost of {lost.en}.",
        f"{apart} groupe{plural} de score d'écart, pour un coût de {lost.fr}.",
    )


def _drawn(field: Field, one: int, other: int, parts: Mapping[str, int]) -> LocalText | None:
    groups, past = field.groups.number, field.past
    if groups[one] == groups[other]:
        return None
    upper, lower = (one, other) if groups[one] < groups[other] else (other, one)
    high, low = field.players[upper].name, field.players[lower].name
    en = f"{high} is drawn down and {low} is drawn up"
    fr = f"{high} descend et {low} monte"
    if past.drawn_down[upper] > 0 or past.drawn_up[lower] > 0:
        en, fr = en + ", not for the first time", fr + ", et ce n'est pas la première fois"
    if makes_up(field, upper, lower):
        en, fr = en + "; it makes up for an earlier round", fr + " ; cela compense une ronde passée"
    return LocalText(f"{en}.", f"{fr}.")


def _seeding(field: Field, one: int, other: int, parts: Mapping[str, int]) -> LocalText | None:
    groups = field.groups
    if groups.number[one] != groups.number[other] or not field.weights.seeding:
        return None
    first, second = sorted((int(groups.placement[one]) + 1, int(groups.placement[other]) + 1))
    size, best = int(groups.size[one]), field.weights.seeding
    lost = amount(best - parts["seeding"])
    en = f"Places {first} and {second} of the {size} in their group"
    fr = f"Places {first} et {second} sur {size} de leur groupe"
    if seed_phase(field.parameters, field.round).seeding is Seeding.RANDOM:
        if parts["seeding"]:
            return LocalText(
                f"{en}: one of each half, as the seeding has it; who meets whom there is drawn.",
                f"{fr} : un de chaque moitié, comme le placement le veut ; qui y rencontre qui est "
                "tiré au sort.",
            )
        return LocalText(
            f"{en}: both of the same half, at a cost of {lost.en}.",
            f"{fr} : tous deux de la même moitié, pour un coût de {lost.fr}.",
        )
    if parts["seeding"] == best:
        return LocalText(f"{en}, just as the seeding has it.", f"{fr}, comme le placement le veut.")
    return LocalText(
        f"{en}, {lost.en} from the ideal of the seeding.",
        f"{fr}, à {lost.fr} de l'idéal du placement.",
    )


def _colour(field: Field, one: int, other: int, parts: Mapping[str, int]) -> LocalText | None:
    if not field.weights.colour or not parts["colour"]:
        return None
    if parts["colour"] == field.weights.colour:
        return LocalText(
            "Colours: one has had White more often, the other Black.",
            "Couleurs : l'un a eu plus souvent Blanc, l'autre Noir.",
        )
    return LocalText(
        "Colours: one has had the same colour at least twice more often.",
        "Couleurs : l'un a eu la même couleur au moins deux fois de plus.",
    )


def _handicap(field: Field, one: int, other: int, parts: Mapping[str, int]) -> LocalText:
    stones = handicap_of(field.parameters.handicap, field.side(one), field.side(other))
    if stones == 0:
        return LocalText("Even game.", "Partie à égalité.")
    if stones == 1:
        return LocalText("No komi for White.", "Pas de komi pour Blanc.")
    return LocalText(f"Handicap of {stones} stones.", f"Handicap de {stones} pierres.")


def _geography(field: Field, one: int, other: int, parts: Mapping[str, int]) -> LocalText | None:
    most = field.weights.geography
    if most == 0:
        return None
    if field.above_threshold[one] and field.above_threshold[other]:
        return LocalText(
            "Both are near the top, where clubs and countries do not count.",
            "Tous deux sont près du haut, où clubs et pays ne comptent pas.",
        )
    places = np.array([one]), np.array([other])
    lost = amount(most - parts["geography"])
    if int(field.club_kind(*places)[0]) == 0:
        en, fr = "Same club", "Même club"
    elif field.country[one] == field.country[other]:
        en, fr = "Same country, different clubs", "Même pays, clubs différents"
    else:
        en, fr = "Different countries and clubs", "Pays et clubs différents"
    if parts["geography"] == most:
        return LocalText(f"{en}.", f"{fr}.")
    return LocalText(f"{en}, at a cost of {lost.en}.", f"{fr}, pour un coût de {lost.fr}.")


_TELLERS: tuple[Callable[[Field, int, int, Mapping[str, int]], LocalText | None], ...] = (
    _rematch,
    _wish,
    _category,
    _score,
    _drawn,
    _seeding,
    _colour,
    _handicap,
    _geography,
)
