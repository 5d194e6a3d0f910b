"""E-mails to players about rounds, results and dates of games."""

from datetime import datetime
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from adjudication.models import Submission, SubmissionState
from adjudication.verdicts.selectors.submissions import report_name
from adjudication.verdicts.services.claims import Result
from adjudication.verdicts.views import own_sentence
from notices.email_texts.common import (
    EmailText,
    event_moment,
    event_of,
    game_of,
    opponent_in,
)
from notices.models import Mail
from tournament.games import words
from tournament.games.selectors import GameRow, game_row
from tournament.models import (
    AuditEvent,
    Game,
    GameState,
    Player,
    Reschedule,
    RescheduleState,
    RoundState,
    Seat,
    Verb,
)
from tournament.spoken import moment_text


def pairing(mail: Mail, player: Player) -> EmailText | None:
    """Whom the player meets, or that they have the bye; nothing if the round was taken back."""
    event = event_of(mail)
    if event is None:
        return None
    seats = Seat.objects.filter(
        player=player,
        round__tournament=mail.tournament_id,
        round__number=event.round_number or 0,
        round__state=RoundState.PUBLISHED,
    )
    seat = seats.select_related("round", "game__round", "game__black", "game__white").first()
    if seat is None:
        return None
    number = seat.round.number
    if seat.game is None:
        text = _("There was nobody left to play against you, so you are free in this round.")
        return EmailText(_("round %(number)d: you have a bye") % {"number": number}, (text,))
    game = game_row(seat.game)
    colour = game.colour_of(player.pk)
    opponent = game.white if colour == "black" else game.black
    values = {
        "number": number,
        "board": game.board_number,
        "colour": words.colour(colour),
        "opponent": words.player(opponent),
    }
    paragraphs = [
        _("Round %(number)d, board %(board)d: you play %(colour)s against %(opponent)s.") % values,
        words.terms_sentence(
            size=mail.tournament.board_size, handicap=game.handicap, komi_half=game.komi_half
        )
        + ".",
    ]
    play_by = seat.game.play_by or seat.round.play_by
    if play_by is not None:
        paragraphs.append(_("Please play by %(moment)s.") % {"moment": moment_text(play_by)})
    return EmailText(_("round %(number)d: you play %(opponent)s") % values, tuple(paragraphs))


def confirm(mail: Mail, player: Player) -> EmailText | None:
    """The opponent's report, to be confirmed or contested, while it waits for an answer."""
    event = event_of(mail)
    game = None if event is None else game_of(event, player)
    if game is None or game.state != GameState.REPORTED:
        return None
    waiting = Submission.objects.filter(game=game.id, state=SubmissionState.PENDING).first()
    if waiting is None or waiting.player_id == player.pk:
        return None
    result = Result(waiting.claim_winner, waiting.claim_reason, waiting.claim_margin_half)
    values = {"opponent": opponent_in(game, player.pk), "number": game.round_number}
    return EmailText(
        _("round %(number)d: is this result right?") % values,
        (
            _("%(opponent)s has sent in the result of round %(number)d:") % values,
            own_sentence(game, game.colour_of(player.pk), result),
            _("Please confirm it, or contest it if it is wrong."),
        ),
        query=urlencode({"game": game.id, "shown": report_name(waiting.pk, game.version)}),
    )


def dates(mail: Mail, player: Player) -> EmailText | None:
    """A date for the player's game was proposed, agreed or refused, while that is still so."""
    event = event_of(mail)
    game = None if event is None else game_of(event, player)
    if event is None or game is None or game.state != GameState.OPEN or _is_outdated(event, game):
        return None
    after = event.after
    values = {
        "opponent": opponent_in(game, player.pk),
        "number": game.round_number,
        "date": event_moment(after, "date") or event_moment(after, "plays_at") or "–",
        "play_by": event_moment(after, "play_by"),
    }
    subject, text = {
        Verb.RESCHEDULE_PROPOSED: (
            _("round %(number)d: a date for your game"),
            _("%(opponent)s proposes to play on %(date)s. Agree, refuse or propose another date."),
        ),
        Verb.RESCHEDULE_COUNTERED: (
            _("round %(number)d: another date for your game"),
            _(
                "%(opponent)s proposes another date: %(date)s. Agree, refuse or propose another "
                "date."
            ),
        ),
        Verb.RESCHEDULE_AGREED: (
            _("round %(number)d: the date is agreed"),
            _("%(opponent)s agrees: you play on %(date)s."),
        ),
        Verb.RESCHEDULE_REFUSED: (
            _("round %(number)d: the date was refused"),
            _("%(opponent)s does not agree to your date. Propose another one."),
        ),
        Verb.RESCHEDULE_WITHDRAWN: (
            _("round %(number)d: the date was taken back"),
            _("%(opponent)s has taken the proposed date back."),
        ),
        Verb.GAME_DATE_SET: (
            _("round %(number)d: the organisers set a date"),
            _("The organisers have set the date of your game against %(opponent)s."),
        ),
    }.get(Verb(event.verb), ("", ""))
    if not text:
        return None
    paragraphs = [text % values]
    if event.verb == Verb.GAME_DATE_SET and event_moment(after, "plays_at"):
        paragraphs.append(_("You meet on %(date)s.") % {"date": event_moment(after, "plays_at")})
    if values["play_by"]:
        paragraphs.append(_("Please play by %(moment)s.") % {"moment": values["play_by"]})
    return EmailText(subject % values, tuple(paragraphs))


def _is_outdated(event: AuditEvent, game: GameRow) -> bool:
    """Return whether a proposal was answered since, or an agreed date has changed."""
    after = event.after if isinstance(event.after, dict) else {}
    date, plays_at, play_by = (
        datetime.fromisoformat(after[name]) if after.get(name) else None
        for name in ("date", "plays_at", "play_by")
    )
    if event.verb in (Verb.RESCHEDULE_PROPOSED, Verb.RESCHEDULE_COUNTERED):
        proposals = Reschedule.objects.filter(game=game.id, state=RescheduleState.PROPOSED)
        return date is None or not proposals.filter(plays_at=date).exists()
    if event.verb in (Verb.RESCHEDULE_AGREED, Verb.GAME_DATE_SET):
        return plays_at != game.plays_at or (play_by is not None and play_by != game.play_by)
    return False


def reminder(mail: Mail, player: Player) -> EmailText | None:
    """A game is due, or its result is missing, while it is open."""
    why, _colon, rest = mail.source.partition(":")
    key, _colon, moment = rest.partition(":")
    games = Game.objects.filter(pk=int(key), round__tournament=mail.tournament_id)
    game = games.select_related("round", "black", "white").first()
    if game is None or game.state != GameState.OPEN or game.opponent_of(player.pk) is None:
        return None
    if game.round.state != RoundState.PUBLISHED:
        return None
    row = game_row(game)
    due = game.plays_at if why == "meet" else game.play_by or game.round.play_by
    if due is None or due != datetime.fromisoformat(moment):
        return None  # the date has changed since
    values = {
        "opponent": opponent_in(row, player.pk),
        "number": row.round_number,
        "moment": moment_text(due),
    }
    subject, text = {
        "due": (
            _("round %(number)d: your game is due"),
            _("Your game against %(opponent)s in round %(number)d is due by %(moment)s."),
        ),
        "meet": (
            _("round %(number)d: you play soon"),
            _("You play %(opponent)s in round %(number)d on %(moment)s."),
        ),
        "missing": (
            _("round %(number)d: the result of your game is missing"),
            _(
                "Your game against %(opponent)s in round %(number)d was due by %(moment)s, and "
                "nobody has reported its result. Please report it, or tell the organisers what "
                "keeps you."
            ),
        ),
    }[why]
    return EmailText(subject % values, (text % values,))
