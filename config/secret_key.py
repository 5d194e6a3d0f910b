"""The secret key of a demo or a developer's machine, stored in the data directory."""

import os
import secrets
from pathlib import Path

from config.env import SettingError

FILE_NAME = "secret.key"
KEY_BYTES = 48


def stored_secret_key(data_dir: Path) -> str:
    """Return the key in ``data_dir``, after writing a random one if there is none.

    Only the file's owner can read it. If several processes start together, all get the same key.

    Raises:
        SettingError: the data directory cannot be written.
    """
    path = data_dir / FILE_NAME
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            fresh = path.with_name(f"{FILE_NAME}.{os.getpid()}")
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(KEY_BYTES))
            try:
                os.link(fresh, path)
            except FileExistsError:
                pass
            except OSError:  # a file system without hard links
                fresh.replace(path)
            fresh.unlink(missing_ok=True)
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise SettingError("SHINPAN_DATA_DIR", f"cannot use {str(data_dir)!r}: {error}.") from error
