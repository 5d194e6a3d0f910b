"""Letters about rounds, results and dates."""

from datetime import datetime
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from adjudication.models import Submission, SubmissionState
from adjudication.selectors.submissions import report_name
from adjudication.services.claims import Result
from adjudication.web.sentences import own_sentence
from notices.models import Mail
from notices.web.letters.telling import (
    Said,
    event_of,
    game_of,
    moment_text,
    opponent_in,
    told_moment,
)
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
from tournament.selectors.games import GameRow, game_row
from tournament.web import words


def pairing(mail: Mail, player: Player) -> Said | None:
    """Tell whom he plays, or that he has a bye; nothing once the round is taken back."""
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
        return Said(_("round %(number)d: you have a bye") % {"number": number}, (text,))
    game = game_row(seat.game)
    colour = game.colour_of(player.pk)
    opponent = game.white if colour == "black" else game.black
    values = {
        "number": number,
        "board": game.board_number,
        "colour": words.colour(colour),
        "opponent": words.player(opponent),
    }
    told = [
        _("Round %(number)d, board %(board)d: you play %(colour)s against %(opponent)s.") % values,
        words.terms_sentence(
            size=mail.tournament.board_size, handicap=game.handicap, komi_half=game.komi_half
        )
        + ".",
    ]
    play_by = seat.game.play_by or seat.round.play_by
    if play_by is not None:
        told.append(_("Please play by %(moment)s.") % {"moment": moment_text(play_by)})
    return Said(_("round %(number)d: you play %(opponent)s") % values, tuple(told))


def confirm(mail: Mail, player: Player) -> Said | None:
    """Ask for an answer to the opponent's report, while it waits for one."""
    event = event_of(mail)
    game = None if event is None else game_of(event, player)
    if game is None or game.state != GameState.REPORTED:
        return None
    waiting = Submission.objects.filter(game=game.id, state=SubmissionState.PENDING).first()
    if waiting is None or waiting.player_id == player.pk:
        return None
    result = Result(waiting.claim_winner, waiting.claim_reason, waiting.claim_margin_half)
    values = {"opponent": opponent_in(game, player.pk), "number": game.round_number}
    return Said(
        _("round %(number)d: is this result right?") % values,
        (
            _("%(opponent)s has sent in the result of round %(number)d:") % values,
            own_sentence(game, game.colour_of(player.pk), result),
            _("Please confirm it, or contest it if it is wrong."),
        ),
        opens=urlencode({"game": game.id, "shown": report_name(waiting.pk, game.version)}),
    )


def dates(mail: Mail, player: Player) -> Said | None:
    """Tell what became of a date for his game, while it is so."""
    event = event_of(mail)
    game = None if event is None else game_of(event, player)
    if event is None or game is None or game.state != GameState.OPEN or _overtaken(event, game):
        return None
    after = event.after
    values = {
        "opponent": opponent_in(game, player.pk),
        "number": game.round_number,
        "date": told_moment(after, "date") or told_moment(after, "plays_at") or "–",
        "play_by": told_moment(after, "play_by"),
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
    told = [text % values]
    if event.verb == Verb.GAME_DATE_SET and told_moment(after, "plays_at"):
        told.append(_("You meet on %(date)s.") % {"date": told_moment(after, "plays_at")})
    if values["play_by"]:
        told.append(_("Please play by %(moment)s.") % {"moment": values["play_by"]})
    return Said(subject % values, tuple(told))


def _overtaken(event: AuditEvent, game: GameRow) -> bool:
    """Say whether a proposal was answered since, or a date that was agreed or set is another."""
    told = event.after if isinstance(event.after, dict) else {}
    date, plays_at, play_by = (
        datetime.fromisoformat(told[name]) if told.get(name) else None
        for name in ("date", "plays_at", "play_by")
    )
    if event.verb in (Verb.RESCHEDULE_PROPOSED, Verb.RESCHEDULE_COUNTERED):
        asked = Reschedule.objects.filter(game=game.id, state=RescheduleState.PROPOSED)
        return date is None or not asked.filter(plays_at=date).exists()
    if event.verb in (Verb.RESCHEDULE_AGREED, Verb.GAME_DATE_SET):
        return plays_at != game.plays_at or (play_by is not None and play_by != game.play_by)
    return False


def reminder(mail: Mail, player: Player) -> Said | None:
    """Remind of a game that is due or whose result is missing, while it is open."""
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
        return None  # the date is another since
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
    return Said(subject % values, (text % values,))
