/** What is read out of responses is looked at first: a server may be another one, or mean harm. */

import { CatalogConnectionError } from "./errors.js";
import type { components } from "./generated.js";

type Product = components["schemas"]["Product"];
type ChangeEvent = components["schemas"]["ProductChangeEvent"];
type Feed = components["schemas"]["ProductChanges"];

/** Makes one error of everything that data can be wrong in. It does not show them. */
export function documented<T>(read: () => T, what = "the response"): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CatalogConnectionError) throw error;
    throw new CatalogConnectionError(`${what} is not as documented`);
  }
}

export function ensure(isRight: boolean): void {
  if (!isRight) throw new TypeError();
}

/** A product with a number that can be stored and amounts that can be computed with. */
export function checkProduct(product: Product): Product {
  return documented(() => {
    const { pricing, availability, version = 0 } = product;
    ensure(isText(product.stockNumber) && isText(product.name) && isCount(version));
    for (const { value } of [pricing.retail, pricing.personal, pricing.sale]) {
      ensure(value === null || Number.isFinite(value));
    }
    ensure(Number.isInteger(availability.inStock) && Number.isInteger(availability.shipping));
    return product;
  });
}

/** The products of a list, each once. */
export function checkProducts(products: Product[]): Product[] {
  return documented(() => {
    ensure(Array.isArray(products) && new Set(products.map(checkProduct).map(numberOf)).size === products.length);
    return products;
  });
}

/** A page of a list, of which there are so many. */
export function checkPage<T extends { items: Product[]; meta: { pagination: { pageCount: number } } }>(page: T): T {
  return documented(() => {
    checkProducts(page.items);
    ensure(isCount(page.meta.pagination.pageCount));
    return page;
  });
}

/** A batch with each of the products that were asked for, found or missing. */
export function checkBatch<T extends { items: Product[]; meta: { missing: string[] } }>(batch: T, asked: string[]): T {
  return documented(() => {
    const numbers = new Set([...checkProducts(batch.items).map(numberOf), ...batch.meta.missing]);
    ensure(batch.items.length + batch.meta.missing.length === asked.length && asked.every((one) => numbers.has(one)));
    return batch;
  });
}

export function checkFeed(feed: Feed): Feed {
  return documented(() => {
    ensure(isText(feed.meta.nextCursor) && typeof feed.meta.hasMore === "boolean");
    const isRight = ({ stockNumber, operation, inSection, version = 0 }: ChangeEvent) =>
      isText(stockNumber) && isText(operation) && typeof inSection === "boolean" && isCount(version);
    ensure(feed.items.every(isRight));
    return feed;
  });
}

/** A line of a snapshot, with the fields of its type. */
export type Line =
  | { type: "start"; revision: number; changesCursor: string; total: number }
  | { type: "product"; data: Product }
  | { type: "end"; count: number }
  | { type: "error" };

export function parseLine(text: string): Line {
  return documented(() => {
    const line = JSON.parse(text) as Line;
    ensure(isText(line.type));
    if (line.type === "start") ensure(isText(line.changesCursor) && isCount(line.revision) && isCount(line.total));
    if (line.type === "end") ensure(isCount(line.count));
    if (line.type === "product") checkProduct(line.data);
    return line;
  }, "a line of the snapshot");
}

function numberOf(product: Product): string {
  return product.stockNumber;
}

function isText(value: unknown): boolean {
  // Half of a pair of surrogates can neither be sent nor stored.
  return typeof value === "string" && value !== "" && !/\p{Cs}/u.test(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
