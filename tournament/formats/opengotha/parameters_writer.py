"""Writing the parameters of an OpenGotha file."""

from tournament.formats.opengotha.lost import LossNotes
from tournament.formats.opengotha.names import (
    CLUBS_GROUPS,
    GENERAL,
    HANDICAP,
    MAX_CRITERIA,
    MAX_ROUNDS,
    PAIRING,
    PLACEMENT,
    TEAM_GENERAL,
    TEAM_PLACEMENT,
)
from tournament.formats.tree import Node
from tournament.standings.tiebreaks import TIEBREAKS
from tournament.state.event import Event
from tournament.state.parameters import Basis, Parameters, SeedPhase, Weights
from tournament.state.ranks import rank_text


def write_parameters(root: Node, event: Event, lost: LossNotes) -> None:
    """Add all parameter sets to the root; say what they cannot hold."""
    parameters = event.state.parameters
    _element_at(root, GENERAL, _general(event, lost))
    _categories(_element_at(root, GENERAL), parameters.scoring.categories)
    _element_at(root, HANDICAP, _handicap(parameters))
    names = []
    for criterion in parameters.criteria:
        if TIEBREAKS[criterion].ours:
            lost.criterion(criterion)
        else:
            names.append(criterion.value)
    _criteria(root, PLACEMENT, names, lost)
    _element_at(root, PAIRING, _pairing(parameters.weights, lost))
    _element_at(root, TEAM_GENERAL, {"teamSize": str(event.team_rules.size)})
    _criteria(root, TEAM_PLACEMENT, [item.value for item in event.team_rules.criteria], lost)
    lost.of_parameters(event.details, parameters)


def write_clubs_groups(root: Node, weights: Weights) -> None:
    """Add the groups of clubs, if there are any."""
    for group in weights.clubs_groups:
        node = _element_at(root, CLUBS_GROUPS).add("ClubsGroup", {"name": group.name})
        for club in sorted(group.clubs):
            node.add("Club", {"name": club})


def _element_at(
    root: Node, path: tuple[str, ...], attributes: dict[str, str] | None = None
) -> Node:
    """Return the element at a path, created if need be, with these attributes added."""
    node = root
    for tag in path:
        node = node.child(tag) or node.add(tag)
    node.attributes.update(attributes or {})
    return node


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _points(half: int) -> str:
    return f"{half / 2:.1f}" if half % 2 else f"{half // 2}"


def _general(event: Event, lost: LossNotes) -> dict[str, str]:
    details, scoring, clock = event.details, event.state.parameters.scoring, event.details.clock
    if scoring.rounds > MAX_ROUNDS:
        lost.rounds(scoring.rounds)
    return {
        "name": details.name,
        "shortName": details.short_name,
        "location": details.location,
        "director": details.director,
        "beginDate": details.begins_on,
        "endDate": details.ends_on,
        "size": str(details.board_size),
        "bInternet": _bool(details.internet),
        "komi": _points(event.state.parameters.komi.even_half),
        "basicTime": str(clock.basic_minutes),
        "complementaryTimeSystem": clock.system.value,
        "stdByoYomiTime": str(clock.byo_yomi_seconds),
        "nbMovesCanTime": str(clock.canadian_moves),
        "canByoYomiTime": str(clock.canadian_seconds),
        "fischerTime": str(clock.fischer_seconds),
        "numberOfRounds": str(min(scoring.rounds, MAX_ROUNDS)),
        "numberOfCategories": str(len(scoring.categories) + 1),
        "genMMFloor": rank_text(scoring.floor),
        "genMMBar": rank_text(scoring.bar),
        "genNBW2ValueAbsent": str(scoring.absent_nbw),
        "genNBW2ValueBye": str(scoring.bye_nbw),
        "genMMS2ValueAbsent": str(scoring.absent_mms),
        "genMMS2ValueBye": str(scoring.bye_mms),
        "genRoundDownNBWMMS": _bool(scoring.round_down),
        "genCountNotPlayedGamesAsHalfPoint": _bool(scoring.unplayed_as_half_point),
    }


def _categories(general: Node, limits: tuple[int, ...]) -> None:
    if limits:
        categories = general.add("Categories")
        for number, lowest in enumerate(limits, 1):
            categories.add("Category", {"number": str(number), "lowerLimit": rank_text(lowest)})


def _handicap(parameters: Parameters) -> dict[str, str]:
    rule = parameters.handicap
    return {
        "hdBasedOnMMS": _bool(rule.basis is Basis.MMS),
        "hdNoHdRankThreshold": rank_text(rule.threshold),
        "hdCorrection": str(rule.correction),
        "hdCeiling": str(rule.ceiling),
    }


def _criteria(root: Node, path: tuple[str, ...], names: list[str], lost: LossNotes) -> None:
    """Write the criteria, filled up with NULL: the number of places is fixed."""
    if len(names) > MAX_CRITERIA:
        lost.criteria(names[MAX_CRITERIA:])
    node = _element_at(root, path)
    padded = names[:MAX_CRITERIA] + ["NULL"] * (MAX_CRITERIA - len(names))
    for number, name in enumerate(padded, 1):
        node.add("PlacementCriterion", {"number": str(number), "name": name})


def _extra(phase: SeedPhase, lost: LossNotes) -> str:
    if phase.extra and TIEBREAKS[phase.extra].ours:
        lost.criterion(phase.extra)
        return "NULL"
    return phase.extra.value if phase.extra else "NULL"


def _pairing(weights: Weights, lost: LossNotes) -> dict[str, str]:
    return {
        "paiStandardNX1Factor": repr(float(weights.nx1_factor)),
        "paiBaAvoidDuplGame": str(weights.rematch),
        "paiBaRandom": str(weights.random),
        "paiBaDeterministic": _bool(weights.deterministic),
        "paiBaBalanceWB": str(weights.colour),
        "paiMaAvoidMixingCategories": str(weights.category),
        "paiMaMinimizeScoreDifference": str(weights.score),
        "paiMaDUDDWeight": str(weights.draw_up_down),
        "paiMaCompensateDUDD": _bool(weights.compensate),
        "paiMaDUDDUpperMode": weights.upper_mode.value,
        "paiMaDUDDLowerMode": weights.lower_mode.value,
        "paiMaMaximizeSeeding": str(weights.seeding),
        "paiMaLastRoundForSeedSystem1": str(weights.last_round_of_phase_1),
        "paiMaSeedSystem1": weights.phase_1.seeding.value,
        "paiMaSeedSystem2": weights.phase_2.seeding.value,
        "paiMaAdditionalPlacementCritSystem1": _extra(weights.phase_1, lost),
        "paiMaAdditionalPlacementCritSystem2": _extra(weights.phase_2, lost),
        "paiSeBarThresholdActive": _bool(weights.bar_threshold),
        "paiSeRankThreshold": rank_text(weights.rank_threshold),
        "paiSeNbWinsThresholdActive": _bool(weights.wins_threshold),
        "paiSeMinimizeHandicap": str(weights.handicap),
        "paiSeAvoidSameGeo": str(weights.geography),
        "paiSePreferMMSDiffRatherThanSameCountry": str(weights.country_gap),
        "paiSePreferMMSDiffRatherThanSameClub": str(weights.club_gap),
        "paiSePreferMMSDiffRatherThanSameClubsGroup": str(weights.clubs_group_gap),
    }
