"""One request from the first attempt to the last: token, repetitions, conditional requests.

Generators without input and output of their own: what they yield is done by ``transport``, blocking or not.
"""

import json
import re
import threading
import time
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import httpx

from .cache import CachedResponse, ResponseCache, revive
from .errors import CatalogConnectionError, CatalogError, retry_after
from .retry import TRANSIENT, RetryPolicy
from .texts import printable

#: The extension of a request with the seconds for which it is repeated, where they are fewer than usual.
PATIENCE = "catalog_patience"


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
    timeout: httpx.Timeout
    #: Sent in place of a token; the login and the password are then not used.
    key: str | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)
    #: Whether any request had a response that does not say "later".
    has_answered: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)


_TOKEN = re.compile(r"[!-~]{1,8192}")
_PUBLIC = re.compile(r"/auth/(token|admin/login|registration|password(/forgotten)?)$")


def perform(session: Session, request: httpx.Request) -> Exchange:
    """Sends a request; logs in when needed, and once more after a 401. Raises ``CatalogError``."""
    request.headers["Accept-Encoding"] = "gzip"
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
    extensions = {"timeout": session.timeout.as_dict()}
    request = httpx.Request("POST", f"{session.base_url}/auth/token", json=credentials, extensions=extensions)
    request.headers["Accept-Encoding"] = "gzip"
    response = yield from _repeat(session, request)
    if response.is_error:
        raise CatalogError(response)
    try:
        token = json.loads(response.content)["data"]["token"]
    except (ValueError, KeyError, TypeError, RecursionError):
        token = None
    # What is none could become another header.
    if not isinstance(token, str) or _TOKEN.fullmatch(token) is None:
        raise CatalogConnectionError("the response to the login is not as documented")
    session.token = token
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
    attempt, elapsed = 0, 0.0
    while True:
        attempt += 1
        started = time.monotonic()
        outcome: httpx.Response | httpx.TransportError | httpx.DecodingError = yield Send(request)
        elapsed += time.monotonic() - started
        is_response = isinstance(outcome, httpx.Response)
        if isinstance(outcome, httpx.Response) and outcome.status_code not in TRANSIENT:
            session.has_answered = True
            return _unless_redirected(outcome)
        policy = session.retry
        patience = policy.patience if session.has_answered else policy.first_patience
        patience = min(patience, request.extensions.get(PATIENCE, patience))
        requested = retry_after(outcome) if isinstance(outcome, httpx.Response) else None
        seconds = policy.pause(attempt, requested, elapsed, patience) if is_response or is_repeatable else None
        if seconds is not None:
            yield Pause(seconds)
            elapsed += seconds
        elif isinstance(outcome, httpx.Response):
            return outcome
        else:
            raise CatalogConnectionError(f"the service gave no usable response: {_reason(outcome)}") from None


def _unless_redirected(response: httpx.Response) -> httpx.Response:
    """A redirect would lead a key or a password to somewhere else: it is not followed."""
    if not response.has_redirect_location:
        return response
    target = printable(response.headers["Location"])
    raise CatalogConnectionError(f"the service redirects to {target} ({response.status_code}): check the address")


def _reason(failure: Exception) -> str:
    return printable(f"{type(failure).__name__} {failure}".strip())
