"""Facts that a federation's result file still lacks, each with a link to where it is set."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from tournament.exchange.selectors import list_gaps
from tournament.formats.missing import PLAYERS, MissingFact
from tournament.formats.recognise import Format
from tournament.spoken import spoken
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class Gap:
    """A missing fact; ``href`` is where it is set, nothing for who may not set it."""

    sentence: str
    href: str


def gaps_of(terms: TournamentTerms, *, owns: bool) -> dict[Format, list[Gap]]:
    """Return what each list lacks."""
    found, _meant = list_gaps(terms.id)
    return {kind: _gaps(facts, terms, owns) for kind, facts in found.items()}


def gaps_at_hand(terms: TournamentTerms, *, owns: bool) -> list[Gap]:
    """Return what the lists lack that the tournament is meant for, each once."""
    found, meant = list_gaps(terms.id)
    facts = dict.fromkeys(fact for kind in meant for fact in found[kind])
    return _gaps(facts, terms, owns)


def _gaps(facts: Iterable[MissingFact], terms: TournamentTerms, owns: bool) -> list[Gap]:
    return [Gap(str(spoken(fact.sentence)), _href(fact.where, terms.slug, owns)) for fact in facts]


def _href(where: str, slug: str, owns: bool) -> str:
    if where == PLAYERS:
        return reverse("tournament:players", args=[slug])
    return f"{reverse('tournament:setup', args=[slug, 'event'])}#{where}" if owns else ""
