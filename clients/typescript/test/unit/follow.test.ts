import assert from "node:assert/strict";
import { test } from "node:test";
import { differingParts, type FollowOptions, numberOf, partOf, type SyncStep } from "catalog-client";
import { changes, failure, Fake, page, product, type Responder, snapshot, success } from "../fake.js";

const LIST = "/api/v2/catalog/sections/1/products";
const FEED = "/api/v2/catalog/sections/1/product-changes";
const SNAPSHOT = "/api/v2/catalog/sections/1/product-snapshot";
const DIGEST = "/api/v2/catalog/sections/1/product-digest";
const expired = () => failure(410, "ProductChangesCursorExpiredError");

type Responses = (() => Response)[];

/** Snapshots, feed pages, lists and digests in turn; every product can be read, except those named "gone". */
function service(snapshots: Responses, feeds: Responses, lists: Responses = [], digests: Responses = []): Fake {
  const turns: Record<string, Responses> = { [SNAPSHOT]: snapshots, [FEED]: feeds, [LIST]: lists, [DIGEST]: digests };
  const respond: Responder = (url) => {
    const next = turns[url.pathname]?.shift();
    if (next !== undefined) return next();
    if (url.pathname !== "/api/v2/products") return undefined;
    const numbers = url.searchParams.get("stockNumbers")?.split(",") ?? [];
    const items = numbers.filter((number) => number !== "gone").map((number) => product(number, { version: 5 }));
    return success({ items, meta: { missing: numbers.filter((number) => number === "gone") } });
  };
  return new Fake(respond);
}

/** The first steps, with stock numbers in the place of products. */
async function steps(fake: Fake, count: number, options: FollowOptions = {}, apply = (_: SyncStep) => {}) {
  const taken: {
    upserts: string[];
    removals: string[];
    keepOnly?: string[];
    cursor: string | null;
    isRepair?: boolean;
  }[] = [];
  const plain = ({ upserts, keepOnly, ...rest }: SyncStep) => ({
    ...rest,
    upserts: upserts.map((product) => product.stockNumber),
    ...(keepOnly && { keepOnly: [...keepOnly] }),
  });
  for await (const step of fake.client().follow("1", options)) {
    apply(step);
    taken.push(plain(step));
    if (taken.length === count) break;
  }
  return taken;
}

const whole =
  (numbers: string[], revision = 5) =>
  () =>
    snapshot(numbers, revision);
const cut =
  (numbers: string[], revision = 5, end = '{"type": "prod') =>
  () =>
    snapshot(numbers, revision, end);

test("a snapshot gives the cursor of its start, and the feed goes on from there", async () => {
  const fake = service(
    [whole(["A", "B", "C"])],
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
  assert.deepEqual(await steps(fake, 3, { pageSize: 2, include: ["sections"] }), [
    { upserts: ["A", "B"], removals: [], cursor: null },
    { upserts: ["C"], removals: [], keepOnly: ["A", "B", "C"], cursor: "c5" },
    { upserts: ["A"], removals: ["B", "C", "gone"], cursor: "next" },
  ]);
  assert.deepEqual(fake.targets, [
    `${SNAPSHOT}?include=sections%2Cversion`,
    `${FEED}?cursor=c5&limit=500&wait=30&include=version`,
    "/api/v2/products?stockNumbers=A,gone&include=sections,version&minRevision=1",
  ]);
});

test("a snapshot goes on where it was cut, and is whole with its end only", async () => {
  const stopped = '{"type": "error", "error": {"name": "X"}}\n';
  const snapshots = [
    cut(["A", "B", "C"]),
    // Nothing but a start, and then a server that is behind: neither leads on.
    cut([], 6),
    whole(["D"], 4),
    cut(["D"], 6, stopped),
    cut(["\u{1F600}"], 7, ""),
    whole([], 7),
  ];
  const fake = service(snapshots, []);
  assert.deepEqual(await steps(fake, 4), [
    { upserts: ["A", "B", "C"], removals: [], cursor: null },
    { upserts: ["D"], removals: [], cursor: null },
    { upserts: ["\u{1F600}"], removals: [], cursor: null },
    { upserts: [], removals: [], keepOnly: ["A", "B", "C", "D", "\u{1F600}"], cursor: "c5" },
  ]);
  const after = ["C", "C", "C", "D", "%F0%9F%98%80"].map((each) => `&after=${each}&minRevision=5`);
  assert.deepEqual(
    fake.targets,
    ["", ...after].map((each) => `${SNAPSHOT}?include=version${each}`),
  );
  assert.equal(fake.pauses.length, 2);
});

test("a snapshot that is cut at once or is none is an error in the end", async () => {
  const cuts = Array.from({ length: 60 }, () => cut([]));
  await assert.rejects(steps(service(cuts, []), 1), /cut again and again/);
  for (const lines of ["<html>\n", '"no object"\n', "null\n"]) {
    await assert.rejects(steps(service([() => new Response(lines)], []), 1), /not as documented/);
  }
  await assert.rejects(steps(service([whole(["A", "A"])], []), 1), /does not advance/);
  await assert.rejects(steps(service([() => new Response("x".repeat(17 << 20))], []), 1), /too long/);
});

test("a server without snapshots and versions is read page by page at one revision", async () => {
  const at = (revision: string, numbers: string[], number: number) => () =>
    success(page(numbers, number, 2), { "Catalog-Revision": revision });
  const lists = [at("5", ["A", "B"], 1), at("6", ["D"], 2), at("6", ["B", "C"], 1), at("6", ["D"], 2)];
  const fake = service([], [() => success(changes([], "next"))], lists);
  const taken = await steps(fake, 4, { versions: () => new Map() });
  assert.deepEqual(taken.slice(2), [
    { upserts: ["D"], removals: [], keepOnly: ["B", "C", "D"], cursor: "walk-1" },
    { upserts: [], removals: [], cursor: "next" },
  ]);
  assert.equal(fake.targets.at(-1), `${FEED}?cursor=walk-1&limit=500&wait=30`);

  const noVersions = () => failure(400, "ValidationError", {}, [{ parameter: "include", reason: "unknown" }]);
  const older = service([], [noVersions, () => success(changes([["A", "upsert", true]], "c2"))]);
  await steps(older, 1, { cursor: "c1" });
  assert.equal(older.targets.at(-1), "/api/v2/products?stockNumbers=A");
});

test("a stored cursor needs no first copy, and every step's cursor reaches the checkpoint after the loop's body", async () => {
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

test("a refused cursor leads to a first copy that says what to keep", async () => {
  const refused = () => failure(400, "ValidationError", {}, [{ parameter: "cursor", reason: "is not one of ours" }]);
  for (const refusal of [expired, refused]) {
    const fake = service([whole(["A"])], [refusal, () => success(changes([], "c3"))]);
    assert.deepEqual(await steps(fake, 2, { cursor: "old" }), [
      { upserts: ["A"], removals: [], keepOnly: ["A"], cursor: "c5" },
      { upserts: [], removals: [], cursor: "c3" },
    ]);
  }
});

/** A service whose servers are behind: reads give these versions of a product in turn; 0 stands for a 503. */
function behind(versions: number[], knows: boolean, feeds: Responses, gone = 0): Fake {
  return new Fake((url) => {
    if (url.pathname === FEED) return feeds.shift()?.();
    if (url.pathname === SNAPSHOT) return snapshot(["A"]);
    if (url.pathname !== "/api/v2/products") return undefined;
    if (!knows && url.searchParams.has("minRevision")) {
      return failure(400, "ValidationError", {}, [{ parameter: "minRevision", reason: "unknown" }]);
    }
    const version = (versions.length > 1 ? versions.shift() : versions[0]) ?? 0;
    if (version === 0) return failure(503, "ServiceUnavailableError", { "Retry-After": "1" });
    const isGone = version < gone;
    const items = isGone ? [] : [product("A", { version })];
    return success({ items, meta: { missing: isGone ? ["A"] : [] } }, { "Catalog-Revision": `${version}` });
  });
}

const told = () => success(changes([["A", "upsert", true]], "c2"), { "Catalog-Revision": "7" });

test("what a page names is read not older than the page", async () => {
  const fake = behind([0, 0, 5], true, [told]);
  assert.deepEqual((await steps(fake, 1, { cursor: "c1" }))[0]?.upserts, ["A"]);
  const target = "/api/v2/products?stockNumbers=A&include=version&minRevision=7";
  assert.deepEqual(fake.targets.slice(-3), [target, target, target]);
  assert.equal(fake.pauses.length, 2);
});

test("after 30 seconds of 503 the page is read again from the stored cursor", async () => {
  const fake = behind([0], true, [told, expired]);
  const [step] = await steps(fake, 1, { cursor: "c1" });
  assert.deepEqual(step, { upserts: ["A"], removals: [], keepOnly: ["A"], cursor: "c5" });
  const seconds = fake.pauses.reduce((sum, pause) => sum + pause, 0);
  assert.ok(seconds > 10 && seconds <= 30, `${seconds}`);
  const feeds = Array.from({ length: 99 }, () => told);
  await assert.rejects(steps(behind([0], true, feeds), 1, { cursor: "c1" }), /behind/);
});

test("of a service that cannot wait, what is older than its event is read again", async () => {
  for (const gone of [0, 5]) {
    const fake = behind([3, 4, 5, 4, 5], false, [told, told], gone);
    const taken = await steps(fake, 2, { cursor: "c1" });
    assert.deepEqual(
      taken.map((step) => [step.upserts, step.removals]),
      [
        [["A"], []],
        [["A"], []],
      ],
    );
    assert.equal(fake.targets.filter((target) => target.includes("minRevision")).length, 1);
    assert.deepEqual(fake.pauses, [1, 1, 1]);
    // The page is read again from the stored cursor, and here the cursor has ended.
    const [again] = await steps(behind([4], false, [told, expired], gone), 1, { cursor: "c1" });
    assert.deepEqual(again?.keepOnly, ["A"]);
  }
});

test("a cursor that is refused directly after a first copy is an error", async () => {
  await assert.rejects(steps(service([whole(["A"]), whole(["A"])], [expired, expired]), 9, { cursor: "old" }), {
    status: 410,
  });
});

test("a 400 about anything but the cursor is an error", async () => {
  const wrong = () => failure(400, "ValidationError", {}, [{ parameter: "limit", reason: "too large" }]);
  await assert.rejects(steps(service([], [wrong]), 1, { cursor: "c1" }), { status: 400 });
});

test("a section that is no longer public empties the copy once, and is read when it is back", async () => {
  const gone = () => failure(404, "CatalogSectionNotFoundError");
  const fake = service([gone, gone, whole(["A"])], [gone]);
  assert.deepEqual(await steps(fake, 2, { cursor: "c1" }), [
    { upserts: [], removals: [], keepOnly: [], cursor: null },
    { upserts: ["A"], removals: [], keepOnly: ["A"], cursor: "c5" },
  ]);
  assert.deepEqual(fake.pauses, [60, 60]);
  await assert.rejects(steps(service([gone], []), 1), { name: "CatalogSectionNotFoundError" });
});

/** What the service says when these are the products of the section. */
function digestOf(right: Record<string, number>): () => Response {
  const parts = Array.from({ length: 256 }, () => ({ count: 0, digest: "0".repeat(32) }));
  for (const [stockNumber, version] of Object.entries(right)) {
    parts[partOf(stockNumber)] = { count: 1, digest: numberOf(stockNumber, version).toString(16).padStart(32, "0") };
  }
  return () => success({ revision: 5, parts });
}

function listOf(right: Record<string, number>, part: number): () => Response {
  const items = Object.entries(right).map(([stockNumber, version]) => ({ stockNumber, version }));
  return () => success({ revision: 5, part, items: items.filter((item) => partOf(item.stockNumber) === part) });
}

/** The steps of a copy that follows the feed and is verified. */
async function verified(stored: Record<string, number>, digests: Responses, count: number, snapshots: Responses = []) {
  const copy = new Map(Object.entries(stored));
  const feeds = Array.from({ length: 9 }, (_, index) => () => success(changes([], `c${index}`)));
  const fake = service(snapshots, feeds, [], digests);
  const apply = ({ upserts, removals }: SyncStep) => {
    for (const product of upserts) copy.set(product.stockNumber, product.version ?? 0);
    for (const number of removals) copy.delete(number);
  };
  const taken = await steps(fake, count, { cursor: "c", versions: () => copy }, apply);
  return { fake, taken, copy: Object.fromEntries(copy) };
}

test("a copy that is right is verified by one request", async () => {
  const right = { A: 3, B: 5 };
  const { fake, taken } = await verified(right, [digestOf(right)], 2);
  assert.deepEqual(
    fake.targets.filter((target) => target.startsWith(DIGEST)),
    [DIGEST],
  );
  assert.ok(!taken.some((step) => step.isRepair));
});

test("missing, outdated and surplus products are repaired and reported", async () => {
  const right = { A: 3, B: 5 };
  const faults: [Record<string, number>, string, string[], string[]][] = [
    [{ A: 3 }, "B", ["B"], []],
    [{ A: 3, B: 2 }, "B", ["B"], []],
    [{ A: 3, B: 5, C: 1 }, "C", [], ["C"]],
  ];
  for (const [stored, wrong, upserts, removals] of faults) {
    const digests = [digestOf(right), digestOf(right), listOf(right, partOf(wrong)), digestOf(right)];
    const { fake, taken, copy } = await verified(stored, digests, 6);
    const repairs = taken.filter((step) => step.isRepair);
    assert.deepEqual(
      repairs.map((step) => [step.upserts, step.removals]),
      [[upserts, removals]],
    );
    assert.deepEqual(copy, right);
    assert.equal(fake.targets.filter((target) => target.startsWith(DIGEST))[2], `${DIGEST}?part=${partOf(wrong)}`);
    assert.equal(fake.pauses.filter((pause) => pause === 5).length, 2);
  }
});

test("a product that changed since the list is left to the feed", async () => {
  const right = { A: 3, B: 4 };
  const { taken } = await verified({ A: 3 }, [digestOf(right), digestOf(right), listOf(right, partOf("B"))], 4);
  assert.ok(!taken.some((step) => step.upserts.length > 0));
});

test("a copy that differs almost everywhere is read again", async () => {
  const items = Array.from({ length: 5001 }, (_, index) => ({ stockNumber: `P${index}`, version: 1 }));
  const list = () => success({ revision: 5, part: 0, items });
  const { taken } = await verified({}, [digestOf({ A: 1 }), digestOf({ A: 1 }), list], 4, [whole(["A"])]);
  assert.deepEqual(taken.at(-1), { upserts: ["A"], removals: [], keepOnly: ["A"], cursor: "c5" });
});

test("the vectors of the contract are what is computed", () => {
  const rows: [string, number][] = [
    ["PMP-1000", 1],
    ["PMP-1000", 42],
    ["Насос 25/7", 9_007_199_254_740_991],
  ];
  assert.deepEqual(
    rows.map(([number]) => partOf(number)),
    [22, 22, 79],
  );
  const numbers = rows.map(([number, version]) => numberOf(number, version));
  assert.equal(numbers[2]?.toString(16), "c912c36ced6c2c422272ecbbd2ee812e");
  const sum = BigInt.asUintN(
    128,
    numbers.reduce((sum, number) => sum + number, 0n),
  );
  assert.equal(sum.toString(16), "e6b212bf54d8d991cabb2bb7f7e5811f");
  const none = { sectionId: "1", revision: 1, changesCursor: "c" };
  assert.equal(differingParts(new Map(), none).length, 256);
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
  await assert.rejects(steps(service([], [], pages([], 1)), 9), standing);
  await assert.rejects(steps(service([], [], pages(["A"], 2)), 9), standing);
});
