"""A server that means harm, for the tests of the clients: `python3 server.py` prints its port, and ends with its input.

`GET /behaviours` gives the table of behaviours.py: what each does, and what a client has to make of it. A client
whose address ends with the name of one meets it. `GET /stolen` counts the requests that came to another host with
what identifies an account.
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from behaviours import BEHAVIOURS, Reply, good


class Server(ThreadingHTTPServer):
    daemon_threads = True
    #: Of the other host: how often somebody identified there.
    stolen = 0
    #: Where the other host is.
    other: "Server"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        self.close_connection = True
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.server.other is self.server:
            Server.stolen += "Authorization" in self.headers or b"password" in body
            self.wfile.write(good(self.path))
            return
        name, _, path = self.path[1:].partition("/")
        try:
            if name == "behaviours":
                fields = ("name", "call", "expect", "says", "seconds")
                self.wfile.write(Reply.json([{field: getattr(row, field) for field in fields} for row in BEHAVIOURS]))
            elif name == "stolen":
                self.wfile.write(Reply.json({"stolen": Server.stolen}))
            else:
                self.misbehave(name, f"/{path}")
        except (ConnectionError, TimeoutError):
            # The client has had enough.
            pass

    do_POST = do_GET

    def misbehave(self, name: str, path: str) -> None:
        row = next(each for each in BEHAVIOURS if each.name == name)
        is_concerned = path.startswith(row.path)
        other = f"http://127.0.0.1:{self.server.other.server_port}"
        for piece in row.reply(path, other) if is_concerned else [good(path)]:
            self.wfile.write(piece)

    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    server, other = (Server(("127.0.0.1", 0), Handler) for _ in range(2))
    server.other = other.other = other
    for each in (server, other):
        threading.Thread(target=each.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
