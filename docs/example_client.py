"""Runs one round through the API: python example_client.py URL SLUG TOKENS.json RECORDS.

TOKENS.json: {"director": "shinpan_…", "1": "shinpan_…", …}, players by number. RECORDS is a folder
with a game record for every board: 1.sgf, 2.sgf, … Python 3.11 or newer and nothing else is needed.
"""

import json
import sys
import time
import uuid
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

ADDRESS, SLUG = sys.argv[1].rstrip("/") + "/api/v1", sys.argv[2]
TOKENS: dict[str, str] = json.loads(Path(sys.argv[3]).read_text(encoding="utf-8"))
RECORDS = Path(sys.argv[4])


def call(who: str, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """Call the API as somebody; what may change something is sent again under the same key."""
    headers = {"Authorization": f"Bearer {TOKENS[who]}", "Content-Type": "application/json"}
    if method != "GET":
        headers["Idempotency-Key"] = str(uuid.uuid4())
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(8):
        try:
            request = Request(ADDRESS + path, data, headers, method=method)
            with urlopen(request, timeout=30) as answer:
                return json.loads(answer.read() or "null")
        except HTTPError as refused:
            if refused.code not in (429, 503):
                sys.exit(f"{method} {path}: {refused.code} {refused.read().decode()}")
            time.sleep(float(refused.headers.get("Retry-After") or 2**attempt))
        except (URLError, TimeoutError):  # no answer: perhaps it was done, perhaps not
            time.sleep(2**attempt)
    sys.exit(f"{method} {path}: no answer")


rounds = f"/tournaments/{SLUG}/rounds/"
number = call("director", "POST", rounds, {})["number"]
call("director", "POST", f"{rounds}{number}/pairing/", {})
games = call("director", "PUT", f"{rounds}{number}/publication/")["games"]
for game in games:
    black, white = str(game["black"]["number"]), str(game["white"]["number"])
    print(f"Board {game['board']}: {game['black']['name']} - {game['white']['name']}")
    result = {"winner": "black", "reason": "resignation"}
    report = {"result": result, "record": (RECORDS / f"{game['board']}.sgf").read_text("utf-8")}
    sent = call(black, "POST", f"/games/{game['id']}/submissions/", report)
    call(white, "POST", f"/submissions/{sent['id']}/confirmation/", {"version": sent["version"]})
    while (seen := call(white, "GET", f"/submissions/{sent['id']}/"))["checking"]:
        time.sleep(0.5)
    print(f"  {result['winner']} wins, by its record: {(seen['verdict'] or {}).get('outcome')}")
call("director", "PUT", f"{rounds}{number}/finish/")
standings = call("director", "GET", f"/tournaments/{SLUG}/standings/")
for line in standings["lines"]:
    print(line["place"], line["name"], *line["values"])
