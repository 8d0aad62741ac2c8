/** Digests of copies, which the service's digest is compared with: docs/contract.md#product-digest. */

import { blake3 } from "@noble/hashes/blake3.js";
import type { components } from "./generated.js";

type Digest = components["schemas"]["ProductDigest"];

const PARTS = 256;
const encoder = new TextEncoder();

/** The part of the digest that a product belongs to. */
export function partOf(stockNumber: string): number {
  return blake3(encoder.encode(stockNumber))[0] ?? 0;
}

/** What a product adds to the digest. */
export function numberOf(stockNumber: string, version: number): bigint {
  const bytes = blake3(encoder.encode(`${stockNumber}\0${version}`)).subarray(0, 16);
  return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

/** The parts in which a copy, stock numbers with versions, is not as the service's digest says. */
export function differingParts(copy: ReadonlyMap<string, number>, digest: Digest): number[] {
  const own = Array.from({ length: PARTS }, () => ({ count: 0, sum: 0n }));
  for (const [stockNumber, version] of copy) {
    const part = own[partOf(stockNumber)];
    if (part === undefined) continue;
    part.count += 1;
    part.sum = BigInt.asUintN(128, part.sum + numberOf(stockNumber, version));
  }
  const differs = ({ count, sum }: { count: number; sum: bigint }, part: number) => {
    const listed = digest.parts?.[part];
    return listed?.count !== count || listed.digest !== sum.toString(16).padStart(32, "0");
  };
  return [...own.keys()].filter((part) => differs(own[part] ?? { count: 0, sum: 0n }, part));
}

/** What may be wrong with a copy. */
export interface Doubts {
  /** The versions of products that the copy does not have in that version. */
  versions: Map<string, number>;
  /** Products that the copy has, and the section does not. */
  surplus: string[];
  /** How many are wrong, unless they changed in this moment. */
  count: number;
}

/** Compares a copy with lists of parts. What it has beyond a list may have come after it. */
export function doubtsOf(copy: ReadonlyMap<string, number>, lists: Digest[]): Doubts {
  const versions = new Map<string, number>();
  const listed = new Set<string>();
  let ahead = 0;
  for (const { revision, items = [] } of lists) {
    for (const { stockNumber, version } of items) {
      listed.add(stockNumber);
      const own = copy.get(stockNumber);
      if (own === version) continue;
      versions.set(stockNumber, version);
      if (own !== undefined && own > revision) ahead += 1;
    }
  }
  const revisions = new Map(lists.map(({ part, revision }) => [part, revision]));
  const isSurplus = ([stockNumber, version]: [string, number]) =>
    !listed.has(stockNumber) && version <= (revisions.get(partOf(stockNumber)) ?? -1);
  const surplus = [...copy].filter(isSurplus).map(([stockNumber]) => stockNumber);
  return { versions, surplus, count: versions.size - ahead + surplus.length };
}
