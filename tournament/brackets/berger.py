"""Berger tables: who meets whom in a round-robin, and with which colours.

They are the tables of the FIDE Handbook (C.05, Annex 1): the first of a pair has the first move, so
White in chess is Black here. Colours alternate as far as possible, and nobody's differ by more than
one game in a cycle.
"""

Numbers = tuple[int, int]
"""Two numbers in the table; the first has Black."""


def cycle_rounds(players: int) -> int:
    """Return the number of rounds in which everybody meets everybody once."""
    return 0 if players < 2 else players - 1 + players % 2


def table_rounds(players: int, *, double: bool) -> int:
    """Return the number of rounds of a single or double table."""
    return cycle_rounds(players) * (2 if double else 1)


def berger_round(players: int, number: int) -> list[Numbers]:
    """Return the pairs of round ``number`` of a cycle, by table.

    Players are numbered from 1. If their number is odd there is one number more, and whoever would
    meet it has the bye; see :func:`bye_of`. Raises ValueError for a round that the table does not
    have.
    """
    rounds = cycle_rounds(players)
    if not 1 <= number <= rounds:
        raise ValueError(f"a table of {players} players has no round {number}")
    last = players + players % 2
    half = last // 2
    # In each round the circle of all numbers but the last is turned by half.
    turned = (number - 1) * half
    facing = turned % rounds + 1
    pairs = [(facing, last) if number % 2 else (last, facing)]
    for step in range(1, half):
        pairs.append(((turned + step) % rounds + 1, (turned - step) % rounds + 1))
    return [pair for pair in pairs if players % 2 == 0 or last not in pair]


def bye_of(players: int, number: int) -> int | None:
    """Return who has the bye in a round of a cycle, or None: whoever meets the extra number."""
    if players % 2 == 0 or players < 2:
        return None
    return (number - 1) * ((players + 1) // 2) % cycle_rounds(players) + 1


def double_round(players: int, number: int) -> tuple[int, bool]:
    """Return which round of the cycle a round of a double table is, and if colours are reversed.

    The second cycle has the colours reversed. The last two rounds of the first are swapped, as the
    Handbook advises, so that nobody has the same colour three times in a row.
    """
    rounds = cycle_rounds(players)
    if number > rounds:
        return number - rounds, True
    if rounds > 2 and number > rounds - 2:
        return 2 * rounds - 1 - number, False
    return number, False


def cycle_of(players: int, number: int, *, double: bool) -> tuple[int, bool] | None:
    """Return the round of the cycle and whether colours are reversed; None outside the table."""
    if not 1 <= number <= table_rounds(players, double=double):
        return None
    return double_round(players, number) if double else (number, False)


def table_round(players: int, number: int, *, double: bool) -> list[Numbers]:
    """Return the pairs of a round of a single or double table; none outside the table."""
    cycle = cycle_of(players, number, double=double)
    if cycle is None:
        return []
    pairs = berger_round(players, cycle[0])
    return [(second, first) for first, second in pairs] if cycle[1] else pairs
