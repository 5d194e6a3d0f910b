"""What the columns of a table of players hold, by the header's words or by their content."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum

from tournament.formats.folding import folded
from tournament.state.people import Card
from tournament.state.ranks import RankError, nearest_rank


class Column(StrEnum):
    """What a column in a table of players can hold, besides the fields of a card."""

    SURNAME = "surname"
    FIRST_NAME = "first_name"
    NAME = "name"
    """Both names in one: ``Last, First``, ``LAST First`` or ``Last First``."""
    FIRST_LAST = "first_last"
    """Both names in one, the first name first."""
    RANK = "rank"
    PARTNER_RANK = "partner_rank"
    """The rank of the second player of a pair; ``rank`` is then the first player's."""
    RATING = "rating"
    FFG_RATING = "ffg_rating"
    AGA_RATING = "aga_rating"
    COUNTRY = "country"
    CLUB = "club"
    PARTICIPATION = "participation"
    """A 0 or a 1 for every round, or the rounds in which the player takes part."""
    ABSENT = "absent"
    """The rounds in which the player does not take part."""
    REGISTRATION = "registration"
    """FIN or PRE, or yes or no for final registration."""
    CORRECTION = "smms_correction"
    EMAIL = "email"
    NAMESAKE = "namesake"
    """Which of several people with the same name this is: 1, 2 and so on."""


_WORDS: dict[Column, str] = {
    Column.SURNAME: "surname|last name|lastname|family name|familyname|last|nachname|familienname"
    "|nom de famille|cognome|apellido|apellidos|achternaam|nazwisko|prijmeni|nume|prezime|sobrenome"
    "|efternamn|vezeteknev|sukunimi|etternavn|efternavn",
    Column.FIRST_NAME: "first name|firstname|first|given name|givenname|forename|prenom|vorname"
    "|nombre|voornaam|imie|jmeno|prenume|ime|nome proprio|fornamn|keresztnev|etunimi|fornavn",
    Column.NAME: "name|names|full name|fullname|player|players|player name|participant"
    "|participants|joueurs|noms|spieler innen|teilnehmende|jugadores|giocatori|spelers|gracze"
    "|nom prenom|nom et prenom"
    "|nom complet|joueur|participante|spieler|teilnehmer|jugador|giocatore|speler|gracz|hrac"
    "|surname first name|last name first name|name vorname|nachname vorname|jucator|igrac",
    Column.FIRST_LAST: "first name surname|first name last name|first last|prenom nom|vorname name"
    "|vorname nachname|prenom et nom|first and last name",
    Column.RANK: "rank|rk|level|niveau|niv|rang|strength|force|ranking|rango|stufe|spielstarke"
    "|staerke|starke|kyu dan|dan kyu|kyu|dan|stopien|rang kyu dan|playing strength|niveau rang",
    Column.PARTNER_RANK: "partner rank|partner s rank|partners rank|rank of partner"
    "|rank of the partner|partner level|rang du partenaire|rang partenaire|niveau du partenaire"
    "|niveau partenaire|force du partenaire|rang des partners",
    Column.RATING: "rating|gor|egf rating|egf gor|go rating|elo|egd rating|classement|points",
    Column.FFG_RATING: "ffg rating|echelle|echelle ffg|niveau ffg|ffg echelle",
    Column.AGA_RATING: "aga rating",
    Column.COUNTRY: "country|co|ctry|nation|nationality|pays|land|pais|paese|kraj|zeme|tara"
    "|nationalite|country code|code pays|drzava|maa|orszag",
    Column.CLUB: "club|cl|verein|klub|club de go|go club|city|ville|stadt|ciudad|seura|chapter",
    Column.PARTICIPATION: "participation|participating|rounds|rondes|presence|presences|runden"
    "|rounds played|attendance|teilnahme|rondas|plays rounds",
    Column.ABSENT: "absent|absences|absent rounds|missing rounds|skips|rondes absentes|fehlt|byes",
    Column.REGISTRATION: "registration|registering status|status|inscription|registeringstatus"
    "|final|confirmed|confirme|anmeldung|etat",
    Column.CORRECTION: "smms correction|smmscorrection|correction|mms correction",
    Column.EMAIL: "email|e mail|mail|e mail address|email address|courriel|adresse e mail"
    "|adresse mail|adresse email|correo|correo electronico|e mail adresse|mailadresse",
    Column.NAMESAKE: "namesake|namesakes|homonym|homonyme|homonymes",
}
CARD_COLUMNS = tuple(entry.name for entry in fields(Card))
"""The columns that are fields of a player's card, under the same name."""
COLUMNS: tuple[str, ...] = (*Column, *CARD_COLUMNS)
_BY_WORD: dict[str, str] = {
    **{word: column for column, words in _WORDS.items() for word in words.split("|")},
    **{word: entry.name for entry in fields(Card) for word in entry.metadata["header"] if word},
    **{name.replace("_", " "): name for name in CARD_COLUMNS},
}
_ENOUGH = 0.7
"""The share of a column's cells that has to look like something."""


@dataclass(frozen=True, slots=True)
class ColumnGuess:
    """What a column is taken for: ``column`` is None if it is left out.

    ``index`` counts from 0; ``title`` is the header's cell, empty without a header. ``basis`` is
    ``header``, ``content`` or ``given``; ``filled`` says whether any row has something there.
    """

    index: int
    title: str
    column: str | None
    basis: str
    filled: bool = True


def columns_by_header(cells: Sequence[str]) -> list[str | None] | None:
    """Return the columns that a header's cells name, None if the row is not a header.

    A bare word for the name is the surname next to a word for the first name (``Nom; Prénom``), and
    the first name next to one for the surname (``Cognome; Nome``).
    """
    keys = [folded(re.sub(r"([a-z])([A-Z])", r"\1 \2", cell)) for cell in cells]
    found = [
        _BY_WORD.get(key) or _BY_WORD.get(folded(cell))
        for key, cell in zip(keys, cells, strict=True)
    ]
    bare = [at for at, key in enumerate(keys) if key in ("nom", "name", "nome", "nev", "nimi")]
    for at in bare:
        if Column.SURNAME in found:
            found[at] = Column.FIRST_NAME
        else:
            found[at] = Column.SURNAME if Column.FIRST_NAME in found else Column.NAME
    if Column.RANK not in found and "grade" in found:
        found[found.index("grade")] = Column.RANK
    known = [column for column in found if column]
    if not known or any(is_rank(cell) for cell in cells):
        return None
    return _without_repeats(found)


def _without_repeats(found: Sequence[str | None]) -> list[str | None]:
    """Return the columns without any that comes a second time."""
    seen: set[str] = set()
    kept: list[str | None] = []
    for column in found:
        kept.append(None if column in seen else column)
        if column is not None:
            seen.add(column)
    return kept


def columns_by_content(rows: Sequence[Sequence[str]]) -> list[str | None]:
    """Return what the columns look like if there is no header."""
    width = max((len(row) for row in rows), default=0)
    found: list[str | None] = []
    for at in range(width):
        cells = [row[at] for row in rows if at < len(row) and row[at]]
        found.append(_looks_like(cells))
    texts = [at for at, column in enumerate(found) if column is Column.SURNAME]
    if len(texts) >= 2:
        found[texts[1]] = Column.FIRST_NAME
        club = next((at for at in texts[2:] if _short(rows, at)), None)
        for at in texts[2:]:
            found[at] = Column.CLUB if at == club else None
    elif texts and Column.NAME not in found:
        found[texts[0]] = Column.NAME
    elif texts:
        found[texts[0]] = Column.CLUB if _short(rows, texts[0]) else None
    return _without_repeats(found)


def _short(rows: Sequence[Sequence[str]], at: int) -> bool:
    return all(len(row[at]) <= 6 for row in rows if at < len(row))


_SHAPES: tuple[tuple[str, str], ...] = (
    (Column.EMAIL, r"[^\s@]+@[^\s@]+\.[^\s@]+"),
    ("egf_pin", r"[12]\d{7}"),
    ("ffg_licence", r"\d{7}"),
    (Column.RATING, r"-\d{2,3}|[1-9]\d{2,3}"),
    (Column.PARTICIPATION, r"[01]{2,20}"),
    (Column.REGISTRATION, r"(?i:FIN|PRE)"),
    (Column.COUNTRY, r"[A-Z]{2}"),
    (Column.CLUB, r"\d\d[A-Za-z]{2}"),
    (Column.NAME, r"[^\d,;]{1,60},[^\d,;]{1,60}"),
    (Column.SURNAME, r"[^\d,;]{2,80}"),
)


def _looks_like(cells: Sequence[str]) -> str | None:
    if not cells:
        return None
    votes = Counter(
        Column.RANK
        if is_rank(cell)
        else next((column for column, shape in _SHAPES if re.fullmatch(shape, cell)), None)
        for cell in cells
    )
    column, count = votes.most_common(1)[0]
    return column if count >= _ENOUGH * len(cells) else None


def is_rank(text: str) -> bool:
    """Whether a text is a rank such as ``5k`` or ``1 dan``."""
    try:
        nearest_rank(text)
    except RankError:
        return False
    return True
