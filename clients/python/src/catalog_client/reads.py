"""Reads of products, whether the client blocks or not.

Generators without input and output of their own. The client does every ``Effect`` that they yield; everything else
goes to the caller.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar
from urllib.parse import quote

import httpx

from .checks import data_of, documented, page_of, product_of, products_of, require, texts_of
from .errors import CatalogConnectionError, CatalogError, revision_of
from .exchange import Pause
from .generated.models import Product, ProductPage

#: The value of a parameter.
Query: TypeAlias = str | int | bool
#: A part of a product that lists and batches can have.
ListPart: TypeAlias = Literal[
    "description",
    "media",
    "features",
    "seo",
    "filterValues",
    "sections",
    "warehouses",
    "documentation",
    "software",
    "version",
]

#: What a search can have besides.
SearchPart: TypeAlias = ListPart | Literal["facets"]

SEARCH_PATH = "/api/v2/products/search"
#: Encoded characters of the stock numbers in one request: proxies commonly accept addresses of 8 KiB.
NUMBERS_LENGTH = 6000
#: The service's limit of stock numbers in one request.
NUMBERS_COUNT = 500
#: Seconds after which servers that are behind a page of the feed are left alone, and the page is read again.
BEHIND_PATIENCE = 30.0
#: Seconds between attempts at a server that cannot wait for a revision itself.
BEHIND_PAUSE = 1.0


@dataclass(frozen=True)
class Get:
    """Read a path. The outcome is the response."""

    path: str
    params: Mapping[str, Query]
    fresh: bool = False
    #: Seconds for which it is repeated, where they are fewer than usual.
    patience: float | None = None


@dataclass(frozen=True)
class Open:
    """Begin to read a response of lines. One that was open is closed. There is no outcome."""

    path: str
    params: Mapping[str, Query]


@dataclass(frozen=True)
class ReadLines:
    """Read so many lines of it. The outcome is a list of bytes: fewer when the response has ended or was cut."""

    count: int


#: What the client does.
Effect: TypeAlias = Get | Pause | Open | ReadLines
Outcome = TypeVar("Outcome")
#: Steps of a conversation with the service that end with an outcome.
Steps: TypeAlias = Generator[Effect, Any, Outcome]


@dataclass(frozen=True)
class ProductBatch:
    """Products as they are now, and the stock numbers that no public product has."""

    found: list[Product]
    missing: list[str]


class BehindError(Exception):
    """Servers did not reach a revision in time."""


@dataclass
class Least:
    """How old the products may be that a page of the feed names: not older than the page."""

    revision: int
    #: The versions of the events, by stock number.
    versions: Mapping[str, int]
    #: Whether the service has ``minRevision``, as far as is known.
    is_known: bool

    def is_met_by(self, part: ProductBatch, revision: int) -> bool:
        """Of a service without it: whether it shows what the events are about."""
        found = [(product.version, product.stock_number) for product in part.found]
        shown = [*found, *((revision, number) for number in part.missing)]
        return all(not isinstance(own, int) or own >= self.versions.get(number, 0) for own, number in shown)


def product_path(stock_number: str) -> str:
    return f"/api/v2/products/{quote(stock_number, safe='')}"


def including(include: Sequence[str]) -> dict[str, Query]:
    return {"include": ",".join(include)} if include else {}


def split_numbers(stock_numbers: Iterable[str]) -> tuple[list[list[str]], list[str]]:
    """Batches that fit into an address, and the numbers that a comma-separated list would change."""
    batches: list[list[str]] = []
    single: list[str] = []
    length = 0
    for number in dict.fromkeys(stock_numbers):
        if "," in number or number.strip() != number or number == "":
            single.append(number)
            continue
        encoded = len(quote(number, safe="")) + len("%2C")
        if not batches or len(batches[-1]) == NUMBERS_COUNT or length + encoded > NUMBERS_LENGTH:
            batches.append([])
            length = 0
        batches[-1].append(number)
        length += encoded
    return batches, single


def read_products(
    stock_numbers: Iterable[str], include: Sequence[ListPart], least: Least | None = None
) -> Steps[ProductBatch]:
    """Reads any number of products, not older than ``least`` says."""
    found: list[Product] = []
    missing: list[str] = []
    batches, single = split_numbers(stock_numbers)
    for batch in batches:
        params: dict[str, Query] = {"stockNumbers": ",".join(batch), **including(include)}
        part = yield from _read(Get("/api/v2/products", params), least, lambda response: _batch_of(response, batch))
        found += part.found
        missing += part.missing
    for number in single:
        get = Get(product_path(number), including(include))
        part = yield from _read(get, least, lambda response: _single_of(response, number), number)
        found += part.found
        missing += part.missing
    return ProductBatch(found, missing)


Parse: TypeAlias = Callable[[httpx.Response], ProductBatch]


def _read(get: Get, least: Least | None, parse: Parse, number: str = "") -> Steps[ProductBatch]:
    if least is None or least.revision == 0:
        return (yield from _ask(get, parse, number))[0]
    if least.is_known:
        params = {**get.params, "minRevision": least.revision}
        try:
            return (yield from _ask(Get(get.path, params, True, BEHIND_PATIENCE), parse, number))[0]
        except CatalogError as error:
            if not refuses(error, "minRevision"):
                raise
            least.is_known = False
    # Nobody may serve the same response again.
    get = Get(get.path, get.params, True, BEHIND_PATIENCE)
    waited = 0.0
    while True:
        part, revision = yield from _ask(get, parse, number)
        if least.is_met_by(part, revision):
            return part
        if waited >= BEHIND_PATIENCE:
            raise BehindError
        yield Pause(BEHIND_PAUSE)
        waited += BEHIND_PAUSE


def _ask(get: Get, parse: Parse, number: str) -> Steps[tuple[ProductBatch, int]]:
    """What a response has, and the revision that it shows. A product by its own address may be missing."""
    try:
        response = yield get
        return parse(response), revision_of(response)
    except CatalogError as error:
        if error.name != "ProductNotFoundError":
            raise
        return ProductBatch([], [number]), error.revision


def _batch_of(response: httpx.Response, batch: Sequence[str]) -> ProductBatch:
    with documented():
        data = data_of(response)
        found, missing = products_of(data), texts_of(data["meta"]["missing"])
        require(sorted([*(product.stock_number for product in found), *missing]) == sorted(batch))
        return ProductBatch(found, missing)


def _single_of(response: httpx.Response, number: str) -> ProductBatch:
    product = product_of(data_of(response))
    with documented():
        require(product.stock_number == number)
    return ProductBatch([product], [])


def refuses(error: CatalogError, parameter: str) -> bool:
    return error.status == 400 and any(detail.parameter == parameter for detail in error.details)


def read_batch(
    stock_numbers: Iterable[str], include: Sequence[ListPart]
) -> Generator[Effect | ProductBatch, Any, None]:
    """The same as a delivery."""
    yield (yield from read_products(stock_numbers, include))


def read_pages(
    section: str, include: Sequence[ListPart], query: Mapping[str, Query]
) -> Generator[Get | ProductPage, httpx.Response, None]:
    """The pages of a section's list, from ``page`` or the first one to the last."""
    first = number = int(query.get("page", 1))
    marked: list[str] = []
    while True:
        params = {**query, "page": number, **including(include)}
        page = page_of(data_of((yield Get(f"/api/v2/catalog/sections/{section}/products", params))))
        numbers = [product.stock_number for product in page.items]
        is_last = number >= page.meta.pagination.page_count
        if not is_last and numbers in ([], marked):
            raise CatalogConnectionError("the list says that it has more pages, but does not advance")
        # A list that goes round meets the page that was last marked, however long the round is.
        if (number - first + 1) & (number - first) == 0:
            marked = numbers
        yield page
        if is_last:
            return
        number += 1
