"""The result line: results typed one after another, each answered in words."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from adjudication.result_entry.forms import RESULTS, ChosenResultForm, LineForm
from adjudication.result_entry.services import (
    REPORTED,
    Disputed,
    NotedResult,
    clear_result,
    enter_result,
    note_clear,
    note_result,
    take_back,
)
from adjudication.result_entry.views.answers import (
    Answer,
    Questions,
    left_words,
    problem_words,
    result_words,
)
from adjudication.result_entry.views.result_line import (
    Clear,
    Enter,
    LinePiece,
    Misread,
    Undo,
    read_line,
)
from adjudication.result_entry.views.running import show_running
from tournament.common.forms import posted
from tournament.common.versions import StaleVersion
from tournament.errors import UserError
from tournament.models import GameState, RoundState
from tournament.results.services.results import CANNOT_BE
from tournament.rounds.selectors.running import RunningGame, RunningPage, running_page
from tournament.spoken import active_language
from tournament.staff.permissions import require_director, require_results_staff
from tournament.staff.visitors import frame, may_direct, personal, visitor_of
from tournament.tournaments.selectors.public import TournamentTerms

PART = "X-Shinpan-Part"
"""The header of a request that wants only the answer, as static/js/result_line.js sends it."""
MOST_KEPT = 30


@personal
@require_POST
def result_line(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Carry out the line piece by piece; what could not be done stays in it, with the reason.

    A script gets only the answers. Otherwise, if everything was done, redirect to the page; if not,
    show it again with the rest of the line.
    """
    terms = require_results_staff(request, slug)
    page = running_page(terms.id, number)
    if page is None:
        raise Http404
    form = LineForm(posted(request))
    form.full_clean()
    values = form.cleaned_data
    directs = may_direct(visitor_of(request), terms.id)
    desk = values["desk"] or not directs
    reads = read_line(values["line"] or "", active_language())
    typist = Typist(request, terms.id, page, form.versions, directs=directs)
    answers = [typist.carry_out(read) for read in reads]
    if values.get("drop"):
        answers.append(typist.drop_question(values["drop"]))
    kept = "; ".join(answer.typed for answer in answers if answer.typed)
    page = running_page(terms.id, number) or page
    done = [answer for answer in answers if answer.good]
    if done:
        last = [left_words(page), *([_("u undoes the last entry.")] if typist.kept else [])]
        done.append(Answer(" ".join(last), good=True))
    told = [answer for answer in answers if not answer.good] + done
    if PART in request.headers:
        questions = Questions(request.session, page).open_questions(terms)
        context = {"terms": terms, "page": page, "desk": desk, "questions": questions}
        context |= {**frame(request), "answers": told, "kept": kept}
        return render(request, "result_entry/line_part.html", context)
    if kept:
        return show_running(request, terms, number, desk=desk, kept=kept, answers=told, status=400)
    for answer in told:
        (messages.success if answer.good else messages.warning)(request, answer.text)
    return redirect(round_address(terms, number, desk=desk))


def round_address(terms: TournamentTerms, number: int, *, desk: bool) -> str:
    """Return the address of the page for entering a round's results."""
    if desk:
        return f"{reverse('tournament:desk', args=[terms.slug])}?round={number}"
    return reverse("tournament:draft", args=[terms.slug, number])


class Typist:
    """Whoever types into the line of a round, with the steps that their session can undo.

    ``shown`` has the versions of the games that the typist's page showed, by board. A version made
    since by this session does not count as somebody else's change. A typist who ``directs`` may
    settle a report that waits for the opponent, and is asked about it.
    """

    def __init__(
        self,
        request: HttpRequest,
        tournament_id: int,
        page: RunningPage,
        shown: Mapping[int, int],
        *,
        directs: bool,
    ) -> None:
        self._session = request.session
        self._tournament_id = tournament_id
        self._shown = shown
        self._directs = directs
        self._key = f"noted-{page.round_id}"
        self._made_key = f"made-{page.round_id}"
        self._questions = Questions(request.session, page)
        self._page = page
        self._games = {game.table: game for game in page.games}
        self._before = {game.id: game for game in page.games}

    @property
    def kept(self) -> list[list[Any]]:
        """Return the steps that can be undone, the latest last."""
        found: list[list[Any]] = self._session.get(self._key, [])
        return found

    def carry_out(self, read: LinePiece) -> Answer:
        """Carry out one command and say what was done, or why not.

        A result that no count gives, or that would settle a report, is kept as a question, apart
        from what is typed.
        """
        command = read.command
        try:
            text = self._done(read)
        except UserError as error:
            if isinstance(command, Enter) and self._asks(command, error):
                text = _("%(typed)s: not entered yet, see the question.")
                return Answer(text % {"typed": read.text}, good=False)
            said = error.text
            if isinstance(error, StaleVersion) and isinstance(command, Enter | Clear):
                said = _changed(self._now(self._games[command.board]))
            case = error.case if isinstance(error, Disputed) and self._directs else None
            return Answer(f"{read.text}: {said}", good=False, typed=read.text, case=case or 0)
        if isinstance(command, Enter | Clear):
            self._questions.forget(command.board)
        return Answer(text, good=True)

    def _asks(self, command: Enter, error: UserError) -> bool:
        """Ask about a result that could not be entered, if it calls for a question."""
        if error.code == CANNOT_BE:
            self._questions.ask(command)
            return True
        game = self._games.get(command.board)
        if game is None or not self._directs or not _is_to_settle(game, error):
            return False
        self._questions.ask_of_report(command, game)
        return True

    def drop_question(self, board: int) -> Answer:
        """Drop the question about a board: nothing is entered there."""
        self._questions.forget(board)
        return Answer(_("Board %(board)d: not entered.") % {"board": board}, good=True)

    def _done(self, read: LinePiece) -> str:
        command = read.command
        if self._page.state != RoundState.PUBLISHED:
            raise UserError("round_closed", text=_("the round is closed: correct the result."))
        if isinstance(command, Undo):
            return self._undo()
        game = self._games.get(command.board)
        if isinstance(command, Misread) and (game or not command.board):
            raise UserError("misread", text=problem_words(command.problem))
        if game is None or isinstance(command, Misread):
            raise UserError(
                "no_board", text=_("there is no board %(board)d.") % {"board": command.board}
            )
        return self._clear(game) if isinstance(command, Clear) else self._enter(game, command)

    def _enter(self, game: RunningGame, command: Enter) -> str:
        noted = note_result(
            game_id=game.id,
            winner=command.winner,
            reason=command.reason,
            margin_half=command.margin_half,
            seen=self._seen(game),
            sure=command.sure,
        )
        said = result_words(command.winner, command.reason, command.margin_half)
        if noted is None:
            return _("Board %(board)d: %(result)s. It was noted already.") % {
                "board": game.table,
                "result": said,
            }
        self._remember(noted)
        names = {"board": game.table, "result": said, "black": game.black, "white": game.white}
        text = _("Board %(board)d: %(result)s (%(black)s – %(white)s).") % names
        if noted.winner:
            was = result_words(noted.winner, noted.reason, noted.margin_half)
            before = _("Before: %(result)s.") % {"result": was}
            text = f"{text} {before}"
        return text

    def _clear(self, game: RunningGame) -> str:
        noted = note_clear(game_id=game.id, seen=self._seen(game))
        if noted is None:
            return _("Board %(board)d has no result.") % {"board": game.table}
        self._remember(noted)
        was = result_words(noted.winner, noted.reason, noted.margin_half)
        return _("Board %(board)d: result removed. It was: %(result)s.") % {
            "board": game.table,
            "result": was,
        }

    def _undo(self) -> str:
        kept = [NotedResult.from_json(one) for one in self.kept]
        noted = kept[-1] if kept else None
        game = self._before.get(noted.game_id) if noted else None
        if noted is None or game is None:
            raise UserError("nothing_to_undo", text=_("you have nothing to undo here."))
        earlier: Sequence[NotedResult] = kept[:-1]
        try:
            earlier = take_back(noted, earlier)
            self._made(noted.game_id, noted.version + 1)
        except StaleVersion as error:
            raise UserError(error.code, text=_changed(game)) from error
        except UserError as error:
            board = _("Board %(board)d") % {"board": game.table}
            raise UserError(error.code, text=f"{board}: {error.text}") from error
        finally:
            # Forget a step that cannot be undone, so that the one before it can be.
            self._session[self._key] = [one.to_json() for one in earlier]
        now = result_words(noted.winner, noted.reason, noted.margin_half)
        return _("Board %(board)d: undone, now %(result)s (%(black)s – %(white)s).") % {
            "board": game.table,
            "result": now,
            "black": game.black,
            "white": game.white,
        }

    def _remember(self, noted: NotedResult) -> None:
        self._session[self._key] = [*self.kept, noted.to_json()][-MOST_KEPT:]
        self._made(noted.game_id, noted.version)

    def _made(self, game_id: int, version: int) -> None:
        made = dict(self._session.get(self._made_key, {}))
        made.pop(str(game_id), None)
        made[str(game_id)] = version
        self._session[self._made_key] = dict(list(made.items())[-MOST_KEPT:])

    def _seen(self, game: RunningGame) -> int | None:
        """Return the latest version of a game that the typist was shown or made."""
        shown = self._shown.get(game.table)
        if shown is None:
            return None
        return max(shown, self._session.get(self._made_key, {}).get(str(game.id), 0))

    def _now(self, game: RunningGame) -> RunningGame:
        page = running_page(self._tournament_id, self._page.number)
        return next((now for now in page.games if now.id == game.id), game) if page else game


@personal
@require_POST
def enter(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Enter or take back a result of the round, for the game as the sender saw it.

    If it cannot be done, the page says why and keeps the choice.
    """
    terms = require_director(request, slug)
    form = ChosenResultForm(posted(request))
    page = running_page(terms.id, number)
    games = {str(game.id): game for game in page.games} if page else {}
    board = games.get(form.key)
    try:
        done = _done(board, form)
    except UserError as error:
        text = str(error.text)
        page = running_page(terms.id, number)
        if page is not None and board is not None and isinstance(error, StaleVersion):
            text = _changed(next((game for game in page.games if game.id == board.id), board))
        if page is not None and page.state == RoundState.PUBLISHED:
            if board is not None and _is_to_settle(board, error):
                _words, result = RESULTS[form.cleaned_data["result"]]
                if result is not None:
                    enters = Enter(board.table, *astuple(result))
                    Questions(request.session, page).ask_of_report(enters, board)
                    text = _("Board %(board)d: not entered yet, see the question.")
                    text %= {"board": board.table}
            answers = [Answer(text, good=False)]
            asked = error.code == CANNOT_BE
            return show_running(
                request, terms, number, answers=answers, chosen=form, asked=asked, status=400
            )
        messages.error(request, text)
    else:
        messages.success(request, done)
    return redirect("tournament:draft", slug, number)


def _done(board: RunningGame | None, form: ChosenResultForm) -> str:
    """Do what was chosen and say so, along with the previous result. Raises UserError."""
    if board is None:
        raise UserError("no_game", text=_("Choose one board."))
    form.require_valid()
    _words, result = RESULTS[form.cleaned_data["result"]]
    if result is None:
        clear_result(game_id=board.id, seen=form.version)
    else:
        sure = form.cleaned_data["sure"] == form.meant
        enter_result(game_id=board.id, **result.columns(), seen=form.version, sure=sure)
    text = _("The result of board %(board)d is noted.") % {"board": board.table}
    if not board.winner:
        return text
    # The service has checked that the board is still as the page showed it.
    before = _("Before: %(result)s.") % {"result": _result(board)}
    return f"{text} {before}"


def _is_to_settle(game: RunningGame, error: UserError) -> bool:
    """Whether a result was refused because one player's report of the game is waiting."""
    return error.code == REPORTED and game.state == GameState.REPORTED


def _changed(now: RunningGame) -> str:
    return _(
        "Board %(board)d has changed meanwhile, nothing was entered. It is now %(black)s (Black) "
        "against %(white)s (White): %(result)s. Look at it and choose again."
    ) % {"board": now.table, "black": now.black, "white": now.white, "result": _result(now)}


def _result(game: RunningGame) -> str:
    return result_words(game.winner, game.reason, game.margin_half)
