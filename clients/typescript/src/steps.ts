/** What following a section takes and gives, and how far its first copy is. */

import type { ListPart, Product } from "./client.js";
import type { LineReader } from "./lines.js";

export interface FollowOptions {
  /** The stored cursor; without one all of the section is read first. */
  cursor?: string | null;
  /** Called after the loop's body has dealt with a step: store the cursor, and null as "none". */
  checkpoint?: (cursor: string | null) => void | Promise<void>;
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** Parts of the products; none by default. Their versions always come as well, where the service has them. */
  include?: ListPart[];
  /** Products in a step of the first copy, 1 to 1000; 500 by default. */
  pageSize?: number;
  /** Events in a step, 1 to 500; 500 by default. */
  limit?: number;
  /** Seconds that the service holds a request for changes open, 1 to 30; 30 by default. */
  wait?: number;
  /** Seconds between attempts to find a section again that is not public any more; 60 by default. */
  sectionPause?: number;
  /** Every product of the copy with its version. With it the copy is verified, and repaired where it is wrong. */
  versions?: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
  /** Seconds between two verifications; a day by default. The first one comes as soon as the copy is up to date. */
  verificationPause?: number;
  /** How many seconds after a change the feed has it for sure; 5 by default. Nothing is repaired before. */
  feedDelay?: number;
}

/** What to do with the copy. Every step says what is so now, so that doing it twice does no harm. */
export interface SyncStep {
  /** Products to insert or replace. */
  upserts: Product[];
  /** Stock numbers to delete from the section's copy. */
  removals: string[];
  /** At the end of a first copy: delete every product of the section's copy that is not in it. */
  keepOnly?: ReadonlySet<string>;
  /** Store it with the step, best in one transaction. Null: begin with a first copy next time. */
  cursor: string | null;
  /** Whether the copy was wrong, and this repairs it. */
  isRepair?: boolean;
}

/** How often something goes on that may have no end. */
export const MOST = {
  /** Reading page by page begins again because the catalog changed meanwhile. */
  restarts: 10,
  /** When more products are wrong, all of the section is read again. */
  repaired: 5000,
  /** So many times in a row a copy is repaired. */
  repairs: 3,
  /** So many times in a row a page of the feed is read again because servers are behind it: about ten minutes. */
  behind: 20,
};

/** A first copy that is not whole. */
export class FirstCopy {
  /** That of the first start, and its revision: no other may be older. */
  cursor: string | undefined;
  revision = 0;
  /** The last stock number so far. */
  after: string | undefined;
  readonly numbers = new Set<string>();
  /** The snapshot that is open, and the products that it has given. */
  lines: LineReader | undefined;
  count = 0;
  /** The products of the section when it began. */
  total = 0;

  /** Of servers of before snapshots: the next page. */
  constructor(public page = 0) {}
}

/** Compares by code points, as the list is sorted; `<` would compare UTF-16 units. */
export function isAtOrBefore(left: string, right: string | undefined): boolean {
  if (right === undefined) return false;
  const a = Array.from(left, (character) => character.codePointAt(0) ?? 0);
  const b = Array.from(right, (character) => character.codePointAt(0) ?? 0);
  const at = a.findIndex((point, index) => point !== b[index]);
  return at === -1 || (at < b.length && (a[at] ?? 0) < (b[at] ?? 0));
}
