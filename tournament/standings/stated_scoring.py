"""How a result list was scored, inferred from its columns' names and from what fits its numbers.

A list has games, places and numbers, but no bar, floor or value of an absence, and often no column
names. Whatever fits most of the numbers is taken, and said to be assumed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice, product

import numpy as np

from language.messages import Message, comma_list
from language.messages import gettext_lazy as _
from tournament.standings.history import Flags, Ints, history_of
from tournament.standings.scores import Scores, scores_of
from tournament.standings.stated import StatedTable, parse_quarters
from tournament.standings.table import standings
from tournament.standings.tiebreaks import TIEBREAKS, Caution
from tournament.state.criteria import Criterion
from tournament.state.parameters import ScoringParameters
from tournament.state.ranges import LARGEST_CORRECTION
from tournament.state.ranks import rank_text
from tournament.state.state import TournamentState

MISSING = -(2**40)
"""Marks entries that are not numbers in an array of quarters."""
_TITLE_WIDTH = 5
"""The width of OpenGotha's columns and titles in characters; values have one less."""
_MOST_COLUMNS = 12
"""At most this many columns of numbers are compared; no list we have seen has half as many."""
_UNKNOWABLE = {Criterion.RANK, Criterion.RATING, Criterion.CATEGORY, Criterion.KNOCK_OUT}
"""Not computed from games; lists have no ratings, category limits or brackets."""
_MAIN = (Criterion.NBW, Criterion.MMS, Criterion.CPS)
_COMPARISONS = (Criterion.EGF_DC, Criterion.SDC, Criterion.DC)
_AFTER: Mapping[Criterion, tuple[Criterion, ...]] = {
    Criterion.MMS: (
        *(Criterion.SOSM, Criterion.SOSOSM, Criterion.SODOSM, Criterion.SOSM_1, Criterion.SOSM_2),
        *(Criterion.CUSSM, Criterion.NBW, Criterion.SOSW, Criterion.STS),
    ),
    Criterion.NBW: (
        *(Criterion.SOSW, Criterion.SOSOSW, Criterion.SODOSW, Criterion.SOSW_1, Criterion.SOSW_2),
        *(Criterion.CUSSW, Criterion.CPS),
    ),
    Criterion.CPS: (Criterion.SOSW, Criterion.SOSOSW, Criterion.NBW, Criterion.EXT, Criterion.EXR),
}
"""By first column, the criteria that unnamed columns are taken for, in order of preference."""
_BY_HAND, _OTHER_BARS = 12, 12
"""How many starting scores set by hand, and how many bars and floors, are tried one by one."""


class OutOfTimeError(Exception):
    """There was no time to compare a list with every way it may have been scored."""


def no_time_limit() -> bool:
    """Return True: there is no time limit."""
    return True


def check_time(in_time: Callable[[], bool]) -> None:
    """Raise OutOfTimeError if there is no time left."""
    if not in_time():
        raise OutOfTimeError


@dataclass(frozen=True, slots=True, eq=False)
class StatedColumn:
    """A column of a list and the criterion it is taken for.

    ``criterion`` is None if nothing explains the column: then its ``values`` are those of the file,
    otherwise the recomputed ones, in quarters. ``wrong`` marks the lines where the two differ. In
    an ``ascending`` column, such as the category, lower values are placed first.
    """

    at: int
    title: str
    criterion: Criterion | None
    values: Ints
    wrong: Flags
    ascending: bool = False

    @property
    def name(self) -> str:
        """Return the column's name in the file, or the criterion's name, or its number from 1."""
        return self.title or (self.criterion.value if self.criterion else f"{self.at + 1}")


@dataclass(frozen=True, slots=True, eq=False)
class StatedScoring:
    """How a list was scored: the state with these parameters, the rounds that count, the columns.

    ``main`` is the score in the first column. A starting score that does not follow from the rank
    becomes a correction of the player in the state. ``notes`` say what is assumed.
    """

    state: TournamentState
    after: int
    main: Criterion
    columns: tuple[StatedColumn, ...] = ()
    notes: tuple[Message, ...] = ()

    @property
    def fitting(self) -> int:
        """Return how many numbers agree with the games."""
        return sum(int((~column.wrong).sum()) for column in self.columns if column.criterion)


def scoring_of(
    state: TournamentState, table: StatedTable, in_time: Callable[[], bool] = no_time_limit
) -> StatedScoring | None:
    """Return how a list with columns was scored; None if it has no columns.

    Raises OutOfTimeError once ``in_time`` returns False.
    """
    texts = _columns(table)
    more, texts = len(texts) > _MOST_COLUMNS, texts[:_MOST_COLUMNS]
    if not texts:
        return None
    titles = _titles(table, len(texts))
    category = _category(texts[0], titles[0]) if len(texts) > 1 else None
    if category is not None:
        texts, titles = texts[1:], titles[1:]
    best: StatedScoring | None = None
    for variant, after in _variants(state):
        check_time(in_time)
        found = _under(variant, after, texts, titles)
        if best is None or found.fitting > best.fitting:
            best = found
        if all(column.criterion and not column.wrong.any() for column in found.columns):
            break
    if best is None:
        return None
    if any(column.wrong.any() for column in best.columns) and best.main is Criterion.MMS:
        best = _with_likelier_starts(best, texts, titles, in_time)
    if category is not None:
        scores = tuple(replace(column, at=column.at + 1) for column in best.columns)
        best = replace(best, columns=(category, *scores))
    notes = _notes(state, best, titles)
    if more:
        said = _("Only the first %(most)d columns of numbers are compared.")
        notes = (*notes, said % {"most": _MOST_COLUMNS})
    return replace(best, notes=notes)


def _category(texts: Sequence[str], title: str) -> StatedColumn | None:
    """Return OpenGotha's column of categories, which precedes the scores; None if there is none."""
    if title.upper() != Criterion.CATEGORY:
        return None
    nothing = np.zeros(len(texts), dtype=np.bool_)
    return StatedColumn(0, title, None, _stated(texts), nothing, ascending=True)


def bars_of(ranks: Ints) -> Iterator[tuple[int, int]]:
    """Yield every floor and bar that make a difference for these ranks."""
    levels = range(int(ranks.min()), int(ranks.max()) + 1)
    yield from ((floor, bar) for floor, bar in product(levels, levels) if floor <= bar)


def criteria_values(
    state: TournamentState, after: int, criteria: Sequence[Criterion], *, every: bool = True
) -> Mapping[Criterion, Ints]:
    """Return everybody's values, in quarters, of all criteria or only of the listed ones.

    Direct comparisons are 0 unless listed.
    """
    found = standings(state, after=after, criteria=criteria, every=every).columns
    return {item: column * 4 // TIEBREAKS[item].scale for item, column in found.items()}


def _columns(table: StatedTable) -> list[list[str]]:
    """Return the texts by column, without the trailing columns of zeros that fill up the lines."""
    width = min((len(row.columns) for row in table.rows), default=0)
    texts = [[row.columns[at] for row in table.rows] for at in range(width)]
    while texts and set(texts[-1]) == {"0"}:
        texts.pop()
    return texts


def reached_column(table: StatedTable) -> Ints | None:
    """Return the places reached in a bracket if they are a list's first column, else None."""
    texts = _columns(table)
    if not texts or _titles(table, len(texts))[0].upper() != Criterion.KNOCK_OUT:
        return None
    if not all(text.isdecimal() and len(text) < 7 for text in texts[0]):
        return None
    return np.array([int(text) for text in texts[0]], dtype=np.int64)


def unfilled_criteria(table: StatedTable) -> tuple[Criterion, ...]:
    """Return the criteria named beyond the last column that has any number but 0."""
    by_name = {item.value.upper(): item for item in Criterion}
    names = table.heading.split()[len(_columns(table)) :]
    return tuple(by_name[name.upper()] for name in names if name.upper() in by_name)


def _titles(table: StatedTable, width: int) -> tuple[str, ...]:
    """Return one title per column; titles that run into each other are cut by their width."""
    line = table.heading
    words = line.split()
    if len(words) < width and not all(map(_criteria_named, words)):
        words = [line[at : at + _TITLE_WIDTH].strip() for at in range(0, len(line), _TITLE_WIDTH)]
    return tuple([*words, *[""] * width][:width])


def _criteria_named(title: str) -> Set[Criterion]:
    """Return the criteria that a title, perhaps cut off, may stand for."""
    word = title.upper()
    return {
        item
        for item, row in TIEBREAKS.items()
        if word
        and (
            word == item.value.upper()
            or (len(word) >= _TITLE_WIDTH - 1 and item.value.upper().startswith(word))
            or word in row.macmahon
        )
    }


def _variants(state: TournamentState) -> Iterator[tuple[TournamentState, int]]:
    """Yield the state and its rounds in every way they may have been scored, the usual first."""
    scoring = state.parameters.scoring
    free = any(player.absent for player in state.players)
    unplayed = free or bool(state.byes) or any(game.result.by_default for game in state.games)
    absences = dict.fromkeys((scoring.absent_mms, 0, 1)) if free else (scoring.absent_mms,)
    rounds = dict.fromkeys((state.played_rounds, max(state.played_rounds, scoring.rounds)))
    stones = any(game.handicap for game in state.games)
    without = tuple(replace(game, handicap=0) for game in state.games)
    for after, absent, down, halves, handicaps in product(
        rounds,
        absences,
        (True, False) if free or state.byes else (True,),
        (False, True) if unplayed else (False,),
        (True, False) if stones else (True,),
    ):
        changed = replace(
            scoring,
            absent_nbw=absent,
            absent_mms=absent,
            round_down=down,
            unplayed_as_half_point=halves,
        )
        parameters = replace(state.parameters, scoring=changed)
        games = state.games if handicaps else without
        yield replace(state, games=games, parameters=parameters), after


def _under(
    state: TournamentState, after: int, texts: Sequence[Sequence[str]], titles: Sequence[str]
) -> StatedScoring:
    """Read the columns with these parameters."""
    scores = scores_of(history_of(state, after))
    first = _stated(texts[0])
    bars = _likely_bars(state, scores, first)
    main = _main(scores, first, _criteria_named(titles[0]), bars)
    if main is Criterion.MMS:
        state = _started(state, scores, first, next(iter(bars)))
    return _read(StatedScoring(state, after, main), texts, titles)


def _with_likelier_starts(
    found: StatedScoring,
    texts: Sequence[Sequence[str]],
    titles: Sequence[str],
    in_time: Callable[[], bool],
) -> StatedScoring:
    """Return the reading whose starting scores explain the most numbers.

    If a line's first number does not follow from the rank, either the starting score was set by
    hand or the number is wrong: the opponents' sums tell which.
    """
    scores, first = scores_of(history_of(found.state, found.after)), _stated(texts[0])
    best = found
    for bars in islice(_likely_bars(found.state, scores, first), _OTHER_BARS):
        check_time(in_time)
        state = _started(found.state, scores, first, bars)
        read = _read(replace(found, state=state), texts, titles)
        corrected = [player.id for player in state.players if player.smms_correction]
        for player in corrected if len(corrected) <= _BY_HAND else ():
            check_time(in_time)
            state = _without_correction(read.state, player)
            other = _read(replace(found, state=state), texts, titles)
            read = other if other.fitting > read.fitting else read
        best = read if read.fitting > best.fitting else best
    return best


def _main(
    scores: Scores, first: Ints, named: Set[Criterion], bars: Mapping[tuple[int, int], int]
) -> Criterion:
    """Return which score the first column is: the one that fits the most lines."""
    wins, cup = 2 * scores.nbw[-1], 2 * scores.cps[-1]
    fits = {
        Criterion.NBW: int((first == wins).sum()),
        Criterion.MMS: next(iter(bars.values())),
        Criterion.CPS: int((first == cup).sum()),
    }
    chosen = {item: fits[item] for item in _MAIN if item in named} or fits
    return max(chosen, key=lambda item: chosen[item])


def _starts(scores: Scores, first: Ints) -> tuple[Ints, Flags]:
    """Return the starting scores that a column of McMahon scores implies, as ranks."""
    gained = 2 * (scores.mms[-1] - scores.mms[0])
    known: Flags = (first != MISSING) & ((first - gained) % 4 == 0)
    return (first - gained) // 4 - 30, known


def _ranks(state: TournamentState) -> Ints:
    return np.array([player.rank for player in state.players], dtype=np.int64)


def _likely_bars(
    state: TournamentState, scores: Scores, first: Ints
) -> Mapping[tuple[int, int], int]:
    """Return floors and bars with the number of starting scores that fit them, the most first."""
    (starts, known), ranks = _starts(scores, first), _ranks(state)
    fits = {bars: int((known & (np.clip(ranks, *bars) == starts)).sum()) for bars in bars_of(ranks)}
    return dict(sorted(fits.items(), key=lambda item: -item[1]))


def _started(
    state: TournamentState, scores: Scores, first: Ints, bars: tuple[int, int]
) -> TournamentState:
    """Return the state with a floor and a bar; players who started elsewhere have a correction."""
    starts, known = _starts(scores, first)
    by_rank = np.clip(_ranks(state), *bars)
    apart = starts - by_rank
    corrections = np.where(known & (abs(apart) <= LARGEST_CORRECTION), apart, 0).tolist()
    floor, bar = bars
    scoring = replace(state.parameters.scoring, floor=floor, bar=bar)
    players = tuple(
        replace(player, smms_correction=correction)
        for player, correction in zip(state.players, corrections, strict=True)
    )
    return replace(state, players=players, parameters=replace(state.parameters, scoring=scoring))


def _without_correction(state: TournamentState, chosen: int) -> TournamentState:
    players = tuple(
        replace(player, smms_correction=0) if player.id == chosen else player
        for player in state.players
    )
    return replace(state, players=players)


def _read(
    found: StatedScoring, texts: Sequence[Sequence[str]], titles: Sequence[str]
) -> StatedScoring:
    """Read every column; the ones before it are the criteria in which players may be tied."""
    columns: list[StatedColumn] = []
    computed = criteria_values(found.state, found.after, ())
    for at, (column, title) in enumerate(zip(texts, titles, strict=True)):
        prefix = [before.criterion for before in columns if before.criterion]
        named = {found.main} if at == 0 else _criteria_named(title)
        columns.append(_column(found, at, column, title, named, prefix, computed))
    criteria = [read.criterion for read in columns if read.criterion]
    for at, read in enumerate(columns):
        if read.criterion in _COMPARISONS:  # the columns after it matter too
            values = criteria_values(found.state, found.after, criteria, every=False)[
                read.criterion
            ]
            wrong = ~_same(_stated(texts[at]), values, texts[at])
            if wrong.sum() < read.wrong.sum():
                columns[at] = replace(read, values=values, wrong=wrong)
    return replace(found, columns=tuple(columns))


def _column(
    found: StatedScoring,
    at: int,
    texts: Sequence[str],
    title: str,
    named: Set[Criterion],
    prefix: Sequence[Criterion],
    computed: Mapping[Criterion, Ints],
) -> StatedColumn:
    """Return what a column is taken for: of the criteria its title may mean, the best fit.

    ``computed`` has every criterion that does not depend on the columns before it.
    """
    stated = _stated(texts)
    constant = len(set(texts)) == 1
    order = dict.fromkeys((*_AFTER[found.main], *Criterion))
    unknown = set(_UNKNOWABLE)
    if found.main is not Criterion.MMS:  # then it has no McMahon scores at all
        unknown |= {item for item in Criterion if TIEBREAKS[item].caution is Caution.MCMAHON}
    candidates = [item for item in order if item in (named or order) and item not in unknown]
    best: StatedColumn | None = None
    for item in candidates if named or not constant else ():
        known = computed[item]
        if item in _COMPARISONS:
            known = criteria_values(found.state, found.after, (*prefix, item), every=False)[item]
        wrong = ~_same(stated, known, texts)
        if best is None or wrong.sum() < best.wrong.sum():
            best = StatedColumn(at, title, item, known, wrong)
    least = len(texts) // 2 if named else 3 * len(texts) // 4
    if best and len(texts) - best.wrong.sum() >= min(least, len(texts) - 2):
        return best
    return StatedColumn(at, title, None, stated, np.zeros(len(texts), dtype=np.bool_))


def _stated(texts: Sequence[str]) -> Ints:
    values = (parse_quarters(text) for text in texts)
    return np.array([MISSING if value is None else value for value in values], dtype=np.int64)


def _same(stated: Ints, known: Ints, texts: Sequence[str]) -> Flags:
    """Return which numbers are the same, as far as a narrow column has room for them."""
    same: Flags = stated == known
    for at in np.flatnonzero(~same).tolist():
        whole = str(int(known[at]) // 4)
        same[at] = len(whole) >= _TITLE_WIDTH and texts[at] == whole[: _TITLE_WIDTH - 1]
    return same


def _notes(
    state: TournamentState, found: StatedScoring, titles: Sequence[str]
) -> tuple[Message, ...]:
    """Return sentences that say what is assumed."""
    notes = []
    scoring, usual = found.state.parameters.scoring, state.parameters.scoring
    criteria = [column.criterion for column in found.columns if column.criterion]
    if any(titles):
        said = _(
            "The file names its columns but not what places go by: the columns from left to right "
            "are assumed (%(criteria)s)."
        )
    else:
        said = _(
            "The file names neither its columns nor what places go by: assumed is what fits the "
            "numbers, from left to right (%(criteria)s)."
        )
    notes.append(said % {"criteria": comma_list(column.name for column in found.columns)})
    if Criterion.MMS in criteria:
        notes.append(bars_assumed(scoring))
    if any(player.absent for player in state.players):
        notes.append(_absences(scoring))
    if scoring.round_down is False:
        notes.append(_("Assumed: points of absences and byes are not rounded down."))
    if scoring.unplayed_as_half_point != usual.unplayed_as_half_point:
        notes.append(_("Assumed: games not played count as half a point in opponents’ sums."))
    if found.state.games != state.games:
        notes.append(_("Assumed: handicaps do not count in opponents’ sums."))
    for column in found.columns:
        if column.criterion is None:
            notes.append(
                _("Column %(name)s cannot be recomputed from the file and is taken as it stands.")
                % {"name": column.name}
            )
    by_hand = [player.name for player in found.state.players if player.smms_correction]
    if by_hand:
        notes.append(
            _(
                "Starting scores other than the rank gives, set by hand or wrong in the file: "
                "%(names)s."
            )
            % {"names": comma_list(by_hand)}
        )
    return tuple(notes)


def bars_assumed(scoring: ScoringParameters) -> Message:
    """Return a sentence that says which bar and floor are assumed."""
    return _("Assumed: a bar at %(bar)s and a floor at %(floor)s.") % {
        "bar": rank_text(scoring.bar),
        "floor": rank_text(scoring.floor),
    }


def _absences(scoring: ScoringParameters) -> Message:
    if scoring.absent_mms:
        return _("Assumed: an absence gives half a point.")
    return _("Assumed: an absence gives nothing.")
