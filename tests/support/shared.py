"""The one place that knows where the shared data lies: game records and oracle files.

It is no part of the repository. It is looked for beside the clone, as ``../shared/``, or where
``SHINPAN_SHARED`` says.
"""

import os
from pathlib import Path

import pytest

from tests.support.environment import REPOSITORY

WHERE = "SHINPAN_SHARED"


def shared_root() -> Path | None:
    """Return the folder of the shared data, or None when this machine has none."""
    root = Path(os.environ.get(WHERE) or REPOSITORY.parent / "shared")
    return root if root.is_dir() else None


def shared_path(relative: str) -> Path | None:
    """Return a file or folder of the shared data, or None when it is not there."""
    root = shared_root()
    path = root / relative if root else None
    return path if path and path.exists() else None


def require_shared(relative: str) -> Path:
    """Return a file or folder of the shared data; without it the test is skipped.

    With ``CI=true`` in the environment its absence is a failure.
    """
    path = shared_path(relative)
    if path is not None:
        return path
    message = f"shared data not found: ../shared/{relative} (or set {WHERE} to the folder)"
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(message, pytrace=False)
    pytest.skip(message, allow_module_level=True)
