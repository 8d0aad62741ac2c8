"""The client that blocks: typed operations, and the calls that most programs need."""

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from typing import Any, Self, TypeVar

import httpx

from .bodies import Lines
from .cache import ResponseCache
from .checks import data_of, product_of, search_of
from .credentials import checked_key, trimmed
from .errors import CatalogError
from .exchange import PATIENCE, Pause, Session
from .follow import FollowOptions, SyncStep, follow
from .generated import AuthenticatedClient
from .generated.models import Product, ProductPage, SearchPage
from .reads import (
    SEARCH_PATH,
    Effect,
    Get,
    ListPart,
    Open,
    ProductBatch,
    Query,
    ReadLines,
    SearchPart,
    including,
    product_path,
    read_batch,
    read_pages,
)
from .retry import RetryPolicy
from .sockets import Stopped, limited, wait
from .transport import STOP, STREAM, CatalogTransport

Item = TypeVar("Item")

#: Seconds until a connection has to be there.
LONGEST_CONNECT = 10.0
#: The headers of a read that no cache may serve.
FRESH = {"Cache-Control": "no-store"}


class BaseClient:
    """What both clients share."""

    def __init__(
        self,
        base_url: str,
        login: str = "",
        password: str = "",
        *,
        key: str | None = None,
        retry: RetryPolicy = RetryPolicy(),
        cache: ResponseCache | None = None,
        timeout: float = 60.0,
    ) -> None:
        # A server that is not there is noticed before that.
        limits = httpx.Timeout(timeout, connect=min(timeout, LONGEST_CONNECT))
        key = None if key is None else checked_key(key)
        self._session = Session(base_url.rstrip("/"), login, trimmed(password), retry, cache, limits, key)
        #: For the operations in ``catalog_client.generated.api``. The token in it is not used.
        self.api = AuthenticatedClient(base_url=self._session.base_url, token="", raise_on_unexpected_status=True)


class CatalogClient(BaseClient):
    """Blocks. May be shared by threads. ``timeout`` is in seconds, of one attempt; waiting needs over 30."""

    def __init__(
        self,
        base_url: str,
        login: str = "",
        password: str = "",
        *,
        key: str | None = None,
        retry: RetryPolicy = RetryPolicy(),
        cache: ResponseCache | None = None,
        timeout: float = 60.0,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] | None = None,
    ) -> None:
        super().__init__(base_url, login, password, key=key, retry=retry, cache=cache, timeout=timeout)
        own = CatalogTransport(self._session, transport or httpx.HTTPTransport(), sleep)
        self._http = httpx.Client(base_url=self._session.base_url, transport=own, timeout=self._session.timeout)
        self._sleep = sleep
        self.api.set_httpx_client(self._http)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def product(self, stock_number: str, include: Sequence[ListPart] = ()) -> Product:
        """One product. A product that is not public is a ``CatalogError`` named ``ProductNotFoundError``."""
        response = self._http.get(product_path(stock_number), params=including(include))
        return product_of(data_of(response))

    def products_by_number(self, stock_numbers: Iterable[str], include: Sequence[ListPart] = ()) -> ProductBatch:
        """Any number of products as they are now."""
        return next(self._run(read_batch(stock_numbers, include), None))

    def pages(self, section: str, include: Sequence[ListPart] = (), **query: Query) -> Iterator[ProductPage]:
        """The pages of a section's list; ``query`` has the operation's parameters, such as ``pageSize``."""
        return self._run(read_pages(section, include, query), None)

    def products(self, section: str, include: Sequence[ListPart] = (), **query: Query) -> Iterator[Product]:
        """The products of a section's list, 500 in a request unless ``pageSize`` says otherwise."""
        for page in self.pages(section, include, **{"pageSize": 500, **query}):
            yield from page.items

    def search_products(self, q: str, include: Sequence[SearchPart] = (), **query: Query) -> SearchPage:
        """A page of the products that a text finds, the best first; ``query`` has the operation's parameters."""
        response = self._http.get(SEARCH_PATH, params={"q": q, **query, **including(include)})
        return search_of(data_of(response))

    def follow(
        self,
        section: str,
        cursor: str | None = None,
        *,
        checkpoint: Callable[[str | None], None] | None = None,
        stop: threading.Event | None = None,
        options: FollowOptions = FollowOptions(),
    ) -> Iterator[SyncStep]:
        """Keeps a copy of a section in step, from the stored cursor or else from a snapshot of the section.

        ``checkpoint`` is called after the loop's body has dealt with a step: store the cursor. ``stop`` ends the
        iteration at once when it pauses, or else when the response under way has come.
        """
        try:
            for step in self._run(follow(section, cursor, options, self._session.retry), stop):
                yield step
                if checkpoint is not None:
                    checkpoint(step.cursor)
        except Stopped:
            return

    def _run(self, steps: Generator[Effect | Item, Any, None], stop: threading.Event | None) -> Iterator[Item]:
        outcome: httpx.Response | list[bytes] | CatalogError | None = None
        extensions: dict[str, Any] = {} if stop is None else {STOP: stop}
        with ExitStack() as opened:
            lines: Iterator[bytes] = iter(())
            while stop is None or not stop.is_set():
                try:
                    effect = steps.throw(outcome) if isinstance(outcome, CatalogError) else steps.send(outcome)
                except StopIteration:
                    return
                outcome = None
                try:
                    if isinstance(effect, Get):
                        outcome = self._http.get(
                            effect.path,
                            params=effect.params,
                            headers=FRESH if effect.fresh else {},
                            extensions={**extensions, **patience_of(effect)},
                        )
                    elif isinstance(effect, Open):
                        opened.close()
                        lines = self._open(effect, opened, extensions)
                    elif isinstance(effect, ReadLines):
                        outcome = list(islice(lines, effect.count))
                    elif not isinstance(effect, Pause):
                        yield effect
                    elif self._sleep is None:
                        wait(effect.seconds, stop)
                    else:
                        self._sleep(effect.seconds)
                except CatalogError as error:
                    outcome = error

    def _open(self, effect: Open, opened: ExitStack, extensions: Mapping[str, Any]) -> Iterator[bytes]:
        request = self._http.stream(
            "GET", effect.path, params=effect.params, headers=FRESH, extensions={**extensions, STREAM: True}
        )
        return self._lines_of(opened.enter_context(request), extensions.get(STOP))

    def _lines_of(self, response: httpx.Response, stop: threading.Event | None) -> Iterator[bytes]:
        """The lines of a response, as far as it comes. Each has the time of an attempt."""
        lines, pieces = Lines(), response.iter_raw()
        seconds = float(self._session.timeout.read or 0.0)
        deadline = time.monotonic() + seconds
        while True:
            try:
                with limited(deadline, stop):
                    piece = next(pieces, None)
            except (httpx.TransportError, httpx.DecodingError):
                return
            found = [] if piece is None else lines.of(piece)
            if piece is None or (not found and time.monotonic() > deadline):
                return
            if found:
                yield from found
                deadline = time.monotonic() + seconds


def patience_of(effect: Get) -> dict[str, Any]:
    return {} if effect.patience is None else {PATIENCE: effect.patience}
