"""Reads of products, whether the client blocks or not.

Generators without input and output of their own. The client does every ``Effect`` that they yield; everything else
goes to the caller.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar
from urllib.parse import quote

import httpx

from .errors import CatalogError
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


@dataclass(frozen=True)
class Get:
    """Read a path. The outcome is the response."""

    path: str
    params: Mapping[str, Query]
    fresh: bool = False


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


def read_products(stock_numbers: Iterable[str], include: Sequence[ListPart]) -> Steps[ProductBatch]:
    """Reads any number of products."""
    found: list[Product] = []
    missing: list[str] = []
    batches, single = split_numbers(stock_numbers)
    for batch in batches:
        response = yield Get("/api/v2/products", {"stockNumbers": ",".join(batch), **including(include)})
        data = response.json()["data"]
        found += map(Product.from_dict, data["items"])
        missing += data["meta"]["missing"]
    for number in single:
        try:
            response = yield Get(product_path(number), including(include))
            found.append(Product.from_dict(response.json()["data"]))
        except CatalogError as error:
            if error.name != "ProductNotFoundError":
                raise
            missing.append(number)
    return ProductBatch(found, missing)


def read_batch(
    stock_numbers: Iterable[str], include: Sequence[ListPart]
) -> Generator[Effect | ProductBatch, Any, None]:
    """The same as a delivery."""
    yield (yield from read_products(stock_numbers, include))


def read_pages(
    section: str, include: Sequence[ListPart], query: Mapping[str, Query]
) -> Generator[Get | ProductPage, httpx.Response, None]:
    """The pages of a section's list, from ``page`` or the first one to the last."""
    number = int(query.get("page", 1))
    while True:
        params = {**query, "page": number, **including(include)}
        response = yield Get(f"/api/v2/catalog/sections/{section}/products", params)
        page = ProductPage.from_dict(response.json()["data"])
        yield page
        if number >= page.meta.pagination.page_count:
            return
        number += 1
