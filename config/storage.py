"""Storage of large files: ``SHINPAN_FILES_URL`` as an entry of Django's STORAGES.

``file:///srv/shinpan/files`` is a folder that all web and worker processes share;
``s3://bucket/prefix?endpoint_url=https://s3.example.org`` an object store, whose credentials come
from the environment as in every S3 client (``AWS_ACCESS_KEY_ID`` and the like).
"""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from config.env import SettingError

CONNECT_SECONDS, READ_SECONDS, ATTEMPTS = 3, 15, 3
"""Shorter than the time-out of a proxy in front."""
_OPTIONS = {"endpoint_url", "region_name"}


def records_storage(name: str, url: str) -> dict[str, Any]:
    """Return the entry for the URL in the variable ``name``; in memory without one.

    Raises SettingError for any other kind of URL.
    """
    if not url:
        return {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    parts = urlsplit(url)
    if parts.scheme == "file" and not parts.netloc and parts.path.strip("/"):
        return {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": unquote(parts.path), "allow_overwrite": True},
        }
    if parts.scheme == "s3" and parts.netloc and not parts.username:
        options = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
        if set(options) <= _OPTIONS:
            return {
                "BACKEND": "storages.backends.s3.S3Storage",
                "OPTIONS": _s3(parts.netloc, unquote(parts.path).strip("/"), options),
            }
    raise SettingError(
        name,
        "is not allowed; use file:///folder or s3://bucket/prefix?endpoint_url=https://...",
    )


def _s3(bucket: str, prefix: str, options: dict[str, str]) -> dict[str, Any]:
    try:
        from botocore.config import Config  # type: ignore[import-untyped]
    except ImportError:
        raise SettingError(
            "SHINPAN_FILES_URL", "needs boto3: pip install -r requirements-extra.txt"
        ) from None
    return {
        "bucket_name": bucket,
        "location": prefix,
        "file_overwrite": True,
        "default_acl": None,
        "querystring_auth": True,
        **options,
        "client_config": Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            retries={"max_attempts": ATTEMPTS, "mode": "standard"},
            s3={"addressing_style": "path"} if "endpoint_url" in options else {},
            signature_version="s3v4",
        ),
    }
