"""Generates the operations of the client package from the schema: a method for each.

``manage.py api_schema`` writes them into ``client/shinpan_client/operations.py``; a test compares.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

CLIENT = "client/shinpan_client/operations.py"
_HEAD = '''"""The operations of the API. Written by ``manage.py api_schema``: do not edit."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

Part = str | int


class Operations(ABC):
    """A method for each operation of the API; :meth:`call` sends it."""

    @abstractmethod
    def call(
        self, method: str, path: str, where: tuple[Part, ...], fields: Mapping[str, Any]
    ) -> Any:
        """Call an operation; ``where`` fills the gaps of the path."""
'''
_METHOD = '''
{head}
        """{summary}."""
        path = "{path}"
        return self.call("{method}", path, {where}, {fields})
'''
LONGEST = 100
_PART = re.compile(r"\{(\w+)\}")


def client_text(schema: Mapping[str, Any]) -> str:
    """Return the module with the operations of a schema."""
    return _HEAD + "".join(sorted(_methods(schema)))


def _methods(schema: Mapping[str, Any]) -> Iterator[str]:
    for path, ways in schema["paths"].items():
        for method, told in ways.items():
            queried = any(parameter["in"] == "query" for parameter in told.get("parameters", ()))
            takes = queried if method == "get" else "requestBody" in told
            parts = _PART.findall(path)
            yield _METHOD.format(
                head=_head(told["operationId"], parts, takes=takes),
                summary=told["summary"],
                path=_PART.sub("{}", path),
                method=method.upper(),
                where=f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})",
                fields="fields" if takes else "{}",
            )


def _head(name: str, parts: Sequence[str], *, takes: bool) -> str:
    """Return the first line of a method, split in three if it is too long."""
    taken = ["self", *(f"{part}: Part" for part in parts), *(["/"] if parts else [])]
    if takes:
        taken.append("**fields: Any")
    given = ", ".join(taken)
    line = f"    def {name}({given}) -> Any:"
    return line if len(line) <= LONGEST else f"    def {name}(\n        {given}\n    ) -> Any:"
