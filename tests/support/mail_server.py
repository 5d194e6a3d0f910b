"""A real SMTP server on loopback that takes mails, and says what it got."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class MailServer:
    """What came in. ``refused`` are addresses it does not take; ``broken`` answers 451 to all."""

    port: int = 0
    got: list[tuple[str, EmailMessage]] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    broken: bool = False
    hangs: bool = False
    """Whether it takes a mail and then says nothing."""

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for recipient, mail in self.got if recipient == address]


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """Serve for the length of the block."""
    kept = MailServer()

    class Handler(socketserver.StreamRequestHandler):
        def say(self, line: str) -> None:
            self.wfile.write(f"{line}\r\n".encode())

        def handle(self) -> None:
            recipients: list[str] = []
            self.say("220 here")
            for line in iter(self.rfile.readline, b""):
                word = line.strip().upper()
                if word.startswith(b"RCPT TO:"):
                    address = line.partition(b"<")[2].partition(b">")[0].decode()
                    if address in kept.refused:
                        self.say("550 nobody here")
                        continue
                    recipients.append(address)
                if word == b"DATA" and kept.broken:
                    self.say("451 later")
                elif word == b"DATA":
                    self.say("354 go on")
                    lines = list(iter(self.rfile.readline, b".\r\n"))
                    data = b"".join(one[1:] if one.startswith(b".") else one for one in lines)
                    message = message_from_bytes(data, policy=policy.default)
                    kept.raw.append(data)
                    kept.got += [(one, message) for one in recipients]
                    recipients.clear()
                    if kept.hangs:
                        self.rfile.readline()  # until the other side hangs up
                        return
                    self.say("250 taken")
                elif word == b"QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 well")

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

    with Server(("127.0.0.1", 0), Handler) as server:
        kept.port = server.server_address[1]
        thread = threading.Thread(
            target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        thread.start()
        try:
            yield kept
        finally:
            server.shutdown()
            thread.join()
