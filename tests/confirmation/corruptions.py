"""Certificates with one thing wrong in them."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from adjudication.confirmation.checker import CheckError, check_certificate
from adjudication.confirmation.problem import Problem
from adjudication.rules.points import point_name

Fields = dict[str, Any]
Corruption = Callable[[random.Random, Fields], None]


def refused(text: str, about: Problem | None = None) -> str:
    """Return why a text is refused, nothing when it is accepted."""
    try:
        check_certificate(text, about)
    except CheckError as error:
        return error.code
    return ""


def corrupted(
    text: str, source: random.Random, kinds: tuple[Corruption, ...] | None = None
) -> Iterator[tuple[str, str]]:
    """Give the text with each kind of fault in it, and the fault's name; some do not fit all."""
    for corrupt in kinds or CORRUPTIONS:
        fields = json.loads(text)
        try:
            corrupt(source, fields)
        except (IndexError, ValueError):
            continue  # nothing there to be corrupted in this way
        found = json.dumps(fields)
        if json.loads(found) != json.loads(text):
            yield corrupt.__name__.strip("_"), found


def _points(fields: Fields, letters: str) -> list[tuple[int, int]]:
    return [
        (row, column)
        for row, line in enumerate(fields["grid"])
        for column, letter in enumerate(line)
        if letter in letters
    ]


def _name(fields: Fields, place: tuple[int, int]) -> str:
    return point_name(place[0] * fields["size"] + place[1], fields["size"])


def _put(fields: Fields, place: tuple[int, int], letter: str) -> None:
    line = fields["grid"][place[0]]
    fields["grid"][place[0]] = line[: place[1]] + letter + line[place[1] + 1 :]


def _key(source: random.Random, fields: Fields) -> str:
    return source.choice(list(fields["strategy"]))


def _another_point(source: random.Random, fields: Fields) -> None:
    place = source.choice(_points(fields, ".XO"))
    fields["strategy"][_key(source, fields)] = _name(fields, place)


def _another_move_of_its_own(source: random.Random, fields: Fields) -> None:
    move = source.choice(list(fields["strategy"].values()))
    fields["strategy"][_key(source, fields)] = move


def _a_pass(source: random.Random, fields: Fields) -> None:
    fields["strategy"][_key(source, fields)] = "pass"


def _a_ko_pass(source: random.Random, fields: Fields) -> None:
    move = "ko-pass"
    if fields["rules"]["ko_pass"] == "each":
        move += " " + _name(fields, source.choice(_points(fields, ".XO")))
    fields["strategy"][_key(source, fields)] = move


def _a_move_that_is_none(source: random.Random, fields: Fields) -> None:
    fields["strategy"][_key(source, fields)] = source.choice(
        ["", "a1", "Z99", "I5", "PASS", " pass", "ko-pass A1 A2", "resign", None, 3, ["pass"], {}]
    )


def _a_missing_entry(source: random.Random, fields: Fields) -> None:
    del fields["strategy"][_key(source, fields)]


def _no_strategy(source: random.Random, fields: Fields) -> None:
    del source
    fields["strategy"] = {}


def _a_needless_entry(source: random.Random, fields: Fields) -> None:
    name = _another_name(source, _key(source, fields))
    fields["strategy"].setdefault(name, source.choice(list(fields["strategy"].values())))


def _a_renamed_state(source: random.Random, fields: Fields) -> None:
    key = _key(source, fields)
    move = fields["strategy"].pop(key)
    fields["strategy"].setdefault(_another_name(source, key), move)


def _another_name(source: random.Random, key: str) -> str:
    """Return a state's name with one bit of a mask changed."""
    parts = key.split(":")
    part = source.randint(1, 5)
    parts[part] = f"{int(parts[part], 16) ^ 1 << source.randrange(9):x}"
    return ":".join(parts)


def _a_name_that_is_none(source: random.Random, fields: Fields) -> None:
    key = _key(source, fields)
    move = fields["strategy"].pop(key)
    name = source.choice(
        [
            *("", "x", key + ":0", key[2:], key.upper(), "W" + key[1:], key.replace(":", ": ", 1)),
            *(key[:2] + "0" + key[2:], key + "\n", "b:" + "f" * 40 + ":0:0:0:0", "b:0:0:-1:0:0"),
        ]
    )
    fields["strategy"][name] = move


def _the_other_to_move(source: random.Random, fields: Fields) -> None:
    key = _key(source, fields)
    move = fields["strategy"].pop(key)
    fields["strategy"][("b" if key[0] == "w" else "w") + key[1:]] = move


def _the_other_wins(source: random.Random, fields: Fields) -> None:
    del source
    fields["winner"] = "owner" if fields["winner"] == "attacker" else "attacker"


def _another_owner(source: random.Random, fields: Fields) -> None:
    del source
    fields["owner"] = "white" if fields["owner"] == "black" else "black"


def _another_target(source: random.Random, fields: Fields) -> None:
    letter = "X" if fields["owner"] == "black" else "O"
    others = [
        name
        for name in (_name(fields, place) for place in _points(fields, letter))
        if name not in fields["target"]
    ]
    _set_target(fields, [source.choice(others)])


def _less_of_the_target(source: random.Random, fields: Fields) -> None:
    names = list(fields["target"])
    names.remove(source.choice(names))
    _set_target(fields, names)


def _set_target(fields: Fields, names: list[str]) -> None:
    if fields["question"] != "Q2":
        fields["local"] = names
    fields["target"] = names


def _other_local_points(source: random.Random, fields: Fields) -> None:
    name = _name(fields, source.choice(_points(fields, ".XO")))
    local = {*fields["local"]} ^ {name}
    fields["local"] = [
        name for name in (_name(fields, place) for place in _points(fields, ".XO")) if name in local
    ]


def _another_question(source: random.Random, fields: Fields) -> None:
    fields["question"] = source.choice(["Q0", "Q1", "Q2", "Q3", None])


def _another_reading(source: random.Random, fields: Fields) -> None:
    fields["rules"]["ko_pass"] = source.choice(["both", "each", "all", "none"])


def _another_stone(source: random.Random, fields: Fields) -> None:
    _put(fields, source.choice(_points(fields, ".XO")), source.choice(".XO"))


def _another_wall(source: random.Random, fields: Fields) -> None:
    _put(fields, source.choice(_points(fields, "#@-")), source.choice("#@-"))


def _a_hole_in_the_wall(source: random.Random, fields: Fields) -> None:
    _put(fields, source.choice(_points(fields, "#@")), source.choice(".XO"))


def _a_point_of_the_region_a_wall(source: random.Random, fields: Fields) -> None:
    _put(fields, source.choice(_points(fields, ".XO")), source.choice("#@-"))


def _a_grid_that_is_none(source: random.Random, fields: Fields) -> None:
    fields["grid"] = source.choice(
        [None, [], fields["grid"][1:], [line + "-" for line in fields["grid"]], ["?"] * 5, 7]
    )


def _another_size(source: random.Random, fields: Fields) -> None:
    fields["size"] = source.choice([0, 1, 26, -5, 5.0, True, None, "5", fields["size"] + 1, 10**9])


def _a_field_of_another_kind(source: random.Random, fields: Fields) -> None:
    name = source.choice(list(fields))
    fields[name] = source.choice([None, 1, "x", [], [[]], {"a": 1}, 1.5, False])


def _a_field_missing(source: random.Random, fields: Fields) -> None:
    del fields[source.choice(list(fields))]


def _one_field_more(source: random.Random, fields: Fields) -> None:
    place = source.choice([fields, fields["rules"]])
    place["note"] = source.choice([None, "trust me", [1], {}])


CORRUPTIONS: tuple[Corruption, ...] = (
    *(_another_point, _another_move_of_its_own, _a_pass, _a_ko_pass, _a_move_that_is_none),
    *(_a_missing_entry, _no_strategy, _a_needless_entry, _a_renamed_state, _a_name_that_is_none),
    *(_the_other_to_move, _the_other_wins, _another_owner, _another_target),
    *(_less_of_the_target, _other_local_points, _another_question, _another_reading),
    *(_another_stone, _another_wall, _a_hole_in_the_wall, _a_point_of_the_region_a_wall),
    *(_a_grid_that_is_none, _another_size, _a_field_of_another_kind, _a_field_missing),
    _one_field_more,
)


# --- In areas that are guarded ------------------------------------------------------------------


def _guarded(source: random.Random, fields: Fields) -> Fields:
    return source.choice(fields["guarded"])


def _no_areas(source: random.Random, fields: Fields) -> None:
    del source
    del fields["guarded"]


def _an_area_missing(source: random.Random, fields: Fields) -> None:
    fields["guarded"].remove(_guarded(source, fields))


def _an_area_twice(source: random.Random, fields: Fields) -> None:
    fields["guarded"].append(_guarded(source, fields))


def _a_point_less(source: random.Random, fields: Fields) -> None:
    area = _guarded(source, fields)["area"]
    area.remove(source.choice(area))


def _a_point_more(source: random.Random, fields: Fields) -> None:
    area = _guarded(source, fields)["area"]
    names = [_name(fields, place) for place in _points(fields, ".XO")]
    more = source.choice([name for name in names if name not in area])
    area[:] = [name for name in names if name in area or name == more]


def _a_start_missing(source: random.Random, fields: Fields) -> None:
    keys = _guarded(source, fields)["from"]
    keys.remove(source.choice(keys))


def _a_start_more(source: random.Random, fields: Fields) -> None:
    keys = _guarded(source, fields)["from"]
    keys[:] = sorted({*keys, _another_name(source, source.choice(keys))})


def _a_start_with_the_other_to_move(source: random.Random, fields: Fields) -> None:
    keys = _guarded(source, fields)["from"]
    key = source.choice(keys)
    keys[keys.index(key)] = ("b" if key[0] == "w" else "w") + key[1:]


def _another_move_in_it(source: random.Random, fields: Fields) -> None:
    strategy = _guarded(source, fields)["strategy"]
    name = _name(fields, source.choice(_points(fields, ".XO")))
    strategy[source.choice(list(strategy))] = source.choice([name, "pass"])


def _a_move_in_it_missing(source: random.Random, fields: Fields) -> None:
    strategy = _guarded(source, fields)["strategy"]
    del strategy[source.choice(list(strategy))]


def _a_move_in_it_renamed(source: random.Random, fields: Fields) -> None:
    strategy = _guarded(source, fields)["strategy"]
    key = source.choice(list(strategy))
    strategy.setdefault(_another_name(source, key), strategy.pop(key))


GUARDED_CORRUPTIONS: tuple[Corruption, ...] = (
    *(_no_areas, _an_area_missing, _an_area_twice, _a_point_less, _a_point_more),
    *(_a_start_missing, _a_start_more, _a_start_with_the_other_to_move),
    *(_another_move_in_it, _a_move_in_it_missing, _a_move_in_it_renamed),
)
