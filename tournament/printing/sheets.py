"""The contents of the sheets, in the language of the request: the same for pages and for PDF."""

import unicodedata
from dataclasses import dataclass
from enum import Enum

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from adjudication.rules.colours import BLACK
from tournament.common.addresses import absolute_url
from tournament.games import words
from tournament.games.selectors import SETTLED, GameRow, PlayerName, namesake_marks
from tournament.public.prize_words import award_lines
from tournament.public.selectors.standings import StandingsPage, standings_page
from tournament.public.views.standings import appealed_line, black_letter, cell_text, white_letter
from tournament.rounds.selectors.whole import WholeRound, whole_round
from tournament.spoken import moment_text
from tournament.standings.writing import value_text
from tournament.tournaments.selectors.public import TournamentTerms

WIDE_FROM = 7
"""A cross table of at least this many rounds is printed in landscape."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column: its heading, its relative width, and whether it holds numbers."""

    head: str
    share: float
    number: bool = False


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell. ``player`` is the number of the player it names, printed if their name cannot be."""

    text: str
    player: int = 0
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its title. ``wide``: printed in landscape."""

    heading: str
    title: str
    note: str
    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[SheetCell, ...], ...]
    below: tuple[str, ...] = ()
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip for one game, filled in by hand or reported by phone at the URL ``address``."""

    heading: str
    round: str
    board: str
    black: PlayerName
    white: PlayerName
    terms: str
    jigo: bool
    tie: str
    """Who wins equal scores, if komi allows them; empty: nobody."""
    address: str


@dataclass(frozen=True, slots=True)
class NameBadge:
    """A badge. ``address`` is the URL of the player's private link, empty if it is not printed.

    ``partner`` is the other player of a pair.
    """

    heading: str
    player: PlayerName
    country: str
    address: str = ""
    partner: str = ""


def by_board(terms: TournamentTerms, printed: WholeRound) -> Sheet:
    """Return the pairings ordered by board."""
    rows = tuple(
        (
            SheetCell(str(game.board_number), strong=True),
            _name(game.black),
            SheetCell(game.black.rank),
            _name(game.white),
            SheetCell(game.white.rank),
            SheetCell(_short_terms(game)),
            SheetCell(_result(game)),
        )
        for game in printed.games
    )
    return Sheet(
        heading=terms.name,
        title=_("Round %(number)d: pairings by board") % {"number": printed.number},
        note=_state_note(printed),
        columns=(
            SheetColumn(pgettext("short for board number", "Bd"), 0.8, number=True),
            SheetColumn(pgettext("player", "Black"), 4),
            SheetColumn(_("Rank"), 0.9),
            SheetColumn(pgettext("player", "White"), 4),
            SheetColumn(_("Rank"), 0.9),
            SheetColumn(_("Handicap, komi"), 1.9),
            SheetColumn(_("Result"), 1.3),
        ),
        rows=rows,
        below=(*_byes(printed), *_unsettled(printed)),
    )


def by_name(terms: TournamentTerms, printed: WholeRound) -> Sheet:
    """Return the pairings ordered by the players' names."""
    lines: list[tuple[PlayerName, tuple[SheetCell, ...]]] = []
    for game in printed.games:
        board = SheetCell(str(game.board_number), strong=True)
        for colour, player, other in (
            ("black", game.black, game.white),
            ("white", game.white, game.black),
        ):
            seat = SheetCell(words.colour(colour))
            name = (_name(player), SheetCell(player.rank))
            opponent = (_name(other), SheetCell(other.rank), SheetCell(_short_terms(game)))
            lines.append((player, (*name, board, seat, *opponent)))
    for player in printed.byes:
        empty = (SheetCell(""), SheetCell(""), SheetCell(""))
        bye = (SheetCell("–", strong=True), SheetCell(pgettext("of a round", "Bye")))
        lines.append((player, (_name(player), SheetCell(player.rank), *bye, *empty)))
    lines.sort(key=lambda line: (name_order(line[0].name), line[0].number))
    return Sheet(
        heading=terms.name,
        title=_("Round %(number)d: pairings by name") % {"number": printed.number},
        note=_state_note(printed),
        columns=(
            SheetColumn(_("Name"), 4),
            SheetColumn(_("Rank"), 0.9),
            SheetColumn(_("Board"), 1, number=True),
            SheetColumn(_("Colour"), 1.2),
            SheetColumn(_("Opponent"), 4),
            SheetColumn(_("Rank"), 0.9),
            SheetColumn(_("Handicap, komi"), 1.9),
        ),
        rows=tuple(cells for _player, cells in lines),
    )


def standings(page: StandingsPage) -> Sheet:
    """Return the standings with every criterion, without the rounds."""
    columns = (
        SheetColumn(pgettext("short for place", "Pl"), 0.7, number=True),
        SheetColumn(_("Name"), 4.2),
        SheetColumn(_("Rank"), 0.9),
        SheetColumn(_("Club"), 1.6),
        *(SheetColumn(criterion.value, 1.1, number=True) for criterion in page.criteria),
    )
    rows = tuple(
        (
            SheetCell(str(line.place), strong=True),
            _name(line.player),
            SheetCell(line.player.rank),
            SheetCell(line.player.club),
            *_values(page, line.values),
        )
        for line in page.lines
    )
    return Sheet(page.terms.name, _standings_title(page), _provisional(page), columns, rows)


def crosstable(page: StandingsPage) -> Sheet:
    """Return the cross table: every round of every player, and the criteria."""
    names = {line.number: line.player.name for line in page.lines}
    rounds, unconfirmed = range(1, page.after + 1), page.unconfirmed
    columns = (
        SheetColumn("#", 0.6, number=True),
        SheetColumn(pgettext("short for place", "Pl"), 0.7, number=True),
        SheetColumn(_("Name"), 3.6),
        SheetColumn(_("Rank"), 0.9),
        *(
            SheetColumn(pgettext("short for round", "R%(number)s") % {"number": number}, 1.1)
            for number in rounds
        ),
        *(SheetColumn(criterion.value, 1.1, number=True) for criterion in page.criteria),
    )
    rows = tuple(
        (
            SheetCell(str(line.row)),
            SheetCell(str(line.place), strong=True),
            _name(line.player),
            SheetCell(line.player.rank),
            *(
                SheetCell(
                    cell_text(cell, names.get(cell.opponent or 0, "")).text
                    + (UNSETTLED if (cell.round, line.number) in unconfirmed else "")
                )
                for cell in line.cells
            ),
            *_values(page, line.values),
        )
        for line in page.lines
    )
    return Sheet(
        heading=page.terms.name,
        title=_("Crosstable after round %(number)d") % {"number": page.after},
        note=_provisional(page),
        columns=columns,
        rows=rows,
        below=(
            _(
                "12+%(white)s: won with White against row 12; - lost, = drew, %(black)s: with "
                "Black; a number behind the letter: handicap stones; ! decided by absence."
            )
            % {"black": black_letter(), "white": white_letter()},
            *([_mark_explained()] if unconfirmed else []),
        ),
        wide=page.after >= WIDE_FROM,
    )


def slip(terms: TournamentTerms, game: GameRow, address: str) -> Slip:
    """Return a game's slip; it has a box for jigo if komi and rules allow one."""
    winner = terms.ruleset.tie_winner.value
    return Slip(
        heading=terms.name,
        round=_("Round %(number)d") % {"number": game.round_number},
        board=_("Board %(number)d") % {"number": game.board_number},
        black=game.black,
        white=game.white,
        terms=words.terms_sentence(
            size=terms.board_size, handicap=game.handicap, komi_half=game.komi_half
        ),
        jigo=game.komi_half % 2 == 0 and winner is None,
        tie="" if winner is None or game.komi_half % 2 else _tie(winner),
        address=address,
    )


def _tie(winner: int) -> str:
    if winner == BLACK:
        return _("equal scores (Black wins)")
    return _("equal scores (White wins)")


def name_order(name: str) -> str:
    """Return the sort key of a name: as in a phone book, ignoring diacritics."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _name(player: PlayerName) -> SheetCell:
    return SheetCell(player.distinct_name, player.number)


def _values(page: StandingsPage, values: tuple[int, ...]) -> tuple[SheetCell, ...]:
    return tuple(
        SheetCell(value_text(criterion, value))
        for criterion, value in zip(page.criteria, values, strict=True)
    )


def _short_terms(game: GameRow) -> str:
    """Return ``2 · 0.5``, or ``even · 6.5``: the handicap, if there is one, and komi."""
    stones = (
        str(game.handicap) if game.handicap > 1 else pgettext("a game without handicap", "even")
    )
    return f"{stones} · {words.half_points(game.komi_half)}"


UNSETTLED = "*"
"""The mark of a result that is not settled yet."""


def _result(game: GameRow) -> str:
    """Return the result, marked if it is not settled yet."""
    text = words.game_result(game)
    return f"{text} {UNSETTLED}" if text and game.state not in SETTLED else text


def _unsettled(printed: WholeRound) -> tuple[str, ...]:
    """Return what the mark means, if it is on the sheet."""
    if not any(game.winner and game.state not in SETTLED for game in printed.games):
        return ()
    return (_mark_explained(),)


def _mark_explained() -> str:
    return _("* reported by one player, or disputed: not settled yet")


def _byes(printed: WholeRound) -> tuple[str, ...]:
    if not printed.byes:
        return ()
    names = ", ".join(f"{player.name} (#{player.number})" for player in printed.byes)
    return (_("Bye: %(names)s") % {"names": names},)


def _state_note(printed: WholeRound) -> str:
    return _("In preparation: this may still change.") if printed.in_preparation else ""


def _standings_title(page: StandingsPage) -> str:
    if not page.after:
        return _("Starting list")
    return _("Standings after round %(number)d") % {"number": page.after}


def _provisional(page: StandingsPage) -> str:
    """Return since when the table is frozen, and what in it may still change."""
    appealed = appealed_line(page.appealed, closed=page.terms.closed)
    return " ".join(filter(None, (_unfinished(page), appealed)))


def _unfinished(page: StandingsPage) -> str:
    if page.frozen:
        since = (
            _("Final standings, published:")
            if page.frozen.final
            else _("Standings after round %(number)s, frozen:") % {"number": page.frozen.after}
        )
        return f"{since} {moment_text(page.frozen.at)}."
    if not page.provisional:
        return ""
    return ngettext(
        "The table is provisional: %(count)d result is missing or not final (%(left)s).",
        "The table is provisional: %(count)d results are missing or not final (%(left)s).",
        page.provisional,
    ) % {"count": page.provisional, "left": page.counts.left}


def prize_list(page: StandingsPage) -> Sheet:
    """Return the prizes in order, one line per winner."""
    rows: list[tuple[SheetCell, ...]] = []
    for award in award_lines(page):
        purpose = _("%(purpose)s, tied") if award.shared else "%(purpose)s"
        prize = (
            SheetCell(award.name, strong=True),
            SheetCell(purpose % {"purpose": award.purpose}),
        )
        nobody = (SheetCell("–"), *(SheetCell("") for __ in range(3)))
        rows += [
            (
                *prize,
                _name(line.player),
                SheetCell(line.player.rank),
                SheetCell(line.about),
                SheetCell(str(line.place)),
            )
            for line in award.winners
        ] or [(*prize, *nobody)]
    return Sheet(
        heading=page.terms.name,
        title=_("Prizes after round %(number)d") % {"number": page.after},
        note=_provisional(page),
        columns=(
            SheetColumn(_("Prize"), 2.4),
            SheetColumn(pgettext("of a prize", "For"), 3.2),
            SheetColumn(_("Winner"), 3.2),
            SheetColumn(_("Rank"), 0.9),
            SheetColumn(_("Country, club"), 1.8),
            SheetColumn(pgettext("short for place", "Pl"), 0.7, number=True),
        ),
        rows=tuple(rows),
    )


# --- What can be printed of a round, and how it is found ---


class SheetKind(Enum):
    """What is printed of a round; the value appears in the URL."""

    BOARDS = "boards"
    NAMES = "names"
    SLIPS = "slips"
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    PRIZES = "prizes"


AFTER = (SheetKind.STANDINGS, SheetKind.CROSSTABLE, SheetKind.PRIZES)
"""The kinds printed once a round is over; the others are for its beginning."""


@dataclass(frozen=True, slots=True)
class SheetKindText:
    """A kind's name and purpose."""

    kind: SheetKind
    title: str
    purpose: str


def kind_texts() -> tuple[SheetKindText, ...]:
    """Return all kinds in the order in which they are needed during a round."""
    return (
        SheetKindText(
            SheetKind.NAMES,
            _("Pairings by name"),
            _("For the wall: players find their name, then their board."),
        ),
        SheetKindText(
            SheetKind.BOARDS,
            _("Pairings by board"),
            _("For the tables and the director’s desk, with a column for results."),
        ),
        SheetKindText(
            SheetKind.SLIPS,
            _("Result slips"),
            _("Four a page, to cut and lay on the boards: boxes to tick, signatures, a QR code."),
        ),
        SheetKindText(
            SheetKind.STANDINGS, _("Standings"), _("Place, score and tie-breaks after the round.")
        ),
        SheetKindText(
            SheetKind.CROSSTABLE,
            _("Crosstable"),
            _("Every player’s opponents and results, round by round."),
        ),
        SheetKindText(
            SheetKind.PRIZES,
            _("Prize list"),
            _("Every prize with its winners, to be read out when they are given."),
        ),
    )


_AFTER_ROUND = {
    SheetKind.STANDINGS: standings,
    SheetKind.CROSSTABLE: crosstable,
    SheetKind.PRIZES: prize_list,
}


def kind_of(text: str) -> SheetKind:
    """Return the kind named in a URL. Raises Http404."""
    found = next((kind for kind in SheetKind if kind.value == text), None)
    if found is None:
        raise Http404
    return found


def round_of(terms: TournamentTerms, number: int) -> WholeRound:
    """Return a round of the tournament, with namesakes told apart. Raises Http404."""
    found = whole_round(terms.id, number)
    if found is None:
        raise Http404
    return found.with_marks(namesake_marks(terms.id))


def sheet_of(terms: TournamentTerms, kind: SheetKind, number: int) -> Sheet:
    """Return the table to print. Raises Http404 for a round that does not exist (yet)."""
    if kind in AFTER:
        return _AFTER_ROUND[kind](_standings(terms, number))
    printed = round_of(terms, number)
    return by_board(terms, printed) if kind is SheetKind.BOARDS else by_name(terms, printed)


def slips_of(request: HttpRequest, terms: TournamentTerms, number: int) -> list[Slip]:
    """Return the slips of a round; their codes lead to the page where the game is reported.

    Nothing on a slip is secret: players who scan it still need their own link. If only the staff
    enter results there is no code. Raises Http404.
    """
    printed = round_of(terms, number)
    return [
        slip(
            terms,
            game,
            absolute_url(request, reverse("adjudication:report", args=[game.id]))
            if printed.players_report
            else "",
        )
        for game in printed.games
    ]


def _standings(terms: TournamentTerms, number: int) -> StandingsPage:
    page = standings_page(terms.slug, number)
    if page is None:
        raise Http404
    return page
