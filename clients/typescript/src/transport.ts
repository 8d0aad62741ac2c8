/** One request from the first attempt to the last: token, repetitions, conditional requests. */

import { whole } from "./bodies.js";
import { type ResponseCache, revive } from "./cache.js";
import { checkedCredentials, type Credentials } from "./credentials.js";
import { CatalogConnectionError, CatalogError, retryAfter } from "./errors.js";
import { isTransient, Pauses, type RetryOptions, sleep, type Sleep } from "./retry.js";
import { printable } from "./texts.js";

export interface TransportOptions {
  /** Where the service is, such as `https://catalog.example`. */
  baseUrl: string;
  credentials: Credentials;
  retry?: RetryOptions;
  /** Seconds that one attempt may take; 60 by default. A waiting request needs over 30. */
  timeout?: number;
  cache?: ResponseCache;
  /** Another `fetch`, for proxies and tests. */
  fetch?: (request: Request) => Promise<Response>;
  /** Another way to pause, for tests. */
  sleep?: Sleep;
}

export class Transport {
  private readonly options: TransportOptions;
  private readonly sleep: Sleep;
  private token: string | undefined;
  private login: Promise<string> | undefined;
  /** Whether any request had a response that does not say "later". */
  private hasAnswered = false;

  constructor(options: TransportOptions) {
    this.options = { ...options, credentials: checkedCredentials(options.credentials) };
    this.sleep = options.sleep ?? sleep;
  }

  /** A `fetch` that logs in when needed, and once more after a 401. */
  readonly fetch = (request: Request): Promise<Response> => this.send(request, (one) => this.conditional(one));

  /** The same for at most so many seconds. */
  within(seconds: number): (request: Request) => Promise<Response> {
    return (request) => this.send(request, (one) => this.repeat(one, { most: seconds }));
  }

  /** The same for a response whose body is read while it comes. What breaks later is up to the reader. */
  readonly open = (request: Request): Promise<Response> =>
    this.send(request, (one) => this.repeat(one, { isStream: true }));

  private async send(original: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
    // Logins and registrations need no token, and their 401 is about the password in them.
    if (original.method === "POST" && isPublic(new URL(original.url).pathname)) return this.repeat(original);
    const authorized = (token: string) => {
      const request = original.clone();
      request.headers.set("Authorization", `Bearer ${token}`);
      return send(request);
    };
    const { credentials } = this.options;
    if ("key" in credentials) return authorized(credentials.key);
    const token = await this.currentToken(original.signal);
    const response = await authorized(token);
    if (response.status !== 401) return response;
    if (this.token === token) this.token = undefined;
    return authorized(await this.currentToken(original.signal));
  }

  /** The token; requests that need a new one at the same time share one login. */
  private async currentToken(signal: AbortSignal): Promise<string> {
    if (this.token !== undefined) return this.token;
    this.login ??= this.logIn().finally(() => (this.login = undefined));
    // The login may serve others as well: an abort ends only the waiting for it.
    let abort = () => {};
    const aborted = new Promise<never>((_, reject) => (abort = () => reject(signal.reason)));
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    return Promise.race([this.login, aborted]).finally(() => signal.removeEventListener("abort", abort));
  }

  private async logIn(): Promise<string> {
    const request = new Request(`${this.options.baseUrl.replace(/\/+$/, "")}/auth/token`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(this.options.credentials),
    });
    const response = await this.repeat(request);
    const body: unknown = await response.json().catch(() => undefined);
    const token = (body as { data?: { token?: unknown } } | undefined)?.data?.token;
    if (!response.ok) throw new CatalogError(response, body);
    // What is none could become another header.
    if (typeof token !== "string" || !/^[!-~]{1,8192}$/.test(token)) {
      throw new CatalogConnectionError("the response to the login is not as documented");
    }
    this.token = token;
    return token;
  }

  /** The request with the `ETag` of the cached response if there is one. */
  private async conditional(request: Request): Promise<Response> {
    const cache = request.method === "GET" && request.cache !== "no-store" ? this.options.cache : undefined;
    if (cache === undefined || request.headers.has("If-None-Match")) return this.repeat(request);
    const cached = await cache.get(request.url);
    if (cached !== undefined) request.headers.set("If-None-Match", cached.etag);
    const response = await this.repeat(request);
    if (response.status === 304 && cached !== undefined) return revive(cached, response);
    const etag = response.headers.get("ETag");
    if (response.status === 200 && etag !== null) {
      const body = await response.clone().arrayBuffer();
      await cache.set(request.url, { etag, headers: [...response.headers], body });
    }
    return response;
  }

  /** Repeats the request while the service says "later" or cannot be reached. */
  private async repeat(request: Request, options: { isStream?: boolean; most?: number } = {}): Promise<Response> {
    const pauses = new Pauses(this.options.retry);
    // Only what can be done twice without harm is sent again after an attempt of unknown outcome.
    const repeatable = request.method !== "POST" || request.url.endsWith("/auth/token");
    for (;;) {
      const outcome = await this.attempt(request, options.isStream ?? false);
      const failed = !(outcome instanceof Response);
      if (!failed && !isTransient(outcome.status)) this.hasAnswered = true;
      if (failed ? !repeatable : !isTransient(outcome.status)) return accept(outcome);
      const pause = pauses.next(failed ? undefined : retryAfter(outcome), !this.hasAnswered, options.most);
      if (pause === undefined) return accept(outcome);
      await this.sleep(pause, request.signal);
      pauses.resume();
    }
  }

  /** One attempt with its whole body, so that a connection that breaks half-way is seen here, unless it is a stream. */
  private async attempt(request: Request, isStream: boolean): Promise<Response | Failure> {
    const controller = new AbortController();
    const abort = () => controller.abort(request.signal.reason);
    request.signal.throwIfAborted();
    request.signal.addEventListener("abort", abort, { once: true });
    const seconds = this.options.timeout ?? 60;
    const timer = setTimeout(() => controller.abort(new Error(`no response in ${seconds} seconds`)), seconds * 1000);
    try {
      const send = this.options.fetch ?? ((one: Request) => globalThis.fetch(one));
      // A redirect would lead a key or a password to somewhere else: it is not followed.
      const response = await send(new Request(request.clone(), { signal: controller.signal, redirect: "manual" }));
      if (response.type === "opaqueredirect" || (response.status >= 300 && response.headers.has("Location"))) {
        await response.body?.cancel().catch(() => undefined);
        const target = printable(response.headers.get("Location") ?? "another address");
        throw new CatalogConnectionError(`the service redirects to ${target} (${response.status}): check the address`);
      }
      if (isStream && response.status === 200) return response;
      return await whole(request, response);
    } catch (cause) {
      request.signal.throwIfAborted();
      // No other attempt would make it better.
      if (cause instanceof CatalogConnectionError) throw cause;
      return { cause };
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", abort);
    }
  }
}

interface Failure {
  cause: unknown;
}

function accept(outcome: Response | Failure): Response {
  if (outcome instanceof Response) return outcome;
  throw new CatalogConnectionError(`the service gave no usable response: ${reasonOf(outcome.cause)}`);
}

/** What failed, and why, as far as `fetch` says it. */
function reasonOf(cause: unknown): string {
  const {
    name = "",
    message = "",
    cause: inner,
  } = (cause ?? {}) as { name?: string; message?: string; cause?: unknown };
  const { code = "" } = (inner ?? {}) as { code?: unknown };
  return printable([name, message, code].filter((part) => part !== "").join(" "));
}

function isPublic(path: string): boolean {
  return /\/auth\/(token|admin\/login|registration|password(\/forgotten)?)$/.test(path);
}
