"""Adding the game record to a result that is already reported or confirmed."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.submissions.forms import RecordForm
from adjudication.submissions.services.added_records import add_record
from adjudication.submissions.services.drafts import Drafts
from adjudication.submissions.views.games import played_game
from adjudication.submissions.views.preview import chooser, record_sentence
from adjudication.submissions.views.proposing import do_step
from adjudication.submissions.views.report_form import FilledReport, read_added
from adjudication.submissions.views.report_pages import marking_context
from adjudication.verdicts.selectors.games import GamePage
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import own_sentence
from tournament.common.body_sizes import handles_unread_form
from tournament.errors import Conflict, UserError
from tournament.staff.visitors import cached_for_back_button, frame, visitor_of


@cached_for_back_button
def _unread(request: HttpRequest, _problem: Exception, game_id: int) -> HttpResponse:
    """Answer a form that is too large to read."""
    page, _player_id = played_game(request, game_id)
    text = _("Send at most 5 files of 512 kB each. Go back and choose again.")
    return _page(request, page, FilledReport(errors={"record": text}))


@handles_unread_form(_unread)
@cached_for_back_button
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest, game_id: int) -> HttpResponse:
    """Ask for the record, show what the replay makes of it, and add it."""
    page, player_id = played_game(request, game_id)
    standing = page.addable_report(player_id)
    form = RecordForm(request.POST, request.FILES)
    form.is_valid()
    step = form.cleaned_data["step"]
    sent = step == "send"
    if standing is None:
        if not sent:  # sent twice, and the record is there already: that is no error
            text = _(
                "You have already added a record, or there is no result to which it could belong."
            )
            messages.warning(request, text)
        return redirect("adjudication:game", game_id)
    read = read_added(
        form,
        result=Result(standing.winner, standing.reason, standing.margin_half),
        size=page.terms.board_size,
        choose=chooser(page.game, page.terms),
        drafts=Drafts(game_id, player_id),
    )
    do_step(request, read, page.game, page.terms, step)
    if request.method == "POST" and read.record is None and not read.errors:
        read.errors["record"] = _("Choose a file, or paste the record.")
    if not sent or read.errors or read.fresh or not read.key:
        read.key = uuid4().hex
        return _page(request, page, read)
    assert read.data is not None
    try:
        add_record(
            game_id=game_id,
            player_id=player_id,
            record_bytes=read.data,
            filename=read.filename,
            dead_stones=read.dead_stones,
            seki_stones=read.seki_stones,
            idempotency_key=read.key,
        )
    except Conflict as problem:
        messages.warning(request, str(problem.text))
    except UserError as problem:
        field = {"dead_stones": "dead", "seki_stones": "seki"}.get(problem.field or "", "record")
        read.errors[field] = str(problem.text)
        return _page(request, page, read)
    else:
        messages.success(request, _("The game record is added. The result stays as it is."))
    return redirect("adjudication:game", game_id)


def _page(request: HttpRequest, page: GamePage, read: FilledReport) -> HttpResponse:
    game = page.game
    colour = game.colour_of(visitor_of(request).player_id)
    context = {
        "page": page,
        "sentence": own_sentence(game, colour, read.result) if read.winner else "",
        "record": record_sentence(read),
        "has_record": read.record is not None,
        "adding": True,
        "from_post": request.method == "POST",
        **marking_context(page, read),
    }
    status = 400 if read.errors or read.refusal else 200
    return render(
        request, "submissions/add_record.html", {**frame(request), **context}, status=status
    )
