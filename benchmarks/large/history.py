"""One tournament from its first event to its last."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from benchmarks.large.evidence import Evidence
from benchmarks.large.reports import Reports
from benchmarks.large.rows import Rows

if TYPE_CHECKING:
    from adjudication.verdicts.services.claims import Result
    from tournament.models import AccessLink, AuditEvent, Game, Person, Player, Round

RULES = ("japanese", "french", "aga")
IMPORTED, REPORTED, CONTESTED = 0.25, 0.27, 0.02


class History:
    """One tournament being written, with its trail."""

    def __init__(self, chance: random.Random, evidence: Evidence, slug: str) -> None:
        self._chance, self._evidence, self._slug = chance, evidence, slug
        self._events: list[AuditEvent] = []
        self._digest = ""
        self._rows = Rows()
        self._reports = Reports()
        self._referee: Person | None = None
        self._contested = 0

    @property
    def made(self) -> dict[str, int]:
        """Return how many rows were written, by their name."""
        return self._rows.made

    def write(self, boards: int, rounds: int, *, running: bool) -> None:
        """Write a tournament of so many boards and rounds."""
        from django.utils import timezone

        from tournament.models import Tournament, TrailHead, Verb

        self._imported = not running and self._chance.random() < IMPORTED
        age = timedelta(days=0 if running else self._chance.randint(7, 2000))
        self._now = timezone.now() - age - timedelta(hours=3 * rounds)
        self._tournament = Tournament.objects.create(
            name=f"Open {self._slug}",
            slug=self._slug,
            rules=self._chance.choice(RULES),
            komi_half=13,
            handicap_komi_half=1,
            city=self._chance.choice(("Grenoble", "Praha", "Seoul", "Boston")),
            starts_on=self._now.date(),
            created_at=self._now,
        )
        self._tell(
            Verb.TOURNAMENT_CREATED,
            after={"name": self._tournament.name, "slug": self._slug},
        )
        self._enter_players(2 * boards)
        self._scores = [0] * len(self._players)
        for number in range(1, rounds + 1):
            self._now += timedelta(hours=3)
            self._play(number, over=not (running and number == rounds))
        self._reports.write(
            self._tournament, self._persons, self._referee, self._rows, self._chance
        )
        if not running:
            self._tell(Verb.TOURNAMENT_CLOSED)
            self._tournament.closed_at = self._now
            self._tournament.save(update_fields=["closed_at"])
        self._rows.add("events", self._events)
        last = self._events[-1]
        TrailHead.objects.create(
            tournament=self._tournament, sequence=last.sequence, digest=last.digest
        )

    def _enter_players(self, count: int) -> None:
        from tournament.models import AccessLink, Person, Player, Role, Verb

        ranks = [f"{n}d" for n in range(6, 0, -1)] + [f"{n}k" for n in range(1, 21)]
        self._players: list[Player] = self._rows.add(
            "players",
            [
                Player(
                    tournament=self._tournament,
                    number=number,
                    surname=f"Surname{self._chance.randrange(20_000):05}",
                    first_name=f"First{self._chance.randrange(2_000):04}",
                    rank=(rank := self._chance.choice(ranks)),
                    level=int(rank[:-1]) - 1 if rank[-1] == "d" else -int(rank[:-1]),
                    club=f"Club {self._chance.randrange(200)}",
                    country=self._chance.choice(("FR", "CZ", "KR", "US", "DE", "JP")),
                )
                for number in range(1, count + 1)
            ],
        )
        verb = Verb.IMPORTED if self._imported else Verb.PLAYER_ADDED
        self._tell(verb, players=[player.number for player in self._players])
        self._persons: dict[int, Person] = {}
        if self._imported:
            return
        links: list[AccessLink] = self._rows.add(
            "links",
            [
                AccessLink(
                    tournament=self._tournament,
                    role=Role.REFEREE if player is None else Role.PLAYER,
                    label="Referee" if player is None else "",
                    player=player,
                    token_hash=f"{self._chance.getrandbits(256):064x}",
                )
                for player in (None, *self._players)
            ],
        )
        persons: list[Person] = self._rows.add(
            "persons",
            [
                Person(
                    tournament=self._tournament,
                    uid=f"{self._chance.getrandbits(64):016x}",
                    name=link.label,
                    role=link.role,
                    player=link.player,
                    link=None if link.player_id else link,
                )
                for link in links
            ],
        )
        self._referee = persons[0]
        self._persons = {person.player_id: person for person in persons[1:] if person.player_id}

    def _play(self, number: int, *, over: bool) -> None:
        """Pair a round by scores, bring its results in, and close it where it is over."""
        from tournament.models import Colour, Game, Round, RoundState, Seat, Verb

        round_ = Round.objects.create(
            tournament=self._tournament,
            number=number,
            state=RoundState.FINISHED if over else RoundState.PUBLISHED,
            published_at=self._now,
        )
        order = sorted(
            range(len(self._players)), key=lambda at: (-self._scores[at], self._chance.random())
        )
        pairs = list(zip(order[::2], order[1::2], strict=True))
        games = [
            Game(
                round=round_,
                board_number=board,
                black=self._players[black],
                white=self._players[white],
                komi_half=self._tournament.komi_half,
            )
            for board, (black, white) in enumerate(pairs, 1)
        ]
        if not self._imported:
            boards = [_terms(game) for game in games]
            self._tell(Verb.ROUND_PAIRED, round_, after={"boards": boards})
            self._tell(
                Verb.ROUND_PUBLISHED,
                round_,
                before={"round": "draft"},
                after={"round": "published"},
            )
        for game, (black, white) in zip(games, pairs, strict=True):
            if not over and self._chance.random() < 0.5:
                continue
            self._bring_in(round_, game, over=over)
            self._scores[black if game.winner == "black" else white] += 1
        self._rows.add("games", games)
        self._rows.add(
            "seats",
            [
                Seat(round=round_, game=game, player=player, colour=colour)
                for game in games
                for player, colour in ((game.black, Colour.BLACK), (game.white, Colour.WHITE))
            ],
        )
        if over and not self._imported:
            self._tell(
                Verb.ROUND_FINISHED,
                round_,
                before={"round": "published"},
                after={"round": "finished"},
            )

    def _bring_in(self, round_: Round, game: Game, *, over: bool) -> None:
        """Give a game its result: entered, or reported and confirmed or contested."""
        from tournament.models import GameState, Verb

        told, at = (round_, game.board_number), self._now + timedelta(hours=1)
        game.reported_at = at
        if not self._imported and self._chance.random() < REPORTED:
            shown, contested = (
                self._evidence.next(self._tournament.rules),
                self._chance.random() < CONTESTED,
            )
            self._reports.add(game, shown, contested=contested)
            _give(game, GameState.REPORTED, shown.result)
            reported = _result(game)
            self._tell(
                Verb.RESULT_REPORTED, *told, by=game.black, before=_terms(game), after=reported
            )
            game.version = 2
            if not contested:
                _give(game, GameState.CONFIRMED, shown.result)
                game.confirmed_at = at
                self._tell(
                    Verb.RESULT_CONFIRMED,
                    *told,
                    by=game.white,
                    before=reported,
                    after=_result(game),
                )
                return
            game.state, game.winner, game.reason, game.margin_half = (
                GameState.DISPUTED,
                "",
                "",
                None,
            )
            self._tell(
                Verb.RESULT_CONTESTED, *told, by=game.white, before=reported, after=_result(game)
            )
            self._contested += 1
            if over:
                disputed = _result(game)
                _give(game, GameState.RULED, shown.result)
                game.version, game.final = 3, True
                ruled = {"case": self._contested, "ruling": 1, "effect": "result"}
                ruled |= {"articles": [], "penalties": []}
                self._tell(Verb.RULED, *told, by=None, before=disputed, after=_result(game) | ruled)
            return
        margin = self._chance.choice((None, None, *range(1, 80, 2)))
        _enter(game, "black" if self._chance.random() < 0.49 else "white", margin)
        if not self._imported:
            self._tell(Verb.RESULT_ENTERED, *told, before=_terms(game), after=_result(game))

    def _tell(
        self,
        verb: str,
        round_: Round | None = None,
        table: int | None = None,
        *,
        by: Player | None = None,
        players: Sequence[int] = (),
        before: Any = None,
        after: Any = None,
    ) -> None:
        """Add a sealed event; ``by`` is the player who acts, else it is the program."""
        from tournament.audit.selectors.trail import event_digest
        from tournament.formats.chain import as_stored_json
        from tournament.models import AuditEvent

        if not players and table is not None:
            players = sorted((after["black"], after["white"]))
        event = AuditEvent(
            tournament=self._tournament,
            sequence=len(self._events) + 1,
            at=self._now,
            verb=verb,
            actor="" if by is None else self._persons[by.pk].uid,
            actor_role="system" if by is None else "player",
            round_number=None if round_ is None else round_.number,
            table=table,
            players=list(players),
            before=as_stored_json(before),
            after=as_stored_json(after),
            previous=self._digest,
        )
        event.digest = self._digest = event_digest(event, None)
        self._events.append(event)


def _give(game: Game, state: str, result: Result) -> None:
    game.state, game.version = state, 1
    game.winner, game.reason, game.margin_half = result.winner, result.reason, result.margin_half


def _enter(game: Game, winner: str, margin_half: int | None) -> None:
    game.state, game.version, game.winner = "entered", 1, winner
    game.reason = "resignation" if margin_half is None else "score"
    game.margin_half = margin_half


def _terms(game: Game) -> dict[str, Any]:
    """Return a board as events tell of it."""
    return {
        "table": game.board_number,
        "black": game.black.number,
        "white": game.white.number,
        "handicap": game.handicap,
        "komi_half": game.komi_half,
    }


def _result(game: Game) -> dict[str, Any]:
    """Return a board with its result as events tell of it."""
    told = {"state": game.state, "winner": game.winner, "reason": game.reason}
    margin = {} if game.margin_half is None else {"margin_half": game.margin_half}
    return {**_terms(game), **{name: value for name, value in told.items() if value}, **margin}
