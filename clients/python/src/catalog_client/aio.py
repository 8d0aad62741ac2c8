"""The client for asyncio: the calls of ``CatalogClient`` without blocking. A cancelled task ends any of them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterable, Sequence
from contextlib import AsyncExitStack
from typing import Any, Self, TypeVar

import httpx

from .bodies import Lines
from .cache import ResponseCache
from .client import FRESH, BaseClient, patience_of
from .checks import data_of, product_of, search_of
from .errors import CatalogError
from .exchange import Pause
from .follow import FollowOptions, SyncStep, follow
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
from .transport import STREAM, AsyncCatalogTransport

Item = TypeVar("Item")


class AsyncCatalogClient(BaseClient):
    """For one event loop. ``timeout`` is in seconds, of one attempt; waiting needs over 30."""

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
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__(base_url, login, password, key=key, retry=retry, cache=cache, timeout=timeout)
        own = AsyncCatalogTransport(self._session, transport or httpx.AsyncHTTPTransport(), sleep)
        self._http = httpx.AsyncClient(base_url=self._session.base_url, transport=own, timeout=self._session.timeout)
        self._sleep = sleep or asyncio.sleep
        self.api.set_async_httpx_client(self._http)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._http.aclose()

    async def product(self, stock_number: str, include: Sequence[ListPart] = ()) -> Product:
        """One product. A product that is not public is a ``CatalogError`` named ``ProductNotFoundError``."""
        response = await self._http.get(product_path(stock_number), params=including(include))
        return product_of(data_of(response))

    async def products_by_number(self, stock_numbers: Iterable[str], include: Sequence[ListPart] = ()) -> ProductBatch:
        """Any number of products as they are now."""
        return await anext(self._run(read_batch(stock_numbers, include)))

    def pages(self, section: str, include: Sequence[ListPart] = (), **query: Query) -> AsyncIterator[ProductPage]:
        """The pages of a section's list; ``query`` has the operation's parameters, such as ``pageSize``."""
        return self._run(read_pages(section, include, query))

    async def products(self, section: str, include: Sequence[ListPart] = (), **query: Query) -> AsyncIterator[Product]:
        """The products of a section's list, 500 in a request unless ``pageSize`` says otherwise."""
        async for page in self.pages(section, include, **{"pageSize": 500, **query}):
            for product in page.items:
                yield product

    async def search_products(self, q: str, include: Sequence[SearchPart] = (), **query: Query) -> SearchPage:
        """A page of the products that a text finds, the best first; ``query`` has the operation's parameters."""
        response = await self._http.get(SEARCH_PATH, params={"q": q, **query, **including(include)})
        return search_of(data_of(response))

    async def follow(
        self,
        section: str,
        cursor: str | None = None,
        *,
        checkpoint: Callable[[str | None], Awaitable[None]] | None = None,
        options: FollowOptions = FollowOptions(),
    ) -> AsyncIterator[SyncStep]:
        """Keeps a copy of a section in step, from the stored cursor or else from a snapshot of the section.

        ``checkpoint`` is called after the loop's body has dealt with a step: store the cursor.
        """
        async for step in self._run(follow(section, cursor, options, self._session.retry)):
            yield step
            if checkpoint is not None:
                await checkpoint(step.cursor)

    async def _run(self, steps: Generator[Effect | Item, Any, None]) -> AsyncIterator[Item]:
        outcome: httpx.Response | list[bytes] | CatalogError | None = None
        async with AsyncExitStack() as opened:
            lines: AsyncIterator[bytes] | None = None
            while True:
                try:
                    effect = steps.throw(outcome) if isinstance(outcome, CatalogError) else steps.send(outcome)
                except StopIteration:
                    return
                outcome = None
                try:
                    if isinstance(effect, Get):
                        outcome = await self._http.get(
                            effect.path,
                            params=effect.params,
                            headers=FRESH if effect.fresh else {},
                            extensions=patience_of(effect),
                        )
                    elif isinstance(effect, Open):
                        await opened.aclose()
                        lines = await self._open(effect, opened)
                    elif isinstance(effect, ReadLines):
                        outcome = await _take(lines, effect.count) if lines is not None else []
                    elif isinstance(effect, Pause):
                        await self._sleep(effect.seconds)
                    else:
                        yield effect
                except CatalogError as error:
                    outcome = error

    async def _open(self, effect: Open, opened: AsyncExitStack) -> AsyncIterator[bytes]:
        extensions = {STREAM: True}
        request = self._http.stream("GET", effect.path, params=effect.params, headers=FRESH, extensions=extensions)
        return self._lines_of(await opened.enter_async_context(request))

    async def _lines_of(self, response: httpx.Response) -> AsyncIterator[bytes]:
        """The lines of a response, as far as it comes. Each has the time of an attempt."""
        lines, pieces = Lines(), response.aiter_raw()
        clock = asyncio.get_running_loop().time
        seconds = float(self._session.timeout.read or 0.0)
        deadline = clock() + seconds
        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    piece = await anext(pieces, None)
            except (TimeoutError, httpx.TransportError, httpx.DecodingError):
                return
            found = [] if piece is None else lines.of(piece)
            if piece is None or (not found and clock() > deadline):
                return
            for line in found:
                yield line
            if found:
                deadline = clock() + seconds


async def _take(lines: AsyncIterator[bytes], count: int) -> list[bytes]:
    taken: list[bytes] = []
    while len(taken) < count:
        line = await anext(lines, None)
        if line is None:
            break
        taken.append(line)
    return taken
