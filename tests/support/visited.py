"""Which rows PostgreSQL visits for what a page asks, table by table, told by its own counting."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db import connection

Plan = dict[str, Any]
JOINED = "joined"
"""In place of a table: what the steps between tables and answer have had to do with."""


def rows_visited(do: Callable[[], object]) -> Mapping[str, int]:
    """Return how many rows of each table are visited by the questions asked while ``do`` runs.

    Each is asked once more under EXPLAIN. Rows that a filter throws away count as those that stay.
    """
    asked: list[tuple[str, Any]] = []

    def listen(execute: Callable[..., Any], sql: str, params: Any, *rest: Any) -> Any:
        if sql.lstrip().upper().startswith(("SELECT", "WITH")):
            asked.append((sql, params))
        return execute(sql, params, *rest)

    with connection.execute_wrapper(listen):
        do()
    visited: Counter[str] = Counter()
    for sql, params in asked:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
            found = cursor.fetchone()[0]
        plan = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
        for node in _nodes(plan):
            visited[node.get("Relation Name", JOINED)] += _rows(node)
    return visited


def _nodes(plan: Plan) -> Iterator[Plan]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from _nodes(inner)


def _rows(node: Plan) -> int:
    thrown = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
    once = node["Actual Rows"] + sum(node.get(name, 0) for name in thrown)
    return int(once * node["Actual Loops"])
