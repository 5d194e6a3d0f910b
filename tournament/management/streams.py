"""Files on the command line: read and written with the usual error messages."""

import contextlib
import errno
import os
import stat
import sys
import tempfile
from pathlib import Path

from django.core.management.base import CommandError

from tournament.formats.limits import MAX_BYTES


def read_bytes(path: str) -> bytes:
    """Return a file's content, ``-`` being standard input. Raises CommandError.

    Of a file larger than we accept, one extra byte is returned, so that it is refused as too large.
    """
    try:
        if path == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _cannot(path, error) from error


def write_bytes(path: str | None, data: bytes) -> None:
    """Write a file whole or not at all; without a path, to standard output.

    A symbolic link stays one, and its target is written. Pipes and devices are written to directly.
    Raises CommandError if it fails; errors of standard output itself pass through.
    """
    if path is None or path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        mode = _mode(path)
        if stat.S_ISREG(mode):
            _replace(Path(os.path.realpath(path)), data, stat.S_IMODE(mode))
        else:
            with open(path, "wb") as file:
                file.write(data)
    except (OSError, ValueError) as error:
        raise _cannot(path, error) from error


def _mode(path: str) -> int:
    """Return a path's type and permissions, or a new regular file's if it does not exist."""
    if path.endswith(os.sep):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        if not path:
            raise
        usual = os.umask(0)
        os.umask(usual)
        return stat.S_IFREG | (0o666 & ~usual)
    if stat.S_ISREG(mode) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return mode


def _replace(target: Path, data: bytes, mode: int) -> None:
    """Replace ``target`` with a new file once that is complete."""
    number, part = tempfile.mkstemp(prefix=".shinpan-", dir=target.parent)
    try:
        with open(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, mode)
        os.replace(part, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)
        raise


def _cannot(path: str, error: OSError | ValueError) -> CommandError:
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return CommandError(f"{path or 'no file name'}: {why}")
