"""The letter to a rating officer: what is in the bundle, what should be checked, in plain text."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from textwrap import wrap
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from adjudication.bundles.contents import (
    Absence,
    Contents,
    ResultFile,
    absences,
    dry_run_note,
    players_who_played,
)
from adjudication.bundles.differences import Difference
from adjudication.bundles.selectors import differences_in
from adjudication.cases.selectors.referees import Pending, PendingCase
from adjudication.cases.selectors.rulings import standing_rulings
from adjudication.cases.views.words import left_open
from adjudication.corrections.selectors.history import Event, names_of, standing_events
from adjudication.corrections.views.sentences import event_sentence
from adjudication.models import CaseState, Effect
from adjudication.verdicts.views import provisional_badge
from tournament.audit.selectors.snapshots import boards_in
from tournament.exchange.selectors import is_imported, list_gaps
from tournament.exchange.views import titles
from tournament.formats.bundle import digest_of, written_changes
from tournament.formats.chain import Head
from tournament.formats.countries import egd_code
from tournament.formats.missing import MissingFact
from tournament.formats.preflight import Finding, Weight, preflight
from tournament.formats.recognise import Format
from tournament.games import words
from tournament.models import GameState, ListSource, RatedFor, Verb
from tournament.public.selectors.frozen import moved_since_frozen
from tournament.rounds.selectors.rated import federation_of
from tournament.rounds.selectors.state import result_columns
from tournament.spoken import moment_text, translated
from tournament.standings.gor import MOST_STONES, EgfClass, egf_class
from tournament.state.games import Game
from tournament.state.people import distinct_names
from tournament.state.results import Outcome

WIDTH = 78
MOST_LINES = 200
"""How many differing lines of a file are listed; the files themselves have them all."""
_LISTED = (Verb.RESULT_CORRECTED, Verb.RECORDING_ERROR, Verb.PAIRING_CORRECTED)
_OVERRULED = (Verb.RESULT_CONTESTED, Verb.CASE_SETTLED)
"""The events of a dispute that are listed beside the correction that ended it."""


@dataclass(frozen=True, slots=True)
class LetterOccasion:
    """Why a bundle is made: its number, whether it is a draft, what it corrects and why.

    ``pending`` is what may still change reported results; in a final bundle, whose tournament is
    closed, it is what was left undecided.
    """

    number: int
    draft: bool
    head: Head | None
    lists: Sequence[Mapping[str, Any]]
    pending: Pending
    differences: tuple[Difference, ...] = ()
    reason: str = ""


def write_letter(contents: Contents, occasion: LetterOccasion) -> str:
    """Return the letter in the active language, with times in the active time zone."""
    sections = [
        _opening(contents, occasion),
        *_pending(occasion.pending, closed=not occasion.draft),
        *_corrections(occasion),
        _files(contents),
        _lists(occasion.lists),
        *_checks(contents),
        *_published(contents),
        *_departures(contents),
        *_games(contents, draft=occasion.draft),
        _ratings(contents),
        _record(occasion.head),
    ]
    return "\n\n".join("\n".join(_wrapped(lines)) for lines in sections if lines) + "\n"


class _Verbatim(str):
    """A line of a file or a table, which is never wrapped."""


def _wrapped(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines no wider than a mail, leaving those of files as they are."""
    for line in lines:
        if isinstance(line, _Verbatim) or len(line) <= WIDTH:
            yield line
        else:
            indent = "  " if line.startswith("- ") else ""
            yield from wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _after(where: str, text: str) -> str:
    return _("%(where)s: %(what)s") % {"where": where, "what": text} if where else text


def _headed(title: str) -> list[str]:
    return [title, "-" * len(title)]


def _opening(contents: Contents, occasion: LetterOccasion) -> list[str]:
    tournament, event = contents.tournament, contents.event
    lines = []
    if occasion.draft:
        lines += [
            _("DRAFT: the tournament is not closed yet. Do not rate it from these files."),
            "",
        ]
    lines += [tournament.name, "=" * len(tournament.name)]
    country = egd_code(tournament.country) if Format.H9 in contents.kinds else tournament.country
    place = ", ".join(part for part in (tournament.city, country) if part)
    days = " – ".join(
        dict.fromkeys(date_format(day) for day in (tournament.starts_on, tournament.ends_on) if day)
    )
    lines += [text for text in (place, days) if text]
    if tournament.director_name:
        lines.append(_("Director: %(name)s") % {"name": tournament.director_name})
    state = event.state
    entered = sum(player.final for player in state.players)
    players = players_who_played(event)
    results = [game.result.outcome is not Outcome.UNKNOWN for game in state.games_played()]
    games, missing, rounds = sum(results), results.count(False), state.played_rounds
    counts = [
        ngettext("%(count)d player", "%(count)d players", entered) % {"count": entered},
        ngettext("%(count)d game played", "%(count)d games played", games) % {"count": games},
        ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds},
    ]
    if missing:
        text = ngettext("%(count)d result missing", "%(count)d results missing", missing)
        counts.insert(2, text % {"count": missing})
    told = {"counts": ", ".join(counts), "number": occasion.number}
    lines.append(_("%(counts)s; bundle %(number)d") % told)
    if len(players) < entered:
        lines.append(
            ngettext(
                "%(count)d of the players played no game.",
                "%(count)d of the players played no game.",
                entered - len(players),
            )
            % {"count": entered - len(players)}
        )
    lines.append(
        _("%(rules)s, komi %(komi)s, %(time)s")
        % {
            "rules": words.rules_title(tournament.rules),
            "komi": words.half_points(tournament.komi_half),
            "time": words.time_sentence(event.details.clock),
        }
    )
    found = egf_class(event.details)
    if Format.H9 in contents.kinds:
        text = (
            _("By its clock it is not rated by the EGF (class X).")
            if found is EgfClass.X
            else _("EGF class %(class)s by its clock: %(minutes)d minutes of adjusted time.")
        )
        minutes = event.details.clock.adjusted_minutes
        lines.append(text % {"class": found.value, "minutes": minutes})
    return lines


def _pending(pending: Pending, *, closed: bool) -> Iterator[list[str]]:
    """Name what may still change a result in the files, or was left undecided at closing."""
    found = (*pending.appealed, *pending.open)
    lines = [f"- {_pending_line(case, closed=closed)}" for case in found]
    if lines:
        title = _("Not decided before closing") if closed else _("Not decided yet")
        yield [*_headed(title), *lines]


def _pending_line(case: PendingCase, *, closed: bool) -> str:
    if closed:
        state = CaseState.APPEALED if case.appealed else CaseState.OPEN
        text = _("Case %(case)d: %(what)s") % {"case": case.number, "what": left_open(state)}
        if case.table is not None:
            ruled = _("The files have the game as the ruling left it.")
            result = ruled if case.appealed else _("The files have the result that is in.")
            text = f"{text} {result}"
        return _placed(case, text)
    if case.table is None:
        text = _(
            "Case %(case)d: an appeal against the ruling is not decided. It changes no result."
        )
    elif case.appealed:
        text = _(
            "Case %(case)d: an appeal against the ruling is not decided. The files have the game "
            "as the ruling left it; the committee may still change that."
        )
    else:
        text = _(
            "Case %(case)d: no referee has ruled on it. The files have the result that is in; a "
            "ruling may still change it."
        )
    return _placed(case, text % {"case": case.number})


def _placed(case: PendingCase, text: str) -> str:
    where = words.round_and_board(case.round_number, case.table)
    return f"{where}. {text}" if where else text


def _corrections(occasion: LetterOccasion) -> Iterator[list[str]]:
    if not occasion.differences:
        return
    lines = _headed(_("Correction of what was sent before"))
    lines.append(_("Reason: %(reason)s") % {"reason": occasion.reason})
    for difference in occasion.differences:
        title = titles()[difference.kind][0]
        lines += ["", sent_sentence(difference, title)]
        lines += [f"- {fact}" for fact in difference.facts or ()]
        if difference.lines is None:
            lines.append(_("Of what was sent only the digest is left here."))
        else:
            text = [_Verbatim(line) for line in written_changes(difference.lines).split("\n")]
            lines += ["", *text[:MOST_LINES], *(["…"] if text[MOST_LINES:] else [])]
        if difference.ratings:
            lines += ["", _("Ratings after the event that this changes:")]
            lines += [
                _("- %(player)s: %(now)s, as sent: %(was)s")
                % {"player": item.name, "now": item.now, "was": item.sent}
                for item in difference.ratings
            ]
    yield lines


def difference_sentences(tournament_id: int) -> list[str]:
    """Return a sentence for each list that differs from what was sent."""
    found = differences_in(tournament_id)
    known = titles() if found else {}
    return [sent_sentence(item, known[item.kind][0]) for item in found]


def sent_sentence(difference: Difference, title: str) -> str:
    """Return which file differs from what was sent, and when that was."""
    assert difference.sent_at is not None
    return _("%(file)s differs from what was sent on %(day)s (bundle %(number)d).") % {
        "file": title,
        "day": moment_text(difference.sent_at),
        "number": difference.number,
    }


def _files(contents: Contents) -> list[str]:
    lines = _headed(_("Files"))
    for file in contents.files:
        lines += [
            f"{file.name}  {titles()[file.kind][0]}",
            f"  SHA-256 {digest_of(file.data)}",
        ]
    lines.append(_("SHA256SUMS has the digests of all files of this bundle."))
    return lines


def _lists(lists: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = _headed(_("Rating lists in use"))
    if not lists:
        return [
            *lines,
            _("No rating list was imported: ratings are those that were entered with the players."),
        ]
    for item in lists:
        values = {
            "list": ListSource(item["source"]).label,
            "day": moment_text(datetime.fromisoformat(item["imported_at"])),
            "entries": item["entries"],
        }
        text = (
            _("%(list)s: imported on %(day)s, %(entries)d entries; in use when round 1 began.")
            if item["frozen"]
            else _(
                "%(list)s: imported on %(day)s, %(entries)d entries; which list was in use when "
                "round 1 began was not noted."
            )
        )
        lines.append(text % values)
        if item["sha256"]:
            lines.append(f"  SHA-256 {item['sha256']}")
    return lines


def _checks(contents: Contents) -> Iterator[list[str]]:
    gaps, _meant = list_gaps(contents.tournament)
    for file in contents.files:
        title = _("To check: %(file)s") % {"file": titles()[file.kind][0]}
        imported = is_imported(file.kind)
        lines = [*file_checks(file, gaps.get(file.kind, ()), imported=imported)]
        if not imported:
            lines.append(
                _("No list of this federation was imported: the players’ numbers were not checked.")
            )
        nothing = _("Nothing was found that is known to be refused or mended by hand.")
        yield [*_headed(title), *([f"- {line}" for line in lines] or [nothing])]


_SAID_AT_ONCE = frozenset(["no_pin", "no_licence", "no_member"])
"""What is said once for all players rather than for each line of a file."""


def file_checks(file: ResultFile, gaps: Sequence[MissingFact], *, imported: bool) -> Iterator[str]:
    """Return what to check in a file: what is missing, wrong, or has no place in it.

    ``imported`` says whether the gaps were checked against a list of the federation.
    """
    findings = preflight(file.data, file.kind)
    by_line = {finding.code for finding in findings} - _SAID_AT_ONCE
    for gap in gaps:
        if gap.code in by_line:
            continue
        text = _("Missing: %(what)s")
        if imported:
            text = _("Missing from the list, or different there: %(what)s")
        if gap.is_remark:
            text = _("To look at: %(what)s")
        yield text % {"what": translated(gap.sentence)}
    for finding in findings:
        if finding.code not in _SAID_AT_ONCE:
            yield _finding_text(finding)
    for sentence in file.written.lost:
        yield _("About the file: %(what)s") % {"what": translated(sentence)}


def _finding_text(finding: Finding) -> str:
    where = ", ".join(
        part
        for part in (
            _("line %(line)d") % {"line": finding.line} if finding.line else "",
            finding.who,
        )
        if part
    )
    text = translated(finding.text)
    if finding.weight is Weight.REFUSED:
        text = _("%(what)s (usually refused)") % {"what": text}
    if finding.weight is Weight.NOTICED:
        text = _("%(what)s (to look at)") % {"what": text}
    return _after(where, text)


def _published(contents: Contents) -> Iterator[list[str]]:
    """Say so if the public standings are not those of the files."""
    moved = moved_since_frozen(contents.tournament.slug)
    if moved:
        text = ngettext(
            "On the event’s pages %(count)d player has another place than in these files: the "
            "standings were published before a result was corrected. The files are right. The "
            "organisers can publish the standings again, under Finish.",
            "On the event’s pages %(count)d players have another place than in these files: the "
            "standings were published before a result was corrected. The files are right. The "
            "organisers can publish the standings again, under Finish.",
            moved,
        )
        yield [*_headed(_("Published standings")), text % {"count": moved}]


def _departures(contents: Contents) -> Iterator[list[str]]:
    """In the rated mode, list the clauses that the settings break and rounds paired differently."""
    tournament = contents.tournament
    federation = federation_of(tournament)
    if federation is None:
        return
    title = _("Rated mode, %(federation)s: departures") % {
        "federation": RatedFor(tournament.rated_for).label
    }
    lines = [f"- {text}" for text in contents.basis.departures.texts()]
    nothing = _("None: the settings keep every clause, and every round is as the engine pairs it.")
    yield [*_headed(title), *(lines or [nothing])]


def _games(contents: Contents, *, draft: bool) -> Iterator[list[str]]:
    state = contents.event.state
    names = distinct_names(state.players)

    def shown(game: Game) -> str:
        text = words.short_result(*result_columns(game.result), None) or "?"
        return _after(
            words.round_and_board(game.round, game.table),
            f"{names[game.black]} – {names[game.white]}, {text}",
        )

    def listed(title: str, lines: Sequence[str]) -> Iterator[list[str]]:
        if lines:
            yield [*_headed(title), *(f"- {line}" for line in lines)]

    unusual = (Outcome.BOTH_LOSE, Outcome.BOTH_WIN, Outcome.NO_RESULT, Outcome.VOID)
    defaults = [shown(game) for game in state.games if game.result.by_default]
    yield from listed(_("Games not played, decided by default"), defaults)
    odd = [
        shown(game)
        for game in state.games
        if game.result.outcome in unusual and not game.result.by_default
    ]
    yield from listed(_("Games without a usual result"), odd)
    unknown = [shown(game) for game in state.games if not game.result.known]
    yield from listed(_("Games without a result"), unknown)
    stones = [
        _("%(game)s, handicap %(stones)d") % {"game": shown(game), "stones": game.handicap}
        for game in state.games
        if game.handicap > MOST_STONES
    ]
    yield from listed(_("Games with more stones than are rated"), stones)
    yield from listed(_("Rulings of referees"), list(_rulings(contents.tournament.pk, draft=draft)))
    yield from listed(_("Changed after the fact"), list(_changed(contents.tournament.pk)))
    byes = [
        _("Round %(round)d: %(player)s") % {"round": bye.round, "player": names[bye.player]}
        for bye in state.byes
    ]
    yield from listed(_("Byes"), byes)
    yield from listed(_("Players who did not take part in every round"), _absences(contents))


def _absences(contents: Contents) -> list[str]:
    names = distinct_names(contents.event.state.players)
    return [
        _("%(player)s: %(what)s")
        % {"player": names[away.player], "what": "; ".join(_away_words(away))}
        for away in absences(contents.event)
    ]


def _away_words(away: Absence) -> Iterator[str]:
    def rounds(numbers: Sequence[int]) -> dict[str, str]:
        return {"rounds": ", ".join(map(str, numbers))}

    if away.came_for is not None:
        yield _("came late, for round %(round)d") % {"round": away.came_for}
    missed = [number for number in away.missed if number > (away.came_for or 0)]
    if missed:
        text = ngettext("not in round %(rounds)s", "not in rounds %(rounds)s", len(missed))
        yield text % rounds(missed)
    if away.left_after is not None:
        yield (
            _("withdrew after round %(round)d") % {"round": away.left_after}
            if away.left_after
            else _("withdrew before round 1")
        )
    if away.defaults:
        text = ngettext(
            "lost by default in round %(rounds)s",
            "lost by default in rounds %(rounds)s",
            len(away.defaults),
        )
        yield text % rounds(away.defaults)


def _rulings(tournament_id: int, *, draft: bool) -> Iterator[str]:
    """Return the rulings that stand, marking those that may still change.

    In a closed tournament, an undecided appeal leaves the ruling as it is, not final.
    """
    rows = (
        standing_rulings()
        .filter(case__tournament=tournament_id)
        .order_by("case__number")
        .values_list(
            *("case__number", "case__state"),
            "case__game__round__number",
            "case__game__board_number",
            *("effect", "winner", "reason", "margin_half"),
        )
    )
    for case, state, round_number, table, effect, *result in rows:
        what = words.short_result(*result) if effect == Effect.RESULT else Effect(effect).label
        where = words.round_and_board(round_number, table)
        badge = provisional_badge(state, closed=not draft)
        if badge is not None and (draft or state == CaseState.APPEALED):
            what = f"{what} ({badge.word})"
        text = _("Case %(case)d: %(what)s") % {"case": case, "what": what}
        yield f"{where}. {text}" if where else text


def _changed(tournament_id: int) -> Iterator[str]:
    """Return what was corrected: from what to what, when, and for what reason.

    If that decided a dispute, what the players had reported goes before it.
    """
    events = standing_events(tournament_id, (*_LISTED, *_OVERRULED))
    corrected = [event for event in events if event.verb in _LISTED]
    overruled = {before.id for event in corrected for before in _dispute(event, events)}
    names = names_of(tournament_id) if corrected else {}
    for event in events:
        if event.verb in _OVERRULED and event.id not in overruled:
            continue
        where = words.round_and_board(event.round_number, event.table)
        text = f"{event_sentence(event, names)} ({moment_text(event.at)})"
        if event.reason and event.verb in _LISTED:
            text = _("%(what)s Reason: %(reason)s") % {"what": text, "reason": event.reason}
        yield _after(where, text)


def _dispute(event: Event, events: Collection[Event]) -> Iterator[Event]:
    """Return the events of the dispute that a correction ended, if it ended one."""
    if all(board.get("state") != GameState.DISPUTED for board in boards_in(event.before)):
        return
    before = [
        other
        for other in events
        if other.id < event.id
        and (other.round_number, set(other.players)) == (event.round_number, set(event.players))
    ]
    contested = [other for other in before if other.verb == Verb.RESULT_CONTESTED][-1:]
    yield from contested
    since = contested[0].id if contested else 0
    settled = [other for other in before if other.verb == Verb.CASE_SETTLED and other.id > since]
    # The case that a correction ends has the same reason.
    yield from [other for other in settled[-1:] if other.reason == event.reason]


def _ratings(contents: Contents) -> list[str]:
    lines = _headed(_("Dry run of the rating changes: an estimate"))
    for kind in contents.kinds:
        lines.append("- " + _after(titles()[kind][0], dry_run_note(kind)))
    lines.append(_("The tables are in the files that begin with “ratings”."))
    return lines


def _record(head: Head | None) -> list[str]:
    if head is None:
        return []
    text = _(
        "The record of the tournament has %(events)d steps, each sealed with the step before it. "
        "Its seal as this bundle was made:"
    )
    return [
        *_headed(_("Record of the tournament")),
        text % {"events": head.sequence},
        head.digest,
        _(
            "The next step of the record has the digest of this bundle. The organisers can send "
            "you the record; with it anybody can check that up to here it is still the same."
        ),
    ]
