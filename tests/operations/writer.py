"""A process that writes to a tournament until it is killed."""

import sys
import threading

import django


def main(key: int) -> None:
    django.setup()
    from tests.operations.backups import write_for_ever

    write_for_ever(key, threading.Event())


if __name__ == "__main__":
    main(int(sys.argv[1]))
