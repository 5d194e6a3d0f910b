"""Files on the command line: read and written with the errors people get."""

import sys
from pathlib import Path

from django.core.management.base import CommandError


def read_bytes(path: str) -> bytes:
    """Return a file's content, ``-`` being the standard input. Raises CommandError."""
    if path == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def write_bytes(path: str | None, data: bytes) -> None:
    """Write a file whole or not at all; without a path to the standard output."""
    if path is None or path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    part = target.with_name(target.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(target)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)
