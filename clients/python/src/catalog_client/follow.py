"""The sync protocol of docs/sync-guide.md: a snapshot of a section, then its feed without an end."""

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .checks import data_of, documented, events_of, line_of, page_of
from .digest import differing_parts, doubts_of
from .errors import CatalogConnectionError, CatalogError, revision_of
from .exchange import Pause
from .generated.models import Product
from .reads import (
    BehindError,
    Effect,
    Get,
    Least,
    ListPart,
    Open,
    Query,
    ReadLines,
    Steps,
    including,
    read_products,
    refuses,
)
from .retry import RetryPolicy

#: How often reading page by page begins again because the catalog changed meanwhile.
MOST_RESTARTS = 10
#: When more products are wrong, all of the section is read again; and so many times in a row a copy is repaired.
MOST_REPAIRED, MOST_REPAIRS = 5000, 3
#: So many times in a row a page of the feed is read again because servers are behind it: about ten minutes.
MOST_BEHIND = 20


@dataclass(frozen=True)
class SyncStep:
    """What to do with the copy. Every step says what is so now, so that doing it twice does no harm."""

    #: Products to insert or replace.
    upserts: list[Product]
    #: Stock numbers to delete from the section's copy.
    removals: list[str]
    #: Store it with the step, best in one transaction. None: begin with a first copy next time.
    cursor: str | None
    #: At the end of a first copy: delete every product of the section's copy that is not in it.
    keep_only: frozenset[str] | None = None
    #: Whether the copy was wrong, and this repairs it.
    is_repair: bool = False


@dataclass(frozen=True)
class FollowOptions:
    """How a section is followed."""

    #: Parts of the products. Their versions always come as well, where the service has them.
    include: Sequence[ListPart] = ()
    #: Products in a step of the first copy, 1 to 1000.
    page_size: int = 500
    #: Events in a step, 1 to 500.
    limit: int = 500
    #: Seconds that the service holds a request for changes open, 1 to 30.
    wait: int = 30
    #: Seconds between attempts to find a section again that is not public any more.
    section_pause: float = 60.0
    #: Every product of the copy with its version. With it the copy is verified, and repaired where it is wrong.
    versions: Callable[[], Mapping[str, int]] | None = None
    #: Seconds between two verifications. The first one comes as soon as the copy is up to date.
    verification_pause: float = 86_400.0
    #: How many seconds after a change the feed has it for sure. Nothing is repaired before.
    feed_delay: float = 5.0


def follow(
    section: str, cursor: str | None, options: FollowOptions, retry: RetryPolicy
) -> Generator[Effect | SyncStep, Any, None]:
    """Reads all of the section unless there is a cursor, then follows its feed without an end."""
    return _Follower(section, cursor, options, retry).steps()


@dataclass
class _Copy:
    """A first copy that is not whole."""

    #: That of the first start, and its revision: no other may be older.
    cursor: str = ""
    revision: int = 0
    #: The last stock number so far. They come by code points, as strings are compared here.
    after: str = ""
    numbers: set[str] = field(default_factory=set)
    #: Whether a snapshot is open, and the products that it has given.
    is_open: bool = False
    count: int = 0
    #: The products of the section at the start of the open snapshot.
    total: int = 0
    #: Attempts since the last product came, and the seconds of their pauses.
    attempts: int = 0
    waited: float = 0.0
    #: Of servers of before snapshots: the next page.
    page: int = 0


class _Follower:
    def __init__(self, section: str, cursor: str | None, options: FollowOptions, retry: RetryPolicy) -> None:
        self.path = f"/api/v2/catalog/sections/{section}"
        self.options = options
        self.retry = retry
        self.cursor = cursor
        self.copy = _Copy()
        self.restarts = 0
        #: Whether the service has versions, as far as is known.
        self.is_versioned = True
        #: Whether it has ``minRevision``.
        self.has_least = True
        #: How often in a row servers were behind a page of the feed.
        self.behind = 0
        #: When the copy was found right, and the repairs since.
        self.verified: float | None = None
        self.repairs = 0
        #: Whether the section was public once: a copy of it may exist.
        self.is_known = cursor is not None
        self.is_emptied = False
        #: Cursors refused since the feed last gave a page.
        self.refusals = 0
        #: Pages since the feed last had no more, and the cursor of the last one with a number that is a power of two:
        #: a feed that goes round meets it, however long the round is.
        self.pages, self.marked = 0, ""

    def steps(self) -> Generator[Effect | SyncStep, Any, None]:
        while True:
            try:
                if self.cursor is None:
                    yield (yield from self.read_copy())
                else:
                    yield from self.read_feed(self.cursor, self.options.wait)
                    if self.pages == 0 and self.must_verify():
                        yield from self.verify()
            except CatalogError as error:
                yield self.recover(error)

    def recover(self, error: CatalogError) -> SyncStep | Pause:
        """Begins again where the protocol says so; any other error is raised."""
        is_gone = error.name == "CatalogSectionNotFoundError" and self.is_known
        if not is_gone:
            is_refused = error.status == 410 or refuses(error, "cursor")
            self.refusals += 1
            # A cursor that is refused again directly after a first copy is a defect; copying on and on would hide it.
            if self.cursor is None or not is_refused or self.refusals > 1:
                raise error
        self.begin_again()
        if is_gone and not self.is_emptied:
            self.is_emptied = True
            return SyncStep([], [], None, keep_only=frozenset())
        return Pause(self.options.section_pause if is_gone else 0.0)

    def begin_again(self) -> None:
        self.cursor, self.copy = None, _Copy()

    def include(self) -> Sequence[ListPart]:
        return [*self.options.include, "version"] if self.is_versioned else self.options.include

    def read_copy(self) -> Steps[SyncStep]:
        """The next products of the first copy."""
        step = None
        while step is None:
            step = yield from self.read_page() if self.copy.page else self.read_snapshot()
        self.is_known, self.is_emptied = True, False
        return step

    def read_snapshot(self) -> Steps[SyncStep | None]:
        """As many products as a step has, or as come before a cut; none if it was cut at once."""
        copy = self.copy
        lines: list[dict[str, Any]] = []
        try:
            if copy.is_open or (yield from self.open()):
                lines = [line_of(line) for line in (yield ReadLines(self.options.page_size))]
        except CatalogError as error:
            if error.name != "NotFoundError":
                raise
            # A server of before snapshots.
            self.is_versioned, copy.page = False, 1
            return None
        products: list[Product] = [line["product"] for line in lines if line["type"] == "product"]
        is_whole = bool(lines) and lines[-1]["type"] == "end"
        copy.is_open = len(products) == self.options.page_size
        for product in products:
            if product.stock_number <= copy.after:
                raise CatalogConnectionError("the snapshot repeats itself, it does not advance")
            copy.after = product.stock_number
            copy.numbers.add(copy.after)
        copy.count += len(products)
        # What came meanwhile may be there as well.
        if copy.count > 2 * copy.total + 1000:
            raise CatalogConnectionError("the snapshot has more products than it says")
        if is_whole and lines[-1]["count"] == copy.count:
            return self.end_copy(products)
        if products:
            copy.attempts, copy.waited = 0, 0.0
            return SyncStep(products, [], None)
        copy.attempts += 1
        pause = self.retry.pause(copy.attempts, None, copy.waited)
        if pause is None:
            raise CatalogConnectionError("the snapshot is cut again and again")
        copy.waited += pause
        yield Pause(pause)
        return None

    def open(self) -> Steps[bool]:
        """Opens a snapshot behind what has come. Returns whether it can be used."""
        copy = self.copy
        after: dict[str, Query] = {"after": copy.after} if copy.after else {}
        if copy.revision and self.has_least:
            after["minRevision"] = copy.revision
        try:
            yield Open(f"{self.path}/product-snapshot", {**including(self.include()), **after})
        except CatalogError as error:
            if not refuses(error, "minRevision"):
                raise
            self.has_least = False
            return False
        copy.count = 0
        start = [line_of(line) for line in (yield ReadLines(1))]
        # A server may be behind the one that the first start came from.
        if not start or start[0]["type"] != "start" or start[0]["revision"] < copy.revision:
            return False
        copy.total = start[0]["total"]
        if not copy.cursor:
            copy.cursor, copy.revision = start[0]["changesCursor"], start[0]["revision"]
        return True

    def end_copy(self, products: list[Product]) -> SyncStep:
        numbers, self.cursor = self.copy.numbers, self.copy.cursor
        self.copy = _Copy()
        return SyncStep(products, [], self.cursor, keep_only=frozenset(numbers))

    def read_page(self) -> Steps[SyncStep | None]:
        """A page of the list. All of them have to be of one revision: else it begins again."""
        copy = self.copy
        params: dict[str, Query] = {"page": copy.page, "pageSize": self.options.page_size, "sort": "stockNumber"}
        # A 304 would not renew the cursor.
        response = yield Get(f"{self.path}/products", {**params, **including(self.include())}, fresh=True)
        page, revision = page_of(data_of(response)), revision_of(response)
        if copy.page == 1:
            copy.cursor, copy.revision = page.meta.changes_cursor, revision
        if revision != copy.revision:
            self.copy, self.restarts = _Copy(page=1), self.restarts + 1
            if self.restarts > MOST_RESTARTS:
                raise CatalogConnectionError("the catalog changes too often to be read page by page")
            return None
        products = page.items
        numbers = [product.stock_number for product in products]
        is_last = copy.page >= page.meta.pagination.page_count
        if not is_last and (not numbers or numbers[0] <= copy.after):
            raise CatalogConnectionError("the list says that it has more pages, but does not advance")
        copy.numbers.update(numbers)
        copy.after, copy.page = max(numbers, default=""), copy.page + 1
        return self.end_copy(products) if is_last else SyncStep(products, [], None)

    def read_feed(self, cursor: str, wait: int) -> Generator[Effect | SyncStep, Any, None]:
        """A page of the feed; afterwards ``pages`` is 0 if there is no more for now."""
        started = time.monotonic()
        params: dict[str, Query] = {"cursor": cursor, "limit": self.options.limit, "wait": wait}
        try:
            version: dict[str, Query] = {"include": "version"} if self.is_versioned else {}
            response = yield Get(f"{self.path}/product-changes", {**params, **version})
        except CatalogError as error:
            if not self.is_versioned or not refuses(error, "include"):
                raise
            self.is_versioned = False
            response = yield Get(f"{self.path}/product-changes", params)
        data = data_of(response)
        items = events_of(data)
        next_cursor, has_more = data["meta"]["nextCursor"], data["meta"]["hasMore"]
        if has_more and (not items or next_cursor in (cursor, self.marked)):
            raise CatalogConnectionError("the feed says that it has more, but does not advance")
        # Of several events of a product the last one counts.
        events = {event["stockNumber"]: event for event in items}
        wanted = {number: event["operation"] != "remove" and event["inSection"] for number, event in events.items()}
        versions = {number: int(event.get("version", 0)) for number, event in events.items()}
        # A service without versions has nothing to compare with.
        revision = revision_of(response) if self.is_versioned else 0
        least = Least(revision, versions, self.has_least)
        try:
            batch = yield from read_products((each for each in wanted if wanted[each]), self.include(), least)
        except (BehindError, CatalogError) as error:
            if isinstance(error, CatalogError) and error.status != 503:
                raise
            # The page is read again: a store that was restored refuses its cursor.
            self.behind += 1
            if self.behind >= MOST_BEHIND:
                raise CatalogConnectionError("the servers are behind the feed") from None
            batch = None
        finally:
            self.has_least = least.is_known
        if batch is None:
            yield from self.read_feed(cursor, wait)
            return
        removals = [number for number in wanted if not wanted[number]] + batch.missing
        self.pages, self.behind = self.pages + 1 if has_more else 0, 0
        if self.pages & (self.pages - 1) == 0:
            self.marked = next_cursor if self.pages else ""
        # A server that is stopping responds at once; this keeps the next requests from following at once as well.
        if wait and not items and time.monotonic() - started < 1.0:
            yield Pause(1.0)
        self.cursor, self.refusals = next_cursor, 0
        self.is_known, self.is_emptied = True, False
        yield SyncStep(batch.found, removals, next_cursor)

    def must_verify(self) -> bool:
        if self.options.versions is None:
            return False
        return self.verified is None or time.monotonic() - self.verified >= self.options.verification_pause

    def verify(self) -> Generator[Effect | SyncStep, Any, None]:
        """Compares a copy that is up to date with the service, and repairs it.

        The service's digest is of its newest revision, and the feed is a little behind. So a difference counts only if
        it is there still when everything up to that revision has come.
        """
        parts: list[int] = []
        for is_again in (False, True):
            if is_again:
                yield from self.catch_up()
            try:
                digest = data_of((yield Get(f"{self.path}/product-digest", {})))
            except CatalogError as error:
                if error.name != "NotFoundError":
                    raise
                return self.end_verification()
            stored = self.stored()
            with documented("the digest"):
                parts = differing_parts(stored, digest)
            if not parts:
                return self.end_verification()
        self.repairs += 1
        if self.repairs > MOST_REPAIRS:
            return self.end_verification()
        lists = []
        for part in parts:
            lists.append(data_of((yield Get(f"{self.path}/product-digest", {"part": part}))))
        yield from self.catch_up()
        stored = self.stored()
        with documented("the digest"):
            doubts = doubts_of(stored, lists)
        if doubts.count > MOST_REPAIRED:
            return self.begin_again()
        batch = yield from read_products(doubts.versions, self.include())
        # What changed since the list comes by the feed.
        upserts = [product for product in batch.found if product.version == doubts.versions[product.stock_number]]
        if not upserts and not doubts.surplus:
            return self.end_verification()
        yield SyncStep(upserts, doubts.surplus, self.cursor, is_repair=True)

    def catch_up(self) -> Generator[Effect | SyncStep, Any, None]:
        """Reads everything that the feed has as soon as it must have what is in the catalog now."""
        yield Pause(self.options.feed_delay)
        while self.cursor is not None:
            yield from self.read_feed(self.cursor, 0)
            if self.pages == 0:
                return

    def stored(self) -> Mapping[str, int]:
        return {} if self.options.versions is None else self.options.versions()

    def end_verification(self) -> None:
        self.verified, self.repairs = time.monotonic(), 0
