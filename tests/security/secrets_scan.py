"""Looks for secrets in what the repository holds: ``python -m tests.security.secrets_scan``.

detect-secrets knows what keys and tokens look like. What looks like one and is none is listed in
``secrets_known.txt``, one hash of a file's name and the text a line, with a word on what it is.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from detect_secrets.core.scan import scan_line
from detect_secrets.settings import transient_settings

from tests.support.environment import REPOSITORY

KNOWN = Path(__file__).with_name("secrets_known.txt")
# Hashes of packages, game records, translations and their machine form: no place for a secret.
LEFT_OUT = (".sgf", ".po", ".mo", ".svg", ".png", "requirements.txt", "requirements-dev.txt")
# All that know a kind of secret. Those that go by entropy alone take every hash for one.
DETECTORS = (
    *("ArtifactoryDetector", "AWSKeyDetector", "AzureStorageKeyDetector", "BasicAuthDetector"),
    *("CloudantDetector", "DiscordBotTokenDetector", "GitHubTokenDetector", "GitLabTokenDetector"),
    *("IbmCloudIamDetector", "IbmCosHmacDetector", "JwtTokenDetector", "KeywordDetector"),
    *("MailchimpDetector", "NpmDetector", "OpenAIDetector", "PrivateKeyDetector"),
    *("PypiTokenDetector", "SendGridDetector", "SlackDetector", "SoftlayerDetector"),
    *("SquareOAuthDetector", "StripeDetector", "TelegramBotTokenDetector", "TwilioKeyDetector"),
)
# What they all look for begins like one of these: other lines need not be looked at 24 times.
SUSPICIOUS = re.compile(
    r"(?i:passw|pwd|secret|(?:api|auth|service|account|db|database|private|client|access)_?key)"
    r"|://[^/\s:@]*:[^/\s@]+@|BEGIN|AKIA|ASIA|gh[pousr]_|gl[a-z]{2,4}-|xox[a-z]|eyJ|_live_|SG\."
    r"|_authToken|pypi-|sk-|T3BlbkFJ|\d{8,10}:[\w-]{35}|\bAC[a-z0-9]{32}|SK[a-z0-9]{32}|sq0csp"
    r"|AccountKey|AKC|[MNO][\w-]{23,25}\.[\w-]{6}\.|[0-9a-f]{32}-us\d|(?i:softlayer|cloudant|ibm)"
)
SETTINGS = {
    "plugins_used": [{"name": name} for name in DETECTORS],
    "filters_used": [
        {"path": f"detect_secrets.filters.heuristic.{name}"}
        for name in (
            "is_indirect_reference",
            "is_likely_id_string",
            "is_not_alphanumeric_string",
            "is_prefixed_with_dollar_sign",
            "is_sequential_string",
            "is_templated_secret",
        )
    ],
}


def files() -> list[str]:
    """Return what the repository holds, by path."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, check=True
    ).stdout.decode()
    return [name for name in listed.split("\0") if name and not name.endswith(LEFT_OUT)]


def mark(file: str, secret: str) -> str:
    """Return what a known one is listed by: nobody can read it from there."""
    return hashlib.sha256(f"{file}\n{secret}".encode()).hexdigest()[:24]


def known() -> set[str]:
    """Return the marks of what is no secret."""
    if not KNOWN.exists():
        return set()
    lines = KNOWN.read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if line and not line.startswith("#")}


def found_in(names: Iterable[str], root: Path = REPOSITORY) -> Iterator[tuple[str, str, str]]:
    """Yield where something looks like a secret: file and line, its kind, and its mark."""
    with transient_settings(SETTINGS):
        for name in names:
            path = root / name
            if not path.is_file() or path.is_symlink():
                continue
            for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
                if SUSPICIOUS.search(line):
                    for secret in scan_line(line):
                        value = secret.secret_value or ""
                        yield f"{name}:{number}", secret.type, mark(name, value)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run as a command; 1 when something is found."""
    accepted = known()
    every = list(found_in(files()))
    found = [one for one in every if one[2] not in accepted]
    for place, kind, text in found:
        print(f"{place}: {kind} (mark {text})")
    if found:
        print(f"{len(found)} that look like secrets. What is none goes into {KNOWN.name}.")
    gone = sorted(accepted - {text for _, _, text in every})
    if gone:
        print(f"No more in the repository: take {', '.join(gone)} out of {KNOWN.name}.")
    return 1 if found or gone else 0


if __name__ == "__main__":
    sys.exit(main())
