"""What is read out of responses is looked at first: a server may be another one, or mean harm."""

import json
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import httpx

from .errors import CatalogConnectionError
from .generated.models import Product, ProductPage, SearchPage

#: What code raises that expects other data.
_UNEXPECTED = (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError, RecursionError)


@contextmanager
def documented(what: str = "the response") -> Iterator[None]:
    """Makes one error of everything that data can be wrong in. It does not show them."""
    try:
        yield
    except _UNEXPECTED:
        raise CatalogConnectionError(f"{what} is not as documented") from None


def parse(body: bytes) -> Any:
    """JSON as RFC 8259 has it: in UTF-8, and without the numbers that Python reads besides."""
    return json.loads(body.decode(), parse_constant=_refuse)


def data_of(response: httpx.Response) -> dict[str, Any]:
    """The ``data`` of an envelope."""
    with documented():
        data = parse(response.content)["data"]
        require(isinstance(data, dict))
        return dict(data)


def product_of(data: Any) -> Product:
    """One product, with a number that can be stored and amounts that can be computed with."""
    with documented():
        _check_product(data)
        return Product.from_dict(data)


def products_of(data: dict[str, Any]) -> list[Product]:
    """The ``items`` of a list, each once."""
    with documented():
        products = [product_of(item) for item in data["items"]]
        require(len({product.stock_number for product in products}) == len(products))
        return products


def page_of(data: dict[str, Any]) -> ProductPage:
    with documented():
        products_of(data)
        require(_is_count(data["meta"]["pagination"]["pageCount"]))
        return ProductPage.from_dict(data)


def search_of(data: dict[str, Any]) -> SearchPage:
    with documented():
        products_of(data)
        return SearchPage.from_dict(data)


def events_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of a page of the feed, whose ``meta`` can be used."""
    with documented():
        meta, events = data["meta"], list(data["items"])
        require(_is_text(meta["nextCursor"]) and isinstance(meta["hasMore"], bool))
        for event in events:
            require(_is_text(event["stockNumber"]) and _is_text(event["operation"]))
            require(isinstance(event["inSection"], bool) and _is_count(event.get("version", 0)))
        return events


def texts_of(texts: Sequence[Any]) -> list[str]:
    with documented():
        require(isinstance(texts, list) and all(_is_text(text) for text in texts))
        return list(texts)


def line_of(line: bytes) -> dict[str, Any]:
    """A line of a snapshot, with the fields of its type."""
    with documented("a line of the snapshot"):
        parsed = parse(line)
        match parsed["type"]:
            case "start":
                require(
                    _is_text(parsed["changesCursor"]) and _is_count(parsed["revision"]) and _is_count(parsed["total"])
                )
            case "end":
                require(_is_count(parsed["count"]))
            case "product":
                parsed["product"] = product_of(parsed["data"])
            case other:
                require(isinstance(other, str))
        return dict(parsed)


def require(is_right: bool) -> None:
    if not is_right:
        raise ValueError


def _check_product(data: Any) -> None:
    require(_is_text(data["stockNumber"]) and _is_text(data["name"]))
    for kind in ("retail", "personal", "sale"):
        amount = data["pricing"][kind]["value"]
        require(amount is None or (isinstance(amount, int | float) and math.isfinite(amount)))
    require(all(isinstance(data["availability"][name], int) for name in ("inStock", "shipping")))
    require(_is_count(data.get("version", 0)))


def _is_text(value: Any) -> bool:
    # Half of a pair of surrogates can neither be sent nor stored.
    return isinstance(value, str) and value != "" and value.encode() != b""


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _refuse(_: str) -> NoReturn:
    raise ValueError
