/** The whole sync protocol of docs/sync-guide.md as one asynchronous iterator. */

import { checkFeed, checkPage, documented, type Line, parseLine } from "./checks.js";
import { BehindError, type CatalogClient, type Least, type ListPart, payload, payloadWithHeaders } from "./client.js";
import { type Product, type ProductBatch, refuses } from "./client.js";
import { differingParts, doubtsOf } from "./digest.js";
import { CatalogConnectionError, CatalogError, revisionOf } from "./errors.js";
import type { components } from "./generated.js";
import type { LineReader } from "./lines.js";
import { FirstCopy, type FollowOptions, isAtOrBefore, MOST, type SyncStep } from "./steps.js";

type ChangeEvent = components["schemas"]["ProductChangeEvent"];

export async function* follow(
  client: CatalogClient,
  section: string,
  options: FollowOptions,
): AsyncGenerator<SyncStep, void> {
  const follower = new Follower(client, section, options);
  const steps = follower.steps();
  try {
    for (;;) {
      let next: IteratorResult<SyncStep, void>;
      try {
        next = await steps.next();
      } catch (error) {
        if (options.signal?.aborted) return;
        throw error;
      }
      if (next.done) return;
      yield next.value;
      await options.checkpoint?.(next.value.cursor);
      if (options.signal?.aborted) return;
    }
  } finally {
    await follower.close();
  }
}

class Follower {
  private cursor: string | null;
  private copy = new FirstCopy();
  /** Those since the last product came. */
  private pauses: ReturnType<CatalogClient["pauses"]> | undefined;
  private restarts = 0;
  /** Whether the service has versions, as far as is known. */
  private isVersioned = true;
  /** Whether it has `minRevision`. */
  private hasLeast = true;
  /** When the copy was found right, and the repairs since. */
  private verified: number | undefined;
  private repairs = 0;
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

  async *steps(): AsyncGenerator<SyncStep, void> {
    for (;;) {
      try {
        if (this.cursor === null) {
          yield await this.readCopy();
        } else {
          yield await this.readFeed(this.options.wait ?? 30);
          if (this.pages === 0 && this.mustVerify()) yield* this.verify();
        }
      } catch (error) {
        const step = await this.recover(error);
        if (step !== undefined) yield step;
      }
    }
  }

  async close(): Promise<void> {
    await this.copy.lines?.close();
  }

  /** Begins again where the protocol says so; any other error is thrown. */
  private async recover(error: unknown): Promise<SyncStep | undefined> {
    if (!(error instanceof CatalogError)) throw error;
    const isGone = error.name === "CatalogSectionNotFoundError" && this.known;
    const isRefused = this.cursor !== null && (error.status === 410 || refuses(error, "cursor"));
    // A cursor that is refused again directly after a first copy is a defect; copying on and on would hide it.
    if (!isGone && (!isRefused || (this.refusals += 1) > 1)) throw error;
    this.beginAgain();
    if (!isGone) return undefined;
    if (!this.isEmptied) {
      this.isEmptied = true;
      return { upserts: [], removals: [], keepOnly: new Set(), cursor: null };
    }
    await this.client.sleep(this.options.sectionPause ?? 60, this.options.signal);
    return undefined;
  }

  private beginAgain(): void {
    this.cursor = null;
    this.copy = new FirstCopy();
  }

  private include(): ListPart[] {
    const { include = [] } = this.options;
    return this.isVersioned ? [...include, "version"] : include;
  }

  /** The next products of the first copy. */
  private async readCopy(): Promise<SyncStep> {
    let step: SyncStep | undefined;
    while (step === undefined) step = this.copy.page > 0 ? await this.readPage() : await this.readSnapshot();
    this.known = true;
    this.isEmptied = false;
    return step;
  }

  /** As many products as a step has, or as come before a cut; nothing if it was cut at once. */
  private async readSnapshot(): Promise<SyncStep | undefined> {
    const { pageSize = 500, signal } = this.options;
    const { copy } = this;
    try {
      copy.lines ??= await this.open();
    } catch (error) {
      if (!(error instanceof CatalogError) || error.name !== "NotFoundError") throw error;
      // A server of before snapshots.
      this.isVersioned = false;
      copy.page = 1;
      return undefined;
    }
    const lines = copy.lines === undefined ? [] : (await copy.lines.read(pageSize)).map(parseLine);
    const upserts = lines.flatMap((line) => (line.type === "product" ? [line.data] : []));
    const last = lines.at(-1);
    if (upserts.length < pageSize) {
      await copy.lines?.close();
      copy.lines = undefined;
    }
    for (const { stockNumber } of upserts) {
      if (isAtOrBefore(stockNumber, copy.after)) {
        throw new CatalogConnectionError("the snapshot repeats itself, it does not advance");
      }
      copy.after = stockNumber;
      copy.numbers.add(stockNumber);
    }
    copy.count += upserts.length;
    // What came meanwhile may be there as well.
    if (copy.count > 2 * copy.total + 1000) throw new CatalogConnectionError("the snapshot has more products than it says");
    if (last?.type === "end" && last.count === copy.count) return this.endCopy(upserts);
    if (upserts.length > 0) {
      this.pauses = undefined;
      return { upserts, removals: [], cursor: null };
    }
    this.pauses ??= this.client.pauses();
    const pause = this.pauses.next();
    if (pause === undefined) throw new CatalogConnectionError("the snapshot is cut again and again");
    await this.client.sleep(pause, signal);
    this.pauses.resume();
    return undefined;
  }

  /** Opens a snapshot behind what has come; nothing if it cannot be used. */
  private async open(): Promise<LineReader | undefined> {
    const { copy } = this;
    const query: Record<string, string> = { include: this.include().join(",") };
    if (copy.after !== undefined) query["after"] = copy.after;
    if (copy.revision > 0 && this.hasLeast) query["minRevision"] = String(copy.revision);
    let lines: LineReader;
    try {
      lines = await this.client.lines(this.path("product-snapshot"), query, this.options.signal);
    } catch (error) {
      if (!(error instanceof CatalogError) || !refuses(error, "minRevision")) throw error;
      this.hasLeast = false;
      return undefined;
    }
    copy.count = 0;
    const [start] = (await lines.read(1)).map(parseLine);
    // A server may be behind the one that the first start came from.
    if (start?.type !== "start" || start.revision < copy.revision) {
      await lines.close();
      return undefined;
    }
    copy.total = start.total;
    if (copy.cursor === undefined) {
      copy.cursor = start.changesCursor;
      copy.revision = start.revision;
    }
    return lines;
  }

  private endCopy(upserts: Product[]): SyncStep {
    const { cursor = "", numbers } = this.copy;
    this.copy = new FirstCopy();
    this.cursor = cursor;
    return { upserts, removals: [], keepOnly: numbers, cursor };
  }

  /** A page of the list. All of them have to be of one revision: else it begins again. */
  private async readPage(): Promise<SyncStep | undefined> {
    const { pageSize = 500, signal } = this.options;
    const { copy } = this;
    const { value, headers } = await payloadWithHeaders(
      this.client.api.GET("/api/v2/catalog/sections/{id}/products", {
        params: {
          path: { id: this.section },
          query: { page: copy.page, pageSize, sort: "stockNumber", include: this.include() },
        },
        // A 304 would not renew the cursor, and the browser's cache knows nothing of that.
        cache: "no-store",
        ...(signal && { signal }),
      }),
    );
    const { items: upserts, meta } = checkPage(value);
    const revision = revisionOf(headers);
    if (copy.page === 1) {
      copy.cursor = meta.changesCursor;
      copy.revision = revision;
    }
    if (revision !== copy.revision) {
      this.copy = new FirstCopy(1);
      this.restarts += 1;
      if (this.restarts <= MOST.restarts) return undefined;
      throw new CatalogConnectionError("the catalog changes too often to be read page by page");
    }
    const isLast = copy.page >= meta.pagination.pageCount;
    const first = upserts[0]?.stockNumber;
    if (!isLast && (first === undefined || isAtOrBefore(first, copy.after))) {
      throw new CatalogConnectionError("the list says that it has more pages, but does not advance");
    }
    for (const { stockNumber } of upserts) copy.numbers.add(stockNumber);
    copy.after = upserts.at(-1)?.stockNumber;
    copy.page += 1;
    return isLast ? this.endCopy(upserts) : { upserts, removals: [], cursor: null };
  }

  /** A page of the feed; afterwards `pages` is 0 if there is no more for now. */
  private async readFeed(wait: number): Promise<SyncStep> {
    const { signal } = this.options;
    for (let behind = 1; ; behind += 1) {
      const started = performance.now();
      const { value, headers } = await this.changes(wait);
      const { items, meta } = checkFeed(value);
      const isKnown = meta.nextCursor === this.cursor || meta.nextCursor === this.marked;
      if (meta.hasMore && (items.length === 0 || isKnown)) {
        throw new CatalogConnectionError("the feed says that it has more, but does not advance");
      }
      // Of several events of a product the last one counts.
      const events = [...new Map(items.map((event) => [event.stockNumber, event])).values()];
      const isWanted = (event: ChangeEvent) => event.operation !== "remove" && event.inSection;
      const batch = await this.readEvents(events.filter(isWanted), revisionOf(headers));
      if (batch === undefined) {
        // The page is read again: a store that was restored refuses its cursor.
        if (behind >= MOST.behind) throw new CatalogConnectionError("the servers are behind the feed");
        continue;
      }
      this.pages = meta.hasMore ? this.pages + 1 : 0;
      if (this.pages === 0) this.marked = undefined;
      else if (Number.isInteger(Math.log2(this.pages))) this.marked = meta.nextCursor;
      const others = events.filter((event) => !isWanted(event)).map((event) => event.stockNumber);
      // A server that is stopping responds at once; this keeps the next requests from following at once as well.
      if (wait > 0 && items.length === 0 && performance.now() - started < 1000) await this.client.sleep(1, signal);
      this.cursor = meta.nextCursor;
      this.refusals = 0;
      this.known = true;
      this.isEmptied = false;
      return { upserts: batch.found, removals: others.concat(batch.missing), cursor: meta.nextCursor };
    }
  }

  /** The products of events, not older than the page that has them; nothing if servers are behind it. */
  private async readEvents(events: ChangeEvent[], revision: number): Promise<ProductBatch | undefined> {
    const versions = new Map(events.map((event) => [event.stockNumber, event.version ?? 0]));
    // A service without versions has nothing to compare with.
    const least: Least = { revision: this.isVersioned ? revision : 0, versions, isKnown: this.hasLeast };
    try {
      return await this.client.productsNotOlder(
        versions.keys(),
        { include: this.include(), signal: this.options.signal },
        least,
      );
    } catch (error) {
      if (!(error instanceof BehindError) && !(error instanceof CatalogError && error.status === 503)) throw error;
      return undefined;
    } finally {
      this.hasLeast = least.isKnown;
    }
  }

  private async changes(wait: number) {
    const { signal, limit = 500 } = this.options;
    const read = () =>
      payloadWithHeaders(
        this.client.api.GET("/api/v2/catalog/sections/{id}/product-changes", {
          params: {
            path: { id: this.section },
            query: {
              cursor: this.cursor ?? "",
              limit,
              wait,
              ...(this.isVersioned && { include: ["version" as const] }),
            },
          },
          ...(signal && { signal }),
        }),
      );
    try {
      return await read();
    } catch (error) {
      if (!this.isVersioned || !(error instanceof CatalogError) || !refuses(error, "include")) throw error;
      this.isVersioned = false;
      return read();
    }
  }

  private mustVerify(): boolean {
    const { versions, verificationPause = 86_400 } = this.options;
    if (versions === undefined) return false;
    return this.verified === undefined || performance.now() - this.verified >= verificationPause * 1000;
  }

  /**
   * Compares a copy that is up to date with the service, and repairs it.
   *
   * The service's digest is of its newest revision, and the feed is a little behind. So a difference counts only if it
   * is there still when everything up to that revision has come.
   */
  private async *verify(): AsyncGenerator<SyncStep, void> {
    let parts: number[] = [];
    for (const isAgain of [false, true]) {
      if (isAgain) yield* this.catchUp();
      let digest;
      try {
        digest = await this.digest();
      } catch (error) {
        if (!(error instanceof CatalogError) || error.name !== "NotFoundError") throw error;
        return this.endVerification();
      }
      const stored = await this.stored();
      parts = documented(() => differingParts(stored, digest), "the digest");
      if (parts.length === 0) return this.endVerification();
    }
    this.repairs += 1;
    if (this.repairs > MOST.repairs) return this.endVerification();
    const lists: Awaited<ReturnType<Follower["digest"]>>[] = [];
    for (const part of parts) lists.push(await this.digest(part));
    yield* this.catchUp();
    const stored = await this.stored();
    const doubts = documented(() => doubtsOf(stored, lists), "the digest");
    if (doubts.count > MOST.repaired) return this.beginAgain();
    const { signal } = this.options;
    const { found } = await this.client.productsByNumber(doubts.versions.keys(), { include: this.include(), signal });
    // What changed since the list comes by the feed.
    const upserts = found.filter((product) => product.version === doubts.versions.get(product.stockNumber));
    if (upserts.length === 0 && doubts.surplus.length === 0) return this.endVerification();
    yield { upserts, removals: doubts.surplus, cursor: this.cursor, isRepair: true };
  }

  /** Reads everything that the feed has as soon as it must have what is in the catalog now. */
  private async *catchUp(): AsyncGenerator<SyncStep, void> {
    await this.client.sleep(this.options.feedDelay ?? 5, this.options.signal);
    do yield await this.readFeed(0);
    while (this.pages > 0);
  }

  private digest(part?: number) {
    const { signal } = this.options;
    return payload(
      this.client.api.GET("/api/v2/catalog/sections/{id}/product-digest", {
        params: { path: { id: this.section }, query: part === undefined ? {} : { part } },
        ...(signal && { signal }),
      }),
    );
  }

  private async stored(): Promise<ReadonlyMap<string, number>> {
    return (await this.options.versions?.()) ?? new Map<string, number>();
  }

  private endVerification(): void {
    this.verified = performance.now();
    this.repairs = 0;
  }

  private path(name: string): string {
    return `/api/v2/catalog/sections/${encodeURIComponent(this.section)}/${name}`;
  }
}
