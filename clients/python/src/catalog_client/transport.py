"""Does what ``exchange`` yields: the transports under the generated client, blocking and asynchronous."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

import httpx

from .errors import CatalogConnectionError
from .exchange import Exchange, Pause, Renew, Send, Session, log_in, perform

#: The extension of a request with the event that ends its pauses.
STOP = "catalog_stop"
#: The extension of a request whose response is read while it comes.
STREAM = "catalog_stream"
#: A line of a stream is no longer than this, in decoded bytes.
LONGEST_LINE = 16 << 20

#: Of the bodies that ``_whole`` has decoded.
_TRANSFER_HEADERS = ("Content-Encoding", "Content-Length", "Transfer-Encoding")


class Stopped(Exception):
    """The caller's event was set."""


def wait(seconds: float, stop: threading.Event | None) -> None:
    """Waits, or raises ``Stopped`` when the event is set."""
    if stop is None:
        time.sleep(seconds)
    elif stop.wait(seconds):
        raise Stopped


class CatalogTransport(httpx.BaseTransport):
    """Sends requests by another transport, with everything that ``exchange`` adds."""

    def __init__(self, session: Session, inner: httpx.BaseTransport, sleep: Callable[[float], None] | None) -> None:
        self._session = session
        self._inner = inner
        self._sleep = sleep

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        return self._run(perform(self._session, request), request.extensions.get(STOP))

    def close(self) -> None:
        self._inner.close()

    def _run(self, steps: Exchange, stop: threading.Event | None) -> httpx.Response:
        outcome: httpx.Response | Exception | str | None = None
        while True:
            try:
                effect = steps.send(outcome)
            except StopIteration as end:
                response: httpx.Response = end.value
                return response
            outcome = None
            match effect:
                case Send(request):
                    outcome = self._send(request)
                case Pause(seconds):
                    if self._sleep is None:
                        wait(seconds, stop)
                    else:
                        self._sleep(seconds)
                case Renew(token):
                    # Requests that need a new token at the same time share one login.
                    with self._session.lock:
                        if self._session.token == token:
                            self._run(log_in(self._session), stop)
                    outcome = self._session.token

    def _send(self, request: httpx.Request) -> httpx.Response | Exception:
        try:
            response = self._inner.handle_request(request)
            if STREAM in request.extensions and response.status_code == 200:
                return response
            try:
                return _whole(response, response.read())
            finally:
                response.close()
        except (httpx.TransportError, httpx.DecodingError) as error:
            return error


class AsyncCatalogTransport(httpx.AsyncBaseTransport):
    """The same without blocking."""

    def __init__(
        self, session: Session, inner: httpx.AsyncBaseTransport, sleep: Callable[[float], Awaitable[None]] | None
    ) -> None:
        self._session = session
        self._inner = inner
        self._sleep = sleep or asyncio.sleep
        self._lock = asyncio.Lock()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        return await self._run(perform(self._session, request))

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def _run(self, steps: Exchange) -> httpx.Response:
        outcome: httpx.Response | Exception | str | None = None
        while True:
            try:
                effect = steps.send(outcome)
            except StopIteration as end:
                response: httpx.Response = end.value
                return response
            outcome = None
            match effect:
                case Send(request):
                    outcome = await self._send(request)
                case Pause(seconds):
                    await self._sleep(seconds)
                case Renew(token):
                    async with self._lock:
                        if self._session.token == token:
                            await self._run(log_in(self._session))
                    outcome = self._session.token

    async def _send(self, request: httpx.Request) -> httpx.Response | Exception:
        try:
            response = await self._inner.handle_async_request(request)
            if STREAM in request.extensions and response.status_code == 200:
                return response
            try:
                return _whole(response, await response.aread())
            finally:
                await response.aclose()
        except (httpx.TransportError, httpx.DecodingError) as error:
            return error


class Lines:
    """The lines of a body that comes in pieces. Lines end with a line feed only: texts may have other separators."""

    def __init__(self) -> None:
        self._rest = b""

    def of(self, piece: bytes) -> list[bytes]:
        """The lines that end in this piece."""
        *lines, self._rest = (self._rest + piece).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            raise CatalogConnectionError("a line of the response is too long")
        return lines


def _whole(response: httpx.Response, body: bytes) -> httpx.Response:
    """The response with its whole decoded body, so that a connection that breaks half-way is seen in time."""
    headers = httpx.Headers(response.headers)
    for name in _TRANSFER_HEADERS:
        headers.pop(name, None)
    return httpx.Response(response.status_code, headers=headers, content=body)
