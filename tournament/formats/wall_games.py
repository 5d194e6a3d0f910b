"""From the cells of a wall list to games, byes and absences; both players' cells have to agree."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from language.messages import Message, ngettext_lazy
from language.messages import gettext_lazy as _
from tournament.formats.errors import FormatError
from tournament.formats.wall_tokens import MOST_STONES, WallCell, outcome_of
from tournament.state.games import Bye, Game
from tournament.state.results import Decided, Outcome, Result


@dataclass(frozen=True, slots=True)
class WallRow:
    """A line of a wall list as read: ``row`` counts from 1 and is used in other rows' cells."""

    row: int
    line: int
    name: str
    rank: int
    tokens: tuple[WallCell, ...]


@dataclass(slots=True)
class WallGames:
    """What the cells say. Players are row numbers; ``absent`` has the missed rounds by row."""

    rounds: int
    games: list[Game] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    absent: dict[int, set[int]] = field(default_factory=dict)
    half_point_absence: bool = False
    notes: list[Message] = field(default_factory=list)


def wall_games(rows: Sequence[WallRow], reduction: int) -> WallGames:
    """Return the games of all rows; tables are numbered in the order of the rows.

    ``reduction`` is the N of ``HA[hN]``: if a cell gives no handicap, it is the rank difference
    less N, or none if N is 9. ``0+`` is a bye. ``0=`` is an absence with half a point; if the list
    has any, ``0-`` is a player left without an opponent, otherwise it is an absence without points.

    Raises FormatError, with the line and the round, if two rows contradict each other.
    """
    found = WallGames(max((len(row.tokens) for row in rows), default=0))
    by_row = {row.row: row for row in rows}
    found.half_point_absence = any(
        token.opponent == 0 and token.sign == "=" for row in rows for token in row.tokens
    )
    for row in rows:
        if len(row.tokens) < found.rounds:
            short = ngettext_lazy(
                "Line %(line)d: %(name)s has %(count)d of %(rounds)d rounds; the others are read "
                "as not played.",
                "Line %(line)d: %(name)s has %(count)d of %(rounds)d rounds; the others are read "
                "as not played.",
                "count",
            )
            count = len(row.tokens)
            found.notes.append(
                short % {"line": row.line, "name": row.name, "count": count, "rounds": found.rounds}
            )
    for number in range(1, found.rounds + 1):
        _read_round(found, by_row, number, reduction)
    return found


def _read_round(found: WallGames, by_row: dict[int, WallRow], number: int, reduction: int) -> None:
    seated: set[int] = set()
    for row in by_row.values():
        token = _token(row, number)
        if token.opponent == 0 or row.row in seated:
            continue
        other = by_row.get(token.opponent)
        if other is None or other is row:
            raise _unknown_row(row, number, token.opponent)
        answer = _token(other, number)
        if other.row in seated or (answer.opponent and answer.opponent != row.row):
            raise _contradiction(row, number, other, "not_mutual")
        if not answer.opponent:
            alone = _(
                "Round %(round)d: %(name)s lists %(other)s as opponent, who lists nobody; read as "
                "a game."
            )
            found.notes.append(alone % {"round": number, "name": row.name, "other": other.name})
            answer = WallCell(row.row, "?")
        seated |= {row.row, other.row}
        game = _game(found.notes, number, (row, token), (other, answer), reduction)
        found.games.append(replace(game, table=len(seated) // 2))
    for row in by_row.values():
        token = _token(row, number)
        if row.row not in seated:
            if token.sign == "+":
                found.byes.append(Bye(number, row.row))
            elif token.sign == "=" or (token.sign == "-" and not found.half_point_absence):
                found.absent.setdefault(row.row, set()).add(number)


def _token(row: WallRow, number: int) -> WallCell:
    return row.tokens[number - 1] if number <= len(row.tokens) else WallCell(0, "?")


def _game(
    notes: list[Message],
    number: int,
    first: tuple[WallRow, WallCell],
    second: tuple[WallRow, WallCell],
    reduction: int,
) -> Game:
    said = {first[1].colour, "wb"["bw".find(second[1].colour)] if second[1].colour else ""} - {""}
    handicap = first[1].handicap if first[1].handicap is not None else second[1].handicap
    apart = first[0].rank - second[0].rank
    if handicap is None:
        stones = max(0, abs(apart) - reduction) if reduction < MOST_STONES else 0
        handicap = min(stones, MOST_STONES)
    if len(said) == 2:
        same = _(
            "Round %(round)d: %(name)s and %(other)s have the same colour; their colours are read "
            "as unknown."
        )
        names = {"name": first[0].name, "other": second[0].name}
        notes.append(same % {"round": number, **names})
    known = len(said) == 1
    first_is_black = said == {"b"} if known else bool(handicap) and apart < 0
    if not known and handicap:
        known = len(said) == 0
    black, white = (first, second) if first_is_black else (second, first)
    outcome = outcome_of(black[1].sign, white[1].sign)
    if outcome is None:
        raise _contradiction(first[0], number, second[0], "results_differ")
    _notice(notes, number, first, second, outcome)
    decided = Decided.DEFAULT if first[1].by_default or second[1].by_default else Decided.PLAY
    return Game(
        round=number,
        table=1,
        black=black[0].row,
        white=white[0].row,
        result=Result(outcome, decided),
        handicap=handicap,
        colours_known=known,
    )


def _notice(
    notes: list[Message],
    number: int,
    first: tuple[WallRow, WallCell],
    second: tuple[WallRow, WallCell],
    outcome: Outcome,
) -> None:
    """Note where the two cells of a game disagree or say something odd."""
    (row, token), (other_row, other_token) = first, second
    about: dict[str, Message | str | int] = {
        "round": number,
        "line": row.line,
        "other_line": other_row.line,
        "name": row.name,
        "other": other_row.name,
    }

    def note(what: Message) -> None:
        text = _(
            "Round %(round)d, lines %(line)d and %(other_line)d: %(name)s and %(other)s %(what)s"
        )
        notes.append(text % {**about, "what": what})

    if outcome is Outcome.BOTH_WIN:
        note(_("both have a win; read as a win for both."))
    if outcome is Outcome.BOTH_LOSE:
        note(_("both have a loss; read as a loss for both."))
    if token.handicap is not None and other_token.handicap not in (None, token.handicap):
        what = _("have different handicaps; %(handicap)d is used.")
        note(what % {"handicap": token.handicap})
    if other_token.sign != "?" and token.by_default != other_token.by_default:
        note(_("are not both marked as by default; read as by default."))


def _unknown_row(row: WallRow, number: int, other: int) -> FormatError:
    return FormatError(
        "row_unknown",
        _(
            "%(name)s plays number %(other)d, which is not another line of the list. Correct the "
            "number."
        )
        % {"name": row.name, "other": other},
        line=row.line,
        field=f"round {number}",
    )


def _contradiction(row: WallRow, number: int, other: WallRow, code: str) -> FormatError:
    texts = {
        "not_mutual": _(
            "%(name)s lists %(other)s (line %(line)d) as opponent, who has another opponent in "
            "this round. Correct one of the two lines."
        ),
        "results_differ": _(
            "The results of %(name)s and %(other)s (line %(line)d) contradict each other. Correct "
            "one of them."
        ),
    }
    text = texts[code] % {"name": row.name, "other": other.name, "line": other.line}
    return FormatError(code, text, line=row.line, field=f"round {number}")
