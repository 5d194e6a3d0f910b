"""Looking up language and connection by thread alone, as no test runs coroutines: it is quicker.

Django keeps both in a way that also knows the coroutine; every text and query asks there first.
"""

import threading

from django.db import connections
from django.utils.translation import trans_real


def know_threads_only() -> None:
    """Keep what is active in plain thread locals; call it before either is used."""
    connections._connections = threading.local()  # type: ignore[attr-defined]
    trans_real._active = threading.local()  # type: ignore[attr-defined]
