import assert from "node:assert/strict";
import { test } from "node:test";
import type { FollowOptions, SyncStep } from "catalog-client";
import { changes, failure, Fake, page, type Responder, success } from "../fake.js";

const LIST = "/api/v2/catalog/sections/1/products";
const FEED = "/api/v2/catalog/sections/1/product-changes";
const expired = () => failure(410, "ProductChangesCursorExpiredError");

/** A service with lists and feed pages in turn; every product can be read, except those named "gone". */
function service(lists: (() => Response)[], feeds: (() => Response)[]): Fake {
  const respond: Responder = (url) => {
    if (url.pathname === LIST) return lists.shift()?.();
    if (url.pathname === FEED) return feeds.shift()?.();
    if (url.pathname !== "/api/v2/products") return undefined;
    const numbers = url.searchParams.get("stockNumbers")?.split(",") ?? [];
    const items = numbers.filter((number) => number !== "gone").map((stockNumber) => ({ stockNumber }));
    return success({ items, meta: { missing: numbers.filter((number) => number === "gone") } });
  };
  return new Fake(respond);
}

/** The first steps, with stock numbers in the place of products. */
async function steps(fake: Fake, count: number, options: FollowOptions = {}) {
  const taken: { upserts: string[]; removals: string[]; keepOnly?: string[]; cursor: string | null }[] = [];
  const plain = ({ upserts, keepOnly, ...rest }: SyncStep) => ({
    ...rest,
    upserts: upserts.map((product) => product.stockNumber),
    ...(keepOnly && { keepOnly: [...keepOnly] }),
  });
  for await (const step of fake.client().follow("1", options)) {
    taken.push(plain(step));
    if (taken.length === count) break;
  }
  return taken;
}

test("a walk gives the cursor of its first page, and the feed goes on from there", async () => {
  const fake = service(
    [() => success(page(["A", "B"], 1, 2)), () => success(page(["C"], 2, 2))],
    [
      () =>
        success(
          changes(
            [
              ["A", "remove", false],
              ["B", "upsert", false],
              ["C", "remove", false],
              ["A", "upsert", true],
              ["gone", "upsert", true],
            ],
            "next",
          ),
        ),
    ],
  );
  assert.deepEqual(await steps(fake, 3), [
    { upserts: ["A", "B"], removals: [], cursor: null },
    { upserts: ["C"], removals: [], keepOnly: ["A", "B", "C"], cursor: "walk-1" },
    { upserts: ["A"], removals: ["B", "C", "gone"], cursor: "next" },
  ]);
  assert.ok(fake.targets.includes(`${FEED}?cursor=walk-1&limit=500&wait=30`));
});

test("a stored cursor needs no walk, and every step's cursor reaches the checkpoint after the loop's body", async () => {
  const news = () => success(changes([["A", "upsert", true]], "c3"));
  const fake = service([], [() => success(changes([], "c2")), news, expired]);
  const log: (string | null)[] = [];
  const options = { cursor: "c1", checkpoint: (cursor: string | null) => void log.push(`stored ${cursor}`) };
  for await (const step of fake.client().follow("1", options)) {
    log.push(step.cursor);
    if (step.cursor === "c3") break;
  }
  assert.deepEqual(log, ["c2", "stored c2", "c3"]);
});

test("a refused cursor leads to a walk that says what to keep", async () => {
  const refused = () => failure(400, "ValidationError", {}, [{ parameter: "cursor", reason: "is not one of ours" }]);
  for (const refusal of [expired, refused]) {
    const fake = service([() => success(page(["A"], 1, 1))], [refusal, () => success(changes([], "c3"))]);
    assert.deepEqual(await steps(fake, 2, { cursor: "old" }), [
      { upserts: ["A"], removals: [], keepOnly: ["A"], cursor: "walk-1" },
      { upserts: [], removals: [], cursor: "c3" },
    ]);
  }
});

test("a cursor that is refused directly after a walk is an error", async () => {
  const list = () => success(page(["A"], 1, 1));
  await assert.rejects(steps(service([list, list], [expired, expired]), 9, { cursor: "old" }), { status: 410 });
});

test("a 400 about anything but the cursor is an error", async () => {
  const wrong = () => failure(400, "ValidationError", {}, [{ parameter: "limit", reason: "too large" }]);
  await assert.rejects(steps(service([], [wrong]), 1, { cursor: "c1" }), { status: 400 });
});

test("a section that is no longer public empties the copy once, and is walked when it is back", async () => {
  const gone = () => failure(404, "CatalogSectionNotFoundError");
  const fake = service([gone, gone, () => success(page(["A"], 1, 1))], [gone]);
  assert.deepEqual(await steps(fake, 2, { cursor: "c1" }), [
    { upserts: [], removals: [], keepOnly: [], cursor: null },
    { upserts: ["A"], removals: [], keepOnly: ["A"], cursor: "walk-1" },
  ]);
  assert.deepEqual(fake.pauses, [60, 60]);
  await assert.rejects(steps(service([gone], []), 1), { name: "CatalogSectionNotFoundError" });
});

test("products that may have slipped to the page before are read again", async () => {
  const at = (revision: string, numbers: string[], number: number) => () =>
    success(page(numbers, number, 2), { "Catalog-Revision": revision });
  const fake = service(
    [at("5", ["A", "B"], 1), at("4", ["D"], 2), at("6", ["D"], 2), at("6", ["B", "C"], 1), at("6", ["D"], 2)],
    [],
  );
  const taken = await steps(fake, 3);
  assert.deepEqual(taken.map((step) => step.upserts), [["A", "B"], ["B", "C"], ["D"]]);
  assert.deepEqual(taken.at(-1)?.keepOnly, ["A", "B", "C", "D"]);
  assert.deepEqual(fake.pauses, [2]);
});

test("an abort ends the iteration without an error, in the middle of a request or of a login", async () => {
  for (const path of [FEED, "/auth/token"]) {
    const controller = new AbortController();
    let respond = (_: Response) => {};
    const fake = new Fake((url, request) => {
      if (url.pathname !== path) return undefined;
      return new Promise((resolve, reject) => {
        respond = resolve;
        request.signal.addEventListener("abort", () => reject(new Error("aborted")));
        controller.abort();
      });
    });
    assert.deepEqual(await steps(fake, 1, { cursor: "c1", signal: controller.signal }), []);
    assert.equal(fake.requests.length, path === FEED ? 2 : 1);
    // An abort leaves the login alone, which others may wait for.
    respond(failure(401, "AuthorizationError"));
  }
});

test("a feed or a list that has more and stands still is an error", async () => {
  const more = (feed: unknown) => {
    const { items, meta } = feed as { items: unknown[]; meta: Record<string, unknown> };
    return () => success({ items, meta: { ...meta, hasMore: true } });
  };
  const standing = { name: "CatalogConnectionError", message: /does not advance/ };
  for (const feed of [changes([], "c2"), changes([["A", "remove", false]], "c1")]) {
    await assert.rejects(steps(service([], [more(feed)]), 9, { cursor: "c1" }), standing);
  }
  const rounds = ["c2", "c3", "c4", "c3", "c4", "c3"].map((cursor) => more(changes([["A", "remove", false]], cursor)));
  await assert.rejects(steps(service([], rounds), 9, { cursor: "c1" }), standing);
  const pages = (numbers: string[], count: number) =>
    Array.from({ length: count }, (_, index) => () => success(page(numbers, index + 1, 1e9)));
  await assert.rejects(steps(service(pages([], 1), []), 9), standing);
  await assert.rejects(steps(service(pages(["A"], 1001), []), 2000), standing);
});
