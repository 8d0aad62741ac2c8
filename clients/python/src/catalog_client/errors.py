"""The errors of this package: what the service refused, and what never got a usable response."""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


@dataclass(frozen=True)
class ErrorDetail:
    """A parameter or field that the service refused, and why."""

    parameter: str
    reason: str


class CatalogError(Exception):
    """The service refused a request. ``name`` is its ``error.name``, such as ``ProductNotFoundError``."""

    def __init__(self, response: httpx.Response) -> None:
        body = _error_of(response)
        self.name: str = body.get("name", "UnexpectedResponseError")
        self.status: int = response.status_code
        #: The id by which the service's administrators find the request in their log.
        self.request_id: str | None = response.headers.get("X-Request-Id")
        #: Seconds to wait before the next attempt, if the service named them.
        self.retry_after: float | None = retry_after(response)
        #: Which parameters were wrong; empty when the error is not about parameters.
        self.details: tuple[ErrorDetail, ...] = tuple(
            ErrorDetail(detail["parameter"], detail["reason"]) for detail in body.get("details", ())
        )
        super().__init__(f"{self.status} {self.name}: {body.get('message', response.reason_phrase)}")


class CatalogConnectionError(Exception):
    """No attempt got a usable response. ``__cause__`` is the last failure."""


def retry_after(response: httpx.Response) -> float | None:
    """The seconds that ``Retry-After`` names, as a number or as a date."""
    value = response.headers.get("Retry-After", "")
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        moment: datetime = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


def _error_of(response: httpx.Response) -> dict[str, Any]:
    """The error of an envelope; empty if a proxy wrote the body."""
    try:
        error = response.json()["error"]
    except (ValueError, KeyError, TypeError):
        return {}
    return error if isinstance(error, dict) and isinstance(error.get("name"), str) else {}
