"""Strict readers of environment variables.

Every reader takes the variable's name and a default and returns a checked value. An invalid value
raises :class:`SettingError`, which names the variable and what it may be, so that a wrong setting
stops the start instead of surprising somebody later.

Every variable can also be given as ``NAME_FILE``, the path of a file with the value (for secrets).
An empty variable counts as not set. (environs and django-environ fail on empty variables, accept
database URLs without a database, and name the variable in some errors only.)
"""

import os
import shlex
from collections.abc import Sequence
from email.utils import formataddr, parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})
CONNECT_SECONDS = 3
LOCK_SECONDS = 10
PREPARED_AFTER = 5
"""How often a statement is executed before PostgreSQL is asked to prepare it."""


class SettingError(SystemExit):
    """A setting that is missing or invalid. Ends the program with one line on stderr.

    Django catches ``ImproperlyConfigured`` in places and goes on with half a project; after a typo
    in a variable it is better to stop at once.
    """

    def __init__(self, name: str, problem: str) -> None:
        """Take the variable's name, and what is wrong and allowed."""
        self.name = name
        super().__init__(f"Setting {name}: {problem}")


def raw(name: str) -> str | None:
    """Return the value of ``name``, or of the file that ``name_FILE`` names, else None."""
    value = os.environ.get(name, "")
    file_name = os.environ.get(f"{name}_FILE", "")
    if value and file_name:
        raise SettingError(name, f"set either {name} or {name}_FILE, not both.")
    if file_name:
        try:
            value = Path(file_name).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise SettingError(f"{name}_FILE", f"cannot read {file_name!r}: {error}.") from error
        if not value:
            raise SettingError(f"{name}_FILE", f"the file {file_name!r} is empty.")
    return value or None


def text(name: str, default: str = "") -> str:
    """Return the text of ``name``."""
    return raw(name) or default


def flag(name: str, default: bool = False) -> bool:
    """Return a boolean."""
    value = raw(name)
    if value is None:
        return default
    word = value.strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise SettingError(name, f"{value!r} is not allowed; use 1 or 0 (or true/false, yes/no).")


def number(name: str, default: int, *, least: int, most: int) -> int:
    """Return an integer from ``least`` to ``most``, both included."""
    value = raw(name)
    if value is None:
        return default
    try:
        result = int(value)
    except ValueError:
        result = least - 1
    if not least <= result <= most:
        raise SettingError(
            name, f"{value!r} is not allowed; use a whole number from {least} to {most}."
        )
    return result


def choice(name: str, default: str, allowed: Sequence[str]) -> str:
    """Return one of the ``allowed`` words."""
    value = raw(name)
    if value is None:
        return default
    if value not in allowed:
        raise SettingError(name, f"{value!r} is not allowed; use one of {', '.join(allowed)}.")
    return value


def words(name: str, default: Sequence[str] = ()) -> list[str]:
    """Return a comma-separated list without its empty entries."""
    value = raw(name)
    if value is None:
        return list(default)
    return [word.strip() for word in value.split(",") if word.strip()]


def ports(name: str, default: Sequence[int]) -> frozenset[int]:
    """Return a comma-separated list of TCP ports."""
    found = words(name, [str(port) for port in default])
    if any(
        not word.isascii() or not word.isdigit() or not 1 <= int(word) <= 65535 for word in found
    ):
        raise SettingError(name, "must be ports from 1 to 65535, such as 443,8443.")
    return frozenset(map(int, found))


def web_address(name: str, default: str = "") -> str:
    """Return an ``http(s)://host[:port]`` URL without path, query or trailing slash."""
    value = raw(name)
    if value is None:
        return default
    try:
        parts = urlsplit(value)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname)
        good = good and parts.path in {"", "/"} and not parts.query and not parts.fragment
        good = good and parts.username is None and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good:
        raise SettingError(
            name, f"{value!r} is not allowed; use http://host or https://host, with no path."
        )
    return value.rstrip("/")


def hosts(name: str, base_url: str) -> list[str]:
    """Return the allowed host names: those given or the base URL's, and the loopback names.

    The latter are for the health checks of containers and load balancers.
    """
    given = words(name) or [urlsplit(base_url).hostname or ""]
    return [host for host in [*given, "localhost", "127.0.0.1", "[::1]"] if host]


def copy_target(name: str) -> str:
    """Return where copies go: an absolute folder, or a command with ``{file}`` in it."""
    value = text(name)
    try:
        command = "{file}" in value and bool(shlex.split(value))
    except ValueError as error:
        raise SettingError(name, f"{value!r}: a quotation mark is missing.") from error
    if value and not command and not Path(value).is_absolute():
        raise SettingError(
            name, f"{value!r} is neither an absolute path nor a command with {{file}} in it."
        )
    return value


def time_zone(name: str, default: str) -> str:
    """Return the name of a known time zone, such as ``Europe/Paris``."""
    value = raw(name) or default
    if value == "UTC":
        return value
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise SettingError(
            name, f"{value!r} is not a time zone; use a name such as Europe/Paris or UTC."
        ) from error
    return value


def broker(name: str, default: str) -> str:
    """Return the message broker's URL: ``memory://`` or ``redis(s)://host[:port][/number]``."""
    value = raw(name) or default
    try:
        parts = urlsplit(value)
        good = value == "memory://" or (
            parts.scheme in {"redis", "rediss"}
            and bool(parts.hostname)
            and (parts.port is None or parts.port > 0)
            and (parts.path in {"", "/"} or parts.path[1:].isdigit())
        )
    except ValueError:
        good = False
    if not good:
        raise SettingError(
            name, "not a broker; use memory:// or redis://host:6379/0 (rediss:// for TLS)."
        )
    return value


def email(name: str) -> dict[str, Any]:
    """Return how e-mails are sent: ``backend`` (None: not at all) and its settings.

    ``smtp://user:password@host:587`` uses STARTTLS before the password; ``smtp://host:25``, without
    a user, stays unencrypted unless ``?starttls=1`` follows; ``smtps://user:password@host:465`` is
    TLS from the start; ``console://`` prints.
    """
    value = raw(name) or ""
    off: dict[str, Any] = {"backend": None, "host": "", "port": 25, "user": "", "password": ""}
    off |= {"tls": False, "starttls": False}
    backend = "django.core.mail.backends."
    if not value:
        return off
    if value == "console://":
        return off | {"backend": f"{backend}console.EmailBackend"}
    try:
        parts = urlsplit(value)
        port, options = parts.port, dict(parse_qsl(parts.query))
        good = parts.scheme in {"smtp", "smtps"} and bool(parts.hostname)
        good = good and parts.path in {"", "/"} and not parts.fragment and port != 0
        good = good and options in ({}, {"starttls": "1"}, {"starttls": "0"})
    except ValueError:
        good = False
    if not good:
        raise SettingError(
            name,
            "not a mail server; use smtp://user:password@host:587, smtps://user:password@host:465 "
            "or console://.",
        )
    tls, user = parts.scheme == "smtps", unquote(parts.username or "")
    starttls = not tls and options.get("starttls", "1" if user else "0") == "1"
    return {
        "backend": f"{backend}smtp.EmailBackend",
        "host": parts.hostname,
        "port": port or (465 if tls else 587 if starttls else 25),
        "user": user,
        "password": unquote(parts.password or ""),
        "tls": tls,
        "starttls": starttls,
    }


def mailbox(name: str, *, needed: bool) -> str:
    """Return the sender of e-mails: ``go@example.org`` or ``Go club <go@example.org>``."""
    value = raw(name)
    if value is None:
        if needed:
            raise SettingError(name, "is missing; give the address that e-mails are sent from.")
        return "shinpan@localhost"
    shown, address = parseaddr(value)
    local, at, domain = address.rpartition("@")
    plain = address.isascii() and not any(char.isspace() for char in address)
    if not (local and at and domain and plain) or "\n" in value or "\r" in value:
        raise SettingError(
            name, f"{value!r} is not allowed; use go@example.org or Go club <go@example.org>."
        )
    return formataddr((shown, address)) if shown else address


def database(name: str, default: str, *, pool_size: int) -> dict[str, Any]:
    """Return Django's settings of one database from a URL.

    ``sqlite:///relative/path``, ``sqlite:////absolute/path`` or
    ``postgres://user:password@host:port/name`` (also ``postgresql://``; ``?host=/socket/folder``
    and other libpq options may follow). ``pool_size`` is the most PostgreSQL connections one
    process keeps; 0 turns the pool off.
    """
    value = raw(name) or default
    problem = "not a database; use sqlite:///path or postgres://user:password@host:5432/name."
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError as error:
        raise SettingError(name, problem) from error
    if parts.scheme == "sqlite":
        path = unquote(parts.path)[1:]
        if parts.netloc or not path or parts.query:
            raise SettingError(name, problem)
        return _sqlite(path)
    if parts.scheme not in {"postgres", "postgresql"} or not parts.path.strip("/"):
        raise SettingError(name, problem)
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    host = options.pop("host", unquote(parts.hostname or ""))
    # How long a request waits for a connection or a lock before it gets a 503; the health checks
    # give up after 5 seconds.
    options.setdefault("connect_timeout", str(CONNECT_SECONDS))
    options.setdefault("options", f"-c lock_timeout={LOCK_SECONDS}s")
    # Repeated statements are prepared: the server plans them once per connection, which halves
    # their cost. Behind a pooler that switches connections: ?server_side_binding=0.
    if options.pop("server_side_binding", "1") != "0":
        options |= {"server_side_binding": True, "prepare_threshold": PREPARED_AFTER}
    if pool_size:
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": CONNECT_SECONDS}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(port or ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def _sqlite(path: str) -> dict[str, Any]:
    """Return the settings of an SQLite file that many threads write to.

    A write takes its lock at the start of the transaction (``IMMEDIATE``) and waits up to 20
    seconds for it; with default settings more than half of concurrent writes failed as locked.
    Only with ``recursive_triggers`` do the delete triggers fire for ``INSERT OR REPLACE``.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16000; "
                "PRAGMA recursive_triggers=ON;"
            ),
        },
    }
