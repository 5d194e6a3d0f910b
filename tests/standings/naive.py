"""The criteria once more, in plain Python, one player at a time: what the arrays must agree with.

Written from the specification (2.1, 2.11, 2.12 and 5) sentence by sentence; slow on purpose.
"""

from collections import Counter
from itertools import combinations

from tournament.state.criteria import Criterion
from tournament.state.games import Game
from tournament.state.results import Decided, Outcome
from tournament.state.state import TournamentState

Values = dict[int, int]
"""A number for every player id."""


class Naive:
    """The criteria after so many rounds."""

    def __init__(self, state: TournamentState, after: int) -> None:
        self.state, self.after = state, after
        self.scoring = state.parameters.scoring
        self.players = {player.id: player for player in state.players}
        self.games: dict[tuple[int, int], Game] = {}
        for game in state.games:
            if game.result.outcome is not Outcome.VOID:
                for player in game.players:
                    self.games[game.round, player] = game
        self.byes = {(bye.round, bye.player) for bye in state.byes}
        rounds = range(after + 1)
        self.nbw = {k: {p: self._score(p, k, "nbw") for p in self.players} for k in rounds}
        self.mms = {k: {p: self._score(p, k, "mms") for p in self.players} for k in rounds}

    def start(self, player: int) -> int:
        one = self.players[player]
        clamped = max(self.scoring.floor, min(self.scoring.bar, one.rank))
        return 2 * (clamped + 30 + one.smms_correction)

    def category(self, player: int) -> int:
        rank = self.players[player].rank
        return sum(rank < lowest for lowest in self.scoring.categories)

    def opponent(self, player: int, k: int) -> int | None:
        game = self.games.get((k, player))
        if game is None:
            return None
        return game.black if player == game.white else game.white

    def handicap(self, player: int, k: int) -> int:
        game = self.games[k, player]
        return game.handicap if player == game.white else -game.handicap

    def points(self, player: int, k: int) -> int:
        game = self.games.get((k, player))
        if game is None:
            return 0
        meaning = game.result.meaning
        return meaning.white if player == game.white else meaning.black

    def _free(self, player: int, rounds: int, kind: str) -> int:
        total = 0
        for k in range(1, rounds + 1):
            if (k, player) in self.games:
                continue
            if (k, player) in self.byes:
                total += getattr(self.scoring, f"bye_{kind}")
            elif k in self.players[player].absent - self.players[player].uncounted:
                total += getattr(self.scoring, f"absent_{kind}")
        return total // 2 * 2 if self.scoring.round_down else total

    def _score(self, player: int, rounds: int, kind: str) -> int:
        start = self.start(player) if kind == "mms" else 0
        played = sum(self.points(player, k) for k in range(1, rounds + 1))
        return start + played + self._free(player, rounds, kind)

    def cps(self, player: int) -> int:
        total = 0
        for k in range(1, self.after + 1):
            total = 2 * total + self.points(player, k)
        return total + self._free(player, self.after, "nbw")

    def sts(self, player: int) -> int:
        total = self.mms[self.after][player]
        for q in (self.scoring.rounds - 3, self.scoring.rounds - 2):
            if 0 <= q < self.after:
                top = 2 * (self.scoring.bar + 30 + q + 1)
                total += 4 if self.mms[q + 1][player] == top else 0
        return total

    def half_points(self, player: int) -> int:
        total = 0
        for k in range(1, self.after + 1):
            game = self.games.get((k, player))
            real = game and game.result.known and game.result.decided is not Decided.DEFAULT
            total += self.points(player, k) if real else 1
        return total

    def seen(self, kind: str, player: int) -> int:
        half = self.scoring.unplayed_as_half_point
        if kind == "W":
            return self.half_points(player) if half else self.nbw[self.after][player]
        if kind == "M":
            if half:
                return self.start(player) + self.half_points(player)
            return self.mms[self.after][player]
        return 0 if half else self.sts(player)

    def terms(self, kind: str, player: int) -> list[int]:
        terms = []
        for k in range(1, self.after + 1):
            opponent = self.opponent(player, k)
            if opponent is None:
                terms.append(0 if kind == "W" else self.start(player))
            else:
                extra = 0 if kind == "W" else 2 * self.handicap(player, k)
                terms.append(self.seen(kind, opponent) + extra)
        return terms

    def sos(self, kind: str, player: int, without: int = 0) -> int:
        if without and (self.after <= without or (kind == "M" and self.after < 3)):
            return 0
        return sum(sorted(self.terms(kind, player))[without:])

    def sodos(self, kind: str, player: int) -> int:
        terms = self.terms(kind, player)
        return sum(term * self.points(player, k) for k, term in enumerate(terms, 1))

    def sosos(self, kind: str, player: int) -> int:
        total = 0
        for k in range(1, self.after + 1):
            opponent = self.opponent(player, k)
            if opponent is not None:
                total += self.sos(kind, opponent)
            elif kind == "M":
                total += self.start(player) * self.after
        return total

    def ext(self, player: int, only_won: bool) -> int:
        total = 0
        for k in range(1, self.after + 1):
            opponent = self.opponent(player, k)
            if opponent is None or (only_won and self.points(player, k) != 2):
                continue
            natural = self.players[player].rank - self.players[opponent].rank
            harder = self.handicap(player, k) - natural
            factor = 0 if harder < 0 else 1 + min(harder, 2)
            total += factor * self.nbw[self.after][opponent]
        return total

    def net(self, one: int, other: int) -> int:
        total = 0
        for k in range(1, self.after + 1):
            game = self.games.get((k, one))
            if game is None or other not in game.players:
                continue
            if game.result.outcome in (Outcome.BLACK, Outcome.WHITE) and (
                game.result.decided is not Decided.DEFAULT
            ):
                total += 1 if self.points(one, k) == 2 else -1
        return total

    def plain(self, criterion: Criterion) -> Values:
        """Any criterion but the direct comparisons."""
        one = {
            Criterion.CATEGORY: self.category,
            Criterion.RANK: lambda p: self.players[p].rank,
            Criterion.RATING: lambda p: self.players[p].rating,
            Criterion.NBW: lambda p: self.nbw[self.after][p],
            Criterion.MMS: lambda p: self.mms[self.after][p],
            Criterion.CPS: self.cps,
            Criterion.STS: self.sts,
            Criterion.KNOCK_OUT: lambda p: 0,  # there is no bracket
            Criterion.CUSSW: lambda p: sum(self.nbw[k][p] for k in range(1, self.after + 1)),
            Criterion.CUSSM: lambda p: sum(self.mms[k][p] for k in range(1, self.after + 1)),
            Criterion.SOSW: lambda p: self.sos("W", p),
            Criterion.SOSW_1: lambda p: self.sos("W", p, 1),
            Criterion.SOSW_2: lambda p: self.sos("W", p, 2),
            Criterion.SOSM: lambda p: self.sos("M", p),
            Criterion.SOSM_1: lambda p: self.sos("M", p, 1),
            Criterion.SOSM_2: lambda p: self.sos("M", p, 2),
            Criterion.SOSTS: lambda p: self.sos("TS", p),
            Criterion.SODOSW: lambda p: self.sodos("W", p),
            Criterion.SODOSM: lambda p: self.sodos("M", p),
            Criterion.SOSOSW: lambda p: self.sosos("W", p),
            Criterion.SOSOSM: lambda p: self.sosos("M", p),
            Criterion.EXT: lambda p: self.ext(p, False),
            Criterion.EXR: lambda p: self.ext(p, True),
        }[criterion]
        return {player: one(player) for player in self.players}

    def tied(self, columns: list[tuple[Criterion, Values]]) -> list[list[int]]:
        sets: dict[tuple[int, ...], list[int]] = {}
        for player in self.players:
            sets.setdefault(tuple(values[player] for _, values in columns), []).append(player)
        return list(sets.values())

    def sdc(self, tied: list[int]) -> Values:
        if not all(self.net(a, b) for a, b in combinations(tied, 2)):
            return dict.fromkeys(tied, 0)
        return {a: sum(self.net(a, b) > 0 for b in tied if b != a) for a in tied}

    def dc(self, tied: list[int], worth: dict[int, tuple[int, ...]]) -> Values:
        beats = {a: {b for b in tied if b != a and self.net(a, b) == 1} for a in tied}
        reach = {a: {a, *beats[a]} for a in tied}
        for middle in tied:
            for a in tied:
                if middle in reach[a]:
                    reach[a] |= reach[middle]
        circle = {a: {b for b in reach[a] if a in reach[b]} for a in tied}
        shared: dict[int, set[int]] = {}
        for a in tied:
            over = {c for b in circle[a] for c in beats[b] if c not in circle[a]}
            shared[a] = {d for c in over for d in circle[c]}
        left, ranks = set(tied), {}
        while left:
            lowest = [a for a in left if not shared[a] & left]
            worst = min(worth[a] for a in lowest)
            taken = [a for a in lowest if worth[a] == worst]
            for a in taken:
                ranks[a] = 1 + len(left) - len(taken)
            left -= set(taken)
        return {a: max(ranks.values()) - rank for a, rank in ranks.items()}

    def egf_dc(self, tied: list[int]) -> Values:
        met: Counter[frozenset[int]] = Counter()
        for k in range(1, self.after + 1):
            for a in tied:
                opponent = self.opponent(a, k)
                if opponent in tied and self.games[k, a].result.known:
                    met[frozenset((a, opponent))] += 1
        if len({met[frozenset(pair)] for pair in combinations(tied, 2)}) != 1:
            return dict.fromkeys(tied, 0)

        def within(a: int, group: list[int]) -> int:
            rounds = range(1, self.after + 1)
            return sum(self.points(a, k) for k in rounds if self.opponent(a, k) in group)

        def below(a: int, group: list[int]) -> int:
            equal = [b for b in group if within(b, group) == within(a, group)]
            worse = sum(within(b, group) < within(a, group) for b in group)
            return worse + (0 if equal == group else below(a, equal))

        return {a: below(a, tied) for a in tied}

    def columns(self, *, every: bool = True) -> dict[Criterion, Values]:
        """All criteria, or the listed ones; the direct comparisons by their place in the list."""
        direct = {Criterion.DC, Criterion.SDC, Criterion.EGF_DC}
        listed = self.state.parameters.criteria
        wanted = Criterion if every else listed
        known = {one: self.plain(one) for one in wanted if one not in direct}
        known.update({one: dict.fromkeys(self.players, 0) for one in direct if one in wanted})
        if not self.after:
            return known
        before: list[tuple[Criterion, Values]] = []
        done = False
        for number, criterion in enumerate(listed):
            if criterion is Criterion.EGF_DC:
                for tied in self.tied(before):
                    known[criterion].update(self.egf_dc(tied))
            elif criterion in direct and not done:
                done = True
                sets = self.tied(before)
                sdc = {p: v for tied in sets for p, v in self.sdc(tied).items()}
                if every or Criterion.SDC in listed:
                    known[Criterion.SDC] = sdc
                place = listed.index(Criterion.DC) if Criterion.DC in listed else None
                after = listed[place + 1 :] if place is not None else ()
                worth: dict[int, tuple[int, ...]] = {
                    p: tuple(
                        -known[one][p] if one is Criterion.CATEGORY else known[one][p]
                        for one in after
                        if one is not Criterion.EGF_DC
                    )
                    for p in self.players
                }
                dc = {p: v for tied in sets for p, v in self.dc(tied, worth).items()}
                if every or Criterion.DC in listed:
                    known[Criterion.DC] = dc
            before = [(one, known[one]) for one in listed[: number + 1]]
        return known

    def order(self, columns: dict[Criterion, Values]) -> list[int]:
        """Player ids in final order."""
        listed = self.state.parameters.criteria

        def key(player: int) -> tuple[object, ...]:
            values = [
                columns[one][player] * (1 if one is Criterion.CATEGORY else -1) for one in listed
            ]
            return (*values, self.players[player].sort_key, player)

        return sorted(self.players, key=key)
