/** The whole sync protocol of docs/sync-guide.md as one asynchronous iterator. */

import { type CatalogClient, type ListPart, payload, payloadWithHeaders, type Product } from "./client.js";
import { CatalogConnectionError, CatalogError } from "./errors.js";
import type { components } from "./generated.js";

type ChangeEvent = components["schemas"]["ProductChangeEvent"];

export interface FollowOptions {
  /** The stored cursor; without one the list is walked first. */
  cursor?: string | null;
  /** Called after the loop's body has dealt with a step: store the cursor, and null as "none". */
  checkpoint?: (cursor: string | null) => void | Promise<void>;
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** Parts of the products; none by default. */
  include?: ListPart[];
  /** Products on a page of the walk, 1 to 1000; 500 by default. */
  pageSize?: number;
  /** Events in a step, 1 to 500; 500 by default. */
  limit?: number;
  /** Seconds that the service holds a request for changes open, 1 to 30; 30 by default. */
  wait?: number;
  /** Seconds between attempts to find a section again that is not public any more; 60 by default. */
  sectionPause?: number;
}

/** What to do with the copy. Every step says what is so now, so that doing it twice does no harm. */
export interface SyncStep {
  /** Products to insert or replace. */
  upserts: Product[];
  /** Stock numbers to delete from the section's copy. */
  removals: string[];
  /** At the end of a walk: delete every product of the section's copy that is not in it. */
  keepOnly?: ReadonlySet<string>;
  /** Store it with the step, best in one transaction. Null: begin with a walk next time. */
  cursor: string | null;
}

export async function* follow(
  client: CatalogClient,
  section: string,
  options: FollowOptions,
): AsyncGenerator<SyncStep, void> {
  const follower = new Follower(client, section, options);
  for (;;) {
    let step: SyncStep;
    try {
      step = await follower.next();
    } catch (error) {
      if (options.signal?.aborted) return;
      throw error;
    }
    yield step;
    await options.checkpoint?.(step.cursor);
    if (options.signal?.aborted) return;
  }
}

interface Walk {
  cursor: string;
  firstRevision: number;
  /** The revision of the page before. */
  revision: number;
  page: number;
  /** The last stock number so far. */
  covered: string | undefined;
  walked: Set<string>;
  /** Pages since the last one that had something new. */
  repeated: number;
}

/** Servers may be a moment behind each other: so many attempts, and seconds between them. */
const CATCH_UP = { attempts: 30, pause: 2 };

/** So many pages in a row without a product beyond those before are a list that does not advance. */
const REPEATED_PAGES = 1000;

class Follower {
  private cursor: string | null;
  private walk: Walk | undefined;
  /** Whether the section was public once: a copy of it may exist. */
  private known: boolean;
  private isEmptied = false;
  /** Cursors refused since the feed last gave a page. */
  private refusals = 0;
  /** Pages since the feed last had no more. */
  private pages = 0;
  /** The cursor of the last such page with a number that is a power of two: a feed that goes round meets it. */
  private marked: string | undefined;

  constructor(
    private readonly client: CatalogClient,
    private readonly section: string,
    private readonly options: FollowOptions,
  ) {
    this.cursor = options.cursor ?? null;
    this.known = this.cursor !== null;
  }

  async next(): Promise<SyncStep> {
    for (;;) {
      try {
        const step = this.cursor === null ? await this.walkPage() : await this.feedPage();
        this.known = true;
        this.isEmptied = false;
        return step;
      } catch (error) {
        const step = await this.recover(error);
        if (step !== undefined) return step;
      }
    }
  }

  /** Begins again with a walk where the protocol says so; any other error is thrown. */
  private async recover(error: unknown): Promise<SyncStep | undefined> {
    if (!(error instanceof CatalogError)) throw error;
    const isGone = error.name === "CatalogSectionNotFoundError" && this.known;
    const isRefused = this.cursor !== null && refusesCursor(error);
    // A cursor that is refused again directly after a walk is a defect; walking on and on would hide it.
    if (!isGone && (!isRefused || (this.refusals += 1) > 1)) throw error;
    this.cursor = null;
    this.walk = undefined;
    if (!isGone) return undefined;
    if (!this.isEmptied) {
      this.isEmptied = true;
      return { upserts: [], removals: [], keepOnly: new Set(), cursor: null };
    }
    await this.client.sleep(this.options.sectionPause ?? 60, this.options.signal);
    return undefined;
  }

  private async walkPage(): Promise<SyncStep> {
    for (let attempt = 1; attempt <= CATCH_UP.attempts; attempt += 1) {
      const { value: page, headers } = await this.listPage(this.walk?.page ?? 1);
      const revision = Number(headers.get("Catalog-Revision"));
      const walk = (this.walk ??= {
        cursor: page.meta.changesCursor,
        firstRevision: revision,
        revision,
        page: 1,
        covered: undefined,
        walked: new Set<string>(),
        repeated: 0,
      });
      if (revision < walk.firstRevision) {
        await this.client.sleep(CATCH_UP.pause, this.options.signal);
      } else if (!isAdjacent(walk, revision, page.items[0]?.stockNumber)) {
        // Products may have slipped to the page before.
        walk.page -= 1;
        attempt = 0;
      } else {
        return this.take(walk, revision, page.items, page.meta.pagination.pageCount);
      }
    }
    throw new CatalogConnectionError("the server stays behind the one that gave the first page");
  }

  private listPage(page: number) {
    const { include, signal, pageSize = 500 } = this.options;
    return payloadWithHeaders(
      this.client.api.GET("/api/v2/catalog/sections/{id}/products", {
        params: {
          path: { id: this.section },
          query: { page, pageSize, sort: "stockNumber", ...(include && { include }) },
        },
        // A 304 would not renew the cursor, and the browser's cache knows nothing of that.
        cache: "no-store",
        ...(signal && { signal }),
      }),
    );
  }

  private take(walk: Walk, revision: number, upserts: Product[], pageCount: number): SyncStep {
    const last = upserts.at(-1)?.stockNumber;
    const advances = last !== undefined && !isAtOrBefore(last, walk.covered);
    // Products shift while the catalog changes, so some pages may have nothing new.
    walk.repeated = advances ? 0 : walk.repeated + 1;
    if (walk.page < pageCount && (last === undefined || walk.repeated >= REPEATED_PAGES)) {
      throw new CatalogConnectionError("the list says that it has more pages, but does not advance");
    }
    for (const product of upserts) walk.walked.add(product.stockNumber);
    if (advances) walk.covered = last;
    walk.revision = revision;
    walk.page += 1;
    if (walk.page <= pageCount) return { upserts, removals: [], cursor: null };
    this.walk = undefined;
    this.cursor = walk.cursor;
    return { upserts, removals: [], keepOnly: walk.walked, cursor: walk.cursor };
  }

  private async feedPage(): Promise<SyncStep> {
    const { include, signal, limit = 500, wait = 30 } = this.options;
    const started = performance.now();
    const { items, meta } = await payload(
      this.client.api.GET("/api/v2/catalog/sections/{id}/product-changes", {
        params: { path: { id: this.section }, query: { cursor: this.cursor ?? "", limit, wait } },
        ...(signal && { signal }),
      }),
    );
    const isKnown = meta.nextCursor === this.cursor || meta.nextCursor === this.marked;
    if (meta.hasMore && (items.length === 0 || isKnown)) {
      throw new CatalogConnectionError("the feed says that it has more, but does not advance");
    }
    this.pages = meta.hasMore ? this.pages + 1 : 0;
    if (this.pages === 0) this.marked = undefined;
    else if (Number.isInteger(Math.log2(this.pages))) this.marked = meta.nextCursor;
    // Of several events of a product the last one counts.
    const last = new Map(items.map((event) => [event.stockNumber, event]));
    const events = [...last.values()];
    const isWanted = (event: ChangeEvent) => event.operation !== "remove" && event.inSection;
    const numbers = (wanted: boolean) =>
      events.filter((event) => isWanted(event) === wanted).map((event) => event.stockNumber);
    const { found, missing } = await this.client.productsByNumber(numbers(true), { include, signal });
    const removals = numbers(false).concat(missing);
    // A server that is stopping responds at once; this keeps the next requests from following at once as well.
    if (items.length === 0 && performance.now() - started < 1000) await this.client.sleep(1, signal);
    this.cursor = meta.nextCursor;
    this.refusals = 0;
    return { upserts: found, removals, cursor: meta.nextCursor };
  }
}

function refusesCursor(error: CatalogError): boolean {
  const names = error.details.map((detail) => detail.parameter);
  return error.status === 410 || (error.status === 400 && names.includes("cursor"));
}

/** Whether nothing can be missing between what was read and a page that begins with `first`. */
function isAdjacent(walk: Walk, revision: number, first: string | undefined): boolean {
  if (walk.page === 1 || revision === walk.revision) return true;
  return first !== undefined && isAtOrBefore(first, walk.covered);
}

/** Compares by code points, as the list is sorted; `<` would compare UTF-16 units. */
export function isAtOrBefore(left: string, right: string | undefined): boolean {
  if (right === undefined) return false;
  const a = Array.from(left, (character) => character.codePointAt(0) ?? 0);
  const b = Array.from(right, (character) => character.codePointAt(0) ?? 0);
  const at = a.findIndex((point, index) => point !== b[index]);
  return at === -1 || (at < b.length && (a[at] ?? 0) < (b[at] ?? 0));
}
