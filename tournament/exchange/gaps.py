"""What a federation would send back of a result file, each with a link to where it is mended."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from language.messages import Message
from tournament.exchange.selectors import list_gaps
from tournament.formats.missing import PLAYERS, MissingFact
from tournament.formats.preflight import Finding, preflight
from tournament.formats.recognise import Format
from tournament.formats.written import first_few
from tournament.spoken import spoken
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class Gap:
    """A missing fact; ``href`` is where it is set, nothing for who may not set it."""

    sentence: str
    href: str


def gaps_of(terms: TournamentTerms, *, owns: bool) -> dict[Format, list[Gap]]:
    """Return what each list lacks."""
    found, _meant = list_gaps(terms)
    return {kind: _gaps(facts, terms, owns) for kind, facts in found.items()}


def faults_of(terms: TournamentTerms, kind: Format, data: bytes, *, owns: bool) -> list[Gap]:
    """Return what is wrong in a file as it would be sent, one line for all players of a kind.

    What :func:`gaps_of` says of the tournament already is not said again, and a file without games
    is not looked at.
    """
    findings = [one for one in preflight(data, kind) if one.code not in _SAID_OF_THE_TOURNAMENT]
    groups: dict[tuple[str, Message], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.code, finding.text), []).append(finding)
    found = []
    for (code, text), alike in groups.items():
        names = first_few([finding.who for finding in alike if finding.who])
        sentence = f"{names}: {spoken(text)}" if names else spoken(text)
        where = PLAYERS if names else TIME if code.startswith("class") else ""
        found.append(Gap(sentence, _href(where, terms.slug, owns)))
    return found


TIME = "time"
"""The step of the settings where the clock is set, and so the class of the event."""
_SAID_OF_THE_TOURNAMENT = frozenset(
    [
        *("no_pin", "no_licence", "no_member", "country", "place_country", "place_town"),
        *("pin", "licence", "name_case", "name_script"),
        *("no_PC", "no_DT", "no_vill", "no_date", "no_start", "no_finish"),
    ]
)


def gaps_at_hand(terms: TournamentTerms, *, owns: bool) -> list[Gap]:
    """Return what the lists lack that the tournament is meant for, each once."""
    found, meant = list_gaps(terms)
    facts = dict.fromkeys(fact for kind in meant for fact in found[kind])
    return _gaps(facts, terms, owns)


def _gaps(facts: Iterable[MissingFact], terms: TournamentTerms, owns: bool) -> list[Gap]:
    return [Gap(str(spoken(fact.sentence)), _href(fact.where, terms.slug, owns)) for fact in facts]


def _href(where: str, slug: str, owns: bool) -> str:
    if where == PLAYERS:
        return reverse("tournament:players", args=[slug])
    page = reverse("tournament:setup", args=[slug, TIME if where == TIME else "event"])
    where = "" if where == TIME else where
    return (f"{page}#{where}" if where else page) if owns else ""
