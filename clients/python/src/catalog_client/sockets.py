"""What httpx lacks for requests that block: an end of the whole attempt, and a way to stop it from another thread.

Its own limits are for one read, so that a server which sends a byte now and then holds a request for ever.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from ssl import SSLContext
from typing import Any

import httpcore
import httpx

#: How often a request that may be stopped looks whether it was.
_SLICE = 0.25


class Stopped(Exception):
    """The caller's event was set."""


class _Limits(threading.local):
    #: By ``time.monotonic``.
    deadline = float("inf")
    stop: threading.Event | None = None


_limits = _Limits()


@contextmanager
def limited(deadline: float, stop: threading.Event | None) -> Iterator[None]:
    """What this thread reads meanwhile ends at the deadline, or soon after the event is set."""
    before = _limits.deadline, _limits.stop
    _limits.deadline, _limits.stop = deadline, stop
    try:
        yield
    finally:
        _limits.deadline, _limits.stop = before


def wait(seconds: float, stop: threading.Event | None) -> None:
    """Waits, or raises ``Stopped`` when the event is set."""
    if stop is None:
        time.sleep(seconds)
    elif stop.wait(seconds):
        raise Stopped


def limit_reads(transport: httpx.BaseTransport) -> httpx.BaseTransport:
    """Makes a transport of httpx obey ``limited``. Transports of other kinds stay as they are."""
    pool = getattr(transport, "_pool", None)
    if isinstance(pool, httpcore.ConnectionPool):
        # httpx has no argument for it.
        pool._network_backend = _Backend(pool._network_backend)
    return transport


class _Backend(httpcore.NetworkBackend):
    def __init__(self, inner: httpcore.NetworkBackend) -> None:
        self._inner = inner

    def connect_tcp(self, *arguments: Any, **options: Any) -> httpcore.NetworkStream:
        return _Stream(_interruptibly(lambda: self._inner.connect_tcp(*arguments, **options)))

    def connect_unix_socket(self, *arguments: Any, **options: Any) -> httpcore.NetworkStream:
        return _Stream(self._inner.connect_unix_socket(*arguments, **options))

    def sleep(self, seconds: float) -> None:
        self._inner.sleep(seconds)


class _Stream(httpcore.NetworkStream):
    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        end = min(time.monotonic() + (float("inf") if timeout is None else timeout), _limits.deadline)
        while True:
            if _limits.stop is not None and _limits.stop.is_set():
                raise Stopped
            left = end - time.monotonic()
            if left <= 0:
                raise httpcore.ReadTimeout("the response took too long")
            try:
                wanted = left if _limits.stop is None else min(left, _SLICE)
                return self._inner.read(max_bytes, None if wanted == float("inf") else wanted)
            except httpcore.ReadTimeout:
                continue

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, timeout)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _interruptibly(connect: Callable[[], httpcore.NetworkStream]) -> httpcore.NetworkStream:
    """Connects in another thread if this one may be stopped. A thread that is left behind ends by its own timeout."""
    stop = _limits.stop
    if stop is None:
        return connect()
    outcomes: SimpleQueue[httpcore.NetworkStream | Exception] = SimpleQueue()

    def run() -> None:
        try:
            outcomes.put(connect())
        except Exception as error:
            outcomes.put(error)

    threading.Thread(target=run, daemon=True).start()
    while not stop.is_set():
        try:
            outcome = outcomes.get(timeout=_SLICE)
        except Empty:
            continue
        if isinstance(outcome, Exception):
            raise outcome
        return outcome
    raise Stopped
