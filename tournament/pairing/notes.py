"""What a director should know about a pairing: the rules that it could not keep."""

from collections.abc import Sequence

from language.localtext import LocalText
from tournament.pairing.bye import had_bye
from tournament.pairing.field import Field
from tournament.pairing.pairing import Board, PairingRequest

_UNAVOIDABLE: dict[str, tuple[str, str]] = {
    "rematch": ("have met before", "se sont déjà rencontrés"),
    "forbidden": ("are not to meet", "ne doivent pas se rencontrer"),
    "family": ("are of one family", "sont de la même famille"),
    "team": ("are of one team", "sont de la même équipe"),
}


def notes_of(
    request: PairingRequest, field: Field, boards: Sequence[Board], bye: int | None
) -> tuple[LocalText, ...]:
    """Return a sentence for every board that violates a rule or wish, and for a repeated bye."""
    notes = [
        _note(field, board, name)
        for board in boards
        for name in _UNAVOIDABLE
        if not board.fixed and board.components.get(name) == 0 and _matters(field, name)
    ]
    if bye is not None and request.bye is None:
        player = field.players[bye]
        if player.id in had_bye(request.state.byes, request.round):
            notes.append(
                LocalText(
                    en=f"{player.name} has a bye again: everybody here has had one.",
                    fr=f"{player.name} est de nouveau exempt : chacun ici l'a déjà été.",
                )
            )
    return tuple(notes)


def _matters(field: Field, name: str) -> bool:
    """Whether a component of 0 says that something was violated."""
    return name != "rematch" or field.weights.rematch > 0


def _note(field: Field, board: Board, name: str) -> LocalText:
    en, fr = _UNAVOIDABLE[name]
    one, other = (field.players[field.place[player]].name for player in (board.black, board.white))
    return LocalText(
        en=f"Table {board.table}: {one} and {other} {en}; nothing better was found.",
        fr=f"Table {board.table} : {one} et {other} {fr} ; rien de mieux n'a été trouvé.",
    )
