/** The client: every operation typed by the OpenAPI document, and the calls that most programs need. */

import createClient, { type Client } from "openapi-fetch";
import { CatalogError } from "./errors.js";
import { LineReader } from "./lines.js";
import { follow, type FollowOptions, type SyncStep } from "./follow.js";
import type { components, operations, paths } from "./generated.js";
import { Pauses, type Sleep, sleep } from "./retry.js";
import { Transport, type TransportOptions } from "./transport.js";

export type Product = components["schemas"]["Product"];
export type ProductPage = components["schemas"]["ProductPage"];
export type ProductQuery = NonNullable<operations["list_section_products"]["parameters"]["query"]>;
export type SearchPage = components["schemas"]["SearchPage"];
export type SearchQuery = Omit<operations["search_products"]["parameters"]["query"], "q">;
/** A part of a product that lists and batches can have. */
export type ListPart = Exclude<NonNullable<ProductQuery["include"]>[number], "facets">;

/** Encoded characters of the stock numbers in one request: proxies commonly accept addresses of 8 KiB. */
const NUMBERS_LENGTH = 6000;
/** The service's limit of stock numbers in one request. */
const NUMBERS_COUNT = 500;

export interface ReadOptions {
  include?: ListPart[] | undefined;
  signal?: AbortSignal | undefined;
}

export class CatalogClient {
  /** All operations of the OpenAPI document; `payload()` makes a value or an exception of their results. */
  readonly api: Client<paths>;
  /** @internal */
  readonly sleep: Sleep;
  private readonly transport: Transport;

  constructor(private readonly options: TransportOptions) {
    this.sleep = options.sleep ?? sleep;
    this.transport = new Transport(options);
    this.api = createClient<paths>({ baseUrl: options.baseUrl, fetch: this.transport.fetch });
  }

  /** @internal The pauses before further attempts at something. */
  pauses(): Pauses {
    return new Pauses(this.options.retry);
  }

  /** @internal Opens a response of lines. */
  async lines(path: string, query: Record<string, string>, signal?: AbortSignal): Promise<LineReader> {
    const url = `${this.options.baseUrl.replace(/\/+$/, "")}${path}?${new URLSearchParams(query)}`;
    const response = await this.transport.open(new Request(url, { cache: "no-store", ...(signal && { signal }) }));
    if (response.status !== 200 || response.body === null) {
      throw new CatalogError(response, await response.json().catch(() => undefined));
    }
    return new LineReader(response.body, this.options.timeout ?? 60, signal);
  }

  /** One product. A product that is not public is a `CatalogError` named `ProductNotFoundError`. */
  product(stockNumber: string, options: ReadOptions = {}): Promise<Product> {
    const { include, signal } = options;
    return payload(
      this.api.GET("/api/v2/products/{stockNumber}", {
        params: { path: { stockNumber }, query: include ? { include } : {} },
        ...(signal && { signal }),
      }),
    );
  }

  /** The pages of a section's list, from `query.page` or the first one to the last. */
  async *pages(section: string, query: ProductQuery = {}, signal?: AbortSignal): AsyncGenerator<ProductPage, void> {
    for (let page = query.page ?? 1; ; page += 1) {
      const current: ProductPage = await payload(
        this.api.GET("/api/v2/catalog/sections/{id}/products", {
          params: { path: { id: section }, query: { ...query, page } },
          ...(signal && { signal }),
        }),
      );
      yield current;
      if (page >= current.meta.pagination.pageCount) return;
    }
  }

  /** The products of a section's list, 500 in a request unless `query.pageSize` says otherwise. */
  async *products(section: string, query: ProductQuery = {}, signal?: AbortSignal): AsyncGenerator<Product, void> {
    for await (const page of this.pages(section, { pageSize: 500, ...query }, signal)) yield* page.items;
  }

  /** A page of the products that a text finds, the best first; with `include: ["facets"]` also what there is to choose. */
  searchProducts(q: string, query: SearchQuery = {}, signal?: AbortSignal): Promise<SearchPage> {
    return payload(
      this.api.GET("/api/v2/products/search", { params: { query: { ...query, q } }, ...(signal && { signal }) }),
    );
  }

  /** Any number of products as they are now, and the stock numbers that no public product has. */
  async productsByNumber(stockNumbers: Iterable<string>, options: ReadOptions = {}) {
    const found: Product[] = [];
    const missing: string[] = [];
    const { include, signal } = options;
    const { batches, single } = splitNumbers(stockNumbers);
    for (const batch of batches) {
      const part = await payload(
        this.api.GET("/api/v2/products", {
          params: { query: { stockNumbers: batch, ...(include && { include }) } },
          querySerializer: { array: { style: "form", explode: false } },
          ...(signal && { signal }),
        }),
      );
      found.push(...part.items);
      missing.push(...part.meta.missing);
    }
    for (const stockNumber of single) {
      try {
        found.push(await this.product(stockNumber, options));
      } catch (error) {
        if (!(error instanceof CatalogError) || error.name !== "ProductNotFoundError") throw error;
        missing.push(stockNumber);
      }
    }
    return { found, missing };
  }

  /** Keeps a copy of a section in step: see `FollowOptions` and `SyncStep`. */
  follow(section: string, options: FollowOptions = {}): AsyncGenerator<SyncStep, void> {
    return follow(this, section, options);
  }
}

interface Result<T> {
  data?: { data: T };
  error?: unknown;
  response: Response;
}

/** The payload of a response, or a `CatalogError`. */
export async function payload<T>(result: Promise<Result<T>>): Promise<T> {
  return (await payloadWithHeaders(result)).value;
}

/** The payload of a response with its headers, or a `CatalogError`. */
export async function payloadWithHeaders<T>(result: Promise<Result<T>>): Promise<{ value: T; headers: Headers }> {
  const { data, error, response } = await result;
  if (data === undefined) throw new CatalogError(response, error);
  return { value: data.data, headers: response.headers };
}

/** Batches that fit into an address, and the numbers that a comma-separated list would change. */
export function splitNumbers(stockNumbers: Iterable<string>): { batches: string[][]; single: string[] } {
  const batches: string[][] = [];
  const single: string[] = [];
  let length = Infinity;
  for (const number of new Set(stockNumbers)) {
    if (number.includes(",") || number.trim() !== number || number === "") {
      single.push(number);
      continue;
    }
    const encoded = encodeURIComponent(number).length + 1;
    let batch = batches.at(-1);
    if (batch === undefined || batch.length === NUMBERS_COUNT || length + encoded > NUMBERS_LENGTH) {
      batch = [];
      batches.push(batch);
      length = 0;
    }
    batch.push(number);
    length += encoded;
  }
  return { batches, single };
}
