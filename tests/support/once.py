"""Something that several processes need and one of them makes, while the others wait."""

import os
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 120.0
"""Seconds to wait for another process that makes it; then somebody else does."""


def made_once(kept: Path, make: Callable[[Path], None]) -> Path:
    """Return a file or folder that is there, or let ``make`` put it there, complete at once."""
    sign = kept.with_name(f"{kept.name}.making")
    until = time.monotonic() + PATIENCE
    while not kept.exists():
        try:
            os.close(os.open(sign, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            if time.monotonic() > until:  # whoever made it was killed
                sign.unlink(missing_ok=True)
                until += PATIENCE
            time.sleep(0.1)
            continue
        try:
            if not kept.exists():
                make(kept)
        finally:
            sign.unlink(missing_ok=True)
    return kept
