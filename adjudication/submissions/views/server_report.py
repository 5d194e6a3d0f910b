"""A report filled in from a server's record: its player looks at it, and sends it or not."""

from django.utils.translation import gettext as _

from adjudication.records.models import MAX_RECORD_BYTES
from adjudication.records.services import RecordFile
from adjudication.rules.record import RecordError
from adjudication.rules.server_games import TERMS, GameRequirement, eligibility
from adjudication.submissions.forms import REASONS, ReportForm
from adjudication.submissions.selectors.server_games import (
    ServerGames,
    offered_record,
    own_seat,
    read_server_record,
    result_in,
)
from adjudication.submissions.services.drafts import Drafts
from adjudication.submissions.views.report_form import FilledReport, report_from_sent, result_fields
from adjudication.verdicts.selectors.games import GamePage
from tournament.errors import UserError
from tournament.models import Reason
from tournament.spoken import translated


def read_server_report(
    page: GamePage, player_id: int | None, form: ReportForm, drafts: Drafts
) -> FilledReport:
    """Return a report with the result and the record that a server's record gives.

    It is a record that a program sent for the game and its players, or a file or text that names
    the player as the pairing does. Errors are shown beside their field, and nothing is filled in
    then; what speaks against the game, or is not shown, is noted.
    """
    try:
        file, where = _file(page, form)
    except UserError as error:
        return _refused(form, error.field or "record", str(error.text))
    try:
        found = read_server_record(file.data)
    except RecordError as error:
        return _refused(form, where, translated(error.text))
    except UserError as error:
        return _refused(form, where, str(error.text))
    games = ServerGames(page.terms.id)
    black, white = games.sides(page.game.id)
    colour = page.game.colour_of(player_id)
    judged = eligibility(found, black, white, games.terms(page.game.id))
    blocking = next((reason for reason in judged.reasons if reason.blocks), None)
    if blocking is not None:
        # The opponent's accounts are a matter for the organisers.
        others = blocking.demand is GameRequirement.PLAYERS
        text = _(
            "The record is of %(black)s (Black) and %(white)s (White). As far as accounts are "
            "known these are not the players of your game. If they are, enter your account, or ask "
            "your opponent to enter theirs; or report without this."
        ) % {"black": found.black.written[:80] or "?", "white": found.white.written[:80] or "?"}
        return _refused(form, where, text if others else translated(blocking.text))
    own = black if colour == "black" else white
    # For a record that was sent for this game, the program said who is who.
    if not form.cleaned_data["server"] and own_seat(found, own) != colour:
        text = _(
            "The record does not name you, as far as your accounts are known. Enter your account "
            "first, or report without this."
        )
        return _refused(form, where, text)
    result = result_in(found.claim)
    if result is None:
        return _refused(form, where, _("The result in the record cannot be reported."))
    fields = result_fields(result)
    if result.reason not in (*REASONS, Reason.VOID):
        fields |= {"reason": "", "margin": ""}
    read = report_from_sent(file.data, size=page.terms.board_size, **fields)
    if not fields["reason"]:
        read.errors.clear()
    if read.record is not None:
        read.carried, read.filename = drafts.keep(file.data), file.name
    if not fields["reason"]:
        told = _(
            "The record says “%(record)s”, which players do not report as it stands: say how it "
            "was, or leave it to the organisers."
        )
        read.notes.append(told % {"record": (found.record.result_text or "").strip()[:40]})
    # Terms are among what is looked at again, as with any record.
    elsewhere = TERMS if page.terms.internet else frozenset()
    read.notes += [translated(one.text) for one in judged.reasons if one.demand not in elsewhere]
    return read


def _file(page: GamePage, form: ReportForm) -> tuple[RecordFile, str]:
    """Return the record that was chosen, and the field it came from. Raises UserError."""
    sent = form.cleaned_data["server"]
    if sent:
        file = offered_record(page.game, sent)
        if file is None:
            raise UserError("record_gone", field="record", text=_("The record is no longer here."))
        return file, "record"
    for field in ("record", "paste"):
        if field in form.errors:
            raise UserError(field, field=field, text=str(form.errors[field][0]))
    uploads = form.cleaned_data.get("record", [])
    if uploads:
        return RecordFile(uploads[0].name or "", uploads[0].read(MAX_RECORD_BYTES + 1)), "record"
    text = form.cleaned_data["paste"]
    if not text.strip():
        raise UserError(
            "record_missing", field="record", text=_("Choose a file, or paste the record.")
        )
    return RecordFile("", text.encode("utf-8", "surrogatepass")), "paste"


def _refused(form: ReportForm, where: str, text: str) -> FilledReport:
    where = where if where in ("record", "paste") else "record"
    return FilledReport(paste=str(form["paste"].data or ""), errors={where: text})
