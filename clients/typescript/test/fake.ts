// A service of a few lines behind a fake `fetch`: its requests, and its next responses.

import { CatalogClient, type TransportOptions } from "catalog-client";

export type Responder = (url: URL, request: Request) => Response | Promise<Response> | undefined;

/** A response in the service's envelope. */
export function success(data: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(
    { status: true, data, error: {}, message: "" },
    { headers: { "Catalog-Revision": "1", ...headers } },
  );
}

export function failure(
  status: number,
  name: string,
  headers: Record<string, string> = {},
  details?: unknown,
): Response {
  const error = { code: status, name, message: "a text for people", ...(details ? { details } : {}) };
  return Response.json({ status: false, data: {}, error, message: "" }, { status, headers });
}

/** A product with everything that the client looks at. */
export function product(stockNumber: string, changed: Record<string, unknown> = {}) {
  const price = { value: 1, onRequest: false };
  const pricing = { currency: "USD", onRequest: false, retail: price, personal: price, sale: price };
  return { stockNumber, name: "a pump", pricing, availability: { inStock: 1, shipping: 0 }, ...changed };
}

export function page(numbers: string[], pageNumber: number, pageCount: number): unknown {
  const items = numbers.map((number) => product(number));
  const pagination = { page: pageNumber, pageSize: 2, pageCount, total: 0 };
  return { items, meta: { changesCursor: `walk-${pageNumber}`, pagination } };
}

/** A snapshot with its end, or with what comes in place of it before the connection is cut. */
export function snapshot(numbers: string[], revision = 5, end?: string): Response {
  const start = { type: "start", revision, changesCursor: `c${revision}`, total: 9 };
  // The separator of lines in other formats is part of a text in this one.
  const products = numbers.map((stockNumber) => ({
    type: "product",
    data: product(stockNumber, { version: revision, name: "\u2028ü" }),
  }));
  const whole = end === undefined ? [{ type: "end", count: numbers.length }] : [];
  const body = [start, ...products, ...whole].map((line) => `${JSON.stringify(line)}\n`).join("") + (end ?? "");
  const bytes = new TextEncoder().encode(body);
  let sent = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent < bytes.length) controller.enqueue(bytes.subarray(sent, (sent += 25)));
      else if (end === undefined) controller.close();
      else controller.error(new TypeError("the connection was cut"));
    },
  });
  return new Response(stream);
}

export function changes(
  events: [number: string, operation: string, inSection: boolean][],
  nextCursor: string,
): unknown {
  const items = events.map(([stockNumber, operation, inSection]) => ({
    stockNumber,
    operation,
    inSection,
    version: 5,
  }));
  return { items, meta: { nextCursor, hasMore: false, checkpoint: nextCursor, sectionId: "1" } };
}

export class Fake {
  readonly requests: Request[] = [];
  readonly pauses: number[] = [];
  logins = 0;

  constructor(private readonly respond: Responder) {}

  /** The requested paths with queries, logins left out. */
  get targets(): string[] {
    return this.requests
      .map((request) => request.url.replace("http://fake", ""))
      .filter((url) => url !== "/auth/token");
  }

  client(options: Partial<TransportOptions> = {}): CatalogClient {
    return new CatalogClient({
      baseUrl: "http://fake",
      credentials: { login: "me@example.com", password: "secret" },
      fetch: async (request) => {
        this.requests.push(request);
        const response = await this.respond(new URL(request.url), request);
        if (response !== undefined) return response;
        if (!request.url.endsWith("/auth/token")) return failure(404, "NotFoundError");
        this.logins += 1;
        return success({ token: `token-${this.logins}` });
      },
      sleep: (seconds, signal) => {
        this.pauses.push(seconds);
        signal?.throwIfAborted();
        return Promise.resolve();
      },
      ...options,
    });
  }
}

/** Gives the responses one after another to one path; the last one stays. */
export function inTurn(path: string, responses: (() => Response)[]): Responder {
  let turn = 0;
  return (url) => {
    if (url.pathname !== path) return undefined;
    const next = responses[Math.min(turn, responses.length - 1)];
    turn += 1;
    return next?.();
  };
}
