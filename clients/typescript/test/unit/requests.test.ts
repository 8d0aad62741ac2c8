import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { CatalogClient, CatalogConnectionError, CatalogError, memoryCache } from "catalog-client";
import { failure, Fake, inTurn, page, product as fakeProduct, success } from "../fake.js";

const PRODUCT = "/api/v2/products/A";
const product = () => success(fakeProduct("A"));
/** That of the contract. */
const KEY = "cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s";
const drop = (): Response => {
  throw new TypeError("fetch failed");
};

test("a key is sent as it is in place of a login, and a refused one once", async () => {
  const fake = new Fake(inTurn(PRODUCT, [product, () => failure(401, "AuthorizationError")]));
  const client = fake.client({ credentials: { key: KEY } });
  assert.equal((await client.product("A")).stockNumber, "A");
  await assert.rejects(client.product("A"), { status: 401 });
  assert.deepEqual([fake.logins, fake.targets], [0, [PRODUCT, PRODUCT]]);
  const sent = fake.requests.map((request) => request.headers.get("Authorization"));
  assert.deepEqual(sent, [`Bearer ${KEY}`, `Bearer ${KEY}`]);
});

test("a client logs in once for requests that start together", async () => {
  const fake = new Fake(inTurn(PRODUCT, [product]));
  const client = fake.client();
  await Promise.all([client.product("A"), client.product("A"), client.product("A")]);
  assert.equal(fake.logins, 1);
  assert.equal(fake.requests.at(-1)?.headers.get("Authorization"), "Bearer token-1");
});

test("after a 401 the client logs in again and repeats the request", async () => {
  const fake = new Fake(inTurn(PRODUCT, [() => failure(401, "AuthorizationError"), product]));
  await fake.client().product("A");
  assert.equal(fake.logins, 2);
  assert.equal(fake.requests.at(-1)?.headers.get("Authorization"), "Bearer token-2");
});

test("a second 401 is an error and not a loop", async () => {
  const fake = new Fake(inTurn(PRODUCT, [() => failure(401, "AuthorizationError")]));
  await assert.rejects(fake.client().product("A"), { name: "AuthorizationError", status: 401 });
  assert.equal(fake.logins, 2);
  assert.equal(fake.targets.length, 2);
});

test("a wrong password is an error after one attempt", async () => {
  const fake = new Fake(inTurn("/auth/token", [() => failure(401, "AuthorizationError")]));
  await assert.rejects(fake.client().product("A"), { name: "AuthorizationError" });
  assert.equal(fake.requests.length, 1);
});

test("a login that comes too often waits as long as the service says", async () => {
  const busy = () => failure(429, "TooManyRequestsError", { "Retry-After": "7" });
  const login = inTurn("/auth/token", [busy, () => success({ token: "t" })]);
  const fake = new Fake((url, request) => (url.pathname === PRODUCT ? product() : login(url, request)));
  await fake.client().product("A");
  assert.deepEqual(fake.pauses, [7]);
});

test("503 and broken connections are repeated with growing pauses, Retry-After being the least", async () => {
  const busy = () => failure(503, "ServiceUnavailableError", { "Retry-After": "9" });
  const fake = new Fake(inTurn(PRODUCT, [drop, drop, busy, product]));
  await fake.client().product("A");
  const [first = 0, second = 0, third] = fake.pauses;
  assert.ok(first >= 0.25 && first <= 0.5, `${first}`);
  assert.ok(second >= 0.5 && second <= 1, `${second}`);
  assert.equal(third, 9);
});

test("a connection that breaks before or within the response is seen by the real fetch", async () => {
  const body = JSON.stringify({ status: true, data: { token: "t", ...fakeProduct("A") }, error: {}, message: "" });
  let reads = 0;
  const server = createServer((request, response) => {
    reads += request.method === "GET" ? 1 : 0;
    if (request.method === "GET" && reads === 1) return void request.socket.destroy();
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length, Connection: "close" });
    if (request.method === "POST" || reads > 2) return void response.end(body);
    response.write(body.slice(0, 10), () => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const credentials = { login: "me@example.com", password: "secret" };
  const sleep = () => Promise.resolve();
  const client = new CatalogClient({ baseUrl: `http://127.0.0.1:${port}`, credentials, sleep });
  assert.equal((await client.product("A")).stockNumber, "A");
  assert.equal(reads, 3);
  server.close();
});

test("attempts are bounded, in number and by the longest Retry-After", async () => {
  const busy = new Fake(inTurn(PRODUCT, [() => failure(503, "ServiceUnavailableError", { "X-Request-Id": "r-1" })]));
  await assert.rejects(busy.client({ retry: { attempts: 3 } }).product("A"), { status: 503, requestId: "r-1" });
  assert.equal(busy.targets.length, 3);

  const away = new Fake(inTurn(PRODUCT, [() => failure(503, "ServiceUnavailableError", { "Retry-After": "3600" })]));
  await assert.rejects(away.client().product("A"), { retryAfter: 3600 });
  assert.equal(away.targets.length, 1);

  const gone = new Fake(inTurn(PRODUCT, [drop]));
  await assert.rejects(gone.client({ retry: { attempts: 2 } }).product("A"), CatalogConnectionError);
});

test("what is around a key is cut, and what is no key is an error that does not show it", async () => {
  const fake = new Fake(inTurn(PRODUCT, [product]));
  await fake.client({ credentials: { key: `\ufeff ${KEY}\r\n` } }).product("A");
  assert.equal(fake.requests[0]?.headers.get("Authorization"), `Bearer ${KEY}`);
  const mistyped = [KEY.slice(0, -1), `${KEY}a`, `${KEY.slice(0, -1)}t`, `${KEY.slice(0, 20)}\n${KEY.slice(21)}`];
  for (const key of ["", "secret", KEY.toUpperCase(), ...mistyped]) {
    const make = () => fake.client({ credentials: { key } });
    assert.throws(
      make,
      (error: Error) => /'credentials.key'/.test(error.message) && (key === "" || !error.message.includes(key)),
    );
  }
});

test("a service that never responded is given up after 30 seconds, another after ten minutes", async () => {
  for (const [options, least, most] of [
    [{ credentials: { key: KEY } }, 10, 30],
    [{}, 500, 600],
  ] as const) {
    const fake = new Fake(inTurn(PRODUCT, [drop]));
    await assert.rejects(fake.client(options).product("A"), /no usable response: TypeError fetch failed/);
    const seconds = fake.pauses.reduce((sum, pause) => sum + pause, 0);
    assert.ok(seconds > least && seconds <= most, `${seconds}`);
  }
});

test("errors carry what the service said, also when a proxy said it", async () => {
  const details = [{ parameter: "include", reason: "unknown" }];
  const fake = new Fake(inTurn(PRODUCT, [() => failure(400, "ValidationError", {}, details)]));
  await assert.rejects(fake.client().product("A"), (error) => {
    assert.ok(error instanceof CatalogError && error instanceof Error);
    assert.deepEqual([error.name, error.details], ["ValidationError", details]);
    return true;
  });
  const proxy = new Fake(inTurn(PRODUCT, [() => new Response("<html>", { status: 403 })]));
  await assert.rejects(proxy.client().product("A"), { name: "UnexpectedResponseError", status: 403 });
});

test("a 304 gives the cached response, and a new ETag replaces it", async () => {
  const tagged = (name: string, etag: string) => () => success(fakeProduct("A", { name }), { ETag: etag });
  const unchanged = () => new Response(null, { status: 304, headers: { ETag: 'W/"1"' } });
  const fake = new Fake(inTurn(PRODUCT, [tagged("old", 'W/"1"'), unchanged, tagged("new", 'W/"2"')]));
  const client = fake.client({ cache: memoryCache() });
  const names = [];
  for (let read = 0; read < 3; read += 1) names.push((await client.product("A")).name);
  assert.deepEqual(names, ["old", "old", "new"]);
  const tags = fake.requests.slice(1).map((request) => request.headers.get("If-None-Match"));
  assert.deepEqual(tags, [null, 'W/"1"', 'W/"1"']);
});

test("pages are read as they are needed", async () => {
  const list = inTurn("/api/v2/catalog/sections/1/products", [
    () => success(page(["A", "B"], 1, 2)),
    () => success(page(["C"], 2, 2)),
  ]);
  const numbers = [];
  for await (const item of new Fake(list).client().products("1")) numbers.push(item.stockNumber);
  assert.deepEqual(numbers, ["A", "B", "C"]);
});

test("stock numbers that a list would change are read one by one, the others together", async () => {
  const fake = new Fake((url) => {
    if (url.pathname === "/auth/token") return undefined;
    if (url.pathname !== "/api/v2/products") return failure(404, "ProductNotFoundError");
    const numbers = (url.searchParams.get("stockNumbers") ?? "").split(",");
    return success({ items: numbers.map((number) => fakeProduct(number)), meta: { missing: [] } });
  });
  const numbers = Array.from({ length: 501 }, (_, index) => `N${index}`);
  const { found, missing } = await fake.client().productsByNumber([...numbers, "x,y", " z", "N0"]);
  assert.equal(found.length, 501);
  assert.deepEqual(missing, ["x,y", " z"]);
  assert.equal(fake.targets.length, 4);
});
