"""The package against a real server: every kind of read, then a copy of a section kept in step through faults and an
import, by both clients. ``clients/with-demo`` says where the server is and how to change its catalog."""

import asyncio
import os
import subprocess
import threading
from collections.abc import Callable

import httpx

from catalog_client import (
    AsyncCatalogClient,
    CatalogClient,
    CatalogError,
    FollowOptions,
    MemoryCache,
    Product,
    SyncStep,
    success,
)
from catalog_client.generated.api.authorization import check_token
from catalog_client.generated.api.sections import get_section, get_section_tree
from catalog_client.generated.models import GetSectionIncludeItem, GetSectionTreeIncludeItem

ACCOUNT = (os.environ["CATALOG_BASE_URL"], os.environ["CATALOG_LOGIN"], os.environ["CATALOG_PASSWORD"])
WAIT = 5
Fault = Callable[[httpx.Request], httpx.Response | None]
Copy = dict[str, Product]


def check(condition: bool, what: str) -> None:
    if not condition:
        raise RuntimeError(f"unexpected: {what}")


def failure(status: int, name: str, **headers: str) -> httpx.Response:
    error = {"code": status, "name": name, "message": "injected"}
    return httpx.Response(status, json={"status": False, "data": {}, "error": error}, headers=headers)


def busy(request: httpx.Request) -> httpx.Response:
    return failure(503, "ServiceUnavailableError", **{"Retry-After": "1"})


def dropped(request: httpx.Request) -> httpx.Response:
    raise httpx.RemoteProtocolError("the connection was dropped", request=request)


def ended(request: httpx.Request) -> None:
    """The server itself says what a token that is not valid leads to."""
    request.headers["Authorization"] = "Bearer ended"


def expired(request: httpx.Request) -> httpx.Response:
    return failure(410, "ProductChangesCursorExpiredError")


class Faulty(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """Lets each of the next requests meet a fault; the others are served."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.statuses: list[int] = []
        self.blocking = httpx.HTTPTransport()
        self.asynchronous = httpx.AsyncHTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self.note(self.inject(request) or self.blocking.handle_request(request))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return self.note(self.inject(request) or await self.asynchronous.handle_async_request(request))

    def inject(self, request: httpx.Request) -> httpx.Response | None:
        is_login = request.url.path == "/auth/token"
        return self.faults.pop(0)(request) if self.faults and not is_login else None

    def note(self, response: httpx.Response) -> httpx.Response:
        self.statuses.append(response.status_code)
        return response


def read_everything(client: CatalogClient, faulty: Faulty) -> str:
    user = success(check_token.sync(client=client.api)).data.user
    vendors = [GetSectionTreeIncludeItem.VENDORS]
    tree = success(get_section_tree.sync(client=client.api, depth=2, include=vendors)).data
    again = success(get_section_tree.sync(client=client.api, depth=2, include=vendors)).data
    check(again == tree and faulty.statuses[-1] == 304, "the second read of the tree is a 304")
    print(f"{user.email} ({user.price_level}) sees {tree.meta.total} sections on two levels of {tree.meta.host}")

    root = max(tree.items, key=lambda section: section.product_count)
    parts = [GetSectionIncludeItem(part) for part in ("children", "breadcrumbs", "vendors", "filters")]
    section = success(get_section.sync(root.id, client=client.api, include=parts)).data
    breadcrumbs = section.breadcrumbs or []
    check(breadcrumbs[-1].id == section.id, "the breadcrumbs end at the section")

    numbers = [product.stock_number for product in client.products(root.id, ["media", "warehouses"])]
    check(len(set(numbers)) == section.product_count, "every product once")
    product = client.product(numbers[0], ["description", "features", "documentation"])
    check(bool(product.features), "the requested parts")
    print(f"{section.name}: {len(numbers)} products, {product.name} is one of them")

    batch = client.products_by_number([numbers[0], "no such product", "no,such product"])
    check(len(batch.found) == 1 and batch.missing == ["no such product", "no,such product"], "the batch")
    try:
        client.product("no/such+product")
    except CatalogError as error:
        check((error.name, error.status) == ("ProductNotFoundError", 404) and bool(error.request_id), "the error")
    else:
        check(False, "a product that does not exist")
    return root.id


def change(changes: int) -> None:
    """Imports a delta of that many changes into the running demo."""
    subprocess.run(["../change-demo", str(changes)], check=True)


def listed(client: CatalogClient, section: str) -> Copy:
    return {product.stock_number: product for product in client.products(section, ["version"], sort="stockNumber")}


def options(copy: Copy) -> FollowOptions:
    versions = lambda: {number: int(str(product.version)) for number, product in copy.items()}  # noqa: E731
    return FollowOptions(wait=WAIT, versions=versions)


def apply(step: SyncStep, copy: Copy) -> None:
    copy.update((product.stock_number, product) for product in step.upserts)
    for number in step.removals:
        copy.pop(number, None)
    if step.keep_only is not None:
        for number in copy.keys() - step.keep_only:
            del copy[number]


def sync(client: CatalogClient, section: str, copy: Copy, cursor: str | None, is_done: Callable[[], bool]) -> str:
    """Follows until it is done; returns the cursor that was stored last."""
    stored: list[str | None] = [cursor]
    stop = threading.Event()
    timer = threading.Timer(120, stop.set)
    timer.daemon = True
    timer.start()
    for step in client.follow(section, cursor, checkpoint=stored.append, stop=stop, options=options(copy)):
        check(not step.is_repair, "the copy is right without repairs")
        apply(step, copy)
        if step.cursor is not None and is_done():
            stop.set()
    timer.cancel()
    check(stored[-1] is not None, "a cursor after a walk")
    return stored[-1] or ""


def keep_in_step(client: CatalogClient, faulty: Faulty, section: str) -> None:
    copy: Copy = {}
    original = listed(client, section)
    cursor = sync(client, section, copy, None, lambda: True)
    check(copy == original, "the copy equals the list after the snapshot")
    print(f"read {len(copy)} products")

    change(60)
    faulty.faults += [dropped, busy, ended]
    cursor = sync(client, section, copy, cursor, lambda: original != copy == listed(client, section))
    changed = sum(original.get(number) != product for number, product in copy.items())
    check(changed > 0 and copy == listed(client, section), "the copy equals the list after the import")
    print(f"followed an import through faults: {changed} products are new or changed, {len(copy)} are equal")

    copy["not in the catalog"] = next(iter(copy.values()))
    faulty.faults += [expired]
    for start in (cursor, "not a cursor of the service"):
        cursor = sync(client, section, copy, start, lambda: copy == listed(client, section))
        check(copy == listed(client, section), "the copy equals the list after a restart")
    print("read everything again after a 410, and after a cursor that the server refused")

    missing, outdated = sorted(copy)[:2]
    copy["surplus"] = copy.pop(missing)
    copy[outdated].version = 0
    for step in client.follow(section, cursor, options=options(copy)):
        apply(step, copy)
        if step.is_repair:
            break
    check(copy == listed(client, section), "the copy equals the list after a repair")
    print("repaired a missing, an outdated and a surplus product")


async def keep_in_step_without_blocking(client: CatalogClient, section: str) -> None:
    """The same by the client for asyncio, from a snapshot through a 410 to an import."""
    copy: Copy = {}
    faulty = Faulty()
    before = listed(client, section)
    async with AsyncCatalogClient(*ACCOUNT, transport=faulty) as asynchronous:
        faulty.faults += [busy, dropped, ended]
        is_changed = False
        async with asyncio.timeout(120):
            async for step in asynchronous.follow(section, options=options(copy)):
                apply(step, copy)
                if step.cursor is None:
                    continue
                if not is_changed:
                    check(copy == before, "the copy equals the list after the snapshot")
                    await asyncio.to_thread(change, 120)
                    faulty.faults += [expired]
                    is_changed = True
                elif before != copy == await asyncio.to_thread(listed, client, section):
                    break
    print(f"asyncio: followed an import through faults, {len(copy)} products are equal")


def main() -> None:
    faulty = Faulty()
    with CatalogClient(*ACCOUNT, cache=MemoryCache(), transport=faulty) as client:
        section = read_everything(client, faulty)
        keep_in_step(client, faulty, section)
        asyncio.run(keep_in_step_without_blocking(client, section))


if __name__ == "__main__":
    main()
