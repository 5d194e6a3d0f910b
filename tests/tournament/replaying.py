"""A director's steps between two snapshots of a tournament, found and done through the services."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

from adjudication.corrections.services import corrections
from adjudication.result_entry.services import clear_result, enter_result
from tournament.exchange.services import entry_of, import_event
from tournament.formats.countries import known_code
from tournament.models import Game, Player, Registration, Round, RoundState, Seat, Tournament
from tournament.players.services.players import (
    add_players,
    change_player,
    remove_player,
    set_absent,
)
from tournament.rounds.selectors.state import result_columns, state_of
from tournament.rounds.services.boards import (
    give_bye,
    pair_game,
    set_terms,
    swap_colours,
    swap_players,
    unpair,
)
from tournament.rounds.services.rounds import create_round, finish_round, publish_round
from tournament.settings.selectors import system_settings
from tournament.settings.services import change_system
from tournament.standings.table import standings
from tournament.state.event import Event
from tournament.state.games import Bye
from tournament.state.games import Game as GameValue
from tournament.state.people import Player as PlayerValue
from tournament.state.ranks import rank_text
from tournament.state.state import TournamentState

NOTE = "As it was played."
Pair = frozenset[int]


def table(state: TournamentState) -> list[tuple[object, ...]]:
    """Return the standings as rows: place, name and the values of the criteria."""
    rows = standings(state, after=state.played_rounds).rows()
    return [(row.place, row.player.name, *row.values.values()) for row in rows]


class Replay:
    """A tournament made of a first snapshot; every later one is reached step by step.

    ``steps`` counts what the director did, by the name of the service.
    """

    def __init__(self, first: Event) -> None:
        self.tournament: Tournament = import_event(event=first)
        self.steps: Counter[str] = Counter()
        self._numbers = {_name(player): player.id for player in first.state.players}
        rows = Player.objects.filter(tournament=self.tournament)
        self._keys: dict[int, int] = dict(rows.values_list("number", "pk"))

    def go_to(self, event: Event) -> None:
        """Do what the director did until this snapshot."""
        self._parameters(event)
        self._people(event.state)
        target = self.expected(event)
        now = state_of(self.tournament)
        self._take_part(now, target, plays=True)
        for number in range(1, target.played_rounds + 1):
            self._round(number, now, target)
        for number in range(target.played_rounds + 1, now.played_rounds + 1):
            self._round(number, now, target)
        self._take_part(state_of(self.tournament), target, plays=False)
        self._close(target)
        self._part(event.state)

    def expected(self, event: Event) -> TournamentState:
        """Return a snapshot's state as it is here: numbers, countries, komi, one table a board."""
        ids = {player.id: self._numbers[_name(player)] for player in event.state.players}
        komi = {
            (game.round, frozenset(game.players)): game.komi_half
            for game in state_of(self.tournament).games
        }
        games = [
            replace(
                game,
                black=ids[game.black],
                white=ids[game.white],
                komi_half=komi.get((game.round, frozenset((ids[game.black], ids[game.white])))),
            )
            for game in _one_table_each(event.state.games)
        ]
        return replace(
            event.state,
            players=tuple(
                sorted(
                    (replace(_kept(player), id=ids[player.id]) for player in event.state.players),
                    key=lambda player: player.id,
                )
            ),
            games=tuple(sorted(games, key=lambda game: (game.round, game.table))),
            byes=tuple(
                sorted(
                    (Bye(bye.round, ids[bye.player]) for bye in event.state.byes),
                    key=lambda bye: bye.round,
                )
            ),
        )

    def _did(self, step: str) -> None:
        self.steps[step] += 1

    def _key(self, number: int) -> int:
        return self._keys[number]

    # Settings and people

    def _parameters(self, event: Event) -> None:
        self.tournament.refresh_from_db()
        before = system_settings(self.tournament)
        wanted = replace(
            before,
            parameters=event.state.parameters,
            komi_half=event.state.parameters.komi.even_half,
            handicap_komi_half=event.state.parameters.komi.handicap_half,
        )
        if state_of(self.tournament).parameters != event.state.parameters:
            change_system(tournament_id=self.tournament.pk, settings=wanted)
            self.tournament.refresh_from_db()
            self._did("change_system")

    def _people(self, target: TournamentState) -> None:
        """Enter and change; who is gone goes when his boards have."""
        for player in target.players:
            if _name(player) not in self._numbers:
                row = add_players(tournament_id=self.tournament.pk, entries=[entry_of(player)])[0]
                self._numbers[_name(player)] = row.number
                self._keys[row.number] = row.pk
                self._did("add_players")
        here = {player.id: player for player in state_of(self.tournament).players}
        for player in target.players:
            number = self._numbers[_name(player)]
            changes = _changes(here[number], _kept(player))
            if changes:
                change_player(player_id=self._key(number), **changes)
                self._did("change_player")

    def _part(self, target: TournamentState) -> None:
        """Remove who is in the list no more."""
        wanted = {_name(player) for player in target.players}
        for name in [name for name in self._numbers if name not in wanted]:
            remove_player(player_id=self._key(self._numbers.pop(name)))
            self._did("remove_player")

    def _take_part(self, now: TournamentState, target: TournamentState, *, plays: bool) -> None:
        """Say round by round who takes part: first who does after all, at the end who does not."""
        was = {player.id: player.absent for player in now.players}
        numbers = {number for player in target.players for number in player.absent}
        for number in sorted(numbers.union(*was.values())):
            there = {player for player, absent in was.items() if number in absent}
            wanted = {player.id for player in target.players if number in player.absent}
            absent = there & wanted if plays else wanted
            if absent != there:
                set_absent(
                    tournament_id=self.tournament.pk,
                    round_number=number,
                    player_ids=[self._key(player) for player in absent],
                )
                self._did("set_absent")

    # Rounds

    def _round(self, number: int, now: TournamentState, target: TournamentState) -> None:
        mine = {frozenset(game.players): game for game in now.games if game.round == number}
        wanted = {frozenset(game.players): game for game in target.games if game.round == number}
        byes, wanted_byes = _byes(now, number), _byes(target, number)
        if mine == wanted and byes == wanted_byes:
            return
        round_ = Round.objects.filter(tournament=self.tournament, number=number).first()
        if round_ is None:
            round_ = create_round(tournament_id=self.tournament.pk)
            self._did("create_round")
        self._players(round_, mine, wanted, target)
        games = self._games(round_)
        for pair in [pair for pair in games if pair not in wanted]:
            self._remove(round_, games[pair])
        self._bye(round_, _byes(state_of(self.tournament), number) - wanted_byes, None)
        for pair, value in wanted.items():
            if pair not in games:
                self._add(round_, value)
        for player in sorted(wanted_byes - _byes(state_of(self.tournament), number)):
            self._bye(round_, set(), player)
        self._terms(round_, wanted)
        self._results(round_, wanted)

    def _games(self, round_: Round) -> dict[Pair, Game]:
        rows = Game.objects.filter(round=round_).select_related("black", "white")
        return {frozenset((row.black.number, row.white.number)): row for row in rows}

    def _players(
        self,
        round_: Round,
        mine: dict[Pair, GameValue],
        wanted: dict[Pair, GameValue],
        target: TournamentState,
    ) -> None:
        """Exchange players, and seat others in place of who went, where that is what was done."""
        present = {player.id for player in target.players if player.takes_part(round_.number)}
        here = set(mine)
        for pair in sorted(here - wanted.keys(), key=sorted):
            for new in sorted(wanted.keys() - here, key=sorted):
                if len(pair & new) != 1 or pair not in here or not (pair | new) <= present:
                    continue
                (left,), (came,) = pair - new, new - pair
                other = next((one for one in here if came in one), None)
                result = None if other is None else (other - {came}) | {left}
                if other is not None and result not in wanted:
                    continue
                self._swap(round_, left, came)
                here = (here - {pair, other}) | {new} | ({result} if result else set())

    def _swap(self, round_: Round, left: int, came: int) -> None:
        first, second = self._key(left), self._key(came)
        if self._draft(round_):
            swap_players(round_id=round_.pk, first_id=first, second_id=second)
            self._did("swap_players")
        else:
            corrections.swap_in_round(
                round_id=round_.pk, first_id=first, second_id=second, note=NOTE
            )
            self._did("swap_in_round")

    def _remove(self, round_: Round, game: Game) -> None:
        if self._draft(round_):
            unpair(round_id=round_.pk, game_ids=[game.pk])
            self._did("unpair")
        else:
            corrections.remove_game(game_id=game.pk, note=NOTE)
            self._did("remove_game")

    def _add(self, round_: Round, value: GameValue) -> None:
        taken = Game.objects.filter(round=round_, board_number=value.table).exists()
        seats: dict[str, Any] = {
            "round_id": round_.pk,
            "black_id": self._key(value.black),
            "white_id": self._key(value.white),
            "handicap": value.handicap,
            "board_number": None if taken else value.table,
        }
        if self._draft(round_):
            pair_game(**seats)
            self._did("pair_game")
        else:
            corrections.add_game(**seats, note=NOTE)
            self._did("add_game")

    def _bye(self, round_: Round, gone: Iterable[int], player: int | None) -> None:
        if not gone and player is None:
            return
        key = None if player is None else self._key(player)
        if self._draft(round_) and not self._had_bye(round_, key):
            give_bye(round_id=round_.pk, player_id=key)
            self._did("give_bye")
            return
        if self._draft(round_):
            # A second bye is given with a reason, once the round is published.
            self._publish(round_)
        corrections.set_bye(round_id=round_.pk, player_id=key, note=NOTE)
        self._did("set_bye")

    def _had_bye(self, round_: Round, key: int | None) -> bool:
        byes = Seat.objects.filter(player=key, game=None).exclude(round=round_)
        return key is not None and byes.exists()

    def _terms(self, round_: Round, wanted: dict[Pair, GameValue]) -> None:
        games = self._games(round_)
        for pair, value in wanted.items():
            game = games[pair]
            if game.black.number != value.black:
                if self._draft(round_):
                    swap_colours(round_id=round_.pk, game_ids=[game.pk])
                    self._did("swap_colours")
                else:
                    corrections.correct_colours(game_id=game.pk, note=NOTE)
                    self._did("correct_colours")
            game.refresh_from_db()
            if game.handicap != value.handicap:
                self._term(round_, game, handicap=value.handicap)
        for pair, value in sorted(wanted.items(), key=lambda one: one[1].table):
            game = games[pair]
            game.refresh_from_db()
            if game.board_number != value.table:
                self._term(round_, game, board_number=value.table)

    def _term(self, round_: Round, game: Game, **terms: int) -> None:
        if self._draft(round_):
            set_terms(game_id=game.pk, **terms)
            self._did("set_terms")
        else:
            corrections.correct_terms(game_id=game.pk, **terms, note=NOTE)
            self._did("correct_terms")

    def _results(self, round_: Round, wanted: dict[Pair, GameValue]) -> None:
        games = self._games(round_)
        for pair, value in wanted.items():
            game = games[pair]
            winner, reason = result_columns(value.result)
            if (game.winner, game.reason) == (winner, reason):
                continue
            if self._draft(round_):
                self._publish(round_)
            if not game.winner:
                enter_result(game_id=game.pk, winner=winner, reason=reason)
                self._did("enter_result")
            elif winner:
                corrections.correct_result(game_id=game.pk, winner=winner, reason=reason, note=NOTE)
                self._did("correct_result")
            elif Round.objects.get(pk=round_.pk).state == RoundState.FINISHED:
                corrections.withdraw_result(game_id=game.pk, note=NOTE)
                self._did("withdraw_result")
            else:
                clear_result(game_id=game.pk)
                self._did("clear_result")

    def _draft(self, round_: Round) -> bool:
        return Round.objects.get(pk=round_.pk).state == RoundState.DRAFT

    def _publish(self, round_: Round) -> None:
        publish_round(round_id=round_.pk)
        self._did("publish_round")

    def _close(self, target: TournamentState) -> None:
        """Close the rounds that are over, once the next is there."""
        for round_ in Round.objects.filter(
            tournament=self.tournament,
            state=RoundState.PUBLISHED,
            number__lt=target.played_rounds,
        ):
            games = [game for game in target.games if game.round == round_.number]
            if games and all(game.result.known for game in games):
                finish_round(round_id=round_.pk)
                self._did("finish_round")


def _name(player: PlayerValue) -> tuple[str, str]:
    return player.surname, player.first_name


def _byes(state: TournamentState, number: int) -> set[int]:
    return {bye.player for bye in state.byes if bye.round == number}


def _kept(player: PlayerValue) -> PlayerValue:
    """Return a player of a file with the code of their country, which the file writes as it may."""
    return replace(player, country=known_code(player.country))


def _changes(was: PlayerValue, wanted: PlayerValue) -> dict[str, Any]:
    changes: dict[str, Any] = {
        name: getattr(wanted, name)
        for name in ("club", "country", "rating", "smms_correction")
        if getattr(was, name) != getattr(wanted, name)
    }
    changes |= {
        one.name: getattr(wanted.card, one.name)
        for one in fields(wanted.card)
        if getattr(was.card, one.name) != getattr(wanted.card, one.name)
    }
    if was.final != wanted.final:
        final, preliminary = Registration.FINAL, Registration.PRELIMINARY
        changes["registration"] = final if wanted.final else preliminary
    if was.rank != wanted.rank:
        changes |= {"rank": rank_text(wanted.rank).lower(), "level": wanted.rank}
        changes["grade"] = wanted.card.grade
    return changes


def _one_table_each(games: tuple[GameValue, ...]) -> list[GameValue]:
    """Return the games with one table each: where two share one, the later moves to the end."""
    last = {
        number: max(game.table for game in games if game.round == number)
        for number in {game.round for game in games}
    }
    taken: set[tuple[int, int]] = set()
    found = []
    for game in games:
        table = game.table
        if table < 1 or (game.round, table) in taken:
            last[game.round] += 1
            table = last[game.round]
        taken.add((game.round, table))
        found.append(replace(game, table=table))
    return found
