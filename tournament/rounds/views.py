"""The director's page of one round: pair it, change its draft, publish it, run its clock."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from language.messages import join_messages
from tournament.common.forms import Form, posted
from tournament.common.rows import Row
from tournament.common.tables import Column, Table
from tournament.common.versions import StaleVersion
from tournament.errors import UserError
from tournament.formats.folding import folded
from tournament.games import words
from tournament.models import RoundState, Tournament
from tournament.pairing.explain import PairExplanation, merge_equal_sentences
from tournament.pairing.pairing import PairingError
from tournament.pairing.sentences import COMPONENT_NAMES
from tournament.rounds.forms import (
    BoardsForm,
    ChangeForm,
    ChosenForm,
    DraftActionForm,
    DraftByeForm,
    DraftForm,
    NoByeForm,
    PairForm,
    SeatForm,
    StateForm,
    SwapForm,
    TermsForm,
)
from tournament.rounds.selectors.drafts import (
    CheckInCount,
    DraftPage,
    DraftPlayer,
    check_in_count,
    differences_since,
    draft_page,
    is_beyond_last,
    next_round_number,
)
from tournament.rounds.selectors.draws import explain_opponent, verify_round
from tournament.rounds.selectors.rated import departing_draft, departing_newly, federation_of
from tournament.rounds.selectors.running import round_chips, round_id_of, round_states
from tournament.rounds.selectors.state import state_of
from tournament.rounds.services import boards, draws
from tournament.rounds.services.boards import seat_pair
from tournament.rounds.services.rounds import (
    create_round,
    publish_round,
    remove_round,
    unchanged_draft,
    withdraw_round,
)
from tournament.scheduling.sentences import dates_context
from tournament.simulation.outcomes import MOST_OPEN, CertainBoard
from tournament.spoken import translated
from tournament.staff.form_keys import idempotent, mark_refused
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, personal
from tournament.tournaments.selectors.public import TournamentTerms


@dataclass(frozen=True, slots=True)
class Side(Row):
    """A player of a board: their name, rank and score, and the link to the reasons."""

    id: int
    name: str
    about: str
    why: str


@dataclass(frozen=True, slots=True)
class DraftLine(Row):
    """A board as the draft shows it: Black and White, komi in points, and any problems."""

    game_id: int
    table: int
    label: str
    black: Side
    white: Side
    handicap: int
    komi: str
    komi_half: int
    locked: bool
    warnings: tuple[str, ...]
    find: str
    """The text by which the table's search finds the board."""
    certain: bool = False
    """Whether the board is certain however the open games end."""


BOARD = Column(
    "board",
    pgettext_lazy("short for board number", "Bd"),
    attrgetter("table"),
    gettext_lazy("Board"),
    "number",
)
"""The column with the board numbers."""
BOARDS = (
    BOARD,
    Column("black", pgettext_lazy("player", "Black"), lambda line: folded(line.black.name)),
    Column("white", pgettext_lazy("player", "White"), lambda line: folded(line.white.name)),
    Column(
        "handicap",
        pgettext_lazy("short for handicap", "H"),
        attrgetter("handicap"),
        gettext_lazy("Handicap"),
        "number",
        descending=True,
    ),
    Column("komi", gettext_lazy("Komi"), attrgetter("komi_half"), kind="number", descending=True),
    Column("beware", gettext_lazy("Beware"), lambda line: len(line.warnings), descending=True),
)
"""The columns of a draft."""


def draft_lines(page: DraftPage, slug: str) -> tuple[DraftLine, ...]:
    """Return the lines of a draft's boards, by table."""
    violations = {
        "rematch": _("they have met before"),
        "forbidden": _("they are not to meet"),
        "family": _("they are of one family"),
        "team": _("they are of one team"),
    }
    # Resolve one URL and put the numbers in: resolving it for every player takes longer than
    # everything else in the line.
    address = reverse("tournament:why", args=[slug, page.number, 0])[: -len("0/")]
    label = _("Board %(board)d")
    # The same few scores and komi appear in many lines.
    points = cache(words.half_points)
    certain = page.certain.boards if page.certain else ()

    def side(player: DraftPlayer) -> Side:
        about = f"{player.name.rank} · {points(player.score_x2)}"
        if player.virtual_x2:
            about += f" + {points(player.virtual_x2)}"
        return Side(player.name.id, player.name.distinct_name, about, f"{address}{player.number}/")

    return tuple(
        DraftLine(
            game_id=board.game_id,
            table=board.table,
            label=label % {"board": board.table},
            black=side(board.black),
            white=side(board.white),
            handicap=board.handicap,
            komi=points(board.komi_half),
            komi_half=board.komi_half,
            locked=board.locked,
            warnings=tuple(violations[name] for name in board.violated),
            find=folded(f"{board.black.name.name} {board.white.name.name}"),
            certain=CertainBoard(
                board.black.number, board.white.number, board.handicap, board.komi_half
            )
            in certain,
        )
        for board in page.boards
    )


MOST_NAMED = 5
"""How many boards, players or games a warning names; the others are counted."""


@dataclass(frozen=True, slots=True)
class DraftWarning:
    """A reason against publishing a draft: a sentence, and what it is about.

    ``named`` are names with their URLs, ``href`` is where to look into it, if anywhere.
    """

    key: str
    text: str
    named: tuple[tuple[str, str], ...]
    more: int
    href: str = ""
    word: str = ""


def publish_warnings(
    page: DraftPage, door: CheckInCount, slug: str, *, draft: str = ""
) -> list[DraftWarning]:
    """Return what speaks against publishing a draft as it is.

    ``draft`` is the URL of its page, empty on that page itself.
    """
    names = _distinct_names(page)
    unhappy = [board for board in page.boards if board.violated]
    missing = door.missing if door.used else ()
    matches, through = (page.missing, page.through) if page.paired else ((), ())
    matched = {player.number for match in matches for player in match}
    unseated = [
        player for player in (page.unseated if page.paired else ()) if player.number not in matched
    ]

    def warned(
        key: str,
        text: str,
        found: Sequence[Any],
        name: Callable[[Any], tuple[str, str]],
        href: str = "",
        word: str = "",
    ) -> DraftWarning:
        values = {"count": len(found), "next": page.number + 1}
        told, named = text % values, tuple(map(name, found[:MOST_NAMED]))
        return DraftWarning(key, told, named, len(found) - len(named), href, word)

    counts = [
        warned(
            "since",
            _(
                "Changed since this round was paired, so that pairing it again may give other "
                "boards:"
            ),
            _changes_since(page, slug),
            lambda named: named,
        ),
        warned(
            "unhappy",
            ngettext(
                "%(count)d board goes against a wish or seats players who have met before.",
                "%(count)d boards go against a wish or seat players who have met before.",
                len(unhappy),
            ),
            unhappy,
            lambda board: (
                _("Board %(board)d") % {"board": board.table},
                f"{draft}#board-{board.table}",
            ),
        ),
        warned(
            "unmatched",
            ngettext(
                "%(count)d match of the bracket has no board: round %(next)d cannot be paired "
                "before its players have a game, or whoever does not play is absent.",
                "%(count)d matches of the bracket have no board: round %(next)d cannot be paired "
                "before their players have a game, or whoever does not play is absent.",
                len(matches),
            ),
            matches,
            lambda match: (
                " – ".join(player.name.distinct_name for player in match),
                f"{draft}#unpaired",
            ),
        ),
        warned(
            "aside",
            ngettext(
                "%(count)d board is of two players who are out: it counts for nothing in the "
                "bracket.",
                "%(count)d boards are of players who are out: they count for nothing in the "
                "bracket.",
                len(page.aside),
            ),
            page.aside,
            lambda board: (
                f"{board.black.name.distinct_name} – {board.white.name.distinct_name}",
                f"{draft}#board-{board.table}",
            ),
        ),
        warned(
            "through",
            ngettext(
                "%(count)d player has no opponent who plays, and was not given the bye or the "
                "walk-over yet.",
                "%(count)d players have no opponent who plays, and were not given the bye or the "
                "walk-over yet.",
                len(through),
            ),
            through,
            lambda player: (player.name.distinct_name, f"{draft}#unpaired"),
        ),
        warned(
            "unseated",
            ngettext(
                "%(count)d player takes part and has neither a board nor the bye.",
                "%(count)d players take part and have neither a board nor the bye.",
                len(unseated),
            ),
            unseated,
            lambda player: (player.name.distinct_name, f"{draft}#unpaired"),
        ),
        warned(
            "bye",
            _("Lost the bye when the players without a board were paired, and plays now:"),
            (page.lost_bye,) if page.lost_bye else (),
            lambda lost: (lost.player.name.distinct_name, f"{draft}#board-{lost.table}"),
        ),
        warned(
            "missing",
            ngettext(
                "%(count)d player has not been checked in.",
                "%(count)d players have not been checked in.",
                len(missing),
            ),
            missing,
            lambda player: (player.name.distinct_name, ""),
            reverse("tournament:checkin", args=[slug, page.number]),
            _("Open the check-in"),
        ),
        warned(
            "earlier",
            ngettext(
                "%(count)d game of an earlier round is not done: this round cannot be paired "
                "before it has a winner.",
                "%(count)d games of earlier rounds are not done: this round cannot be paired "
                "before they have winners.",
                len(page.earlier),
            )
            if page.fix_in_round
            else ngettext(
                "%(count)d game of an earlier round is not done: what is known of it counts, and "
                "may still change.",
                "%(count)d games of earlier rounds are not done: what is known of them counts, and "
                "may still change.",
                len(page.earlier),
            ),
            page.earlier,
            lambda game: (
                f"{words.round_and_board(game.round_number, game.table)}: "
                f"{names.get(game.black_number, game.black)} – "
                f"{names.get(game.white_number, game.white)}",
                reverse("adjudication:game", args=[game.id]),
            ),
        ),
    ]
    return [one for one in counts if one.named]


def _distinct_names(page: DraftPage) -> dict[int, str]:
    """Return the names of the players, by number, with what tells namesakes apart."""
    return {player.number: player.name.distinct_name for player in (*page.players, *page.absent)}


def _changes_since(page: DraftPage, slug: str) -> list[tuple[str, str]]:
    """Return what has changed since the round was paired, each with the URL that shows it."""
    if page.changes is None:
        return []
    names = _distinct_names(page)
    told = [
        text % {"name": names[number]}
        for text, numbers in (
            (_("%(name)s no longer takes part"), page.changes.gone),
            (_("%(name)s takes part now"), page.changes.came),
        )
        for number in numbers
        if number in names
    ]
    games = [
        (
            f"{words.round_and_board(game.round, game.table)}: "
            f"{names[game.black]} – {names[game.white]}",
            reverse("tournament:draft", args=[slug, game.round]),
        )
        for game in page.changes.games
    ]
    players = [(names[number], "") for number in page.changes.players]
    others = [*told, *(translated(word) for word in page.changes.others)]
    return [*games, *players, *((text, "") for text in others)]


@dataclass(frozen=True, slots=True)
class CertainPair(Row):
    """A board that is certain, with the names of its players."""

    black: str
    white: str
    handicap: int


@dataclass(frozen=True, slots=True)
class Chip(Row):
    """A round in the bar of rounds; ``href`` is empty if it cannot be opened yet."""

    number: int
    href: str
    kind: str
    title: str
    current: bool


def chips_of(slug: str, number: int, planned: int, states: Mapping[int, str]) -> list[Chip]:
    """Return the rounds of a tournament as links, with the current one marked.

    ``states`` are :func:`~tournament.rounds.selectors.running.round_states`.
    """
    titles = {
        "": _("Round %(number)d: not prepared yet"),
        RoundState.DRAFT: _("Round %(number)d: in preparation"),
        RoundState.PUBLISHED: _("Round %(number)d: being played"),
        RoundState.FINISHED: _("Round %(number)d: finished"),
    }
    # Resolve one URL and put the numbers in, as for the lines.
    address = reverse("tournament:draft", args=[slug, 0])[: -len("0/")]
    return [
        Chip(
            number=chip.number,
            href=f"{address}{chip.number}/" if chip.ready else "",
            kind=chip.state,
            title=titles[chip.state] % {"number": chip.number},
            current=chip.number == number,
        )
        for chip in round_chips(states, planned)
    ]


BY_HAND = "hand"
"""The query parameter that asks for a form which the page otherwise leaves out."""
MOST_DIFFERENCES = 10
MOST_BOARDS = 5
"""How many boards that somebody else changed are named at most."""
Values = dict[str, Any]
"""The cleaned data of a form."""


def show_draft(
    request: HttpRequest,
    terms: TournamentTerms,
    number: int,
    sent: ChangeForm | None = None,
    *,
    pending: Sequence[object] = (),
    states: Mapping[int, str] | None = None,
) -> HttpResponse:
    """Show a round in preparation with every way to change it, or ask before creating it.

    ``sent`` is the form of a change that was refused; ``pending`` are lines about what may still
    change results already in, ``states`` the rounds' states, if the caller has read them.
    """
    page = draft_page(terms.id, number)
    if page is None:
        raise Http404
    if page.round_id is None and number > page.planned:
        # Asked before a round beyond the tournament's number is created, with what that changes.
        context = {"terms": terms, "number": number, "planned": page.planned}
        return render(request, "rounds/extra.html", {**frame(request), **context})
    table = _table(request)
    door = check_in_count(terms.id, number, page.playing)
    lines = table.sorted(draft_lines(page, terms.slug))
    warnings = publish_warnings(page, door, terms.slug)
    wanted = request.GET.get(BY_HAND, "")
    context = {
        "terms": terms,
        "page": page,
        "table": table,
        "lines": [(line, not table.finds(line.find)) for line in lines],
        "changes": _change_forms(page, sent, wanted),
        "chosen": sent.chosen if isinstance(sent, ChosenForm) else (),
        "order": _order(request),
        "chips": chips_of(
            terms.slug,
            number,
            page.planned,
            round_states(terms.id) if states is None else states,
        ),
        "from_post": sent is not None,
        "problem": translated(page.problem) if page.problem else "",
        "certain_pairs": _certain_pairs(page),
        "most_open": MOST_OPEN,
        "door": door,
        "warnings": warnings,
        # A single warning is the summary itself; only the names go below it.
        "told_above": len(warnings) == 1,
        "few_warned": sum(len(one.named) + one.more for one in warnings) < MOST_NAMED,
        "pending": pending,
        **dates_context(page.dates),
    }
    status = sent.status if sent else 200
    return render(request, "rounds/draft.html", {**frame(request), **context}, status=status)


def _certain_pairs(page: DraftPage) -> list[CertainPair]:
    """Return the certain boards with the names of their players."""
    if page.certain is None:
        return []
    names = _distinct_names(page)
    return [
        CertainPair(names[board.black], names[board.white], board.handicap)
        for board in page.certain.boards
    ]


def _table(request: HttpRequest) -> Table:
    """Return the table of boards as the query parameters ask for it."""
    return Table("draft", BOARDS, request.GET, usual="board")


def _order(request: HttpRequest) -> str:
    """Return the table's query parameters, for the URLs of the page's forms."""
    return f"?{_table(request).asked.urlencode()}" if request.GET else ""


def _to_draft(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Redirect to the draft, keeping the order of its boards."""
    return redirect(reverse("tournament:draft", args=[slug, number]) + _order(request))


def _change_forms(page: DraftPage, sent: ChangeForm | None, wanted: str) -> dict[str, ChangeForm]:
    """Return the forms that the page needs, with the one that was sent in its place.

    Two players are exchanged in the table, so their form, which lists everybody twice, is made only
    where it is ``wanted``.
    """
    used = {
        "seat": len(page.free) > 1,
        "bye": bool(page.free or page.byes),
        "swap": bool(page.boards) and wanted == "swap",
        **dict.fromkeys(("boards", "terms"), bool(page.boards)),
    }
    found = {
        name: sent if isinstance(sent, kind) else kind()
        for name, kind in FORMS.items()
        if used[name] or isinstance(sent, kind)
    }
    for form in found.values():
        form.offer(page)
    return found


FORMS: dict[str, type[ChangeForm]] = {
    "boards": BoardsForm,
    "seat": SeatForm,
    "swap": SwapForm,
    "terms": TermsForm,
    "bye": DraftByeForm,
}
"""The forms of the page, by the names it uses for them."""


@personal
@require_POST
@idempotent
def extra(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Create, in preparation, the round that the director was asked about."""
    terms = require_director(request, slug)
    if next_round_number(terms.id) == number and is_beyond_last(terms.id, number):
        try:
            create_round(tournament_id=terms.id, extra=True)
        except UserError as error:
            messages.error(request, str(error.text))
            return mark_refused(redirect("tournament:draft", slug, number))
    return redirect("tournament:draft", slug, number)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask, then delete a round in preparation."""
    terms = require_director(request, slug)
    page = draft_page(terms.id, number, weigh=False)
    if page is None or page.round_id is None:
        raise Http404
    if page.state != RoundState.DRAFT:
        return redirect("tournament:draft", slug, number)
    if request.method != "POST":
        context = {"terms": terms, "page": page}
        return render(request, "rounds/remove.html", {**frame(request), **context})
    form = DraftForm(posted(request))
    try:
        with _unchanged_since_shown(form, terms, number):
            remove_round(round_id=page.round_id)
    except UserError as error:
        _report_refusal(request, error, terms, number, form)
        return redirect("tournament:draft", slug, number)
    messages.success(request, _("The draft of round %(number)d is deleted.") % {"number": number})
    return redirect("tournament:director", slug)


@personal
@require_POST
@idempotent
def pair(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pair the round: all except locked boards, or only the players without a board."""
    terms = require_director(request, slug)
    form = PairForm(posted(request))
    try:
        with _unchanged_since_shown(form, terms, number):
            draws.draw_round(
                tournament_id=terms.id,
                round_number=number,
                keep_all=form.cleaned_data["keep"],
            )
    except UserError as error:
        _report_refusal(request, error, terms, number, form)
        return mark_refused(_to_draft(request, slug, number))
    return _to_draft(request, slug, number)


@personal
@require_http_methods(["GET", "HEAD", "POST"])
@idempotent
def change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Apply one of the changes of :data:`CHANGES` to the draft.

    If a change is refused, the draft is shown at this URL, so its sorting links lead here.
    """
    terms = require_director(request, slug)
    if request.method != "POST":
        return _to_draft(request, slug, number)
    page = draft_page(terms.id, number, weigh=False)
    pressed = DraftActionForm(posted(request))
    name = pressed.cleaned_data["action"] if pressed.is_valid() else ""
    if page is None or name not in CHANGES or (page.round_id is None and name != "seat"):
        raise Http404
    kind, do = CHANGES[name]
    form = kind(posted(request))
    drawn = page.state == RoundState.DRAFT and not (
        page.round_id is None and is_beyond_last(terms.id, number)
    )
    if drawn and not form.is_valid():
        return show_draft(request, terms, number, form)
    try:
        with _unchanged_since_shown(form, terms, number):
            done = do(terms.id, page, form.cleaned_data)
    except UserError as error:
        if drawn:
            _tell_differences(request, error, terms, number, form)
            form.refuse(error)
            return show_draft(request, terms, number, form)
        _report_refusal(request, error, terms, number, form)
        return mark_refused(_to_draft(request, slug, number))
    if done:
        messages.success(request, done)
    return _to_draft(request, slug, number)


@personal
@require_POST
@idempotent
def state(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish the round or take it back.

    If something speaks against publishing it, this redirects to a page that says so and asks first:
    a page of its own, so that the back button leads there again.
    """
    terms = require_director(request, slug)
    round_id = round_id_of(terms.id, number)
    form = StateForm(posted(request))
    if round_id is None or not form.is_valid():
        raise Http404
    name = form.cleaned_data["step"]
    version = form.cleaned_data["version"]
    asks = name == "publish" and not form.cleaned_data["sure"]
    if asks and _to_publish(terms, number, version)[1]:
        page = reverse("tournament:publish_round", args=[slug, number])
        return mark_refused(redirect(f"{page}?{urlencode({'version': version})}"))
    try:
        with _unchanged_since_shown(form, terms, number):
            STEPS[name](round_id=round_id)
    except UserError as error:
        _report_refusal(request, error, terms, number, form)
        return mark_refused(redirect("tournament:draft", slug, number))
    return redirect("tournament:draft", slug, number)


def _to_publish(
    terms: TournamentTerms, number: int, version: str
) -> tuple[DraftPage | None, list[DraftWarning]]:
    """Return the draft to publish, or None, and what speaks against publishing it.

    It is None if the ``version`` is not the current one: publishing that is refused.
    """
    page = draft_page(terms.id, number)
    if page is None or page.state != RoundState.DRAFT or not page.paired:
        return None, []
    if version not in ("", str(page.version)):
        return None, []
    draft = reverse("tournament:draft", args=[terms.slug, number])
    door = check_in_count(terms.id, number, page.playing)
    warnings = publish_warnings(page, door, terms.slug, draft=draft)
    warnings += [
        DraftWarning(f"rated-{place}", _("Rated mode: %(what)s") % {"what": text}, (), 0)
        for place, text in enumerate(departing_draft(terms.id, number), 1)
    ]
    if page.problem is not None:
        warnings.insert(0, DraftWarning("problem", translated(page.problem), (), 0))
    return page, warnings


def _version_seen(request: HttpRequest) -> str:
    """Return the version of the draft shown on the page before this one."""
    form = DraftForm(request.GET)
    form.full_clean()
    return str(form.cleaned_data.get("version") or "")


@personal
@require_safe
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Say what speaks against publishing a draft, and ask; if it is none, redirect to the round."""
    terms = require_director(request, slug)
    version = _version_seen(request)
    page, warnings = _to_publish(terms, number, version)
    if page is None:
        return _to_draft(request, slug, number)
    context = {
        "terms": terms,
        "page": page,
        "warnings": warnings,
        # The version seen on the draft's page, not the current one.
        "version": version or page.version,
    }
    return render(request, "rounds/publish.html", {**frame(request), **context})


def _unchanged_since_shown(
    form: Form, terms: TournamentTerms, number: int
) -> AbstractContextManager[None]:
    """Allow a change only to the draft that the page of the form showed.

    Raises UserError for errors in the form.
    """
    form.require_valid()
    seen = form.cleaned_data["version"]
    return unchanged_draft(tournament_id=terms.id, round_number=number, seen=seen)


def _report_refusal(
    request: HttpRequest, error: UserError, terms: TournamentTerms, number: int, form: Form
) -> None:
    """Say on the next page what was refused, and what has changed meanwhile."""
    messages.error(request, str(error.text))
    _tell_differences(request, error, terms, number, form)


def _tell_differences(
    request: HttpRequest, error: UserError, terms: TournamentTerms, number: int, form: Form
) -> None:
    """Say on the next page what somebody else changed since the page of the form was shown."""
    if not isinstance(error, StaleVersion):
        return
    found = differences_since(terms.id, number, form.cleaned_data["version"])
    nobody = pgettext("in place of the players of a board", "nobody")
    told = [
        _("Board %(board)d: %(now)s (before: %(was)s)")
        % {
            "board": one.table,
            "now": " – ".join(one.now) or nobody,
            "was": " – ".join(one.was) or nobody,
        }
        for one in found[:MOST_BOARDS]
    ]
    if more := len(found[MOST_BOARDS:]):
        text = ngettext(
            "%(count)d more board is different.", "%(count)d more boards are different.", more
        )
        told.append(text % {"count": more})
    if told:
        messages.warning(request, " · ".join(told))


@personal
@require_POST
def verify(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Pair the round again in memory and say whether the latest draw comes out the same."""
    terms = require_director(request, slug)
    try:
        checked = verify_round(terms.id, number)
    except PairingError as error:
        messages.error(request, translated(error.text))
        return _to_draft(request, slug, number)
    if checked is None:
        raise Http404
    if not checked.intact:
        messages.error(request, _("The data from which the draw was made has changed."))
    if checked.differences:
        for sentence in checked.differences[:MOST_DIFFERENCES]:
            messages.error(request, translated(sentence))
    else:
        messages.success(request, _("Paired again, every board comes out the same."))
    if checked.proven:
        messages.success(
            request, _("Proven again: no pairing of these players weighs more than the draw.")
        )
    if checked.input_changed:
        messages.info(
            request,
            _("Players, results or parameters have changed since the draw was made."),
        )
    if checked.changed_by_hand:
        messages.info(
            request,
            ngettext(
                "%(count)d board of the draw was changed by hand since.",
                "%(count)d boards of the draw were changed by hand since.",
                checked.changed_by_hand,
            )
            % {"count": checked.changed_by_hand},
        )
    return _to_draft(request, slug, number)


def _boards(page: DraftPage, values: Values) -> dict[str, Any]:
    """Return the round and its chosen boards, by the ids of their games."""
    chosen = set(values["game"])
    games = [board.game_id for board in page.boards if board.game_id in chosen]
    if not games:
        raise UserError("no_game", field="game", text=_("Choose at least one board."))
    return {"round_id": page.round_id, "game_ids": games}


def _unpair(tournament_id: int, page: DraftPage, values: Values) -> str:
    count = boards.unpair(**_boards(page, values))
    return ngettext("%(count)d board unpaired.", "%(count)d boards unpaired.", count) % {
        "count": count
    }


def _lock(tournament_id: int, page: DraftPage, values: Values) -> None:
    boards.lock_boards(**_boards(page, values), locked=True)


def _unlock(tournament_id: int, page: DraftPage, values: Values) -> None:
    boards.lock_boards(**_boards(page, values), locked=False)


def _colours(tournament_id: int, page: DraftPage, values: Values) -> None:
    boards.swap_colours(**_boards(page, values))


def _swap(tournament_id: int, page: DraftPage, values: Values) -> str:
    tournament = Tournament.objects.get(pk=tournament_id)
    before = state_of(tournament) if federation_of(tournament) is not None else None
    boards.swap_players(round_id=_round(page), first_id=values["first"], second_id=values["second"])
    done = _("The two players have changed places.")
    if before is None:
        return done
    found = departing_newly(tournament, before, state_of(tournament), page.number)
    if not found:
        return done
    told = [_("Rated mode: %(what)s") % {"what": text} for text in found]
    return " ".join((done, *told, _("Exchange them again to take it back.")))


def _terms(tournament_id: int, page: DraftPage, values: Values) -> None:
    for game_id in _boards(page, values)["game_ids"]:
        boards.set_terms(
            game_id=game_id,
            handicap=values["handicap"],
            komi_half=values["komi"],
            board_number=values["table"],
        )


def _seat(tournament_id: int, page: DraftPage, values: Values) -> None:
    seat_pair(
        tournament_id=tournament_id,
        round_number=page.number,
        black_id=values["black"],
        white_id=values["white"],
    )


def _bye(tournament_id: int, page: DraftPage, values: Values) -> None:
    boards.give_bye(round_id=_round(page), player_id=values["player"])


def _no_bye(tournament_id: int, page: DraftPage, values: Values) -> str:
    boards.give_bye(round_id=_round(page), player_id=None)
    return _("Nobody has the bye any more.")


def _round(page: DraftPage) -> int:
    assert page.round_id is not None, "changes are of rounds that exist"
    return page.round_id


CHANGES: dict[str, tuple[type[ChangeForm], Callable[[int, DraftPage, Values], str | None]]] = {
    "seat": (SeatForm, _seat),
    "unpair": (BoardsForm, _unpair),
    "lock": (BoardsForm, _lock),
    "unlock": (BoardsForm, _unlock),
    "colours": (BoardsForm, _colours),
    "swap": (SwapForm, _swap),
    "terms": (TermsForm, _terms),
    "bye": (DraftByeForm, _bye),
    "no_bye": (NoByeForm, _no_bye),
}
"""For each change its form and the function that makes it, which may return a message."""
STEPS = {"publish": publish_round, "withdraw": withdraw_round}


@dataclass(frozen=True, slots=True)
class WeightPart:
    """The weight of one thing that the pairing looks at in a pair; ``share`` is in percent.

    It is ``drawn`` as a bar only where less is worse.
    """

    name: str
    value: str
    maximum: str
    share: int
    words: Any
    drawn: bool


SHARES = (
    (100, gettext_lazy("fully")),
    (90, gettext_lazy("nearly")),
    (50, gettext_lazy("in part")),
    (1, gettext_lazy("hardly")),
    (0, gettext_lazy("not at all")),
)
"""How far a pair meets what the pairing looks for, by the percentage from which each word
applies."""
SOMETIMES = ("random", "colour", "draw_up_down")
"""What is decided by chance, or considered for some pairs only: having none of it is no fault."""


def _parts(pair: PairExplanation) -> list[WeightPart]:
    """Return the parts of a pair's weight, those that can weigh most first."""
    whole = 100

    def part(name: str, most: int) -> WeightPart:
        value = pair.components[name]
        share = max(value * whole // most, int(value > 0))
        return WeightPart(
            name=translated(COMPONENT_NAMES[name]),
            value=number_format(value, force_grouping=True),
            maximum=number_format(most, force_grouping=True),
            share=share,
            words=next(words for least, words in SHARES if share >= least),
            drawn=name not in SOMETIMES,
        )

    return [part(name, most) for name, most in pair.maxima.items()]


def _heaviest(pair: PairExplanation) -> str:
    """Return what weighs most in this tournament, and how much more than the next."""
    (first, most), (second, next_most), *_rest = [*pair.maxima.items(), ("", 0), ("", 0)]
    if not next_most:
        return ""
    words = {
        "first": translated(COMPONENT_NAMES[first]),
        "second": translated(COMPONENT_NAMES[second]),
    }
    if most == next_most:
        return _("What weighs most: %(first)s and %(second)s, each as much as the other.") % words
    times = number_format(most / next_most, 0 if most >= 10 * next_most else 1, force_grouping=True)
    return _("What weighs most: %(first)s, %(times)s times as much as %(second)s.") % {
        **words,
        "times": times,
    }


@personal
@require_safe
def why(request: HttpRequest, slug: str, number: int, player: int) -> HttpResponse:
    """Show the pair's components in words and numbers, and other opponents with their price."""
    terms = require_director(request, slug)
    try:
        found = explain_opponent(terms.id, number, player)
    except PairingError as error:
        messages.error(request, translated(error.text))
        return redirect("tournament:draft", slug, number)
    if found is None:
        raise Http404
    pair = found.explanation.pair
    summary, sentences = found.explanation.summary, found.explanation.sentences
    if found.others:  # the last sentence is about the first of them
        sentences = sentences[:-1]
    others = [
        (other, number_format(alternative.loss, force_grouping=True))
        for other, alternative in found.others
    ]
    together = merge_equal_sentences(
        (other.distinct_name, alternative) for other, alternative in found.others
    )
    context = {
        "terms": terms,
        "number": number,
        "found": found,
        "summary": translated(summary) if summary else "",
        "about": [translated(sentence) for sentence in found.about],
        "sentences": [translated(sentence) for sentence in sentences],
        "parts": _parts(pair) if pair else [],
        "heaviest": _heaviest(pair) if pair else "",
        "weight": number_format(pair.weight, force_grouping=True) if pair else "",
        "others": others,
        "others_in_words": [translated(sentence) for sentence in together],
        "consequences": [
            translated(join_messages(alternative.consequences))
            for __, alternative in found.others
            if alternative.consequences
        ],
    }
    return render(request, "rounds/why.html", {**frame(request), **context})
