"""The board on which a referee sets what is dead, in seki or dame, with the score beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext
from django.views.decorators.http import require_http_methods

from adjudication.board.legend import Meaning, legend_of, sign_for
from adjudication.board.page import is_small, position_in_words, safe_svg
from adjudication.board.svg import Drawing
from adjudication.cases.selectors.cases import QueueLine, with_evidence
from adjudication.cases.selectors.rulings import rulings_of
from adjudication.cases.views.access import Desk, at_committee
from adjudication.cases.views.articles import article_keys_at_stake
from adjudication.cases.views.ruled_board import as_counted
from adjudication.cases.views.words import inquiry_title
from adjudication.confirmation.proposal import PROMPT, ProposalError, propose_end
from adjudication.confirmation.words import KO, LIFE, chain_name
from adjudication.life_and_death.boards import MarkedBoard, MarksOrigin, board_names, final_boards
from adjudication.life_and_death.counting import (
    ALIVE,
    DEAD,
    SEKI,
    CountSetting,
    VerdictOnChain,
    chains_in_question,
    count_with_setting,
    owner_of,
    setting_after_tap,
    setting_by_the_letter,
    setting_by_verdicts,
    undecided_chains,
    verdicts_on,
)
from adjudication.life_and_death.forms import CountForm
from adjudication.life_and_death.selectors import ConfirmationLine, confirmations_of
from adjudication.life_and_death.views.count_reasons import (
    against_texts,
    board_count,
    dispute_in_count,
    drawn_texts,
    reasons_of,
    record_sentence,
)
from adjudication.life_and_death.views.lines import status_sentence
from adjudication.models import CaseState, InquiryKind
from adjudication.policy.articles import ARTICLES, ArticleTopic, articles_about
from adjudication.policy.causes import Cause
from adjudication.policy.questions import play_on_article
from adjudication.policy.stakes import keys_at_stake
from adjudication.referee.views.case import heading_of
from adjudication.rules.colours import BLACK, EMPTY, WHITE
from adjudication.rules.findings import Code, Finding
from adjudication.rules.points import listed_points, point_name
from adjudication.rules.rulesets import (
    TIE_ARTICLE,
    ConfirmationMethod,
    RuleSet,
    Scoring,
)
from adjudication.rules.scoring.count import Count
from adjudication.rules.scoring.regions import chain_at
from adjudication.rulings.forms import signed_count, signed_reasons
from adjudication.rulings.views.doubts import play_on_text
from adjudication.submissions.views.chains import NONE_DEAD, chain_names, none_dead_text
from adjudication.submissions.views.evidence import sum_lines
from adjudication.submissions.views.false_eyes import count_hints
from adjudication.submissions.views.marking import count_sentence, sums_of
from adjudication.submissions.views.proposing import MOST, SECONDS
from adjudication.verdicts.services.claims import result_columns
from tournament.common.forms import posted
from tournament.common.rate_limit import too_many
from tournament.errors import UserError
from tournament.games import words
from tournament.games.selectors import GameRow
from tournament.models import Reason, Winner
from tournament.spoken import translated
from tournament.staff.visitors import frame, personal

STATES = (ALIVE, DEAD, SEKI)
_STARTS = {
    MarksOrigin.BOARD: gettext_lazy("What %(name)s marked"),
    MarksOrigin.ANOTHER: gettext_lazy("What %(name)s marked in another record"),
    MarksOrigin.FILE: gettext_lazy("What is marked in the file of %(name)s"),
}
_MARKED_AS = {
    (DEAD, MarksOrigin.BOARD): ngettext_lazy(
        "%(names)s marked it as dead.", "%(names)s marked them as dead.", "stones"
    ),
    (DEAD, MarksOrigin.ANOTHER): ngettext_lazy(
        "%(names)s marked it as dead in another record.",
        "%(names)s marked them as dead in another record.",
        "stones",
    ),
    (DEAD, MarksOrigin.FILE): gettext_lazy("Dead by the marks in the file of %(names)s."),
    (SEKI, MarksOrigin.BOARD): ngettext_lazy(
        "%(names)s marked it as in seki.", "%(names)s marked them as in seki.", "stones"
    ),
    (SEKI, MarksOrigin.ANOTHER): ngettext_lazy(
        "%(names)s marked it as in seki in another record.",
        "%(names)s marked them as in seki in another record.",
        "stones",
    ),
    (SEKI, MarksOrigin.FILE): gettext_lazy("In seki by the marks in the file of %(names)s."),
}
AGREED, VERDICTS, NOTHING, BOTH_SAY, RULING = "agreed", "verdicts", "none", "both", "ruling"


@dataclass(frozen=True, slots=True)
class StartLink:
    """Something that the count can start from."""

    address: str
    text: str
    id: str


@dataclass(frozen=True, slots=True)
class TapLink:
    """A state that taps can give to groups, and the same board with that state for taps."""

    text: str
    address: str
    here: bool
    id: str


@dataclass(frozen=True, slots=True)
class StateLink:
    """A state that a group can be set to, and the result of the game then."""

    text: str
    address: str
    result: str
    here: bool
    id: str


@dataclass(frozen=True, slots=True)
class ByTheLetter:
    """That open dame decide who wins, what can be done, and the board counted by the letter."""

    text: str
    ways: tuple[str, ...]
    address: str
    result: str


@dataclass(frozen=True, slots=True)
class UndecidedGroup:
    """A group that the referee still has to decide on, and where the page shows it."""

    name: str
    id: str


@dataclass(frozen=True, slots=True)
class AsProposed:
    """The undecided groups that a proposal is sure of, and the board with all of them set.

    ``every`` says that no other group is left.
    """

    groups: tuple[str, ...]
    address: str
    every: bool


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A group that players or verdicts say something about; ``id`` names it on the page."""

    id: str
    name: str
    said: str
    verdict: str
    number: int
    """The number of the verdict in its case; 0 without one."""
    proven: bool
    rests_on: tuple[str, ...]
    """What the verdict takes for granted by a drawn area, and which verdicts contradict it."""
    doubtful: bool
    asked: bool
    """Whether the players differ on it and nobody has decided it yet."""
    states: tuple[StateLink, ...]


@dataclass(frozen=True, slots=True)
class CountTable:
    """What a count needs from its case: the board, the terms of the game, and all verdicts.

    ``ruled`` is how the ruling of the case counts this board, if it does; ``tap_state`` is the
    state that a tap gives a group.
    """

    board: MarkedBoard
    game: GameRow
    ruleset: RuleSet
    verdicts: Mapping[frozenset[int], VerdictOnChain]
    confirmations: tuple[ConfirmationLine, ...] = ()
    ruled: CountSetting | None = None
    tap_state: str = DEAD

    @property
    def disputed_chains(self) -> Collection[frozenset[int]]:
        """Return the chains with a verdict, or that the ruling does not count as agreed."""
        if self.ruled is None:
            return self.verdicts.keys()
        board = self.board
        other = (self.ruled.dead ^ board.agreed_dead) | (self.ruled.seki ^ board.agreed_seki)
        chains = {frozenset(chain_at(board.position, board.size, point)) for point in other}
        return self.verdicts.keys() | chains

    def counted(self, setting: CountSetting) -> Count:
        """Return the count of the board with a setting."""
        return count_with_setting(self.board, setting, self.game, self.ruleset)[0]

    def address(self, setting: CountSetting, **more: str) -> str:
        """Return the address of this page with another setting."""
        told = setting.words(self.board.position, self.board.size)
        told[DEAD] = told[DEAD] or NONE_DEAD
        sets = "" if self.tap_state == DEAD else self.tap_state
        values = {"report": self.board.source.key, **told, "sets": sets, **more}
        return f"?{urlencode({name: text for name, text in values.items() if text})}#count"


@personal
@require_http_methods(["GET", "HEAD", "POST"])
def count_board(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the board as it is set, and its score; POST redirects to it with dead stones set."""
    desk = at_committee(request, slug, number)
    game = desk.page.game
    if game is None:
        raise Http404
    desk = replace(desk, page=with_evidence(desk.page))
    ruleset = desk.terms.ruleset
    boards = final_boards(desk.page)
    data = QueryDict(mutable=True)
    data.update((posted(request) or request.GET).dict())  # type: ignore[arg-type]
    territory = ruleset.scoring.value is Scoring.TERRITORY
    form = CountForm(data, boards=boards, territory=territory)
    context: dict[str, Any] = {**heading_of(desk), "form": form}
    if form.shown is None:
        return render(request, "life_and_death/count.html", {**frame(request), **context})
    lines = confirmations_of(desk.page.line.id)
    ruled = _ruled(desk.page.line, form.shown)
    table = CountTable(
        form.shown,
        game,
        ruleset,
        verdicts_on(form.shown.position, form.shown.size, lines),
        lines,
        ruled,
        form.tap_state,
    )
    if request.method == "POST":
        return redirect(request.path + _proposed(request, table))
    begins = form.setting is None and not data.get("begin")
    setting = form.setting or _begin(str(data.get("begin") or ""), table)
    if game.stones_stay:
        setting = CountSetting(owners=setting.owners, decided=form.shown.to_decide)
    moves = desk.sits and desk.page.line.state == CaseState.APPEALED
    point = form.point
    if point is not None:
        setting = setting_after_tap(
            table.board, setting, point, table.game, ruleset, state=table.tap_state
        )
    if not form.errors:
        shown = setting.words(form.shown.position, form.shown.size)
        data.update(
            {**shown, DEAD: shown[DEAD] or none_dead_text(), "report": form.shown.source.key}
        )
        form = CountForm(data, boards=boards, territory=territory)
    context |= {
        "form": form,
        "boards": board_names(boards, desk.page),
        **_shown(table, setting, tapped_at=point),
        "starts": tuple(_starts(table)),
        "marked_elsewhere": _elsewhere(table) if begins else "",
        "taps": _taps(table, setting) if territory else (),
        "ruling": _ruling(desk, table, setting, boards) if desk.may or moves else "",
        "moves": moves,
        **_left(table, setting),
        "stay": table.game.stones_stay,
        "play_on": play_on_text(desk.page) if _rules_on_stones(table, setting) else "",
        "territory": territory,
        "legend": legend_of(
            *([Meaning.DIFFERING] if table.board.differing else []),
            Meaning.DEAD,
            *([Meaning.SEKI] if territory else []),
            Meaning.NOBODY,
            Meaning.LOOK,
        ),
    }
    return render(request, "life_and_death/count.html", {**frame(request), **context})


def _proposed(request: HttpRequest, table: CountTable) -> str:
    """Return the address of the board with the stones that random games take to be dead."""
    plain = f"?{urlencode({'report': table.board.source.key})}#count"
    if too_many("count.proposal", request, most=MOST, seconds=SECONDS):
        messages.error(
            request,
            _(
                "Many proposals were asked for in a short time. Wait a minute, or mark the stones "
                "yourself."
            ),
        )
        return plain
    try:
        proposal = propose_end(
            table.board.replay,
            table.ruleset,
            komi=table.game.komi_half / 2,
            handicap=table.game.handicap,
            most=PROMPT,
        )
    except ProposalError as error:
        messages.error(
            request,
            _(
                "Nothing can be proposed: the stones at %(points)s have no liberty, so that no "
                "game leads to this position. Mark the dead stones yourself."
            )
            % {"points": listed_points(error.points, table.board.size)},
        )
        return plain
    unsure = {point for chain in proposal.unsure for point in chain.points}
    # A verdict in the case stands, whatever random games say.
    dead = frozenset(proposal.dead) - unsure
    text = (
        _("The dead stones are proposed from random games: you decide.")
        if dead
        else _(
            "Random games find no stones that are surely dead, so none are proposed: you decide."
        )
    )
    if proposal.cut_short:
        text += " " + _(
            "The position was too open to be analysed to the end. Were all borders played out?"
        )
    if unsure:
        board = table.board
        names = chain_names(board.position, board.size, unsure)
        text += " " + _("Not sure of these, so left alive: %(groups)s. Look at them.") % {
            "groups": ", ".join(names)
        }
    messages.info(request, text)
    setting = setting_by_verdicts(table.board, table.verdicts, table.ruleset, dead)
    return table.address(replace(setting, proposed=(table.board.to_decide | dead) - unsure))


def _left(table: CountTable, setting: CountSetting) -> dict[str, Any]:
    """Return the groups still to decide before the count can be used, and the proposal for them."""
    board = table.board
    left = undecided_chains(board, table.verdicts, setting)

    def name(chain: frozenset[int]) -> str:
        (found,) = chain_names(board.position, board.size, chain)
        return found

    sure = [chain for chain in left if chain <= setting.proposed]
    decided = replace(setting, decided=setting.decided.union(*sure))
    as_proposed = AsProposed(
        tuple(name(chain) for chain in sure), table.address(decided), every=len(sure) == len(left)
    )
    return {
        "undecided": tuple(UndecidedGroup(name(chain), _group_id(board, chain)) for chain in left),
        "differ": all(chain <= board.differing for chain in left),
        "as_proposed": as_proposed if sure else None,
    }


def _group_id(board: MarkedBoard, chain: frozenset[int]) -> str:
    return f"group-{point_name(min(chain), board.size)}"


def _begin(start: str, table: CountTable) -> CountSetting:
    """Return the setting of a start, by default the ruling's or all verdicts and what is agreed."""
    board = table.board
    if table.game.stones_stay or start == NOTHING:
        return CountSetting(decided=board.to_decide)
    marked = {f"marks-{index}": mark for index, mark in enumerate(board.marked)}
    if start in marked:
        mark = marked[start]
        return replace(_as_said(table, mark.points, mark.seki), decided=board.to_decide)
    said = {f"said-{index}": line for index, line in enumerate(board.said)}
    if start in said:
        line = said[start]
        theirs = _as_said(table, board.stones_called(line, DEAD), board.stones_called(line, SEKI))
        return replace(theirs, decided=board.to_decide)
    if start == BOTH_SAY:
        return _as_said(table, board.both_dead, board.both_seki)
    if start == AGREED:
        dead, seki = board.marked_by_all(DEAD), board.marked_by_all(SEKI)
        spoken_of = board.both_living | board.said_differently
        setting = _as_said(table, (dead | board.agreed_dead) - spoken_of, seki | board.agreed_seki)
        return replace(setting, decided=board.unsettled & (dead | seki))
    if table.ruled is not None and start in ("", RULING):
        return table.ruled
    return setting_by_verdicts(board, table.verdicts, table.ruleset, board.agreed_dead)


def _as_said(table: CountTable, dead: frozenset[int], seki: frozenset[int]) -> CountSetting:
    """Return a setting with these stones; seki matters only where territory is counted."""
    territory = table.ruleset.scoring.value is Scoring.TERRITORY
    return CountSetting(dead, seki if territory else frozenset())


def _ruled(case: QueueLine, board: MarkedBoard) -> CountSetting | None:
    """Return how the ruling of a case counts a board; None if it counts none, or another one."""
    if case.state not in (CaseState.RULED, CaseState.APPEALED):
        return None
    said = next((one.counted for one in rulings_of(case.id) if one.stands), None)
    if said is None or said.record != board.digest:
        return None
    return CountSetting(*as_counted(said, board.position, board.size), decided=board.to_decide)


def _elsewhere(table: CountTable) -> str:
    """Return where the stones come from that the board begins with, if other records were marked.

    Empty if none were, or if the board begins from a ruling, verdicts or the file's own marks.
    """
    if table.game.stones_stay or table.ruled is not None or table.verdicts:
        return ""
    marked = table.board.marked
    others = [mark.who for mark in marked if mark.where is MarksOrigin.ANOTHER]
    here = [mark.who for mark in marked if mark.where is MarksOrigin.BOARD]
    if not others or any(mark.where is MarksOrigin.FILE for mark in marked):
        return ""
    names = {"others": ", ".join(others), "here": ", ".join(here)}
    if not here:
        return (
            _(
                "Dead stones were marked in other records (by %(others)s) and not in this one, so "
                "no stone is dead yet: check the whole board."
            )
            % names
        )
    return (
        _(
            "Dead stones were marked in this record (by %(here)s) and in another one (by "
            "%(others)s). Dead here are groups that stand alike and are marked in both: check "
            "the whole board."
        )
        % names
    )


def _starts(table: CountTable) -> Iterable[StartLink]:
    """Yield links to what the count can start from."""
    if table.game.stones_stay:
        return

    def start(key: str, text: str) -> StartLink:
        address = urlencode({"report": table.board.source.key, "begin": key})
        return StartLink(f"?{address}#count", text, f"begin-{key}")

    if table.ruled is not None:
        yield start(RULING, _("The count of the ruling"))
    if table.verdicts:
        yield start(VERDICTS, _("All verdicts of this case"))
    for index, line in enumerate(table.board.said):
        yield start(f"said-{index}", _("What %(name)s said on the board") % {"name": line.name})
    if any(table.board.both_say[:3]):
        yield start(BOTH_SAY, _("What both say on the board"))
    for index, mark in enumerate(table.board.marked):
        yield start(f"marks-{index}", _STARTS[mark.where] % {"name": mark.who})
    if len(table.board.marked) > 1:
        here = all(mark.where is MarksOrigin.BOARD for mark in table.board.marked)
        yield start(AGREED, _("What both marked") if here else _("What is marked in both"))
    yield start(NOTHING, _("No stone is dead"))


def _taps(table: CountTable, setting: CountSetting) -> tuple[TapLink, ...]:
    """Return the states that taps can give to groups."""
    return tuple(
        TapLink(
            text=_state_word(state),
            address=replace(table, tap_state=state).address(setting),
            here=state == table.tap_state,
            id=f"taps-{state}",
        )
        for state in (DEAD, SEKI)
    )


def _shown(table: CountTable, setting: CountSetting, *, tapped_at: int | None) -> dict[str, Any]:
    board, size = table.board, table.board.size
    counted, findings = count_with_setting(board, setting, table.game, table.ruleset)
    groups = chains_in_question(board, table.disputed_chains, setting)
    still = undecided_chains(board, table.verdicts, setting)
    lines = tuple(_group(table, setting, chain, asked=chain in still) for chain in groups)
    doubt = {
        point for chain, line in zip(groups, lines, strict=True) if line.doubtful for point in chain
    }
    territory = {
        **dict.fromkeys(counted.black_territory, BLACK),
        **dict.fromkeys(counted.white_territory, WHITE),
    }
    nobody = [point for point, owner in setting.owners.items() if owner == EMPTY]
    signs = {
        **dict.fromkeys(board.differing, sign_for(Meaning.DIFFERING)),
        **dict.fromkeys(doubt, sign_for(Meaning.LOOK)),
        **dict.fromkeys(setting.seki, sign_for(Meaning.SEKI)),
        **dict.fromkeys(nobody, sign_for(Meaning.NOBODY)),
    }
    drawing = Drawing(
        size=size,
        position=board.position,
        label=_("The end of the record, as it is counted: pale stones are dead."),
        dead=setting.dead,
        territory=territory,
        signs=signs,
        links={
            point: table.address(setting, tap=point_name(point, size))
            for point, state in enumerate(board.position)
            if state == EMPTY or not table.game.stones_stay
        },
    )
    said = "" if tapped_at is None else _point_text(table, setting, counted, tapped_at)
    return {
        "svg": safe_svg(drawing),
        "small": is_small(size),
        "rows": position_in_words(board.position, size),
        "groups": lines,
        "sentence": count_sentence(counted),
        "counted": words.core_result(counted.result),
        "drawn": counted.claim.winner.colour is None,
        "sums": sum_lines(sums_of(counted)),
        "hints": tuple(
            count_hints(
                board.replay,
                board.record,
                table.game,
                table.ruleset,
                findings,
                dead=setting.dead,
                seki=setting.seki,
                owners=setting.owners,
            )
        ),
        "letter": _letter(table, setting, findings),
        "said": said,
    }


def _letter(
    table: CountTable, setting: CountSetting, findings: Iterable[Finding]
) -> ByTheLetter | None:
    """Return what a referee can do if open dame decide who wins; None if they do not."""
    found = setting_by_the_letter(table.board, setting, table.game, table.ruleset)
    text = next((one.text for one in findings if one.code == Code.OPEN_DAME), None)
    if found is None or text is None:
        return None
    letter, agreed, play_on = (
        ARTICLES[key].number for key in ("j1989:8", "j1989:9.2", "j1989:9.3")
    )
    asked = inquiry_title(InquiryKind.EFFECTIVE_MOVE)
    return ByTheLetter(
        text=translated(text),
        ways=(
            _(
                "If both players took their territory for settled when play stopped, the count "
                "stays as it stands above (%(article)s)."
            )
            % {"article": agreed},
            _(
                "If a player asks to play on, the open points are filled before the count "
                "(%(article)s): on the page of the case press “Ask both players”, then "
                "“%(question)s”."
            )
            % {"article": play_on, "question": asked},
            _(
                "If you count to the letter (%(article)s), press the button below: it sets the "
                "stones next to the open points in seki."
            )
            % {"article": letter},
        ),
        address=table.address(found),
        result=words.core_result(table.counted(found).result),
    )


def _point_text(table: CountTable, setting: CountSetting, counted: Count, point: int) -> str:
    """Return a sentence about a point after a tap on it: its stone's state, or its owner."""
    board = table.board
    if board.position[point] == EMPTY:
        owner = owner_of(counted, point)
        text = {
            BLACK: _("%(point)s counts for Black."),
            WHITE: _("%(point)s counts for White."),
            EMPTY: _("%(point)s counts for nobody."),
        }[owner]
        return text % {"point": point_name(point, board.size)}
    (name,) = chain_names(board.position, board.size, {point})
    return name + _(":") + f" {_state_word(setting.state_of(point))}."


def _state_word(state: str) -> str:
    return {
        ALIVE: pgettext("stones", "alive"),
        DEAD: pgettext("stones", "dead"),
        SEKI: _("in seki"),
    }[state]


def _group(
    table: CountTable, setting: CountSetting, chain: frozenset[int], *, asked: bool
) -> GroupLine:
    board = table.board
    first = min(chain)
    colour, name = board.position[first], point_name(first, board.size)
    said = [*_marked_as(board, chain)]
    said += [
        _("%(name)s on the board: %(state)s.") % {"name": line.name, "state": _state_word(state)}
        for line in board.said
        for state in STATES
        if name in getattr(line, state)
    ]
    judged = table.verdicts.get(chain)
    offered = [
        state
        for state in STATES
        if state != SEKI or table.ruleset.scoring.value is Scoring.TERRITORY
    ]
    return GroupLine(
        id=_group_id(board, chain),
        name=translated(chain_name(chain, colour, board.size)),
        said=" ".join(said),
        verdict="" if judged is None else status_sentence(judged.chain, board.size),
        number=0 if judged is None else judged.number,
        proven=judged is not None and judged.proven,
        rests_on=() if judged is None else _rests_on(judged, board.size),
        doubtful=asked or (judged is not None and judged.is_doubtful),
        asked=asked,
        states=()
        if table.game.stones_stay
        else tuple(
            StateLink(
                text=_state_word(state),
                address=table.address(setting.with_decision(chain, state)),
                result=words.core_result(table.counted(setting.with_decision(chain, state)).result),
                here=not asked and setting.state_of(first) == state,
                id=f"set-{name}-{state}",
            )
            for state in offered
        ),
    )


def _marked_as(board: MarkedBoard, chain: frozenset[int]) -> Iterable[str]:
    """Yield sentences on who marked a chain, as what, and where."""
    first = min(chain)
    for (state, where), text in _MARKED_AS.items():
        marked = (mark for mark in board.marked if mark.where is where)
        names = [mark.who for mark in marked if mark.state_of(first) == state]
        if names:
            yield text % {"names": ", ".join(names), "stones": len(chain)}


def _rests_on(judged: VerdictOnChain, size: int) -> tuple[str, ...]:
    return tuple(
        translated(text)
        for text in (*drawn_texts(judged.chain, size), *against_texts(judged, size))
    )


# --- What goes from the count into the form of the ruling ---


def _ruling(
    desk: Desk, table: CountTable, setting: CountSetting, boards: Iterable[MarkedBoard]
) -> str:
    """Return the address of a form filled in with the count: the ruling, or else a motion.

    Empty if the count gives no result.
    """
    counted = table.counted(setting)
    claim = counted.claim
    try:
        result = result_columns(claim)
    except UserError:
        return ""
    # Equal totals that one side wins: there is no margin on the board then.
    tie = result.winner in (Winner.BLACK, Winner.WHITE) and result.margin_half is None
    values = {
        "winner": result.winner,
        "reason": Reason.RULING if tie else Reason.SCORE,
        "margin": result.margin_half or "",
        "articles": _articles(desk, table, setting),
        "made_of": signed_reasons(
            reasons_of(
                table.board,
                setting,
                counted,
                table.ruleset,
                verdicts=table.verdicts,
                confirmations=table.confirmations,
                game=table.game,
                play_on=play_on_article(table.ruleset, desk.policy),
                goes_by=record_sentence(desk.page, boards, table.board, table.game),
            )
        ),
        "count": signed_count(board_count(table.board, setting, counted, table.verdicts)),
        "board": table.address(setting),
    }
    form = "adjudication:rule" if desk.may else "adjudication:motion"
    address = reverse(form, args=[desk.terms.slug, desk.page.line.number])
    return f"{address}?{urlencode(values, doseq=True)}"


def _articles(desk: Desk, table: CountTable, setting: CountSetting) -> list[str]:
    topics = [ArticleTopic.DEAD_STONES, ArticleTopic.COUNT]
    if setting.seki or setting.owners:
        topics.append(ArticleTopic.TERRITORY)
    told = [article.key for article in articles_about(table.ruleset, *topics)]
    disputed, agreed = dispute_in_count(table.board, setting, table.verdicts, table.game)
    differed = disputed or bool(table.verdicts or table.board.differing)
    if differed or table.game.stones_stay:
        told = [*keys_at_stake(Cause.DEAD_STONES, None, table.ruleset), *told]
    life = [LIFE] if any(judged.proven for judged in table.verdicts.values()) else []
    if any(judged.differs for judged in table.verdicts.values()):
        life.append(KO)
    if table.counted(setting).tied and table.ruleset.tie_winner.article == TIE_ARTICLE:
        told = [*told, TIE_ARTICLE]
    keys = dict.fromkeys((*article_keys_at_stake(desk.terms.rules, desk.page.line), *life, *told))
    return [key for key in keys if _applies(key, table, differed=differed, agreed=agreed)]


def _rules_on_stones(table: CountTable, setting: CountSetting) -> bool:
    """Whether stones are counted as dead although some are in dispute."""
    disputed, _agreed = dispute_in_count(table.board, setting, table.verdicts, table.game)
    return disputed and bool(setting.dead)


def _applies(key: str, table: CountTable, *, differed: bool, agreed: bool) -> bool:
    """Whether an article applies to a count in which something ``differed`` or all is ``agreed``.

    The one on objecting does not: it makes both players look again, and no count rests on it.
    Neither does the one on agreeing if the players did not agree, nor the one on resuming if nobody
    resumed. If no proof decides what is dead, what the text says about a disagreement applies.
    """
    topics = ARTICLES[key].topics
    proof = table.ruleset.confirmation.value is ConfirmationMethod.HYPOTHETICAL_PLAY
    if ArticleTopic.OBJECTION in topics:
        return False
    if ArticleTopic.DISPUTE in topics and not proof:
        return differed or table.game.stones_stay
    if ArticleTopic.RESUMPTION in topics:
        return table.game.stones_stay
    if ArticleTopic.END in topics and ArticleTopic.DEAD_STONES in topics:
        return agreed and not differed
    return True
