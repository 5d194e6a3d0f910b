"""What somebody did, as one plain sentence: from an event of the audit trail to words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.models import Role, Verb
from tournament.selectors.history import Event
from tournament.services.acting import SUPERUSER
from tournament.web import words

MOST_NAMES = 4

Names = Mapping[int, str]


def event_sentence(event: Event, names: Names) -> str:
    """Return what was done and by whom; ``names`` are the players' by number."""
    write = SENTENCES.get(event.verb)
    if write is None:
        return f"{who(event)}: {event.verb}"
    return write(event, names)


def who(event: Event) -> str:
    """Return who did it, as the first word of a sentence."""
    roles = {
        Role.DIRECTOR: (_("The director"), _("%(name)s (director)")),
        Role.ASSISTANT: (_("An assistant"), _("%(name)s (assistant)")),
        Role.REFEREE: (_("A referee"), _("%(name)s (referee)")),
        Role.HELPER: (_("A helper"), _("%(name)s (helper)")),
        Role.PLAYER: (_("A player"), _("%(name)s (player)")),
        SUPERUSER: (_("The operator of the installation"), "%(name)s"),
        "": (_("A visitor"), "%(name)s"),
    }
    alone, named = roles.get(event.role, (_("The program"), "%(name)s"))
    return named % {"name": event.name} if event.name else alone


def people(numbers: list[int] | tuple[int, ...], names: Names) -> str:
    """Return the players of these numbers, the first few by name."""
    known = [names.get(number, f"#{number}") for number in numbers]
    if not known:
        return pgettext("in place of a name", "nobody")
    text = ", ".join(known[:MOST_NAMES])
    more = len(known) - MOST_NAMES
    if more <= 0:
        return text
    return ngettext("%(names)s and %(more)d more", "%(names)s and %(more)d more", more) % {
        "names": text,
        "more": more,
    }


def result_text(value: Any) -> str:
    """Return the result in what was or is, as tables write it; ``no result`` without one."""
    found = _part(value, "result") or value
    if isinstance(found, str) and found:
        return words.core_result(found)
    if isinstance(found, Mapping) and found.get("winner"):
        text = words.short_result(
            str(found["winner"]), str(found.get("reason") or ""), found.get("margin_half")
        )
        if text:
            return text
    return pgettext("in place of a result", "no result")


def _part(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else None


def _values(event: Event, names: Names) -> dict[str, str]:
    return {
        "who": who(event),
        "players": people(event.players, names),
        "was": result_text(event.before),
        "now": result_text(event.after),
    }


def _plain(text: Callable[[], str]) -> Callable[[Event, Names], str]:
    return lambda event, names: text() % _values(event, names)


def _entered(event: Event, names: Names) -> str:
    if _part(event.before, "winner"):
        text = _("%(who)s entered %(now)s in place of %(was)s: %(players)s.")
    else:
        text = _("%(who)s entered the result %(now)s: %(players)s.")
    return text % _values(event, names)


def _seats(event: Event, names: Names) -> str:
    values = _values(event, names)
    return _("%(who)s seated %(players)s at a board.") % values


def _link(text: Callable[[], str]) -> Callable[[Event, Names], str]:
    def write(event: Event, names: Names) -> str:
        told = event.after if event.after is not None else event.before
        role = str(_part(told, "role") or "")
        label = str(_part(told, "label") or "")
        if event.players:
            label = people(event.players, names)
        word = str(dict(Role.choices).get(role, ""))
        whose = f"{label} ({word.lower()})" if label and word else label or word.lower()
        return text() % {"who": who(event), "whose": whose or "?"}

    return write


def terms_text(value: Any) -> str:
    """Return handicap, komi and table as far as they are told, or an empty text."""
    told = []
    table = _part(value, "table") or _part(value, "board_number")
    if table is not None:
        told.append(_("board %(table)s") % {"table": table})
    handicap = _part(value, "handicap")
    if handicap is not None:
        told.append(_("handicap %(handicap)s") % {"handicap": handicap})
    komi = _part(value, "komi_half")
    if komi is not None:
        told.append(_("komi %(komi)s") % {"komi": words.half_points(komi)})
    return ", ".join(told)


def _terms(event: Event, names: Names) -> str:
    was, now = terms_text(event.before), terms_text(event.after)
    values = {**_values(event, names), "was": was, "now": now}
    if was and now:
        return _("%(who)s changed the terms from %(was)s to %(now)s: %(players)s.") % values
    return _("%(who)s set the terms %(now)s: %(players)s.") % values


SENTENCES: dict[str, Callable[[Event, Names], str]] = {
    Verb.TOURNAMENT_CREATED: _plain(lambda: _("%(who)s created the tournament.")),
    Verb.TOURNAMENT_CHANGED: _plain(lambda: _("%(who)s changed the settings.")),
    Verb.TOURNAMENT_CLOSED: _plain(lambda: _("%(who)s closed the tournament.")),
    Verb.TOURNAMENT_REOPENED: _plain(lambda: _("%(who)s opened the tournament again.")),
    Verb.PLAYER_ADDED: _plain(lambda: _("%(who)s entered %(players)s.")),
    Verb.PLAYER_REQUESTED: _plain(lambda: _("%(players)s asked to take part.")),
    Verb.PLAYER_APPROVED: _plain(lambda: _("%(who)s approved the registration of %(players)s.")),
    Verb.PLAYER_REFUSED: _plain(lambda: _("%(who)s refused the registration of %(players)s.")),
    Verb.PLAYER_CHANGED: _plain(lambda: _("%(who)s changed the entry of %(players)s.")),
    Verb.PLAYER_REMOVED: _plain(lambda: _("%(who)s removed %(players)s.")),
    Verb.PLAYER_WITHDRAWN: _plain(lambda: _("%(who)s withdrew %(players)s.")),
    Verb.PARTICIPATION: _plain(lambda: _("%(who)s changed who takes part: %(players)s.")),
    Verb.CHECKED_IN: _plain(lambda: _("%(who)s checked in %(players)s.")),
    Verb.LINK_ISSUED: _link(lambda: _("%(who)s issued a link for %(whose)s.")),
    Verb.LINK_REVOKED: _link(lambda: _("%(who)s revoked the link of %(whose)s.")),
    Verb.ROUND_PAIRED: _plain(lambda: _("%(who)s paired the round.")),
    Verb.ROUND_UNPAIRED: _plain(lambda: _("%(who)s took boards away.")),
    Verb.ROUND_PUBLISHED: _plain(lambda: _("%(who)s published the round.")),
    Verb.ROUND_WITHDRAWN: _plain(lambda: _("%(who)s took the round back into preparation.")),
    Verb.ROUND_FINISHED: _plain(lambda: _("%(who)s closed the round.")),
    Verb.ROUND_CLOCK: _plain(lambda: _("%(who)s set the round clock.")),
    Verb.BOARD_SEATED: _seats,
    Verb.PLAYERS_SWAPPED: _plain(lambda: _("%(who)s exchanged %(players)s.")),
    Verb.COLOURS_SWAPPED: _plain(lambda: _("%(who)s exchanged the colours of %(players)s.")),
    Verb.TERMS_SET: _terms,
    Verb.BYE_GIVEN: _plain(lambda: _("%(who)s gave the bye to %(players)s.")),
    Verb.RESULT_ENTERED: _entered,
    Verb.RESULT_CLEARED: _plain(lambda: _("%(who)s took the result %(was)s back: %(players)s.")),
    Verb.RESULT_REPORTED: _plain(lambda: _("%(who)s reported %(now)s: %(players)s.")),
    Verb.RESULT_CONFIRMED: _plain(lambda: _("%(who)s confirmed %(now)s: %(players)s.")),
    Verb.RESULT_CONTESTED: _plain(lambda: _("%(who)s contested %(was)s: %(players)s.")),
    Verb.REPORT_WITHDRAWN: _plain(lambda: _("%(who)s took the report %(was)s back: %(players)s.")),
    Verb.RESULT_CORRECTED: _plain(
        lambda: _("%(who)s corrected the result from %(was)s to %(now)s: %(players)s.")
    ),
    Verb.RECORDING_ERROR: _plain(
        lambda: _("The recording error is mended, from %(was)s to %(now)s: %(players)s.")
    ),
    Verb.PAIRING_CORRECTED: _plain(lambda: _("%(who)s corrected the pairing: %(players)s.")),
    Verb.TEAMS_CHANGED: _plain(lambda: _("%(who)s changed the teams.")),
    Verb.WISHES_CHANGED: _plain(lambda: _("%(who)s changed who is kept apart: %(players)s.")),
    Verb.IMPORTED: _plain(lambda: _("%(who)s imported a file.")),
    Verb.PRIZES_CHANGED: _plain(lambda: _("%(who)s changed the prizes.")),
}
"""By verb, what writes its sentence."""
