"""Compiles the modules of :data:`speed.MODULES` (``python -m speed.build``, ``./run speed``).

Needs a C compiler with Python's headers, Cython, mypy and setuptools (requirements-speed.txt). The
previous build stays until the new one is complete; running processes continue with what they
loaded.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import speed


def build(built: Path = speed.BUILT) -> None:
    """Compile, and replace the previous build.

    Raises whatever Cython, mypyc and the compiler raise, including SystemExit.
    """
    from setuptools import Distribution

    os.chdir(speed.ROOT)
    made_from = speed.digest()
    with tempfile.TemporaryDirectory(dir=built.parent, prefix=".building-") as folder:
        new, old = Path(folder, "new"), Path(folder, "old")
        extensions = [*_rules(folder), *_search(folder)]
        command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(new), f"{folder}/objects"
        command.ensure_finalized()
        command.run()
        made_by = f"Cython {version('Cython')} and mypyc {version('mypy')}"
        manifest = {"made_by": made_by, "digest": made_from}
        (new / speed.MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
        with contextlib.suppress(FileNotFoundError):
            built.rename(old)
        new.rename(built)
        shutil.rmtree(old, ignore_errors=True)


def _rules(folder: str) -> list[Any]:
    """Return the extension modules for Cython.

    Annotations are for people and mypy; Cython gets its types only from the ``.pxd`` files. Indices
    are checked and may be negative, as in Python.
    """
    from Cython.Build import cythonize
    from setuptools import Extension

    extensions: list[Any] = cythonize(
        [
            Extension(name, [_source(name)], extra_compile_args=["-O2", "-g0"])
            for name in speed.RULES
        ],
        build_dir=f"{folder}/c",
        compiler_directives={
            "annotation_typing": False,
            "boundscheck": True,
            "wraparound": True,
            "language_level": "3",
        },
        quiet=True,
    )
    return extensions


def _search(folder: str) -> list[Any]:
    """Return the extension modules for mypyc."""
    from mypyc.build import mypycify

    extensions: list[Any] = mypycify(
        [
            "--config-file=",
            "--ignore-missing-imports",
            "--follow-imports=silent",
            f"--cache-dir={folder}/mypy",
            *map(_source, speed.SEARCH),
        ],
        opt_level="2",
        debug_level="0",
        target_dir=f"{folder}/c",
        group_name=speed.LIBRARY,
    )
    return extensions


def _source(name: str) -> str:
    return f"{name.replace('.', '/')}.py"


def main() -> int:
    """Build and report how it went; return 0 if the modules are compiled."""
    started = time.monotonic()
    try:
        build()
    except (Exception, SystemExit) as error:  # whatever it was, plain Python still works
        print(f"Not compiled: {error}\nEverything works without, only slower.", file=sys.stderr)
        return 1
    print(f"Compiled {len(speed.MODULES)} modules in {time.monotonic() - started:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
