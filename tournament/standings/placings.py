"""The places and scores of a result list, verified: whose place is wrong, and why.

Scores are recomputed from the games and compared with those in the list; places are compared with
the order that the scores give. Players whom the scores do not tell apart may share a place or be in
any order. Whatever the list does not say is assumed, and ``notes`` say so.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from language.messages import Message, Number, Param, comma_list, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.brackets.possible import misplaced_games, possible_brackets
from tournament.brackets.reached import best_places, ending
from tournament.standings.history import Flags, Ints, history_of
from tournament.standings.placing import Ties, assign_places, sorted_indices
from tournament.standings.presets import AGA, EGF, OPENGOTHA, SWISS
from tournament.standings.scores import scores_of
from tournament.standings.stated import StatedTable
from tournament.standings.stated_doubts import NO_DOUBTS, Doubts, doubt_sentences, doubts_of
from tournament.standings.stated_scoring import (
    MISSING,
    OutOfTimeError,
    bars_assumed,
    bars_of,
    check_time,
    criteria_values,
    no_time_limit,
    reached_column,
    scoring_of,
)
from tournament.standings.writing import scaled_text
from tournament.state.criteria import Criterion
from tournament.state.games import Game
from tournament.state.parameters import Parameters
from tournament.state.presets import CUP
from tournament.state.results import Outcome
from tournament.state.state import TournamentState

_MOST_BARS, _MOST_ROWS = 40, 8000
"""How many likely bars and floors are tried with all tie-breaks; fewer in a large list."""
_ORDERS: tuple[tuple[Criterion, ...], ...] = (
    SWISS.criteria,
    OPENGOTHA.criteria,
    CUP.criteria,
    EGF.criteria,
    AGA.criteria,
    (Criterion.MMS, Criterion.SOSM, Criterion.SOSM_1, Criterion.SOSM_2),
    (Criterion.NBW, Criterion.SOSW, Criterion.SODOSW),
    (Criterion.NBW, Criterion.SOSW_1, Criterion.SOSOSW),
    (Criterion.NBW, Criterion.CUSSW),
)
"""The usual criteria for places, for lists that do not say; the likeliest first."""


@dataclass(frozen=True, slots=True)
class WrongScore:
    """A number in a line that is not what the games give; both as text. ``column`` is its name."""

    player: int
    line: int
    column: str
    criterion: Criterion
    stated: str
    due: str


@dataclass(frozen=True, slots=True)
class WrongPlace:
    """A place that is not what the scores give.

    ``first`` to ``last`` are the places due, several if players tie. ``holder`` is the player due
    the place instead, None if nobody is; the first score that tells the two apart is in ``column``:
    ``own`` is the player's and ``theirs`` the holder's.
    """

    player: int
    line: int
    place: int
    first: int
    last: int
    holder: int | None = None
    column: str = ""
    own: str = ""
    theirs: str = ""


@dataclass(frozen=True, slots=True)
class PlacingCheck:
    """A list of places compared with its games.

    ``criteria`` are the names of the criteria for the places, in order. ``why`` says why the places
    could not be verified, None if they were; scores may have been verified even so. If the order is
    not ``order_known``, as in a list without scores, the places may be right by another order.
    """

    lines: int
    criteria: tuple[str, ...] = ()
    scores: tuple[WrongScore, ...] = ()
    places: tuple[WrongPlace, ...] = ()
    notes: tuple[Message, ...] = ()
    why: Message | None = None
    order_known: bool = True
    doubts: Doubts = NO_DOUBTS
    in_bracket: bool = False
    """Whether the places are those reached in a bracket, according to the list's own columns."""
    misplaced: tuple[Game, ...] = ()
    """Games in a bracket whose loser was out, yet is placed before the winner."""
    parameters: Parameters | None = None
    """The parameters that fit the places, if they were found and the file does not state them."""

    @property
    def right(self) -> bool:
        """Whether nothing is wrong, as far as could be verified.

        Starting scores that only a correction by hand explains are not yet wrong.
        """
        return not self.scores and not self.places and not self.contradictory

    @property
    def contradictory(self) -> tuple[Game, ...]:
        """Return the games that contradict each other, the scores or the places reached."""
        return (*self.doubts.both, *self.doubts.exchanged, *self.misplaced)


@dataclass(frozen=True, slots=True, eq=False)
class _Key:
    """One of the keys by which lines are placed: a value per line, greater values first.

    The values of an ``ascending`` column are negated.

    A key without a name is not a number in the list but, for instance, a category.
    """

    name: str
    values: Ints
    ascending: bool = False

    def text(self, at: int) -> str:
        """Return a line's value as the list writes it."""
        value = int(self.values[at])
        return _text(-value if self.ascending else value)


@dataclass(frozen=True, slots=True, eq=False)
class _Order:
    """Keys, and the range of places due to every line by these keys."""

    keys: tuple[_Key, ...]
    first: Ints
    last: Ints
    off: Flags
    note: Message | None = None

    @property
    def faults(self) -> int:
        """Return how many lines are in the wrong place."""
        return int(self.off.sum())


def verify_placings(
    state: TournamentState, table: StatedTable, in_time: Callable[[], bool] = no_time_limit
) -> PlacingCheck:
    """Return a list's places and scores compared with its games.

    ``state`` has the players in the order of the lines. If the list has columns, places go by them
    from left to right; otherwise by one of the usual orders, if it explains all but a few. Once
    ``in_time`` returns False, the places count as not verified.
    """
    try:
        return _verified(state, table, in_time)
    except OutOfTimeError:
        why = _(
            "There was no time to compare the places with every way of scoring. Verify the file "
            "on a computer of your own with manage.py verify."
        )
        return PlacingCheck(len(table.rows), why=why)


def _verified(
    state: TournamentState, table: StatedTable, in_time: Callable[[], bool]
) -> PlacingCheck:
    stated = np.array(table.places, dtype=np.int64)
    places_reached = reached_column(table)
    if places_reached is not None:
        return _in_a_bracket(state, table, stated, places_reached)
    scoring = scoring_of(state, table, in_time)
    if scoring is None:
        found = _without_columns(state, table, stated, in_time)
        return replace(found, doubts=doubts_of(state))
    wrong = [
        WrongScore(
            player=row.player,
            line=row.line,
            column=column.name,
            criterion=column.criterion,
            stated=row.columns[column.at],
            due=_text(column.values[index]),
        )
        for column in scoring.columns
        if column.criterion
        for index, row in enumerate(table.rows)
        if column.wrong[index]
    ]
    keys = tuple(
        _Key(column.name, -column.values if column.ascending else column.values, column.ascending)
        for column in scoring.columns
    )
    order = _by_columns(state, keys, stated, in_time)
    check = _checked(table, stated, order, tuple(wrong), scoring.notes)
    check = replace(check, doubts=doubts_of(scoring.state))
    if len(order.keys) == len(keys) and order.faults > _many(stated):
        many = _(
            "%(count)d of %(all)d places differ from what these columns give: the list may go by "
            "something that it does not name."
        ) % {"count": order.faults, "all": len(stated)}
        return replace(check, notes=(*check.notes, many))
    return check


def _in_a_bracket(
    state: TournamentState, table: StatedTable, stated: Ints, column: Ints
) -> PlacingCheck:
    """Verify a list whose places are those reached in a bracket that the list does not describe.

    The places are compared with the column of places reached, and that column with the brackets
    that the games may belong to and that were not over earlier: if none of them fits, that is not
    wrong, unless the column itself contradicts a game.
    """
    order = _order((_Key(Criterion.KNOCK_OUT.value, -4 * column, ascending=True),), stated)
    due = {player.id: int(place) for player, place in zip(state.players, column, strict=True)}
    after = state.played_rounds
    misplaced: tuple[Game, ...] = ()
    if any(
        best_places(found, after) == due and ending(found, after).last >= after
        for found in possible_brackets(state)
    ):
        said = _("The places reached in the bracket (KO) are those that the games give.")
    else:
        misplaced = misplaced_games(state, due)
        said = (
            _(
                "The list does not carry its bracket (seeds, groups): single games alone are held "
                "against the places reached in it (KO)."
            )
            if misplaced
            else _(
                "The list does not carry its bracket (seeds, groups): whether the places reached "
                "in it (KO) follow from the games cannot be told."
            )
        )
        if not order.faults:
            return PlacingCheck(
                len(table.rows),
                why=said,
                doubts=doubts_of(state),
                in_bracket=True,
                misplaced=misplaced,
            )
    check = _checked(table, stated, order, (), (said,))
    return replace(check, doubts=doubts_of(state), in_bracket=True, misplaced=misplaced)


def _by_columns(
    state: TournamentState, keys: tuple[_Key, ...], stated: Ints, in_time: Callable[[], bool]
) -> _Order:
    """Return the order by the columns, or with criteria that lists leave out, if only that fits.

    Categories and ranks decide in some tournaments but are in no column.
    """
    plain = _order(keys, stated)
    if plain.faults <= 2:
        return plain
    ranks = np.array([player.rank for player in state.players], dtype=np.int64)
    others = [_in_categories(ranks, keys, stated, in_time)]
    for at in range(len(keys)):
        with_rank = (*keys[: at + 1], _Key("", ranks), *keys[at + 1 :])
        note = _("Assumed: after %(name)s the stronger by rank stands first.")
        others.append(_order(with_rank, stated, note % {"name": keys[at].name}))
    best = min(others, key=lambda order: order.faults)
    return best if 2 * best.faults <= plain.faults - 3 else plain


def _in_categories(
    ranks: Ints, keys: tuple[_Key, ...], stated: Ints, in_time: Callable[[], bool]
) -> _Order:
    """Return the order with the category limits that explain the most places."""
    category = np.zeros_like(ranks)
    limits: list[int] = []
    best = _order(keys, stated)
    while best.faults > 2:
        check_time(in_time)
        found = [
            (limit, _order((_Key("", category + (ranks >= limit)), *keys), stated))
            for limit in np.unique(ranks).tolist()[1:]
        ]
        if not found:
            break
        limit, order = min(found, key=lambda pair: pair[1].faults)
        if order.faults > best.faults - 3:
            break
        category = category + (ranks >= limit)
        limits.append(limit)
        note = ngettext_lazy(
            "Assumed: players stand by categories of rank first, with %(count)d limit.",
            "Assumed: players stand by categories of rank first, with %(count)d limits.",
            "count",
        )
        best = replace(order, note=note % {"count": len(limits)})
    return best


def _without_columns(
    state: TournamentState, table: StatedTable, stated: Ints, in_time: Callable[[], bool]
) -> PlacingCheck:
    """Verify a list that has only places and games, by the usual orders."""
    orders = []
    for criteria in _ORDERS:
        found = _likeliest(state, criteria, stated, in_time)
        keys = _keys(found, criteria)
        orders.append((criteria, found, _by_columns(found, keys, stated, in_time)))
        if not orders[-1][2].faults:
            break
    if min(order.faults for *__, order in orders) > _few(stated):
        orders += [
            (shorter, found, _by_columns(found, _keys(found, shorter), stated, in_time))
            for criteria, found, __ in orders
            for shorter in (criteria[:-1], criteria[:1])
            if shorter
        ]
    criteria, found, order = min(orders, key=lambda item: item[2].faults)
    names = tuple(item.value for item in criteria)
    if order.faults > _many(stated):
        why = _(
            "The file does not say what its places go by, and none of the usual orders gives them "
            "(the nearest, %(criteria)s, gives %(count)d other places)."
        )
        values: dict[str, Param] = {"criteria": comma_list(names), "count": order.faults}
        return PlacingCheck(len(table.rows), why=why % values)
    assumed = _("The file does not say what its places go by: %(criteria)s is assumed.")
    notes = [assumed % {"criteria": comma_list(names)}]
    if Criterion.MMS in criteria:
        notes.append(bars_assumed(found.parameters.scoring))
    check = _checked(table, stated, order, (), tuple(notes))
    parameters = replace(found.parameters, criteria=tuple(criteria))
    return replace(check, order_known=False, parameters=parameters)


def _few(stated: Ints) -> int:
    return max(2, len(stated) // 10)


def _many(stated: Ints) -> int:
    return max(2, len(stated) // 4)


def _keys(state: TournamentState, criteria: Sequence[Criterion]) -> tuple[_Key, ...]:
    after = max(state.played_rounds, state.parameters.scoring.rounds)
    values = criteria_values(state, after, criteria, every=False)
    return tuple(_Key(item.value, values[item]) for item in criteria)


def _likeliest(
    state: TournamentState,
    criteria: Sequence[Criterion],
    stated: Ints,
    in_time: Callable[[], bool],
) -> TournamentState:
    """Return the state with the bar and floor that explain the most places, if by McMahon score."""
    if Criterion.MMS not in criteria:
        return state
    ranks = np.array([player.rank for player in state.players], dtype=np.int64)
    scores = scores_of(history_of(state, state.parameters.scoring.rounds))
    gained = scores.mms[-1] - scores.mms[0]
    at = np.argsort(stated, kind="stable")
    rising = {
        bars: int((np.diff((2 * np.clip(ranks, *bars) + gained)[at]) > 0).sum())
        for bars in bars_of(ranks)
        if bars[0] < bars[1]  # otherwise everybody starts equal, as in a Swiss tournament
    }
    likely = sorted(rising, key=lambda bars: rising[bars])
    likely = likely[: min(_MOST_BARS, max(5, _MOST_ROWS // len(ranks)))]

    def with_bars(floor: int, bar: int) -> TournamentState:
        scoring = replace(state.parameters.scoring, floor=floor, bar=bar)
        return replace(state, parameters=replace(state.parameters, scoring=scoring))

    def faults(found: TournamentState) -> int:
        check_time(in_time)
        return _order(_keys(found, criteria), stated).faults

    states = [with_bars(floor, bar) for floor, bar in likely] or [state]
    return min(states, key=faults)


def _order(keys: tuple[_Key, ...], stated: Ints, note: Message | None = None) -> _Order:
    """Return the places that the keys give, and which of the stated ones differ.

    Numbering groups of equal players 1, 2, 3 and so on is just as good.
    """
    columns = [key.values for key in keys]
    order = sorted_indices(columns, np.arange(len(stated)))
    first = assign_places(order, columns, Ties.SHARED)
    __, group, sizes = np.unique(first, return_inverse=True, return_counts=True)
    last: Ints = first + sizes[group] - 1
    off: Flags = (stated < first) | (stated > last)
    dense: Flags = stated != group + 1
    if dense.sum() < off.sum():
        return _Order(keys, group + 1, group + 1, dense, note)
    return _Order(keys, first, last, off, note)


def _checked(
    table: StatedTable,
    stated: Ints,
    order: _Order,
    scores: tuple[WrongScore, ...],
    notes: tuple[Message, ...],
) -> PlacingCheck:
    return PlacingCheck(
        lines=len(table.rows),
        criteria=tuple(key.name for key in order.keys if key.name),
        scores=scores,
        places=tuple(_wrong_places(table, stated, order)),
        notes=notes if order.note is None else (*notes, order.note),
    )


def _wrong_places(table: StatedTable, stated: Ints, order: _Order) -> Iterator[WrongPlace]:
    for at in np.flatnonzero(order.off).tolist():
        row, place = table.rows[at], int(stated[at])
        found = WrongPlace(row.player, row.line, place, int(order.first[at]), int(order.last[at]))
        holders = np.flatnonzero((order.first <= place) & (place <= order.last))
        if holders.size:
            holder = int(holders[0])
            found = replace(found, holder=table.rows[holder].player)
            key = next(key for key in order.keys if key.values[at] != key.values[holder])
            if key.name and MISSING not in (key.values[at], key.values[holder]):
                found = replace(
                    found,
                    column=key.name,
                    own=key.text(at),
                    theirs=key.text(holder),
                )
        yield found


def _text(value: int) -> str:
    return scaled_text(int(value), 4)


def placing_sentences(check: PlacingCheck, names: Mapping[int, str]) -> tuple[Message, ...]:
    """Return sentences about wrong places and scores; assumptions are in the check's ``notes``."""
    said: list[Message] = [] if check.why is None else [check.why]
    said += doubt_sentences(check.doubts, names)
    said += [_misplaced(game, names) for game in check.misplaced]
    said += [
        _("Line %(line)d, %(name)s: %(column)s is %(stated)s; the games give %(due)s.")
        % {
            "line": wrong.line,
            "name": names[wrong.player],
            "column": wrong.column,
            "stated": Number(wrong.stated),
            "due": Number(wrong.due),
        }
        for wrong in check.scores
    ]
    if check.places and not check.order_known:
        said.append(
            _(
                "Such a file does not carry what its places go by, nor a bar or who started "
                "higher: what follows may be right by them."
            )
        )
    said += [_place(wrong, names) for wrong in check.places]
    return tuple(said)


def headline_of(check: PlacingCheck) -> Message | None:
    """Return the gravest finding in a few words; None if nothing was verified."""
    count = len(check.contradictory)
    if check.why is not None and not count:
        return None
    if count:
        said = ngettext_lazy(
            "%(count)d result contradicts the rest of the file",
            "%(count)d results contradict the rest of the file",
            "count",
        )
        return said % {"count": count}
    if not check.right and check.order_known:
        places = ngettext_lazy("%(count)d place", "%(count)d places", "count")
        scores = ngettext_lazy("%(count)d score", "%(count)d scores", "count")
        kinds = ((places, len(check.places)), (scores, len(check.scores)))
        wrong = [text % {"count": count} for text, count in kinds if count]
        return _("wrong by the games: %(found)s") % {"found": comma_list(wrong)}
    if not check.right:
        said = ngettext_lazy(
            "%(count)d place differs by the usual order, which the file does not state",
            "%(count)d places differ by the usual order, which the file does not state",
            "count",
        )
        return said % {"count": len(check.places)}
    if check.doubts.unexplained:
        said = ngettext_lazy(
            "%(count)d player’s score does not follow from their games unless they started higher "
            "or lower than others of their rank",
            "%(count)d players’ scores do not follow from their games unless they started higher "
            "or lower than others of their rank",
            "count",
        )
        return said % {"count": len(check.doubts.unexplained)}
    return _("all places are as the games give")


def _misplaced(game: Game, names: Mapping[int, str]) -> Message:
    winner, loser = game.players
    if game.result.outcome is Outcome.WHITE:
        winner, loser = loser, winner
    return _(
        "Round %(round)d: %(loser)s lost their last game, to %(winner)s, and stands before them in "
        "the places reached (KO). This result or these places are wrong."
    ) % {"round": game.round, "loser": names[loser], "winner": names[winner]}


def _place(wrong: WrongPlace, names: Mapping[int, str]) -> Message:
    values: dict[str, Param] = {
        "line": wrong.line,
        "name": names[wrong.player],
        "place": wrong.place,
        "first": wrong.first,
        "last": wrong.last,
    }
    if wrong.first == wrong.last:
        said = _("Line %(line)d, %(name)s: place %(place)d, due is place %(first)d.") % values
    else:
        said = (
            _("Line %(line)d, %(name)s: place %(place)d, due are places %(first)d to %(last)d.")
            % values
        )
    if wrong.holder is None or not wrong.column:
        return said
    why = _("%(said)s Place %(place)d is %(holder)s’s by %(column)s: %(theirs)s, against %(own)s.")
    return why % {
        "said": said,
        "place": wrong.place,
        "holder": names[wrong.holder],
        "column": wrong.column,
        "theirs": Number(wrong.theirs),
        "own": Number(wrong.own),
    }
