import asyncio
import threading
from collections.abc import Callable

import httpx
import pytest
from fake import Fake, Kind, changes, failure, page, product, success

from catalog_client import AsyncCatalogClient, CatalogConnectionError, CatalogError, SyncStep

LIST = "/api/v2/catalog/sections/1/products"
FEED = "/api/v2/catalog/sections/1/product-changes"
Responses = list[Callable[[], httpx.Response]]
both = pytest.mark.parametrize("kind", ["sync", "async"])


def service(lists: Responses, feeds: Responses) -> Fake:
    """Lists and feed pages in turn; every product can be read, except those named "gone"."""

    def respond(request: httpx.Request) -> httpx.Response | None:
        if request.url.path in (LIST, FEED):
            return (lists if request.url.path == LIST else feeds).pop(0)()
        if request.url.path != "/api/v2/products":
            return None
        numbers = request.url.params["stockNumbers"].split(",")
        items = [product(number) for number in numbers if number != "gone"]
        return success({"items": items, "meta": {"missing": [number for number in numbers if number == "gone"]}})

    return Fake(respond)


def plain(step: SyncStep) -> tuple[list[str], list[str], set[str] | None, str | None]:
    keep_only = None if step.keep_only is None else set(step.keep_only)
    return [item.stock_number for item in step.upserts], step.removals, keep_only, step.cursor


def listed(numbers: list[str], number: int, page_count: int, revision: str = "1") -> Callable[[], httpx.Response]:
    return lambda: success(page(numbers, number, page_count), **{"Catalog-Revision": revision})


def changed(events: list[tuple[str, str, bool]], cursor: str) -> Callable[[], httpx.Response]:
    return lambda: success(changes(events, cursor))


def expired() -> httpx.Response:
    return failure(410, "ProductChangesCursorExpiredError")


def refused() -> httpx.Response:
    return failure(400, "ValidationError", details=[{"parameter": "cursor", "reason": "is not one of ours"}])


def gone() -> httpx.Response:
    return failure(404, "CatalogSectionNotFoundError")


@both
def test_a_walk_gives_the_cursor_of_its_first_page_and_the_feed_goes_on_from_there(kind: Kind) -> None:
    events = [
        ("A", "remove", False),
        ("B", "upsert", False),
        ("C", "remove", False),
        ("A", "upsert", True),
        ("gone", "upsert", True),
    ]
    fake = service([listed(["A", "B"], 1, 2), listed(["C"], 2, 2)], [changed(events, "next")])
    assert [plain(step) for step in fake.steps(kind, 3)] == [
        (["A", "B"], [], None, None),
        (["C"], [], {"A", "B", "C"}, "walk-1"),
        (["A"], ["B", "C", "gone"], None, "next"),
    ]
    assert f"{FEED}?cursor=walk-1&limit=500&wait=30" in fake.targets


def test_every_cursor_reaches_the_checkpoint_after_the_loops_body() -> None:
    log: list[str | None] = []
    fake = service([], [changed([], "c2"), changed([("A", "upsert", True)], "c3"), expired])
    for step in fake.sync_client().follow("1", "c1", checkpoint=lambda cursor: log.append(f"stored {cursor}")):
        log.append(step.cursor)
        if step.cursor == "c3":
            break
    assert log == ["c2", "stored c2", "c3"]


@both
@pytest.mark.parametrize("refusal", [expired, refused])
def test_a_refused_cursor_leads_to_a_walk_that_says_what_to_keep(
    kind: Kind, refusal: Callable[[], httpx.Response]
) -> None:
    fake = service([listed(["A"], 1, 1)], [refusal, changed([], "c3")])
    assert [plain(step) for step in fake.steps(kind, 2, "old")] == [
        (["A"], [], {"A"}, "walk-1"),
        ([], [], None, "c3"),
    ]


@both
def test_a_cursor_that_is_refused_directly_after_a_walk_is_an_error(kind: Kind) -> None:
    fake = service([listed(["A"], 1, 1), listed(["A"], 1, 1)], [expired, expired])
    with pytest.raises(CatalogError, match="410"):
        fake.steps(kind, 9, "old")


def test_a_400_about_anything_but_the_cursor_is_an_error() -> None:
    wrong = failure(400, "ValidationError", details=[{"parameter": "limit", "reason": "too large"}])
    with pytest.raises(CatalogError, match="400"):
        service([], [lambda: wrong]).steps("sync", 1, "c1")


def standing(events: list[tuple[str, str, bool]], cursor: str) -> Callable[[], httpx.Response]:
    feed = changes(events, cursor)
    return lambda: success(feed | {"meta": feed["meta"] | {"hasMore": True}})


@both
def test_a_feed_or_a_list_that_has_more_and_stands_still_is_an_error(kind: Kind) -> None:
    for feed in [standing([], "c2"), standing([("A", "remove", False)], "c1")]:
        with pytest.raises(CatalogConnectionError, match="does not advance"):
            service([], [feed]).steps(kind, 9, "c1")
    rounds = [standing([("A", "remove", False)], cursor) for cursor in ("c2", "c3", "c4", "c3", "c4", "c3")]
    with pytest.raises(CatalogConnectionError, match="does not advance"):
        service([], rounds).steps(kind, 9, "c1")
    with pytest.raises(CatalogConnectionError, match="does not advance"):
        service([listed([], 1, 1_000_000_000)], []).steps(kind, 9)
    repeated = [listed(["A"], number, 1_000_000_000) for number in range(1, 1_002)]
    with pytest.raises(CatalogConnectionError, match="does not advance"):
        service(repeated, []).steps(kind, 2_000)


@both
def test_a_section_that_is_no_longer_public_empties_the_copy_once_and_is_walked_when_it_is_back(kind: Kind) -> None:
    fake = service([gone, gone, listed(["A"], 1, 1)], [gone])
    assert [plain(step) for step in fake.steps(kind, 2, "c1")] == [
        ([], [], set(), None),
        (["A"], [], {"A"}, "walk-1"),
    ]
    assert fake.pauses.count(60) == 2
    with pytest.raises(CatalogError, match="CatalogSectionNotFoundError"):
        service([gone], []).steps(kind, 1)


@both
def test_products_that_may_have_slipped_to_the_page_before_are_read_again(kind: Kind) -> None:
    pages = [
        listed(["A", "B"], 1, 2, "5"),
        listed(["D"], 2, 2, "4"),
        listed(["D"], 2, 2, "6"),
        listed(["B", "C"], 1, 2, "6"),
        listed(["D"], 2, 2, "6"),
    ]
    fake = service(pages, [])
    steps = [plain(step) for step in fake.steps(kind, 3)]
    assert [step[0] for step in steps] == [["A", "B"], ["B", "C"], ["D"]]
    assert steps[-1][2] == {"A", "B", "C", "D"}
    assert fake.pauses == [2]


def test_an_event_ends_the_iteration_without_an_error() -> None:
    stop = threading.Event()
    fake = service([], [changed([], "c2"), changed([], "c3")])
    for _ in fake.sync_client().follow("1", "c1", stop=stop):
        stop.set()
    assert len(fake.targets) == 1


def test_a_cancelled_task_ends_its_request() -> None:
    async def run() -> None:
        is_waiting = asyncio.Event()

        class Waiting(httpx.AsyncBaseTransport):
            async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
                if request.url.path == "/auth/token":
                    return success({"token": "t"})
                is_waiting.set()
                await asyncio.Event().wait()
                raise AssertionError("nobody sets the event")

        client = AsyncCatalogClient("http://fake", "me", "secret", transport=Waiting())
        task = asyncio.ensure_future(anext(aiter(client.follow("1", "c1"))))
        await is_waiting.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
