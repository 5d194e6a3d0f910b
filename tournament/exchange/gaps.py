"""What a federation would reject in a result file, each with a link to where to fix it.

The only preliminary check of a tournament: the director's overview, the list of files, bundles, the
final checklist and the question before closing all show what is found here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from language.messages import Message, ngettext_lazy
from tournament.exchange.selectors import list_gaps
from tournament.formats.charset import decode_text
from tournament.formats.folding import name_key
from tournament.formats.missing import PLAYERS, Entrant, MentionedPlayer, MissingFact
from tournament.formats.preflight import Finding, Weight, preflight
from tournament.formats.recognise import Format
from tournament.formats.wall_tokens import club_word
from tournament.games.selectors import GameRow
from tournament.games.words import game_title
from tournament.models import GameState
from tournament.spoken import shorten_list, translated
from tournament.state.ranks import rank_text
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class Link:
    """A player's or game's name, and its page."""

    text: str
    href: str


@dataclass(frozen=True, slots=True)
class Gap:
    """A missing fact; ``href`` is where to set it, empty for those who may not.

    If it is about players or games, each is a link between ``sentence`` and ``after``.
    ``is_remark`` marks what may be right but is worth a look.
    """

    sentence: str
    href: str
    links: tuple[Link, ...] = ()
    more: int = 0
    after: str = ""
    is_remark: bool = False

    @property
    def count(self) -> int:
        """Return how many players or games it is about; 1 if it is about the event."""
        return len(self.links) + self.more or 1


MOST_NAMED = 12
"""How many players or games of one fact are named; the others are counted."""


def still_open(gaps: Iterable[Gap]) -> int:
    """Return how many of these need fixing, without those only worth a look."""
    return sum(not gap.is_remark for gap in gaps)


def count_facts_to_fix(gaps: Iterable[Gap]) -> int:
    """Return how many facts need fixing, one for each player or game."""
    return sum(gap.count for gap in gaps if not gap.is_remark)


def findings_of(
    terms: TournamentTerms,
    kind: Format,
    data: bytes,
    entrants: Sequence[Entrant],
    *,
    owns: bool,
) -> list[Gap]:
    """Return what is found about a list and its file as it would be sent.

    The games without a result are in :func:`open_games`.
    """
    return [
        *gaps_of(terms, entrants, owns=owns).get(kind, ()),
        *faults_of(terms, kind, data, entrants, owns=owns),
    ]


def open_games(unsettled: Sequence[GameRow]) -> list[Gap]:
    """Return the games that a list has without a result, by what they wait for.

    A result that one player has reported already counts in the standings; a list gets it once it is
    confirmed.
    """
    return [
        _about_games(counted, [game for game in unsettled if game.state == state])
        for state, counted in _UNSETTLED
        if any(game.state == state for game in unsettled)
    ]


def reported_games(unsettled: Sequence[GameRow]) -> str:
    """Return which games have an unconfirmed result in the files for other programs.

    Empty if there are none. Those programs compute standings from the file, which must match ours,
    and a result that one player has reported counts in ours.
    """
    titles = [game_title(game) for game in unsettled if game.state == GameState.REPORTED]
    if not titles:
        return ""
    text = ngettext(
        "%(count)d result was reported by one player and is not confirmed yet. The file has it, as "
        "the standings do: %(listed)s.",
        "%(count)d results were reported by one player each and are not confirmed yet. The file "
        "has them, as the standings do: %(listed)s.",
        len(titles),
    )
    return text % {"count": len(titles), "listed": shorten_list(titles, MOST_NAMED)}


def _about_games(counted: Message, games: Sequence[GameRow]) -> Gap:
    text = translated(counted % {"count": len(games), "listed": _PLACE})
    before, __, after = text.partition(_PLACE)
    links = tuple(
        Link(game_title(game), reverse("adjudication:game", args=[game.id]))
        for game in games[:MOST_NAMED]
    )
    return Gap(before, "", links, len(games[MOST_NAMED:]), after)


def gaps_of(
    terms: TournamentTerms, entrants: Sequence[Entrant] | None = None, *, owns: bool
) -> dict[Format, list[Gap]]:
    """Return what each list lacks; ``entrants`` are the players, if already read."""
    found, __ = list_gaps(terms, entrants)
    return {kind: _gaps(facts, terms, owns) for kind, facts in found.items()}


def faults_of(
    terms: TournamentTerms, kind: Format, data: bytes, entrants: Sequence[Entrant], *, owns: bool
) -> list[Gap]:
    """Return the errors in a file as it would be sent, one line for all players of a kind.

    It does not repeat what :func:`gaps_of` says of the tournament, nor which games have no result,
    as :func:`open_games` does. A file without games is not checked.
    """
    said = _SAID_OF_THE_TOURNAMENT
    findings = [finding for finding in preflight(data, kind) if finding.code not in said]
    by_name: dict[str, list[Entrant]] = {}
    for entrant in entrants:
        by_name.setdefault(name_key(entrant.name), []).append(entrant)
    lines = decode_text(data)[0].split("\n") if findings else []
    groups: dict[tuple[str, Message], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.code, finding.text), []).append(finding)
    found = []
    for (code, text), alike in groups.items():
        people = [
            _whom(finding, by_name.get(name_key(finding.who), []), lines)
            for finding in alike
            if finding.who
        ]
        where = PLAYERS if people else TIME if code.startswith("class") else ""
        noticed = alike[0].weight is Weight.NOTICED
        href = _href(where, terms.slug, owns)
        behind = _("%(where)s: %(what)s") % {"where": "", "what": translated(text)}
        found.append(
            _player_gap(people, "", behind, href, terms.slug, noticed=noticed)
            if people
            else Gap(translated(text), href, is_remark=noticed)
        )
    return found


def _whom(finding: Finding, namesakes: Sequence[Entrant], lines: Sequence[str]) -> MentionedPlayer:
    """Return the player a line is about, telling namesakes apart by number, club or rank.

    If none of these tells them apart, only the name.
    """
    if len(namesakes) > 1 and finding.line is not None:
        words = {word.strip("|,;").upper() for word in lines[finding.line - 1].split()}
        for told in (_numbers, _club, _rank):
            found = [entrant for entrant in namesakes if told(entrant) & words]
            if len(found) == 1:
                namesakes = found
                break
    if len(namesakes) != 1:
        return MentionedPlayer(0, finding.who)
    (entrant,) = namesakes
    return MentionedPlayer(entrant.id, entrant.distinct_name)


def _numbers(entrant: Entrant) -> set[str]:
    numbers = (entrant.egf_pin, entrant.ffg_licence, entrant.aga_id)
    return {number.upper() for number in numbers if number}


def _club(entrant: Entrant) -> set[str]:
    return {club_word(entrant.club).upper()} - {""}


def _rank(entrant: Entrant) -> set[str]:
    return set() if entrant.level is None else {rank_text(entrant.level).upper()}


_UNSETTLED = (
    (
        GameState.REPORTED,
        ngettext_lazy(
            "%(count)d result was reported by one player and waits for the other to confirm it: it "
            "counts in the standings, but the file says that there is no result: %(listed)s.",
            "%(count)d results were reported by one player each and wait for the other to confirm "
            "them: they count in the standings, but the file says that there is no result: "
            "%(listed)s.",
            "count",
        ),
    ),
    (
        GameState.DISPUTED,
        ngettext_lazy(
            "%(count)d game has no result because it is disputed: %(listed)s.",
            "%(count)d games have no result because they are disputed: %(listed)s.",
            "count",
        ),
    ),
    (
        GameState.OPEN,
        ngettext_lazy(
            "%(count)d game has no result yet: %(listed)s.",
            "%(count)d games have no result yet: %(listed)s.",
            "count",
        ),
    ),
)

TIME = "time"
"""The setup step of the clock, which decides the class of the event."""
_SAID_OF_THE_TOURNAMENT = frozenset(
    [
        *("no_pin", "no_licence", "no_member", "country", "place_country", "place_town"),
        *("pin", "licence", "name_case", "name_script", "no_first_name"),
        *("pin_twice", "licence_twice", "member_twice"),
        *("no_PC", "no_DT", "no_vill", "no_date", "no_start", "no_finish", "no_result"),
    ]
)


def gaps_at_hand(terms: TournamentTerms, *, owns: bool) -> list[Gap]:
    """Return what the lists for which the tournament is meant lack, each fact once."""
    found, meant = list_gaps(terms)
    facts = dict.fromkeys(fact for kind in meant for fact in found[kind])
    return _gaps(facts, terms, owns)


def _gaps(facts: Iterable[MissingFact], terms: TournamentTerms, owns: bool) -> list[Gap]:
    return [_gap(fact, terms.slug, owns) for fact in facts]


def _gap(fact: MissingFact, slug: str, owns: bool) -> Gap:
    href = _href(fact.where, slug, owns)
    if not fact.people:
        return Gap(str(translated(fact.sentence)), href, is_remark=fact.is_remark)
    before, __, after = translated(fact.listing(_PLACE)).partition(_PLACE)
    return _player_gap(fact.people, before, after, href, slug, noticed=fact.is_remark)


_PLACE = "\x00"
"""Stands for the names while a sentence is rendered; none of our texts contains it."""


def _player_gap(
    people: Sequence[MentionedPlayer],
    before: str,
    after: str,
    href: str,
    slug: str,
    *,
    noticed: bool,
) -> Gap:
    """Return a fact about players, each linked to the entry, or to ``href`` if none is known."""
    links = tuple(
        Link(
            person.text,
            reverse("tournament:player", args=[slug, person.id]) if person.id else href,
        )
        for person in people[:MOST_NAMED]
    )
    return Gap(before, href, links, len(people[MOST_NAMED:]), after, noticed)


def _href(where: str, slug: str, owns: bool) -> str:
    if where == PLAYERS:
        return reverse("tournament:players", args=[slug])
    page = reverse("tournament:setup", args=[slug, TIME if where == TIME else "event"])
    where = "" if where == TIME else where
    return (f"{page}#{where}" if where else page) if owns else ""
