/** Client of the catalog API. The one call that most programs need is `CatalogClient.follow`. */

export { type CachedResponse, memoryCache, type ResponseCache } from "./cache.js";
export {
  CatalogClient,
  type ListPart,
  payload,
  payloadWithHeaders,
  type Product,
  type ProductBatch,
  type ProductPage,
  type ProductQuery,
  type SearchPage,
  type SearchQuery,
  type ReadOptions,
} from "./client.js";
export { differingParts, numberOf, partOf } from "./digest.js";
export { CatalogConnectionError, CatalogError, type ErrorDetail } from "./errors.js";
export type { FollowOptions, SyncStep } from "./steps.js";
export type { components, operations, paths } from "./generated.js";
export type { RetryOptions, Sleep } from "./retry.js";
export type { Credentials } from "./credentials.js";
export type { TransportOptions } from "./transport.js";
