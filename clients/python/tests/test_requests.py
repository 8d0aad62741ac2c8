import asyncio
import threading
import traceback
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
from fake import Fake, Kind, failure, in_turn, page, product, success

from catalog_client import (
    AsyncCatalogClient,
    CatalogClient,
    CatalogConnectionError,
    CatalogError,
    MemoryCache,
    RetryPolicy,
)
from catalog_client.generated.api.products import get_product

PRODUCT = "/api/v2/products/A"
#: That of the contract.
KEY = "cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s"
both = pytest.mark.parametrize("kind", ["sync", "async"])


def read() -> httpx.Response:
    return success(product("A"))


def unauthorized() -> httpx.Response:
    return failure(401, "AuthorizationError")


def busy(seconds: str = "1", status: int = 503) -> Callable[[], httpx.Response]:
    name = "ServiceUnavailableError" if status == 503 else "TooManyRequestsError"
    return lambda: failure(status, name, {"Retry-After": seconds, "X-Request-Id": "r-1"})


def drop() -> httpx.Response:
    raise httpx.RemoteProtocolError("the peer closed the connection")


def test_requests_that_start_together_share_one_login() -> None:
    fake = Fake(in_turn(PRODUCT, [read]))
    client = fake.async_client()

    async def together() -> None:
        await asyncio.gather(*(client.product("A") for _ in range(3)))

    asyncio.run(together())
    assert fake.logins == 1

    fake = Fake(in_turn(PRODUCT, [read]))
    blocking = fake.sync_client()
    threads = [threading.Thread(target=blocking.product, args=("A",)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert fake.logins == 1


@both
def test_after_a_401_the_client_logs_in_again_and_repeats_the_request(kind: Kind) -> None:
    fake = Fake(in_turn(PRODUCT, [unauthorized, read]))
    assert fake.read(kind) == "a pump\u2028"
    assert fake.logins == 2
    assert fake.requests[-1].headers["Authorization"] == "Bearer token-2"


@both
def test_a_second_401_is_an_error_and_not_a_loop(kind: Kind) -> None:
    fake = Fake(in_turn(PRODUCT, [unauthorized]))
    with pytest.raises(CatalogError) as caught:
        fake.read(kind)
    assert (caught.value.name, caught.value.status) == ("AuthorizationError", 401)
    assert (fake.logins, len(fake.targets)) == (2, 2)


@both
def test_a_key_is_sent_as_it_is_in_place_of_a_login_and_a_refused_one_once(kind: Kind) -> None:
    fake = Fake(in_turn(PRODUCT, [read, unauthorized]), key=KEY)
    assert fake.read(kind) == "a pump\u2028"
    with pytest.raises(CatalogError, match="401"):
        fake.read(kind)
    assert (fake.logins, fake.targets) == (0, [PRODUCT, PRODUCT])
    assert {request.headers["Authorization"] for request in fake.requests} == {f"Bearer {KEY}"}
    assert not any(secret in repr(fake.sync_client()._session) for secret in ("secret", KEY))


@both
def test_blanks_line_ends_and_a_byte_order_mark_around_a_key_are_cut(kind: Kind) -> None:
    fake = Fake(in_turn(PRODUCT, [read]), key=f"\ufeff {KEY}\r\n")
    fake.read(kind)
    assert fake.requests[0].headers["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    "key", ["", "secret", KEY[:-1], f"{KEY}a", KEY[:-1] + "t", f"{KEY[:20]}\n{KEY[21:]}", KEY.upper()]
)
def test_what_is_no_key_is_an_error_before_anything_is_sent_that_does_not_show_it(key: str) -> None:
    fake = Fake(in_turn(PRODUCT, [read]), key=key)
    with pytest.raises(ValueError, match="the argument 'key'") as caught:
        fake.sync_client()
    assert key == "" or key not in str(caught.value)
    assert caught.value.__cause__ is None and fake.requests == []


@both
def test_a_wrong_password_is_an_error_after_one_attempt(kind: Kind) -> None:
    fake = Fake(in_turn("/auth/token", [unauthorized]))
    with pytest.raises(CatalogError):
        fake.read(kind)
    assert len(fake.requests) == 1


@both
def test_a_login_that_comes_too_often_waits_as_long_as_the_service_says(kind: Kind) -> None:
    login = in_turn("/auth/token", [busy("7", 429), lambda: success({"token": "t"})])
    fake = Fake(lambda request: read() if request.url.path == PRODUCT else login(request))
    fake.read(kind)
    assert fake.pauses == [7]


@both
def test_503_and_broken_connections_are_repeated_with_growing_pauses(kind: Kind) -> None:
    fake = Fake(in_turn(PRODUCT, [drop, drop, busy("9"), read]))
    fake.read(kind)
    first, second, third = fake.pauses
    assert 0.25 <= first <= 0.5 <= second <= 1.0
    assert third == 9


class Breaking(BaseHTTPRequestHandler):
    """Breaks the first connection before the response and the second one within it."""

    reads = 0

    def do_POST(self) -> None:
        self.reply({"token": "t"})

    def do_GET(self) -> None:
        Breaking.reads += 1
        if Breaking.reads % 3 != 1:
            self.reply(product("A"), length=10 if Breaking.reads % 3 == 2 else None)

    def reply(self, data: object, length: int | None = None) -> None:
        body = success(data).content
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:length])

    def log_message(self, *_: object) -> None:
        pass


def test_a_connection_that_breaks_before_or_within_the_response_is_seen_by_the_real_transport() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Breaking) as server:
        threading.Thread(target=server.serve_forever).start()
        url = f"http://127.0.0.1:{server.server_port}"
        pauses: list[float] = []

        async def pause(seconds: float) -> None:
            pauses.append(seconds)

        async def read_once() -> None:
            async with AsyncCatalogClient(url, "me", "secret", sleep=pause) as client:
                await client.product("A")

        try:
            with CatalogClient(url, "me", "secret", sleep=pauses.append) as client:
                client.product("A")
            assert len(pauses) == 2
            asyncio.run(read_once())
            assert len(pauses) == 4
        finally:
            server.shutdown()


@both
def test_attempts_are_bounded_in_number_and_by_the_longest_retry_after(kind: Kind) -> None:
    fake = Fake(in_turn(PRODUCT, [busy()]), retry=RetryPolicy(attempts=3))
    with pytest.raises(CatalogError) as caught:
        fake.read(kind)
    assert (caught.value.status, caught.value.request_id, len(fake.targets)) == (503, "r-1", 3)

    fake = Fake(in_turn(PRODUCT, [busy("3600")]))
    with pytest.raises(CatalogError) as caught:
        fake.read(kind)
    assert (caught.value.retry_after, len(fake.targets)) == (3600, 1)

    with pytest.raises(CatalogConnectionError):
        Fake(in_turn(PRODUCT, [drop]), retry=RetryPolicy(attempts=2)).read(kind)


@both
def test_a_service_that_never_responded_is_given_up_after_30_seconds_another_after_ten_minutes(kind: Kind) -> None:
    fake = Fake(in_turn(PRODUCT, [drop]), key=KEY)
    with pytest.raises(CatalogConnectionError, match="RemoteProtocolError the peer closed"):
        fake.read(kind)
    assert 10 < sum(fake.pauses) <= 30
    fake = Fake(in_turn(PRODUCT, [drop]))
    with pytest.raises(CatalogConnectionError):
        fake.read(kind)
    assert 500 < sum(fake.pauses) <= 600


@both
def test_what_is_wrong_on_this_side_is_not_repeated(kind: Kind) -> None:
    def refuse() -> httpx.Response:
        raise httpx.LocalProtocolError(f"Illegal header value b'Bearer {KEY}'")

    fake = Fake(in_turn(PRODUCT, [refuse]), key=KEY)
    with pytest.raises(CatalogConnectionError) as caught:
        fake.read(kind)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert fake.pauses == []


@both
def test_errors_carry_what_the_service_said_also_when_a_proxy_said_it(kind: Kind) -> None:
    details = [{"parameter": "include", "reason": "unknown"}]
    with pytest.raises(CatalogError) as caught:
        Fake(in_turn(PRODUCT, [lambda: failure(400, "ValidationError", details=details)])).read(kind)
    assert caught.value.name == "ValidationError"
    assert [(detail.parameter, detail.reason) for detail in caught.value.details] == [("include", "unknown")]
    with pytest.raises(CatalogError) as caught:
        Fake(in_turn(PRODUCT, [lambda: httpx.Response(403, text="<html>")])).read(kind)
    assert (caught.value.name, caught.value.status) == ("UnexpectedResponseError", 403)


@both
def test_a_304_gives_the_cached_response_and_a_new_etag_replaces_it(kind: Kind) -> None:
    responses = [
        lambda: success(product("A", "old"), ETag='W/"1"'),
        lambda: httpx.Response(304, headers={"ETag": 'W/"1"'}),
        lambda: success(product("A", "new"), ETag='W/"2"'),
    ]
    fake = Fake(in_turn(PRODUCT, responses), cache=MemoryCache())
    assert [fake.read(kind) for _ in range(3)] == ["old", "old", "new"]
    tags = [request.headers.get("If-None-Match") for request in fake.requests if request.url.path == PRODUCT]
    assert tags == [None, 'W/"1"', 'W/"1"']


@both
def test_pages_are_read_as_they_are_needed(kind: Kind) -> None:
    path = "/api/v2/catalog/sections/1/products"
    fake = Fake(in_turn(path, [lambda: success(page(["A", "B"], 1, 2)), lambda: success(page(["C"], 2, 2))]))

    async def collect() -> list[str]:
        return [item.stock_number async for item in fake.async_client().products("1", available=True)]

    if kind == "async":
        numbers = asyncio.run(collect())
    else:
        numbers = [item.stock_number for item in fake.sync_client().products("1", available=True)]
    assert numbers == ["A", "B", "C"]
    assert fake.targets[1] == f"{path}?pageSize=500&available=true&page=2"


@both
def test_a_search_is_a_page_with_what_there_is_to_choose(kind: Kind) -> None:
    path = "/api/v2/products/search"
    flag = {"true": 1, "false": 0}
    facets = {"vendors": [], "omittedVendors": 0, "available": flag, "sale": flag, "hasPrice": flag, "filters": []}
    pagination = {"page": 1, "pageSize": 50, "pageCount": 1, "total": 1}
    meta = {"q": "kt 1", "sectionId": "", "sort": "relevance", "pagination": pagination}
    fake = Fake(in_turn(path, [lambda: success({"items": [product("KT-1")], "meta": meta, "facets": facets})]))
    if kind == "async":
        found = asyncio.run(fake.async_client().search_products("kt 1", ["facets"], available=True))
    else:
        found = fake.sync_client().search_products("kt 1", ["facets"], available=True)
    assert [item.stock_number for item in found.items] == ["KT-1"]
    assert fake.targets == [f"{path}?q=kt+1&available=true&include=facets"]


def test_stock_numbers_that_a_list_would_change_are_read_one_by_one_the_others_together() -> None:
    def respond(request: httpx.Request) -> httpx.Response | None:
        if request.url.path == "/auth/token":
            return None
        if request.url.path != "/api/v2/products":
            return failure(404, "ProductNotFoundError")
        numbers = request.url.params["stockNumbers"].split(",")
        return success({"items": [product(number) for number in numbers], "meta": {"missing": []}})

    fake = Fake(respond)
    batch = fake.sync_client().products_by_number([*(f"N{number}" for number in range(501)), "x,y", " z", "N0"])
    assert len(batch.found) == 501
    assert batch.missing == ["x,y", " z"]
    assert len(fake.targets) == 4


def test_generated_operations_renew_tokens_and_raise_errors_too() -> None:
    fake = Fake(in_turn(PRODUCT, [unauthorized, read, lambda: failure(404, "ProductNotFoundError")]))
    client = fake.sync_client()
    assert get_product.sync("A", client=client.api) is not None
    with pytest.raises(CatalogError):
        get_product.sync("A", client=client.api)
