"""A server that means harm (``clients/hostile``): every behaviour is a result or a clear error, in bounded memory."""

import asyncio
import json
import resource
import subprocess
import sys
import threading
import traceback
import urllib.request
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from behaviours import BEHAVIOURS
from fake import Kind

from catalog_client import AsyncCatalogClient, CatalogClient, CatalogConnectionError, CatalogError, Product, RetryPolicy

SERVER = Path(__file__).parents[2] / "hostile" / "server.py"
KEY = "cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s"
PASSWORD = "a password"
#: The interpreter, the body that is just too long, and once more while it grows.
MOST_MEMORY = 1 << 30


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    arguments = [sys.executable, str(SERVER)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        url = f"http://127.0.0.1:{process.stdout.readline().strip()}"
        yield url
        process.stdin.close()


def stolen(server: str) -> int:
    with urllib.request.urlopen(f"{server}/stolen") as response:
        return int(json.load(response)["stolen"])


def arguments(row: Any, server: str) -> dict[str, Any]:
    credentials = {"login": "me", "password": PASSWORD} if row.call == "login" else {"key": KEY}
    return {
        "base_url": f"{server}/{row.name}",
        "timeout": row.seconds,
        "retry": RetryPolicy(patience=30.0),
        **credentials,
    }


def call(client: CatalogClient, name: str) -> list[Product]:
    match name:
        case "list":
            return list(client.products("1"))
        case "batch":
            return client.products_by_number(["A", "B"]).found
        case "search":
            return client.search_products("a").items
        case "copy":
            products: list[Product] = []
            for step in client.follow("1"):
                products += step.upserts
                if step.cursor is not None:
                    break
            return products
        case "follow":
            return [product for step in islice(client.follow("1", "c1"), 9) for product in step.upserts]
        case _:
            return [client.product("A")]


async def call_without_blocking(client: AsyncCatalogClient, name: str) -> list[Product]:
    match name:
        case "list":
            return [product async for product in client.products("1")]
        case "batch":
            return (await client.products_by_number(["A", "B"])).found
        case "search":
            return (await client.search_products("a")).items
        case "copy" | "follow":
            products: list[Product] = []
            count = 0
            async for step in client.follow("1", None if name == "copy" else "c1"):
                products, count = products + step.upserts, count + 1
                if count == 9 if name == "follow" else step.cursor is not None:
                    break
            return products
        case _:
            return [await client.product("A")]


def run(row: Any, kind: Kind, server: str) -> list[Product]:
    async def pause(_: float) -> None:
        pass

    async def run() -> list[Product]:
        async with AsyncCatalogClient(**arguments(row, server), sleep=pause) as client:
            return await call_without_blocking(client, row.call)

    if kind == "async":
        return asyncio.run(run())
    with CatalogClient(**arguments(row, server), sleep=lambda _: None) as client:
        return call(client, row.call)


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize("row", BEHAVIOURS, ids=lambda row: str(row.name))
def test_what_a_server_does_is_a_result_or_a_clear_error(row: Any, kind: Kind, server: str) -> None:
    try:
        products = run(row, kind, server)
    except (CatalogError, CatalogConnectionError) as error:
        assert row.expect == ("refused" if isinstance(error, CatalogError) else "unusable"), error
        assert row.says in str(error)
        shown = [str(error), *(str(value) for value in vars(error).values())]
        assert all(text.isprintable() and len(text) < 600 for text in shown), shown
        trace = "".join(traceback.format_exception(error))
        assert not any(secret in trace for secret in (KEY, PASSWORD, "secret"))
    else:
        assert (row.expect, products[0].stock_number) == ("result", "A")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10 < MOST_MEMORY
    assert stolen(server) == 0


def test_an_event_ends_a_request_that_gets_no_response(server: str) -> None:
    stop = threading.Event()
    with CatalogClient(f"{server}/silent-feed", key=KEY, timeout=3600.0) as client:
        timer = threading.Timer(0.3, stop.set)
        timer.start()
        assert list(client.follow("1", "c1", stop=stop)) == []
        timer.join()
