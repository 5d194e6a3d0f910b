"""The end of a tournament: the checklist, closing it, and opening it again."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.bundles.letter import difference_sentences
from adjudication.cases.views.words import left_open
from adjudication.closing.forms import CloseForm, ReopenForm
from adjudication.closing.selectors import (
    ClosingPage,
    ClosingState,
    OpenCase,
    closing_page,
    closing_state,
)
from adjudication.closing.services import close_tournament, reopen_tournament
from adjudication.models import CaseState
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.exchange.gaps import Gap, findings_of, still_open
from tournament.exchange.views import titles
from tournament.games.selectors import GameRow, PlayerName
from tournament.games.words import game_title
from tournament.models import RatedFor, Tournament
from tournament.settings.rated import departures_of
from tournament.spoken import moment_text, translated
from tournament.staff.permissions import require_director, require_owner
from tournament.staff.visitors import frame, personal, rights_in, visitor_of
from tournament.tournaments.selectors.public import TournamentTerms

MOST_LISTED = 12
"""The number of games or players listed in a line; the others are only counted."""


@dataclass(frozen=True, slots=True)
class LineLink:
    """A link of a line; the first one is the thing to do."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class ChecklistLine:
    """A line of the checklist; ``listed`` are the games or players that it is about."""

    title: str
    done: bool
    advice: str = ""
    listed: tuple[LineLink, ...] = ()
    more: int = 0
    doors: tuple[LineLink, ...] = ()


def checklist(slug: str, state: ClosingState) -> tuple[ChecklistLine, ...]:
    """Return the lines in the order in which they are best dealt with."""
    return (
        _unreported(slug, state),
        _unconfirmed(slug, state),
        _disputed(slug, state),
        _mending(slug, state),
        _cases(slug, state),
        _rulings(slug, state),
        _rounds(slug, state),
        _registrations(slug, state),
        _ranks(slug, state),
        *_unwon(slug, state),
        *_never_paired(slug, state),
        *_frozen(slug, state),
        *_hidden(slug, state),
    )


def _unreported(slug: str, state: ClosingState) -> ChecklistLine:
    count = len(state.unreported)
    if not count:
        return ChecklistLine(_("Every game has a result."), done=True)
    return _line(
        ngettext("%(count)d game has no result yet.", "%(count)d games have no result yet.", count)
        % {"count": count},
        _("Ask the players, or enter what happened, even if nobody came or the game is void."),
        (_game(game) for game in state.unreported),
        LineLink(_("Enter results"), _boards_of(slug, state.unreported[0], "open")),
    )


def _unconfirmed(slug: str, state: ClosingState) -> ChecklistLine:
    count = len(state.unconfirmed)
    if not count:
        return ChecklistLine(_("No result is waiting for the opponent’s confirmation."), done=True)
    return _line(
        ngettext(
            "%(count)d game is to be confirmed.",
            "%(count)d games are to be confirmed.",
            count,
        )
        % {"count": count},
        _(
            "One player has reported; rating lists do not get it like that. The opponent confirms "
            "on their own page, or you enter the result yourself."
        ),
        (_game(game) for game in state.unconfirmed),
        LineLink(_("Enter results"), _boards_of(slug, state.unconfirmed[0], "reported")),
    )


def _disputed(slug: str, state: ClosingState) -> ChecklistLine:
    count = len(state.disputed)
    if not count:
        return ChecklistLine(_("No game is disputed."), done=True)
    return _line(
        ngettext("%(count)d game is disputed.", "%(count)d games are disputed.", count)
        % {"count": count},
        left_open(CaseState.OPEN) if state.closed_at else _("A referee decides each in its case."),
        (_game(game) for game in state.disputed),
        LineLink(_("Cases"), reverse("adjudication:referee", args=[slug])),
    )


def _mending(slug: str, state: ClosingState) -> ChecklistLine:
    count = len(state.mending)
    if not count:
        return ChecklistLine(_("Nobody has proposed another result."), done=True)
    return _line(
        ngettext(
            "For %(count)d confirmed game another result is proposed.",
            "For %(count)d confirmed games another result is proposed.",
            count,
        )
        % {"count": count},
        _("A slip in a confirmed result is mended once both players agree."),
        (_game(game) for game in state.mending),
    )


def _cases(slug: str, state: ClosingState) -> ChecklistLine:
    cases = [case for case in state.cases if not case.ruled and not case.disputes]
    if not cases:
        return ChecklistLine(_("No other case is open."), done=True)
    return _line(
        ngettext(
            "%(count)d other case is not settled.",
            "%(count)d other cases are not settled.",
            len(cases),
        )
        % {"count": len(cases)},
        _left_open(cases)
        if state.closed_at
        else _("A referee rules on it, or settles it if there is nothing to decide."),
        (_case(slug, case) for case in cases),
        LineLink(_("Cases"), reverse("adjudication:referee", args=[slug])),
    )


def _rulings(slug: str, state: ClosingState) -> ChecklistLine:
    cases = [case for case in state.cases if case.ruled]
    if not cases:
        return ChecklistLine(_("Every ruling is final."), done=True)
    return _line(
        ngettext("%(count)d ruling is not final.", "%(count)d rulings are not final.", len(cases))
        % {"count": len(cases)},
        _left_open(cases)
        if state.closed_at
        else _(
            "It becomes final by itself when the time for an appeal is over, or when the committee "
            "has decided. In a closed tournament nobody can appeal: wait for it."
        ),
        (_case(slug, case) for case in cases),
        LineLink(_("Cases"), reverse("adjudication:referee", args=[slug])),
    )


def _left_open(cases: Iterable[OpenCase]) -> str:
    """Return what became of the cases that were not over when the tournament was closed."""
    return " ".join(dict.fromkeys(left_open(case.state) for case in cases))


def _rounds(slug: str, state: ClosingState) -> ChecklistLine:
    if not state.rounds:
        return ChecklistLine(
            _("No round has been played."),
            done=False,
            doors=(LineLink(_("To the rounds"), reverse("tournament:director", args=[slug])),),
        )
    if not state.open_rounds:
        return ChecklistLine(_("Every round is closed."), done=True)
    count = len(state.open_rounds)
    texts = (
        (_("Round %(number)d (in preparation)") if round_.draft else _("Round %(number)d"))
        % {"number": round_.number}
        for round_ in state.open_rounds
    )
    addresses = (
        reverse("tournament:draft", args=[slug, round_.number]) for round_ in state.open_rounds
    )
    return _line(
        ngettext("%(count)d round is not closed.", "%(count)d rounds are not closed.", count)
        % {"count": count},
        _("Close a round when its results are in; delete the draft of a round that is not played."),
        map(LineLink, texts, addresses),
        *(
            LineLink(
                _("Delete the draft of round %(number)d") % {"number": round_.number},
                reverse("tournament:remove_round", args=[slug, round_.number]),
            )
            for round_ in state.open_rounds
            if round_.draft
        ),
    )


def _registrations(slug: str, state: ClosingState) -> ChecklistLine:
    count = state.waiting + len(state.preliminary)
    if not count:
        return ChecklistLine(_("Every registration is final."), done=True)
    doors = [LineLink(_("Players"), reverse("tournament:players", args=[slug]))]
    if state.waiting:
        doors.append(LineLink(_("Requests"), reverse("tournament:requests", args=[slug])))
    return _line(
        ngettext(
            "%(count)d registration is not final.", "%(count)d registrations are not final.", count
        )
        % {"count": count},
        _("Remove the players who did not play; rating lists get only final registrations."),
        (_player(slug, player) for player in state.preliminary),
        *doors,
    )


def _ranks(slug: str, state: ClosingState) -> ChecklistLine:
    count = len(state.without_rank)
    if not count:
        return ChecklistLine(_("Every player has a rank."), done=True)
    return _line(
        ngettext("%(count)d player has no rank.", "%(count)d players have no rank.", count)
        % {"count": count},
        _("Rating lists need a rank. A player without one counts as 30 kyu."),
        (_player(slug, player) for player in state.without_rank),
    )


def _frozen(slug: str, state: ClosingState) -> Iterator[ChecklistLine]:
    if state.frozen is not None:
        yield _line(
            _("The public standings are still those after round %(round)d.")
            % {"round": state.frozen},
            _("Open the tournament again and publish the final ones: until then they stay.")
            if state.closed_at
            else _(
                "Publish the final ones, or let them follow: once closed they stay as they are."
            ),
            (),
            LineLink(_("Freeze the standings"), reverse("tournament:freezing", args=[slug])),
        )
    if state.moved:
        yield _line(
            ngettext(
                "By the results of today %(count)d player would have another place than in the "
                "standings that were published.",
                "By the results of today %(count)d players would have another place than in the "
                "standings that were published.",
                state.moved,
            )
            % {"count": state.moved},
            _(
                "The public pages and the prizes keep the places as published; the file for the "
                "rating list has those of today."
            )
            + " "
            + (
                _("Open the tournament again and publish them once more.")
                if state.closed_at
                else _("Publish them once more, or let them follow.")
            ),
            (),
            LineLink(_("Who stands elsewhere"), reverse("tournament:freezing", args=[slug])),
        )


def _unwon(slug: str, state: ClosingState) -> Iterator[ChecklistLine]:
    if state.unwon:
        yield _line(
            _("The final is still to play: nobody has won the knock-out."),
            _(
                "Those who are still in share the first place until then. Play the rounds that "
                "are left; decide a final that was played and has no winner."
            ),
            (),
            LineLink(_("To the rounds"), reverse("tournament:director", args=[slug])),
            LineLink(_("Bracket"), reverse("tournament:bracket", args=[slug])),
        )


def _never_paired(slug: str, state: ClosingState) -> Iterator[ChecklistLine]:
    if count := len(state.never_paired):
        yield _line(
            ngettext(
                "%(count)d game of the table was never paired.",
                "%(count)d games of the table were never paired.",
                count,
            )
            % {"count": count},
            _(
                "A game that was never paired gives nobody a point. Set its board by hand in a "
                "round and enter the result, a win by default where an opponent left."
            ),
            (
                LineLink(
                    f"{first.distinct_name} – {second.distinct_name}",
                    reverse("tournament:player", args=[slug, first.id]),
                )
                for first, second in state.never_paired
            ),
            LineLink(_("To the rounds"), reverse("tournament:director", args=[slug])),
        )


def _hidden(slug: str, state: ClosingState) -> Iterator[ChecklistLine]:
    if state.hidden:
        yield _line(
            _("The tournament is still hidden."),
            _("Only you, your staff and your players see its pages; its owner can publish it."),
            (),
            LineLink(_("Overview"), reverse("tournament:director", args=[slug])),
        )


def _line(title: str, advice: str, listed: Iterable[LineLink], *doors: LineLink) -> ChecklistLine:
    found = tuple(listed)
    return ChecklistLine(
        title=title,
        done=False,
        advice=advice,
        listed=found[:MOST_LISTED],
        more=len(found[MOST_LISTED:]),
        doors=doors,
    )


def _boards_of(slug: str, game: GameRow, stage: str) -> str:
    """Return the address of the boards at a given stage in a game's round."""
    return f"{reverse('tournament:draft', args=[slug, game.round_number])}?show={stage}"


def _game(game: GameRow) -> LineLink:
    return LineLink(game_title(game), reverse("adjudication:game", args=[game.id]))


def _case(slug: str, case: OpenCase) -> LineLink:
    values = {"number": case.number, "players": " – ".join(case.players)}
    text = _("Case %(number)d: %(players)s") % values
    if case.appeal_until is not None:
        time = moment_text(case.appeal_until)
        text = _("Case %(number)d: %(players)s, until %(time)s") % {**values, "time": time}
    return LineLink(text, reverse("adjudication:case", args=[slug, case.number]))


@dataclass(frozen=True, slots=True)
class CaseToLeave:
    """A case that would be left undecided, with what that means for its players."""

    number: int
    door: LineLink
    means: str
    chosen: bool


def cases_to_leave(
    slug: str, state: ClosingState, chosen: Collection[int]
) -> tuple[CaseToLeave, ...]:
    """Return the cases that are not over; ``chosen`` are the numbers that were ticked."""
    means = {
        CaseState.APPEALED: _("The committee does not decide the appeal: the ruling stands."),
        CaseState.RULED: _("Nobody can appeal any more: the ruling stands."),
    }
    unknown = _(
        "There will be no ruling: the game stays without a result, brings neither player a point, "
        "and goes to rating lists as “?”."
    )
    undecided = _("There will be no ruling: the game stays as it is.")
    return tuple(
        CaseToLeave(
            case.number,
            _case(slug, case),
            means.get(CaseState(case.state), unknown if case.unknown else undecided),
            case.number in chosen,
        )
        for case in state.cases
    )


def _player(slug: str, player: PlayerName) -> LineLink:
    return LineLink(player.distinct_name, reverse("tournament:player", args=[slug, player.id]))


def _unsent(terms: TournamentTerms, page: ClosingPage, findings: Sequence[Gap]) -> int:
    """Return how many findings are open, if the event is known to go to a rating list."""
    meant = bool(terms.register) or page.state.registers.numbers[page.list] > 0
    return still_open(findings) if meant else 0


def _findings(request: HttpRequest, terms: TournamentTerms, page: ClosingPage) -> list[Gap]:
    """Return what the pre-flight check finds about the list that the results go to.

    Missing games are in the checklist instead.
    """
    owns = rights_in(visitor_of(request), terms.id).owns
    return findings_of(terms, page.list, page.data, page.state.entrants, owns=owns)


@dataclass(frozen=True, slots=True)
class DeparturesShown:
    """The departures from a federation's rules, for a tournament in the rated mode."""

    federation: str
    texts: tuple[str, ...]


def _departures(terms: TournamentTerms) -> DeparturesShown | None:
    """Return the departures listed in the letter to the rating officer; None if the mode is off."""
    if not terms.register:
        return None
    tournament = Tournament.objects.get(pk=terms.id)
    federation = str(RatedFor(tournament.rated_for).label)
    return DeparturesShown(federation, departures_of(tournament).texts())


@personal
@require_safe
def closing(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is still open, and the rating list's file with what it cannot hold."""
    terms = require_director(request, slug)
    page = closing_page(terms.id)
    lines = checklist(terms.slug, page.state)
    findings = _findings(request, terms, page)
    context = {
        "findings": findings,
        "unsent": _unsent(terms, page, findings),
        "terms": terms,
        "state": page.state,
        "lines": lines,
        "open": sum(not line.done for line in lines),
        "kind": page.list.value,
        "list_title": titles()[page.list][0],
        "numbers": page.state.registers.numbers[page.list],
        "unchecked": not page.imported,
        "first": next((line for line in lines if line.doors and not line.done), None),
        "lost": [translated(sentence) for sentence in page.lost],
        "differing": difference_sentences(terms.id),
        "departures": _departures(terms),
    }
    return render(request, "closing/closing.html", {**frame(request), **context})


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask, then close the tournament."""
    terms = require_owner(request, slug)
    form, chosen = CloseForm(posted(request)), []
    if form.is_valid():
        chosen = form.cleaned_data["leaves"]
        try:
            close_tournament(tournament_id=terms.id, leaves=chosen)
        except UserError as error:
            form.refuse(error)
            if not form["leaves"].errors:
                messages.error(request, str(error.text))
                return redirect("tournament:closing", slug)
        else:
            messages.success(request, _("The tournament is closed and can no longer be changed."))
            return redirect("tournament:closing", slug)
    page = closing_page(terms.id)
    state, findings = page.state, _findings(request, terms, page)
    context = {
        "terms": terms,
        "state": state,
        "findings": findings,
        "unsent": _unsent(terms, page, findings),
        "list_title": titles()[page.list][0],
        "unfinished": [line for line in checklist(terms.slug, state) if not line.done],
        "leavings": cases_to_leave(terms.slug, state, chosen),
        "form": form,
        "from_post": request.method == "POST",
    }
    return render(request, "closing/close.html", {**frame(request), **context}, status=form.status)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask why, then open a closed tournament again."""
    terms = require_owner(request, slug)
    form = ReopenForm(posted(request))
    if form.is_valid():
        try:
            reopen_tournament(tournament_id=terms.id, note=form.cleaned_data["note"])
        except UserError as error:
            messages.error(request, str(error.text))
        else:
            messages.success(request, _("The tournament is open again."))
        return redirect("tournament:closing", slug)
    context = {"terms": terms, "state": closing_state(terms.id), "form": form}
    return render(request, "closing/reopen.html", {**frame(request), **context}, status=form.status)
