"""Does what ``exchange`` yields: the transports under the generated client, blocking and asynchronous."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

import httpx

from .bodies import Decoded, Whole, streamed
from .errors import CatalogConnectionError
from .exchange import Exchange, Pause, Renew, Send, Session, log_in, perform
from .sockets import limit_reads, limited, wait

#: The extension of a request with the event that ends its pauses.
STOP = "catalog_stop"
#: The extension of a request whose response is read while it comes.
STREAM = "catalog_stream"


def time_limit(request: httpx.Request) -> float:
    """The seconds that an attempt may take in all, or a line of a stream."""
    seconds = request.extensions.get("timeout", {}).get("read")
    return float("inf") if seconds is None else float(seconds)


class CatalogTransport(httpx.BaseTransport):
    """Sends requests by another transport, with everything that ``exchange`` adds."""

    def __init__(self, session: Session, inner: httpx.BaseTransport, sleep: Callable[[float], None] | None) -> None:
        self._session = session
        self._inner = limit_reads(inner)
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
                    outcome = self._send(request, stop)
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

    def _send(self, request: httpx.Request, stop: threading.Event | None) -> httpx.Response | Exception:
        deadline = time.monotonic() + time_limit(request)
        try:
            with limited(deadline, stop):
                response = self._inner.handle_request(request)
                if STREAM in request.extensions and response.status_code == 200:
                    return streamed(response)
                try:
                    whole = Whole(request, response)
                    for piece in Decoded(response):
                        whole.add(piece)
                        _check_time(deadline)
                    return whole.response()
                finally:
                    response.close()
        except (httpx.TransportError, httpx.DecodingError) as error:
            return _unless_local(error)


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
        seconds = time_limit(request)
        deadline = time.monotonic() + seconds
        try:
            async with asyncio.timeout(None if seconds == float("inf") else seconds):
                response = await self._inner.handle_async_request(request)
                if STREAM in request.extensions and response.status_code == 200:
                    return streamed(response)
                try:
                    whole = Whole(request, response)
                    async for piece in Decoded(response):
                        whole.add(piece)
                        _check_time(deadline)
                    return whole.response()
                finally:
                    await response.aclose()
        except TimeoutError:
            return httpx.ReadTimeout("the response took too long")
        except (httpx.TransportError, httpx.DecodingError) as error:
            return _unless_local(error)


def _check_time(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise httpx.ReadTimeout("the response took too long")


def _unless_local(error: httpx.TransportError | httpx.DecodingError) -> Exception:
    """What this side did wrong is not repeated. The reason could show a header, which has the key."""
    if isinstance(error, httpx.LocalProtocolError | httpx.UnsupportedProtocol):
        raise CatalogConnectionError(
            f"the request cannot be sent ({type(error).__name__}): check address and credentials"
        ) from None
    return error
