"""The sync protocol of docs/sync-guide.md: a walk of a section's list, then its feed without an end."""

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import CatalogConnectionError, CatalogError
from .exchange import Pause
from .generated.models import Product
from .reads import Get, ListPart, Query, Steps, including, read_products

#: Servers may be a moment behind each other: so many attempts, and seconds between them.
CATCH_UP_ATTEMPTS = 30
CATCH_UP_PAUSE = 2.0
#: So many pages in a row without a product beyond those before are a list that does not advance.
REPEATED_PAGES = 1000


@dataclass(frozen=True)
class SyncStep:
    """What to do with the copy. Every step says what is so now, so that doing it twice does no harm."""

    #: Products to insert or replace.
    upserts: list[Product]
    #: Stock numbers to delete from the section's copy.
    removals: list[str]
    #: Store it with the step, best in one transaction. None: begin with a walk next time.
    cursor: str | None
    #: At the end of a walk: delete every product of the section's copy that is not in it.
    keep_only: frozenset[str] | None = None


@dataclass(frozen=True)
class FollowOptions:
    """How a section is followed."""

    #: Parts of the products.
    include: Sequence[ListPart] = ()
    #: Products on a page of the walk, 1 to 1000.
    page_size: int = 500
    #: Events in a step, 1 to 500.
    limit: int = 500
    #: Seconds that the service holds a request for changes open, 1 to 30.
    wait: int = 30
    #: Seconds between attempts to find a section again that is not public any more.
    section_pause: float = 60.0


def follow(section: str, cursor: str | None, options: FollowOptions) -> Generator[Get | Pause | SyncStep, Any, None]:
    """Walks the section's list unless there is a cursor, then follows its feed without an end."""
    return _Follower(section, cursor, options).steps()


@dataclass
class _Walk:
    cursor: str
    first_revision: int
    #: The revision of the page before.
    revision: int
    page: int = 1
    #: The last stock number so far. The list is sorted by code points, as strings are compared here.
    covered: str = ""
    walked: set[str] = field(default_factory=set)
    #: Pages since the last one that had something new.
    repeated: int = 0


class _Follower:
    def __init__(self, section: str, cursor: str | None, options: FollowOptions) -> None:
        self.path = f"/api/v2/catalog/sections/{section}"
        self.options = options
        self.cursor = cursor
        self.walk: _Walk | None = None
        #: Whether the section was public once: a copy of it may exist.
        self.is_known = cursor is not None
        self.is_emptied = False
        #: Cursors refused since the feed last gave a page.
        self.refusals = 0
        #: Pages since the feed last had no more, and the cursor of the last one with a number that is a power of two:
        #: a feed that goes round meets it, however long the round is.
        self.pages, self.marked = 0, ""

    def steps(self) -> Generator[Get | Pause | SyncStep, Any, None]:
        while True:
            try:
                step = yield from (self.walk_page() if self.cursor is None else self.feed_page(self.cursor))
            except CatalogError as error:
                yield self.recover(error)
            else:
                self.is_known, self.is_emptied = True, False
                yield step

    def recover(self, error: CatalogError) -> SyncStep | Pause:
        """Begins again with a walk where the protocol says so; any other error is raised."""
        is_gone = error.name == "CatalogSectionNotFoundError" and self.is_known
        if not is_gone:
            self.refusals += 1
            # A cursor that is refused again directly after a walk is a defect; walking on and on would hide it.
            if self.cursor is None or not _refuses_cursor(error) or self.refusals > 1:
                raise error
        self.cursor, self.walk = None, None
        if is_gone and not self.is_emptied:
            self.is_emptied = True
            return SyncStep([], [], None, keep_only=frozenset())
        return Pause(self.options.section_pause if is_gone else 0.0)

    def walk_page(self) -> Steps[SyncStep]:
        behind = 0
        while behind < CATCH_UP_ATTEMPTS:
            number = self.walk.page if self.walk else 1
            params: dict[str, Query] = {"page": number, "pageSize": self.options.page_size, "sort": "stockNumber"}
            # A 304 would not renew the cursor.
            response = yield Get(f"{self.path}/products", {**params, **including(self.options.include)}, fresh=True)
            page = response.json()["data"]
            revision = int(response.headers.get("Catalog-Revision", "0"))
            walk = self.walk = self.walk or _Walk(page["meta"]["changesCursor"], revision, revision)
            if revision < walk.first_revision:
                behind += 1
                yield Pause(CATCH_UP_PAUSE)
            elif not _is_adjacent(walk, revision, page["items"]):
                # Products may have slipped to the page before.
                walk.page -= 1
            else:
                walk.revision = revision
                return self.take(walk, page)
        raise CatalogConnectionError("the server stays behind the one that gave the first page")

    def take(self, walk: _Walk, page: dict[str, Any]) -> SyncStep:
        products = [Product.from_dict(item) for item in page["items"]]
        numbers = [product.stock_number for product in products]
        is_last = walk.page >= page["meta"]["pagination"]["pageCount"]
        # Products shift while the catalog changes, so some pages may have nothing new.
        walk.repeated = 0 if max(numbers, default="") > walk.covered else walk.repeated + 1
        if not is_last and (not numbers or walk.repeated >= REPEATED_PAGES):
            raise CatalogConnectionError("the list says that it has more pages, but does not advance")
        walk.walked.update(numbers)
        walk.covered = max(walk.covered, *numbers[-1:], "")
        walk.page += 1
        if not is_last:
            return SyncStep(products, [], None)
        self.walk, self.cursor = None, walk.cursor
        return SyncStep(products, [], walk.cursor, keep_only=frozenset(walk.walked))

    def feed_page(self, cursor: str) -> Steps[SyncStep]:
        started = time.monotonic()
        params: dict[str, str | int] = {"cursor": cursor, "limit": self.options.limit, "wait": self.options.wait}
        data = (yield Get(f"{self.path}/product-changes", params)).json()["data"]
        next_cursor = data["meta"]["nextCursor"]
        self.pages = self.pages + 1 if data["meta"]["hasMore"] else 0
        if self.pages and (not data["items"] or next_cursor in (cursor, self.marked)):
            raise CatalogConnectionError("the feed says that it has more, but does not advance")
        if self.pages & (self.pages - 1) == 0:
            self.marked = next_cursor if self.pages else ""
        # Of several events of a product the last one counts.
        events = {event["stockNumber"]: event for event in data["items"]}.values()
        wanted = {event["stockNumber"]: event["operation"] != "remove" and event["inSection"] for event in events}
        batch = yield from read_products((number for number in wanted if wanted[number]), self.options.include)
        removals = [number for number in wanted if not wanted[number]] + batch.missing
        # A server that is stopping responds at once; this keeps the next requests from following at once as well.
        if not data["items"] and time.monotonic() - started < 1.0:
            yield Pause(1.0)
        self.cursor, self.refusals = next_cursor, 0
        return SyncStep(batch.found, removals, self.cursor)


def _refuses_cursor(error: CatalogError) -> bool:
    return error.status == 410 or (error.status == 400 and any(d.parameter == "cursor" for d in error.details))


def _is_adjacent(walk: _Walk, revision: int, items: list[dict[str, Any]]) -> bool:
    """Whether nothing can be missing between what was read and a page with these items."""
    if walk.page == 1 or revision == walk.revision:
        return True
    return bool(items) and items[0]["stockNumber"] <= walk.covered
