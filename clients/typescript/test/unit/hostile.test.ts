// A server that means harm (`clients/hostile`): every behaviour is a result or a clear error, in bounded memory.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { inspect } from "node:util";
import { CatalogClient, CatalogConnectionError, CatalogError, type Product } from "catalog-client";

const KEY = "cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s";
const PASSWORD = "a password";
/** The program, the body that is just too long, and once more while pieces of it wait to be collected. */
const MOST_MEMORY = 1 << 30;

interface Behaviour {
  name: string;
  call: string;
  expect: "result" | "refused" | "unusable";
  says: string;
  seconds: number;
}

let process_: ChildProcess;
let server: string;

before(async () => {
  process_ = spawn("python3", ["../hostile/server.py"], { stdio: ["pipe", "pipe", "inherit"] });
  assert.ok(process_.stdout);
  const [port] = (await once(process_.stdout, "data")) as [Buffer];
  server = `http://127.0.0.1:${String(port).trim()}`;
});

after(() => process_.stdin?.end());

async function ask<T>(path: string): Promise<T> {
  return (await (await fetch(`${server}/${path}`)).json()) as T;
}

async function call(client: CatalogClient, name: string): Promise<Product[]> {
  const found: Product[] = [];
  switch (name) {
    case "list":
      for await (const product of client.products("1")) found.push(product);
      return found;
    case "batch":
      return (await client.productsByNumber(["A", "B"])).found;
    case "search":
      return (await client.searchProducts("a")).items;
    case "copy":
    case "follow": {
      let count = 0;
      for await (const step of client.follow("1", { cursor: name === "copy" ? null : "c1" })) {
        found.push(...step.upserts);
        count += 1;
        if (name === "follow" ? count === 9 : step.cursor !== null) break;
      }
      return found;
    }
    default:
      return [await client.product("A")];
  }
}

function client({ name, call, seconds }: Behaviour, sleep = () => Promise.resolve()): CatalogClient {
  const credentials = call === "login" ? { login: "me", password: PASSWORD } : { key: KEY };
  const retry = { patience: 30 };
  return new CatalogClient({ baseUrl: `${server}/${name}`, credentials, timeout: seconds, retry, sleep });
}

test("what a server does is a result or a clear error", async (context) => {
  for (const row of await ask<Behaviour[]>("behaviours")) {
    await context.test(row.name, async () => {
      let outcome: Product[] | Error;
      try {
        outcome = await call(client(row), row.call);
      } catch (error) {
        assert.ok(error instanceof Error);
        outcome = error;
      }
      if (outcome instanceof Error) {
        const kind = outcome instanceof CatalogError ? "refused" : "unusable";
        assert.ok(kind === "refused" || outcome instanceof CatalogConnectionError, inspect(outcome));
        assert.equal(kind, row.expect, inspect(outcome));
        assert.ok(outcome.message.includes(row.says), outcome.message);
        const shown = [outcome.message, outcome.name, String((outcome as Partial<CatalogError>).requestId)];
        for (const text of shown) assert.ok(text.length < 600 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text), inspect(text));
        for (const secret of [KEY, PASSWORD, "secret"]) assert.ok(!inspect(outcome).includes(secret));
      } else {
        assert.deepEqual([row.expect, outcome[0]?.stockNumber], ["result", "A"]);
      }
      assert.ok(process.resourceUsage().maxRSS * 1024 < MOST_MEMORY);
    });
  }
  assert.deepEqual(await ask("stolen"), { stolen: 0 });
});

test("an abort ends a request that gets no response", async () => {
  const stop = new AbortController();
  const held = client({ name: "silent-feed", call: "follow", expect: "unusable", says: "", seconds: 3600 });
  setTimeout(() => stop.abort(), 300);
  for await (const _ of held.follow("1", { cursor: "c1", signal: stop.signal })) assert.fail("there is no step");
});
