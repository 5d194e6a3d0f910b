"""What a letter says, before greeting and footer, and what all of them need for it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format

from notices.models import Mail
from tournament.models import AuditEvent, Game, Player
from tournament.selectors.games import GameRow, game_row


@dataclass(frozen=True, slots=True)
class Said:
    """A subject without the tournament's name, and sentences, a paragraph each.

    ``path`` is the page for the staff; players are led to their own, or where ``opens`` says so (a
    query) to the report that they are to answer.
    """

    subject: str
    paragraphs: tuple[str, ...]
    path: str = ""
    opens: str = ""


def key_of(mail: Mail) -> str:
    """Return what a mail is about, without the word for its kind."""
    return mail.source.partition(":")[2]


def event_of(mail: Mail) -> AuditEvent | None:
    """Return the event that a mail tells of, or None."""
    kind, _colon, key = mail.source.partition(":")
    if kind != "event" or not key.isdigit():
        return None
    return AuditEvent.objects.filter(pk=int(key), tournament=mail.tournament_id).first()


def game_of(event: AuditEvent, player: Player) -> GameRow | None:
    """Return the game at the table of an event, where the player still sits."""
    if event.table is None or event.round_number is None:
        return None
    games = Game.objects.filter(
        round__tournament=event.tournament_id,
        round__number=event.round_number,
        board_number=event.table,
    )
    game = games.select_related("round", "black", "white").first()
    if game is None or player.pk not in (game.black_id, game.white_id):
        return None
    return game_row(game)


def opponent_in(game: GameRow, player_id: int) -> str:
    """Return the name of the other player."""
    return (game.white if game.colour_of(player_id) == "black" else game.black).name


def moment_text(moment: datetime) -> str:
    """Return a moment in words, with the name of its time zone."""
    return date_format(timezone.localtime(moment), "D j F Y, H:i T")


def told_moment(told: object, name: str) -> str:
    """Return a moment that an event tells, in words; nothing where it tells none."""
    value = told.get(name) if isinstance(told, dict) else None
    try:
        return moment_text(datetime.fromisoformat(value)) if isinstance(value, str) else ""
    except ValueError:
        return ""
