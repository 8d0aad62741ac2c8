/** The client: every operation typed by the OpenAPI document, and the calls that most programs need. */

import createClient, { type Client } from "openapi-fetch";
import { checkBatch, checkPage, checkProduct, checkProducts, documented, ensure } from "./checks.js";
import { CatalogConnectionError, CatalogError, revisionOf } from "./errors.js";
import { LineReader } from "./lines.js";
import { follow } from "./follow.js";
import type { components, operations, paths } from "./generated.js";
import { Pauses, type Sleep, sleep } from "./retry.js";
import type { FollowOptions, SyncStep } from "./steps.js";
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
/** Seconds after which servers that are behind a page of the feed are left alone, and the page is read again. */
const BEHIND_PATIENCE = 30;
/** Seconds between attempts at a server that cannot wait for a revision itself. */
const BEHIND_PAUSE = 1;

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
  async product(stockNumber: string, options: ReadOptions = {}): Promise<Product> {
    return checkProduct((await this.readProduct(stockNumber, options)).value);
  }

  private readProduct(stockNumber: string, options: ReadOptions, demand: Demand = {}) {
    const { include, signal } = options;
    return payloadWithHeaders(
      this.api.GET("/api/v2/products/{stockNumber}", {
        params: { path: { stockNumber }, query: { ...(include && { include }), ...demand.query } },
        ...demand.init,
        ...(signal && { signal }),
      }),
    );
  }

  /** The pages of a section's list, from `query.page` or the first one to the last. */
  async *pages(section: string, query: ProductQuery = {}, signal?: AbortSignal): AsyncGenerator<ProductPage, void> {
    let [count, marked] = [0, ""];
    for (let page = query.page ?? 1; ; page += 1) {
      const current: ProductPage = checkPage(
        await payload(
          this.api.GET("/api/v2/catalog/sections/{id}/products", {
            params: { path: { id: section }, query: { ...query, page } },
            ...(signal && { signal }),
          }),
        ),
      );
      const isLast = page >= current.meta.pagination.pageCount;
      const numbers = JSON.stringify(current.items.map((product) => product.stockNumber));
      if (!isLast && (current.items.length === 0 || numbers === marked)) {
        throw new CatalogConnectionError("the list says that it has more pages, but does not advance");
      }
      // A list that goes round meets the page that was last marked, however long the round is.
      count += 1;
      if (Number.isInteger(Math.log2(count))) marked = numbers;
      yield current;
      if (isLast) return;
    }
  }

  /** The products of a section's list, 500 in a request unless `query.pageSize` says otherwise. */
  async *products(section: string, query: ProductQuery = {}, signal?: AbortSignal): AsyncGenerator<Product, void> {
    for await (const page of this.pages(section, { pageSize: 500, ...query }, signal)) yield* page.items;
  }

  /** A page of the products that a text finds, the best first; with `include: ["facets"]` also what there is to choose. */
  async searchProducts(q: string, query: SearchQuery = {}, signal?: AbortSignal): Promise<SearchPage> {
    const params = { query: { ...query, q } };
    const page = await payload(this.api.GET("/api/v2/products/search", { params, ...(signal && { signal }) }));
    checkProducts(page.items);
    return page;
  }

  /** Any number of products as they are now, and the stock numbers that no public product has. */
  productsByNumber(stockNumbers: Iterable<string>, options: ReadOptions = {}): Promise<ProductBatch> {
    return this.productsNotOlder(stockNumbers, options);
  }

  /** @internal The same, not older than `least` says. */
  async productsNotOlder(stockNumbers: Iterable<string>, options: ReadOptions, least?: Least): Promise<ProductBatch> {
    const found: Product[] = [];
    const missing: string[] = [];
    const { batches, single } = splitNumbers(stockNumbers);
    const add = (part: ProductBatch) => {
      found.push(...part.found);
      missing.push(...part.missing);
    };
    for (const batch of batches)
      add(await this.readLeast(least, options, (demand) => this.readBatch(batch, options, demand)));
    for (const number of single) {
      add(await this.readLeast(least, options, (demand) => this.readSingle(number, options, demand)));
    }
    return { found, missing };
  }

  private async readBatch(numbers: string[], { include, signal }: ReadOptions, demand: Demand): Promise<Part> {
    const { value, headers } = await payloadWithHeaders(
      this.api.GET("/api/v2/products", {
        params: { query: { stockNumbers: numbers, ...(include && { include }), ...demand.query } },
        querySerializer: { array: { style: "form", explode: false } },
        ...demand.init,
        ...(signal && { signal }),
      }),
    );
    const { items, meta } = checkBatch(value, numbers);
    return { found: items, missing: meta.missing, revision: revisionOf(headers) };
  }

  private async readSingle(number: string, options: ReadOptions, demand: Demand): Promise<Part> {
    try {
      const { value, headers } = await this.readProduct(number, options, demand);
      documented(() => ensure(checkProduct(value).stockNumber === number));
      return { found: [value], missing: [], revision: revisionOf(headers) };
    } catch (error) {
      if (!(error instanceof CatalogError) || error.name !== "ProductNotFoundError") throw error;
      return { found: [], missing: [number], revision: error.revision };
    }
  }

  private async readLeast(least: Least | undefined, options: ReadOptions, read: (demand: Demand) => Promise<Part>) {
    if (least === undefined || least.revision === 0) return read({});
    const init = { cache: "no-store" as const, fetch: this.transport.within(BEHIND_PATIENCE) };
    if (least.isKnown) {
      try {
        return await read({ query: { minRevision: least.revision }, init });
      } catch (error) {
        if (!(error instanceof CatalogError) || !refuses(error, "minRevision")) throw error;
        least.isKnown = false;
      }
    }
    for (let waited = 0; ; waited += BEHIND_PAUSE) {
      const part = await read({ init });
      if (isMet(least, part)) return part;
      if (waited >= BEHIND_PATIENCE) throw new BehindError();
      await this.sleep(BEHIND_PAUSE, options.signal);
    }
  }

  /** Keeps a copy of a section in step: see `FollowOptions` and `SyncStep`. */
  follow(section: string, options: FollowOptions = {}): AsyncGenerator<SyncStep, void> {
    return follow(this, section, options);
  }
}

/** Products as they are now, and the stock numbers that no public product has. */
export interface ProductBatch {
  found: Product[];
  missing: string[];
}

/** Products of one response, which shows that revision. */
interface Part extends ProductBatch {
  revision: number;
}

/** What a read is besides. */
interface Demand {
  query?: { minRevision: number };
  init?: { cache: "no-store"; fetch: (request: Request) => Promise<Response> };
}

/** How old the products may be that a page of the feed names: not older than the page. */
export interface Least {
  revision: number;
  /** The versions of the events, by stock number. */
  versions: ReadonlyMap<string, number>;
  /** Whether the service has `minRevision`, as far as is known. */
  isKnown: boolean;
}

/** Servers did not reach a revision in time. */
export class BehindError extends Error {}

/** Of a service without `minRevision`: whether it shows what the events are about. */
function isMet({ versions }: Least, { found, missing, revision }: Part): boolean {
  const isOld = (number: string, own: number | undefined) => own !== undefined && own < (versions.get(number) ?? 0);
  return !found.some((one) => isOld(one.stockNumber, one.version)) && !missing.some((one) => isOld(one, revision));
}

export function refuses(error: CatalogError, parameter: string): boolean {
  return error.status === 400 && error.details.some((detail) => detail.parameter === parameter);
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
  const { data, error, response } = await result.catch(undocumented);
  if (!response.ok) throw new CatalogError(response, error);
  // Of a response without a body there are no data.
  return { value: documented(() => record(record(data).data) as T), headers: response.headers };
}

/** What is no JSON is no error of the caller, and its text is not shown. */
function undocumented(error: unknown): never {
  if (error instanceof SyntaxError) throw new CatalogConnectionError("the response is not as documented");
  throw error;
}

function record(value: unknown): Record<string, unknown> {
  ensure(typeof value === "object" && value !== null && !Array.isArray(value));
  return value as Record<string, unknown>;
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
