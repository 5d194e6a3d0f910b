"""How soon a page stands and can be used on a slow phone, in Chromium.

    python -m benchmarks.phone [--visits 5] [--cpu 4] [--rtt 300] [--kbps 1600]

A tournament of 100 players (50 boards) is served as an installation does it: files under names that
change with their content, behind Caddy (which must be installed) with TLS, HTTP/2 and compression.
Chromium is slowed down to a phone's processor and to the 3G of WebPageTest (300 ms there and back,
1.6 Mbit/s down, 768 kbit/s up); it slows down requests, not the handshake before the first. Every
visit has an empty cache; ``again`` comes back with what the first has left. Medians in milliseconds
since navigation: first paint, largest paint, and *usable*, when every module of the page has run.
Ends with status 1 where the public round is usable later than in 1.5 s.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import hashlib
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.processes import Process, free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["SHINPAN_DEMO"] = "1"
os.environ["SHINPAN_DEBUG"] = "0"
os.environ["SHINPAN_STATIC"] = "manifest"
os.environ.setdefault("SHINPAN_LOG_LEVEL", "ERROR")

BOARDS = 50
BUDGET_MS = 1_500
UP_KBPS = 768
PROXY = """{
  admin off
  auto_https disable_redirects
  skip_install_trust
}
https://localhost:%(port)d {
  tls %(folder)s/cert.pem %(folder)s/key.pem
  encode zstd gzip
  reverse_proxy 127.0.0.1:%(behind)d
}
"""
TIMINGS = """() => new Promise((told) => {
  new PerformanceObserver((list) => {
    const [load] = performance.getEntriesByType("navigation");
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    const files = performance.getEntriesByType("resource");
    const bytes = files.reduce((sum, one) => sum + one.transferSize, load.transferSize);
    told([
      paint.startTime, list.getEntries().at(-1).startTime, load.domContentLoadedEventEnd,
      files.filter((one) => one.transferSize).length + 1, bytes / 1000,
    ]);
  }).observe({ type: "largest-contentful-paint", buffered: true });
})"""


@dataclass(frozen=True, slots=True)
class Visit:
    """When a page stood, in milliseconds since navigation, and what came over the network."""

    painted: float
    largest: float
    usable: float
    requests: float
    kilobytes: float


def main() -> None:
    """Build, serve, visit and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--cpu", type=float, default=4, help="so many times slower (4)")
    parser.add_argument("--rtt", type=float, default=300, help="milliseconds (300)")
    parser.add_argument("--kbps", type=float, default=1_600, help="down (1600)")
    options = parser.parse_args()
    if not shutil.which("caddy"):
        sys.exit("no Caddy: it stands in front of an installation, and is needed here")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/phone.sqlite3"
        port, slug, session = _served(folder)
        pages = {
            "round, 50 boards": (f"/t/{slug}/", ""),
            "standings, 100 players": (f"/t/{slug}/standings/", ""),
            "a player's own page": ("/me/", session),
        }
        print("milliseconds, medians               paint  largest   usable requests       kB")
        with _proxy(folder, port) as (url, pin):
            late = _measured(url, pin, pages, options)
    if late > BUDGET_MS:
        sys.exit(f"the public round is usable after {late:.0f} ms; asked: {BUDGET_MS}")


def _served(folder: Path) -> tuple[int, str, str]:
    """Serve a tournament from a thread; return the port, its slug and a player's session."""
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application
    from waitress import create_server

    settings.STATIC_ROOT = folder / "static"
    settings.ALLOWED_HOSTS = ["*"]
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)

    from benchmarks.pages import build, opened
    from tournament.models import Role

    slug = build(2 * BOARDS)
    session = opened(slug, Role.PLAYER).cookies[settings.SESSION_COOKIE_NAME].value
    server = create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=8)
    threading.Thread(target=server.run, daemon=True).start()
    return int(server.effective_port), slug, session


@contextlib.contextmanager
def _proxy(folder: Path, behind: int) -> Iterator[tuple[str, str]]:
    """Run Caddy with a certificate of its own; give the address and the pin of the certificate.

    Chromium keeps nothing in its cache of a site whose certificate it has to overlook; one that it
    was told the pin of is as good as any.
    """
    certificate, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-nodes", "-days", "1", "-subj", "/CN=localhost"),
            *("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *(
                "-addext",
                "subjectAltName=DNS:localhost",
                "-keyout",
                str(key),
                "-out",
                str(certificate),
            ),
        ],
        check=True,
        capture_output=True,
    )
    told = ["openssl", "pkey", "-in", str(key), "-pubout", "-outform", "DER"]
    public = hashlib.sha256(subprocess.run(told, check=True, capture_output=True).stdout)
    port, config = free_port(), folder / "Caddyfile"
    config.write_text(PROXY % {"port": port, "folder": folder, "behind": behind})
    command = ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"]
    caddy = Process(command, log=folder / "caddy.log")
    try:
        caddy.wait_ready(lambda: _listens(port))
        yield f"https://localhost:{port}", base64.b64encode(public.digest()).decode()
    finally:
        caddy.stop()


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("localhost", port), 1):
        return True
    return False


def _measured(
    url: str, pin: str, pages: dict[str, tuple[str, str]], options: argparse.Namespace
) -> float:
    """Visit every page and print the medians; return when the first of them is usable."""
    from playwright.sync_api import sync_playwright

    from tests.support.browser import ARGUMENTS, chromium_path

    usable = []
    with sync_playwright() as playwright:
        arguments = [one for one in ARGUMENTS if not one.startswith("--js-flags")]
        arguments.append(f"--ignore-certificate-errors-spki-list={pin}")
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=arguments)
        for name, (path, session) in pages.items():
            visits, again = [], []
            for _ in range(options.visits):
                context = _phone(browser, url, session)
                visits.append(_visit(context, url + path, options))
                again.append(_visit(context, url + path, options))
                context.close()
            usable.append(_told(name, visits).usable)
            _told("  again", again)
        browser.close()
    return usable[0]


def _phone(browser: Browser, url: str, session: str) -> BrowserContext:
    from django.conf import settings

    context = browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en-GB"
    )
    if session:
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}
        context.add_cookies([cookie])  # type: ignore[list-item]
    return context


def _visit(context: BrowserContext, address: str, options: argparse.Namespace) -> Visit:
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": options.rtt,
            "downloadThroughput": options.kbps * 125,
            "uploadThroughput": UP_KBPS * 125,
        },
    )
    wire.send("Emulation.setCPUThrottlingRate", {"rate": options.cpu})
    answer = page.goto(address, wait_until="load")
    assert answer, address
    assert answer.status == 200, address
    visit = Visit(*page.evaluate(TIMINGS))
    page.close()
    return visit


def _told(name: str, visits: list[Visit]) -> Visit:
    """Print and return the medians of some visits."""
    medians = Visit(*map(statistics.median, zip(*map(astuple, visits), strict=True)))
    figures = " ".join(f"{figure:8.0f}" for figure in astuple(medians))
    print(f"{name:<32} {figures}")
    return medians


if __name__ == "__main__":
    main()
