"""Playing through a proof: the line move by move, and the proof's answer to any other move.

When a line is over, both players' moves can be played on, to see why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication.board.legend import Meaning, sign_for
from adjudication.board.lines import LineLink, LineMove, links_through
from adjudication.board.page import is_small, position_in_words, safe_svg
from adjudication.board.svg import Drawing
from adjudication.cases.views.access import Desk
from adjudication.cases.views.articles import cited_articles
from adjudication.confirmation.checker.errors import CheckError
from adjudication.confirmation.checker.reading import CertifiedClaim, read_claim
from adjudication.confirmation.exploring import (
    ExploredLine,
    ExploreError,
    LineEnd,
    LineStep,
    explore,
)
from adjudication.confirmation.problem import KoPass, MoveKind, QuestionWinner
from adjudication.confirmation.words import (
    KO,
    LIFE,
    colour_name,
    end_text,
    guarded_text,
    reading_text,
    repetition_text,
    step_text,
)
from adjudication.life_and_death.selectors import (
    AnswerView,
    ConfirmationView,
    assumptions_of,
    certificate_of,
    proof_of,
)
from adjudication.life_and_death.views.lines import points_of, position_of, title_of
from adjudication.life_and_death.views.permissions import confirmation_of, verdict_desk
from adjudication.life_and_death.views.verdict import answer_line, assumption_lines
from adjudication.referee.views.case import heading_of
from adjudication.rules.colours import EMPTY
from adjudication.rules.points import parse_point
from tournament.spoken import translated
from tournament.staff.visitors import frame, personal

LONGEST = 4000
"""How many characters of ``moves`` are read: more than the longest line that can be played."""


@personal
@require_safe
def play(request: HttpRequest, slug: str, number: int, confirmation: int, key: str) -> HttpResponse:
    """Show a line of a proof; ``moves`` are the loser's, by default those of the principal line.

    ``on`` are moves of both players in turn after the end of that line, ``at`` is the number of
    moves of both after which the board is shown. For a move that cannot be played, the page says so
    with the board before it and status 400.
    """
    desk = verdict_desk(request, slug, number)
    view = confirmation_of(desk, confirmation)
    answer = _answer(view, key)
    text = certificate_of(desk.page.line.id, view.number, key)
    if text is None:
        raise Http404
    context = _heading(desk, view, answer)
    try:
        shown = _shown(text, answer, request.GET)
    except CheckError:
        # A proof of another version of this program: this page runs no other check.
        context["unreadable"] = True
        return render(request, "life_and_death/play.html", {**frame(request), **context})
    points = points_of(answer.target, view.size)
    context["page"] = play_page(
        shown, position_of(view), view.size, points, QuestionWinner(answer.winner)
    )
    context["error"] = shown.error
    status = 400 if shown.error else 200
    return render(request, "life_and_death/play.html", {**frame(request), **context}, status=status)


@personal
@require_safe
def proof(
    request: HttpRequest, slug: str, number: int, confirmation: int, key: str
) -> HttpResponse:
    """Return the proof of an answer as a file that other programs can check.

    It says why its walls count as alive, and on whose word.
    """
    desk = verdict_desk(request, slug, number)
    text = proof_of(desk.page.line.id, confirmation_of(desk, confirmation).number, key)
    if text is None:
        raise Http404
    response = HttpResponse(text, content_type="application/json")
    name = f"{slug}-case-{number}-{confirmation}-{key[:8]}.json"
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    return response


def _answer(view: ConfirmationView, key: str) -> AnswerView:
    found = next((answer for answer in view.found if answer.key == key), None)
    if found is None or not found.has_certificate:
        raise Http404
    return found


def _heading(desk: Desk, view: ConfirmationView, answer: AnswerView) -> dict[str, Any]:
    return {
        **heading_of(desk),
        "view": view,
        "title": title_of(view),
        "asked": answer_line(answer, position_of(view), view.size),
        "reading": translated(reading_text(KoPass(answer.ko_pass))),
        "articles": cited_articles((LIFE, KO)),
        "assumptions": assumption_lines(assumptions_of(view, answer.key), view.size),
    }


def _shown(text: str, answer: AnswerView, query: Mapping[str, str]) -> PlayedLine:
    """Return the line that the address asks for."""
    claim = read_claim(text)
    main = principal_line(claim, answer)
    asked = query.get("moves")
    at = query.get("at", "")
    number = int(at) if at.isascii() and at.isdigit() and len(at) < 6 else None
    onward = query.get("on", "")
    if asked is None and not onward:
        return played_line(claim, main, main.choices, number or 0)
    if len(asked or "") + len(onward) > LONGEST:
        long = _("This line is too long to be played through.")
        return played_line(claim, main, (), None, error=long)
    choices = main.choices if asked is None else _choices(asked)
    return played_line(claim, main, choices, number, onward=_choices(onward))


def _choices(text: str) -> tuple[str, ...]:
    """Return moves in the form certificates write them."""
    found = []
    for step in text.split(","):
        words = step.split()
        if words:
            names = [word.lower() if "pass" in word.lower() else word.upper() for word in words]
            found.append(" ".join(names))
    return tuple(found)


# --- A proof being played through: which line, how far, and what the loser can do there ---


@dataclass(frozen=True, slots=True)
class PrincipalLine:
    """The principal line: the loser's moves, and where they lead with the proof's answers."""

    choices: tuple[str, ...]
    explored: ExploredLine


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """A line, and how many of its moves are shown.

    ``choices`` are the loser's moves of the whole line; ``own`` says that the line leaves the
    principal one; ``onward`` are moves of both after its end. ``before`` are the loser's moves that
    are shown. ``legal`` is what the loser can do next, empty if it is not their turn; after the end
    of the line, what whoever is to move can do. ``error`` says what could not be played.
    """

    main: PrincipalLine
    choices: tuple[str, ...]
    own: bool
    explored: ExploredLine
    at: int
    before: tuple[str, ...]
    legal: tuple[str, ...]
    onward: tuple[str, ...] = ()
    error: str = ""

    @property
    def whole(self) -> bool:
        """Whether all of the line is shown."""
        return self.at == len(self.explored.steps)

    @property
    def over(self) -> bool:
        """Whether the line has ended, or both have played on from its end."""
        ended = len(self.explored.steps) - len(self.onward)
        return self.explored.end not in (None, LineEnd.NO_MOVE) and self.at >= ended

    @property
    def after(self) -> tuple[str, ...]:
        """Return those moves of both after the end that are shown."""
        return self.onward[: sum(step.onward for step in self.explored.steps[: self.at])]

    @property
    def fork(self) -> int:
        """Return how many moves of both the line shares with the principal line."""
        pairs = zip(self.explored.steps, self.main.explored.steps, strict=False)
        common = 0
        for mine, other in pairs:
            if (mine.colour, mine.move) != (other.colour, other.move):
                break
            common += 1
        return common


def principal_line(claim: CertifiedClaim, answer: AnswerView) -> PrincipalLine:
    """Return the principal line of an answer, as far as its proof goes. Raises CheckError."""
    first = 1 if answer.winner == QuestionWinner.ATTACKER else 0
    choices, explored = _as_far_as_it_goes(claim, answer.line[first::2])
    return PrincipalLine(choices, explored)


def played_line(
    claim: CertifiedClaim,
    main: PrincipalLine,
    choices: tuple[str, ...],
    at: int | None,
    *,
    onward: tuple[str, ...] = (),
    error: str = "",
) -> PlayedLine:
    """Return a line of a proof after ``at`` moves of both; None means all of it.

    A line that is a beginning of the principal line is shown as that line. ``onward`` are moves of
    both after the end of the line. Moves that cannot be played are left out, and ``error`` says so.
    Raises CheckError.
    """
    kept, explored = choices, main.explored
    own = bool(onward) or choices != main.choices[: len(choices)]
    if own:
        try:
            explored = explore(claim, choices, onward)
        except ExploreError as problem:
            error = _("Move %(number)s, %(move)s, cannot be played there.") % {
                "number": problem.number,
                "move": problem.move[:20],
            }
            legal = problem.number - 1
            kept, onward = choices[:legal], onward[: max(0, legal - len(choices))]
            explored = main.explored
            own = bool(onward) or kept != main.choices[: len(kept)]
            if own:
                explored = explore(claim, kept, onward)
    if not own and at is None:
        at = _moves_with(explored, len(kept))
    line = kept if own else main.choices
    last = len(explored.steps)
    shown = last if at is None else min(last, at)
    before = line[: sum(not (step.answers or step.onward) for step in explored.steps[:shown])]
    found = PlayedLine(main, line, own, explored, shown, before, (), onward, error)
    return replace(found, legal=_legal(claim, found))


def _legal(claim: CertifiedClaim, played: PlayedLine) -> tuple[str, ...]:
    """Return the moves that the loser, or after the end whoever is to move, can play next."""
    if played.whole:
        return played.explored.moves or played.explored.onward
    if played.explored.steps[played.at].answers:
        return ()
    if played.over:
        return explore(claim, played.before, played.after).onward
    return explore(claim, played.before).moves


def _moves_with(explored: ExploredLine, choices: int) -> int:
    """Return how many moves of both there are in this many of the loser's moves and the answers."""
    told = 0
    for number, step in enumerate(explored.steps):
        told += not step.answers
        if told > choices:
            return number
    return len(explored.steps)


def _as_far_as_it_goes(
    claim: CertifiedClaim, choices: tuple[str, ...]
) -> tuple[tuple[str, ...], ExploredLine]:
    try:
        return choices, explore(claim, choices)
    except ExploreError as problem:
        kept = choices[: problem.number - 1]
        return kept, explore(claim, kept)


# --- A line of a proof ready for the page: the board, the steps, the possible moves ---


@dataclass(frozen=True, slots=True)
class PlayPage:
    """What the page shows of a line; ``choices`` are links to the moves that can be played next."""

    svg: SafeString
    caption: str
    rows: tuple[str, ...]
    small: bool
    steps: tuple[LineLink, ...]
    told: tuple[LineMove, ...]
    loser: str
    winner: str
    choices: tuple[LineLink, ...]
    end: str
    guarded: str
    again: str
    start: bool
    own: bool
    back: str
    """The address without the loser's last move; empty on the principal line."""
    main: str
    """The address of the principal line at the move where this one leaves it."""
    onward: str
    """Who is to move after the end of the line, in words; empty before it."""


def play_page(
    shown: PlayedLine,
    position: Sequence[int],
    size: int,
    target: frozenset[int],
    winner: QuestionWinner,
) -> PlayPage:
    """Return a line of a proof about ``target`` on a board, ready for the page."""
    owner = position[min(target)]
    loser = owner if winner is QuestionWinner.ATTACKER else 3 - owner
    explored, at = shown.explored, shown.at
    steps = explored.steps
    board, numbers, standing = _after(position, steps[:at], target)
    choices = _choice_links(shown)
    caption = translated(step_text(steps[at - 1], size)) if at else _("Before the first move.")
    if at:
        caption = _("Move %(number)s: %(text)s") % {"number": at, "text": caption}
    drawing = Drawing(
        size=size,
        position=board,
        label=caption,
        signs=dict.fromkeys(standing, sign_for(Meaning.IN_QUESTION)),
        numbers=numbers,
        links={
            parse_point(move, size): _played(shown, move)
            for move in shown.legal
            if not _is_pass(move)
        },
    )
    return PlayPage(
        svg=safe_svg(drawing),
        caption=caption,
        rows=position_in_words(board, size),
        small=is_small(size),
        steps=links_through(at, len(steps), lambda number: _at(shown, number)),
        told=tuple(
            LineMove(
                text=translated(step_text(step, size)),
                address=_at(shown, number),
                here=number == at,
                proof=step.answers,
            )
            for number, step in enumerate(steps, 1)
        ),
        loser=translated(colour_name(loser)),
        winner=translated(colour_name(3 - loser)),
        choices=choices,
        end=translated(end_text(explored.end, owner, loser))
        if explored.end is not None and shown.whole and not shown.onward
        else "",
        guarded=translated(guarded_text(owner, loser))
        if shown.whole and explored.guarded and explored.end is None
        else "",
        again=translated(repetition_text(owner, loser)) if shown.whole and explored.again else "",
        start=at == 0,
        own=shown.own,
        back=_back(shown),
        main=f"?{urlencode({'at': shown.fork})}#play" if shown.own else "",
        onward=translated(colour_name(_to_move(shown))) if shown.over else "",
    )


def _choice_links(shown: PlayedLine) -> tuple[LineLink, ...]:
    return tuple(
        LineLink(
            id=f"what-{move.replace(' ', '-')}",
            label=_choice_text(move),
            sign="",
            address=_played(shown, move),
            here=False,
        )
        for move in shown.legal
    )


def _choice_text(move: str) -> str:
    kind, _space, named = move.partition(" ")
    if kind == MoveKind.PASS:
        return _("a pass")
    if kind == MoveKind.KO_PASS:
        if named:
            return _("a pass for the ko at %(point)s") % {"point": named}
        return _("a pass for the ko")
    return move


def _is_pass(move: str) -> bool:
    return move.partition(" ")[0] in (MoveKind.PASS, MoveKind.KO_PASS)


def _at(shown: PlayedLine, number: int) -> str:
    """Return the address of this line after a number of its moves."""
    if not shown.own:
        return f"?{urlencode({'at': number})}#play"
    return _address(shown.choices, shown.onward, number)


def _address(choices: Sequence[str], onward: Sequence[str] = (), at: int | None = None) -> str:
    query: dict[str, str | int] = {"moves": ",".join(choices)}
    if onward:
        query["on"] = ",".join(onward)
    if at is not None:
        query["at"] = at
    return f"?{urlencode(query)}#play"


def _played(shown: PlayedLine, move: str) -> str:
    """Return the address after one more move: the loser's, or either player's after the end."""
    if shown.over:
        return _address(shown.before, [*shown.after, move])
    return _address([*shown.before, move])


def _back(shown: PlayedLine) -> str:
    """Return the address without the last move of a line that is not the principal one."""
    if not shown.own:
        return ""
    if shown.onward:
        return _address(shown.choices, shown.onward[:-1])
    return _address(shown.choices[:-1])


def _to_move(shown: PlayedLine) -> int:
    """Return whose turn it is after the moves shown, if the line is over."""
    mover = shown.explored.mover
    return 3 - mover if (len(shown.onward) - len(shown.after)) % 2 else mover


def _after(
    position: Sequence[int], steps: Sequence[LineStep], target: frozenset[int]
) -> tuple[list[int], dict[int, int], set[int]]:
    """Return the board after moves, the numbers of the stones left, and what is left of a target.

    A stone played where one was taken gets its own number and is not part of the target.
    """
    board, standing = list(position), set(target)
    numbers: dict[int, int] = {}
    for number, step in enumerate(steps, 1):
        for gone in step.taken:
            board[gone] = EMPTY
            numbers.pop(gone, None)
            standing.discard(gone)
        if step.point is not None:
            board[step.point] = step.colour
            numbers[step.point] = number
    return board, numbers, standing
