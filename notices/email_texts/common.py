"""What the texts of all e-mails share: the message, its event and game, dates in words."""

from dataclasses import dataclass
from datetime import datetime

from adjudication.models import Case
from adjudication.policy.causes import BEHAVIOUR
from notices.models import Mail
from tournament.games import words
from tournament.games.selectors import GameRow, game_row
from tournament.models import AuditEvent, Game, Player
from tournament.spoken import moment_text


@dataclass(frozen=True, slots=True)
class EmailText:
    """The subject, without the tournament's name, and the paragraphs of an e-mail.

    ``path`` is the page for the staff. Players are led to their own page, or to the report that
    they have to answer if ``query`` names one.
    """

    subject: str
    paragraphs: tuple[str, ...]
    path: str = ""
    query: str = ""


def key_of(mail: Mail) -> str:
    """Return the key of an e-mail's source."""
    return mail.source.partition(":")[2]


def event_of(mail: Mail) -> AuditEvent | None:
    """Return the event that an e-mail is about, or None."""
    kind, _colon, key = mail.source.partition(":")
    if kind != "event" or not key.isdigit():
        return None
    return AuditEvent.objects.filter(pk=int(key), tournament=mail.tournament_id).first()


def game_of(event: AuditEvent, player: Player) -> GameRow | None:
    """Return the game at the board of an event if the player still sits there, else None."""
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


def case_subject(case: Case) -> str:
    """Return the game of a case with its players; without one the names of those it is about.

    An empty text where it may be a complaint about somebody, and no game.
    """
    if case.game is not None:
        return words.game_title(game_row(case.game)) + "."
    if case.cause in BEHAVIOUR:
        return ""
    return ", ".join(case.parties.order_by("number").values_list("name", flat=True))


def opponent_in(game: GameRow, player_id: int) -> str:
    """Return the name of the other player."""
    return (game.white if game.colour_of(player_id) == "black" else game.black).name


def event_moment(values: object, name: str) -> str:
    """Return a moment from the values of an event in words, or "" if it has none."""
    value = values.get(name) if isinstance(values, dict) else None
    try:
        return moment_text(datetime.fromisoformat(value)) if isinstance(value, str) else ""
    except ValueError:
        return ""
