"""A service of a few lines behind a fake transport, and each case run by both clients."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx

from catalog_client import AsyncCatalogClient, CatalogClient, FollowOptions, ResponseCache, RetryPolicy, SyncStep

Kind = Literal["sync", "async"]
Responder = Callable[[httpx.Request], httpx.Response | None]


def success(data: object, **headers: str) -> httpx.Response:
    """A response in the service's envelope."""
    envelope = {"status": True, "data": data, "error": {}, "message": ""}
    return httpx.Response(200, json=envelope, headers={"Catalog-Revision": "1", **headers})


def failure(status: int, name: str, headers: dict[str, str] | None = None, details: object = None) -> httpx.Response:
    error = {"code": status, "name": name, "message": "a text for people"}
    envelope = {"status": False, "data": {}, "error": error | ({"details": details} if details else {}), "message": ""}
    return httpx.Response(status, json=envelope, headers=headers)


class Pieces(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that comes in pieces, and may be cut behind the last one."""

    def __init__(self, body: bytes, is_cut: bool) -> None:
        self.pieces = [body[start : start + 100] for start in range(0, len(body), 100)]
        self.is_cut = is_cut

    def __iter__(self) -> Iterator[bytes]:
        yield from self.pieces
        if self.is_cut:
            raise httpx.ReadError("the connection was cut")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece


def snapshot(numbers: list[str], revision: int = 5, end: str | None = None) -> httpx.Response:
    """A snapshot with its end, or with what comes in place of it before the connection is cut."""
    start = {"type": "start", "revision": revision, "changesCursor": f"c{revision}", "total": 9}
    products = [{"type": "product", "data": {**product(number), "version": revision}} for number in numbers]
    whole = [start, *products] + ([{"type": "end", "count": len(numbers)}] if end is None else [])
    # The separator of lines in other formats is part of a text in this one.
    body = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in whole) + (end or "")
    return httpx.Response(200, stream=Pieces(body.encode(), end is not None))


def product(stock_number: str, name: str = "a pump\u2028") -> dict[str, Any]:
    """A product with everything that the document requires."""
    price = {"value": 1, "onRequest": False}
    return {
        "id": stock_number,
        "stockNumber": stock_number,
        "name": name,
        "fullName": name,
        "url": {"full": "", "path": "", "slug": "", "host": ""},
        "vendor": {"id": "unknown", "name": "unknown"},
        "media": {"preview": ""},
        "pricing": {
            "currency": "USD",
            "onRequest": False,
            "retail": price,
            "personal": {"level": "A", **price},
            "sale": {"active": False, "discountFromRetail": {"value": 0, "percent": 0}, **price},
        },
        "availability": {"inStock": 1, "shipping": 0},
        "primarySectionId": "1",
        "contentUpdatedAt": "2026-01-31T10:00:00Z",
        "commercialUpdatedAt": "2026-01-31T10:00:00Z",
    }


def page(numbers: list[str], number: int, page_count: int) -> dict[str, Any]:
    pagination = {"page": number, "pageSize": 2, "pageCount": page_count, "total": 0}
    meta = {"changesCursor": f"walk-{number}", "pagination": pagination, "sectionId": "1"}
    return {"items": [product(each) for each in numbers], "meta": meta | {"scope": "subtree", "sort": "stockNumber"}}


def changes(events: list[tuple[str, str, bool]], next_cursor: str) -> dict[str, Any]:
    items = [
        {"stockNumber": each, "operation": what, "inSection": inside, "version": 5} for each, what, inside in events
    ]
    return {"items": items, "meta": {"nextCursor": next_cursor, "hasMore": False}}


@dataclass
class Fake:
    """The service: its requests, and its next responses."""

    respond: Responder
    cache: ResponseCache | None = None
    retry: RetryPolicy = RetryPolicy()
    requests: list[httpx.Request] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    logins: int = 0
    options: FollowOptions = FollowOptions()
    #: In place of the login and the password.
    key: str | None = None

    @property
    def targets(self) -> list[str]:
        """The requested paths with queries, logins left out."""
        paths = [request.url.raw_path.decode() for request in self.requests]
        return [path for path in paths if path != "/auth/token"]

    def handle(self, request: httpx.Request) -> httpx.Response:
        # A request may be sent again with other headers: this is how it was.
        self.requests.append(httpx.Request(request.method, request.url, headers=request.headers))
        response = self.respond(request)
        if response is not None:
            return response
        if request.url.path != "/auth/token":
            return failure(404, "NotFoundError")
        self.logins += 1
        return success({"token": f"token-{self.logins}"})

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def sync_client(self) -> CatalogClient:
        transport = httpx.MockTransport(self.handle)
        options: dict[str, Any] = {"transport": transport, "cache": self.cache, "retry": self.retry, "key": self.key}
        return CatalogClient("http://fake", "me@example.com", "secret", sleep=self.pauses.append, **options)

    def async_client(self) -> AsyncCatalogClient:
        transport = httpx.MockTransport(self.handle)
        options: dict[str, Any] = {"transport": transport, "cache": self.cache, "retry": self.retry, "key": self.key}
        return AsyncCatalogClient("http://fake", "me@example.com", "secret", sleep=self.pause, **options)

    def read(self, kind: Kind, stock_number: str = "A") -> str:
        """The name of a product."""
        if kind == "sync":
            return self.sync_client().product(stock_number).name
        return asyncio.run(self.async_client().product(stock_number)).name

    def steps(
        self, kind: Kind, count: int, cursor: str | None = None, apply: Callable[[SyncStep], None] = lambda _: None
    ) -> list[SyncStep]:
        """The first steps, each applied to a copy."""
        steps: list[SyncStep] = []

        def take(step: SyncStep) -> bool:
            steps.append(step)
            apply(step)
            return len(steps) == count

        async def collect() -> None:
            async for step in self.async_client().follow("1", cursor, options=self.options):
                if take(step):
                    break

        if kind == "async":
            asyncio.run(collect())
            return steps
        for step in self.sync_client().follow("1", cursor, stop=threading.Event(), options=self.options):
            if take(step):
                break
        return steps


def in_turn(path: str, responses: list[Callable[[], httpx.Response]]) -> Responder:
    """Gives the responses one after another to one path; the last one stays."""

    def respond(request: httpx.Request) -> httpx.Response | None:
        if request.url.path != path:
            return None
        return (responses.pop(0) if len(responses) > 1 else responses[0])()

    return respond
