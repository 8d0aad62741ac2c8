/** The errors of this package: what the service refused, and what never got a usable response. */

import { printable } from "./texts.js";

/** A parameter or field that the service refused, and why. */
export interface ErrorDetail {
  parameter: string;
  reason: string;
}

/** The service lists no more. */
const MOST_DETAILS = 20;

/**
 * The service refused a request. `name` is the service's `error.name`, such as `ProductNotFoundError`. Texts of the
 * service are printable and cut.
 */
export class CatalogError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** The id by which the service's administrators find the request in their log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next attempt, if the service named them. */
  readonly retryAfter: number | undefined;
  /** @internal The revision of the catalog that the response shows; 0 where none is said. */
  readonly revision: number;
  /** Which parameters were wrong; empty when the error is not about parameters. */
  readonly details: readonly ErrorDetail[];

  constructor(response: Response, body: unknown) {
    const error = errorOf(body);
    const name = printable(error?.name ?? "UnexpectedResponseError");
    super(`${response.status} ${name}: ${printable(error?.message ?? "the response is no error of the service")}`);
    this.name = name;
    this.status = response.status;
    const requestId = response.headers.get("X-Request-Id");
    this.requestId = requestId === null ? undefined : printable(requestId);
    this.retryAfter = retryAfter(response);
    this.revision = revisionOf(response.headers);
    this.details = detailsOf(error?.details);
  }
}

/** No attempt got a usable response. The message has the last failure. */
export class CatalogConnectionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CatalogConnectionError";
  }
}

/** The seconds that `Retry-After` names, as a number or as a date. */
export function retryAfter(response: Response): number | undefined {
  const value = response.headers.get("Retry-After");
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - Date.now()) / 1000);
}

/** The revision that a response shows; 0 where none is said. */
export function revisionOf(headers: Headers): number {
  const text = headers.get("Catalog-Revision") ?? "";
  return /^\d{1,16}$/.test(text) ? Number(text) : 0;
}

interface ErrorBody {
  name: string;
  message?: unknown;
  details?: unknown;
}

/** The error of an envelope; nothing if a proxy wrote the body. */
function errorOf(body: unknown): ErrorBody | undefined {
  const error = (body as { error?: Partial<ErrorBody> } | null | undefined)?.error;
  return typeof error?.name === "string" ? (error as ErrorBody) : undefined;
}

function detailsOf(details: unknown): ErrorDetail[] {
  const listed: unknown[] = Array.isArray(details) ? details.slice(0, MOST_DETAILS) : [];
  return listed.flatMap((one) => {
    const { parameter = "", reason = "" } = (one ?? {}) as Partial<ErrorDetail>;
    return typeof one === "object" ? [{ parameter: printable(parameter), reason: printable(reason) }] : [];
  });
}
