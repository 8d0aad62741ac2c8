import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import pytest
from fake import Fake, Kind, changes, failure, page, product, snapshot, success

from catalog_client import AsyncCatalogClient, CatalogConnectionError, CatalogError, FollowOptions, SyncStep
from catalog_client.digest import differing_parts, number_of, part_of

SNAPSHOT = "/api/v2/catalog/sections/1/product-snapshot"
DIGEST = "/api/v2/catalog/sections/1/product-digest"
LIST = "/api/v2/catalog/sections/1/products"
FEED = "/api/v2/catalog/sections/1/product-changes"
Responses = Sequence[Callable[[], httpx.Response]]
both = pytest.mark.parametrize("kind", ["sync", "async"])


def service(snapshots: Responses, feeds: Responses, lists: Responses = (), digests: Responses = ()) -> Fake:
    """Snapshots, feed pages, lists and digests in turn; every product can be read, except those named "gone"."""
    turns = {
        path: list(each) for path, each in ((SNAPSHOT, snapshots), (FEED, feeds), (LIST, lists), (DIGEST, digests))
    }

    def respond(request: httpx.Request) -> httpx.Response | None:
        if turns.get(request.url.path):
            return turns[request.url.path].pop(0)()
        if request.url.path != "/api/v2/products":
            return None
        numbers = request.url.params["stockNumbers"].split(",")
        items = [{**product(number), "version": 5} for number in numbers if number != "gone"]
        return success({"items": items, "meta": {"missing": [number for number in numbers if number == "gone"]}})

    return Fake(respond)


def whole(*numbers: str, revision: int = 5) -> Callable[[], httpx.Response]:
    return lambda: snapshot(list(numbers), revision)


def cut(*numbers: str, revision: int = 5, end: str = '{"type": "prod') -> Callable[[], httpx.Response]:
    return lambda: snapshot(list(numbers), revision, end)


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
def test_a_snapshot_gives_the_cursor_of_its_start_and_the_feed_goes_on_from_there(kind: Kind) -> None:
    events = [
        ("A", "remove", False),
        ("B", "upsert", False),
        ("C", "remove", False),
        ("A", "upsert", True),
        ("gone", "upsert", True),
    ]
    fake = service([whole("A", "B", "C")], [changed(events, "next")])
    fake.options = FollowOptions(page_size=2, include=["sections"])
    assert [plain(step) for step in fake.steps(kind, 3)] == [
        (["A", "B"], [], None, None),
        (["C"], [], {"A", "B", "C"}, "c5"),
        (["A"], ["B", "C", "gone"], None, "next"),
    ]
    assert fake.targets == [
        f"{SNAPSHOT}?include=sections%2Cversion",
        f"{FEED}?cursor=c5&limit=500&wait=30&include=version",
        "/api/v2/products?stockNumbers=A%2Cgone&include=sections%2Cversion&minRevision=1",
    ]


@both
def test_a_snapshot_goes_on_where_it_was_cut_and_is_whole_with_its_end_only(kind: Kind) -> None:
    stopped = '{"type": "error", "error": {"name": "X"}}\n'
    snapshots = [
        cut("A", "B", "C"),
        # Nothing but a start, and then a server that is behind: neither leads on.
        cut(revision=6),
        whole("D", revision=4),
        cut("D", revision=6, end=stopped),
        cut("E", revision=7, end=""),
        whole(revision=7),
    ]
    fake = service(snapshots, [])
    steps = fake.steps(kind, 4)
    assert [plain(step) for step in steps] == [
        (["A", "B", "C"], [], None, None),
        (["D"], [], None, None),
        (["E"], [], None, None),
        ([], [], {"A", "B", "C", "D", "E"}, "c5"),
    ]
    assert [product.version for step in steps for product in step.upserts] == [5, 5, 5, 6, 7]
    after = [f"&after={each}&minRevision=5" for each in "CCCDE"]
    assert fake.targets == [f"{SNAPSHOT}?include=version{each}" for each in ["", *after]]
    assert len(fake.pauses) == 2


@both
def test_a_snapshot_that_is_cut_at_once_or_is_none_is_an_error_in_the_end(kind: Kind) -> None:
    with pytest.raises(CatalogConnectionError, match="cut again and again"):
        service([cut()] * 60, []).steps(kind, 1)
    for lines in ("<html>\n", '"no object"\n'):
        with pytest.raises(CatalogConnectionError, match="not as documented"):
            service([lambda lines=lines: httpx.Response(200, text=lines)], []).steps(kind, 1)  # type: ignore[misc]
    with pytest.raises(CatalogConnectionError, match="does not advance"):
        service([whole("A", "A")], []).steps(kind, 1)
    long = httpx.Response(200, text="x" * (17 << 20))
    with pytest.raises(CatalogConnectionError, match="too long"):
        service([lambda: long], []).steps(kind, 1)


@both
def test_a_server_without_snapshots_and_versions_is_read_page_by_page_at_one_revision(kind: Kind) -> None:
    def no_versions() -> httpx.Response:
        return failure(400, "ValidationError", details=[{"parameter": "include", "reason": "unknown"}])

    pages = [
        listed(["A", "B"], 1, 2, "5"),
        listed(["D"], 2, 2, "6"),
        listed(["B", "C"], 1, 2, "6"),
        listed(["D"], 2, 2, "6"),
    ]
    fake = service([], [changed([], "next")], pages)
    fake.options = FollowOptions(versions=dict)
    steps = [plain(step) for step in fake.steps(kind, 4)]
    assert steps[-2:] == [(["D"], [], {"B", "C", "D"}, "walk-1"), ([], [], None, "next")]
    assert fake.targets[-1] == f"{FEED}?cursor=walk-1&limit=500&wait=30"
    fake = service([], [no_versions, changed([("A", "upsert", True)], "c2")])
    fake.steps(kind, 1, "c1")
    assert fake.targets[-1] == "/api/v2/products?stockNumbers=A"


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
def test_a_refused_cursor_leads_to_a_first_copy_that_says_what_to_keep(
    kind: Kind, refusal: Callable[[], httpx.Response]
) -> None:
    fake = service([whole("A")], [refusal, changed([], "c3")])
    assert [plain(step) for step in fake.steps(kind, 2, "old")] == [
        (["A"], [], {"A"}, "c5"),
        ([], [], None, "c3"),
    ]


def behind(versions: list[int], knows: bool, feeds: Responses, gone: int = 0) -> Fake:
    """A service whose servers are behind: reads give these versions of a product in turn; 0 stands for a 503."""

    def respond(request: httpx.Request) -> httpx.Response | None:
        if request.url.path == FEED:
            return feeds.pop(0)()  # type: ignore[attr-defined, no-any-return]
        if request.url.path == SNAPSHOT:
            return snapshot(["A"])
        if request.url.path != "/api/v2/products":
            return None
        if not knows and "minRevision" in request.url.params:
            return failure(400, "ValidationError", details=[{"parameter": "minRevision", "reason": "unknown"}])
        version = versions.pop(0) if len(versions) > 1 else versions[0]
        if version == 0:
            return failure(503, "ServiceUnavailableError", {"Retry-After": "1"})
        found, missing = ([], ["A"]) if version < gone else ([{**product("A"), "version": version}], [])
        return success({"items": found, "meta": {"missing": missing}}, **{"Catalog-Revision": str(version)})

    return Fake(respond)


def told(cursor: str = "c2") -> httpx.Response:
    return success(changes([("A", "upsert", True)], cursor), **{"Catalog-Revision": "7"})


@both
def test_what_a_page_names_is_read_not_older_than_the_page(kind: Kind) -> None:
    fake = behind([0, 0, 5], True, [told])
    steps = fake.steps(kind, 1, "c1")
    assert [product.version for product in steps[0].upserts] == [5]
    assert fake.targets[-3:] == ["/api/v2/products?stockNumbers=A&include=version&minRevision=7"] * 3
    assert len(fake.pauses) == 2


@both
def test_after_30_seconds_of_503_the_page_is_read_again_from_the_stored_cursor(kind: Kind) -> None:
    fake = behind([0], True, [told, expired, lambda: success(changes([], "c9"))])
    assert plain(fake.steps(kind, 1, "c1")[0]) == (["A"], [], {"A"}, "c5")
    assert 10 < sum(fake.pauses) <= 30
    with pytest.raises(CatalogConnectionError, match="behind"):
        behind([0], True, [told] * 99).steps(kind, 1, "c1")


@both
@pytest.mark.parametrize("gone", [0, 5])
def test_of_a_service_that_cannot_wait_what_is_older_than_its_event_is_read_again(kind: Kind, gone: int) -> None:
    fake = behind([3, 4, 5, 4, 5], False, [told, told], gone)
    steps = fake.steps(kind, 2, "c1")
    assert [product.version for step in steps for product in step.upserts] == [5, 5]
    assert [step.removals for step in steps] == [[], []]
    assert sum("minRevision" in target for target in fake.targets) == 1
    assert fake.pauses == [1, 1, 1]
    # The page is read again from the stored cursor, and here the cursor has ended.
    assert plain(behind([4], False, [told, expired], gone).steps(kind, 1, "c1")[0])[2] == {"A"}


@both
def test_a_cursor_that_is_refused_directly_after_a_first_copy_is_an_error(kind: Kind) -> None:
    fake = service([whole("A"), whole("A")], [expired, expired])
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
        service([], [], [listed([], 1, 1_000_000_000)]).steps(kind, 9)
    repeated = [listed(["A"], number, 1_000_000_000) for number in (1, 2)]
    with pytest.raises(CatalogConnectionError, match="does not advance"):
        service([], [], repeated).steps(kind, 9)


@both
def test_a_section_that_is_no_longer_public_empties_the_copy_once_and_is_read_when_it_is_back(kind: Kind) -> None:
    fake = service([gone, gone, whole("A")], [gone])
    assert [plain(step) for step in fake.steps(kind, 2, "c1")] == [
        ([], [], set(), None),
        (["A"], [], {"A"}, "c5"),
    ]
    assert fake.pauses.count(60) == 2
    with pytest.raises(CatalogError, match="CatalogSectionNotFoundError"):
        service([gone], []).steps(kind, 1)


class Kept:
    """A copy that is verified."""

    def __init__(self, **versions: int) -> None:
        self.versions = dict(versions)

    def digest(self, revision: int = 5) -> Callable[[], httpx.Response]:
        """What the service says when this is right."""
        parts: list[dict[str, Any]] = [{"count": 0, "digest": "0" * 32} for _ in range(256)]
        for number, version in self.versions.items():
            parts[part_of(number)] = {"count": 1, "digest": f"{number_of(number, version):032x}"}
        return lambda: success({"revision": revision, "parts": parts})

    def list(self, number: str, revision: int = 5) -> Callable[[], httpx.Response]:
        part = part_of(number)
        listed = {each: version for each, version in self.versions.items() if part_of(each) == part}
        items = [{"stockNumber": each, "version": version} for each, version in listed.items()]
        return lambda: success({"revision": revision, "part": part, "items": items})


def verified(
    kind: Kind, stored: dict[str, int], digests: Responses, count: int, snapshots: Responses = ()
) -> tuple[Fake, list[SyncStep]]:
    """The first steps of a copy that follows the feed and is verified."""
    fake = service(snapshots, [changed([], f"c{number}") for number in range(9)], [], digests)

    def apply(step: SyncStep) -> None:
        stored.update({product.stock_number: int(str(product.version)) for product in step.upserts})
        for number in step.removals:
            stored.pop(number, None)

    fake.options = FollowOptions(versions=lambda: stored)
    return fake, fake.steps(kind, count, "c", apply)


@both
def test_a_copy_that_is_right_is_verified_by_one_request(kind: Kind) -> None:
    right = Kept(A=3, B=5)
    fake, steps = verified(kind, {"A": 3, "B": 5}, [right.digest()], 2)
    assert [target for target in fake.targets if DIGEST in target] == [DIGEST]
    assert not any(step.is_repair for step in steps)


@both
def test_missing_outdated_and_surplus_products_are_repaired_and_told(kind: Kind) -> None:
    right = Kept(A=3, B=5)
    for stored, wrong, upserts, removals in [
        ({"A": 3}, "B", ["B"], []),
        ({"A": 3, "B": 2}, "B", ["B"], []),
        ({"A": 3, "B": 5, "C": 1}, "C", [], ["C"]),
    ]:
        digests = [right.digest(), right.digest(), right.list(wrong), right.digest()]
        fake, steps = verified(kind, stored, digests, 6)
        repairs = [(plain(step)[0], step.removals) for step in steps if step.is_repair]
        assert repairs == [(upserts, removals)]
        assert stored == right.versions
        assert [target for target in fake.targets if DIGEST in target][2] == f"{DIGEST}?part={part_of(wrong)}"
        assert fake.pauses.count(5) == 2


@both
def test_a_product_that_changed_since_the_list_is_left_to_the_feed(kind: Kind) -> None:
    right = Kept(A=3, B=4)
    _, steps = verified(kind, {"A": 3}, [right.digest(), right.digest(), right.list("B")], 4)
    assert not any(step.upserts for step in steps)


@both
def test_a_copy_that_differs_almost_everywhere_is_read_again(kind: Kind) -> None:
    names = {f"P{number}": 1 for number in range(5001)}
    wrong = {"revision": 5, "part": 0, "items": [{"stockNumber": name, "version": 1} for name in names]}
    fake, steps = verified(kind, {}, [Kept(A=1).digest(), Kept(A=1).digest(), lambda: success(wrong)], 4, [whole("A")])
    assert plain(steps[-1]) == (["A"], [], {"A"}, "c5")
    assert fake.targets[-1].startswith(SNAPSHOT)


def test_the_vectors_of_the_contract_are_what_is_computed() -> None:
    rows = [("PMP-1000", 1), ("PMP-1000", 42), ("Насос 25/7", 9_007_199_254_740_991)]
    numbers = [number_of(*row) for row in rows]
    assert [part_of(number) for number, _ in rows] == [22, 22, 79]
    assert f"{numbers[2]:032x}" == "c912c36ced6c2c422272ecbbd2ee812e"
    assert f"{sum(numbers) % 2**128:032x}" == "e6b212bf54d8d991cabb2bb7f7e5811f"
    assert differing_parts({"PMP-1000": 1}, {"parts": []}) == list(range(256))


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
