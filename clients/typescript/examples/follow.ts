// Keeps a copy of a section in step in a JSON file. `--once` ends when the copy is up to date for the first time.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { CatalogClient, type Product } from "catalog-client";

interface Copy {
  cursor: string | null;
  products: Record<string, Product>;
}

const [section = "", file = "", mode] = process.argv.slice(2);
const copy: Copy = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { cursor: null, products: {} };
const { CATALOG_BASE_URL: baseUrl = "", CATALOG_KEY: key = "" } = process.env;
const client = new CatalogClient({ baseUrl, credentials: { key } });
// With the versions of its products the copy is verified, and repaired where it is wrong.
const versions = () => new Map(Object.values(copy.products).map((one) => [one.stockNumber, one.version ?? 0]));

for await (const step of client.follow(section, { cursor: copy.cursor, versions })) {
  for (const product of step.upserts) copy.products[product.stockNumber] = product;
  for (const number of step.removals) delete copy.products[number];
  const { keepOnly } = step;
  if (keepOnly) for (const number of Object.keys(copy.products)) if (!keepOnly.has(number)) delete copy.products[number];
  copy.cursor = step.cursor;
  // The products and their cursor change together: the next start goes on from either the old or the new file.
  writeFileSync(`${file}.new`, JSON.stringify(copy));
  renameSync(`${file}.new`, file);
  console.log(`${Object.keys(copy.products).length} products, ${step.upserts.length} new or changed`);
  if (step.cursor !== null && mode === "--once") break;
}
