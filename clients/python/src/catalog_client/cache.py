"""Conditional requests: what was read once is read again only if it has changed."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol

import httpx


@dataclass(frozen=True)
class CachedResponse:
    """A response that the service may confirm by a 304."""

    etag: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


class ResponseCache(Protocol):
    """Stores responses with an ``ETag`` by address. One account per cache: prices differ."""

    def get(self, url: str) -> CachedResponse | None: ...

    def set(self, url: str, response: CachedResponse) -> None: ...


class MemoryCache:
    """A cache in memory of that many responses; those read longest ago go first."""

    def __init__(self, entries: int = 100) -> None:
        self._entries = entries
        self._responses: OrderedDict[str, CachedResponse] = OrderedDict()

    def get(self, url: str) -> CachedResponse | None:
        # One operation, so that threads which share the cache never see half of it.
        found = self._responses.pop(url, None)
        if found is not None:
            self._responses[url] = found
        return found

    def set(self, url: str, response: CachedResponse) -> None:
        self._responses.pop(url, None)
        self._responses[url] = response
        if len(self._responses) > self._entries:
            self._responses.popitem(last=False)


def revive(cached: CachedResponse, confirmed: httpx.Response) -> httpx.Response:
    """The cached response as if the service had sent it again; headers of the 304 win."""
    headers = httpx.Headers(list(cached.headers))
    headers.update(confirmed.headers)
    return httpx.Response(200, headers=headers, content=cached.body)
