"""Records of games on servers before they are recorded: which game each is of, and if it counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from adjudication.records.services import LARGEST_ZIP, Place, RecordFile
from adjudication.rules.record import GameRecord
from adjudication.rules.server_games import GameRequirement
from adjudication.submissions.forms import ChosenRecordsForm, ServerRecordsForm
from adjudication.submissions.selectors.server_games import (
    MatchedRecord,
    SameNumber,
    WaitingRecord,
    first_differing_move,
    result_in,
    same_number,
    waiting_records,
)
from adjudication.submissions.services.bulk_records import KEPT, MovesElsewhere, moves_elsewhere
from adjudication.submissions.services.server_records import (
    bring_records,
    record_chosen,
    remove_records,
)
from adjudication.submissions.views.bulk_records import FORM_BYTES, files_of
from adjudication.verdicts.services.likeness import NumberedGame, numbers_given_twice
from language.messages import Message
from tournament.common.body_sizes import accepts_body_up_to, handles_unread_form
from tournament.common.forms import posted
from tournament.errors import UserError
from tournament.games import words
from tournament.models import GameState
from tournament.spoken import translated
from tournament.staff.permissions import require_director
from tournament.staff.visitors import frame, personal
from tournament.tournaments.selectors.public import TournamentTerms

PASTED = "pasted.sgf"
MOST_RIVALS_NAMED = 4
MOST_GAMES_NAMED = 6
MOST_REFUSED_NAMED = 10
READY, UNSURE, AGAINST, NOTHING = "good", "warn", "bad", ""


@dataclass(frozen=True, slots=True)
class Row:
    """A record in the table.

    ``kind`` is the style of its badge, ``badge`` the text. ``value`` is what its box sends, empty
    if nothing can be recorded; ``reasons`` are sentences, each with whether the record settles it.
    """

    id: int
    looked: MatchedRecord
    program: str
    sent_at: datetime
    kind: str
    badge: str
    reasons: tuple[tuple[str, bool], ...]
    result: str
    outcome: str
    value: str

    @property
    def ticked(self) -> bool:
        """Whether it is ticked from the start, because nothing at all speaks against it."""
        return bool(self.value) and self.kind == READY


@personal
def _unread(request: HttpRequest, _problem: Exception, slug: str) -> HttpResponse:
    """Answer a form with too many files to read."""
    form = ServerRecordsForm({})
    form.full_clean()
    form.errors.clear()
    text = _("Send at most 200 files at once, or put the records into a zip.")
    form.refuse(UserError("too_many_files", field="files", text=text))
    return _page(request, require_director(request, slug), form)


@accepts_body_up_to(
    LARGEST_ZIP + FORM_BYTES,
    admits=require_director,
    most_files=settings.DATA_UPLOAD_MAX_NUMBER_FILES,
)
@handles_unread_form(_unread)
@personal
@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what records are of and whether they count; record those that are chosen."""
    terms = require_director(request, slug)
    chosen = ChosenRecordsForm(posted(request))
    pressed = ("record", "remove", "remove_one")
    if chosen.is_valid() and any(chosen.cleaned_data[name] for name in pressed):
        try:
            _do(request, terms, chosen)
        except UserError as error:
            messages.error(request, str(error.text))
        return redirect("adjudication:server_records", terms.slug)
    form = ServerRecordsForm(posted(request), request.FILES or None)
    if form.is_valid():
        try:
            brought = bring_records(tournament_id=terms.id, files=_files(form))
        except UserError as error:
            form.refuse(error)
        else:
            for name, why in brought.refused[:MOST_REFUSED_NAMED]:
                messages.error(request, f"{name}: {why}")
            left = len(brought.refused) - MOST_REFUSED_NAMED
            if left > 0:
                text = ngettext(
                    "%(count)d more file is no record.",
                    "%(count)d more files are no records.",
                    left,
                )
                messages.error(request, text % {"count": left})
            _say_copies(request, brought.copies)
            return redirect("adjudication:server_records", terms.slug)
    return _page(request, terms, form)


def _say_copies(request: HttpRequest, copies: Sequence[tuple[str, str]]) -> None:
    """Say which files are not listed because they are the same as others that are."""
    for name, other in copies[:MOST_REFUSED_NAMED]:
        text = (
            _("%(name)s is on this page already.")
            if name == other
            else _("%(name)s is the same file as %(other)s and is listed once.")
        )
        messages.info(request, text % {"name": name, "other": other})
    left = len(copies) - MOST_REFUSED_NAMED
    if left > 0:
        text = ngettext(
            "%(count)d more file is the same as another one on this page.",
            "%(count)d more files are the same as others on this page.",
            left,
        )
        messages.info(request, text % {"count": left})


def _do(request: HttpRequest, terms: TournamentTerms, form: ChosenRecordsForm) -> None:
    """Record the chosen records, or remove one or all; the next page says what became of them."""
    one = form.cleaned_data["remove_one"]
    if form.cleaned_data["remove"] or one:
        count = remove_records(tournament_id=terms.id, record_ids=[one] if one else None)
        text = ngettext("%(count)d record was removed.", "%(count)d records were removed.", count)
        messages.success(request, text % {"count": count})
        return
    chosen = form.cleaned_data["chosen"]
    if not chosen:
        messages.error(request, _("Tick the records first."))
        return
    outcomes = record_chosen(tournament_id=terms.id, chosen=chosen)
    kept = {outcome.game_id for outcome in outcomes if outcome.outcome in KEPT}
    if kept:
        text = ngettext("%(count)d game was recorded.", "%(count)d games were recorded.", len(kept))
        messages.success(request, text % {"count": len(kept)})
    for outcome in outcomes:
        if outcome.outcome not in KEPT:
            messages.error(request, f"{outcome.name}: {translated(outcome.text)}")
    if len(outcomes) < len(chosen):
        messages.error(
            request, _("Some games changed meanwhile: look at what is left, and press again.")
        )


def _files(form: ServerRecordsForm) -> list[RecordFile]:
    """Return the records in an upload. Raises UserError (field ``files``)."""
    uploads, pasted = form.cleaned_data["files"], form.cleaned_data["paste"]
    files = files_of(uploads) if uploads else []
    return [*files, RecordFile(PASTED, pasted.encode())] if pasted.strip() else files


def _page(request: HttpRequest, terms: TournamentTerms, form: ServerRecordsForm) -> HttpResponse:
    rows = _rows(waiting_records(terms.id), terms.id)
    context = {
        "given_twice": [
            (games[0].number, _boards(games)) for games in numbers_given_twice(terms.id)
        ],
        "terms": terms,
        "form": form,
        "rows": rows,
        "choices": any(row.value for row in rows),
        "counting": sum(row.ticked for row in rows),
        "removable": any(not row.program for row in rows),
    }
    return render(
        request,
        "submissions/server_records.html",
        {**frame(request), **context},
        status=form.status,
    )


def _rows(waiting: Sequence[tuple[WaitingRecord, bytes]], tournament_id: int) -> list[Row]:
    """Return the rows of the table, each with what other records say against it."""
    numbers = same_number([one for one, _data in waiting], tournament_id)
    compared = [(one, data) for one, data in waiting if one.looked.enters or one.looked.adds]
    elsewhere = dict(
        zip(
            (one.id for one, _data in compared),
            moves_elsewhere([_placed(one.looked, data) for one, data in compared]),
            strict=True,
        )
    )
    nowhere = MovesElsewhere(None, ())
    return [
        _row(one, elsewhere.get(one.id, nowhere), numbers.get(one.id)) for one, _data in waiting
    ]


def _placed(looked: MatchedRecord, data: bytes) -> tuple[RecordFile, GameRecord, Place]:
    assert looked.found is not None
    assert looked.game is not None
    place = Place(looked.game.id, looked.game.round_number, looked.game.board_number)
    return RecordFile(looked.title, data), looked.found.record, place


def _row(waiting: WaitingRecord, elsewhere: MovesElsewhere, same: SameNumber | None) -> Row:
    looked = waiting.looked
    # Oddities of the record itself need no word on who decides about them.
    reasons = tuple(
        (translated(reason.text), reason.decided or reason.demand is GameRequirement.RECORD)
        for reason in looked.eligibility.reasons
    )
    if looked.problem:
        problem = looked.problem
        text = translated(problem) if isinstance(problem, Message) else problem
        reasons = ((text, True),)
    against = _against(waiting, elsewhere, same)
    kind, badge = _badge(looked)
    if waiting.rivals or (looked.contradicts and looked.eligibility.counts):
        kind, badge = UNSURE, _("conflict")
    elif against and kind == READY:
        kind, badge = UNSURE, _("look at it")
    game = looked.game
    taken = bool(elsewhere.stored) or (same is not None and same.stands)
    kept_out = looked.enters and taken
    able = game is not None and (looked.enters or looked.adds) and not kept_out
    return Row(
        id=waiting.id,
        looked=looked,
        program=waiting.program,
        sent_at=waiting.sent_at,
        kind=kind,
        badge=badge,
        reasons=(*((text, True) for text in against), *reasons),
        result=_result(looked),
        outcome=_outcome(looked, kept_out=kept_out),
        value=f"{waiting.id}-{game.id}-{game.version}" if game and able else "",
    )


def _against(
    waiting: WaitingRecord, elsewhere: MovesElsewhere, same: SameNumber | None
) -> list[str]:
    """Return what other records and the game's own result say against a record."""
    looked = waiting.looked
    told = [_rivals(looked, waiting.rivals)] if waiting.rivals else []
    if looked.contradicts:
        told.append(_other_result(looked))
    told += [translated(text) for text in elsewhere.told]
    if same is not None:
        told.append(_number_elsewhere(same.games))
    return told


def _number_elsewhere(games: Sequence[NumberedGame]) -> str:
    """Return that records of other games give the same game number."""
    text = ngettext(
        "A record of another game gives the same game number (%(number)s): %(boards)s. They cannot "
        "both be that game.",
        "Records of other games give the same game number (%(number)s): %(boards)s. Only one of "
        "them can be that game.",
        len(games),
    )
    return text % {"number": games[0].number, "boards": _boards(games)}


def _boards(games: Sequence[NumberedGame]) -> str:
    """Return where some games are played, such as *round 1, board 2; round 3, board 1*."""
    places = [
        _("round %(round)d, board %(board)d")
        % {"round": game.round_number, "board": game.board_number}
        for game in games[:MOST_GAMES_NAMED]
    ]
    if len(games) > MOST_GAMES_NAMED:
        places.append("…")
    return "; ".join(places)


def _other_result(looked: MatchedRecord) -> str:
    """Return that the game has another result, and what to do if the record is right."""
    assert looked.game is not None, "it contradicts its result"
    text = _(
        "The game has the result %(stands)s already, and the record gives %(said)s. If the record "
        "is right, correct the game on its page."
    )
    return text % {"stands": words.game_result(looked.game), "said": _result(looked)}


def _rivals(looked: MatchedRecord, rivals: Sequence[MatchedRecord]) -> str:
    """Return which other records contradict one and how, and what to do about it."""
    named = [_rival(looked, rival) for rival in rivals[:MOST_RIVALS_NAMED]]
    if len(rivals) > MOST_RIVALS_NAMED:
        named.append("…")
    text = ngettext(
        "Another record here is of the same game and tells something else: %(records)s. Tick the "
        "one that is right.",
        "Other records here are of the same game and tell something else: %(records)s. Tick the "
        "one that is right.",
        len(rivals),
    )
    return text % {"records": ", ".join(named)}


def _rival(looked: MatchedRecord, rival: MatchedRecord) -> str:
    """Return the name of a record that contradicts another one, and how it differs."""
    name, result = rival.title, _result(rival) or "–"
    if result_in(looked.claim) != result_in(rival.claim):
        return f"{name} ({result})"
    move = first_differing_move(looked, rival)
    if move is None:
        text = _("%(record)s (%(result)s, but one of them breaks off or begins with other stones)")
        return text % {"record": name, "result": result}
    text = _("%(record)s (%(result)s, but other moves from move %(move)d on)")
    return text % {"record": name, "result": result, "move": move}


def _badge(looked: MatchedRecord) -> tuple[str, str]:
    """Return the style and the text of the badge that says whether a record counts."""
    if looked.found is None:
        return NOTHING, _("not a record")
    if looked.game is None:
        return NOTHING, _("no game")
    if not looked.eligibility.counts:
        decided = any(reason.decided for reason in looked.eligibility.reasons)
        return (AGAINST, _("does not count")) if decided else (UNSURE, _("cannot be told"))
    if looked.eligibility.reasons or looked.differs:
        return UNSURE, _("look at it")
    return READY, _("counts")


def _result(looked: MatchedRecord) -> str:
    """Return the result of a record as tables write it."""
    result = result_in(looked.claim)
    if result is None:
        return ""
    return words.short_result(result.winner, result.reason, result.margin_half)


def _outcome(looked: MatchedRecord, *, kept_out: bool) -> str:
    """Return what recording it would do, in words.

    ``kept_out`` says that its moves or its game number are stored with another game.
    """
    game = looked.game
    if game is None:
        return ""
    if kept_out:
        return _("Nothing: if it is of this game, enter the result by hand first")
    if looked.enters:
        return _("Result %(result)s, and the record") % {"result": _result(looked)}
    if looked.kept:
        return _("Nothing: the game has this record already")
    if looked.adds:
        stands = words.game_result(game)
        if looked.differs:
            return _("The record alone: the game keeps its result %(result)s") % {"result": stands}
        return _("The record: the game has this result already")
    if game.state in (GameState.REPORTED, GameState.DISPUTED):
        return _("Nothing: the result is with its players or a referee")
    return _("Nothing")
