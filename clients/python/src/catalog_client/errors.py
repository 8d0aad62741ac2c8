"""The errors of this package: what the service refused, and what never got a usable response."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from .texts import printable

#: The service lists no more.
MOST_DETAILS = 20


@dataclass(frozen=True)
class ErrorDetail:
    """A parameter or field that the service refused, and why."""

    parameter: str
    reason: str


class CatalogError(Exception):
    """The service refused a request. ``name`` is its ``error.name``, such as ``ProductNotFoundError``.

    Texts of the service are printable and cut.
    """

    def __init__(self, response: httpx.Response) -> None:
        body = _error_of(response)
        self.name: str = printable(body.get("name", "UnexpectedResponseError"))
        self.status: int = response.status_code
        request_id = response.headers.get("X-Request-Id")
        #: The id by which the service's administrators find the request in their log.
        self.request_id: str | None = None if request_id is None else printable(request_id)
        #: Seconds to wait before the next attempt, if the service named them.
        self.retry_after: float | None = retry_after(response)
        #: The revision of the catalog that the response shows; 0 where none is said.
        self.revision: int = revision_of(response)
        #: Which parameters were wrong; empty when the error is not about parameters.
        self.details: tuple[ErrorDetail, ...] = tuple(_details_of(body))
        message = body.get("message", "the response is no error of the service")
        super().__init__(f"{self.status} {self.name}: {printable(message)}")


class CatalogConnectionError(Exception):
    """No attempt got a usable response. The message has the last failure."""


def retry_after(response: httpx.Response) -> float | None:
    """The seconds that ``Retry-After`` names, as a number or as a date."""
    value = response.headers.get("Retry-After", "")
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        moment: datetime = parsedate_to_datetime(value)
        return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def revision_of(response: httpx.Response) -> int:
    """The revision that a response shows; 0 where none is said."""
    text = response.headers.get("Catalog-Revision", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0


def _error_of(response: httpx.Response) -> dict[str, Any]:
    """The error of an envelope; empty if a proxy wrote the body."""
    try:
        error = json.loads(response.content)["error"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    return error if isinstance(error, dict) and isinstance(error.get("name"), str) else {}


def _details_of(error: dict[str, Any]) -> Iterator[ErrorDetail]:
    details = error.get("details")
    for detail in details[:MOST_DETAILS] if isinstance(details, list) else ():
        if isinstance(detail, dict):
            yield ErrorDetail(printable(detail.get("parameter", "")), printable(detail.get("reason", "")))
