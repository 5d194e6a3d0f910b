"""The parameters of an OpenGotha file (specification, 2 and 3.1)."""

from language.messages import gettext_lazy as _
from language.messages import ngettext_lazy
from tournament.formats.fields import Fields, Notes
from tournament.formats.limits import MAX_ROUNDS
from tournament.formats.opengotha.names import (
    CLUBS_GROUPS,
    GENERAL,
    HANDICAP,
    MAX_KOMI,
    MAX_WEIGHT,
    NO_CRITERION,
    PAIRING,
    PLACEMENT,
    TEAM_GENERAL,
    TEAM_PLACEMENT,
)
from tournament.formats.tree import Node
from tournament.state.criteria import Criterion, TeamCriterion
from tournament.state.event import Clock, Details, TimeSystem
from tournament.state.parameters import (
    Basis,
    ClubsGroup,
    HandicapRule,
    KomiParameters,
    Parameters,
    ScoringParameters,
    SeedPhase,
    Weights,
)
from tournament.state.ranges import STEEPEST
from tournament.state.teams import TeamRules

_CRITERIA = {criterion.value.upper(): criterion for criterion in Criterion}
_TEAM_CRITERIA = {criterion.value.upper(): criterion for criterion in TeamCriterion}


def read_parameters(root: Node, notes: Notes) -> tuple[Details, Parameters]:
    """Return the tournament's details and parameters."""
    general = _section(root, GENERAL, notes)
    parameters = Parameters(
        scoring=_scoring(general, notes),
        criteria=_criteria(root, notes),
        handicap=_handicap(_section(root, HANDICAP, notes)),
        komi=KomiParameters(
            even_half=general.half_points("komi", KomiParameters().even_half, MAX_KOMI)
        ),
        weights=_weights(_section(root, PAIRING, notes), _clubs_groups(root)),
    )
    return _details(general), parameters


def read_team_rules(root: Node, notes: Notes) -> TeamRules:
    """Return the team rules; the defaults if the file has none."""
    size = Fields(root.child(*TEAM_GENERAL), notes).integer("teamSize", TeamRules().size, 1, 20)
    placement = root.child(*TEAM_PLACEMENT)
    if placement is None:
        return TeamRules(size=size)
    named = _named_criteria(placement, notes)
    criteria = []
    for name, line in named:
        criterion = _TEAM_CRITERIA.get(name.upper())
        if criterion is None:
            unknown = _("The team criterion “%(name)s” is not known and is left out.")
            notes.add(unknown % {"name": name[:30]}, line)
        elif criterion not in criteria:
            criteria.append(criterion)
    return TeamRules(size=size, criteria=tuple(criteria))


def _section(root: Node, path: tuple[str, ...], notes: Notes) -> Fields:
    """Return the fields of a section; if it is missing, McMahon's defaults are used."""
    node = root.child(*path)
    if node is None:
        missing = _("%(name)s is missing; the McMahon defaults are used.")
        notes.add(missing % {"name": path[-1]})
    return Fields(node, notes)


def _details(general: Fields) -> Details:
    clock = Clock()
    size = general.integer("size", 19, 0, 52)
    if size < 2:
        general.wrong("size", str(size), _("is not a board"), "19")
        size = 19
    return Details(
        name=general.text("name"),
        short_name=general.text("shortName"),
        location=general.text("location"),
        director=general.text("director"),
        begins_on=general.text("beginDate"),
        ends_on=general.text("endDate"),
        board_size=size,
        clock=Clock(
            basic_minutes=general.integer("basicTime", clock.basic_minutes, 0, 100_000),
            system=general.choice("complementaryTimeSystem", TimeSystem.BYO_YOMI),
            byo_yomi_seconds=_seconds(general, "stdByoYomiTime", clock.byo_yomi_seconds),
            canadian_moves=general.integer("nbMovesCanTime", clock.canadian_moves, 0, 1000),
            canadian_seconds=_seconds(general, "canByoYomiTime", clock.canadian_seconds),
            fischer_seconds=_seconds(general, "fischerTime", clock.fischer_seconds),
        ),
        internet=general.boolean("bInternet", False, needed=False),
    )


def _seconds(general: Fields, name: str, default: int) -> int:
    return general.integer(name, default, 0, 1_000_000)


def _scoring(general: Fields, notes: Notes) -> ScoringParameters:
    usual = ScoringParameters()

    def value(name: str, default: int) -> int:
        return general.integer(name, default, 0, 4)

    return ScoringParameters(
        rounds=general.integer("numberOfRounds", usual.rounds, 1, MAX_ROUNDS),
        floor=general.rank("genMMFloor", usual.floor),
        bar=general.rank("genMMBar", usual.bar),
        categories=_categories(general, notes),
        absent_nbw=value("genNBW2ValueAbsent", usual.absent_nbw),
        absent_mms=value("genMMS2ValueAbsent", usual.absent_mms),
        bye_nbw=value("genNBW2ValueBye", usual.bye_nbw),
        bye_mms=value("genMMS2ValueBye", usual.bye_mms),
        round_down=general.boolean("genRoundDownNBWMMS", usual.round_down),
        unplayed_as_half_point=general.boolean(
            "genCountNotPlayedGamesAsHalfPoint", usual.unplayed_as_half_point, needed=False
        ),
    )


def _categories(general: Fields, notes: Notes) -> tuple[int, ...]:
    """Return the lower limits of all categories except the last, from the top."""
    number = general.integer("numberOfCategories", 1, 1, 100)
    limits: dict[int, int] = {}
    categories = general.node.child("Categories") if general.node else None
    for child in categories.children if categories else ():
        if child.tag != "Category":
            continue
        child.known = True
        fields = Fields(child, notes)
        place = fields.integer("number", len(limits) + 1, 1, 100)
        limits[place] = fields.rank("lowerLimit", 0)
    found = tuple(limits[place] for place in sorted(limits))
    if len(found) != number - 1:
        kept = found[: number - 1]
        note = ngettext_lazy(
            "numberOfCategories is %(number)d but %(limits)d lower limits are given; there is "
            "%(count)d category.",
            "numberOfCategories is %(number)d but %(limits)d lower limits are given; there are "
            "%(count)d categories.",
            "count",
        )
        counts = {"number": number, "limits": len(found), "count": len(kept) + 1}
        notes.add(note % counts, general.line)
        return kept
    return found


def _criteria(root: Node, notes: Notes) -> tuple[Criterion, ...]:
    placement = root.child(*PLACEMENT)
    if placement is None:
        notes.add(_("PlacementCriteria is missing; MMS, SOSM, SOSOSM are used."))
        return Parameters().criteria
    criteria: list[Criterion] = []
    for name, line in _named_criteria(placement, notes):
        criterion = _CRITERIA.get(name.upper())
        if criterion is None:
            unknown = _("The criterion “%(name)s” is not known and is left out.")
            notes.add(unknown % {"name": name[:30]}, line)
        elif criterion not in criteria:
            criteria.append(criterion)
    return tuple(criteria)


def _named_criteria(placement: Node, notes: Notes) -> list[tuple[str, int | None]]:
    """Return the criteria's names in order, with their lines, leaving out empty places."""
    numbered = []
    for place, child in enumerate(placement.children, 1):
        if child.tag != "PlacementCriterion":
            continue
        child.known = True
        fields = Fields(child, notes)
        number = fields.integer("number", place, 0, 1000)
        numbered.append((number, fields.text("name", "NULL").strip(), child.line))
    numbered.sort(key=lambda entry: entry[0])
    return [(name, line) for _, name, line in numbered if name.upper() not in NO_CRITERION]


def _handicap(fields: Fields) -> HandicapRule:
    usual = HandicapRule()
    on_mms = fields.boolean("hdBasedOnMMS", usual.basis is Basis.MMS)
    return HandicapRule(
        basis=Basis.MMS if on_mms else Basis.RANK,
        threshold=fields.rank("hdNoHdRankThreshold", usual.threshold),
        correction=fields.integer("hdCorrection", usual.correction, -9, 99),
        ceiling=fields.integer("hdCeiling", usual.ceiling, 0, 9),
    )


def _phase(fields: Fields, number: int, usual: SeedPhase) -> SeedPhase:
    name = f"paiMaAdditionalPlacementCritSystem{number}"
    written = fields.text(name, usual.extra.value if usual.extra else "NULL", needed=True).strip()
    extra = _CRITERIA.get(written.upper())
    if extra is None and written.upper() not in NO_CRITERION:
        why = _("is not a criterion such as Rating")
        raise fields.refused(name, written, why)
    return SeedPhase(fields.choice(f"paiMaSeedSystem{number}", usual.seeding), extra)


def _weights(fields: Fields, clubs_groups: tuple[ClubsGroup, ...]) -> Weights:
    usual = Weights()

    def weight(name: str, default: int) -> int:
        return fields.integer(name, default, 0, MAX_WEIGHT)

    def gap(name: str, default: int, *, needed: bool = True) -> int:
        return fields.integer(name, default, 0, 1000, needed=needed)

    return Weights(
        nx1_factor=fields.real("paiStandardNX1Factor", usual.nx1_factor, -STEEPEST, STEEPEST),
        rematch=weight("paiBaAvoidDuplGame", usual.rematch),
        random=weight("paiBaRandom", usual.random),
        deterministic=fields.boolean("paiBaDeterministic", usual.deterministic),
        colour=weight("paiBaBalanceWB", usual.colour),
        category=weight("paiMaAvoidMixingCategories", usual.category),
        score=weight("paiMaMinimizeScoreDifference", usual.score),
        draw_up_down=weight("paiMaDUDDWeight", usual.draw_up_down),
        compensate=fields.boolean("paiMaCompensateDUDD", usual.compensate),
        upper_mode=fields.choice("paiMaDUDDUpperMode", usual.upper_mode),
        lower_mode=fields.choice("paiMaDUDDLowerMode", usual.lower_mode),
        seeding=weight("paiMaMaximizeSeeding", usual.seeding),
        last_round_of_phase_1=fields.integer(
            "paiMaLastRoundForSeedSystem1", usual.last_round_of_phase_1, 0, MAX_ROUNDS
        ),
        phase_1=_phase(fields, 1, usual.phase_1),
        phase_2=_phase(fields, 2, usual.phase_2),
        bar_threshold=fields.boolean("paiSeBarThresholdActive", usual.bar_threshold),
        rank_threshold=fields.rank("paiSeRankThreshold", usual.rank_threshold),
        wins_threshold=fields.boolean("paiSeNbWinsThresholdActive", usual.wins_threshold),
        handicap=weight("paiSeMinimizeHandicap", usual.handicap),
        geography=weight("paiSeAvoidSameGeo", usual.geography),
        country_gap=gap("paiSePreferMMSDiffRatherThanSameCountry", usual.country_gap),
        club_gap=gap("paiSePreferMMSDiffRatherThanSameClub", usual.club_gap),
        clubs_group_gap=gap(
            "paiSePreferMMSDiffRatherThanSameClubsGroup", usual.clubs_group_gap, needed=False
        ),
        clubs_groups=clubs_groups,
    )


def _clubs_groups(root: Node) -> tuple[ClubsGroup, ...]:
    found = root.child(*CLUBS_GROUPS)
    groups = []
    for group in found.children if found else ():
        if group.tag != "ClubsGroup":
            continue
        group.known = True
        clubs = [club for club in group.children if club.tag == "Club"]
        for club in clubs:
            club.known = True
        names = frozenset(club.take("name") or "" for club in clubs)
        groups.append(ClubsGroup(group.take("name") or "", names))
    return tuple(groups)
