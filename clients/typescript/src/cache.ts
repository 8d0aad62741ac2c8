/** Conditional requests: what was read once is read again only if it has changed. */

/** A response that the service may confirm by a 304. */
export interface CachedResponse {
  etag: string;
  headers: [string, string][];
  body: ArrayBuffer;
}

/**
 * Stores responses with an `ETag` by address. One account per cache: prices differ between accounts.
 * Both functions may be asynchronous, so a store of your own fits as well.
 */
export interface ResponseCache {
  get(url: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
  set(url: string, response: CachedResponse): void | Promise<void>;
}

/** A cache in memory of that many responses; those read longest ago go first. */
export function memoryCache(entries = 100): ResponseCache {
  const cache = new Map<string, CachedResponse>();
  return {
    get(url) {
      const found = cache.get(url);
      if (found !== undefined) {
        cache.delete(url);
        cache.set(url, found);
      }
      return found;
    },
    set(url, response) {
      cache.delete(url);
      cache.set(url, response);
      const oldest = cache.keys().next();
      if (cache.size > entries && !oldest.done) cache.delete(oldest.value);
    },
  };
}

/** The cached response as if the service had sent it again; headers of the 304 win. */
export function revive(cached: CachedResponse, confirmed: Response): Response {
  const headers = new Headers(cached.headers);
  confirmed.headers.forEach((value, name) => headers.set(name, value));
  return new Response(cached.body, { status: 200, headers });
}
