"""What was ruled before, in this tournament and in all others: without the names of people."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from adjudication.cases.selectors.rulings import standing_rulings
from adjudication.models import CaseState, Penalty, Ruling
from adjudication.policy.anonymous import BLACK, PLAYER, SOMEBODY, WHITE, Named, without_names
from tournament.models import AuditEvent, Player, Verb
from tournament.spoken import catalogue

PAGE = 20
MOST_SIMILAR = 5
_LOOKED_AT = 300
"""So many of the newest rulings that have anything in common are compared."""


@dataclass(frozen=True, slots=True)
class LawPenalty:
    """A penalty of a ruling; ``colour`` is empty in a case without a game."""

    colour: str
    kind: str
    points_half: int | None
    seconds: int | None


@dataclass(frozen=True, slots=True)
class LawLine:
    """One ruling that stands, told without names.

    ``reasons`` is empty where somebody was erased since whom the case is about or whom it names.
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
    penalties: tuple[LawPenalty, ...]
    kind: str
    appealed: bool
    made_at: datetime


@dataclass(frozen=True, slots=True)
class LawPage:
    """A page of what was found, the newest first."""

    lines: tuple[LawLine, ...]
    number: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class LawTerms:
    """What there is to look for, each with the number of its rulings."""

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
    page: int = 1,
    language: str = "en",
) -> LawPage:
    """Return the final rulings of all tournaments that fit, a page at a time; six queries.

    ``article`` is a key and means its clauses, too (``j1989:9`` also ``j1989:9.3``), ``finding`` a
    code or the beginning of one (``illegal`` also ``illegal.ko``). ``words`` all stand in the
    reasons as they are told here, so that nobody is found by his name; of the newest rulings only.
    An empty text means any.
    """
    found = _fitting(article=article, finding=finding, rules=rules, cause=cause)
    if words:
        return _with_words(found, words, page, language)
    total = found.count()
    pages = max(1, -(-total // PAGE))
    page = min(max(1, page), pages)
    shown = found.order_by("-made_at", "-pk")[(page - 1) * PAGE : page * PAGE]
    return LawPage(_lines(shown, language), page, pages, total)


def rulings_before(
    ruling_id: int | None,
    *,
    most: int,
    slug: str = "",
    words: str = "",
    language: str = "en",
    **about: str,
) -> tuple[LawLine, ...]:
    """Return so many final rulings that were made before one, the latest first; six queries.

    ``about`` is what :func:`search_rulings` looks for; ``slug`` the address of a tournament.
    """
    found = _fitting(**about)
    if slug:
        found = found.filter(case__tournament__slug=slug)
    if not words:
        if ruling_id is not None:
            found = found.filter(pk__lt=ruling_id)
        return _lines(found.order_by("-pk")[:most], language)
    lines = _lines(found.order_by("-pk")[:_LOOKED_AT], language)
    fit = (one for one in lines if _has_words(one, words))
    return tuple(one for one in fit if ruling_id is None or one.id < ruling_id)[:most]


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


def _has_words(line: LawLine, words: str) -> bool:
    return all(word in line.reasons.casefold() for word in words.casefold().split())


def public_ruling(ruling_id: int, language: str = "en") -> LawLine | None:
    """Return a final ruling, told without names, or None; six queries."""
    found = _lines(_public().filter(pk=ruling_id), language)
    return found[0] if found else None


def _with_words(found: "QuerySet[Ruling]", words: str, page: int, language: str) -> LawPage:
    lines = _lines(found.order_by("-made_at", "-pk")[:_LOOKED_AT], language)
    fit = [one for one in lines if _has_words(one, words)]
    pages = max(1, -(-len(fit) // PAGE))
    page = min(max(1, page), pages)
    return LawPage(tuple(fit[(page - 1) * PAGE : page * PAGE]), page, pages, len(fit))


def law_terms() -> LawTerms:
    """Return what can be looked for, in one query."""
    counts: tuple[dict[str, int], ...] = tuple(defaultdict(int) for _ in range(4))
    for rules, cause, finding, articles in _public().values_list(
        "rules", "cause", "finding", "articles"
    ):
        for count, values in zip(counts, ([rules], [cause], [finding], articles), strict=True):
            for value in filter(None, values):
                count[value] += 1
    return LawTerms(*({key: count[key] for key in sorted(count)} for count in counts))


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
) -> tuple[LawLine, ...]:
    """Return the rulings that are the most like a case, the nearest first; six queries.

    The same finding weighs most, then articles in common, the same cause and the same rules; of
    equals the newest comes first. Of the tournament itself rulings count that may still change;
    ``besides`` is the case that it is for.
    """
    articles = set(articles)
    common = Q(cause=cause)
    if finding:
        common |= Q(finding=finding)
    if articles:
        common |= _rests_on(articles)
    given = _told(standing_rulings())
    if tournament_id is None:
        given = given.filter(case__state=CaseState.FINAL)
    else:
        given = given.filter(Q(case__state=CaseState.FINAL) | Q(case__tournament=tournament_id))
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
    lines = {one.id: one for one in _lines(Ruling.objects.filter(pk__in=nearest), language)}
    return tuple(lines[pk] for pk in nearest)


def _public() -> "QuerySet[Ruling]":
    return _told(standing_rulings().filter(case__state=CaseState.FINAL))


def _told(found: "QuerySet[Ruling]") -> "QuerySet[Ruling]":
    """Let the articles be looked for as text: the databases differ in what they know of lists."""
    return found.annotate(cited=Cast("articles", TextField()))


def _rests_on(articles: Iterable[str], *, clauses: bool = False) -> Q:
    rests = Q(pk__in=[])
    for key in articles:
        rests |= Q(cited__contains=f'"{key}"')
        if clauses:
            rests |= Q(cited__contains=f'"{key}.')
    return rests


def _lines(found: "QuerySet[Ruling]", language: str) -> tuple[LawLine, ...]:
    rulings = list(
        found.select_related("case__tournament", "case__game").prefetch_related("case__appeals")
    )
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    for one in Penalty.objects.filter(ruling__in=[ruling.pk for ruling in rulings]).order_by("pk"):
        penalties[one.ruling_id].append(one)
    tournaments = {ruling.case.tournament_id for ruling in rulings}
    players: dict[int, list[Player]] = defaultdict(list)
    for player in Player.everybody.filter(tournament__in=tournaments).order_by("number"):
        players[player.tournament_id].append(player)
    parties, naming = _parties(rulings), _naming_erased(tournaments)
    return tuple(
        _line(
            one,
            "" if _place(one) in naming else one.reasons,
            penalties[one.pk],
            players[one.case.tournament_id],
            parties.get(one.case_id, set()),
            language,
        )
        for one in rulings
    )


def _naming_erased(tournaments: set[int]) -> set[tuple[int, int, int]]:
    """Return the places of the rulings whose reasons name somebody who was erased."""
    told = AuditEvent.objects.filter(tournament__in=tournaments, verb=Verb.PLAYER_ERASED)
    return {
        (tournament, *place)
        for tournament, after in told.values_list("tournament", "after")
        if isinstance(after, dict)
        for place in after.get("rulings", ())
    }


def _place(one: Ruling) -> tuple[int, int, int]:
    return one.case.tournament_id, one.case.number, one.number


def _parties(rulings: list[Ruling]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    cases = [one.case_id for one in rulings]
    through = Player.cases.through.objects.filter(case__in=cases)
    for case_id, player_id in through.values_list("case_id", "player_id"):
        found[case_id].add(player_id)
    return found


def _line(
    one: Ruling,
    told: str,
    penalties: list[Penalty],
    players: list[Player],
    parties: set[int],
    language: str,
) -> LawLine:
    game = one.case.game
    colours = {} if game is None else {game.black_id: "black", game.white_id: "white"}
    return LawLine(
        id=one.pk,
        case_id=one.case_id,
        tournament=one.case.tournament.name,
        slug=one.case.tournament.slug,
        rules=one.rules,
        cause=one.cause,
        finding=one.finding,
        articles=tuple(one.articles),
        effect=one.effect,
        winner=one.winner,
        reason=one.reason,
        margin_half=one.margin_half,
        resume_move=one.resume_move,
        reasons=_nameless(told, players, parties, colours, language),
        penalties=tuple(
            LawPenalty(colours.get(row.player_id, ""), row.kind, row.points_half, row.seconds)
            for row in penalties
        ),
        kind=one.kind,
        appealed=bool(one.case.appeals.all()),
        made_at=one.made_at,
    )


def _nameless(
    reasons: str,
    players: list[Player],
    parties: set[int],
    colours: Mapping[int, str],
    language: str,
) -> str:
    """Return the reasons with colours, or the player, for those whom the case is about."""
    if any(one.erased_at is not None and one.pk in parties for one in players):
        return ""
    words = {"black": BLACK, "white": WHITE}

    def word_of(one: Player) -> Named:
        word = words.get(colours.get(one.pk, ""), PLAYER if one.pk in parties else SOMEBODY)
        return Named(one.surname, one.first_name, word, one.partner)

    # Of two who share a name it is the one whom the case is about.
    first = sorted(players, key=lambda one: one.pk not in parties)
    return without_names(reasons, map(word_of, first), catalogue(language))
