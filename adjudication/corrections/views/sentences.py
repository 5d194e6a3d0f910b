"""The sentence that the history shows for every event."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from adjudication.cases.views.words import penalty_lines
from adjudication.confirmation.verdict import Status
from adjudication.corrections.selectors.history import Event
from adjudication.corrections.selectors.undo import PLAYED
from adjudication.models import Effect
from adjudication.policy.decisions import PenaltyGiven
from tournament.audit.selectors.snapshots import boards_in, byes_in, round_in
from tournament.audit.services.current_actor import SUPERUSER, SYSTEM
from tournament.games import words
from tournament.models import GameState, Reason, Role, RoundState, Verb, Winner
from tournament.scheduling.sentences import DATE_SENTENCES
from tournament.scheduling.sentences import Write as WriteDate
from tournament.settings.words import changed_settings
from tournament.spoken import join_clauses, shorten_list

MOST_NAMES = 4
_ONE = (Winner.BLACK, Winner.WHITE)

Names = Mapping[int, str]
Write = Callable[[Any, Mapping[str, Any], Mapping[int, str]], str]


def event_sentence(event: Event, names: Names) -> str:
    """Return what was done and by whom; ``names`` has the players' names by number."""
    if event.root is not None:
        values = {"who": actor_text(event), "what": event_sentence(event.root, names)}
        if event.again:
            return _("%(who)s redid this: “%(what)s”") % values
        return _("%(who)s undid this: “%(what)s”") % values
    write = SENTENCES.get(event.verb)
    if write is None:
        return f"{actor_text(event)}: {event.verb}"
    text = write(event, names)
    if event.verb in PLAYED and round_in(event.after) == RoundState.PUBLISHED:
        return _("%(what)s The round is open again.") % {"what": text}
    return text


def counted_sentence(verb: str, event: Event, count: int) -> str:
    """Return what was done to so many in a row; empty if this verb has no such sentence."""
    texts: dict[str, Callable[[], str]] = {
        Verb.BOARD_SEATED: lambda: ngettext(
            "%(who)s paired %(count)d board of round %(number)s.",
            "%(who)s paired %(count)d boards of round %(number)s.",
            count,
        ),
        Verb.PLAYER_ADDED: lambda: ngettext(
            "%(who)s entered %(count)d player.", "%(who)s entered %(count)d players.", count
        ),
        Verb.PLAYER_APPROVED: lambda: ngettext(
            "%(who)s approved %(count)d registration.",
            "%(who)s approved %(count)d registrations.",
            count,
        ),
        Verb.CHECKED_IN: lambda: ngettext(
            "%(who)s checked %(count)d player in or out.",
            "%(who)s checked %(count)d players in or out.",
            count,
        ),
        Verb.LINK_ISSUED: lambda: ngettext(
            "%(who)s issued %(count)d link.", "%(who)s issued %(count)d links.", count
        ),
    }
    write = texts.get(verb)
    values = {"who": actor_text(event), "count": count, "number": event.round_number}
    return write() % values if write else ""


def actor_text(event: Event) -> str:
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


def players_text(numbers: list[int] | tuple[int, ...], names: Names) -> str:
    """Return the players with these numbers, the first few by name."""
    known = [names.get(number, f"#{number}") for number in numbers]
    if not known:
        return pgettext("in place of a name", "nobody")
    return shorten_list(known, MOST_NAMES)


def result_text(value: Any) -> str:
    """Return the result in what was or is, as tables write it; ``no result`` if there is none.

    A game that ended without a result has a result, which is quoted where others need not be.
    """
    boards = boards_in(value) or ([value] if isinstance(value, dict) else [])
    found = next((board for board in boards if board.get("winner")), {})
    text = words.short_result(
        found.get("winner", ""), found.get("reason", ""), found.get("margin_half")
    )
    if text and found.get("reason") == Reason.UNKNOWN and found["winner"] in _ONE:
        return text.removesuffix("+")
    if found.get("winner") == Winner.NONE:
        return pgettext("a result in a sentence", "“no result”")
    return text or pgettext("in place of a result", "no result")


def pairing_text(value: Any, names: Names) -> str:
    """Return who plays whom and who has the bye, in what was or is; a few boards at most."""
    boards = boards_in(value)
    told = [
        _("%(black)s (Black) – %(white)s (White)")
        % {
            "black": players_text([board["black"]], names),
            "white": players_text([board["white"]], names),
        }
        for board in boards[:MOST_NAMES]
    ]
    if len(boards) > MOST_NAMES:
        told.append("…")
    byes = byes_in(value)
    if byes:
        told.append(_("bye: %(players)s") % {"players": players_text(byes, names)})
    return join_clauses(told)


def _part(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else None


def _values(event: Event, names: Names) -> dict[str, Any]:
    return {
        "who": actor_text(event),
        "players": players_text(event.players, names),
        "was": result_text(event.before),
        "now": result_text(event.after),
        "pairing": pairing_text(event.after or event.before, names),
        "case": _part(event.after, "case") or "?",
    }


def _plain(text: Callable[[], str]) -> Callable[[Event, Names], str]:
    return lambda event, names: text() % _values(event, names)


def _life_asked(event: Event, names: Names) -> str:
    values = _values(event, names)
    points = [str(point) for point in _part(event.after, "points") or ()]
    if not points:
        return _("%(who)s asked in case %(case)s whether stones are alive.") % values
    text = _("%(who)s asked in case %(case)s whether the stones at %(points)s are alive.")
    return text % {**values, "points": shorten_list(points, MOST_NAMES)}


def _life_found(event: Event, names: Names) -> str:
    """Return what a search found of each chain, by its first stone."""
    values = _values(event, names)
    found = [
        # The readings of the pass for a ko, which mostly agree.
        f"{first} ({' / '.join(dict.fromkeys(map(_life_word, statuses)))})"
        for first, *statuses in _part(event.after, "chains") or ()
    ]
    if not found:
        return _("The search about life and death in case %(case)s has ended.") % values
    text = _("The search about life and death in case %(case)s has ended: %(found)s.")
    return text % {**values, "found": shorten_list(found, MOST_NAMES)}


_LIFE_WORDS: Final[Mapping[str, "Promise"]] = {
    **dict.fromkeys((one for one in Status if one.alive), pgettext_lazy("stones", "alive")),
    Status.DEAD: pgettext_lazy("stones", "dead"),
    Status.CAPTURABLE: pgettext_lazy("stones", "can be captured"),
    Status.UNDECIDED: pgettext_lazy("stones", "not decided"),
}


def _life_word(status: str) -> str:
    return str(_LIFE_WORDS.get(status, status))


def _cleared(event: Event, names: Names) -> str:
    """Return a sentence on the result taken back; a locked game may have had none."""
    text = _("%(who)s removed the result %(was)s: %(pairing)s.")
    if not _has_result(event.before):
        text = _("%(who)s opened the game again, without a result: %(pairing)s.")
    return text % _values(event, names)


def _suspended(event: Event, names: Names) -> str:
    """Return a sentence on the result that a case suspends; an open game had none."""
    text = _("%(was)s is suspended until its case is settled: %(pairing)s.")
    if not _has_result(event.before):
        text = _("The game gets no result until its case is settled: %(pairing)s.")
    return text % _values(event, names)


def _restored(event: Event, names: Names) -> str:
    """Return a sentence on the result that a game has again once its case is settled, if any."""
    text = _("The case is settled, and the earlier result is restored: %(now)s, %(pairing)s.")
    if not _has_result(event.after):
        text = _("The case is settled, and the game is open again, without a result: %(pairing)s.")
    return text % _values(event, names)


def _has_result(value: Any) -> bool:
    return any(board.get("winner") for board in boards_in(value))


def _result_corrected(event: Event, names: Names) -> str:
    """Return what a result was and is; an unchanged one was reported and is now settled."""
    values = _values(event, names)
    text = _("%(who)s corrected the result from %(was)s to %(now)s: %(pairing)s.")
    if values["was"] == values["now"]:
        text = _("%(who)s settled the result %(now)s: %(pairing)s.")
        if any(board.get("state") == GameState.REPORTED for board in boards_in(event.before)):
            text = _(
                "%(who)s settled the reported result %(now)s without the opponent’s confirmation: "
                "%(pairing)s."
            )
    return text % values


def _ruling(write: Write) -> Callable[[Event, Names], str]:
    return lambda event, names: write(event.after, _values(event, names), names)


def _dated(write: WriteDate) -> Callable[[Event, Names], str]:
    return lambda event, names: write(_values(event, names), event.before, event.after)


def _webhook(text: Callable[[], str]) -> Callable[[Event, Names], str]:
    def write(event: Event, names: Names) -> str:
        host = _part(event.after or event.before, "host")
        return text() % {"who": actor_text(event), "host": host or "?"}

    return write


def _bundle(text: Callable[[], str]) -> Callable[[Event, Names], str]:
    return lambda event, names: (
        text()
        % {
            "who": actor_text(event),
            "bundle": _part(event.after, "bundle") or "?",
        }
    )


def _entered(event: Event, names: Names) -> str:
    if any(board.get("winner") for board in boards_in(event.before)):
        text = _("%(who)s entered %(now)s in place of %(was)s: %(pairing)s.")
    else:
        text = _("%(who)s entered the result %(now)s: %(pairing)s.")
    return text % _values(event, names)


def _contested(event: Event, names: Names) -> str:
    claim = _part(event.after, "claim")
    if not isinstance(claim, Mapping):
        return _("%(who)s contested %(was)s: %(pairing)s.") % _values(event, names)
    text = _("%(who)s reported %(claim)s instead of %(was)s: %(pairing)s.")
    return text % {**_values(event, names), "claim": result_text(claim)}


def _corrected(event: Event, names: Names) -> str:
    """Write what became of a pairing: new, removed, or with other colours, terms or players."""
    was, now = boards_in(event.before), boards_in(event.after)
    values = _values(event, names) | {
        "was": pairing_text(event.before, names),
        "now": pairing_text(event.after, names),
    }
    pairs = [sorted((one["black"], one["white"]) for one in boards) for boards in (was, now)]
    byes = byes_in(event.before) or byes_in(event.after)
    if byes and not (was or now):
        return _bye(event, names)
    if not was and not byes_in(event.before):
        text = _("%(who)s added the pairing %(now)s.")
    elif not now and not byes_in(event.after):
        text = _("%(who)s removed the pairing: %(was)s.")
    elif was and pairs[0] == pairs[1] and not byes:
        return _terms(event, names)
    elif len(was) == len(now) == 1 and pairs[0] == [pairs[1][0][::-1]]:
        text = _("%(who)s exchanged the colours, now %(now)s.")
    else:
        text = _("%(who)s corrected the pairing from %(was)s to %(now)s.")
    return text % values


def _bye(event: Event, names: Names) -> str:
    values = {**_values(event, names), "left": players_text(byes_in(event.before), names)}
    now = byes_in(event.after)
    if not now:
        return _("%(who)s removed the bye of %(left)s.") % values
    return _("%(who)s gave the bye to %(players)s.") % {
        **values,
        "players": players_text(now, names),
    }


def _checked(event: Event, names: Names) -> str:
    here = _part(event.after, "here")
    text = _("%(who)s undid the check-in of %(players)s.")
    if here is not False:
        text = _("%(who)s checked in %(players)s.")
    return text % _values(event, names)


def _refused(event: Event, names: Names) -> str:
    # The trail does not keep who asked and was refused.
    count = len(_part(event.before, "requests") or (1,))
    return ngettext(
        "%(who)s refused %(count)d registration.", "%(who)s refused %(count)d registrations.", count
    ) % {"who": actor_text(event), "count": count}


def _participation(event: Event, names: Names) -> str:
    away = [pair[0] for pair in _part(event.after, "absent") or ()]
    there = [pair[0] for pair in _part(event.after, "plays") or ()]
    values = _values(event, names) | {
        "number": event.round_number,
        "away": players_text(away, names),
        "there": players_text(there, names),
    }
    if event.round_number is None or not (away or there):
        text = _("%(who)s changed who takes part: %(players)s.")
    elif not there:
        text = _("%(who)s marked as absent in round %(number)s: %(away)s.")
    elif not away:
        text = _("%(who)s marked as playing in round %(number)s after all: %(there)s.")
    else:
        text = _(
            "%(who)s marked as playing in round %(number)s after all: %(there)s; and as absent: "
            "%(away)s."
        )
    return text % values


def _withdrawn(event: Event, names: Names) -> str:
    text = _("%(who)s withdrew %(players)s.")
    if _part(event.after, "uncounted"):
        text = _("%(who)s withdrew %(players)s; rounds without them count nothing.")
    return text % _values(event, names)


def _locked(event: Event, names: Names) -> str:
    text = _("%(who)s unlocked %(pairing)s: pairing again may change it.")
    if any(board.get("locked") for board in boards_in(event.after)):
        text = _("%(who)s locked %(pairing)s: it stays when the round is paired again.")
    return text % _values(event, names)


def _taken_back(event: Event, names: Names) -> str:
    text = _("%(who)s took the round back into preparation.")
    if _part(event.before, "clock"):
        text = _("%(who)s took the round back into preparation, which ended its clock.")
    return text % {"who": actor_text(event)}


def _clock(event: Event, names: Names) -> str:
    text = {
        "start": _("%(who)s started the round clock."),
        "pause": _("%(who)s stopped the round clock."),
        "resume": _("%(who)s resumed the round clock."),
        "reset": _("%(who)s reset the round clock."),
    }.get(str(_part(event.after, "step")), _("%(who)s set the round clock."))
    return text % {"who": actor_text(event)}


def _stones_stay(event: Event, names: Names) -> str:
    """Write that no more stones are removed, naming the referee if one established it."""
    text = _("Play was resumed over dead stones, so no more stones are removed: %(players)s.")
    if _part(event.after, "how") == "referee":
        text = _(
            "%(who)s established that play was resumed over dead stones, so no more stones are "
            "removed: %(players)s."
        )
    return text % _values(event, names)


def _entry(event: Event, names: Names) -> str:
    """Write which values of a player's entry changed, as far as the event says."""
    was = next(iter(_part(event.before, "players") or ()), None) or {}
    now = next(iter(_part(event.after, "players") or ()), None) or {}
    labels = {
        "rank": _("rank"),
        "rating": _("rating"),
        "club": _("club"),
        "country": _("country"),
    }
    told = [
        _("%(label)s %(was)s → %(now)s")
        % {"label": label, "was": was.get(name) or "–", "now": now.get(name) or "–"}
        for name, label in labels.items()
        if name in now
    ]
    values = {**_values(event, names), "told": ", ".join(told)}
    if told:
        return _("%(who)s changed the entry of %(players)s: %(told)s.") % values
    return _("%(who)s changed the entry of %(players)s.") % values


def _link(text: Callable[[], str]) -> Callable[[Event, Names], str]:
    def write(event: Event, names: Names) -> str:
        told = event.after if event.after is not None else event.before
        role = str(_part(told, "role") or "")
        label = str(_part(told, "label") or "")
        if event.players:
            label = players_text(event.players, names)
        word = str(dict(Role.choices).get(role, ""))
        whose = f"{label} ({word.lower()})" if label and word else label or word.lower()
        return text() % {"who": actor_text(event), "whose": whose or "?"}

    return write


def terms_text(board: Mapping[str, Any]) -> str:
    """Return board number, handicap and komi of a board."""
    return _("board %(table)s, handicap %(handicap)s, komi %(komi)s") % {
        "table": board["table"],
        "handicap": board["handicap"],
        "komi": words.half_points(board["komi_half"]),
    }


def _terms(event: Event, names: Names) -> str:
    """Write the terms of a board; a board that took its old number is not mentioned."""
    values = _values(event, names)
    now = {(one["black"], one["white"]): one for one in boards_in(event.after)}
    for was in boards_in(event.before):
        pair = (was["black"], was["white"])
        if pair in now:
            values |= {
                "was": terms_text(was),
                "now": terms_text(now[pair]),
                "pairing": pairing_text(was, names),
            }
            return _("%(who)s changed the terms from %(was)s to %(now)s: %(pairing)s.") % values
    return _("%(who)s set handicap, komi or board: %(pairing)s.") % values


def _mended(event: Event, names: Names) -> str:
    """Write what was taken from a game's record: its colours, or its terms, which are given."""
    values = _values(event, names)
    was, now = boards_in(event.before), boards_in(event.after)
    if was and now:
        values |= {"was": terms_text(was[0]), "now": terms_text(now[0])}
        if values["was"] != values["now"]:
            return (
                _("The game was corrected from its record, from %(was)s to %(now)s: %(pairing)s.")
                % values
            )
    return _("The game was corrected from its record: %(pairing)s.") % values


def _read(event: Event, names: Names) -> str:
    """Write how to read a record: the move at a damaged place, or that it is this game's."""
    now = event.after if isinstance(event.after, Mapping) else {}
    if now.get("of_this_game") and not (now.get("unwritten_passes") or now.get("played_so")):
        text = _("%(who)s settled that the record is of this game: %(players)s.")
    else:
        text = _("%(who)s settled how a damaged record is read: %(players)s.")
    return text % _values(event, names)


def _chosen(event: Event, names: Names) -> str:
    """Write whose record was chosen as the right one, and for whose report."""
    values = _values(event, names)
    of = _part(event.after, "player")
    if of is None:  # older events lack it: then only the player whose report it is could choose
        text = _(
            "%(who)s said which record of the game is right: it stands with the report of "
            "%(players)s."
        )
        return text % values
    sent_by = _part(event.after, "sent_by")
    values |= {"report": players_text([of], names), "sender": players_text([sent_by or 0], names)}
    if sent_by is None:
        text = _(
            "%(who)s said that the record brought by the staff is right: it stands with the report "
            "of %(report)s now."
        )
    elif sent_by == of:
        text = _("%(who)s said that the record that %(report)s sent with their report is right.")
    else:
        text = _(
            "%(who)s said that the record sent by %(sender)s is right: it stands with the report "
            "of %(report)s now."
        )
    return text % values


def _settings(event: Event, names: Names) -> str:
    values = {"who": actor_text(event), "what": changed_settings(event.before, event.after)}
    if not values["what"]:
        return _("%(who)s changed the settings.") % values
    return _("%(who)s changed the settings: %(what)s.") % values


def _request(event: Event, names: Names) -> str:
    if event.role == SYSTEM:
        return _("Somebody corrected their registration.")
    return _("%(who)s corrected somebody’s registration.") % _values(event, names)


CASE_SENTENCES: Mapping[str, "str | Promise"] = {
    Verb.FINDING_LATE: gettext_lazy(
        "The record shows something, but the result was already final and does not change: "
        "%(players)s."
    ),
    Verb.CASE_OPENED: gettext_lazy("%(who)s opened case %(case)s: %(players)s."),
    Verb.CASE_JOINED: gettext_lazy("%(who)s added something to case %(case)s: %(players)s."),
    Verb.CASE_WITHDRAWN: gettext_lazy(
        "%(who)s took back what they had raised in case %(case)s: %(players)s."
    ),
    Verb.CASE_TAKEN: gettext_lazy("%(who)s took case %(case)s."),
    Verb.CASE_RETURNED: gettext_lazy("%(who)s gave case %(case)s back."),
    Verb.CASE_HANDED: gettext_lazy("%(who)s handed case %(case)s over."),
    Verb.CASE_ASKED: gettext_lazy("%(who)s gave case %(case)s to the players: %(players)s."),
    Verb.CASE_SETTLED: gettext_lazy("Case %(case)s is settled without a ruling: %(players)s."),
    Verb.STATEMENT_WRITTEN: gettext_lazy("%(who)s wrote a statement in case %(case)s."),
    Verb.STONES_SAID: gettext_lazy("%(who)s said in case %(case)s which stones are alive or dead."),
    Verb.CONFIRMATION_CANCELLED: gettext_lazy(
        "%(who)s cancelled the search about life and death in case %(case)s."
    ),
    Verb.INQUIRY_ASKED: gettext_lazy("%(who)s asked both players: %(players)s."),
    Verb.INQUIRY_ANSWERED: gettext_lazy("%(who)s answered the question."),
    Verb.INQUIRY_SETTLED: gettext_lazy("Both players have answered: %(players)s."),
    Verb.STONES_MAY_GO: gettext_lazy(
        "%(who)s withdrew the finding that no more stones are removed: %(players)s."
    ),
    Verb.RESULT_OBJECTED: gettext_lazy(
        "%(who)s objected to %(was)s, so both players confirm again: %(players)s."
    ),
    Verb.RECORD_REMOVED: gettext_lazy("%(who)s removed a game record: %(players)s."),
    Verb.RULING_FINAL: gettext_lazy("The ruling in case %(case)s is final."),
    Verb.APPEALED: gettext_lazy("%(who)s appealed against the ruling in case %(case)s."),
    Verb.APPEAL_WITHDRAWN: gettext_lazy("%(who)s withdrew the appeal in case %(case)s."),
    Verb.COMMITTEE_SET: gettext_lazy("%(who)s appointed the appeals committee of case %(case)s."),
    Verb.MOTION_MADE: gettext_lazy("%(who)s put a decision before the committee of case %(case)s."),
    Verb.VOTED: gettext_lazy("%(who)s voted in case %(case)s."),
    Verb.PLAYER_ERASED: gettext_lazy("%(who)s erased the identity of %(players)s."),
}
"""By verb; ``case`` is the number in the event."""


def _what(after: Any, values: Mapping[str, Any], names: Names) -> str:
    """Return what happens to the game; ``values`` has the result now."""
    effect = after.get("effect") if isinstance(after, Mapping) else None
    if effect == Effect.REPLAY:
        return _("the game is played again")
    if effect == Effect.RESUME:
        by = names.get(after.get("resume_by") or 0, "")
        text = (
            _("the game goes on after move %(move)s, by the record of %(name)s")
            if by
            else _("the game goes on after move %(move)s")
        )
        return text % {"move": after.get("resume_move"), "name": by}
    if effect == Effect.NOTHING:
        return _("nothing changes for the game") if "table" in after else _("no result changes")
    return str(values["now"])


def _penalties(after: Any, names: Mapping[int, str]) -> str:
    """Return the penalties as sentences; any not in our format are left out."""
    told = after.get("penalties") if isinstance(after, Mapping) else None
    try:
        given = [PenaltyGiven(**one) for one in told or ()]
        return " ".join(penalty_lines(given, names))
    except (KeyError, TypeError, ValueError):
        return ""


def _plain_ruling(text: Callable[[], str]) -> Write:
    def write(after: Any, values: Mapping[str, Any], names: Mapping[int, str]) -> str:
        sentence = text() % {**values, "what": _what(after, values, names)}
        return f"{sentence} {_penalties(after, names)}".strip()

    return write


_decided = _plain_ruling(lambda: _("The committee decided the appeal in case %(case)s: %(what)s."))


def _on_appeal(after: Any, values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if isinstance(after, Mapping) and after.get("upheld"):
        return _("The committee upheld the ruling in case %(case)s.") % values
    return _decided(after, values, names)


RULING_SENTENCES: Mapping[str, Write] = {
    Verb.RULED: _plain_ruling(lambda: _("%(who)s ruled in case %(case)s: %(what)s.")),
    Verb.RULING_REVISED: _plain_ruling(
        lambda: _("%(who)s revised the ruling in case %(case)s: now %(what)s.")
    ),
    Verb.APPEAL_DECIDED: _on_appeal,
}
"""By verb; each function gets what was recorded, the values of a sentence and the names."""


SENTENCES: dict[str, Callable[[Event, Names], str]] = {
    Verb.TOURNAMENT_CREATED: _plain(lambda: _("%(who)s created the tournament.")),
    Verb.TOURNAMENT_CHANGED: _settings,
    Verb.TOURNAMENT_PUBLISHED: _plain(lambda: _("%(who)s published the tournament.")),
    Verb.TOURNAMENT_HIDDEN: _plain(lambda: _("%(who)s hid the tournament.")),
    Verb.TOURNAMENT_ARCHIVED: _plain(lambda: _("%(who)s archived the tournament.")),
    Verb.TOURNAMENT_UNARCHIVED: _plain(
        lambda: _("%(who)s took the tournament out of the archive.")
    ),
    Verb.TOURNAMENT_DELETED: _plain(lambda: _("%(who)s deleted the tournament.")),
    Verb.TOURNAMENT_UNDELETED: _plain(lambda: _("%(who)s brought the tournament back.")),
    Verb.TOURNAMENT_CLOSED: _plain(lambda: _("%(who)s closed the tournament.")),
    Verb.TOURNAMENT_REOPENED: _plain(lambda: _("%(who)s opened the tournament again.")),
    Verb.TOURNAMENT_RESTORED: _plain(lambda: _("%(who)s restored the tournament from an archive.")),
    Verb.PLAYER_ADDED: _plain(lambda: _("%(who)s entered %(players)s.")),
    Verb.PLAYER_REQUESTED: _plain(lambda: _("Somebody asked to take part.")),
    Verb.REQUEST_CHANGED: _request,
    Verb.PLAYER_APPROVED: _plain(lambda: _("%(who)s approved the registration of %(players)s.")),
    Verb.PLAYER_REFUSED: _refused,
    Verb.PLAYER_CHANGED: _entry,
    Verb.PLAYER_REMOVED: _plain(lambda: _("%(who)s removed %(players)s.")),
    Verb.PLAYER_WITHDRAWN: _withdrawn,
    Verb.PARTICIPATION: _participation,
    Verb.CHECKED_IN: _checked,
    Verb.LINK_ISSUED: _link(lambda: _("%(who)s issued a link for %(whose)s.")),
    Verb.LINK_REVOKED: _link(lambda: _("%(who)s revoked the link of %(whose)s.")),
    Verb.TOKEN_ISSUED: _link(lambda: _("%(who)s issued a token for programs: %(whose)s.")),
    Verb.TOKEN_REVOKED: _link(lambda: _("%(who)s revoked a token for programs: %(whose)s.")),
    Verb.ROUND_PAIRED: _plain(lambda: _("%(who)s paired the round.")),
    Verb.ROUND_UNPAIRED: _plain(lambda: _("%(who)s unpaired boards.")),
    Verb.ROUND_PUBLISHED: _plain(lambda: _("%(who)s published the round.")),
    Verb.ROUND_WITHDRAWN: _taken_back,
    Verb.ROUND_REMOVED: _plain(lambda: _("%(who)s deleted the draft of the round.")),
    Verb.ROUND_FINISHED: _plain(lambda: _("%(who)s closed the round.")),
    Verb.ROUND_CLOCK: _clock,
    Verb.BOARD_SEATED: _plain(lambda: _("%(who)s paired %(pairing)s.")),
    Verb.PLAYERS_SWAPPED: _plain(lambda: _("%(who)s exchanged %(players)s.")),
    Verb.COLOURS_SWAPPED: _plain(lambda: _("%(who)s exchanged the colours, now %(pairing)s.")),
    Verb.TERMS_SET: _terms,
    Verb.RECORD_MENDED: _mended,
    Verb.RECORD_READ: _read,
    Verb.RECORD_CHOSEN: _chosen,
    Verb.BOARDS_LOCKED: _locked,
    Verb.BYE_GIVEN: _bye,
    Verb.RESULT_ENTERED: _entered,
    Verb.RESULT_CLEARED: _cleared,
    Verb.RESULT_LOCKED: _suspended,
    Verb.RESULT_UNLOCKED: _restored,
    Verb.RESULT_REPORTED: _plain(lambda: _("%(who)s reported %(now)s: %(pairing)s.")),
    Verb.RESULT_CONFIRMED: _plain(lambda: _("%(who)s confirmed %(now)s: %(pairing)s.")),
    Verb.RESULT_CONTESTED: _contested,
    Verb.REPORT_WITHDRAWN: _plain(lambda: _("%(who)s withdrew the report %(was)s: %(pairing)s.")),
    Verb.RECORD_ADDED: _plain(lambda: _("%(who)s added a game record: %(players)s.")),
    Verb.RESULT_CORRECTED: _result_corrected,
    Verb.RECORDING_ERROR: _plain(
        lambda: _("The recording error is corrected, from %(was)s to %(now)s: %(pairing)s.")
    ),
    Verb.ERROR_PROPOSED: _plain(
        lambda: _("%(who)s says that it was %(now)s and not %(was)s: %(players)s.")
    ),
    Verb.ERROR_CONSENTED: _plain(
        lambda: _("%(who)s agrees that it was %(now)s and not %(was)s: %(players)s.")
    ),
    Verb.ERROR_REFUSED: _plain(
        lambda: _("%(who)s refuses to change the result to %(now)s: %(players)s.")
    ),
    Verb.ERROR_WITHDRAWN: _plain(lambda: _("%(who)s withdrew the proposal %(now)s: %(players)s.")),
    Verb.PAIRING_CORRECTED: _corrected,
    Verb.TEAMS_CHANGED: _plain(lambda: _("%(who)s changed the teams.")),
    Verb.WISHES_CHANGED: _plain(
        lambda: _("%(who)s changed which players are kept apart: %(players)s.")
    ),
    Verb.IMPORTED: _plain(lambda: _("%(who)s imported a file.")),
    Verb.STANDINGS_FROZEN: _plain(lambda: _("%(who)s froze the public standings.")),
    Verb.STANDINGS_PUBLISHED: _plain(lambda: _("%(who)s published the final standings.")),
    Verb.STANDINGS_THAWED: _plain(
        lambda: _("%(who)s let the public standings follow the results again.")
    ),
    Verb.PRIZES_CHANGED: _plain(lambda: _("%(who)s changed the prizes.")),
    Verb.POSTER_CHANGED: _plain(lambda: _("%(who)s changed the page of the event.")),
    Verb.WEBHOOK_ADDED: _webhook(lambda: _("%(who)s added a webhook to %(host)s.")),
    Verb.WEBHOOK_CHANGED: _webhook(lambda: _("%(who)s changed the webhook to %(host)s.")),
    Verb.WEBHOOK_REMOVED: _webhook(lambda: _("%(who)s removed the webhook to %(host)s.")),
    Verb.MAILS_CHANGED: _plain(lambda: _("%(who)s changed which e-mails are sent.")),
    Verb.BUNDLE_MADE: _bundle(lambda: _("%(who)s made bundle %(bundle)s for a rating officer.")),
    Verb.BUNDLE_SENT: _bundle(lambda: _("%(who)s noted that bundle %(bundle)s was sent.")),
    Verb.FORMATS_COMPARED: _plain(lambda: _("%(who)s had formats compared.")),
    Verb.FORMATS_CANCELLED: _plain(lambda: _("%(who)s stopped a comparison of formats.")),
    Verb.FORMATS_SHARED: _plain(
        lambda: _("%(who)s made a link that shows a comparison of formats.")
    ),
    Verb.FORMATS_WITHDRAWN: _plain(
        lambda: _("%(who)s withdrew the link that shows a comparison of formats.")
    ),
    Verb.STONES_STAY: _stones_stay,
    Verb.JOBS_RETRIED: _plain(lambda: _("%(who)s retried what had failed.")),
    **{
        verb: _plain(lambda text=text: text)  # type: ignore[misc]
        for verb, text in CASE_SENTENCES.items()
    },
    Verb.CONFIRMATION_ASKED: _life_asked,
    Verb.CONFIRMATION_DONE: _life_found,
    **{verb: _ruling(write) for verb, write in RULING_SENTENCES.items()},
    **{verb: _dated(write) for verb, write in DATE_SENTENCES.items()},
}
"""By verb, the function that writes its sentence."""
