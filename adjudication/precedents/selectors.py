"""Earlier rulings, in this tournament and in all others, without people's names."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from types import MappingProxyType

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from adjudication.cases.selectors.rulings import reasons_in_language, standing_rulings
from adjudication.models import CaseState, Penalty, Ruling
from adjudication.policy.anonymous import BLACK, PLAYER, SOMEBODY, WHITE, PersonNames, without_names
from tournament.models import AuditEvent, Player, Verb
from tournament.spoken import catalogue
from tournament.tournaments.selectors.public import SHOWN

PAGE = 20
LONGEST_SEARCH = 100
"""The greatest length of a search text."""
MOST_SIMILAR = 5
ORDERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "date": ("made_at", "made_at"),
        "rules": ("rules", "rules"),
        "cause": ("cause", "cause"),
        "finding": ("finding", "finding"),
        "tournament": ("case__tournament__name", "tournament"),
    }
)
"""What rulings are sorted by, ascending, equal ones newest first: column and attribute."""
_LOOKED_AT = 300
"""The number of newest rulings with anything in common that are compared."""


@dataclass(frozen=True, slots=True)
class PrecedentPenalty:
    """A penalty of a ruling; ``colour`` is empty in a case without a game."""

    colour: str
    kind: str
    points_half: int | None
    seconds: int | None


@dataclass(frozen=True, slots=True)
class Precedent:
    """One standing ruling, without names.

    ``reasons`` is empty if somebody whom the case is about or whom the reasons name has been
    erased.
    """

    id: int
    case_id: int
    tournament: str
    slug: str
    rules: str
    cause: str
    finding: str
    articles: tuple[str, ...]
    effect: str
    winner: str
    reason: str
    margin_half: int | None
    resume_move: int | None
    reasons: str
    penalties: tuple[PrecedentPenalty, ...]
    kind: str
    appealed: bool
    made_at: datetime


@dataclass(frozen=True, slots=True)
class PrecedentPage:
    """A page of the rulings found, the newest first."""

    rulings: tuple[Precedent, ...]
    number: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """The possible search terms, each with the number of its rulings."""

    rules: Mapping[str, int]
    causes: Mapping[str, int]
    findings: Mapping[str, int]
    articles: Mapping[str, int]


def search_rulings(
    *,
    article: str = "",
    finding: str = "",
    rules: str = "",
    cause: str = "",
    words: str = "",
    sort: str = "",
    page: int = 1,
    language: str = "en",
) -> PrecedentPage:
    """Return a page of the matching final rulings of all tournaments. Six queries.

    ``article`` is a key and includes its clauses (``j1989:9`` matches ``j1989:9.3``); ``finding``
    is a code or the beginning of one (``illegal`` matches ``illegal.ko``). All ``words`` must occur
    in the reasons as shown here, without names, so that nobody can be found by theirs; only the
    newest rulings are searched for words. An empty text matches any. ``sort`` is one of
    :data:`ORDERS`; otherwise the newest come first.
    """
    rows = _fitting(article=article, finding=finding, rules=rules, cause=cause)
    rows = rows.order_by("-made_at", "-pk")
    fitting = _with_words(rows, words, language) if words else ()
    if sort in ORDERS:
        column, attribute = ORDERS[sort]
        fitting = tuple(sorted(fitting, key=attrgetter(attribute)))
        rows = rows.order_by(column, "-made_at", "-pk")
    total = len(fitting) if words else rows.count()
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    part = slice((page - 1) * PAGE, page * PAGE)
    found = fitting[part] if words else _precedents(rows[part], language)
    return PrecedentPage(found, page, pages, total)


def rulings_before(
    ruling_id: int | None,
    *,
    most: int,
    slug: str = "",
    words: str = "",
    language: str = "en",
    **about: str,
) -> tuple[Precedent, ...]:
    """Return ``most`` final rulings, latest first, from before a given one if any. Six queries.

    ``about`` holds the arguments of :func:`search_rulings`; ``slug`` is a tournament's slug.
    """
    rows = _fitting(**about).order_by("-pk")
    if slug:
        rows = rows.filter(case__tournament__slug=slug)
    if words:
        found = _with_words(rows, words, language)
        before = (earlier for earlier in found if ruling_id is None or earlier.id < ruling_id)
        return tuple(before)[:most]
    if ruling_id is not None:
        rows = rows.filter(pk__lt=ruling_id)
    return _precedents(rows[:most], language)


def _fitting(
    *, article: str = "", finding: str = "", rules: str = "", cause: str = ""
) -> "QuerySet[Ruling]":
    found = _public()
    if article:
        found = found.filter(_rests_on([article], clauses=True))
    if finding:
        found = found.filter(Q(finding=finding) | Q(finding__startswith=f"{finding}."))
    if rules:
        found = found.filter(rules=rules)
    if cause:
        found = found.filter(cause=cause)
    return found


def _with_words(rows: "QuerySet[Ruling]", words: str, language: str) -> tuple[Precedent, ...]:
    wanted = words.casefold().split()
    return tuple(
        precedent
        for precedent in _precedents(rows[:_LOOKED_AT], language)
        if all(word in precedent.reasons.casefold() for word in wanted)
    )


def public_ruling(ruling_id: int, language: str = "en") -> Precedent | None:
    """Return a final ruling without names, or None. Six queries."""
    return next(iter(_precedents(_public().filter(pk=ruling_id), language)), None)


def search_terms() -> SearchTerms:
    """Return the possible search terms. One query."""
    counts: tuple[dict[str, int], ...] = tuple(defaultdict(int) for _ in range(4))
    for rules, cause, finding, articles in _public().values_list(
        "rules", "cause", "finding", "articles"
    ):
        for count, values in zip(counts, ([rules], [cause], [finding], articles), strict=True):
            for value in filter(None, values):
                count[value] += 1
    return SearchTerms(*({key: count[key] for key in sorted(count)} for count in counts))


def similar_rulings(
    *,
    rules: str,
    cause: str,
    finding: str = "",
    articles: Iterable[str] = (),
    tournament_id: int | None = None,
    besides: int | None = None,
    language: str = "en",
    most: int = MOST_SIMILAR,
) -> tuple[Precedent, ...]:
    """Return the rulings most similar to a case, the closest first. Six queries.

    The same finding weighs most, then articles in common, the same cause and the same rules;
    equally similar ones come newest first. The tournament's own rulings count even if they may
    still change; ``besides`` is the case that asks, which is left out.
    """
    articles = set(articles)
    common = Q(cause=cause)
    if finding:
        common |= Q(finding=finding)
    if articles:
        common |= _rests_on(articles)
    final = Q(case__state=CaseState.FINAL, case__tournament__status__in=SHOWN)
    own = Q() if tournament_id is None else Q(case__tournament=tournament_id)
    given = _citing(standing_rulings()).filter(final | own if own else final)
    rows = given.filter(common).exclude(case=besides).order_by("-made_at", "-pk")
    weighed = [
        (
            8 * bool(finding and finding == there)
            + min(6, 3 * len(articles & set(cited)))
            + 4 * (cause == why)
            + 2 * (rules == under),
            -place,
            pk,
        )
        for place, (pk, there, cited, why, under) in enumerate(
            rows.values_list("pk", "finding", "articles", "cause", "rules")[:_LOOKED_AT]
        )
    ]
    nearest = [pk for _, _, pk in sorted(weighed, reverse=True)[:most]]
    rulings = _precedents(Ruling.objects.filter(pk__in=nearest), language)
    by_id = {ruling.id: ruling for ruling in rulings}
    return tuple(by_id[pk] for pk in nearest)


def _public() -> "QuerySet[Ruling]":
    shown = standing_rulings().filter(case__tournament__status__in=SHOWN)
    return _citing(shown.filter(case__state=CaseState.FINAL))


def _citing(found: "QuerySet[Ruling]") -> "QuerySet[Ruling]":
    """Search the articles as text, because the databases differ in their support for lists."""
    return found.annotate(cited=Cast("articles", TextField()))


def _rests_on(articles: Iterable[str], *, clauses: bool = False) -> Q:
    rests = Q(pk__in=[])
    for key in articles:
        rests |= Q(cited__contains=f'"{key}"')
        if clauses:
            rests |= Q(cited__contains=f'"{key}.')
    return rests


def _precedents(rows: "QuerySet[Ruling]", language: str) -> tuple[Precedent, ...]:
    rulings = list(
        rows.select_related("case__tournament", "case__game").prefetch_related("case__appeals")
    )
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    for penalty in Penalty.objects.filter(ruling__in=rulings).order_by("pk"):
        penalties[penalty.ruling_id].append(penalty)
    tournaments = {ruling.case.tournament_id for ruling in rulings}
    players: dict[int, list[Player]] = defaultdict(list)
    for player in Player.everybody.filter(tournament__in=tournaments).order_by("number"):
        players[player.tournament_id].append(player)
    parties, naming = _parties(rulings), _naming_erased(tournaments)
    return tuple(
        _precedent(
            ruling,
            ""
            if _place(ruling) in naming
            else reasons_in_language(ruling.reasons, ruling.made_of, language),
            penalties[ruling.pk],
            players[ruling.case.tournament_id],
            parties.get(ruling.case_id, set()),
            language,
        )
        for ruling in rulings
    )


def _naming_erased(tournaments: set[int]) -> set[tuple[int, int, int]]:
    """Return the indices of the rulings whose reasons name somebody who was erased."""
    events = AuditEvent.objects.filter(tournament__in=tournaments, verb=Verb.PLAYER_ERASED)
    return {
        (tournament, *place)
        for tournament, after in events.values_list("tournament", "after")
        if isinstance(after, dict)
        for place in after.get("rulings", ())
    }


def _place(ruling: Ruling) -> tuple[int, int, int]:
    return ruling.case.tournament_id, ruling.case.number, ruling.number


def _parties(rulings: list[Ruling]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    cases = [ruling.case_id for ruling in rulings]
    through = Player.cases.through.objects.filter(case__in=cases)
    for case_id, player_id in through.values_list("case_id", "player_id"):
        found[case_id].add(player_id)
    return found


def _precedent(
    ruling: Ruling,
    reasons: str,
    penalties: list[Penalty],
    players: list[Player],
    parties: set[int],
    language: str,
) -> Precedent:
    case, game = ruling.case, ruling.case.game
    colours = {} if game is None else {game.black_id: "black", game.white_id: "white"}
    return Precedent(
        id=ruling.pk,
        case_id=ruling.case_id,
        tournament=case.tournament.name,
        slug=case.tournament.slug,
        rules=ruling.rules,
        cause=ruling.cause,
        finding=ruling.finding,
        articles=tuple(ruling.articles),
        effect=ruling.effect,
        winner=ruling.winner,
        reason=ruling.reason,
        margin_half=ruling.margin_half,
        resume_move=ruling.resume_move,
        reasons=_nameless(reasons, players, parties, colours, language),
        penalties=tuple(
            PrecedentPenalty(colours.get(row.player_id, ""), row.kind, row.points_half, row.seconds)
            for row in penalties
        ),
        kind=ruling.kind,
        appealed=bool(case.appeals.all()),
        made_at=ruling.made_at,
    )


def _nameless(
    reasons: str,
    players: list[Player],
    parties: set[int],
    colours: Mapping[int, str],
    language: str,
) -> str:
    """Return the reasons with a colour or a general word for every name.

    Empty if somebody whom the case is about has been erased.
    """
    if any(player.erased_at is not None and player.pk in parties for player in players):
        return ""
    words = {"black": BLACK, "white": WHITE}

    def named(player: Player) -> PersonNames:
        other = PLAYER if player.pk in parties else SOMEBODY
        word = words.get(colours.get(player.pk, ""), other)
        return PersonNames(player.surname, player.first_name, word, player.partner)

    # If two share a name, it means the one whom the case is about.
    first = sorted(players, key=lambda player: player.pk not in parties)
    return without_names(reasons, map(named, first), catalogue(language))
