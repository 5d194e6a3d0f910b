"""The director's main page: how the tournament stands, and the next step."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from adjudication.bundles.letter import difference_sentences
from adjudication.cases.views.pending import PendingLine, pending_lines
from adjudication.result_entry.selectors import boards_in_doubt
from adjudication.verdicts.selectors.submissions import verdict_badges
from adjudication.verdicts.views import GameLine, game_line
from operations.work.selectors import failed_records
from tournament.exchange.gaps import count_facts_to_fix, gaps_at_hand
from tournament.models import RoundState
from tournament.rounds.selectors.drafts import current_round_number
from tournament.rounds.selectors.running import (
    TournamentStage,
    clock_by_number,
    running_rounds,
    stage_of,
    unmet_conditions,
)
from tournament.scheduling.selectors import dates_of_round, waiting_plans
from tournament.scheduling.sentences import dates_context
from tournament.staff.permissions import require_director
from tournament.staff.visitors import Rights, frame, personal, rights_in, visitor_of
from tournament.tournaments.selectors.public import (
    RoundOutline,
    TournamentTerms,
    games_in,
    round_outlines,
)


@dataclass(frozen=True, slots=True)
class StepButton:
    """A button and its address; one that ``does`` something sends a POST there."""

    word: str
    href: str
    does: bool = False


@dataclass(frozen=True, slots=True)
class StepLine:
    """A sentence; ``counts`` are what it waits for, each with the address that shows it."""

    text: str
    counts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class NextStep:
    """Its lines (one for each round) and its buttons, the one to press first."""

    lines: tuple[StepLine, ...]
    doors: tuple[StepButton, ...]


def _step(sentence: str, *doors: StepButton) -> NextStep:
    """Return a step with a single sentence."""
    return NextStep((StepLine(sentence),), doors)


@dataclass(frozen=True, slots=True)
class FirstStep:
    """A step on the way to the first results; ``href`` is empty if it cannot be done yet."""

    title: str
    words: str
    href: str
    state: str


DONE, CURRENT, LATER = "done", "current", "later"
TOURED = "toured"
"""The session key for the tournaments whose first steps the visitor has hidden."""
MOST_TOURED = 50


def first_steps(stage: TournamentStage, terms: TournamentTerms, rights: Rights) -> list[FirstStep]:
    """Return the steps from an empty tournament to the first results; empty once they are done."""
    slug = terms.slug
    boards = bool(stage.last or stage.draft_paired)
    finished = stage.last > 1 or any(one.state == RoundState.FINISHED for one in stage.rounds)
    if finished or stage.closed:
        return []
    round_1 = reverse("tournament:draft", args=[slug, 1])
    two = stage.players > 1
    steps = (
        (
            bool(stage.players),
            _("Look through the settings"),
            _("System, tie-breaks, time, who reports results. What is set is sensible already."),
            reverse("tournament:settings", args=[slug]) if rights.owns else "",
        ),
        (
            two,
            _("Enter the players"),
            _("Paste or load a list, search a rating list, or open the registration."),
            reverse("tournament:players", args=[slug]),
        ),
        (
            stage.links_given,
            _("Give out links"),
            _("To referees and helpers, and to players who report their own results."),
            reverse("tournament:links", args=[slug]),
        ),
        (
            boards,
            _("Pair round 1"),
            _("Check in who is here, then press “Pair this round”. Nobody sees the draft yet."),
            round_1 if two else "",
        ),
        (
            bool(stage.last),
            _("Publish it"),
            _("Your players see the boards; everybody does once you publish the tournament.")
            if terms.hidden
            else _("The boards appear on the public page and on the wall display."),
            round_1 if boards else "",
        ),
        (
            False,
            _("Enter the results"),
            _("Type “12 b” where Black won on board 12, or let the players report."),
            round_1 if stage.last else "",
        ),
    )
    # Links may be left out if nobody else reports: later steps do not wait for them.
    current = 1 + max((at for at, (done, *_rest) in enumerate(steps) if done), default=-1)
    return [
        FirstStep(title, words, href, DONE if done else CURRENT if index == current else LATER)
        for index, (done, title, words, href) in enumerate(steps)
    ]


def next_step(stage: TournamentStage, slug: str) -> NextStep:
    """Return what to do next."""
    draft, running = stage.draft, stage.running
    if stage.closed:
        return _step(
            _("The tournament is closed. Its standings and files stay here."),
            _standings(slug),
            _to(_("Files"), "exports", slug),
        )
    if len(running) == 1 and not running[0].counts.unsettled and draft is None:
        return _close(running[0], slug, stage)
    if running:
        return _play(running, slug, stage)
    if draft is not None:
        return _look(draft, slug, stage)
    if not stage.last:
        return _start(stage, slug)
    if stage.last >= stage.planned:
        return _undecided(stage.last, slug) if stage.final_open else _end(stage, slug)
    is_final = stage.final_open and stage.last + 1 == stage.planned
    return _step(
        (
            _("Round %(number)d is over. The final is still to play: prepare round %(next)d.")
            if is_final
            else _("Round %(number)d is over. Prepare round %(next)d.")
        )
        % {"number": stage.last, "next": stage.last + 1},
        _prepare(stage.last + 1, slug),
        _standings(slug),
    )


def with_pending(step: NextStep, pending: Sequence[PendingLine]) -> NextStep:
    """Return a step with the lines on what may still change reported results."""
    lines = (StepLine(line.text, line.named) for line in pending)
    return replace(step, lines=(*step.lines, *lines))


MOST_DOUBTS = 10
"""How many boards in doubt are named; the page of the round shows the others."""


def with_doubts(step: NextStep, rounds: Sequence[RoundOutline], slug: str) -> NextStep:
    """Return a step with a line for the boards in doubt of the last of the finished ``rounds``.

    Only if its date has closed it: somebody who closes a round by hand is asked about them. Three
    queries, only for such a round.
    """
    finished = [round_ for round_ in rounds if round_.state == RoundState.FINISHED]
    last = max(finished, key=lambda round_: round_.number, default=None)
    if last is None or not last.shut:
        return step
    found = boards_in_doubt(last.id)
    if not found:
        return step
    text = ngettext(
        "Round %(number)d closed by its date, with a record that is in doubt or speaks against "
        "the result",
        "Round %(number)d closed by its date, with records that are in doubt or speak against "
        "the results",
        len(found),
    ) % {"number": last.number}
    named = tuple(
        (
            _("Board %(number)d") % {"number": board.game.board_number},
            reverse("adjudication:game", args=[board.game.id]),
        )
        for board in found[:MOST_DOUBTS]
    )
    if len(found) > MOST_DOUBTS:
        whole = _("Round %(number)d") % {"number": last.number}
        named += ((whole, reverse("tournament:draft", args=[slug, last.number])),)
    return replace(step, lines=(*step.lines, StepLine(text, named)))


def with_unmet(step: NextStep, unmet: Sequence[str], number: int, slug: str) -> NextStep:
    """Return a step that leads first to a bracket's round that lacks more than results.

    That round's page says what to do, and does it.
    """
    if not unmet:
        return step
    look = _to(_("Look at round %(number)d") % {"number": number}, "draft", slug, number)
    return NextStep((*step.lines, *map(StepLine, unmet)), (look, *step.doors))


def _play(running: Sequence[RoundOutline], slug: str, stage: TournamentStage) -> NextStep:
    """Return the step while rounds are played: a line for each, and buttons by what waits.

    First what can be done at once (closing a round), then what nobody else does (entering results),
    then what only needs a look.
    """
    closing = [_closing(one.number, slug) for one in running if not one.counts.unsettled]
    entering = [
        _to(
            _("Enter results")
            if len(running) == 1
            else _("Enter results of round %(number)d") % {"number": one.number},
            "draft",
            slug,
            one.number,
        )
        for one in running
        if one.counts.open
    ]
    looking = []
    if any(one.counts.disputed for one in running):
        looking.append(StepButton(_("Cases"), reverse("adjudication:referee", args=[slug])))
    looking += [
        StepButton(
            _("To be confirmed in round %(number)d") % {"number": one.number},
            _shown(one.number, slug, "reported"),
        )
        for one in running
        if one.counts.reported and not one.counts.open
    ]
    lines = [
        StepLine(
            _("Round %(number)d: %(done)d of %(total)d boards done")
            % {"number": one.number, "done": one.counts.done, "total": one.counts.total},
            tuple((text, _shown(one.number, slug, key)) for key, text in one.counts.waiting),
        )
        if one.counts.unsettled
        else StepLine(
            _("All results of round %(number)d are in: close it.") % {"number": one.number}
        )
        for one in running
    ]
    following = stage.draft.number if stage.draft else stage.last + 1
    after: tuple[StepButton, ...] = ()
    if stage.draft is not None and not (entering or looking):
        look = _look(stage.draft, slug, stage)
        lines.extend(look.lines)
        after = look.doors
    elif following <= stage.planned:
        after = (_prepare(following, slug),)
    return NextStep(tuple(lines), (*closing, *entering, *looking, *after))


def _shown(number: int, slug: str, stage: str) -> str:
    """Return the address of the boards of a round at one stage."""
    return f"{reverse('tournament:draft', args=[slug, number])}?show={stage}"


def _look(draft: RoundOutline, slug: str, stage: TournamentStage) -> NextStep:
    """Return the step with a round in preparation."""
    number = draft.number
    if not stage.draft_paired:
        if stage.players < 2:
            return _start(stage, slug)
        if number > stage.planned:
            return _step(
                _("All rounds are over. Round %(number)d is an extra round without boards.")
                % {"number": number},
                _to(_("Delete the draft"), "remove_round", slug, number),
                _prepare(number, slug),
            )
        return _step(
            _("Round %(number)d has no boards yet: pair it.") % {"number": number},
            _prepare(number, slug),
        )
    return _step(
        _("Round %(number)d is paired but nobody sees it yet: look at it and publish it.")
        % {"number": number},
        _to(_("Look at round %(number)d") % {"number": number}, "draft", slug, number),
    )


def _close(running: RoundOutline, slug: str, stage: TournamentStage) -> NextStep:
    """Return the step with all results of the running round."""
    number = running.number
    close = _closing(number, slug)
    if stage.last >= stage.planned:
        return _step(_("All results of the last round are in: close it."), close, _standings(slug))
    return _step(
        _("All results of round %(number)d are in: close it, then prepare round %(next)d.")
        % {"number": number, "next": stage.last + 1},
        close,
        _prepare(stage.last + 1, slug),
    )


def _start(stage: TournamentStage, slug: str) -> NextStep:
    """Return the step before the first round."""
    register = _to(_("Register players"), "players", slug)
    if not stage.players:
        return _step(_("Nobody is registered yet: enter the players first."), register)
    if stage.players == 1:
        return _step(_("One player is registered: it takes two to play."), register)
    return _step(
        ngettext(
            "%(count)d player is registered. Once everybody is here, pair round 1.",
            "%(count)d players are registered. Once everybody is here, pair round 1.",
            stage.players,
        )
        % {"count": stage.players},
        _prepare(1, slug),
        register,
        _to(_("Badges"), "badges", slug),
    )


def _undecided(number: int, slug: str) -> NextStep:
    """Return the step after the last round of a bracket that nobody has won."""
    return _step(
        _(
            "The final is played and has no winner: let it be played again, or decide it, and "
            "correct its result."
        ),
        _to(_("Bracket"), "bracket", slug),
        _to(_("Correct round %(number)d") % {"number": number}, "correct_round", slug, number),
        _standings(slug),
    )


def _end(stage: TournamentStage, slug: str) -> NextStep:
    """Return the step after the last round."""
    return _step(
        ngettext(
            "The round is over: look at the standings, then close the tournament.",
            "All %(count)d rounds are over: look at the standings, then close the tournament.",
            stage.last,
        )
        % {"count": stage.last},
        _standings(slug),
        _to(_("What is left to do"), "closing", slug),
        _to(_("Files"), "exports", slug),
    )


def _closing(number: int, slug: str) -> StepButton:
    return StepButton(
        _("Close round %(number)d") % {"number": number},
        reverse("tournament:close_round", args=[slug, number]),
        does=True,
    )


def _prepare(number: int, slug: str) -> StepButton:
    return _to(_("Prepare round %(number)d") % {"number": number}, "draft", slug, number)


def _standings(slug: str) -> StepButton:
    return _to(_("Standings"), "standings", slug)


def _to(word: str, route: str, *args: object) -> StepButton:
    return StepButton(word, reverse(f"tournament:{route}", args=args))


MOST_BOARDS = 120
"""A round with more boards is only counted here; its games are on its own page, a click away."""


@dataclass(frozen=True, slots=True)
class RoundCard:
    """A round, with the lines of its games if they are shown."""

    round: RoundOutline
    lines: tuple[GameLine, ...] = ()


def _round_cards(
    terms: TournamentTerms, rounds: Sequence[RoundOutline], at_hand: Collection[int]
) -> list[RoundCard]:
    """Return the rounds; those ``at_hand`` (by number) include their games if not too many."""
    shown = [
        round_.id
        for round_ in rounds
        if round_.number in at_hand and round_.counts.total <= MOST_BOARDS
    ]
    verdicts = verdict_badges(shown)
    lines: dict[int, list[GameLine]] = {}
    for game in games_in(terms.id, shown):
        line = game_line(game, verdicts.get(game.id, ""), terms.board_size)
        lines.setdefault(game.round_id, []).append(line)
    return [RoundCard(round_, tuple(lines.get(round_.id, ()))) for round_ in rounds]


@personal
@require_safe
def director(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what to do next, every round with its games, and what went wrong."""
    terms = require_director(request, slug)
    found = round_outlines(terms.id, drafts=True)
    stage = stage_of(terms.id, found)
    toured = terms.id in request.session.get(TOURED, [])
    rights = rights_in(visitor_of(request), terms.id)
    asked = stage.players and not stage.closed
    over = bool(stage.last) and not stage.closed and not stage.draft_paired
    unmet = unmet_conditions(terms, stage.last).sentences if over else ()
    gaps = gaps_at_hand(terms, owns=rights.owns) if asked else []
    at_hand = {stage.last, *(one.number for one in stage.running)}
    step = with_unmet(next_step(stage, terms.slug), unmet, stage.last, terms.slug)
    if not stage.closed:
        step = with_pending(step, pending_lines(terms.id, terms.slug))
        step = with_doubts(step, found, terms.slug)
    context = {
        "terms": terms,
        "stage": stage,
        "gaps": gaps,
        "lacking": count_facts_to_fix(gaps),
        "first_steps": [] if toured else first_steps(stage, terms, rights),
        "next": step,
        "rounds": _round_cards(terms, found, at_hand),
        "clock": clock_by_number(terms.id, stage.running[0].number) if stage.running else None,
        "failed": failed_records(terms.id),
        # Nothing final is sent while rounds are played.
        "differing": []
        if stage.running or stage.last < stage.planned
        else difference_sentences(terms.id),
        "held": stage.dates_on_hold,
        "waiting": () if stage.dates_on_hold or stage.closed else waiting_plans(terms.id, found),
        **(dates_context(dates_of_round(terms.id, stage.draft.number)) if stage.draft else {}),
    }
    return render(request, "overview/director.html", {**frame(request), **context})


@personal
@require_POST
def hide_first_steps(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop showing this tournament's first steps in this browser."""
    terms = require_director(request, slug)
    hidden = [one for one in request.session.get(TOURED, []) if one != terms.id]
    request.session[TOURED] = [terms.id, *hidden][:MOST_TOURED]
    messages.info(request, _("The steps are hidden. The same is under Help, for directors."))
    return redirect("tournament:director", slug)


@personal
@require_safe
def current_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect to the current round: the first one being played, or the one to prepare.

    After the last round it stays that one: nothing leads into an extra round unasked.
    """
    terms = require_director(request, slug)
    running = running_rounds(terms.id)
    number = running[0] if running else current_round_number(terms.id)
    return redirect("tournament:draft", slug, number)
