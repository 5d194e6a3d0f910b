"""Many games ready to be reported, written straight into the database of a real installation.

    python -m tests.support.field OUTPUT [--tournaments 10] [--boards 100]

Runs as a process of its own, with the installation's environment: whoever measures stays free of
Django. Every board has a record of its own: real ones where the shared data are there, else those
of the demo. ``OUTPUT`` is a JSON list of :class:`Board`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
from base64 import b64decode, b64encode
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import compress, decompress

from tests.support.environment import REPOSITORY
from tests.support.shared import shared_path

if TYPE_CHECKING:
    from adjudication.rules.claims import Claim
    from adjudication.rules.record import GameRecord

_CSRF = "c" * 32


@dataclass(frozen=True, slots=True)
class Board:
    """One game: its keys, its players' cookies, what its record says, and the record itself."""

    game: int
    tournament: int
    slug: str
    players: tuple[int, int]
    sessions: tuple[str, str]
    """The session keys of Black and White."""
    winner: str
    reason: str
    margin: str
    record: str
    """The record, compressed, in base64."""
    carried: str
    """The name of both players' drafts of a report with it."""
    token: str = ""
    """Black's token of the API."""

    @property
    def data(self) -> bytes:
        """The record as it is in a file."""
        return decompress(b64decode(self.record))

    @property
    def path(self) -> str:
        """The address of the report form."""
        return f"/games/{self.game}/report/"

    def cookies(self, white: bool = False) -> dict[str, str]:
        """Return the cookies of one of the two players' browsers."""
        return {"session": self.sessions[white], "csrf": _CSRF}

    def fields(self, key: str, **changed: str) -> dict[str, str]:
        """Return the fields of the report form as its last step sends them."""
        fields = {
            "csrfmiddlewaretoken": _CSRF,
            "step": "send",
            "key": key,
            "winner": self.winner,
            "reason": self.reason,
            "margin": self.margin,
            "carried": self.carried,
            "filename": "game.sgf",
        }
        return fields | changed


def make_field(folder: Path, environment: dict[str, str], **options: int) -> list[Board]:
    """Make a field in the database that ``environment`` names, and return its boards."""
    output = folder / "field.json"
    command = [sys.executable, "-m", "tests.support.field", str(output)]
    for name, value in options.items():
        command += [f"--{name}", str(value)]
    subprocess.run(command, cwd=REPOSITORY, env=environment, check=True)
    boards = [
        Board(**{**row, "players": tuple(row["players"]), "sessions": tuple(row["sessions"])})
        for row in json.loads(output.read_text())
    ]
    # One tournament after the other, everybody would wait for its record in turn.
    random.Random(1).shuffle(boards)
    return boards


def main() -> None:
    """Write the rows and the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("output", type=Path)
    parser.add_argument("--tournaments", type=int, default=10)
    parser.add_argument("--boards", type=int, default=100)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    boards = boards_of(options.tournaments, options.boards)
    options.output.write_text(json.dumps([asdict(board) for board in boards]))


def boards_of(tournaments: int, boards: int) -> list[Board]:
    """Write the rows into the database of this process, which is set up; return the boards."""
    known = records(boards * tournaments)
    return [board for number in range(tournaments) for board in _tournament(number, known, boards)]


def records(count: int) -> list[tuple[bytes, GameRecord, Claim]]:
    """Return as many 19x19 records with a result, each of a game of its own."""
    from adjudication.demo import plan
    from adjudication.rules.claims import parse_claim
    from adjudication.rules.record import RecordError
    from adjudication.rules.sgf import read_record

    folder = shared_path("corpus/sgf/kgs_6d")
    paths = sorted((folder or plan.RECORDS).rglob("*.sgf"))
    found: dict[bytes, tuple[GameRecord, Claim]] = {}
    for path in paths:
        if len(found) == count:
            break
        data = path.read_bytes()
        try:
            record = read_record(data)
        except RecordError:
            continue
        claim = parse_claim(record.result_text or "")
        if claim is not None and record.size == 19 and _reportable(claim, record):
            found.setdefault(data, (record, claim))
    rows = [(data, record, claim) for data, (record, claim) in found.items()]
    while len(rows) < count:  # another event each: other bytes of the same game
        rows += [
            (re.sub(rb"^\(;", b"(;EV[%d]" % (len(rows) + at), data, count=1), record, claim)
            for at, (data, record, claim) in enumerate(rows[: count - len(rows)])
        ]
    return rows


def _reportable(claim: Claim, record: GameRecord) -> bool:
    """Say whether players can report a result by the form and are asked nothing.

    All margins in halves are possible, as the komi is, too.
    """
    from adjudication.submissions.forms import REASONS
    from adjudication.verdicts.services.claims import result_columns
    from tournament.errors import UserError
    from tournament.models import Winner

    try:
        result = result_columns(claim)
    except UserError:
        return False
    halves = _half(record.komi_text) % 2 and (result.margin_half is None or result.margin_half % 2)
    return (
        bool(halves) and result.winner in (Winner.BLACK, Winner.WHITE) and result.reason in REASONS
    )


def _tournament(
    number: int, records: list[tuple[bytes, GameRecord, Claim]], boards: int
) -> list[Board]:
    from django.utils import timezone

    from tournament.models import (
        AccessLink,
        Colour,
        Game,
        Player,
        Role,
        Round,
        RoundState,
        Seat,
        Tournament,
        TrailHead,
    )

    slug = f"field-{number}"
    tournament = Tournament.objects.create(
        name=slug, slug=slug, rules="japanese", komi_half=13, handicap_komi_half=1
    )
    TrailHead.objects.create(tournament=tournament, sequence=0, digest="")
    round_ = Round.objects.create(
        tournament=tournament,
        number=1,
        state=RoundState.PUBLISHED,
        published_at=timezone.now(),
    )
    taken = records[number * boards : (number + 1) * boards]
    names = [
        name
        for at, (_, record, _) in enumerate(taken)
        for name in (record.black_name or f"Black {at}", record.white_name or f"White {at}")
    ]
    players = Player.objects.bulk_create(
        Player(tournament=tournament, number=at, surname=name[:100])
        for at, name in enumerate(names, 1)
    )
    games = Game.objects.bulk_create(
        Game(
            round=round_,
            board_number=at + 1,
            black=players[2 * at],
            white=players[2 * at + 1],
            handicap=record.handicap or 0,
            komi_half=_half(record.komi_text),
        )
        for at, (_, record, _) in enumerate(taken)
    )
    Seat.objects.bulk_create(
        Seat(round=round_, game=game, player_id=player, colour=colour)
        for game in games
        for player, colour in ((game.black_id, Colour.BLACK), (game.white_id, Colour.WHITE))
    )
    links = AccessLink.objects.bulk_create(
        AccessLink(
            tournament=tournament,
            role=Role.PLAYER,
            player=player,
            token_hash=f"{tournament.pk:032x}{player.pk:032x}",
        )
        for player in players
    )
    keys = _sessions([link.pk for link in links])
    tokens = _tokens([link.pk for link in links[::2]])
    return [
        _board(game, (keys[2 * at], keys[2 * at + 1]), data, claim, tokens[at])
        for at, (game, (data, _, claim)) in enumerate(zip(games, taken, strict=True))
    ]


def _board(game: Any, sessions: tuple[str, str], data: bytes, claim: Claim, token: str) -> Board:
    from adjudication.submissions.services.drafts import Drafts
    from adjudication.verdicts.services.claims import result_columns

    result = result_columns(claim)
    Drafts(game.pk, game.white_id).keep(data)
    return Board(
        game=game.pk,
        tournament=game.round.tournament_id,
        slug=game.round.tournament.slug,
        players=(game.black_id, game.white_id),
        sessions=sessions,
        winner=str(result.winner),
        reason=str(result.reason),
        margin="" if result.margin_half is None else f"{result.margin_half / 2:g}",
        record=b64encode(compress(data, 6)).decode(),
        carried=Drafts(game.pk, game.black_id).keep(data),
        token=token,
    )


def _sessions(links: list[int]) -> list[str]:
    """Return the keys of new sessions, each with one link."""
    from django.contrib.sessions.backends.db import SessionStore
    from django.contrib.sessions.models import Session

    from tournament.staff.visitors import SESSION_KEY

    store = SessionStore()
    rows = [
        Session(
            session_key=f"{link:032x}",
            session_data=store.encode({SESSION_KEY: [link]}),
            expire_date=store.get_expiry_date(),
        )
        for link in links
    ]
    Session.objects.bulk_create(rows)
    return [row.session_key for row in rows]


def _tokens(links: list[int]) -> list[str]:
    """Return the texts of new tokens of the API, each of one player's link."""
    from django.utils import timezone

    from api.models import Scope, Token
    from api.services.tokens import HINT, SECRET_BYTES, digest_of, text_of

    texts = [text_of(link.to_bytes(SECRET_BYTES, "big")) for link in links]
    Token.objects.bulk_create(
        Token(
            link_id=link,
            token_hash=digest_of(text),
            hint=text[:HINT],
            label="field",
            scopes=[Scope.READ, Scope.GAMES],
            expires_at=timezone.now() + timedelta(days=1),
        )
        for link, text in zip(links, texts, strict=True)
    )
    return texts


def _half(komi: str | None) -> int:
    try:
        return int(2 * float(komi or 6.5))
    except ValueError:
        return 13


if __name__ == "__main__":
    main()
