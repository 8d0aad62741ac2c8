"""What a server may do, and what a client has to make of it: the table.

`call` is what the client does: `login` (with a password, then a product), `product`, `list` (all of it), `batch` (of
the products A and B), `search`, `copy` (a first copy), `follow` (nine steps from a cursor).
`expect` is `result`; `refused`, the error that has the status; or `unusable`, the error of a connection. Its text has
`says` in it. An attempt of the client takes at most `seconds`. Every call ends in bounded time and memory, and shows
nothing of what a terminal obeys.
"""

import gzip
import json
import time
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

LOGIN, PRODUCT, LIST = "/auth/token", "/api/v2/products/A", "/api/v2/catalog/sections/1/products"
BATCH, SEARCH = "/api/v2/products?", "/api/v2/products/search"
SNAPSHOT, FEED = "/api/v2/catalog/sections/1/product-snapshot", "/api/v2/catalog/sections/1/product-changes"
#: How long a server that is slow goes on, in seconds: far longer than a test of a client waits.
LONG = 3600.0
LINES = "application/x-ndjson"
MIB = 1 << 20
BOMB = 257 * MIB


class Reply:
    """Whole responses."""

    @staticmethod
    def raw(body: bytes, status: str = "200 OK", *headers: str, kind: str = "application/json") -> bytes:
        lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", "Connection: close", *headers]
        # Lines end where the connection does.
        if kind != LINES and not any(line.startswith(("Content-Length", "Transfer-Encoding")) for line in headers):
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + body

    @staticmethod
    def json(value: Any, *headers: str) -> bytes:
        return Reply.raw(json.dumps(value).encode(), "200 OK", *headers)

    @staticmethod
    def data(data: Any) -> bytes:
        return Reply.json({"status": True, "data": data, "error": {}, "message": ""}, "Catalog-Revision: 5")

    @staticmethod
    def error(
        status: int, name: Any = "SomeError", message: Any = "a text", details: Any = None, *headers: str
    ) -> bytes:
        error = {"code": status, "name": name, "message": message, "details": details or []}
        body = {"status": False, "data": {}, "error": error, "message": ""}
        return Reply.raw(json.dumps(body).encode(), f"{status} Refused", *headers)


def product(number: Any = "A", **changed: Any) -> dict[str, Any]:
    """A product with everything that the document requires."""
    price = {"value": 1.5, "onRequest": False}
    discount = {"value": 0, "percent": 0}
    pricing = {"currency": "USD", "onRequest": False, "retail": price, "personal": {"level": "A", **price}}
    return {
        "id": number,
        "stockNumber": number,
        "name": "a pump",
        "fullName": "a pump",
        "url": {"full": "", "path": "", "slug": "", "host": ""},
        "vendor": {"id": "unknown", "name": "unknown"},
        "media": {"preview": ""},
        "pricing": {**pricing, "sale": {"active": False, "discountFromRetail": discount, **price}},
        "availability": {"inStock": 1, "shipping": 0},
        "primarySectionId": "1",
        "contentUpdatedAt": "2026-01-31T10:00:00Z",
        "commercialUpdatedAt": "2026-01-31T10:00:00Z",
        "version": 5,
        **changed,
    }


def page(numbers: list[Any], page_count: Any = 1) -> bytes:
    pagination = {"page": 1, "pageSize": 500, "pageCount": page_count, "total": 1}
    meta = {"sectionId": "1", "scope": "subtree", "sort": "name", "changesCursor": "c5", "pagination": pagination}
    return Reply.data({"items": [product(each) for each in numbers], "meta": meta})


def batch(numbers: list[Any], missing: list[Any]) -> bytes:
    return Reply.data({"items": [product(each) for each in numbers], "meta": {"missing": missing}})


def feed(cursor: Any, has_more: Any = False, numbers: tuple[Any, ...] = ("A", "B"), **changed: Any) -> bytes:
    event = {"operation": "upsert", "inSection": True, "version": 5, "eventId": "1", "sectionIds": ["1"]}
    event |= {"changeTypes": ["content"], "changedAt": "2026-01-31T10:00:00Z", **changed}
    items = [{**event, "stockNumber": number} for number in numbers]
    meta = {"sectionId": "1", "hasMore": has_more, "nextCursor": cursor, "checkpoint": "c1"}
    return Reply.data({"items": items, "meta": meta})


def lines(*values: Any) -> bytes:
    body = b"".join(json.dumps(value).encode() + b"\n" for value in values)
    return Reply.raw(body, kind=LINES)


def start(total: Any = 2, revision: Any = 5, cursor: Any = "c5") -> dict[str, Any]:
    return {"type": "start", "revision": revision, "changesCursor": cursor, "total": total}


def line(number: Any, **changed: Any) -> dict[str, Any]:
    return {"type": "product", "data": product(number, **changed)}


def good(path: str) -> bytes:
    """What a server says that means well."""
    if path.startswith(LOGIN):
        return Reply.data({"token": "t", "tokenType": "Bearer", "expiresIn": 60, "expiresAt": "2026-01-31T10:00:00Z"})
    if path.startswith(SNAPSHOT):
        return lines(start(), line("A"), line("B"), {"type": "end", "count": 2})
    if path.startswith(FEED):
        return feed("c9")
    if path.startswith(LIST):
        return page(["A", "B"])
    if path.startswith(BATCH):
        return batch(["A", "B"], [])
    return Reply.data(product()) if path.startswith(PRODUCT) else Reply.error(404, "NotFoundError")


Pieces: TypeAlias = Iterator[bytes] | list[bytes]


@dataclass(frozen=True)
class Behaviour:
    name: str
    call: str
    #: The paths that begin so behave so, the others well.
    path: str
    expect: str
    says: str
    #: The pieces of the response, from the path and the address of another host.
    reply: Callable[[str, str], Pieces]
    seconds: float = 60.0


def always(reply: bytes) -> Callable[[str, str], Pieces]:
    return lambda path, other: [reply]


def packed(length: int, status: str = "200 OK", encoding: str = "gzip") -> bytes:
    """A body of so many spaces."""
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    body = b"".join([packer.compress(bytes([32]) * MIB) for _ in range(length // MIB)]) + packer.flush()
    body = gzip.compress(body) if "," in encoding else body
    return Reply.raw(body, status, f"Content-Encoding: {encoding}")


def endless(status: str, piece: bytes, headers: bool = False) -> Iterator[bytes]:
    yield f"HTTP/1.1 {status}\r\n".encode() + (b"" if headers else b"Connection: close\r\n\r\n")
    while True:
        yield piece


def slowly(reply: bytes, at: int) -> Iterator[bytes]:
    """All up to a place, then a byte now and then."""
    yield reply[:at]
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        time.sleep(0.1)
        yield reply[at : at + 1]
        at += at + 1 < len(reply)


def informed() -> Iterator[bytes]:
    """One response after another that says that a response will come."""
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        yield b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
        time.sleep(0.1)


def moved(status: int) -> Callable[[str, str], Pieces]:
    return lambda path, other: [Reply.raw(b"", f"{status} Moved", f"Location: {other}{path}")]


def chunked(body: bytes, trailer: bytes) -> bytes:
    head = Reply.raw(b"", "200 OK", "Transfer-Encoding: chunked", "Trailer: X-Sum")
    return head + f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n" + trailer + b"\r\n"


def in_turns(path: str, other: str) -> Pieces:
    return [feed("c3" if "cursor=c2" in path else "c2", True)]


def endless_snapshot(path: str, other: str) -> Iterator[bytes]:
    yield lines(start(3))
    for number in range(1_000_000):
        yield json.dumps(line(f"P{number:07}")).encode() + b"\n"


BODY = json.dumps({"status": True, "data": product(), "error": {}, "message": ""}).encode()
ESCAPES = "\x1b[2J\x1b]0;x\x07\r\n\u202e\u200b\x9b1m"
NESTED = b'{"status":true,"data":' + b"[" * 200_000 + b"]" * 200_000 + b"}"
REFUSED, UNUSABLE, RESULT = "refused", "unusable", "result"
UNDOCUMENTED = "not as documented"


def of_product(name: str, expect: str, says: str, *replies: bytes) -> Behaviour:
    return Behaviour(name, "product", PRODUCT, expect, says, lambda path, other: list(replies))


def amount(text: bytes) -> bytes:
    return Reply.raw(BODY.replace(b"1.5", text))


BEHAVIOURS = [
    Behaviour("none", "product", "/nowhere", RESULT, "", always(b"")),
    # Sizes.
    Behaviour("endless-body", "product", PRODUCT, UNUSABLE, "longer than", lambda *_: endless("200 OK", b" " * MIB)),
    Behaviour("endless-error", "product", PRODUCT, UNUSABLE, "longer than", lambda *_: endless("500 No", b" " * MIB)),
    Behaviour("bomb", "product", PRODUCT, UNUSABLE, "longer than", lambda *_: [packed(BOMB)]),
    Behaviour("bomb-as-error", "product", PRODUCT, UNUSABLE, "longer than", lambda *_: [packed(BOMB, "500 No")]),
    Behaviour("bomb-at-login", "login", LOGIN, UNUSABLE, "longer than", lambda *_: [packed(BOMB)]),
    Behaviour("bomb-in-a-bomb", "product", PRODUCT, UNUSABLE, "", lambda *_: [packed(BOMB, encoding="gzip, gzip")]),
    Behaviour("bomb-as-a-line", "copy", SNAPSHOT, UNUSABLE, "too long", lambda *_: [packed(40 * MIB)]),
    Behaviour(
        "endless-headers", "product", PRODUCT, UNUSABLE, "", lambda *_: endless("200 OK", b"X: 1\r\n" * 1000, True)
    ),
    Behaviour("long-header", "product", PRODUCT, UNUSABLE, "", lambda *_: endless("200 OK", b"x" * 1000, True)),
    # Time.
    Behaviour("slow-headers", "product", PRODUCT, UNUSABLE, "", lambda *_: slowly(Reply.data(product()), 20), 0.3),
    Behaviour("slow-body", "product", PRODUCT, UNUSABLE, "", lambda *_: slowly(Reply.data(product()), 200), 0.3),
    Behaviour(
        "slow-line", "copy", SNAPSHOT, UNUSABLE, "cut again", lambda *_: slowly(lines(start(), line("A")), 250), 0.3
    ),
    Behaviour("silent", "product", PRODUCT, UNUSABLE, "", lambda *_: slowly(b"H", 1), 0.3),
    Behaviour("silent-feed", "follow", FEED, UNUSABLE, "", lambda *_: slowly(b"H", 1), 0.3),
    Behaviour("endless-hints", "product", PRODUCT, UNUSABLE, "", lambda *_: informed(), 0.3),
    # Connections and framing.
    of_product("closed", UNUSABLE, ""),
    of_product("no-http", UNUSABLE, "", b"SSH-2.0-OpenSSH_9.2\r\n"),
    of_product("cut-body", UNUSABLE, "", Reply.data(product())[:-50]),
    of_product(
        "cut-packed-body", UNUSABLE, "", Reply.raw(gzip.compress(BODY)[:-40], "200 OK", "Content-Encoding: gzip")
    ),
    of_product("long-length", UNUSABLE, "", Reply.raw(BODY, "200 OK", f"Content-Length: {len(BODY) + 1}")),
    of_product("short-length", UNUSABLE, UNDOCUMENTED, Reply.raw(BODY, "200 OK", f"Content-Length: {len(BODY) - 1}")),
    of_product(
        "two-lengths", UNUSABLE, "", Reply.raw(BODY, "200 OK", "Content-Length: 5", f"Content-Length: {len(BODY)}")
    ),
    of_product("no-such-encoding", UNUSABLE, "", Reply.raw(BODY, "200 OK", "Content-Encoding: br")),
    of_product("trailers", RESULT, "", chunked(BODY, b"X-Sum: 1\r\n")),
    of_product("no-chunks", UNUSABLE, "", chunked(BODY, b"").replace(b"\r\n0\r\n", b"\r\nzz\r\n")),
    # Redirects.
    *(
        Behaviour(f"moved-{status}", "product", PRODUCT, UNUSABLE, "redirects", moved(status))
        for status in (301, 302, 303, 307, 308)
    ),
    Behaviour("login-moved", "login", LOGIN, UNUSABLE, "redirects", moved(307)),
    Behaviour("snapshot-moved", "copy", SNAPSHOT, UNUSABLE, "redirects", moved(308)),
    # Bodies.
    of_product("empty", UNUSABLE, UNDOCUMENTED, Reply.raw(b"")),
    of_product("no-content", UNUSABLE, UNDOCUMENTED, Reply.raw(b"", "204 No Content")),
    of_product("html", UNUSABLE, UNDOCUMENTED, Reply.raw(b"<html>Sign in</html>", kind="text/html")),
    of_product("not-utf-8", UNUSABLE, UNDOCUMENTED, Reply.raw(BODY.replace(b"a pump", b"a \xffump"))),
    of_product("nested", UNUSABLE, UNDOCUMENTED, Reply.raw(NESTED)),
    of_product("array", UNUSABLE, UNDOCUMENTED, Reply.json([1])),
    of_product("null", UNUSABLE, UNDOCUMENTED, Reply.json(None)),
    of_product("null-data", UNUSABLE, UNDOCUMENTED, Reply.data(None)),
    of_product("wrong-types", UNUSABLE, UNDOCUMENTED, Reply.data(product(pricing=[], availability="much"))),
    of_product("number-as-id", UNUSABLE, UNDOCUMENTED, Reply.data(product(5))),
    of_product("half-a-character", UNUSABLE, UNDOCUMENTED, Reply.data(product("\ud800"))),
    of_product("nan", UNUSABLE, UNDOCUMENTED, amount(b"NaN")),
    of_product("infinity", UNUSABLE, UNDOCUMENTED, amount(b"1e999")),
    # Errors.
    of_product("escapes", REFUSED, r"\u{1b}[2J", Reply.error(404, ESCAPES, ESCAPES, None, "X-Request-Id: \x9b2J")),
    of_product("long-text", REFUSED, "xxx…", Reply.error(404, "SomeError", "x" * 60_000)),
    of_product("wrong-error", REFUSED, "404", Reply.error(404, "SomeError", [1], [5, {"parameter": 5}])),
    of_product("nested-error", REFUSED, "500", Reply.raw(NESTED[:60_000], "500 No")),
    of_product("html-error", REFUSED, "404", Reply.raw(b"<html>", "404 \x1b[2JNo", kind="text/html")),
    # Later.
    of_product("503", REFUSED, "503", Reply.error(503, "SomeError", "a", None, "Retry-After: 1")),
    of_product("503-for-a-year", REFUSED, "503", Reply.error(503, "SomeError", "a", None, "Retry-After: 31536000")),
    of_product("503-since-yesterday", REFUSED, "503", Reply.error(503, "SomeError", "a", None, "Retry-After: -86400")),
    of_product("503-until-text", REFUSED, "503", Reply.error(503, "SomeError", "a", None, "Retry-After: tomorrow")),
    of_product("503-for-ages", REFUSED, "503", Reply.error(503, "SomeError", "a", None, f"Retry-After: {'9' * 5000}")),
    Behaviour("429-at-login", "login", LOGIN, REFUSED, "429", always(Reply.error(429))),
    # Logins.
    *(
        Behaviour(f"token-{name}", "login", LOGIN, UNUSABLE, UNDOCUMENTED, always(Reply.data({"token": token})))
        for name, token in (("with-a-line", "secret\r\nX: y"), ("as-number", 5), ("empty", ""), ("long", "t" * 20_000))
    ),
    # Lists and batches.
    Behaviour("empty-pages", "list", LIST, UNUSABLE, "does not advance", always(page([], 10**9))),
    Behaviour("the-same-page", "list", LIST, UNUSABLE, "does not advance", always(page(["A"], 10**9))),
    Behaviour("twice-on-a-page", "list", LIST, UNUSABLE, UNDOCUMENTED, always(page(["A", "A"]))),
    Behaviour("text-as-count", "list", LIST, UNUSABLE, UNDOCUMENTED, always(page(["A"], "1"))),
    Behaviour("twice-in-a-batch", "batch", BATCH, UNUSABLE, UNDOCUMENTED, always(batch(["A", "A"], []))),
    Behaviour("others-in-a-batch", "batch", BATCH, UNUSABLE, UNDOCUMENTED, always(batch(["A", "C"], ["B"]))),
    Behaviour("lost-in-a-batch", "batch", BATCH, UNUSABLE, UNDOCUMENTED, always(batch(["A"], []))),
    Behaviour("wrong-search", "search", SEARCH, UNUSABLE, UNDOCUMENTED, always(Reply.data({"items": 5}))),
    # The feed.
    Behaviour("same-cursor", "follow", FEED, UNUSABLE, "does not advance", always(feed("c1", True))),
    Behaviour("cursors-in-turns", "follow", FEED, UNUSABLE, "does not advance", in_turns),
    Behaviour("more-of-nothing", "follow", FEED, UNUSABLE, "does not advance", always(feed("c2", True, ()))),
    Behaviour("more-as-text", "follow", FEED, UNUSABLE, UNDOCUMENTED, always(feed("c2", "no"))),
    Behaviour("no-cursor", "follow", FEED, UNUSABLE, UNDOCUMENTED, always(feed(None))),
    Behaviour("events-of-numbers", "follow", FEED, UNUSABLE, UNDOCUMENTED, always(feed("c2", False, (1, 2)))),
    Behaviour("version-as-text", "follow", FEED, UNUSABLE, UNDOCUMENTED, always(feed("c2", version="x"))),
    Behaviour("behind-for-ever", "follow", BATCH, UNUSABLE, "behind", always(Reply.error(503))),
    # Snapshots.
    Behaviour("snapshot", "copy", "/nowhere", RESULT, "", always(b"")),
    Behaviour("more-than-total", "copy", SNAPSHOT, UNUSABLE, "more products", endless_snapshot),
    Behaviour("no-end", "copy", SNAPSHOT, UNUSABLE, "cut again", lambda *_: slowly(lines(start(0)), 1000), 0.3),
    Behaviour(
        "wrong-count", "copy", SNAPSHOT, UNUSABLE, "cut again", always(lines(start(), {"type": "end", "count": 7}))
    ),
    Behaviour(
        "repeated-product", "copy", SNAPSHOT, UNUSABLE, "does not advance", always(lines(start(), line("A"), line("A")))
    ),
    Behaviour("no-lines", "copy", SNAPSHOT, UNUSABLE, UNDOCUMENTED, always(Reply.raw(b"<html>\n"))),
    Behaviour("start-of-texts", "copy", SNAPSHOT, UNUSABLE, UNDOCUMENTED, always(lines(start("2", "5", None)))),
    Behaviour("wrong-product", "copy", SNAPSHOT, UNUSABLE, UNDOCUMENTED, always(lines(start(), line("A", pricing=5)))),
]
