// The package against a real server: every kind of read, then a copy of a section kept in step through faults and
// an import. `clients/with-demo` says where the server is and how to change its catalog.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import { CatalogClient, CatalogError, memoryCache, payload, type Product, type ProductQuery, type SyncStep } from "catalog-client";
import { failure } from "./fake.js";

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** Faults that the next requests meet, one each; the others are served. */
const faults: ((request: Request) => Response | undefined)[] = [];
let sent = 0;
let unchanged = 0;

async function faultyFetch(request: Request): Promise<Response> {
  sent += 1;
  const isLogin = request.url.endsWith("/auth/token");
  const injected = isLogin ? undefined : faults.shift()?.(request);
  const response = injected ?? (await fetch(request));
  if (response.status === 304) unchanged += 1;
  return response;
}

const FAULTS = {
  busy: () => failure(503, "ServiceUnavailableError", { "Retry-After": "1" }),
  dropped: () => {
    throw new TypeError("the connection was dropped");
  },
  /** The server itself says what a token that is not valid leads to. */
  ended: (request: Request) => {
    request.headers.set("Authorization", "Bearer ended");
    return undefined;
  },
  expired: () => failure(410, "ProductChangesCursorExpiredError"),
};

const client = new CatalogClient({
  baseUrl: setting("CATALOG_BASE_URL"),
  credentials: { login: setting("CATALOG_LOGIN"), password: setting("CATALOG_PASSWORD") },
  cache: memoryCache(),
  fetch: faultyFetch,
});

async function readEverything(): Promise<{ id: string; products: number }> {
  const { user } = await payload(client.api.GET("/auth/v2/check"));
  const tree = () =>
    payload(client.api.GET("/api/v2/catalog/tree", { params: { query: { depth: 2, include: ["vendors"] } } }));
  const { items, meta } = await tree();
  assert.deepEqual((await tree()).items, items);
  assert.equal(unchanged, 1, "the second read of the tree is a 304");
  console.log(`${user.email} (${user.priceLevel}) sees ${meta.total} sections on two levels of ${meta.host}`);

  const root = items.reduce((most, section) => (section.productCount > most.productCount ? section : most));
  const include = ["children", "breadcrumbs", "vendors", "filters"] as const;
  const params = { path: { id: root.id }, query: { include: [...include] } };
  const section = await payload(client.api.GET("/api/v2/catalog/sections/{id}", { params }));
  assert.equal(section.breadcrumbs?.at(-1)?.id, section.id);

  const numbers: string[] = [];
  for await (const product of client.products(root.id, { include: ["media", "warehouses"] })) {
    numbers.push(product.stockNumber);
  }
  assert.equal(new Set(numbers).size, section.productCount);
  const first = numbers[0] ?? "";
  const product = await client.product(first, { include: ["description", "features", "documentation"] });
  assert.ok(product.features && product.documentation);
  console.log(`${section.name}: ${numbers.length} products, ${product.name} is one of them`);

  const batch = await client.productsByNumber([first, "no such product", "no,such product"]);
  assert.equal(batch.found.length, 1);
  assert.deepEqual(batch.missing, ["no such product", "no,such product"]);
  await assert.rejects(client.product("no/such+product"), (error) => {
    assert.ok(error instanceof CatalogError && error.requestId !== undefined);
    return error.name === "ProductNotFoundError" && error.status === 404;
  });
  return { id: root.id, products: numbers.length };
}

async function readThroughFaults(section: string): Promise<void> {
  const before = sent;
  faults.push(FAULTS.busy, FAULTS.dropped, FAULTS.ended);
  for await (const page of client.pages(section, { pageSize: 10, page: 2 })) {
    assert.equal(page.items.length, 10);
    break;
  }
  // Busy, dropped, refused, then a login and the page itself.
  assert.equal(sent - before, 5);
  console.log("read a page through a 503, a dropped connection and a token that had ended");
}

/** Imports a delta of that many changes into the running demo. */
function change(changes: number): void {
  execFileSync("../change-demo", [String(changes)], { stdio: "inherit" });
}

async function list(section: string): Promise<Product[]> {
  const products: Product[] = [];
  const query: ProductQuery = { sort: "stockNumber", include: ["version"] };
  for await (const product of client.products(section, query)) products.push(product);
  return products;
}

function versionsOf(copy: Map<string, Product>): Map<string, number> {
  return new Map([...copy].map(([number, product]) => [number, product.version ?? 0]));
}

function apply({ upserts, removals, keepOnly }: SyncStep, copy: Map<string, Product>): void {
  for (const product of upserts) copy.set(product.stockNumber, product);
  for (const number of removals) copy.delete(number);
  if (keepOnly) for (const number of [...copy.keys()]) if (!keepOnly.has(number)) copy.delete(number);
}

/** Follows until `isDone`, applying every step to the copy; returns the cursor that was stored last. */
async function sync(copy: Map<string, Product>, section: string, stored: string | null, isDone: () => Promise<boolean>) {
  let cursor = stored;
  const checkpoint = (next: string | null) => void (cursor = next);
  const controller = new AbortController();
  const { signal } = controller;
  setTimeout(() => controller.abort(), 120_000).unref();
  const versions = () => versionsOf(copy);
  for await (const step of client.follow(section, { cursor: stored, checkpoint, signal, versions, wait: 5 })) {
    assert.ok(!step.isRepair, "the copy is right without repairs");
    apply(step, copy);
    if (step.cursor !== null && (await isDone())) controller.abort();
  }
  return cursor;
}

async function keepInStep(section: string): Promise<void> {
  const copy = new Map<string, Product>();
  const original = await list(section);
  const cursor = await sync(copy, section, null, async () => true);
  assert.ok(cursor !== null);
  assert.deepEqual([...copy.values()], original);
  console.log(`read ${copy.size} products`);

  change(20);
  faults.push(FAULTS.dropped, FAULTS.busy, FAULTS.ended);
  let changed = original;
  const isEqual = async () => {
    changed = await list(section);
    const byNumber = (product: Product) => [product.stockNumber, product] as const;
    return changed.length === copy.size && isDeepStrictEqual(new Map(changed.map(byNumber)), copy);
  };
  const isNews = async () => (await isEqual()) && !isDeepStrictEqual(changed, original);
  const next = await sync(copy, section, cursor, isNews);
  assert.ok(await isEqual(), "the copy equals the list after the import");
  const old = new Map(original.map((product) => [product.stockNumber, product]));
  const news = changed.filter((product) => !isDeepStrictEqual(product, old.get(product.stockNumber))).length;
  console.log(`followed an import through faults: ${news} products are new or changed, ${copy.size} are equal`);

  copy.set("not in the catalog", copy.values().next().value as Product);
  faults.push(FAULTS.expired);
  await sync(copy, section, next, isEqual);
  assert.ok(await isEqual(), "the copy equals the list after a restart");
  assert.ok(!copy.has("not in the catalog"));
  const last = await sync(copy, section, "not a cursor of the service", isEqual);
  assert.ok(await isEqual(), "the copy equals the list after a cursor that the server refused");
  console.log("read everything again after a 410, and after a cursor that the server refused");

  const [missing, outdated] = [...copy.values()];
  assert.ok(missing && outdated);
  copy.delete(missing.stockNumber);
  copy.set("surplus", { ...missing, stockNumber: "surplus" });
  copy.set(outdated.stockNumber, { ...outdated, version: 0 });
  for await (const step of client.follow(section, { cursor: last, versions: () => versionsOf(copy) })) {
    apply(step, copy);
    if (step.isRepair) break;
  }
  assert.ok(await isEqual(), "the copy equals the list after a repair");
  console.log("repaired a missing, an outdated and a surplus product");
}

const { id } = await readEverything();
await readThroughFaults(id);
await keepInStep(id);
