"""One request from the first attempt to the last: token, repetitions, conditional requests.

Generators without input and output of their own: what they yield is done by ``transport``, blocking or not.
"""

import re
import threading
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import httpx

from .cache import CachedResponse, ResponseCache, revive
from .errors import CatalogConnectionError, CatalogError, retry_after
from .retry import TRANSIENT, RetryPolicy


@dataclass(frozen=True)
class Send:
    """Make one attempt. The outcome is a response with its whole body, or the failure."""

    request: httpx.Request


@dataclass(frozen=True)
class Pause:
    """Wait for that many seconds."""

    seconds: float


@dataclass(frozen=True)
class Renew:
    """Replace this token, unless somebody else has done it already. The outcome is the token."""

    token: str | None


Exchange: TypeAlias = Generator[Send | Pause | Renew, Any, httpx.Response]


@dataclass
class Session:
    """What the requests of one client share."""

    base_url: str
    login: str
    password: str = field(repr=False)
    retry: RetryPolicy
    cache: ResponseCache | None
    #: Sent in place of a token; the login and the password are then not used.
    key: str | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)


_PUBLIC = re.compile(r"/auth/(token|admin/login|registration|password(/forgotten)?)$")


def perform(session: Session, request: httpx.Request) -> Exchange:
    """Sends a request; logs in when needed, and once more after a 401. Raises ``CatalogError``."""
    # Logins and registrations need no token, and their 401 is about the password in them.
    if request.method == "POST" and _PUBLIC.search(request.url.path):
        response = yield from _repeat(session, request)
    else:
        token = session.key or session.token or (yield Renew(None))
        response = yield from _conditional(session, request, token)
        if response.status_code == 401 and session.key is None:
            response = yield from _conditional(session, request, (yield Renew(token)))
    if response.is_error:
        raise CatalogError(response)
    return response


def log_in(session: Session) -> Exchange:
    """Gets a token and stores it in the session."""
    credentials = {"login": session.login, "password": session.password}
    request = httpx.Request("POST", f"{session.base_url}/auth/token", json=credentials)
    response = yield from _repeat(session, request)
    try:
        session.token = str(response.json()["data"]["token"])
    except (ValueError, KeyError, TypeError):
        raise CatalogError(response) from None
    return response


def _conditional(session: Session, request: httpx.Request, token: str) -> Exchange:
    """The request with a token, and with the ``ETag`` of the cached response if there is one."""
    request.headers["Authorization"] = f"Bearer {token}"
    is_cacheable = request.method == "GET" and "no-store" not in request.headers.get("Cache-Control", "")
    cache, url = session.cache, str(request.url)
    if cache is None or not is_cacheable or "If-None-Match" in request.headers:
        return (yield from _repeat(session, request))
    cached = cache.get(url)
    if cached is not None:
        request.headers["If-None-Match"] = cached.etag
    response = yield from _repeat(session, request)
    # The request may be sent once more with another token; the cache is read again then.
    request.headers.pop("If-None-Match", None)
    if response.status_code == 304 and cached is not None:
        return revive(cached, response)
    etag = response.headers.get("ETag")
    if response.status_code == 200 and etag is not None:
        cache.set(url, CachedResponse(etag, tuple(response.headers.items()), response.content))
    return response


def _repeat(session: Session, request: httpx.Request) -> Exchange:
    """Repeats the request while the service says "later" or cannot be reached."""
    # Only what can be done twice without harm is sent again after an attempt of unknown outcome.
    is_repeatable = request.method != "POST" or request.url.path.endswith("/auth/token")
    attempt = 0
    while True:
        attempt += 1
        outcome: httpx.Response | httpx.TransportError | httpx.DecodingError = yield Send(request)
        if isinstance(outcome, httpx.Response):
            if outcome.status_code not in TRANSIENT:
                return outcome
            seconds = session.retry.pause(attempt, retry_after(outcome))
            if seconds is None:
                return outcome
        else:
            seconds = session.retry.pause(attempt, None) if is_repeatable else None
            if seconds is None:
                raise CatalogConnectionError("the service gave no usable response") from outcome
        yield Pause(seconds)
