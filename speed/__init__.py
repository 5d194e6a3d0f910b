"""The optional compiled kernel: modules of the cores as machine code, made from the same source.

``python -m speed.build`` (``./run speed``) compiles :data:`RULES` with Cython and :data:`SEARCH`
with mypyc, if there is a C compiler. A ``.pxd`` file beside a module of the rules says which of its
variables are numbers, lists and so on; Python does not read it. The compiled modules are imported
in place of the Python files only if they were made from exactly these sources, for exactly this
Python; otherwise, and with ``SHINPAN_SPEED=0``, the Python files are. Only the speed depends on it.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
BUILT: Final = ROOT / "speed" / "built"
"""Where the compiled modules are, in their packages' folders."""
LIBRARY: Final = "shinpan_speed"
"""The name of the library with the code of the search, as given to mypyc."""
MANIFEST: Final = "manifest.json"
RULES: Final = (
    "adjudication.rules.alarms",
    "adjudication.rules.chains",
    "adjudication.rules.groups",
    "adjudication.rules.kernel",
    "adjudication.rules.repetition",
    "adjudication.rules.replay",
    "adjudication.rules.scoring.cleared",
    "adjudication.rules.scoring.regions",
    "adjudication.rules.scoring.territory",
    "adjudication.rules.seki",
)
"""The modules compiled by Cython: where replaying and counting spend their time."""
SEARCH: Final = (
    "adjudication.confirmation.descent",
    "adjudication.confirmation.dividing",
    "adjudication.confirmation.filling",
    "adjudication.confirmation.guarding",
    "adjudication.confirmation.moves",
    "adjudication.confirmation.refutation",
    "adjudication.confirmation.search",
    "adjudication.confirmation.state",
    "adjudication.confirmation.static",
    "adjudication.confirmation.strategy",
)
"""The modules compiled together by mypyc: the search for life and death."""
MODULES: Final = (*RULES, *SEARCH)
"""All modules that are compiled."""
SOURCES: Final = ("adjudication/rules", "adjudication/confirmation", "language", "speed")
"""The folders whose files affect the compiled code, since constants of others are compiled in,
too."""


class SpeedState(StrEnum):
    """Whether the compiled modules are used, and why not."""

    COMPILED = "compiled"
    NOT_BUILT = "not built"
    STALE = "stale"
    """Made from other sources, or for another Python."""
    BROKEN = "broken"
    """It cannot be loaded on this machine."""
    OFF = "switched off"


class Speed(NamedTuple):
    """What runs in this process; ``made_by`` names the compiler of what was built."""

    state: SpeedState
    made_by: str = ""

    def __str__(self) -> str:
        if self.state is SpeedState.COMPILED:
            return f"rules and search: compiled by {self.made_by}"
        return f"rules and search: plain Python (compiled modules: {self.state.value})"


class CompiledFinder:
    """Finds the compiled modules for ``import``, before the Python files of the same names."""

    def __init__(self, folder: Path) -> None:
        """Index the files below a folder."""
        suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
        self.files = {
            name: f"{folder.joinpath(*name.split('.'))}{suffix}"
            for name in (*MODULES, f"{LIBRARY}__mypyc")
        }

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return where a module is loaded from, None if it is not compiled."""
        file = self.files.get(name)
        return None if file is None else importlib.util.spec_from_file_location(name, file)


def digest(root: Path = ROOT) -> str:
    """Return a digest of all sources and the Python version, which decide what is compiled."""
    found = hashlib.sha256(sys.version.encode())
    for folder in SOURCES:
        for place, folders, names in os.walk(root / folder):
            folders[:] = sorted({*folders} - {"__pycache__", BUILT.name})
            for name in sorted(names):
                if name.endswith((".py", ".pxd")):
                    data = Path(place, name).read_bytes()
                    found.update(f"\n{folder} {name} {len(data)}\n".encode())
                    found.update(data)
    return found.hexdigest()


def use_compiled(built: Path = BUILT) -> Speed:
    """Make the compiled modules importable if they fit; return what runs now."""
    try:
        manifest = json.loads((built / MANIFEST).read_text(encoding="utf-8"))
        made_by, made_from = str(manifest["made_by"]), manifest["digest"]
    except (OSError, ValueError, KeyError, TypeError):
        return Speed(SpeedState.NOT_BUILT)
    if os.environ.get("SHINPAN_SPEED") == "0":
        return Speed(SpeedState.OFF, made_by)
    if made_from != digest():
        return Speed(SpeedState.STALE, made_by)
    finder = CompiledFinder(built)
    sys.meta_path.insert(0, finder)
    try:
        importlib.import_module(f"{LIBRARY}__mypyc")
    except (ImportError, OSError):
        sys.meta_path.remove(finder)
        return Speed(SpeedState.BROKEN, made_by)
    return Speed(SpeedState.COMPILED, made_by)
