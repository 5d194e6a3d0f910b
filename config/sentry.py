"""Error reports to Sentry: only if configured, and without personal data."""

from typing import Any

from config.env import SettingError
from config.log_formatters import without_links, without_rows
from jobs.request_id import request_id

NAME = "SHINPAN_SENTRY_DSN"
_OF_REQUEST = frozenset({"method"})
"""What is sent about a request besides its route: no URL, headers, cookies, query or body."""


def init_sentry(dsn: str) -> None:
    """Initialise Sentry, or do nothing without a DSN.

    Raises SettingError if the package is not installed or the DSN is invalid.
    """
    if not dsn:
        return
    try:
        import sentry_sdk
        from sentry_sdk.utils import BadDsn
    except ImportError:
        raise SettingError(
            NAME, "needs sentry-sdk: pip install --require-hashes -r requirements-extra.txt"
        ) from None
    try:
        sentry_sdk.init(
            dsn=dsn,
            send_default_pii=False,
            include_local_variables=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            traces_sample_rate=0.0,
            auto_session_tracking=False,
            send_client_reports=False,
            before_send=scrub_event,
        )
    except BadDsn:
        # The text of the error would show the DSN, which is a secret.
        raise SettingError(NAME, "is no address of a Sentry project (https://...).") from None


def scrub_event(event: Any, hint: Any = None) -> Any:
    """Return what is sent about an error: its type, its place in the code, and the request id."""
    request = event.pop("request", None) or {}
    kept = {name: value for name, value in request.items() if name in _OF_REQUEST}
    if kept:
        event["request"] = kept
    for name in ("user", "extra", "breadcrumbs", "server_name", "modules"):
        event.pop(name, None)
    # The text of an error may quote what somebody wrote; its type and place do not.
    for error in (event.get("exception") or {}).get("values") or ():
        error.pop("value", None)
        for frame in (error.get("stacktrace") or {}).get("frames") or ():
            frame.pop("vars", None)
    if entry := event.pop("logentry", None):
        event["logentry"] = {"message": entry.get("message", "")}
    event.pop("message", None)
    contexts = event.get("contexts") or {}
    event["contexts"] = {
        name: value for name, value in contexts.items() if name in {"runtime", "trace"}
    }
    if number := request_id():
        event.setdefault("tags", {})["request_id"] = number
    return _without_secrets(event)


def _without_secrets(value: Any) -> Any:
    if isinstance(value, str):
        return without_links(without_rows(value))
    if isinstance(value, dict):
        return {key: _without_secrets(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_secrets(item) for item in value]
    return value
