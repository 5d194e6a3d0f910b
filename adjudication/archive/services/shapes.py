"""The shapes of values in the JSON columns of an archive."""

from adjudication.archive.services.rows import DamagedError
from language.messages import message_from

_FINDING: dict[str, tuple[type, ...]] = {
    "code": (str,),
    "rules": (str, type(None)),
    "move": (int, type(None)),
    "color": (str, type(None)),
    "point": (str, type(None)),
    "article": (str, type(None)),
    "message": (dict,),
    "moot": (bool,),
    "uncertain": (bool,),
    "asks": (bool,),
    "detail": (dict,),
    "said": (bool,),  # from a player who named a move: only in cases and questions
}
_READING = {"unwritten_passes", "played_so", "of_this_game"}


def require(holds: bool, otherwise: str) -> None:
    """Raise DamagedError with the text ``otherwise`` if something does not hold."""
    if not holds:
        raise DamagedError(otherwise)


def is_finding(value: object) -> bool:
    """Return whether it is a finding as verdicts keep it."""
    if not isinstance(value, dict) or not set(value) <= set(_FINDING):
        return False
    if "message" in value:
        try:
            message_from(value["message"])
        except ValueError:
            return False
    return all(type(item) in _FINDING[name] for name, item in value.items())


def check_reading(value: object) -> None:
    """Raise DamagedError for anything but the reading of a record as verdicts keep it."""
    if not isinstance(value, dict) or set(value) != _READING:
        raise DamagedError("reading")
    require(type(value["of_this_game"]) is bool, "of_this_game")
    for name in ("unwritten_passes", "played_so"):
        moves = value[name]
        require(
            isinstance(moves, list) and all(is_whole_number(move) and move > 0 for move in moves),
            name,
        )


def is_text_list(value: object) -> bool:
    """Return whether it is a list of texts."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def is_whole_number(value: object) -> bool:
    """Return whether it is a whole number and not a boolean."""
    return type(value) is int


def is_number(value: object) -> bool:
    """Return whether it is a number and not a boolean."""
    return type(value) in (int, float)
